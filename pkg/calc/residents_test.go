package calc

import (
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// Law: 003 (a), (j); 000 (A)(2)(k). The credits are the residences' own; what they
// give at each work rate is published.

// TestPublishedResidenceRates holds Left against all of a printed table.
func TestPublishedResidenceRates(t *testing.T) {
	work := []string{"none", "0.5", "0.75", "1", "1.25", "1.4", "1.5", "1.6", "1.65", "1.75", "2", "2.25", "2.5", "2.6", "2.75"}
	columns := append([]string{"name", "cite", "rule", "rate", "factor", "limit", "above"}, work...)
	type tc struct {
		of
		own     Rate
		credit  Credit
		printed []string
	}
	var cases []tc
	for _, row := range readCSV(t, "residence_rates.csv", columns...) {
		c := tc{of: of{Name: row[0], Cite: Citation(row[1])}, own: rate(row[3]), printed: row[7:]}
		c.credit = Credit{Known: true, Factor: rate(row[4])}
		switch row[2] {
		case "work":
			c.credit.Limit = rate(row[5])
		case "own":
			c.credit.Kind, c.credit.Above = CreditOfOwnRate, rate(row[6])
		default:
			t.Fatalf("%s: unknown rule %q", row[0], row[2])
		}
		cases = append(cases, c)
	}
	cells := 0
	each(t, cases, func(t *testing.T, c tc) {
		for i, printed := range c.printed {
			var at Rate
			if work[i] != "none" {
				at = rate(work[i] + "%")
			}
			left := c.credit.Left(c.own, at)
			if got := left.Decimal().Shift(2).Round(2); !got.Equal(decimal.RequireFromString(printed)) {
				t.Errorf("at a work rate of %s: %s, printed %s", work[i], got, printed)
			}
			cells++
		}
	})
	if cells != 8*15 {
		t.Errorf("compared %d cells of the table, want 120", cells)
	}
}

func TestExactRateBehindThePrintedOne(t *testing.T) {
	medina := Credit{Known: true, Kind: CreditOfOwnRate, Factor: rate("0.25"), Above: rate("0.5%")}
	if got := medina.Left(rate("1.25%"), rate("2%")).String(); got != "0.010625" {
		t.Errorf("Medina's 1.06 %% is %s, want 0.010625", got)
	}
	burton := Credit{Known: true, Factor: rate("0.5"), Limit: rate("1%")}
	if got := burton.Left(rate("1%"), rate("0.75%")).String(); got != "0.00625" {
		t.Errorf("Burton's 0.63 %% is %s, want 0.00625", got)
	}
}

func TestResidenceTaxes(t *testing.T) {
	type tc struct {
		of
		law              Law
		work, wages, tax string
	}
	var cases []tc
	for _, row := range readCSV(t, "residence_taxes.csv", "name", "cite", "rate", "factor", "limit", "work_rate", "wages", "tax") {
		l := Law{Rate: rate(row[2]), Credit: Credit{Known: true, Factor: rate(row[3]), Limit: rate(row[4])}}
		cases = append(cases, tc{of{Name: row[0], Cite: Citation(row[1])}, l, row[5], row[6], row[7]})
	}
	each(t, cases, func(t *testing.T, c tc) {
		at := Workplace{Rate: rate(c.work), Withheld: c.work != "0"}
		if got := c.law.CourtesyRate(at).Tax(cents(c.wages)); got != cents(c.tax) {
			t.Errorf("%s on %s at work, want %s", got, c.work, c.tax)
		}
	})
}

func TestDifferenceOfRates(t *testing.T) {
	type tc struct {
		of
		own     string
		work    Workplace
		located bool
		wages   string
		want    string
	}
	each(t, []tc{
		{of{Name: "rates are subtracted, not taxes", Cite: "003 (j)"}, "2.1%", Workplace{rate("1.5%"), true}, true, "3313.05", "19.88"},
		{of{Name: "equal rates relieve", Cite: "003 (j)"}, "1%", Workplace{rate("1%"), true}, true, "1000.00", "0.00"},
		{of{Name: "a higher rate relieves", Cite: "003 (j)"}, "1%", Workplace{rate("2%"), true}, true, "1000.00", "0.00"},
		{of{Name: "the least difference", Cite: "003 (j)"}, "1%", Workplace{rate("0.9999%"), true}, true, "10000.00", "0.01"},
		{of{Name: "nothing is withheld at work: the full rate", Cite: "003 (j)"}, "1%", Workplace{rate("2%"), false}, true, "1000.00", "10.00"},
		{of{Name: "no municipality at work: the full rate", Cite: "003 (a)"}, "1%", Workplace{}, true, "1000.00", "10.00"},
		{of{Name: "an employer outside the City has no duty", Cite: "003 (j)"}, "1%", Workplace{rate("0.5%"), true}, false, "1000.00", "0.00"},
	}, func(t *testing.T, c tc) {
		l := city003()
		l.Rate = rate(c.own)
		if got := l.ResidenceRate(c.work, c.located).Tax(cents(c.wages)); got != cents(c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	})
	everyEmployer := city003()
	everyEmployer.Residents.LocatedEmployersOnly = false
	if got := everyEmployer.ResidenceRate(Workplace{}, false); got != everyEmployer.Rate {
		t.Errorf("a rule for every employer gives %s outside, want %s", got, everyEmployer.Rate)
	}
	if got := village000().ResidenceRate(Workplace{}, true); got != 0 {
		t.Errorf("without the rule of 003 (j) the duty is %s, want none", got)
	}
}

func TestRequestedTax(t *testing.T) {
	type tc struct {
		of
		byRate, withheld, want string
	}
	each(t, []tc{
		{of{Name: "more was withheld than the rate gives", Cite: "000 (A)(2)(k)"}, "10.00", "12.00", "12.00"},
		{of{Name: "less was withheld", Cite: "000 (A)(2)(k)"}, "10.00", "8.00", "10.00"},
		{of{Name: "as much was withheld", Cite: "000 (A)(2)(k)"}, "10.00", "10.00", "10.00"},
		{of{Name: "the rate gives nothing", Cite: "000 (A)(2)(k)"}, "0.00", "0.05", "0.05"},
		{of{Name: "a reversal of that", Cite: "000 (A)(2)(k)"}, "0.00", "-0.05", "-0.05"},
		{of{Name: "a reversal", Cite: "000 (A)(2)(k)"}, "-10.00", "-12.00", "-12.00"},
		{of{Name: "tax given back on a check of wages", Cite: "000 (A)(2)(k)"}, "10.00", "-12.00", "10.00"},
	}, func(t *testing.T, c tc) {
		if got := RequestedTax(cents(c.byRate), cents(c.withheld)); got != cents(c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	})
}

func TestRequestedTaxCancels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amounts := rapid.Int64Range(-3, 3)
		byRate, withheld := Cents(amounts.Draw(t, "by rate")), Cents(amounts.Draw(t, "withheld"))
		if sum := RequestedTax(byRate, withheld) + RequestedTax(-byRate, -withheld); sum != 0 {
			t.Fatalf("%s, of which %s was withheld, and its reversal leave %s", byRate, withheld, sum)
		}
	})
}

// TestCreditIsWithinTheRate: what is left is from nothing to the whole rate, and a
// higher work rate never leaves more.
func TestCreditIsWithinTheRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLaw("Home").Draw(t, "law")
		low, high := taxRate().Draw(t, "work"), taxRate().Draw(t, "other work")
		if low > high {
			low, high = high, low
		}
		a, b := l.Credit.Left(l.Rate, low), l.Credit.Left(l.Rate, high)
		if a < 0 || a > l.Rate || b < 0 || b > a {
			t.Fatalf("of %s, %s leaves %s and %s leaves %s", l.Rate, low, a, high, b)
		}
		if none := l.Credit.Left(l.Rate, 0); none != l.Rate {
			t.Fatalf("of %s, no tax at work leaves %s", l.Rate, none)
		}
	})
}
