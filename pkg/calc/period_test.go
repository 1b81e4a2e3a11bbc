package calc

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// Law: months and calendar quarters of 000 (A)(2)(a), 002 (a), 003 (a) and (e);
// parts of a month of R.C. 718.03(B).

var eightParts = []int{3, 7, 11, 15, 19, 22, 25, LastDay}

func TestPeriodOf(t *testing.T) {
	type tc struct {
		of
		frequency Frequency
		ends      []int
		day, want string
	}
	each(t, []tc{
		{of{Name: "a month", Cite: "000 (A)(2)(a)1.a"}, Monthly, nil, "2026-03-31", "2026-03 2026-03-01 2026-03-31"},
		{of{Name: "a short month", Cite: "003 (a)"}, Monthly, nil, "2026-02-01", "2026-02 2026-02-01 2026-02-28"},
		{of{Name: "February of a leap year", Cite: "003 (a)"}, Monthly, nil, "2028-02-29", "2028-02 2028-02-01 2028-02-29"},
		{of{Name: "December", Cite: "002 (a)"}, Monthly, nil, "2026-12-31", "2026-12 2026-12-01 2026-12-31"},
		{of{Name: "the first quarter ends in March", Cite: "000 (A)(2)(a)2"}, Quarterly, nil, "2026-03-31", "2026-Q1 2026-01-01 2026-03-31"},
		{of{Name: "the next day is another quarter", Cite: "000 (A)(2)(a)2"}, Quarterly, nil, "2026-04-01", "2026-Q2 2026-04-01 2026-06-30"},
		{of{Name: "the middle of the third quarter", Cite: "003 (e)"}, Quarterly, nil, "2026-08-15", "2026-Q3 2026-07-01 2026-09-30"},
		{of{Name: "the last quarter", Cite: "003 (e)"}, Quarterly, nil, "2026-10-01", "2026-Q4 2026-10-01 2026-12-31"},
		{of{Name: "first half of a month, its last day", Cite: "R.C. 718.03(B)"}, SemiMonthly, []int{15, LastDay}, "2026-06-15", "2026-06-P1 2026-06-01 2026-06-15"},
		{of{Name: "second half, its first day", Cite: "R.C. 718.03(B)"}, SemiMonthly, []int{15, LastDay}, "2026-06-16", "2026-06-P2 2026-06-16 2026-06-30"},
		{of{Name: "second half of February", Cite: "R.C. 718.03(B)"}, SemiMonthly, []int{15, LastDay}, "2026-02-28", "2026-02-P2 2026-02-16 2026-02-28"},
		{of{Name: "eight parts: the first", Cite: "R.C. 718.03(B)"}, PartialMonth, eightParts, "2026-05-03", "2026-05-P1 2026-05-01 2026-05-03"},
		{of{Name: "eight parts: the second", Cite: "R.C. 718.03(B)"}, PartialMonth, eightParts, "2026-05-04", "2026-05-P2 2026-05-04 2026-05-07"},
		{of{Name: "eight parts: the seventh", Cite: "R.C. 718.03(B)"}, PartialMonth, eightParts, "2026-05-25", "2026-05-P7 2026-05-23 2026-05-25"},
		{of{Name: "eight parts: the last", Cite: "R.C. 718.03(B)"}, PartialMonth, eightParts, "2026-05-31", "2026-05-P8 2026-05-26 2026-05-31"},
	}, func(t *testing.T, c tc) {
		r := Rule{Frequency: c.frequency, Ends: c.ends}
		p := r.PeriodOf(day(c.day))
		if got := fmt.Sprintf("%s %s %s", p.Name, p.From, p.To); got != c.want {
			t.Errorf("%s is in %s, want %s", c.day, got, c.want)
		}
	})
}

// TestPeriodsCoverTheYear: each day is in one period, periods follow one another
// without a gap, and the name stands for the period.
func TestPeriodsCoverTheYear(t *testing.T) {
	for _, c := range []struct {
		rule Rule
		want int // in a year
	}{
		{Rule{Frequency: Quarterly}, 4}, {Rule{Frequency: Monthly}, 12},
		{Rule{Frequency: SemiMonthly, Ends: []int{15, LastDay}}, 24}, {Rule{Frequency: PartialMonth, Ends: eightParts}, 96},
	} {
		for _, year := range []int{2026, 2028} {
			names := map[string]bool{}
			d := NewDate(year, 1, 1)
			for d <= NewDate(year, 12, 31) {
				p := c.rule.PeriodOf(d)
				if p.From != d || p.To < p.From || names[p.Name] {
					t.Fatalf("%s of %d: %s follows as %+v", c.rule.Frequency, year, d, p)
				}
				for in := p.From; in <= p.To; in++ {
					if c.rule.PeriodOf(in) != p {
						t.Fatalf("%s is in %+v, want %+v", in, c.rule.PeriodOf(in), p)
					}
				}
				names[p.Name], d = true, p.To+1
			}
			if len(names) != c.want || d != NewDate(year+1, 1, 1) {
				t.Errorf("%s: %d periods in %d up to %s, want %d", c.rule.Frequency, len(names), year, d, c.want)
			}
		}
	}
}

func TestMonths(t *testing.T) {
	m := month("2026-12")
	if m.Year() != 2026 || m.Number() != 12 || m.Quarter() != 4 || m.String() != "2026-12" || (m+1).String() != "2027-01" {
		t.Errorf("December 2026 is year %d, number %d, quarter %d, %s, before %s", m.Year(), m.Number(), m.Quarter(), m, m+1)
	}
	for n, want := range []int{1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4} {
		if got := (month("2026-01") + Month(n)).Quarter(); got != want {
			t.Errorf("month %d is in quarter %d, want %d", n+1, got, want)
		}
	}
	for _, s := range []string{"", "2026", "2026-00", "2026-13", "2026-1", "2026-03-01", "2026/03", "march"} {
		if got, err := ParseMonth(s); err == nil || got != 0 {
			t.Errorf("%q was read as %s", s, got)
		}
	}
}

func TestMonthsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDate().Draw(t, "day")
		m := MonthOf(d)
		if back, err := ParseMonth(m.String()); err != nil || back != m {
			t.Fatalf("%s reads back as %s, %v", m, back, err)
		}
		if d < m.Day(1) || d > m.Day(LastDay) || m.Day(LastDay)+1 != (m+1).Day(1) {
			t.Fatalf("%s is not from %s to %s", d, m.Day(1), m.Day(LastDay))
		}
	})
}
