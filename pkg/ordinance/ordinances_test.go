package ordinance

import (
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
)

// A remittanceCase is one determination: the tax of months, the period it must
// give, its due day in the law, and the words of law.
type remittanceCase struct {
	name     string
	month    string // the month to be determined
	tax      string // 2025-01=100.00 2025-02=...; other months had none
	approval bool   // a quarterly approval stands
	period   string
	due      string
	cite     calc.Citation
}

func (c remittanceCase) check(t *testing.T, b *Book, s *calc.Schedule) {
	t.Helper()
	month, err := calc.ParseMonth(c.month)
	if err != nil {
		t.Fatal(err)
	}
	taxes := calc.Months{}
	for pair := range strings.FieldsSeq(c.tax) {
		m, amount, _ := strings.Cut(pair, "=")
		at, err1 := calc.ParseMonth(m)
		cents, err2 := calc.ParseCents(amount)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: %q is no month=amount", c.name, pair)
		}
		taxes.Set(at, cents)
	}
	if s == nil {
		t.Errorf("%s %s: no schedule", c.name, c.month)
		return
	}
	d := s.Determine(taxes.FiguresFor(month), func(string) bool { return c.approval })
	period := d.Rule.PeriodOf(month.Day(1))
	due := d.Rule.Due.Date(period.To, b.Calendar())
	if period.Name != c.period || due.String() != c.due || d.Rule.Cite != c.cite {
		t.Errorf("%s %s with %q: %s due %s [%s], want %s due %s [%s]; %s", c.name, c.month, c.tax,
			period.Name, due, d.Rule.Cite, c.period, c.due, c.cite, d.Reason)
	}
}

// yearTax spreads a total over the months of a year, all of it in March, which no
// test of a quarter sees.
func yearTax(year, total string) string { return year + "-03=" + total }

