package ordinance

import (
	"testing"

	"example.com/withhold/pkg/calc"
)

// The example ordinances are in force from 2004 without an end.
func TestExamples(t *testing.T) {
	b := book(t)
	for _, c := range []struct {
		name, id, rate string
		cite           calc.Citation
	}{
		{"Village 000", "village-000", "0.0125", "000 (A)(1)"},
		{"Village 001", "village-001", "0.015", "001 (A)"},
		{"Village 002", "village-002", "0.02", "002 (a)"},
		{"City 003", "city-003", "0.01", "003 (a)"},
		{"Municipality 004", "municipality-004", "0.02", "004 192.053(B)"},
		{"Village 005", "village-005", "0.005", "005 (example)"},
		{"Village 006", "village-006", "0.02", "006 (example)"},
	} {
		m := b.ByID(c.id)
		if m == nil || m.Name != c.name || !m.Example {
			t.Errorf("%s: %+v", c.id, m)
			continue
		}
		for _, on := range []string{"2004-01-01", "2099-12-31"} {
			if law := lawOn(t, b, c.name, on); law.Rate.String() != c.rate || law.RateCite != c.cite {
				t.Errorf("%s on %s: rate %s [%s], want %s [%s]", c.name, on, law.Rate, law.RateCite, c.rate, c.cite)
			}
		}
	}
	want := calc.Credit{Known: true, Factor: 6_000_000_000, Limit: 150_000_000, Cite: "006 (example)"}
	if got := lawOn(t, b, "Village 006", "2026-01-01").Credit; got != want {
		t.Errorf("Village 006: credit %+v, want %+v", got, want)
	}
}

func TestExampleRemittance(t *testing.T) {
	b := book(t)
	for _, c := range []remittanceCase{
		{"Village 000", "2026-04", "2025-03=2399.00 2026-01=200.00", false, "2026-Q2", "2026-07-15", "000 (A)(2)(a)2"},
		{"Village 000", "2026-04", "2025-03=2399.01", false, "2026-04", "2026-05-15", "000 (A)(2)(a)1"},
		{"Village 000", "2026-04", "2026-01=200.01", false, "2026-04", "2026-05-15", "000 (A)(2)(a)1"},
		{"Village 000", "2005-04", "", false, "2005-Q2", "2005-07-15", "000 (A)(2)(a)2"},
		{"Village 001", "2026-04", "2026-01=200.01", false, "2026-04", "2026-05-15", "R.C. 718.03(B)(1)(b)"},
		{"Village 002", "2026-01", "2026-01=99.99", false, "2026-Q1", "2026-04-30", "002 (a)"},
		{"Village 002", "2026-02", "2026-02=100.00", false, "2026-02", "2026-03-31", "002 (a)"},
		{"City 003", "2026-04", "2026-03=399.99", true, "2026-Q2", "2026-07-31", "003 (e)"},
		{"City 003", "2026-04", "2026-03=399.99", false, "2026-04", "2026-05-31", "003 (a)"},
		{"City 003", "2026-04", "2026-03=400.00", true, "2026-04", "2026-05-31", "003 (a)"},
		{"Municipality 004", "2026-04", "", false, "2026-Q2", "2026-07-31", "R.C. 718.03(B)(1)(a)"},
	} {
		month, _ := calc.ParseMonth(c.month)
		c.check(t, b, lawOn(t, b, c.name, month.Day(1).String()).Remittance)
	}
}

