package efw2

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// Totals is what a file holds in all, whether it was written or read. Those of
// local wages are our own: no record of the layout has them.
type Totals struct {
	Year      int
	Employers int            // RE records
	Employees int            // RW records
	Records   map[string]int // by kind: RO, RU and RV are counted and not looked into
	Boxes     map[string]calc.Cents
	Local     []LocalTotal // by municipality, code and type, as the file has them

	local map[localKey]*LocalTotal
}

// A LocalTotal is the RS records of a municipality and tax type. A recipient that
// does not tell workplace from residence has one total of both.
type LocalTotal struct {
	Municipality string // as written: see Upper
	Code         string // R0023
	Type         string // C or R
	Records      int
	Wages, Tax   calc.Cents
}

type localKey struct{ municipality, code, taxType string }

func newTotals(year int) *Totals {
	return &Totals{Year: year, Records: map[string]int{}, Boxes: map[string]calc.Cents{}, local: map[localKey]*LocalTotal{}}
}

// addState adds an RS record. One without a tax type has nothing local.
func (t *Totals) addState(rs *record, line []byte) {
	text := func(name string) string { return strings.TrimRight(string(rs.byName[name].of(line)), " ") }
	for _, name := range []string{boxStateWages, boxStateTax} {
		t.Boxes[name] += cents(rs.byName[name].of(line))
	}
	key := localKey{text("supplemental_1"), text("taxing_entity"), text("tax_type")}
	if key.taxType == "" {
		return
	}
	l := t.local[key]
	if l == nil {
		l = &LocalTotal{Municipality: key.municipality, Code: key.code, Type: key.taxType}
		t.local[key] = l
	}
	l.Records++
	l.Wages += cents(rs.byName[boxLocalWages].of(line))
	l.Tax += cents(rs.byName[boxLocalTax].of(line))
}

// finish lists the local totals in order.
func (t *Totals) finish() *Totals {
	for _, l := range t.local {
		t.Local = append(t.Local, *l)
	}
	slices.SortFunc(t.Local, func(a, b LocalTotal) int {
		return cmp.Or(strings.Compare(a.Municipality, b.Municipality), strings.Compare(a.Code, b.Code), strings.Compare(a.Type, b.Type))
	})
	return t
}

// Tie holds what was read to what was written: an error names every count and sum
// that differs, with both values.
func (t *Totals) Tie(written *Totals) error {
	var diffs []string
	differ := func(what string, read, wrote any) {
		if read != wrote {
			diffs = append(diffs, fmt.Sprintf("%s: read %v, written %v", what, read, wrote))
		}
	}
	differ("tax year", t.Year, written.Year)
	for _, kind := range both(t.Records, written.Records) {
		differ(kind+" records", t.Records[kind], written.Records[kind])
	}
	for _, box := range both(t.Boxes, written.Boxes) {
		differ(box, t.Boxes[box], written.Boxes[box])
	}
	read, wrote := t.byKey(), written.byKey()
	for _, key := range both(read, wrote) {
		differ(key+" records", read[key].Records, wrote[key].Records)
		differ(key+" wages", read[key].Wages, wrote[key].Wages)
		differ(key+" tax", read[key].Tax, wrote[key].Tax)
	}
	if len(diffs) > 0 {
		return fmt.Errorf("the file does not tie: %s", strings.Join(diffs, "; "))
	}
	return nil
}

func (t *Totals) byKey() map[string]LocalTotal {
	m := map[string]LocalTotal{}
	for _, l := range t.Local {
		m[strings.Join([]string{l.Municipality, l.Code, l.Type}, " ")] = l
	}
	return m
}

// both is the keys of either map, sorted.
func both[V any](a, b map[string]V) []string {
	keys := map[string]bool{}
	for k := range a {
		keys[k] = true
	}
	for k := range b {
		keys[k] = true
	}
	return sortedKeys(keys)
}