func TestRemittance(t *testing.T) {
	b := book(t)
	const (
		stateMonthly, stateQuarterly = "R.C. 718.03(B)(1)(b)", "R.C. 718.03(B)(1)(a)"
	)
	for _, c := range []remittanceCase{
		// State law: over $2,399, or over $200 in a month of the preceding quarter.
		{"Dublin", "2026-04", yearTax("2025", "2399.00"), false, "2026-Q2", "2026-07-31", stateQuarterly},
		{"Dublin", "2026-04", yearTax("2025", "2399.01"), false, "2026-04", "2026-05-15", stateMonthly},
		{"Dublin", "2026-04", "2026-02=200.00", false, "2026-Q2", "2026-07-31", stateQuarterly},
		{"Dublin", "2026-04", "2026-02=200.01", false, "2026-04", "2026-05-15", stateMonthly},
		{"Dublin", "2016-02", "", false, "2016-Q1", "2016-04-15", "R.C. 718.03(B)(1)(a) (H.B. 5)"},
		{"Dublin", "2016-06", "", false, "2016-Q2", "2016-07-15", "R.C. 718.03(B)(1)(a) (H.B. 5)"},
		{"Dublin", "2016-07", "", false, "2016-Q3", "2016-10-31", stateQuarterly},

		{"Columbus Grove", "2016-05", yearTax("2015", "50000.00"), false, "2016-Q2", "2016-07-30", "Columbus Grove 191.04(B)(1)(b)"},
		{"Columbus Grove", "2026-01", yearTax("2025", "50000.00"), false, "2026-Q1", "2026-04-30", "Columbus Grove 191.04(B)(1)(b)"},

		// Five banking days after 2010-03-15 (Monday) and 2010-03-31 (Wednesday).
		{"West Jefferson", "2010-03", yearTax("2009", "12000.00"), false, "2010-03-P1", "2010-03-22", "West Jefferson 181.07(a)"},
		{"West Jefferson", "2010-03", "2009-10=1000.01", false, "2010-03-P1", "2010-03-22", "West Jefferson 181.07(a)"},
		{"West Jefferson", "2010-02", yearTax("2009", "11999.99"), false, "2010-02", "2010-03-15", "West Jefferson 181.07(b)"},
		{"West Jefferson", "2010-03", yearTax("2009", "11999.99"), false, "2010-03", "2010-04-30", "West Jefferson 181.07(b)"},
		{"West Jefferson", "2010-02", yearTax("2009", "1199.01"), false, "2010-02", "2010-03-15", "West Jefferson 181.07(b)"},
		{"West Jefferson", "2010-02", yearTax("2009", "1199.00"), false, "2010-Q1", "2010-04-30", "West Jefferson 181.07(c)"},
		{"West Jefferson", "2010-02", "2009-11=100.01", false, "2010-02", "2010-03-15", "West Jefferson 181.07(b)"},
		{"West Jefferson", "2010-02", "2009-11=100.00", false, "2010-Q1", "2010-04-30", "West Jefferson 181.07(c)"},
		{"West Jefferson", "2026-02", "2025-11=100.01", false, "2026-Q1", "2026-04-30", stateQuarterly},

		{"Monroeville", "2014-02", yearTax("2013", "1200.00"), false, "2014-02", "2014-03-15", "Monroeville collection at source, (b) (Ord. 2013-07)"},
		{"Monroeville", "2014-02", yearTax("2013", "1199.99"), false, "2014-Q1", "2014-04-30", "Monroeville collection at source, (b) (Ord. 2013-07)"},
		{"Monroeville", "2014-05", "2014-04=100.00", false, "2014-05", "2014-06-15", "Monroeville collection at source, (b) (Ord. 2013-07)"},
		{"Monroeville", "2014-08", "2014-04=100.00", false, "2014-08", "2014-09-15", "Monroeville collection at source, (b) (Ord. 2013-07)"},
		{"Monroeville", "2014-05", "2014-04=99.99", false, "2014-Q2", "2014-07-31", "Monroeville collection at source, (b) (Ord. 2013-07)"},

		{"Macedonia", "2014-02", "", false, "2014-02", "2014-03-31", "Macedonia 181.06(a)"},
		{"Macedonia", "2016-08", "", false, "2016-Q3", "2016-10-31", stateQuarterly},

		{"Sharonville", "2015-02", "", false, "2015-02", "2015-03-15", "Sharonville Chapter 171"},

		{"Coshocton", "2010-01", "2010-01=400.00", false, "2010-01", "2010-02-28", "Coshocton 191.06"},
		{"Coshocton", "2010-01", "2010-01=399.99", false, "2010-Q1", "2010-04-30", "Coshocton 191.06"},

		{"Pickerington", "2010-01", yearTax("2009", "1200.00"), false, "2010-Q1", "2010-04-30", "Pickerington 882.07(a)(2)"},
		{"Pickerington", "2010-01", yearTax("2009", "1200.01"), false, "2010-01", "2010-02-15", "Pickerington 882.07(a)(1)"},

		// Before the 20th: the 19th is the last day.
		{"St. Marys", "2010-01", yearTax("2009", "1200.00"), false, "2010-01", "2010-02-19", "St. Marys 181.06(a)"},
		{"St. Marys", "2010-01", yearTax("2009", "1199.99"), false, "2010-Q1", "2010-04-30", "St. Marys 181.06(a)"},
		{"Minster", "2010-01", yearTax("2009", "1200.00"), false, "2010-01", "2010-02-19", "Minster 37.05(A)(1)"},
		{"Minster", "2010-01", yearTax("2009", "1199.99"), false, "2010-Q1", "2010-04-30", "Minster 37.05(A)(1)"},

		{"Middleburg Heights", "2010-01", "2010-01=99.99", false, "2010-Q1", "2010-04-30", "Middleburg Heights 191.09(a)"},
		{"Middleburg Heights", "2010-01", "2010-01=100.00", false, "2010-01", "2010-02-28", "Middleburg Heights 191.09(a)"},
		{"Broadview Heights", "2015-01", "2015-01=99.99", false, "2015-Q1", "2015-04-30", "Broadview Heights income tax chapter before 2016"},
		{"Broadview Heights", "2015-01", "2015-01=100.00", false, "2015-01", "2015-02-28", "Broadview Heights income tax chapter before 2016"},
		{"Orange", "2010-01", "2010-01=99.99", false, "2010-Q1", "2010-04-30", "Orange 775.17(a)"},
		{"Orange", "2010-01", "2010-01=100.00", false, "2010-01", "2010-02-28", "Orange 775.17(a)"},

		{"Wapakoneta", "2010-04", "2010-02=399.99", true, "2010-Q2", "2010-07-31", "Wapakoneta Ord. 2004-52, (e)"},
		{"Wapakoneta", "2010-04", "2010-02=400.00", true, "2010-04", "2010-05-31", "Wapakoneta Ord. 2004-52, (a)"},
		{"Wapakoneta", "2010-04", "2010-02=399.99", false, "2010-04", "2010-05-31", "Wapakoneta Ord. 2004-52, (a)"},

		// The first two months by the 15th of the next, the third with the quarter.
		{"Wauseon", "2026-01", "2026-01=200.00", false, "2026-01", "2026-02-15", "Wauseon 193.15(b)(5)"},
		{"Wauseon", "2026-02", "2026-01=200.00 2026-02=199.99", false, "2026-Q1", "2026-04-15", "Wauseon 193.15(b)(1)-(4)"},
		{"Wauseon", "2026-03", "2026-03=200.00", false, "2026-Q1", "2026-04-15", "Wauseon 193.15(b)(1)-(4)"},

		{"Northwood", "2015-01", "2015-01=500.00", false, "2015-01", "2015-02-15", "Northwood income tax chapter before 2016"},
		{"Northwood", "2015-02", "2015-01=500.00 2015-02=10.00", false, "2015-02", "2015-03-15", "Northwood income tax chapter before 2016"},
		{"Northwood", "2015-02", "2015-01=499.99", false, "2015-Q1", "2015-04-15", "Northwood income tax chapter before 2016"},
		{"Northwood", "2015-03", "2015-01=500.00", false, "2015-Q1", "2015-04-15", "Northwood income tax chapter before 2016"},

		{"Ashland", "2010-01", "2010-01=99.99", false, "2010-Q1", "2010-04-30", "Ashland 229.04(a)"},
		{"Ashland", "2010-01", "2010-01=100.01", false, "2010-01", "2010-02-28", "Ashland 229.04(a)"},

		{"Painesville", "2015-01", "2015-01=100.00", false, "2015-01", "2015-02-20", "Painesville 191.06(c)"},
		{"Painesville", "2015-02", "2015-02=99.99", false, "2015-Q1", "2015-04-30", "Painesville 191.06(a)"},
		{"Painesville", "2015-03", "2015-03=100.00", false, "2015-Q1", "2015-04-30", "Painesville 191.06(a)"},
	} {
		month, _ := calc.ParseMonth(c.month)
		c.check(t, b, lawOn(t, b, c.name, month.Day(1).String()).Remittance)
	}
}

