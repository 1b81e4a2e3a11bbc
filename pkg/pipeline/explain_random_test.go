package pipeline

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/explanation"
)

// TestExplainRandom explains every check of random small worlds: the lines are
// those of the run, and what is said of the hours makes the parts of the check.
func TestExplainRandom(t *testing.T) {
	useScratch(t)
	rapid.Check(t, func(t *rapid.T) {
		w := anyWorld(t, false)
		out := w.tables().run(t, 1)
		in := Options{Inputs: []string{filepath.Join(filepath.Dir(out), "in")}, Workers: 1}
		want, got := map[string]int{}, map[string]int{}
		for _, row := range readCSV(t, out, "lines") {
			want[strings.Join([]string{row["employer_id"], row["check_id"], row["municipality"], row["role"], row["wages"], row["subject"],
				row["rate"], row["tax_required"], row["tax_withheld"], row["reasons"], row["citations"]}, "|")]++
		}
		for _, p := range w.people {
			for _, year := range []int{2025, 2026} {
				list, err := Explain(context.Background(), in, Query{Employer: p.employer.id, Employee: p.id, Year: year})
				if err != nil && !strings.Contains(err.Error(), "payroll has no check") {
					t.Fatalf("%v", err)
				}
				for i := range list {
					e := &list[i]
					if err := e.WriteText(io.Discard); err != nil {
						t.Fatalf("%v", err)
					}
					if fault := hoursMakeParts(e); fault != "" {
						t.Fatalf("%s: %s\n%s", e.CheckID, fault, w.tables())
					}
					for _, l := range e.Lines {
						got[strings.Join([]string{e.EmployerID, e.CheckID, l.Municipality, l.Role, l.Wages.String(), l.Subject.String(),
							l.Rate.String(), l.TaxRequired.String(), l.TaxWithheld.String(), l.Reasons, l.Citations}, "|")]++
						if l.Role == calc.CatchUp.String() && (l.CatchUp == nil || len(l.CatchUp.Parts) == 0 && l.Wages != 0) {
							t.Fatalf("%s: nothing is said to be caught up\n%s", e.CheckID, w.tables())
						}
					}
				}
			}
		}
		if len(want) == 0 || !equalCounts(want, got) {
			t.Fatalf("explained\n%v\nwant\n%v\n%s", got, want, w.tables())
		}
	})
}

func equalCounts(a, b map[string]int) bool {
	for k, n := range a {
		if b[k] != n {
			return false
		}
	}
	return len(a) == len(b)
}

// hoursMakeParts is a fault unless the hours said to belong to a municipality
// are those of its parts. Hours that several principal places share are left out.
func hoursMakeParts(e *explanation.Explanation) string {
	if e.Earned.By != explanation.ByWorkLog {
		return ""
	}
	hours := map[string]calc.Hours{}
	for _, d := range e.Earned.Days {
		for _, x := range d.Entries {
			switch {
			case x.EmployerID != "":
			case len(x.To) != 1:
				return ""
			default:
				hours[x.To[0]] += x.Hours
			}
			counts := slices.ContainsFunc(d.Places, func(v explanation.Visit) bool { return v.Municipality == x.For && v.Counts })
			if x.For != "" && !counts {
				return "the time of " + d.Date.String() + " is for " + x.For + ", where the day does not count"
			}
		}
	}
	for _, p := range e.Earned.Parts {
		hours[p.Municipality] -= p.Hours
	}
	for place, h := range hours {
		if h != 0 {
			return "hours of " + place + " differ from its parts by " + h.String()
		}
	}
	return ""
}
