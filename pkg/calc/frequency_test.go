package calc

import (
	"fmt"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

// Law: 000 (A)(2)(a)1-2, 002 (a), 003 (e), R.C. 718.03.

// testYAML is a Test as case files write it: {figure: this_month, over: "200.00"}.
type testYAML Test

func (x *testYAML) UnmarshalYAML(n *yaml.Node) error {
	var m map[string]yaml.Node
	if err := n.Decode(&m); err != nil {
		return err
	}
	if len(m) != 2 {
		return fmt.Errorf("line %d: a test is a figure and one comparison", n.Line)
	}
	for key, v := range m {
		if key == "figure" {
			if err := v.Decode(&x.Figure); err != nil {
				return err
			}
			continue
		}
		compare, ok := ParseComparison(key)
		if !ok {
			return fmt.Errorf("line %d: unknown comparison %q", n.Line, key)
		}
		x.Compare = compare
		if err := v.Decode(&x.Amount); err != nil {
			return err
		}
	}
	return nil
}

type ruleYAML struct {
	Frequency      Frequency
	Cite           Citation
	Ends           []int
	MonthOfQuarter []int `yaml:"month_of_quarter"`
	Agreement      string
	All, Any       []testYAML
}

func (r *ruleYAML) rule() Rule {
	when := Condition{MonthOfQuarter: r.MonthOfQuarter, Agreement: r.Agreement}
	for _, x := range r.All {
		when.All = append(when.All, Test(x))
	}
	for _, x := range r.Any {
		when.Any = append(when.Any, Test(x))
	}
	return Rule{Frequency: r.Frequency, Ends: r.Ends, When: when, Cite: r.Cite}
}

func TestDetermine(t *testing.T) {
	type tc struct {
		of       `yaml:",inline"`
		Schedule string
		Month    Month
		Months   map[Month]Cents
		Standing string
		Want     struct {
			Frequency Frequency
			Cite      Citation
			Reason    string
		}
	}
	var f struct {
		Schedules map[string][]ruleYAML
		Cases     []tc
	}
	readYAML(t, "frequency.yaml", &f)
	used := map[string]bool{}
	each(t, f.Cases, func(t *testing.T, c tc) {
		rules, ok := f.Schedules[c.Schedule]
		if !ok {
			t.Fatalf("no schedule %q", c.Schedule)
		}
		used[c.Schedule] = true
		var s Schedule
		for i := range rules {
			s.Rules = append(s.Rules, rules[i].rule())
		}
		var months Months
		for m, tax := range c.Months { // in any order
			months.Set(m, tax)
		}
		got := s.Determine(months.FiguresFor(c.Month), func(kind string) bool { return kind == c.Standing })
		if got.Rule.Frequency != c.Want.Frequency || got.Rule.Cite != c.Want.Cite {
			t.Errorf("%s by %s, want %s by %s", got.Rule.Frequency, got.Rule.Cite, c.Want.Frequency, c.Want.Cite)
		}
		if got.Reason != c.Want.Reason {
			t.Errorf("reason\n got %s\nwant %s", got.Reason, c.Want.Reason)
		}
	})
	for name := range f.Schedules {
		if !used[name] {
			t.Errorf("no case uses the schedule %s", name)
		}
	}
}

// TestFigures checks each figure against the months it is made of.
func TestFigures(t *testing.T) {
	months := Months{}
	for i := range 36 { // 2024-01 is 1.00, 2026-12 is 36.00
		months.Set(month("2024-01")+Month(i), Cents(100*(i+1)))
	}
	f := months.FiguresFor(month("2026-05"))
	for which, want := range map[Figure]string{
		PriorYearTotal: "222.00", AverageMonthOfPriorYear: "18.50", HighestMonthOfPriorYear: "24.00", HighestMonthOfPrecedingQuarter: "27.00",
		ThisMonth: "29.00", HighestMonthOfThisQuarter: "29.00", HighestMonthOfThisYear: "29.00",
	} {
		if got := f.Amount(which); got != cents(want) {
			t.Errorf("%s is %s, want %s", which, got, want)
		}
	}
	for total, want := range map[Cents]Cents{5: 0, 6: 1, 17: 1, 18: 2} { // half a cent and just below
		f := Months{{month("2025-07"), total}}.FiguresFor(month("2026-05"))
		if got := f.Amount(AverageMonthOfPriorYear); got != want {
			t.Errorf("a twelfth of %s is shown as %s, want %s", total, got, want)
		}
	}
	months.Set(month("2026-05"), 0)
	months.Set(month("2026-04"), -500)
	f = months.FiguresFor(month("2026-05"))
	if got := f.Amount(HighestMonthOfThisQuarter); got != 0 {
		t.Errorf("the highest of a month of reversals and one of nothing is %s", got)
	}
}

// TestLaterMonthsDoNotMatter: a determination looks back only, so months that
// payroll has not reached yet cannot change it.
func TestLaterMonthsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := month("2026-01") + Month(rapid.IntRange(0, 23).Draw(t, "month"))
		months := Months{}
		for m := at - 24; m <= at; m++ {
			months.Set(m, Cents(rapid.Int64Range(0, 300_000).Draw(t, "tax")))
		}
		before := months.FiguresFor(at)
		for m := at + 1; m <= at+24; m++ {
			months.Set(m, 1_000_000)
		}
		if after := months.FiguresFor(at); after != before {
			t.Fatalf("later months changed %+v to %+v", before, after)
		}
	})
}

func TestScheduleWithoutALastRule(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a schedule whose last rule has a condition decided something")
		}
	}()
	s := Schedule{Rules: []Rule{{When: Condition{Agreement: "quarterly_approval"}}}}
	s.Determine(Figures{}, func(string) bool { return false })
}

func TestEnds(t *testing.T) {
	s := Schedule{Rules: []Rule{{Frequency: PartialMonth, Ends: []int{7, 15, LastDay}}, {Frequency: SemiMonthly, Ends: []int{15, LastDay}}, {Frequency: Monthly}}}
	if got, want := s.Ends(), []int{7, 15, LastDay}; !slices.Equal(got, want) {
		t.Errorf("parts of the month end on %v, want %v", got, want)
	}
	if got := (&Schedule{Rules: []Rule{{}}}).Ends(); got != nil {
		t.Errorf("a schedule of whole periods ends parts on %v", got)
	}
}

// TestMonthsAreAMap holds Months against a map.
func TestMonthsAreAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[Month]Cents{}
		var got Months
		for range rapid.IntRange(0, 40).Draw(t, "months") {
			m, tax := Month(rapid.IntRange(1, 30).Draw(t, "month")), Cents(rapid.IntRange(-5, 5).Draw(t, "tax"))
			got.Set(m, tax)
			want[m] = tax
		}
		if !slices.IsSortedFunc(got, func(a, b MonthTax) int { return int(a.Month - b.Month) }) || len(got) != len(want) {
			t.Fatalf("%v of %v", got, want)
		}
		for m := Month(0); m <= 31; m++ {
			tax, known := got.Of(m)
			if given, there := want[m]; tax != given || known != there {
				t.Fatalf("month %d is %d (%v), want %d (%v)", m, tax, known, given, there)
			}
		}
	})
}
