package calc

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// percentRates are whole percents by year.
func percentRates(first int, percents ...Rate) (y YearRates) {
	for i, p := range percents {
		y = append(y, YearRate{first + i, p * 100_000_000, "R.C. 5703.47"})
	}
	return y
}

func TestInterest(t *testing.T) {
	rates := percentRates(2023, 5, 8, 8, 7) // 2023 to 2026
	type c struct {
		of
		amount, payBy, paid, want string
		steps                     int
	}
	h := func(name string) of { return of{Name: name, Cite: "004 192.053(H)"} }
	each(t, []c{
		{h("57 days at 7 %"), "1000.00", "2026-01-12", "2026-03-10", "10.93", 1},           // 10.931…
		{h("across the year's end"), "1000.00", "2025-12-10", "2026-01-10", "6.52", 2},     // 21 × 8 % + 10 × 7 %
		{h("a leap year has 366 days"), "1000.00", "2024-02-15", "2024-05-15", "19.67", 1}, // 90/366 × 8 %
		{h("a whole leap year"), "1000.00", "2023-12-31", "2024-12-31", "80.00", 1},
		{h("a whole common year"), "1000.00", "2024-12-31", "2025-12-31", "80.00", 1},
		{h("one day"), "1000.00", "2026-01-12", "2026-01-13", "0.19", 1}, // 0.1917…
		{h("paid on the day"), "1000.00", "2026-01-12", "2026-01-12", "0.00", 0},
		{h("paid before it"), "1000.00", "2026-01-12", "2026-01-05", "0.00", 0},
		{h("half a cent away from zero"), "36.50", "2025-12-31", "2026-07-24", "1.44", 1}, // 205 days: 1.435
	}, func(t *testing.T, x c) {
		s := Standing{Owed: Owed{cents(x.amount), day(x.payBy)}, Paid: []Payment{{0, cents(x.amount), day(x.paid)}},
			AsOf: day("2026-12-31")}
		got, steps, err := rates.Interest(s.Unpaid())
		if err != nil || got.String() != x.want || len(steps) != x.steps {
			t.Errorf("%s, %d steps, %v; want %s", got, len(steps), err, x.want)
		}
	})
}

// A year without a rate is an error, never the rate of another.
func TestInterestWithoutRate(t *testing.T) {
	_, _, err := percentRates(2026, 7).Interest([]Unpaid{{100, NewDate(2026, 12, 30), NewDate(2027, 1, 1)}})
	var missing *NoRateError
	if !errors.As(err, &missing) || missing.Year != 2027 {
		t.Error(err)
	}
}

// Interest of a span is that of its parts, and paying later never costs less.
func TestInterestProperties(t *testing.T) {
	rates := percentRates(2020, 5, 3, 3, 5, 8, 8, 7)
	start := NewDate(2020, time.January, 1)
	rapid.Check(t, func(t *rapid.T) {
		amount := Cents(rapid.Int64Range(1, int64(MaxCents)).Draw(t, "amount"))
		a := start + Date(rapid.IntRange(0, 2000).Draw(t, "a"))
		b := a + Date(rapid.IntRange(0, 300).Draw(t, "b"))
		c := b + Date(rapid.IntRange(0, 200).Draw(t, "c"))
		whole, steps, err := rates.Interest([]Unpaid{{amount, a, c}})
		if err != nil {
			t.Fatal(err)
		}
		parts, _, _ := rates.Interest([]Unpaid{{amount, a, b}, {amount, b, c}})
		if whole != parts {
			t.Fatalf("%s as a whole, %s in parts", whole, parts)
		}
		days := 0
		for _, s := range steps {
			days += s.Days
		}
		if days != int(c-a) {
			t.Fatalf("%d days in steps, %d in all", days, c-a)
		}
		if early, _, _ := rates.Interest([]Unpaid{{amount, a, b}}); early > whole {
			t.Fatalf("%s to %s, %s to %s", early, b, whole, c)
		}
	})
}
