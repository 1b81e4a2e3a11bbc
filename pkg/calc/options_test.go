package calc

import "testing"

// Law: 000 (A)(2)(d), 003 (c).

func TestOptions(t *testing.T) { testWages(t, "options.yaml") }

func TestEmployeeOfIssuer(t *testing.T) {
	type tc struct {
		of
		person Person
		day    string
		want   bool
	}
	worked := Person{Hired: day("2020-01-02"), Terminated: day("2026-03-31")}
	each(t, []tc{
		{of{Name: "the day before the first", Cite: "003 (c)"}, worked, "2020-01-01", false},
		{of{Name: "the first day", Cite: "003 (c)"}, worked, "2020-01-02", true},
		{of{Name: "the last day", Cite: "003 (c)"}, worked, "2026-03-31", true},
		{of{Name: "the day after the last", Cite: "003 (c)"}, worked, "2026-04-01", false},
		{of{Name: "hired on an unknown day", Cite: "003 (c)"}, Person{Terminated: day("2026-03-31")}, "1990-01-01", true},
		{of{Name: "still employed", Cite: "003 (c)"}, Person{Hired: day("2020-01-02")}, "2030-01-01", true},
		{of{Name: "another corporation's stock", Cite: "003 (c)"}, Person{IssuedElsewhere: true}, "2026-01-01", false},
	}, func(t *testing.T, c tc) {
		if got := c.person.employeeOfIssuer(day(c.day)); got != c.want {
			t.Errorf("on %s: %t, want %t", c.day, got, c.want)
		}
	})
}
