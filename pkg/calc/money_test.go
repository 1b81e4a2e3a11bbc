package calc

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// Law: the rates of 000 (A)(1), 002 (a) and 003 (a). The law says nothing about
// cents; a line is rounded once, half a cent away from zero.

func TestTax(t *testing.T) {
	type tc struct {
		of
		wages, rate, want string
	}
	each(t, []tc{
		{of{Name: "half a cent goes up", Cite: "000 (A)(1)"}, "214.00", "1.25%", "2.68"},
		{of{Name: "half a cent of a reversal goes down", Cite: "000 (A)(1)"}, "-214.00", "1.25%", "-2.68"},
		{of{Name: "the smallest wages that are taxed", Cite: "000 (A)(1)"}, "0.40", "1.25%", "0.01"},
		{of{Name: "a cent less is not taxed", Cite: "000 (A)(1)"}, "0.39", "1.25%", "0.00"},
		{of{Name: "the smallest reversal", Cite: "000 (A)(1)"}, "-0.40", "1.25%", "-0.01"},
		{of{Name: "just under half a cent", Cite: "000 (A)(1)"}, "213.99", "1.25%", "2.67"},
		{of{Name: "nothing is taxed nothing", Cite: "003 (a)"}, "0.00", "1%", "0.00"},
		{of{Name: "a place that levies nothing", Cite: "000 (A)(1)"}, "1000.00", "0", "0.00"},
		{of{Name: "one per cent", Cite: "003 (a)"}, "3313.05", "1%", "33.13"},
		{of{Name: "six decimals of a rate", Cite: "000 (A)(1)"}, "1000.00", "0.020125", "20.13"},
		{of{Name: "everything", Cite: "000 (A)(1)"}, "1234.56", "1", "1234.56"},
		{of{Name: "the largest amount", Cite: "000 (A)(1)"}, "10000000000.00", "1", "10000000000.00"},
		{of{Name: "twenty thousand at two per cent", Cite: "RITA FAQ"}, "20000.00", "2%", "400.00"},
		{of{Name: "election: twenty-one days at 200.00", Cite: "000 (B)(4)(b)"}, "4200.00", "1.25%", "52.50"},
	}, func(t *testing.T, c tc) {
		if got := rate(c.rate).Tax(cents(c.wages)); got != cents(c.want) {
			t.Errorf("%s of %s is %s, want %s", c.rate, c.wages, got, c.want)
		}
	})
}

// TestTaxNextToHalfACent: the finest rates on either side of half a cent.
func TestTaxNextToHalfACent(t *testing.T) {
	for r, want := range map[Rate]Cents{rateUnit/2 - 1: 0, rateUnit / 2: 1, rateUnit/2 + 1: 1} {
		if got := r.Tax(1); got != want {
			t.Errorf("%s of a cent is %s, want %s", r, got, want)
		}
		if got := r.Tax(-1); got != -want {
			t.Errorf("%s of a reversed cent is %s, want %s", r, got, -want)
		}
	}
}

func TestTaxRoundsAsDecimalsDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wages, r := anyCents().Draw(t, "wages"), anyRate().Draw(t, "rate")
		want := wages.Decimal().Mul(r.Decimal()).Round(2)
		if got := r.Tax(wages); !got.Decimal().Equal(want) {
			t.Fatalf("%s of %s is %s, want %s", r, wages, got, want)
		}
		if got := r.Tax(-wages); got != -r.Tax(wages) {
			t.Fatalf("%s of a reversal of %s is %s: it does not cancel", r, wages, got)
		}
	})
}

func TestRateOf(t *testing.T) {
	for _, c := range []struct{ factor, of, want string }{
		{"1", "2.5%", "0.025"}, {"0", "2.5%", "0"}, {"0.5", "0.0075", "0.00375"}, {"0.6", "1.5%", "0.009"},
		{"0.25", "0.75%", "0.001875"}, {"0.3333", "0.012345", "0.0041145885"},
	} {
		if got := rate(c.factor).Of(rate(c.of)).String(); got != c.want {
			t.Errorf("%s of %s is %s, want %s", c.factor, c.of, got, c.want)
		}
	}
	if got := Rate(3).Of(rateUnit / 2); got != 1 {
		t.Errorf("what is finer than a rate holds is dropped: got %d, want 1", got)
	}
}

