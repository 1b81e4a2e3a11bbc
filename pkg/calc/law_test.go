package calc

import (
	"slices"
	"testing"
)

// Outputs list reasons and roles in the order of their numbers, which is to be
// the order of their names.
func TestNamesAreInOrder(t *testing.T) {
	if !slices.IsSorted(reasonCodes[:]) {
		t.Errorf("reasons are not in the order of their codes: %q", reasonCodes)
	}
	if !slices.IsSorted(roleNames[:]) {
		t.Errorf("roles are not in the order of their names: %q", roleNames)
	}
}

func TestParseNames(t *testing.T) {
	for r := range Reason(NumReasons) {
		if got, ok := ParseReason(r.String()); !ok || got != r {
			t.Errorf("%s is read as %s, %t", r, got, ok)
		}
	}
	for f := range numFigures {
		if got, ok := ParseFigure(f.String()); !ok || got != f || FigureNames()[f] != f.String() {
			t.Errorf("%s is read as %s, %t", f, got, ok)
		}
	}
	for _, f := range []Frequency{Quarterly, Monthly, SemiMonthly, PartialMonth} {
		if got, ok := ParseFrequency(f.String()); !ok || got != f {
			t.Errorf("%s is read as %s, %t", f, got, ok)
		}
	}
	for _, c := range []Comparison{Over, AtLeast, Under, AtMost} {
		if got, ok := ParseComparison(c.String()); !ok || got != c {
			t.Errorf("%s is read as %s, %t", c, got, ok)
		}
	}
	for _, s := range []string{"", "Under_18", "weekly", "over "} {
		_, reason := ParseReason(s)
		_, figure := ParseFigure(s)
		_, frequency := ParseFrequency(s)
		_, comparison := ParseComparison(s)
		if reason || figure || frequency || comparison {
			t.Errorf("%q was read as a name", s)
		}
	}
}

func TestReasonSet(t *testing.T) {
	w := Wages{}
	w.NotSubject[Section125], w.NotSubject[Under18] = 1, -1
	set := w.Reasons()
	for r := range Reason(NumReasons) {
		if want := r == Section125 || r == Under18; set.Has(r) != want {
			t.Errorf("%s in the set: %t, want %t", r, set.Has(r), want)
		}
	}
}
