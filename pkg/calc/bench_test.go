package calc

import "testing"

// plainCheck is what nearly every row of a payroll is: wages in one place, where
// the person lives in another.
func plainCheck() ([]Share, *Home, *Person) {
	s := earned(village000(), "3313.05", true)
	s.Check.PayDate, s.Check.Earned = day("2026-06-12"), day("2026-06-12")
	s.Check.Section125 = cents("120.00")
	return []Share{s}, homeOf(creditHome(), true, true), &Person{Birth: day("1990-01-01"), Hired: day("2020-01-02")}
}

// TestPlainCheckAllocatesNothing: millions of rows are withheld on, and lines are
// kept in a slice that is used again.
func TestPlainCheckAllocatesNothing(t *testing.T) {
	shares, home, p := plainCheck()
	lines := make([]Line, 0, 4)
	if n := testing.AllocsPerRun(100, func() { lines = Withhold(shares, home, p, lines[:0]) }); n != 0 {
		t.Errorf("withholding on a plain check allocates %v times, want none", n)
	}
	if len(lines) != 2 {
		t.Errorf("a plain check has %d lines, want 2", len(lines))
	}
}

func BenchmarkTax(b *testing.B) {
	r, wages := rate("1.25%"), cents("3313.05")
	b.ReportAllocs()
	var sum Cents
	for b.Loop() {
		sum += r.Tax(wages)
	}
	if sum == 0 {
		b.Error("no tax")
	}
}

func BenchmarkWagesOf(b *testing.B) {
	shares, _, p := plainCheck()
	b.ReportAllocs()
	for b.Loop() {
		if w := shares[0].Law.WagesOf(&shares[0].Check, p, Ties{}); w.Subject != 319305 {
			b.Fatalf("subject %s", w.Subject)
		}
	}
}

func BenchmarkWithhold(b *testing.B) {
	shares, home, p := plainCheck()
	lines := make([]Line, 0, 4)
	b.ReportAllocs()
	for b.Loop() {
		lines = Withhold(shares, home, p, lines[:0])
	}
	if len(lines) != 2 {
		b.Errorf("%d lines, want 2", len(lines))
	}
}

func BenchmarkAttribute(b *testing.B) {
	shares, home, p := plainCheck()
	lines := Withhold(shares, home, p, nil)
	paid := Paid{Known: true, Amount: cents("40.00")}
	b.ReportAllocs()
	for b.Loop() {
		lines = Attribute(lines, paid)
	}
	if len(lines) != 2 || lines[0].Withheld != paid.Amount {
		b.Errorf("lines %+v", lines)
	}
}
