package calc

import (
	"strings"
	"testing"
)

// TestExplain: each cause alone, by figures worked out by hand. The check pays
// 1,000.00 in Village 002 (2 %) or Village 000 (1.25 %), on 2026-03-06; the home,
// where there is one, levies 2 % and credits 60 % of at most 1.5 %.
func TestExplain(t *testing.T) {
	type paid map[string]string // by municipality
	home := func(courtesy bool) Home { return *homeOf(creditHome(), false, courtesy) }
	plain := func(law *Law) Audited { return Audited{Facts: Facts{Shares: []Share{earned(law, "1000.00", true)}}} }
	with := func(a Audited, change func(c *Check)) Audited {
		change(&a.Shares[0].Check)
		return a
	}
	lives := func(a Audited, courtesy bool) Audited { a.Home = home(courtesy); return a }
	old := map[string][]DatedRate{"Village 000": {{From: day("2016-01-01"), Until: day("2024-12-31"), Rate: rate("1%")}}}
	for _, c := range []struct {
		name   string
		a      Audited
		paid   paid
		cause  Cause
		detail string // part of it
		cite   Citation
	}{
		{"the law", plain(village000()), paid{"Village 000": "12.50"}, Agrees, "", ""},
		{"another municipality", plain(village000()), paid{"Village 002": "20.00"}, OtherMunicipality, "Village 002 instead of Village 000", ""},
		{"another, for the same amount", plain(village000()), paid{"Village 002": "12.50"}, OtherMunicipality, "at the rate due there", ""},
		{"missing", plain(village000()), paid{}, OtherMunicipality, "nothing was withheld for Village 000", "000 (A)(1)"},
		{"nothing due", plain(nil), paid{"Village 000": "12.50"}, OtherMunicipality, "no municipality levies a tax", "000 (A)(1)"},
		{"one too many", plain(village000()), paid{"Village 000": "12.50", "Village 002": "3.21"}, OtherMunicipality, "nothing is due for Village 002", "002 (a)"},
		{"the rate before", plain(village000()), paid{"Village 000": "10.00"}, OtherDate, "before 2025-01-01, 1 %", "000 (A)(1)"},
		{"credit factor", lives(plain(village002()), true), paid{"Village 002": "20.00", "Home": "5.00"}, ResidentCredit, "credit factor 1 instead of 0.6", "R.C. 718.03(A)(2)"},
		{"credit limit", lives(plain(village002()), true), paid{"Village 002": "20.00", "Home": "8.00"}, ResidentCredit, "credit limit 2 % instead of 1.5 %", "R.C. 718.03(A)(2)"},
		{"section 125 not taken", with(plain(village000()), func(c *Check) { c.Section125 = cents("100.00") }), paid{"Village 000": "12.50"}, WrongBase, "not taken", ""},
		{"section 125 taken from gross", with(plain(village002()), func(c *Check) { c.Section125 = cents("100.00") }), paid{"Village 002": "18.00"}, WrongBase, "gross compensation", "002 (a)"},
		{"cash tips included", with(plain(village000()), func(c *Check) { c.Pay[PayTipsCash] = cents("40.00") }), paid{"Village 000": "13.00"}, WrongBase, "cash tips", "000 (A)(2)(j)"},
		{"charged tips left out", with(plain(village000()), func(c *Check) { c.Pay[PayTipsCharged] = cents("80.00") }), paid{"Village 000": "12.50"}, WrongBase, "charged tips", "000 (A)(2)(j)"},
		{"exemption missed", with(plain(village001()), func(c *Check) { c.Pay[PayMilitary] = cents("200.00") }), paid{"Village 001": "12.00"}, WrongExemption, "exempt, and withheld on", "001 (D)(1)"},
		{"exemption given", with(plain(village000()), func(c *Check) { c.Pay[PayNQDC] = cents("200.00") }), paid{"Village 000": "12.50"}, WrongExemption, "subject, and not withheld on", "000 (A)(2)(f)"},
		{"cut off", with(plain(village000()), func(c *Check) { c.Pay[PayGross] = cents("1000.60") }), paid{"Village 000": "12.50"}, RoundingOrder, "cut off", "000 (A)(1)"},
		{"a cent more", plain(village000()), paid{"Village 000": "12.51"}, RoundingOrder, "by no order", "000 (A)(1)"},
		{"not asked for", lives(plain(village002()), false), paid{"Village 002": "20.00", "Home": "11.00"}, CourtesyWithholding, "not asked for", ""},
		{"not asked for, any amount", lives(plain(village002()), false), paid{"Village 002": "20.00", "Home": "4.44"}, CourtesyWithholding, "not asked for", ""},
		{"not done", lives(plain(village002()), true), paid{"Village 002": "20.00"}, CourtesyWithholding, "not withheld", ""},
		{"sign", with(plain(village000()), func(c *Check) { c.Pay[PayGross] = cents("-1000.00") }), paid{"Village 000": "12.50"}, SignOrDuplicate, "sign", "000 (A)(1)"},
		{"twice", plain(village000()), paid{"Village 000": "25.00"}, SignOrDuplicate, "twice", "000 (A)(1)"},
		{"another's rate", plain(village000()), paid{"Village 000": "17.50"}, OtherMunicipality, "1.75 %, the rate of Kettering", "000 (A)(1)"},
		{"anything", plain(village000()), paid{"Village 000": "13.37"}, NotExplained, "", "000 (A)(1)"},
		// 1 % of 1,000.00: the old rate, and nothing taken.
		{"two at once", with(plain(village000()), func(c *Check) { c.Section125 = cents("100.00") }), paid{"Village 000": "10.00"}, NotExplained, "two causes together", ""},
	} {
		a := c.a
		a.PayDate, a.Person = day("2026-03-06"), &Person{}
		a.Guesses = Guesses{Rates: old, Factors: []Rate{0, rate("0.5"), rateUnit}, Limits: []Rate{rate("1%"), rate("2%")},
			InUse: []RateInUse{{Rate: rate("1.75%"), Of: "Kettering"}}}
		for name, amount := range c.paid {
			law := map[string]*Law{"Village 000": village000(), "Village 001": village001(), "Village 002": village002(), "Home": creditHome()}[name]
			a.Paid = append(a.Paid, PaidFor{Law: law, Tax: cents(amount)})
		}
		found := 0
		for _, f := range a.Explain() {
			if f.Cause == Agrees && c.cause != Agrees {
				continue
			}
			found++
			if f.Cause != c.cause || !strings.Contains(f.Detail, c.detail) || c.cite != "" && f.Cite != c.cite {
				t.Errorf("%s: %s, %q, %q; want %s, %q, %q", c.name, f.Cause, f.Detail, f.Cite, c.cause, c.detail, c.cite)
			}
		}
		if found == 0 {
			t.Errorf("%s: nothing was found", c.name)
		}
	}
}

