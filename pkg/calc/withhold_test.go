package calc

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Law: 000 (A)(1), (A)(2)(k), (B)(5); 003 (a), (j).

// earned is a share of gross pay in a place; law nil is no municipality.
func earned(law *Law, gross string, withholds bool) Share {
	s := Share{Law: law, Withholds: withholds}
	s.Check.Pay[PayGross] = cents(gross)
	return s
}

// written is a line as the cases below write it.
func written(l *Line) string {
	return fmt.Sprintf("%s %q: %s of %s at %s", l.Role, l.Municipality(), l.Required, l.Wages.Subject, l.Rate)
}

func homeOf(law *Law, located, courtesy bool) *Home {
	return &Home{Law: law, Ties: Ties{Resident: true}, Located: located, Courtesy: courtesy}
}

// elsewhere is a municipality of that rate.
func elsewhere(r string) *Law { return &Law{Municipality: "Elsewhere", Rate: rate(r)} }

// creditHome gives a credit of 60 % of at most 1.5 %, and levies 2 %.
func creditHome() *Law {
	return &Law{
		Municipality: "Home", Rate: rate("2%"), RateCite: "R.C. 718.03(A)(2)",
		Credit: Credit{Known: true, Factor: rate("0.6"), Limit: rate("1.5%"), Cite: "R.C. 718.03(A)(2)"},
	}
}

func TestWithhold(t *testing.T) {
	type tc struct {
		of
		shares []Share
		home   *Home
		want   []string
	}
	unknownCredit := creditHome()
	unknownCredit.Credit.Known = false
	free := &Law{Municipality: "Free"}
	small := earned(village000(), "1000.00", true)
	small.Small = true
	each(t, []tc{
		{of{Name: "work and no home known", Cite: "000 (A)(1)"}, []Share{earned(village000(), "1000.00", true)}, &Home{},
			[]string{`work "Village 000": 12.50 of 1000.00 at 0.0125`}},
		{of{Name: "work where no municipality levies a tax", Cite: "000 (A)(1)"}, []Share{earned(nil, "1000.00", false)}, &Home{},
			[]string{`work "": 0.00 of 1000.00 at 0`}},
		{of{Name: "two places", Cite: "000 (A)(1)"}, []Share{earned(village000(), "600.00", true), earned(elsewhere("2%"), "400.00", true)}, &Home{},
			[]string{`work "Village 000": 7.50 of 600.00 at 0.0125`, `work "Elsewhere": 8.00 of 400.00 at 0.02`}},
		{of{Name: "work in the place of residence gives one line", Cite: "003 (j)"}, []Share{earned(city003(), "1000.00", true)}, homeOf(city003(), true, true),
			[]string{`work "City 003": 10.00 of 1000.00 at 0.01`}},
		{of{Name: "nor does exempt work in it", Cite: "003 (j)"}, []Share{earned(city003(), "1000.00", false)}, homeOf(city003(), true, true),
			[]string{`work "City 003": 10.00 of 1000.00 at 0.01`}},
		{of{Name: "the difference of rates", Cite: "003 (j)"}, []Share{earned(elsewhere("0.75%"), "50000.00", true)}, homeOf(city003(), true, false),
			[]string{`work "Elsewhere": 375.00 of 50000.00 at 0.0075`, `residence "City 003": 125.00 of 50000.00 at 0.0025`}},
		{of{Name: "a higher rate at work relieves", Cite: "003 (j)"}, []Share{earned(elsewhere("2%"), "50000.00", true)}, homeOf(city003(), true, false),
			[]string{`work "Elsewhere": 1000.00 of 50000.00 at 0.02`}},
		{of{Name: "relief needs withholding at work", Cite: "003 (j)"}, []Share{earned(elsewhere("2%"), "50000.00", false)}, homeOf(city003(), true, false),
			[]string{`work "Elsewhere": 1000.00 of 50000.00 at 0.02`, `residence "City 003": 500.00 of 50000.00 at 0.01`}},
		{of{Name: "no municipality at work: the full rate", Cite: "003 (a)"}, []Share{earned(nil, "50000.00", false)}, homeOf(city003(), true, false),
			[]string{`work "": 0.00 of 50000.00 at 0`, `residence "City 003": 500.00 of 50000.00 at 0.01`}},
		{of{Name: "a place at work that levies nothing", Cite: "003 (j)"}, []Share{earned(free, "50000.00", true)}, homeOf(city003(), true, false),
			[]string{`work "Free": 0.00 of 50000.00 at 0`, `residence "City 003": 500.00 of 50000.00 at 0.01`}},
		{of{Name: "an employer outside the City", Cite: "003 (j)"}, []Share{earned(elsewhere("0.75%"), "50000.00", true)}, homeOf(city003(), false, false),
			[]string{`work "Elsewhere": 375.00 of 50000.00 at 0.0075`}},
		{of{Name: "an employer outside the City, asked to", Cite: "000 (A)(2)(k)"}, []Share{earned(elsewhere("0.75%"), "50000.00", true)}, homeOf(city003(), false, true),
			[]string{`work "Elsewhere": 375.00 of 50000.00 at 0.0075`, `courtesy "City 003": 125.00 of 50000.00 at 0.0025`}},
		{of{Name: "nobody asked", Cite: "000 (A)(2)(k)"}, []Share{earned(elsewhere("2%"), "50000.00", true)}, homeOf(creditHome(), true, false),
			[]string{`work "Elsewhere": 1000.00 of 50000.00 at 0.02`}},
		{of{Name: "the employee asked", Cite: "000 (A)(2)(k)"}, []Share{earned(elsewhere("2%"), "50000.00", true)}, homeOf(creditHome(), true, true),
			[]string{`work "Elsewhere": 1000.00 of 50000.00 at 0.02`, `courtesy "Home": 550.00 of 50000.00 at 0.011`}},
		{of{Name: "asked, but the credit is not known", Cite: "000 (A)(2)(k)"}, []Share{earned(elsewhere("2%"), "50000.00", true)}, homeOf(unknownCredit, true, true),
			[]string{`work "Elsewhere": 1000.00 of 50000.00 at 0.02`}},
		{of{Name: "a home that levies nothing", Cite: "003 (j)"}, []Share{earned(elsewhere("2%"), "50000.00", true)}, homeOf(free, true, true),
			[]string{`work "Elsewhere": 1000.00 of 50000.00 at 0.02`}},
		{of{Name: "two places of one rate give one residence line", Cite: "003 (j)"},
			[]Share{earned(village001(), "10.40", true), earned(elsewhere("1%"), "10.40", true)}, homeOf(creditHome(), true, true),
			[]string{`work "Village 001": 0.10 of 10.40 at 0.01`, `work "Elsewhere": 0.10 of 10.40 at 0.01`, `courtesy "Home": 0.29 of 20.80 at 0.014`}},
		{of{Name: "two places of two rates give two", Cite: "003 (j)"},
			[]Share{earned(nil, "100.00", false), earned(elsewhere("0.5%"), "200.00", true)}, homeOf(city003(), true, false),
			[]string{`work "": 0.00 of 100.00 at 0`, `work "Elsewhere": 1.00 of 200.00 at 0.005`, `residence "City 003": 1.00 of 100.00 at 0.01`, `residence "City 003": 1.00 of 200.00 at 0.005`}},
		{of{Name: "two parts in one place are rounded once", Cite: "000 (A)(1)"},
			[]Share{earned(village000(), "10.40", true), earned(village000(), "10.40", true)}, &Home{},
			[]string{`work "Village 000": 0.26 of 20.80 at 0.0125`}},
		{of{Name: "a rate that changed between two parts", Cite: "000 (A)(1)"},
			[]Share{earned(elsewhere("1%"), "10.40", true), earned(elsewhere("1.5%"), "10.40", true)}, &Home{},
			[]string{`work "Elsewhere": 0.10 of 10.40 at 0.01`, `work "Elsewhere": 0.16 of 10.40 at 0.015`}},
		{of{Name: "a small employer", Cite: "000 (B)(5)"}, []Share{small}, &Home{},
			[]string{`work "Village 000": 12.50 of 1000.00 at 0.0125`}},
	}, func(t *testing.T, c tc) {
		lines := Withhold(c.shares, c.home, &Person{}, nil)
		var got []string
		for i := range lines {
			got = append(got, written(&lines[i]))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("lines\n got %q\nwant %q", got, c.want)
		}
	})
}

