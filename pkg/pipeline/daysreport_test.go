package pipeline

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// TestDaysRandom compares the days of random small worlds with those of the
// plain account: how many, the first, the last, and the one beyond the threshold.
func TestDaysRandom(t *testing.T) {
	useScratch(t)
	rapid.Check(t, func(t *rapid.T) {
		w := anyWorld(t, false)
		w.account(false)
		out := w.tables().run(t, 1)
		report, err := Days(context.Background(), Options{Inputs: []string{filepath.Join(filepath.Dir(out), "in")}}, DaysQuery{Warn: 15})
		if err != nil {
			t.Fatalf("%v", err)
		}
		rows := map[string]DaysRow{}
		for _, d := range report.Rows {
			rows[fmt.Sprint(d.EmployerID, d.EmployeeID, d.Municipality, d.Year)] = d
		}
		for _, p := range w.people {
			for _, place := range []string{"Village 000", "Village 001", "Village 002", "City 003", "Municipality 004", "Village 005", "Toledo", "Cleveland"} {
				for year := 2025; year <= 2026 && w.hasLog(p); year++ {
					key := fmt.Sprint(p.employer.id, p.id, place, year)
					if fault := w.daysDiffer(p, place, year, rows[key]); fault != "" {
						t.Fatalf("%s: %s\n%s", key, fault, w.tables())
					}
					delete(rows, key)
				}
			}
		}
		if len(rows) > 0 {
			t.Fatalf("days that nobody worked: %v\n%s", rows, w.tables())
		}
	})
}

// daysDiffer says how a row of the report differs from the account.
func (w *world) daysDiffer(p *worldPerson, place string, year int, row DaysRow) string {
	var all []calc.Date
	for d := calc.NewDate(year, 1, 1); d.Year() == year; d++ {
		if w.counts(p, place, d) {
			all = append(all, d)
		}
	}
	if len(all) != row.Counted {
		return fmt.Sprintf("%d days, want %v", row.Counted, all)
	}
	if len(all) > 0 && (row.First != all[0] || row.Last != all[len(all)-1]) {
		return fmt.Sprintf("from %s to %s, want %v", row.First, row.Last, all)
	}
	if row.Status == StatusCrossed && (len(all) <= row.Threshold || row.CrossedOn != all[row.Threshold]) {
		return fmt.Sprintf("crossed %s, %d days being exempt, want %v", row.CrossedOn, row.Threshold, all)
	}
	if (row.Status == StatusExempt || row.Status == StatusNear) && row.Threshold >= 0 && row.Left != row.Threshold-len(all) {
		return fmt.Sprintf("%d of %d days are left after %d", row.Left, row.Threshold, len(all))
	}
	return ""
}

// TestExpected: the date at which the days counted, going on so, exceed the
// threshold, worked out by hand.
func TestExpected(t *testing.T) {
	for _, c := range []struct {
		first, asOf        string
		counted, threshold int
		want               string
	}{
		{"2026-01-01", "2026-01-10", 10, 20, "2026-01-21"}, // every day: the 21st day
		{"2026-01-01", "2026-01-10", 5, 20, "2026-02-11"},  // every other: 42 days
		{"2026-03-02", "2026-03-06", 2, 20, "2026-04-23"},  // 2 in 5: 52.5 days, so 53
		{"2026-03-02", "2026-03-02", 1, 12, "2026-03-14"},
		{"2026-01-01", "2026-09-30", 15, 20, ""}, // 273 × 21 / 15 = 382.2 days: next year
		{"2026-01-01", "2026-12-31", 20, 20, ""},
	} {
		d := DaysRow{Year: 2026, First: day(c.first), Counted: c.counted, Threshold: c.threshold}
		if got := expected(&d, day(c.asOf)).String(); got != c.want {
			t.Errorf("%d of %d days from %s to %s: %q, want %q", c.counted, c.threshold, c.first, c.asOf, got, c.want)
		}
	}
}

func TestIsNear(t *testing.T) {
	for _, c := range []struct {
		counted, threshold, warn int
		want                     bool
	}{
		{14, 20, 15, false}, {15, 20, 15, true}, {20, 20, 15, true},
		{8, 12, 15, false}, {9, 12, 15, true}, // 15 is beyond the threshold: three quarters of it
		{17, 20, 18, false}, {18, 20, 18, true},
		{15, 40, 15, true},
		{0, 0, 15, true},
	} {
		if got := isNear(c.counted, c.threshold, c.warn); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
