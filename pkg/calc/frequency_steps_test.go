package calc

import (
	"testing"

	"pgregory.net/rapid"
)

// 000 (A)(2)(a)1: monthly over 2,399 in the preceding year or over 200 in a month
// of the preceding quarter.
func TestStepsAtTheLimit(t *testing.T) {
	s := Schedule{Rules: []Rule{
		{Frequency: Monthly, When: Condition{Any: []Test{{PriorYearTotal, Over, 2399_00}, {HighestMonthOfPrecedingQuarter, Over, 200_00}}}},
		{Frequency: Quarterly},
	}}
	for _, c := range []struct {
		name         string
		year, month  Cents
		rules        int
		holds        [2]bool
		turn0, turn1 Cents
	}{
		{"at both limits", 2399_00, 200_00, 2, [2]bool{false, false}, 1, 1},
		{"a cent over the year's", 2399_01, 200_00, 1, [2]bool{true, false}, -1, 1},
		{"well under", 1000_00, 50_00, 2, [2]bool{false, false}, 1399_01, 150_01},
	} {
		f := Figures{month: NewMonth(2026, 4)}
		f.amounts[PriorYearTotal], f.amounts[HighestMonthOfPrecedingQuarter] = c.year, c.month
		steps := s.Steps(f, func(string) bool { return false })
		if len(steps) != c.rules || !steps[len(steps)-1].Holds {
			t.Fatalf("%s: %+v", c.name, steps)
		}
		any := steps[0].Any
		if any[0].Holds != c.holds[0] || any[1].Holds != c.holds[1] || any[0].Turn != c.turn0 || any[1].Turn != c.turn1 {
			t.Errorf("%s: %+v", c.name, any)
		}
	}
}

// Steps decide as Determine does, and a test comes out the other way once its
// figure has moved by Turn, and no cent sooner.
func TestStepsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Custom(func(t *rapid.T) Cents { return Cents(rapid.IntRange(-5_00, 30_00).Draw(t, "cents")) })
		test := rapid.Custom(func(t *rapid.T) Test {
			return Test{Figure(rapid.IntRange(0, int(numFigures)-1).Draw(t, "figure")), Comparison(rapid.IntRange(0, 3).Draw(t, "compare")), amount.Draw(t, "limit")}
		})
		s := Schedule{Rules: []Rule{
			{When: Condition{MonthOfQuarter: rapid.SliceOfN(rapid.IntRange(1, 3), 0, 2).Draw(t, "months"), All: rapid.SliceOfN(test, 0, 2).Draw(t, "all")}},
			{When: Condition{Agreement: rapid.SampledFrom([]string{"", "quarterly_approval"}).Draw(t, "agreement"), Any: rapid.SliceOfN(test, 0, 3).Draw(t, "any")}},
			{},
		}}
		f := Figures{month: NewMonth(2026, 5)}
		for i := range f.amounts {
			f.amounts[i] = amount.Draw(t, "figure")
		}
		stands := rapid.Bool().Draw(t, "stands")
		standing := func(string) bool { return stands }
		steps := s.Steps(f, standing)
		if last := steps[len(steps)-1]; last.Rule != s.Determine(f, standing).Rule || !last.Holds {
			t.Fatalf("steps end with %+v", last)
		}
		for _, step := range steps {
			for _, x := range append(step.All, step.Any...) {
				at := x.Figure
				if at == AverageMonthOfPriorYear {
					at = PriorYearTotal
				}
				for _, less := range []Cents{0, 1} {
					moved := f
					moved.amounts[at] += x.Turn
					if less == 1 && x.Turn > 0 {
						moved.amounts[at]--
					} else if less == 1 {
						moved.amounts[at]++
					}
					if holds := x.holds(&moved); holds == (x.Holds != (less == 1)) {
						t.Fatalf("%+v moved to %s holds %v", x, moved.amounts[at], holds)
					}
				}
			}
		}
	})
}
