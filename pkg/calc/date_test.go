package calc

import (
	"testing"
	"time"
)

// TestEveryDay holds each day of 2000 to 2032 against the standard library.
func TestEveryDay(t *testing.T) {
	at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	previous := NewDate(1999, 12, 31)
	days := 0
	for ; at.Year() <= 2032; at = at.AddDate(0, 0, 1) {
		days++
		d := NewDate(at.Year(), at.Month(), at.Day())
		if d != previous+1 {
			t.Fatalf("%s is day %d, the day before is %d", at.Format(time.DateOnly), d, previous)
		}
		previous = d
		if y, m, dd := d.Civil(); y != at.Year() || m != at.Month() || dd != at.Day() || d.Year() != y {
			t.Fatalf("%s became %d-%d-%d", at.Format(time.DateOnly), y, m, dd)
		}
		if d.Weekday() != at.Weekday() {
			t.Fatalf("%s is a %s, want %s", d, d.Weekday(), at.Weekday())
		}
		if s := d.String(); s != at.Format(time.DateOnly) {
			t.Fatalf("%s is written %s", at.Format(time.DateOnly), s)
		}
		if back, err := ParseDate(d.String()); err != nil || back != d {
			t.Fatalf("%s reads back as %s, %v", d, back, err)
		}
	}
	if days != 12054 {
		t.Errorf("%d days from 2000 to 2032, want 12054", days)
	}
}

func TestFirstDays(t *testing.T) {
	if d := NewDate(1, 1, 1); d != 1 || d.Weekday() != time.Monday || d.String() != "0001-01-01" {
		t.Errorf("the first day is %d, %s, %s", d, d.Weekday(), d)
	}
	if d := day("9999-12-31"); d.String() != "9999-12-31" || d.Weekday() != time.Friday {
		t.Errorf("the last day is %s, %s", d, d.Weekday())
	}
	if s := Date(0).String(); s != "" {
		t.Errorf("an unknown date is written %q, want nothing", s)
	}
}

func TestDaysIn(t *testing.T) {
	for _, c := range []struct {
		year  int
		month time.Month
		want  int
	}{
		{2026, 1, 31}, {2026, 2, 28}, {2028, 2, 29}, {2000, 2, 29}, {1900, 2, 28}, {2100, 2, 28}, {2400, 2, 29}, {2026, 4, 30},
		{2026, 6, 30}, {2026, 7, 31}, {2026, 8, 31}, {2026, 9, 30}, {2026, 11, 30}, {2026, 12, 31},
	} {
		if got := DaysIn(c.year, c.month); got != c.want {
			t.Errorf("%s %d has %d days, want %d", c.month, c.year, got, c.want)
		}
	}
}

func TestParseDateRefuses(t *testing.T) {
	for _, s := range []string{
		"", "2026", "2026-3-31", "2026-03-1", "26-03-31", "31-03-2026", "03/31/2026", "2026/03/31", "2026.03.31", "20260331", "2026-03-31 ",
		" 2026-03-31", "2026-03-31T00:00:00", "2026-00-10", "2026-13-10", "2026-01-00", "2026-01-32", "2026-02-29", "2100-02-29", "2026-04-31",
		"2026-06-31", "2026-09-31", "2026-11-31", "0000-01-01", "-001-01-01", "2026-+1-01", "2026-03-3x", "２026-3-1", "----------", "2026--03-1",
	} {
		if d, err := ParseDate(s); err == nil || d != 0 {
			t.Errorf("%q was read as %s", s, d)
		}
	}
	for _, s := range []string{"2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "2026-12-31"} {
		if d, err := ParseDate(s); err != nil || d.String() != s {
			t.Errorf("%q: %s, %v", s, d, err)
		}
	}
}

func TestYearsLater(t *testing.T) {
	type tc struct {
		of
		born  string
		years int
		want  string
	}
	each(t, []tc{
		{of{Name: "an ordinary birthday", Cite: "001 (D)(7)"}, "2008-03-31", 18, "2026-03-31"},
		{of{Name: "born on 29 February: of age on 1 March", Cite: "001 (D)(7)"}, "2008-02-29", 18, "2026-03-01"},
		{of{Name: "born on 29 February, 16 in a leap year", Cite: "001 (D)(7)"}, "2008-02-29", 16, "2024-02-29"},
		{of{Name: "born on 29 February 2000", Cite: "001 (D)(7)"}, "2000-02-29", 18, "2018-03-01"},
		{of{Name: "born on 28 February", Cite: "001 (D)(7)"}, "2008-02-28", 18, "2026-02-28"},
		{of{Name: "born on the last day of a year", Cite: "001 (D)(7)"}, "2007-12-31", 18, "2025-12-31"},
	}, func(t *testing.T, c tc) {
		if got := day(c.born).YearsLater(c.years); got != day(c.want) {
			t.Errorf("born %s: %d on %s, want %s", c.born, c.years, got, c.want)
		}
	})
}
