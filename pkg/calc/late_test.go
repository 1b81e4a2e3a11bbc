package calc

import (
	"testing"

	"pgregory.net/rapid"
)

// hundredths is a whole percentage.
func hundredths(n int) Rate { return Rate(n) * rateUnit / 100 }

// The rates of R.C. 718.27, as data has them.
func lateRates() YearRates {
	return YearRates{{2023, hundredths(7), "R.C. 718.27 (2023)"}, {2024, hundredths(10), "R.C. 718.27 (2024)"},
		{2025, hundredths(10), "R.C. 718.27 (2025)"}, {2026, hundredths(9), "R.C. 718.27 (2026)"}}
}

func TestLateTax(t *testing.T) {
	once := TaxPenalty{First: hundredths(50), UpTo: true}
	monthly := TaxPenalty{First: hundredths(10), Later: hundredths(3), Most: hundredths(50)}
	type c struct {
		of
		penalty               TaxPenalty
		tax, payBy, paid      string
		interest, penaltyWant string
		months                int
	}
	h := func(name string) of { return of{Name: name, Cite: "R.C. 718.27"} }
	each(t, []c{
		{h("57 days at 9 %"), once, "1000.00", "2026-01-12", "2026-03-10", "14.05", "500.00", 0}, // 14.0547…
		{h("across the year's end"), once, "1000.00", "2025-12-15", "2026-01-20", "9.32", "500.00", 0},
		{h("90 days of a leap year"), once, "1000.00", "2024-02-15", "2024-05-15", "24.59", "500.00", 0},
		{h("half a cent of a penalty"), once, "0.01", "2026-01-12", "2026-01-13", "0.00", "0.01", 0},
		{h("growing: the first day"), monthly, "1000.00", "2026-01-12", "2026-01-13", "0.25", "100.00", 1},
		{h("growing: one month"), monthly, "1000.00", "2026-01-12", "2026-02-12", "7.64", "100.00", 1},
		{h("growing: a day of the second"), monthly, "1000.00", "2026-01-12", "2026-02-13", "7.89", "130.00", 2},
		{h("growing: five months"), monthly, "1000.00", "2026-01-12", "2026-06-12", "37.23", "220.00", 5},
		{h("growing: to its most"), monthly, "1000.00", "2025-01-12", "2026-04-12", "121.86", "500.00", 15},
	}, func(t *testing.T, x c) {
		s := Standing{Owed: Owed{cents(x.tax), day(x.payBy)}, Paid: []Payment{{0, cents(x.tax), day(x.paid)}}, AsOf: day(x.paid)}
		interest, _, err := lateRates().Interest(s.Unpaid())
		penalty, steps := x.penalty.On(s.Unpaid())
		if err != nil || interest.String() != x.interest || penalty.String() != x.penaltyWant || len(steps) != 1 || steps[0].Months != x.months {
			t.Errorf("interest %s, penalty %s, %+v, %v", interest, penalty, steps, err)
		}
	})
}

// Parts of one period's tax are rounded together; what does not grow is one step.
func TestLatePenaltyOfParts(t *testing.T) {
	parts := []Unpaid{{1, 100, 110}, {1, 100, 120}, {1, 100, 130}}
	p := TaxPenalty{First: hundredths(50)}
	if got, steps := p.On(parts); got != 2 || len(steps) != 1 || steps[0].Amount != 3 {
		t.Errorf("%s, %+v; want 0.02 in one step (1.5 cents)", got, steps)
	}
	if got, steps := p.On(nil); got != 0 || steps != nil {
		t.Errorf("nothing late: %s, %+v", got, steps)
	}
}

func TestMonthsBegun(t *testing.T) {
	for _, c := range []struct {
		after, through string
		want           int
	}{
		{"2026-01-12", "2026-01-12", 0},
		{"2026-01-12", "2026-01-01", 0},
		{"2026-01-12", "2026-01-13", 1},
		{"2026-01-31", "2026-02-28", 1},
		{"2026-01-31", "2026-03-01", 2},
		{"2026-01-31", "2026-03-31", 2},
		{"2024-02-29", "2025-02-28", 12},
		{"2026-12-15", "2027-01-16", 2},
	} {
		if got := MonthsBegun(day(c.after), day(c.through)); got != c.want {
			t.Errorf("%s to %s: %d months, want %d", c.after, c.through, got, c.want)
		}
	}
}

func TestReturnPenalty(t *testing.T) {
	monthly := ReturnPenalty{Amount: 25_00, Monthly: true, Most: 150_00}
	once := ReturnPenalty{Amount: 25_00, UpTo: true}
	type c struct {
		of
		p           ReturnPenalty
		filed, asOf string
		want        Cents
	}
	h := func(name string) of { return of{Name: name, Cite: "R.C. 718.27"} }
	each(t, []c{
		{h("on the day"), monthly, "2022-04-18", "2026-01-01", 0},
		{h("a day late"), monthly, "2022-04-19", "2026-01-01", 25_00},
		{h("a month late"), monthly, "2022-05-18", "2026-01-01", 25_00},
		{h("a month and a day"), monthly, "2022-05-19", "2026-01-01", 50_00},
		{h("a year late"), monthly, "2023-04-18", "2026-01-01", 150_00},
		{h("not filed, its day not past"), monthly, "", "2022-04-18", 0},
		{h("not filed"), monthly, "", "2022-07-18", 75_00},
		{h("filed after the day asked for"), monthly, "2022-09-18", "2022-07-18", 75_00},
		{h("once, however late"), once, "2023-04-18", "2026-01-01", 25_00},
		{h("once, on the day"), once, "2022-04-18", "2026-01-01", 0},
	}, func(t *testing.T, x c) {
		var filed Date
		if x.filed != "" {
			filed = day(x.filed)
		}
		if got, _ := x.p.For(day("2022-04-18"), filed, day(x.asOf)); got != x.want {
			t.Errorf("%s, want %s", got, x.want)
		}
	})
}

// A growing penalty never falls with time, stays within its most and, as one
// that does not grow, is a share of what was late.
func TestLatePenaltyProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := TaxPenalty{First: hundredths(rapid.IntRange(0, 50).Draw(t, "first")), Later: hundredths(rapid.IntRange(0, 10).Draw(t, "later")), Most: hundredths(50)}
		amount := Cents(rapid.Int64Range(1, int64(MaxCents)).Draw(t, "amount"))
		after := NewDate(2020, 1, 1) + Date(rapid.IntRange(0, 2000).Draw(t, "after"))
		soon := after + Date(rapid.IntRange(1, 900).Draw(t, "soon"))
		later := soon + Date(rapid.IntRange(0, 900).Draw(t, "later on"))
		a, _ := p.On([]Unpaid{{amount, after, soon}})
		b, steps := p.On([]Unpaid{{amount, after, later}})
		if a > b || b > hundredths(50).Tax(amount) || b != steps[0].Share.Tax(amount) {
			t.Fatalf("%s, then %s, %+v", a, b, steps)
		}
		if n := MonthsBegun(after, later); n < int(later-after)/31 || n > int(later-after)/28+1 {
			t.Fatalf("%d months from %s to %s", n, after, later)
		}
	})
}