// TestHomeHasItsOwnWages: the residence taxes by its own provisions, not by those
// of the place of work. 001 (D)(10), 003 (j).
func TestHomeHasItsOwnWages(t *testing.T) {
	s := Share{Law: village001(), Withholds: true}
	s.Check.Pay[PayTransit], s.Check.Pay[PayMilitary] = cents("600.00"), cents("100.00")
	lines := Withhold([]Share{s}, homeOf(city003(), true, false), &Person{}, nil)
	if len(lines) != 1 { // equal rates
		t.Fatalf("%d lines, want 1", len(lines))
	}
	if got := lines[0].Wages.Subject; got != 0 {
		t.Errorf("the village taxes %s of transit and military pay", got)
	}
	home := city003()
	home.Rate = rate("1.5%")
	lines = Withhold([]Share{s}, homeOf(home, true, false), &Person{}, nil)
	if len(lines) != 2 || lines[1].Wages.Subject != cents("600.00") || lines[1].Required != cents("3.00") {
		t.Errorf("the home takes %+v, want 3.00 of 600.00", lines[1:])
	}
}

// TestHomeTies: an operator of a transit bus is a resident at home, wherever the
// bus goes. 001 (D)(10).
func TestHomeTies(t *testing.T) {
	s := Share{Law: elsewhere("1%"), Withholds: true}
	s.Check.Pay[PayTransit] = cents("600.00")
	home := village001()
	home.Rate, home.Residents = rate("1.5%"), Residents{Rule: Difference, Cite: "003 (j)"}
	lines := Withhold([]Share{s}, homeOf(home, true, false), &Person{}, nil)
	if len(lines) != 2 || lines[1].Required != cents("3.00") {
		t.Errorf("the home takes %+v, want 3.00 of 600.00", lines[1:])
	}
}