// TestExplainTogether: one cause that explains all of a check comes before
// causes that explain its taxes one by one, whatever their order. Here the
// residence alone could have another credit: 1.25 % is left without any.
func TestExplainTogether(t *testing.T) {
	share := earned(village000(), "1000.00", true)
	share.Check.Section125 = cents("100.00")
	home := creditHome()
	home.Exclusions[Section125].Applies = true // it has 2 % - 0.6 of 1.25 % = 1.25 % left, of 900.00
	a := Audited{PayDate: day("2026-03-06"), Facts: Facts{Shares: []Share{share}, Home: *homeOf(home, false, true), Person: &Person{}},
		Paid:    []PaidFor{{Law: village000(), Tax: cents("12.50")}, {Law: home, Tax: cents("12.50")}},
		Guesses: Guesses{Limits: []Rate{101_851_852}}} // 1.3888889 % of 900.00 is 12.50 too
	for _, f := range a.Explain() {
		if f.Cause != WrongBase || f.Amount() != cents("1.25") {
			t.Errorf("%s: %s %s (%s)", f.Law.Municipality, f.Amount(), f.Cause, f.Detail)
		}
	}
	a.Paid[0].Tax = cents("11.25") // now the place of work is right, and only the credit explains
	for _, f := range a.Explain() {
		if f.Law.Municipality == "Home" && f.Cause != ResidentCredit {
			t.Errorf("alone: %s (%s)", f.Cause, f.Detail)
		}
	}
}