// What these ordinances say besides how often to pay.
func TestOrdinancesBesidesRemittance(t *testing.T) {
	b := book(t)
	r := lawOn(t, b, "Macedonia", "2014-01-01").Reconciliation
	if got := r.Date(day(t, "2014-12-31"), b.Calendar()); got.String() != "2015-03-01" || r.Cite != "Macedonia 181.06(c)" {
		t.Errorf("Macedonia: reconciliation by %s [%s]", got, r.Cite)
	}
	r = lawOn(t, b, "Wapakoneta", "2007-01-01").Reconciliation
	if got := r.Date(day(t, "2007-12-31"), b.Calendar()); got.String() != "2008-02-28" || r.Cite != "Wapakoneta Ord. 2004-52, (h)" {
		t.Errorf("Wapakoneta: reconciliation by %s [%s]", got, r.Cite)
	}
	for name, cite := range map[string]calc.Citation{
		"Wapakoneta": "Wapakoneta Ord. 2004-52, (j)", "Northwood": "Northwood income tax chapter before 2016",
	} {
		if got := lawOn(t, b, name, "2015-06-30").Residents; got != (calc.Residents{Rule: calc.Difference, LocatedEmployersOnly: true, Cite: cite}) {
			t.Errorf("%s: residents %+v", name, got)
		}
		if got := lawOn(t, b, name, "2016-01-01").Residents; got.Rule != calc.OnRequest || got.Cite != "R.C. 718.03(A)(2)" {
			t.Errorf("%s: residents since 2016 %+v", name, got)
		}
	}
	for _, name := range []string{"Orange", "Middleburg Heights"} {
		was, is := lawOn(t, b, name, "2015-12-31"), lawOn(t, b, name, "2016-01-01")
		if was.Base != calc.GrossCompensation || was.Exclusions[calc.Section125].Applies || was.Exclusions[calc.Section125].Cite != was.BaseCite {
			t.Errorf("%s 2015: base %v [%s], section 125 %+v", name, was.Base, was.BaseCite, was.Exclusions[calc.Section125])
		}
		if is.Base != calc.QualifyingWages || !is.Exclusions[calc.Section125].Applies || !was.Exclusions[calc.DomesticServant].Applies || is.Exclusions[calc.DomesticServant].Applies {
			t.Errorf("%s 2016: still the law of 2015", name)
		}
	}
	if e := lawOn(t, b, "Minster", "2010-01-01").Exclusions[calc.Under18]; !e.Applies || e.Age != 18 || e.Cite != "Minster Ord. 04-05-01, (D)(7)" {
		t.Errorf("Minster: under 18 %+v", e)
	}
	want := calc.Credit{Known: true, Kind: calc.CreditOfOwnRate, Factor: 2_500_000_000, Above: 50_000_000, Cite: "Medina 162.081(A)"}
	if got := lawOn(t, b, "Medina", "2026-01-01").Credit; got != want {
		t.Errorf("Medina: credit %+v, want %+v", got, want)
	}
	for on, rate := range map[string]string{"2017-12-31": "0.01", "2018-01-01": "0.015"} {
		if got := lawOn(t, b, "Wapakoneta", on).Rate.String(); got != rate {
			t.Errorf("Wapakoneta on %s: rate %s, want %s", on, got, rate)
		}
	}
}
