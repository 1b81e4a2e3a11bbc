package efw2

import (
	"bytes"
	"fmt"
	"strconv"

	"example.com/withhold/pkg/calc"
)

// begin counts a record, faulty or not, so that one fault does not make others.
func (r *reader) begin(line []byte) {
	r.totals.Records[r.kind]++
	switch r.kind {
	case "RE":
		r.totals.Employers++
		r.employerSums, r.damaged = employerSums{sums: map[string]calc.Cents{}}, false
	case "RW":
		r.count++
		r.totals.Employees++
		r.locals = r.locals[:0]
		copy(r.person[:], line)
	case "RS":
		r.states++
	}
}

// meaning checks what a record says against the others. Its fields are in order.
func (r *reader) meaning(rec *record, line []byte) {
	field := func(name string) []byte { return rec.byName[name].of(line) }
	switch r.kind {
	case "RA", "RE":
		r.ein(rec, line)
	case "RW":
		for _, f := range rec.money() {
			c := cents(f.of(line))
			r.sums[f.name] += c
			r.totals.Boxes[f.name] += c
		}
		if box, message := ssaRule(func(box string) calc.Cents { return cents(field(box)) }); box != "" {
			r.wrong(rec.byName[box], message)
		}
	case "RS":
		r.state(rec, line)
	case "RT":
		r.totalRecord(rec, line)
	case "RF":
		r.counted(rec.byName["count"], line, r.totals.Records["RW"], "the file has")
	}
}

func (r *reader) wrong(f *field, message string) { r.fault(f.from, f.to, f.name, message) }

func (r *reader) ein(rec *record, line []byte) {
	if f := rec.byName["ein"]; len(bytes.Trim(f.of(line), "0")) == 0 {
		r.wrong(f, "zeros are no EIN")
	}
}

// counted holds a count to the records counted.
func (r *reader) counted(f *field, line []byte, records int, who string) {
	if n, _ := strconv.Atoi(string(f.of(line))); n != records {
		r.wrong(f, fmt.Sprintf("it says %d, and %s %d RW records", n, who, records))
	}
}

// totalRecord holds RT to its employer's RW records. Sums of records that could not be
// read would be faults of no use.
func (r *reader) totalRecord(rec *record, line []byte) {
	r.counted(rec.byName["count"], line, r.count, "the employer has")
	for _, f := range rec.money() {
		said, is := cents(f.of(line)), r.sums[f.name]
		if f.name == boxSickPayTax {
			r.totals.Boxes[f.name] += said
			continue
		}
		if said == is || r.damaged {
			continue
		}
		r.wrong(f, fmt.Sprintf("it says %s, and the RW records add up to %s", said, is))
	}
}

// state checks RS: that it is Ohio's and of the employee before it, and what the
// recipient wants.
func (r *reader) state(rec *record, line []byte) {
	before := len(r.faults)
	for _, name := range []string{"state_code", "state_code_again"} {
		if f := rec.byName[name]; string(f.of(line)) != ohio {
			r.wrong(f, fmt.Sprintf("state %s; Ohio is %s", f.of(line), ohio))
		}
	}
	r.samePerson(rec, line)
	taxType := string(rec.byName["tax_type"].of(line))
	if wages, tax := rec.byName[boxLocalWages], rec.byName[boxLocalTax]; taxType == " " && cents(wages.of(line))+cents(tax.of(line)) > 0 {
		r.wrong(rec.byName["tax_type"], "blank beside local wages or tax")
	}
	if r.profile != nil {
		r.recipient(rec, line, taxType)
	}
	if len(r.faults) == before {
		r.totals.addState(rec, line)
	}
}

// samePerson holds RS to the RW before it: the social security number, and where
// that is not known the names.
func (r *reader) samePerson(rec *record, line []byte) {
	rw := r.layout.records["RW"].byName
	names := []string{"ssn"}
	if len(bytes.Trim(rw["ssn"].of(r.person[:]), "0")) == 0 {
		names = append(names, "first", "last")
	}
	for _, name := range names {
		if f := rec.byName[name]; !bytes.Equal(f.of(line), rw[name].of(r.person[:])) {
			r.wrong(f, "it is not that of the RW record before it")
		}
	}
}

// recipient checks what a profile says of RS.
func (r *reader) recipient(rec *record, line []byte, taxType string) {
	p, code := r.profile, rec.byName["taxing_entity"]
	if p.RSPer != "municipality" {
		if p.RSPer == "none" {
			r.fault(1, 2, "record", p.Title+" gets no RS records")
		} else if taxType != " " {
			r.wrong(rec.byName["tax_type"], fmt.Sprintf("%q; a file for %s has no local wages", taxType, p.Title))
		}
		return
	}
	if taxType != p.Types.Workplace && taxType != p.Types.Residence {
		r.wrong(rec.byName["tax_type"], fmt.Sprintf("%q is neither %s nor %s", taxType, p.Types.Workplace, p.Types.Residence))
	}
	text := string(bytes.TrimRight(code.of(line), " "))
	if text != "" && !p.Code.fits(text) {
		r.wrong(code, "not a code of the form "+p.Code.String())
	}
	name := rec.byName["supplemental_1"]
	if len(bytes.TrimRight(name.of(line), " ")) == 0 {
		r.wrong(name, "the municipality's name is missing")
		return
	}
	r.once(rec, line)
}

// once refuses a second RS of one employee, municipality and type, where the
// recipient tells the types apart.
func (r *reader) once(rec *record, line []byte) {
	if !r.profile.typed() {
		return
	}
	name := rec.byName["supplemental_1"]
	key := string(name.of(line)) + string(rec.byName["tax_type"].of(line))
	for _, k := range r.locals {
		if k == key {
			r.wrong(name, "a second RS of this employee for one municipality and type")
			return
		}
	}
	r.locals = append(r.locals, key)
}
