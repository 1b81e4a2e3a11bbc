package ordinance_test

import (
	"math/rand/v2"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
)

// TestSameCentAsDecimals holds the whole-number arithmetic of tax against exact
// decimals: a million wages of all sizes, each at one of the rates that are in the
// built-in data at any time, so that each rate meets thousands of them.
func TestSameCentAsDecimals(t *testing.T) {
	rates := builtInRates(t)
	wages := 1_000_000
	if testing.Short() {
		wages /= 20
	}
	random := rand.New(rand.NewPCG(718, 3))
	for i := range wages {
		r := rates[i%len(rates)]
		// Sizes from cents to billions come equally often.
		w := calc.Cents(random.Int64N(int64(calc.MaxCents))) >> random.IntN(40)
		if i%7 == 0 {
			w = -w
		}
		if got, want := r.Tax(w), w.Decimal().Mul(r.Decimal()).Round(2); !got.Decimal().Equal(want) {
			t.Fatalf("%s of %s is %s, in decimals %s", r, w, got, want)
		}
	}
}

// builtInRates are all rates of the built-in data.
func builtInRates(t *testing.T) (rates []calc.Rate) {
	book, err := ordinance.Load()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[calc.Rate]bool{}
	for _, m := range book.All() {
		for day := calc.NewDate(2000, 1, 1); day <= calc.NewDate(2030, 12, 31); day++ {
			law, err := m.On(day)
			if err != nil {
				continue
			}
			if !seen[law.Rate] {
				seen[law.Rate] = true
				rates = append(rates, law.Rate)
			}
			if law.Until == 0 {
				break
			}
			day = law.Until
		}
	}
	if len(rates) < 20 {
		t.Fatalf("only %d rates in the data", len(rates))
	}
	return rates
}
