package calc

import (
	"errors"
	"math/big"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

func factor(here, everywhere string) Factor { return Factor{cents(here), cents(everywhere)} }

func TestApportion(t *testing.T) {
	type c struct {
		of
		factors             Factors
		net                 string
		used                int
		share, taxable, tax string // tax at 1.5 %
	}
	d := func(name string) of { return of{Name: name, Cite: "001 (C)(1)(d)"} }
	none := Factor{}
	each(t, []c{
		{d("20, 30 and 40 % give 30 %"), Factors{factor("20", "100"), factor("30", "100"), factor("40", "100")}, "100000", 3, "0.3", "30000.00", "450.00"},
		{d("a factor that does not exist is left out"), Factors{none, factor("50", "100"), factor("25", "100")}, "100000", 2, "0.375", "37500.00", "562.50"},
		{d("zero in the place still counts"), Factors{factor("0", "100"), factor("60", "100"), factor("30", "100")}, "100000", 3, "0.3", "30000.00", "450.00"},
		{d("all of it in the place"), Factors{factor("1", "1"), factor("2", "2"), factor("3", "3")}, "100000", 3, "1", "100000.00", "1500.00"},
		{d("nothing in the place"), Factors{factor("0", "1"), none, none}, "100000", 1, "0", "0.00", "0.00"},
		// Rounded first, the factors would be 0.000001 and 0, and their mean 0.000001.
		{d("the mean is of the unrounded factors"), Factors{factor("0.01", "20000"), factor("0", "1"), none}, "20000", 2, "0", "0.00", "0.00"},
		{d("a third, seven ninths"), Factors{factor("1", "3"), factor("7", "9"), none}, "9", 2, "0.555556", "5.00", "0.08"},
		{d("half of the sixth decimal goes up"), Factors{factor("0.01", "20000"), none, none}, "20000", 1, "0.000001", "0.02", "0.00"},
		{d("a loss is shown with its share and bears no tax"), Factors{factor("20", "100"), factor("30", "100"), factor("40", "100")}, "-1000.05", 3, "0.3", "-300.02", "0.00"},
		{d("no profit"), Factors{none, none, factor("1", "2")}, "0", 1, "0.5", "0.00", "0.00"},
	}, func(t *testing.T, x c) {
		a, err := x.factors.Apportion()
		if err != nil {
			t.Fatal(err)
		}
		got := a.OnNetProfit(cents(x.net), rate("1.5%"))
		if a.Used != x.used || a.Share.String() != x.share || got.Taxable.String() != x.taxable || got.Tax.String() != x.tax {
			t.Errorf("%d used, share %s, %+v", a.Used, a.Share, got)
		}
	})
}

// 001 (C)(1)(d) divides by the number of factors used, 001 (C)(2) has another
// method where the formula gives no result.
func TestApportionNothing(t *testing.T) {
	if _, err := new(Factors).Apportion(); !errors.Is(err, ErrNoFactor) {
		t.Error(err)
	}
}

func TestFactorCheck(t *testing.T) {
	for _, c := range []struct {
		f    Factor
		want string
	}{
		{factor("0", "0"), ""},
		{factor("100", "100"), ""},
		{factor("100.01", "100"), "100.01 here is more than 100.00 everywhere, which includes it"},
		{factor("1", "0"), "1.00 here is more than 0.00 everywhere, which includes it"},
		{factor("-1", "5"), "below zero; a factor is a part of a whole, and both are zero or more"},
		{factor("-5", "-1"), "below zero; a factor is a part of a whole, and both are zero or more"},
	} {
		got := ""
		if err := c.f.Check(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.f, got, c.want)
		}
	}
}

// TestApportionProperties holds the arithmetic against fractions and decimals of
// others: shares are from 0 to 1, the factors' order does not matter, all parts
// of a business add up to one, and a factor is what a decimal library rounds to.
func TestApportionProperties(t *testing.T) {
	amounts := rapid.Int64Range(0, int64(MaxCents))
	rapid.Check(t, func(t *rapid.T) {
		var f Factors
		exact, n := new(big.Rat), int64(0)
		for k := range f {
			f[k].Everywhere = Cents(amounts.Draw(t, "everywhere")) * Cents(rapid.IntRange(0, 1).Draw(t, "exists"))
			f[k].Here = Cents(rapid.Int64Range(0, int64(f[k].Everywhere)).Draw(t, "here"))
			if err := f[k].Check(); err != nil {
				t.Fatal(err)
			}
			if f[k].Exists() {
				exact.Add(exact, big.NewRat(int64(f[k].Here), int64(f[k].Everywhere)))
				n++
			}
		}
		a, err := f.Apportion()
		if (err != nil) != (n == 0) || int64(a.Used) != n {
			t.Fatalf("%d factors, %d used, %v", n, a.Used, err)
		}
		if n == 0 {
			return
		}
		if want := exact.Quo(exact, big.NewRat(n, 1)).FloatString(6); a.Share.Decimal().StringFixed(6) != want {
			t.Fatalf("share %s, want %s", a.Share, want)
		}
		turned := Factors{f[2], f[0], f[1]}
		if b, _ := turned.Apportion(); b.Share != a.Share {
			t.Fatalf("%s in one order, %s in another", a.Share, b.Share)
		}
		rest := f
		for k, x := range f {
			rest[k].Here = x.Everywhere - x.Here
			if !x.Exists() {
				continue
			}
			want := decimal.New(int64(x.Here), 0).DivRound(decimal.New(int64(x.Everywhere), 0), 30).Round(6)
			if !a.Factors[k].Decimal().Equal(want) {
				t.Fatalf("%v: %s, want %s", x, a.Factors[k], want)
			}
		}
		if b, _ := rest.Apportion(); a.Share+b.Share > rateUnit+10_000 || a.Share+b.Share < rateUnit {
			t.Fatalf("%s here and %s elsewhere", a.Share, b.Share)
		}
		net := Cents(rapid.Int64Range(-int64(MaxCents), int64(MaxCents)).Draw(t, "net"))
		tax := a.OnNetProfit(net, rate("2.5%"))
		if tax.Taxable.Abs() > net.Abs() || tax.Tax < 0 || net <= 0 && tax.Tax != 0 {
			t.Fatalf("%s gives %+v", net, tax)
		}
		if back := a.OnNetProfit(-net, rate("2.5%")); back.Taxable != -tax.Taxable {
			t.Fatalf("%s of a profit, %s of the loss", tax.Taxable, back.Taxable)
		}
	})
}