func TestParseCents(t *testing.T) {
	for s, want := range map[string]Cents{
		"0": 0, "0.00": 0, "-0": 0, "1": 100, "1.5": 150, "1.05": 105, "1234.56": 123456, "-12.34": -1234, ".5": 50, "-.05": -5,
		"007.00": 700, "10000000000": MaxCents, "10000000000.00": MaxCents, "-10000000000.00": -MaxCents,
	} {
		if got, err := ParseCents(s); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", s, got, err, want)
		}
	}
	for _, s := range []string{
		"", "-", ".", "-.", "1.", "1.234", "1,234.56", "$1.00", "1.00 ", " 1.00", "+1.00", "--1", "1-", "1e3", "0x10", "1.2.3", "1.-5", "1. 5",
		"(1.00)", "１.00", "1.0٣", "NaN", "1_000", "10000000000.01", "-10000000000.01", "10000000001", "99999999999999999999999999",
	} {
		if got, err := ParseCents(s); err == nil || got != 0 {
			t.Errorf("%q was read as %s", s, got)
		}
	}
}

func TestParseRate(t *testing.T) {
	for s, want := range map[string]string{
		"0": "0", "0%": "0", "1": "1", "100%": "1", "1.0": "1", "0.0125": "0.0125", "1.25%": "0.0125", ".02": "0.02",
		"2.0125%": "0.020125", "0.020125": "0.020125", "0.000001": "0.000001", "0.0001%": "0.000001", "0.01250000": "0.0125", "0.010000000000000000": "0.01",
	} {
		if got, err := ParseRate(s); err != nil || got.String() != want {
			t.Errorf("%q: %s, %v; want %s", s, got, err, want)
		}
	}
	for _, s := range []string{
		"", "%", "1.25 %", "1.25%%", "%1", "1,25%", "-0.01", "-1%", "1.0001", "100.0001%", "2", "0.0000001", "1.23456%", "0.01e1", "1e-2", "1E-2%",
		"1e999999999", "1e-999999999", "+0.02", "0x1", "NaN", "0.0100000000000000000", "one",
	} {
		if got, err := ParseRate(s); err == nil || got != 0 {
			t.Errorf("%q was read as %s", s, got)
		}
	}
}

func TestRateString(t *testing.T) {
	for r, want := range map[Rate]string{
		0: "0", rateUnit: "1", 1: "0.0000000001", 125_000_000: "0.0125", -125_000_000: "-0.0125", rateUnit + rateUnit/10: "1.1", 2 * rateUnit: "2",
	} {
		if got := r.String(); got != want {
			t.Errorf("Rate(%d) is %q, want %q", int64(r), got, want)
		}
		if !r.Decimal().Equal(decimal.RequireFromString(want)) {
			t.Errorf("Rate(%d) as a decimal is %s, want %s", int64(r), r.Decimal(), want)
		}
	}
}

