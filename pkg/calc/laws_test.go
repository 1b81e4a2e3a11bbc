package calc

import (
	"maps"
	"slices"
	"testing"
)

// The laws that the case files name: what each of the ordinances says, and state
// law where the case needs it. No test looks at the data of a municipality.

// stateLaw has the exclusions of the state beside which the items of 001 (D) are
// the same, and a rate of 1 %.
func stateLaw() *Law {
	l := &Law{Municipality: "State", Rate: rate("1%"), RateCite: "R.C. 718.03(A)(1)", BaseCite: "R.C. 718.01"}
	for r, x := range map[Reason]Exclusion{
		DeferredBefore:      {Cite: "R.C. 718.03(F)", Before: day("2003-06-26")},
		ElectionOfficial:    {Cite: "R.C. 718.01(C)(5)", Limit: cents("1000.00")},
		ISOFormerEmployee:   {Cite: "R.C. 718.03(D)", Successor: true},
		MilitaryPay:         {Cite: "R.C. 718.01(C)(1)"},
		Parsonage:           {Cite: "R.C. 718.01(C)(11)"},
		PensionOrDisability: {Cite: "R.C. 718.01(C)(3)"},
		Section125:          {Cite: "R.C. 718.01"},
		TipsNotControlled:   {Cite: "R.C. 718.03(J)"},
		Under18:             {Cite: "R.C. 718.01(C)(15)", Age: 18},
	} {
		x.Applies = true
		l.Exclusions[r] = x
	}
	return l
}

// village000 is 000: the state's model, with citations of its own.
func village000() *Law {
	l := stateLaw()
	l.Municipality, l.Rate, l.RateCite = "Village 000", rate("1.25%"), "000 (A)(1)"
	l.Exclusions[DeferredBefore].Cite = "000 (A)(2)(f)"
	l.Exclusions[ISOFormerEmployee].Cite = "000 (A)(2)(d)"
	l.Exclusions[TipsNotControlled].Cite = "000 (A)(2)(j)"
	l.Request = Provision{Applies: true, Cite: "000 (A)(2)(k)"}
	l.SmallEmployer = Provision{Applies: true, Cite: "000 (B)(5)"}
	return l
}

// village001 is 001 (D), at an assumed rate.
func village001() *Law {
	l := stateLaw()
	l.Municipality = "Village 001"
	for r, cite := range map[Reason]Citation{
		MilitaryPay: "001 (D)(1)", PensionOrDisability: "001 (D)(2)", Under18: "001 (D)(7)", ElectionOfficial: "001 (D)(8)",
		Parsonage: "001 (D)(9)", TransitOperator: "001 (D)(10)",
	} {
		x := &l.Exclusions[r]
		x.Applies, x.Cite = true, cite
	}
	return l
}

// village002 withholds on gross compensation, at an assumed 2 %.
func village002() *Law {
	l := stateLaw()
	l.Municipality, l.Rate, l.RateCite = "Village 002", rate("2%"), "002 (a)"
	l.Base, l.BaseCite = GrossCompensation, "002 (a)"
	l.Exclusions[DomesticServant] = Exclusion{Applies: true, Cite: "002 (d)"}
	return l
}

// city003 withholds the difference of rates for its residents.
func city003() *Law {
	l := stateLaw()
	l.Municipality, l.RateCite = "City 003", "003 (a)"
	l.Exclusions[ISOFormerEmployee] = Exclusion{Applies: true, Cite: "003 (c)"}
	l.Exclusions[DomesticServant] = Exclusion{Applies: true, Cite: "003 (k)"}
	l.Residents = Residents{Rule: Difference, LocatedEmployersOnly: true, Cite: "003 (j)"}
	l.Credit = Credit{Known: true, Factor: rateUnit, Limit: rate("1%"), Cite: "003 (j)"}
	return l
}

// plain has none of the exclusions: what a case says about it shows that an
// exclusion is the ordinance's choice.
func plain() *Law { return &Law{Municipality: "Plain", Rate: rate("1%"), RateCite: "003 (a)"} }

var laws = map[string]func() *Law{
	"state": stateLaw, "000": village000, "001": village001, "002": village002, "003": city003, "none": plain,
}