// TestExemptDaysAreMarked: a line that holds days exempt elsewhere says so, in
// whichever part they are. 000 (B)(2)(a).
func TestExemptDaysAreMarked(t *testing.T) {
	for i := range 2 {
		shares := []Share{earned(village000(), "100.00", true), earned(village000(), "50.00", true)}
		shares[i].Exempt = "002 (f)"
		if lines := Withhold(shares, &Home{}, &Person{}, nil); len(lines) != 1 || lines[0].Exempt != "002 (f)" {
			t.Errorf("exempt days in part %d: %+v, want one marked line", i, lines)
		}
	}
}

// TestWithholdAppends: lines of earlier checks stay as they are.
func TestWithholdAppends(t *testing.T) {
	shares, home := []Share{earned(nil, "100.00", false)}, homeOf(city003(), true, false)
	first := Withhold(shares, home, &Person{}, nil)
	both := Withhold(shares, home, &Person{}, slices.Clone(first))
	if len(both) != 2*len(first) || !slices.Equal(both[:len(first)], first) || !slices.Equal(both[len(first):], first) {
		t.Errorf("a second check makes\n%+v of\n%+v", both, first)
	}
}

func TestCitations(t *testing.T) {
	small := Line{Law: village000(), Role: Work, Small: true}
	small.Wages.NotSubject[TipsNotControlled] = 100
	entered := village000()
	entered.OccasionalEntrant.Cite = "000 (B)(2)"
	for _, c := range []struct {
		name string
		line Line
		want []Citation
	}{
		{"no municipality", Line{}, nil},
		{"work", Line{Law: village000(), Role: Work}, []Citation{"000 (A)(1)", "R.C. 718.01"}},
		{"small employer and cash tips", small, []Citation{"000 (A)(1)", "R.C. 718.01", "000 (B)(5)", "000 (A)(2)(j)"}},
		{"residence", Line{Law: city003(), Role: Residence}, []Citation{"003 (a)", "R.C. 718.01", "003 (j)"}},
		{"courtesy", Line{Law: village000(), Role: Courtesy}, []Citation{"000 (A)(1)", "R.C. 718.01", "000 (A)(2)(k)", ""}},
		{"exempt days elsewhere", Line{Law: entered, Role: Work, Exempt: "002 (f)"}, []Citation{"000 (A)(1)", "R.C. 718.01", "002 (f)"}},
		{"going back", Line{Law: entered, Role: CatchUp}, []Citation{"000 (A)(1)", "R.C. 718.01", "000 (B)(2)"}},
		{"gross base", Line{Law: village002(), Role: Work}, []Citation{"002 (a)", "002 (a)"}},
	} {
		if got := c.line.Citations(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestLinesAccountForTheCheck: work lines hold each cent of the check once, and
// the tax of every line is its rate on what is subject.
func TestLinesAccountForTheCheck(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shares, home, p := anyShares().Draw(t, "shares"), anyHome().Draw(t, "home"), anyPerson().Draw(t, "person")
		var paid, worked Cents
		for i := range shares {
			paid += shares[i].Check.Pay.Total()
		}
		for _, l := range Withhold(shares, home, &p, nil) {
			if l.Role == Work {
				worked += l.Wages.Total
			}
			if l.Required != l.Rate.Tax(l.Wages.Subject) {
				t.Fatalf("%s is not %s of %s", l.Required, l.Rate, l.Wages.Subject)
			}
			if l.Role != Work && (l.Rate <= 0 || l.Rate > home.Law.Rate || l.Law != home.Law) {
				t.Fatalf("a %s line for %s at %s", l.Role, l.Municipality(), l.Rate)
			}
		}
		if worked != paid {
			t.Fatalf("work lines hold %s of %s", worked, paid)
		}
	})
}

// anyShares is a check earned in up to four places, each its own municipality;
// the last may be where no tax is levied.
func anyShares() *rapid.Generator[[]Share] {
	return rapid.Custom(func(t *rapid.T) []Share {
		shares := make([]Share, rapid.IntRange(1, 4).Draw(t, "places"))
		for i := range shares {
			s := &shares[i]
			s.Check, s.Ties = anyCheck(false).Draw(t, "check"), anyTies().Draw(t, "ties")
			s.Withholds = rapid.Bool().Draw(t, "withholds")
			if i < 3 {
				s.Law = anyLaw(string(rune('A'+i))).Draw(t, "law")
			}
		}
		return shares
	})
}

// anyHome is in the first of the places, in none of them, or not known.
func anyHome() *rapid.Generator[*Home] {
	return rapid.Custom(func(t *rapid.T) *Home {
		h := &Home{Ties: Ties{Resident: true}, Located: rapid.Bool().Draw(t, "located"), Courtesy: rapid.Bool().Draw(t, "courtesy")}
		switch rapid.IntRange(0, 4).Draw(t, "home") {
		case 0:
		case 1:
			h.Law = anyLaw("A").Draw(t, "home law")
		default:
			h.Law = anyLaw("Home").Draw(t, "home law")
		}
		return h
	})
}
