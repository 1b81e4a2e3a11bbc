package calc

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What payroll withheld, line by line. Law: 000 (A)(2)(a), (A)(2)(k).

func TestAttribute(t *testing.T) {
	v, home := village000(), creditHome()
	other := elsewhere("1%")
	township := earned(nil, "400.00", false)
	inVillage, inOther := earned(v, "1000.00", true), earned(other, "1000.00", true)
	noWages := earned(v, "0.00", true)
	type tc struct {
		of
		shares []Share
		home   *Home
		paid   Paid
		want   []string // role, place, required, withheld
	}
	each(t, []tc{
		{of{Name: "what is not known counts as required", Cite: "000 (A)(2)(a)"}, []Share{inVillage}, &Home{}, Paid{},
			[]string{"work Village 000 12.50 12.50"}},
		{of{Name: "known to be nothing is nothing", Cite: "000 (A)(2)(g)"}, []Share{inVillage}, &Home{}, Paid{Known: true},
			[]string{"work Village 000 12.50 0.00"}},
		{of{Name: "for the place of work", Cite: "000 (A)(2)(a)"}, []Share{inVillage}, &Home{}, Paid{Known: true, Amount: cents("12.49")},
			[]string{"work Village 000 12.50 12.49"}},
		{of{Name: "for two places of work, by what each requires", Cite: "000 (A)(2)(a)"}, []Share{inVillage, inOther}, &Home{}, Paid{Known: true, Amount: cents("22.51")},
			[]string{"work Village 000 12.50 12.51", "work Elsewhere 10.00 10.00"}},
		{of{Name: "for one of the places, by name", Cite: "000 (A)(2)(a)"}, []Share{inVillage, inOther}, &Home{}, Paid{Known: true, Amount: cents("9.00"), Law: other},
			[]string{"work Village 000 12.50 12.50", "work Elsewhere 10.00 9.00"}},
		{of{Name: "none of it for where no tax is levied", Cite: "000 (A)(2)(a)"}, []Share{township, inVillage}, &Home{}, Paid{Known: true, Amount: cents("12.50")},
			[]string{"work  0.00 0.00", "work Village 000 12.50 12.50"}},
		{of{Name: "no wages but some tax", Cite: "000 (A)(2)(a)"}, []Share{noWages}, &Home{}, Paid{Known: true, Amount: cents("1.00")},
			[]string{"work Village 000 0.00 1.00"}},
		{of{Name: "a reversal", Cite: "000 (A)(2)(a)"}, []Share{earned(v, "-1000.00", true)}, &Home{}, Paid{Known: true, Amount: cents("-12.50")},
			[]string{"work Village 000 -12.50 -12.50"}},
		{of{Name: "for a municipality without a line", Cite: "000 (A)(2)(a)"}, []Share{inVillage}, &Home{}, Paid{Known: true, Amount: cents("3.00"), Law: other},
			[]string{"work Village 000 12.50 12.50", "work Elsewhere 0.00 3.00"}},
		{of{Name: "at home, and more than the rate gives", Cite: "000 (A)(2)(k)"}, []Share{inOther}, homeOf(home, true, true), Paid{Known: true, Amount: cents("20.00"), Law: home, Home: true},
			[]string{"work Elsewhere 10.00 10.00", "courtesy Home 20.00 20.00"}},
		{of{Name: "at home, and less than the rate gives", Cite: "000 (A)(2)(k)"}, []Share{inOther}, homeOf(home, true, true), Paid{Known: true, Amount: cents("5.00"), Law: home, Home: true},
			[]string{"work Elsewhere 10.00 10.00", "courtesy Home 14.00 5.00"}},
		{of{Name: "for work, not for home", Cite: "000 (A)(2)(k)"}, []Share{inOther}, homeOf(home, true, true), Paid{Known: true, Amount: cents("5.00")},
			[]string{"work Elsewhere 10.00 5.00", "courtesy Home 14.00 14.00"}},
		{of{Name: "a duty to the residence is not raised by what was withheld", Cite: "003 (j)"}, []Share{earned(elsewhere("0.75%"), "1000.00", true)}, homeOf(city003(), true, false),
			Paid{Known: true, Amount: cents("9.00"), Law: city003(), Home: true},
			[]string{"work Elsewhere 7.50 7.50", "residence City 003 2.50 9.00"}},
	}, func(t *testing.T, c tc) {
		var got []string
		for _, l := range Attribute(Withhold(c.shares, c.home, &Person{}, nil), c.paid) {
			got = append(got, fmt.Sprintf("%s %s %s %s", l.Role, l.Municipality(), l.Required, l.Withheld))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("lines\n got %q\nwant %q", got, c.want)
		}
	})
}

// TestWithheldAtHomeWithoutALine: it is remitted to the residence as withheld at
// the employee's request. 000 (A)(2)(k).
func TestWithheldAtHomeWithoutALine(t *testing.T) {
	home := creditHome()
	lines := Withhold([]Share{earned(village000(), "1000.00", true)}, homeOf(home, true, false), &Person{}, nil)
	lines = Attribute(lines, Paid{Known: true, Amount: cents("5.00"), Law: home, Home: true})
	last := lines[len(lines)-1]
	if last.Role != Courtesy || last.Law != home || last.Withheld != cents("5.00") || last.Wages.Total != 0 {
		t.Errorf("5.00 withheld at home became %+v", last)
	}
	if due := Due(last.Required, last.Withheld); due != cents("5.00") {
		t.Errorf("%s of it is remitted, want 5.00", due)
	}
}

// TestAttributeLosesNothing: what was withheld is on the lines it was for, to the
// cent, and the reversal of all of it cancels.
func TestAttributeLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shares, home, p := anyShares().Draw(t, "shares"), anyHome().Draw(t, "home"), anyPerson().Draw(t, "person")
		paid := Paid{Known: true, Amount: Cents(rapid.Int64Range(-1_000_000, 1_000_000).Draw(t, "withheld"))}
		if rapid.Bool().Draw(t, "for home") && home.Law != nil {
			paid.Law, paid.Home = home.Law, true
		}
		lines := Attribute(Withhold(shares, home, &p, nil), paid)
		var sum Cents
		for i := range lines {
			l := &lines[i]
			if paid.Law == nil && l.Role == Work || paid.Law != nil && l.Municipality() == paid.Law.Municipality {
				sum += l.Withheld
			} else if l.Withheld != l.Required {
				t.Fatalf("%s was for another line, but this has %s of %s", paid.Amount, l.Withheld, l.Required)
			}
		}
		if sum != paid.Amount {
			t.Fatalf("%s of %s is on lines", sum, paid.Amount)
		}

		back := slices.Clone(shares)
		for i := range back {
			back[i].Check = negated(back[i].Check)
		}
		paid.Amount = -paid.Amount
		reversed := Attribute(Withhold(back, home, &p, nil), paid)
		if len(reversed) != len(lines) {
			t.Fatalf("%d lines reverse %d", len(reversed), len(lines))
		}
		for i := range lines {
			a, b := &lines[i], &reversed[i]
			if a.Role != b.Role || a.Law != b.Law || a.Required+b.Required != 0 || a.Withheld+b.Withheld != 0 || a.Wages.negated() != b.Wages {
				t.Fatalf("the reversal leaves\n%+v of\n%+v", *b, *a)
			}
		}
	})
}
