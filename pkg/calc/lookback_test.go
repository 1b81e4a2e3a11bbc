package calc

import "testing"

// TestReaches: 002 (f)(2) must, 000 (B)(4)(b) and 004 192.052 (D)(2) may.
func TestReaches(t *testing.T) {
	for _, c := range []struct {
		rule          LookBack
		elected, want bool
	}{
		{MandatoryLookBack, false, true}, {MandatoryLookBack, true, true}, {ElectiveLookBack, false, false},
		{ElectiveLookBack, true, true}, {NoLookBack, false, false}, {NoLookBack, true, false},
	} {
		if got := (&OccasionalEntrant{LookBack: c.rule}).Reaches(c.elected); got != c.want {
			t.Errorf("rule %d, elected %t: %t", c.rule, c.elected, got)
		}
	}
}

// TestAddCatchUp: twelve days of $40 in 002 are one line of $9.60, rounded once,
// and another rate or municipality is another line.
func TestAddCatchUp(t *testing.T) {
	law, raised := village002(), village002()
	raised.Rate = rate("2.5%")
	var lines []Line
	for range 12 {
		lines = AddCatchUp(lines, law, &Wages{Total: cents("40.00"), Subject: cents("40.00")})
	}
	lines = AddCatchUp(lines, raised, &Wages{Total: cents("0.20"), Subject: cents("0.20")})
	lines = AddCatchUp(lines, city003(), &Wages{Total: cents("40.00"), Subject: cents("30.00")})
	want := []string{"480.00 9.60", "0.20 0.01", "40.00 0.30"}
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d", len(lines), len(want))
	}
	for i, l := range lines {
		if got := l.Wages.Total.String() + " " + l.Required.String(); l.Role != CatchUp || got != want[i] {
			t.Errorf("line %d: %s %s, want %s", i, l.Role, got, want[i])
		}
	}
}