// TestTolerance: a difference that is accepted is none, and the others are
// explained as if it were not there.
func TestTolerance(t *testing.T) {
	a := Audited{PayDate: day("2026-03-06"), Facts: Facts{Shares: []Share{earned(village000(), "1000.00", true)}, Person: &Person{}},
		Paid: []PaidFor{{Law: village000(), Tax: cents("12.53")}}}
	for tolerance, want := range map[Cents]Cause{2: NotExplained, 3: Agrees} {
		a.Tolerance = tolerance
		if f := a.Explain(); len(f) != 1 || f[0].Cause != want || f[0].Amount() != 3 {
			t.Errorf("tolerance %s: %+v, want %s", tolerance, f, want)
		}
	}
}

// TestDayGuess: what follows from days counted in another way is tried before a
// wrong municipality, which it would look like.
func TestDayGuess(t *testing.T) {
	there := []Share{earned(village000(), "1000.00", true)}
	a := Audited{PayDate: day("2026-03-06"), Facts: Facts{Shares: []Share{earned(village002(), "1000.00", true)}, Person: &Person{}},
		Paid:    []PaidFor{{Law: village000(), Tax: cents("12.50")}},
		Guesses: Guesses{Days: []DayGuess{{Detail: "as if no day were exempt", Cite: "000 (B)(2)", Shares: there}}}}
	for _, f := range a.Explain() {
		if f.Cause != DayCount || f.Cite != "000 (B)(2)" {
			t.Errorf("%s: %s (%s) by %s", f.Law.Municipality, f.Cause, f.Detail, f.Cite)
		}
	}
	a.Guesses.Days = nil
	for _, f := range a.Explain() {
		if f.Cause != OtherMunicipality {
			t.Errorf("without a work log, %s: %s (%s)", f.Law.Municipality, f.Cause, f.Detail)
		}
	}
}

// FuzzExplain: whatever was withheld, the findings are what was withheld and
// what is due, cent for cent, and a difference has a cause.
func FuzzExplain(f *testing.F) {
	f.Add(int64(1000_00), int64(12_50), int64(0), true)
	f.Add(int64(-1000_00), int64(12_50), int64(7_00), false)
	f.Fuzz(func(t *testing.T, gross, work, home int64, courtesy bool) {
		limit := func(x int64) Cents { return Cents(x % int64(MaxCents)) }
		share := Share{Law: village000(), Withholds: true}
		share.Check.Pay[PayGross] = limit(gross)
		a := Audited{PayDate: day("2026-03-06"), Facts: Facts{Shares: []Share{share}, Home: *homeOf(creditHome(), false, courtesy), Person: &Person{}},
			Paid: []PaidFor{{Law: village000(), Tax: limit(work)}, {Law: creditHome(), Tax: limit(home)}}}
		var paid, ours Cents
		for _, x := range a.Explain() {
			paid += x.Paid
			ours += x.Ours
			if (x.Amount() == 0) != (x.Cause == Agrees) || x.Cause != Agrees && x.Detail == "" {
				t.Errorf("%+v", x)
			}
		}
		if paid != limit(work)+limit(home) || ours != a.Due() {
			t.Errorf("withheld %s, due %s; found %s and %s", limit(work)+limit(home), a.Due(), paid, ours)
		}
	})
}
