package ordinance

import "testing"

func TestAge(t *testing.T) {
	for _, c := range []struct {
		age, asOf, on string
		over          bool
	}{
		{"2y", "2026-08-11", "2028-08-11", false},
		{"2y", "2026-08-11", "2028-08-12", true},
		{"24m", "2026-08-11", "2028-08-12", true},
		{"2y", "2024-02-29", "2026-02-28", false},
		{"2y", "2024-02-29", "2026-03-01", true},
		{"1m", "2026-01-31", "2026-03-01", true},
		// Of a year or a month, the last day.
		{"2y", "2023", "2025-12-31", false},
		{"2y", "2023", "2026-01-01", true},
		{"18m", "2023-12", "2025-06-30", false},
		{"18m", "2023-12", "2025-07-01", true},
		// Any age will do, or it is not known.
		{"0", "2000-01-01", "2099-01-01", false},
		{"2y", "", "2099-01-01", false},
		{"2y", "lately", "2099-01-01", false},
		{"2y", "2026-13", "2099-01-01", false},
	} {
		a, err := ParseAge(c.age)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Over(c.asOf, day(t, c.on)); got != c.over {
			t.Errorf("%s on %s is over %s: %v", c.asOf, c.on, c.age, got)
		}
	}
	for text, want := range map[string]string{"2y": "2 years", "1y": "1 year", "18m": "18 months", "1m": "1 month"} {
		if a, err := ParseAge(text); err != nil || a.String() != want {
			t.Errorf("%s: %s, %v", text, a, err)
		}
	}
	for _, text := range []string{"", "2", "y", "-2y", "0y", "2d", "two years", "1e3y", "9999y", "2.5y", "99999999999999999999m"} {
		if a, err := ParseAge(text); err == nil {
			t.Errorf("%q is %s", text, a)
		}
	}
}
