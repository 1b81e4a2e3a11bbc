package ordinance

import (
	"testing"

	"example.com/withhold/pkg/calc"
)

func percent(t testing.TB, s string) calc.Rate {
	t.Helper()
	r, err := calc.ParseRate(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWithRate(t *testing.T) {
	b := book(t)
	from := day(t, "2027-01-01")
	for _, c := range []struct {
		id, rate             string
		factor, limit, above string // of the credit from then on
	}{
		{"akron", "2.75%", "1", "0.0275", "0"},       // up to its own rate, and so again
		{"celina", "1.75%", "1", "0.01", "0"},        // up to another rate, which stays
		{"medina", "1.5%", "0.25", "0", "0.005"},     // a share of its own rate, by ordinance
		{"village-006", "2.5%", "0.6", "0.015", "0"}, // an example
		{"village-000", "3.5%", "0", "0", "0"},       // no credit known
	} {
		what, err := b.WithRate(c.id, percent(t, c.rate), from, "a draft")
		if err != nil {
			t.Fatal(err)
		}
		old, now := b.ByID(c.id), what.ByID(c.id)
		if found, err := what.Find(old.Name); err != nil || found != now || now == old {
			t.Errorf("%s: Find gives %v, %v", c.id, found, err)
		}
		for _, d := range []string{"2016-06-30", "2026-12-31"} {
			x, errX := old.On(day(t, d))
			y, errY := now.On(day(t, d))
			if (errX == nil) != (errY == nil) || errX == nil && (x.Rate != y.Rate || x.Credit != y.Credit || x.RateCite != y.RateCite) {
				t.Errorf("%s on %s: %+v, was %+v", c.id, d, y, x)
			}
		}
		for _, d := range []calc.Date{from, day(t, "2035-05-05")} {
			x, _ := old.On(d)
			y, err := now.On(d)
			if err != nil {
				t.Fatal(err)
			}
			k := y.Credit
			if y.Rate != percent(t, c.rate) || y.RateCite != "a draft" || k.Factor.String() != c.factor || k.Limit.String() != c.limit || k.Above.String() != c.above {
				t.Errorf("%s on %s: %s [%s], credit %+v", c.id, d, y.Rate, y.RateCite, k)
			}
			if (k.Cite == "a draft") != (k.Limit == y.Rate) {
				t.Errorf("%s: credit cites %s", c.id, k.Cite)
			}
			same := *y
			same.Rate, same.RateCite, same.Credit, same.From, same.Until = x.Rate, x.RateCite, x.Credit, x.From, x.Until
			if same != *x {
				t.Errorf("%s on %s: other law changed:\n%+v\n%+v", c.id, d, same, *x)
			}
		}
		if what.Hash() == b.Hash() || len(what.Hash()) != len(b.Hash()) {
			t.Errorf("%s: the supposition leaves no trace in the hash", c.id)
		}
	}
	if law := lawOn(t, b, "Akron", "2030-01-01"); law.Rate != percent(t, "2.5%") {
		t.Errorf("the book itself has changed: %s", law.Rate)
	}
	if b.ByID("toledo") == nil {
		t.Fatal("no Toledo")
	}
}

// What is known of later days gives way, in the rates table and in a file; two
// suppositions add up.
func TestWithRateLater(t *testing.T) {
	b := book(t)
	what, err := b.WithRate("akron", percent(t, "1%"), day(t, "2010-01-01"), "back then")
	if err != nil {
		t.Fatal(err)
	}
	// Akron went from 2.25 % to 2.5 % in 2018, the credit with it.
	for _, d := range []string{"2010-01-01", "2017-12-31", "2018-01-01", "2026-01-01"} {
		law := lawOn(t, what, "Akron", d)
		if law.Rate != percent(t, "1%") || law.Credit.Known && law.Credit.Limit != law.Rate {
			t.Errorf("on %s: %s, credit %+v", d, law.Rate, law.Credit)
		}
	}
	if law := lawOn(t, what, "Akron", "2009-12-31"); law.Rate != percent(t, "2.25%") {
		t.Errorf("before: %s", law.Rate)
	}
	again, err := what.WithRate("akron", percent(t, "1.25%"), day(t, "2020-01-01"), "later")
	if err != nil {
		t.Fatal(err)
	}
	for d, rate := range map[string]string{"2009-12-31": "2.25%", "2019-12-31": "1%", "2020-01-01": "1.25%"} {
		if law := lawOn(t, again, "Akron", d); law.Rate != percent(t, rate) {
			t.Errorf("on %s: %s, want %s", d, law.Rate, rate)
		}
	}
	// A day of which no rate is known becomes known.
	what, err = b.WithRate("de-graff", percent(t, "1%"), day(t, "2021-01-01"), "supposed")
	if err != nil {
		t.Fatal(err)
	}
	if law := lawOn(t, what, "De Graff", "2021-01-01"); law.Rate != percent(t, "1%") {
		t.Errorf("De Graff: %s", law.Rate)
	}
}

func TestWithRateRefuses(t *testing.T) {
	b := book(t)
	for _, c := range []struct {
		id   string
		rate calc.Rate
		from calc.Date
		cite calc.Citation
	}{
		{"nowhere", 0, 1, "x"}, {"akron", -1, 1, "x"}, {"akron", 100*rateOfOnePercent + 1, 1, "x"}, {"akron", 0, 0, "x"}, {"akron", 0, 1, ""},
	} {
		if got, err := b.WithRate(c.id, c.rate, c.from, c.cite); err == nil || got != nil {
			t.Errorf("%+v: taken", c)
		}
	}
}
