package efw2

import (
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// employee writes RW and the RS records of one.
func (w *writer) employee(e *Employee) {
	before := len(w.refusals.List) + w.refusals.More
	w.start("RW")
	w.identity(e)
	w.boxes(e)
	w.rules(e)
	if len(w.refusals.List)+w.refusals.More > before {
		return
	}
	for _, f := range w.rec.money() {
		w.sums[f.name] += e.Boxes[f.name]
		w.totals.Boxes[f.name] += e.Boxes[f.name]
	}
	w.end()
	w.count++
	w.employees++
	w.totals.Employees++
	w.person = w.line
	switch w.profile.RSPer {
	case "employee":
		w.state(e, nil)
	case "municipality":
		w.locals(e)
	}
}

func (w *writer) identity(e *Employee) {
	if e.SSN == "" {
		w.tell(noteMissing, "ssn", "not known, written as zeros; give it in the employees table")
	} else {
		w.nine("ssn", e.SSN, "a social security number")
	}
	w.named("first", e.First)
	w.text("middle", e.Middle)
	w.named("last", e.Last)
	w.text("suffix", e.Suffix)
	w.address("", &e.Address)
}

// boxes writes the boxes that are known, and notes those that are not and are
// needed, or that have no position.
func (w *writer) boxes(e *Employee) {
	for _, f := range w.rec.fields {
		switch f.kind {
		case kindMoney:
			c, known := e.Boxes[f.name]
			w.money(f.name, c)
			w.known(f.name, known)
		case kindFlag:
			yes, known := e.Flags[f.name]
			w.flag(f.name, yes)
			w.known(f.name, known)
		}
	}
	for _, name := range []string{boxStateWages, boxStateTax} {
		_, known := e.Boxes[name]
		w.known(name, known)
	}
	if len(e.Boxes)+len(e.Flags) > 0 {
		w.strangers(e)
	}
}

func (w *writer) known(box string, known bool) {
	if !known && slices.Contains(w.profile.Needs, box) {
		w.tell(noteMissing, box, "not known, written as zero; give %s in the w2 table", box)
	}
}

// strangers looks for boxes that the layout has no position for.
func (w *writer) strangers(e *Employee) {
	rs := w.layout.records["RS"].byName
	for _, name := range sortedKeys(e.Boxes) {
		if f := w.rec.byName[name]; f != nil && f.kind == kindMoney || rs[name] != nil && (name == boxStateWages || name == boxStateTax) {
			continue
		}
		w.stranger(name, e.Boxes[name] == 0)
	}
	for _, name := range sortedKeys(e.Flags) {
		if f := w.rec.byName[name]; f == nil || f.kind != kindFlag {
			w.stranger(name, !e.Flags[name])
		}
	}
}

func (w *writer) stranger(name string, nothing bool) {
	title, ok := w.layout.Unplaced[name]
	switch {
	case !ok:
		w.refuse(name, "no such box in the layout of %d", w.layout.Year)
	case !nothing:
		w.tell(noteUnplaced, name, "box %s is not in the file: its position is not known for %d", title, w.layout.Year)
	}
}

// rules are what the SSA rejects a file for. They hold for what is written, so
// that a box which is not known counts as zero.
func (w *writer) rules(e *Employee) {
	if box, message := ssaRule(func(box string) calc.Cents { return e.Boxes[box] }); box != "" {
		if _, known := e.Boxes[box]; !known {
			message += "; " + box + " is not known, give it in the w2 table"
		}
		w.refuse(box, "%s", message)
	}
}

// locals writes one RS for each municipality and kind of wages.
func (w *writer) locals(e *Employee) {
	seen := map[string]bool{}
	for i := range e.Local {
		l := &e.Local[i]
		if w.profile.Municipalities == "own" && !l.Own {
			continue
		}
		name, _ := Upper(l.Municipality)
		switch key := string(rune(l.Type)) + name; {
		case name == "":
			w.refuse("municipality", "local wages without a municipality")
		case l.Type != Workplace && l.Type != Residence:
			w.refuse(l.Municipality, "local wages are %q; write C for workplace or R for residence", string(rune(l.Type)))
		case seen[key]:
			w.refuse(l.Municipality, "two records of one kind for one municipality; add them up")
		default:
			seen[key] = true
			w.state(e, l)
		}
	}
}

// state writes RS: with local wages, or with the state's alone.
func (w *writer) state(e *Employee, l *LocalWage) {
	w.start("RS")
	for _, f := range w.layout.records["RW"].fields { // the person is as in RW
		if mine := w.rec.byName[f.name]; mine != nil && f.name != "record" {
			copy(mine.of(w.line[:]), f.of(w.person[:]))
		}
	}
	w.put("state_code", w.profile.State)
	w.put("state_code_again", w.profile.State)
	good := w.stateMoney(e, l)
	for _, name := range sortedKeys(w.profile.RS) {
		value, ok := w.fill(w.profile.RS[name], l)
		good = good && ok
		if value = strings.TrimSpace(value); value != "" {
			w.text(name, value)
		}
	}
	if !good {
		return
	}
	w.end()
	w.totals.addState(w.rec, w.line[:])
}

// stateMoney writes the state's amounts once for each employee, in the first RS,
// so that their sum is that of the employees.
func (w *writer) stateMoney(e *Employee, l *LocalWage) bool {
	good := true
	if l == nil || l == w.firstOf(e) {
		good = w.money(boxStateWages, e.Boxes[boxStateWages]) && w.money(boxStateTax, e.Boxes[boxStateTax])
	}
	if l != nil {
		wages := w.moneyOf(boxLocalWages, boxLocalWages+" of "+l.Municipality, l.Wages)
		tax := w.moneyOf(boxLocalTax, boxLocalTax+" of "+l.Municipality, l.Tax)
		good = good && wages && tax
	}
	return good
}

func (w *writer) firstOf(e *Employee) *LocalWage {
	for i := range e.Local {
		if w.profile.Municipalities != "own" || e.Local[i].Own {
			return &e.Local[i]
		}
	}
	return nil
}

// fill puts the data of a record into a value of the profile.
func (w *writer) fill(value string, l *LocalWage) (string, bool) {
	if !strings.Contains(value, "{") {
		return value, true
	}
	value = strings.ReplaceAll(value, "{account}", w.account)
	if l == nil {
		return placeholder.ReplaceAllString(value, ""), true
	}
	ok := true
	if strings.Contains(value, "{code}") {
		var code string
		code, ok = w.code(l)
		value = strings.ReplaceAll(value, "{code}", code)
	}
	value = strings.ReplaceAll(value, "{type}", w.profile.typeOf(l.Type))
	return strings.ReplaceAll(value, "{municipality}", l.Municipality), ok
}

// code is a municipality's code as the recipient writes it. One that has none is
// noted once for each employer.
func (w *writer) code(l *LocalWage) (string, bool) {
	if l.Code != "" {
		code, err := w.profile.Code.write(l.Code)
		if err == nil && len(code) > w.rec.byName["taxing_entity"].width() {
			w.refuse(l.Municipality, "the code %q is longer than the file holds", l.Code)
			return "", false
		}
		if err != nil {
			w.refuse(l.Municipality, "%v", err)
		}
		return code, err == nil
	}
	if !w.codeless[l.Municipality] {
		w.codeless[l.Municipality] = true
		w.note(Note{w.employerID, "", "RS", "taxing_entity", noteMissing,
			l.Municipality + " has no code of the recipient's, left blank; give it where it has one"})
	}
	return "", true
}