func TestExampleProvisions(t *testing.T) {
	b := book(t)
	days20 := calc.OccasionalEntrant{Days: 20, Counts: calc.MostTime, LookBack: calc.ElectiveLookBack}
	days12 := calc.OccasionalEntrant{Days: 12, Counts: calc.AnyPart, LookBack: calc.MandatoryLookBack}
	for _, c := range []struct {
		name         string
		days         calc.OccasionalEntrant
		cite, refund calc.Citation
	}{
		{"Village 000", days20, "000 (B)(2), (B)(4)", "R.C. 718.011(D)(3)"}, // the text is silent on refunds
		{"Village 001", days20, "R.C. 718.011(B), (D)", "R.C. 718.011(D)(3)"},
		{"Village 002", days12, "002 (f)", ""},
		{"City 003", days20, "R.C. 718.011(B), (D)", "R.C. 718.011(D)(3)"},
		{"Municipality 004", days20, "004 192.052(B), (D)", "004 (D)(3)"},
	} {
		c.days.Cite, c.days.Refund = c.cite, c.refund
		if got := lawOn(t, b, c.name, "2026-01-01").OccasionalEntrant; got != c.days {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.days)
		}
	}
	for _, c := range []struct {
		name   string
		reason calc.Reason
		want   calc.Exclusion
	}{
		{"Village 000", calc.TipsNotControlled, calc.Exclusion{Applies: true, Cite: "000 (A)(2)(j)"}},
		{"Village 000", calc.ISOFormerEmployee, calc.Exclusion{Applies: true, Cite: "000 (A)(2)(d)", Successor: true}},
		{"Village 000", calc.DeferredBefore, calc.Exclusion{Applies: true, Cite: "000 (A)(2)(f)", Before: day(t, "2003-06-26")}},
		{"Village 000", calc.Section125, calc.Exclusion{Applies: true, Cite: "R.C. 718.01 (qualifying wages)"}},
		{"Village 000", calc.DomesticServant, calc.Exclusion{}},
		{"Village 001", calc.MilitaryPay, calc.Exclusion{Applies: true, Cite: "001 (D)(1)"}},
		{"Village 001", calc.PensionOrDisability, calc.Exclusion{Applies: true, Cite: "001 (D)(2)"}},
		{"Village 001", calc.Under18, calc.Exclusion{Applies: true, Cite: "001 (D)(7)", Age: 18}},
		{"Village 001", calc.ElectionOfficial, calc.Exclusion{Applies: true, Cite: "001 (D)(8)", Limit: 100_000}},
		{"Village 001", calc.Parsonage, calc.Exclusion{Applies: true, Cite: "001 (D)(9)"}},
		{"Village 001", calc.TransitOperator, calc.Exclusion{Applies: true, Cite: "001 (D)(10)"}},
		{"Village 002", calc.Section125, calc.Exclusion{Cite: "002 (a)"}},
		{"Village 002", calc.DomesticServant, calc.Exclusion{Applies: true, Cite: "002 (d)"}},
		{"Village 002", calc.Under18, calc.Exclusion{Applies: true, Cite: "R.C. 718.01(C)(15)", Age: 18}},
		{"City 003", calc.ISOFormerEmployee, calc.Exclusion{Applies: true, Cite: "003 (c)"}},
		{"City 003", calc.DomesticServant, calc.Exclusion{Applies: true, Cite: "003 (k)"}},
		{"Municipality 004", calc.TransitOperator, calc.Exclusion{Cite: "R.C. 718.01(C)"}},
	} {
		if got := lawOn(t, b, c.name, "2026-01-01").Exclusions[c.reason]; got != c.want {
			t.Errorf("%s, %s: %+v, want %+v", c.name, c.reason, got, c.want)
		}
	}
	for name, want := range map[string]calc.Provision{
		"Village 000": {Applies: true, Cite: "000 (A)(2)(b)"}, "Village 001": {Applies: true, Cite: "R.C. 718.03(B)(2)"},
		"Village 002": {Cite: "002"}, "City 003": {Cite: "003"},
	} {
		if got := lawOn(t, b, name, "2026-01-01").Electronic; got != want {
			t.Errorf("%s: electronic %+v, want %+v", name, got, want)
		}
	}
	city := lawOn(t, b, "City 003", "2026-01-01")
	if city.Residents != (calc.Residents{Rule: calc.Difference, LocatedEmployersOnly: true, Cite: "003 (j)"}) {
		t.Errorf("City 003: residents %+v", city.Residents)
	}
	// February 28 is fixed in 003, the last day of February in 000: 2028 has 29.
	end := day(t, "2027-12-31")
	if got := city.Reconciliation.Date(end, b.Calendar()); got.String() != "2028-02-28" || city.Reconciliation.Cite != "003 (h)" {
		t.Errorf("City 003: reconciliation by %s [%s]", got, city.Reconciliation.Cite)
	}
	r := lawOn(t, b, "Village 000", "2026-01-01").Reconciliation
	if got := r.Date(end, b.Calendar()); got.String() != "2028-02-29" || r.Cite != "000 (A)(2)(h)" {
		t.Errorf("Village 000: reconciliation by %s [%s]", got, r.Cite)
	}
}