func TestSplit(t *testing.T) {
	type tc struct {
		of
		total   string
		weights []int64
		want    []string
	}
	each(t, []tc{
		{of{Name: "an odd cent goes to the earlier of equals", Cite: "000 (B)(1)(c)2"}, "10.01", []int64{1, 1}, []string{"5.01", "5.00"}},
		{of{Name: "a thousand shared by two tied places", Cite: "000 (B)(1)(c)2"}, "1000.00", []int64{1, 1}, []string{"500.00", "500.00"}},
		{of{Name: "a hundred by three", Cite: "000 (B)(1)(c)2"}, "100.00", []int64{1, 1, 1}, []string{"33.34", "33.33", "33.33"}},
		{of{Name: "two cents left go to two places", Cite: "000 (B)(1)(c)2"}, "0.05", []int64{1, 1, 1}, []string{"0.02", "0.02", "0.01"}},
		{of{Name: "the largest remainder first, though it is later", Cite: "000 (B)(1)(c)2"}, "0.10", []int64{13, 19, 68}, []string{"0.01", "0.02", "0.07"}},
		{of{Name: "a reversal mirrors its check", Cite: "000 (B)(1)(c)2"}, "-10.01", []int64{1, 1}, []string{"-5.01", "-5.00"}},
		{of{Name: "by time: 4 and 3.5 hours", Cite: "000 (B)(1)(c)2"}, "200.00", []int64{400, 350}, []string{"106.67", "93.33"}},
		{of{Name: "no weight, no part", Cite: "000 (B)(1)(c)2"}, "7.00", []int64{0, 3, 0}, []string{"0.00", "7.00", "0.00"}},
		{of{Name: "no weights at all: the first has it", Cite: "000 (B)(1)(c)2"}, "7.00", []int64{0, 0}, []string{"7.00", "0.00"}},
		{of{Name: "one place", Cite: "000 (B)(1)(c)1"}, "0.01", []int64{5}, []string{"0.01"}},
	}, func(t *testing.T, c tc) {
		parts := slices.Repeat([]Cents{99}, len(c.weights))
		for i, got := range Split(cents(c.total), c.weights, parts) {
			if got != cents(c.want[i]) {
				t.Errorf("part %d is %s, want %s", i, got, c.want[i])
			}
		}
	})
}

// TestSplitAddsUp: nothing is lost or made, no part is a cent or more away from
// its exact share, and the order of the weights moves odd cents only.
func TestSplitAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := anyCents().Draw(t, "total")
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1_000_000_000), 1, 12).Draw(t, "weights")
		parts := Split(total, weights, make([]Cents, len(weights)))

		var sum Cents
		all := decimal.Zero
		for i, p := range parts {
			sum, all = sum+p, all.Add(decimal.New(weights[i], 0))
		}
		if sum != total {
			t.Fatalf("%v add up to %s, want %s", parts, sum, total)
		}
		for i, p := range parts {
			if all.IsZero() {
				break
			}
			off := p.Decimal().Mul(all).Sub(total.Decimal().Mul(decimal.New(weights[i], 0))).Abs()
			if off.GreaterThanOrEqual(all.Shift(-2)) {
				t.Fatalf("part %d of %s by %v is %s: a cent or more off", i, total, weights, p)
			}
		}
		other := slices.Clone(weights)
		rand.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		sum = 0
		for _, p := range Split(total, other, make([]Cents, len(other))) {
			sum += p
		}
		if sum != total {
			t.Fatalf("in another order the parts add up to %s, want %s", sum, total)
		}
	})
}

// TestAppend: amounts and rates are written as decimals are.
func TestAppend(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, c Cents) {
		if got, want := string(c.Append([]byte("x"))), "x"+c.Decimal().StringFixed(2); got != want {
			t.Fatalf("%d cents is written %s, want %s", int64(c), got, want)
		}
	}
	for unit := Cents(1); unit < 1_000_000_000_000_000_000; unit *= 10 {
		for _, c := range []Cents{unit - 1, unit, unit + 1, 5*unit + 7} {
			check(t, c)
			check(t, -c)
		}
	}
	check(t, math.MaxInt64)
	check(t, math.MinInt64)
	rapid.Check(t, func(t *rapid.T) {
		check(t, Cents(rapid.Int64Range(-200_000_000, 200_000_000).Draw(t, "cents")))
		r := Rate(rapid.Int64Range(-20*rateUnit, 20*rateUnit).Draw(t, "rate"))
		if got, want := r.String(), r.Decimal().String(); got != want {
			t.Fatalf("%d is written %s, want %s", int64(r), got, want)
		}
	})
}