var itemNames = map[string]Item{
	"gross": PayGross, "tips_cash": PayTipsCash, "tips_charged": PayTipsCharged, "tips_pooled": PayTipsPooled, "iso": PayISO,
	"nqdc": PayNQDC, "military": PayMilitary, "pension": PayPension, "election": PayElection, "parsonage": PayParsonage,
	"transit": PayTransit,
}

// wageCase is one check under one law.
type wageCase struct {
	of  `yaml:",inline"`
	Law string
	Pay map[string]Cents

	Earned           Date
	Section125       Cents
	ISODisposed      Date  `yaml:"iso_disposed"`
	NQDCDeferred     Date  `yaml:"nqdc_deferred"`
	ElectionBefore   Cents `yaml:"election_before"`
	TransitScheduled bool  `yaml:"transit_scheduled"`

	Birth, Hired, Terminated Date
	IssuedElsewhere          bool `yaml:"issued_elsewhere"`
	SuccessorUntil           Date `yaml:"successor_until"`
	Domestic                 bool

	Resident, Headquarters bool

	Want struct {
		Subject, Tax Cents
		NotSubject   map[string]Cents `yaml:"not_subject"`
	}
}

func (c *wageCase) inputs(t *testing.T) (*Law, Check, Person, Ties) {
	law, ok := laws[c.Law]
	if !ok {
		t.Fatalf("no law %q; there are %q", c.Law, slices.Sorted(maps.Keys(laws)))
	}
	check := Check{
		PayDate: day("2026-06-12"), Earned: c.Earned, Section125: c.Section125, ISODisposed: c.ISODisposed,
		NQDCDeferred: c.NQDCDeferred, ElectionBefore: c.ElectionBefore, TransitScheduled: c.TransitScheduled,
	}
	if check.Earned == 0 {
		check.Earned = check.PayDate
	}
	for name, amount := range c.Pay {
		item, ok := itemNames[name]
		if !ok {
			t.Fatalf("no pay item %q; there are %q", name, slices.Sorted(maps.Keys(itemNames)))
		}
		check.Pay[item] = amount
	}
	p := Person{
		Birth: c.Birth, Hired: c.Hired, Terminated: c.Terminated, IssuedElsewhere: c.IssuedElsewhere,
		SuccessorUntil: c.SuccessorUntil, Domestic: c.Domestic,
	}
	return law(), check, p, Ties{Resident: c.Resident, Headquarters: c.Headquarters}
}

// testWages runs the cases of one file. Beside what a case expects, each check
// must be accounted for to the cent and its reversal must cancel it.
func testWages(t *testing.T, file string) {
	t.Helper()
	var f struct{ Cases []wageCase }
	readYAML(t, file, &f)
	each(t, f.Cases, func(t *testing.T, c wageCase) {
		law, check, p, ties := c.inputs(t)
		w := law.WagesOf(&check, &p, ties)
		if w.Subject != c.Want.Subject {
			t.Errorf("subject %s, want %s", w.Subject, c.Want.Subject)
		}
		if tax := law.Rate.Tax(w.Subject); tax != c.Want.Tax {
			t.Errorf("tax %s, want %s", tax, c.Want.Tax)
		}
		accounted := w.Subject
		for r, got := range w.NotSubject {
			if want := c.Want.NotSubject[Reason(r).String()]; got != want {
				t.Errorf("%s %s, want %s", Reason(r), got, want)
			}
			if got != 0 && law.Exclusions[r].Cite == "" {
				t.Errorf("%s is not subject for %s, which cites nothing", got, Reason(r))
			}
			accounted += got
		}
		for code := range c.Want.NotSubject {
			if _, ok := ParseReason(code); !ok {
				t.Errorf("the case expects an unknown reason %q", code)
			}
		}
		if accounted != w.Total || w.Total != check.Pay.Total() || w.Excluded() != w.Total-w.Subject {
			t.Errorf("subject and not subject make %s of %s", accounted, check.Pay.Total())
		}
		back := negated(check)
		back.ElectionBefore += check.Pay[PayElection]
		if got := law.WagesOf(&back, &p, ties); got != w.negated() {
			t.Errorf("the reversal leaves\n%+v of\n%+v", got, w)
		}
	})
}
