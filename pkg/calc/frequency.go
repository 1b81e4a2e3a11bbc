package calc

import (
	"slices"
	"strconv"
)

// This file decides how often an employer remits to one municipality.
// Law: 000 (A)(2)(a)1-2, 002 (a), 003 (e), R.C. 718.03.

// Frequency is how often withheld tax is remitted.
type Frequency uint8

// The frequencies. PartialMonth is any division of the month into periods that
// end on fixed days; SemiMonthly is the one that ends on the 15th and the last.
const (
	Quarterly Frequency = iota
	Monthly
	SemiMonthly
	PartialMonth
)

var frequencyNames = [...]string{"quarterly", "monthly", "semi_monthly", "partial_month"}

// String is the name in outputs and in ordinance files.
func (f Frequency) String() string { return frequencyNames[f] }

// ParseFrequency finds a frequency by its name.
func ParseFrequency(name string) (Frequency, bool) {
	i := slices.Index(frequencyNames[:], name)
	return Frequency(max(i, 0)), i >= 0
}

// Figure is an amount that a remittance rule tests. All are tax of one employer
// for one municipality, the greater of withheld and required in each month.
type Figure uint8

// The figures that ordinances test. "To date" includes the month in question.
const (
	PriorYearTotal Figure = iota
	AverageMonthOfPriorYear
	HighestMonthOfPriorYear
	HighestMonthOfPrecedingQuarter
	ThisMonth
	HighestMonthOfThisQuarter // to date
	HighestMonthOfThisYear    // to date
	numFigures
)

var figureNames = [numFigures]string{
	"prior_year_total", "average_month_of_prior_year", "highest_month_of_prior_year",
	"highest_month_of_preceding_quarter", "this_month", "highest_month_of_this_quarter", "highest_month_of_this_year",
}

// String is the figure's name in ordinance files and in reasons.
func (f Figure) String() string { return figureNames[f] }

// ParseFigure finds a figure by its name.
func ParseFigure(name string) (Figure, bool) {
	i := slices.Index(figureNames[:], name)
	return Figure(max(i, 0)), i >= 0
}

// FigureNames lists the figures an ordinance file may test.
func FigureNames() []string { return slices.Clone(figureNames[:]) }

// Comparison is how a figure is held against an amount.
type Comparison uint8

// Over and under are strict: an amount equal to the limit is neither.
const (
	Over Comparison = iota
	AtLeast
	Under
	AtMost
)

var comparisonNames = [...]string{"over", "at_least", "under", "at_most"}

// String is the comparison's name in ordinance files.
func (c Comparison) String() string { return comparisonNames[c] }

// ParseComparison finds a comparison by its name.
func ParseComparison(name string) (Comparison, bool) {
	i := slices.Index(comparisonNames[:], name)
	return Comparison(max(i, 0)), i >= 0
}

// A Test holds one figure against one amount.
type Test struct {
	Figure  Figure
	Compare Comparison
	Amount  Cents
}

// A Condition holds when all its parts do; the zero Condition always holds.
type Condition struct {
	MonthOfQuarter []int  // 1, 2, 3: the month's place in its quarter
	Agreement      string // an agreement of this kind must be standing: 003 (e)
	All            []Test // each must hold
	Any            []Test // one must hold, where there are any
}

// A Rule is one way of remitting: when it applies, for which periods, until when.
type Rule struct {
	Frequency Frequency
	Ends      []int // SemiMonthly, PartialMonth: the days periods end on; 31 is the month's last
	When      Condition
	Due       DueRule
	Cite      Citation
}

// A Schedule is an ordinance's remittance rules. The first rule whose condition
// holds decides; the last has no condition.
type Schedule struct {
	Rules []Rule
}

// A Determination is the rule that applies to one employer, municipality and
// month, and the comparisons that led to it.
type Determination struct {
	Rule   *Rule
	Reason string
}

// Determine finds the rule for the month of f. standing reports whether an
// agreement of a kind is in force for it.
func (s *Schedule) Determine(f Figures, standing func(kind string) bool) Determination {
	rule, reason, _ := s.Decide(make([]byte, 0, 512), &f, standing)
	return Determination{rule, string(reason)}
}

// Decide is Determine in room that it appends to: the reason is a part of used,
// which is the room to give the next time.
func (s *Schedule) Decide(room []byte, f *Figures, standing func(kind string) bool) (rule *Rule, reason, used []byte) {
	passed := room[:0] // why not the rules before
	for i := range s.Rules {
		r := &s.Rules[i]
		start := len(passed)
		passed = separate(passed, 0, "; ")
		said := len(passed)
		holds, why := r.When.check(passed, f, standing)
		switch {
		case holds && len(why) > said:
			return r, why[said:], why
		case holds && start > 0:
			return r, why[:start], why
		case holds:
			why = append(why, "the only rule"...)
			return r, why, why
		}
		passed = why
	}
	panic("calc: a schedule whose last rule has a condition")
}

// check reports whether the condition holds, and appends the comparisons that
// decided to why: those that held, or the first part that failed.
func (c *Condition) check(why []byte, f *Figures, standing func(string) bool) (bool, []byte) {
	start := len(why)
	if len(c.MonthOfQuarter) > 0 {
		place := (f.month.Number()-1)%3 + 1
		why = strconv.AppendInt(append(why, "month "...), int64(place), 10)
		why = append(why, " of the quarter"...)
		if !slices.Contains(c.MonthOfQuarter, place) {
			return false, why
		}
	}
	if c.Agreement != "" {
		if !standing(c.Agreement) {
			return false, append(append(why[:start], "no standing "...), c.Agreement...)
		}
		why = append(append(separate(why, start, " and "), "a standing "...), c.Agreement...)
	}
	for _, t := range c.All {
		ok := t.holds(f)
		if !ok {
			return false, t.appendTo(why[:start], f, ok)
		}
		why = t.appendTo(separate(why, start, " and "), f, ok)
	}
	if len(c.Any) == 0 {
		return true, why
	}
	if i := slices.IndexFunc(c.Any, func(t Test) bool { return t.holds(f) }); i >= 0 {
		return true, c.Any[i].appendTo(separate(why, start, " and "), f, true)
	}
	why = why[:start]
	for _, t := range c.Any {
		why = t.appendTo(separate(why, start, " and "), f, false)
	}
	return false, why
}

// separate appends the separator where something was appended since start.
func separate(b []byte, start int, separator string) []byte {
	if len(b) == start {
		return b
	}
	return append(b, separator...)
}

var comparisonWords = [...][2]string{
	Over:    {" is not over ", " is over "},
	AtLeast: {" is not at least ", " is at least "},
	Under:   {" is not under ", " is under "},
	AtMost:  {" is not at most ", " is at most "},
}

func (t Test) holds(f *Figures) bool {
	have, limit := f.amounts[t.Figure], t.Amount
	if t.Figure == AverageMonthOfPriorYear {
		have, limit = f.amounts[PriorYearTotal], 12*t.Amount
	}
	switch t.Compare {
	case Over:
		return have > limit
	case AtLeast:
		return have >= limit
	case Under:
		return have < limit
	}
	return have <= limit
}

// appendTo appends the comparison in words.
func (t Test) appendTo(b []byte, f *Figures, holds bool) []byte {
	word := comparisonWords[t.Compare][0]
	if holds {
		word = comparisonWords[t.Compare][1]
	}
	b = f.Amount(t.Figure).Append(append(append(b, t.Figure.String()...), ' '))
	return t.Amount.Append(append(b, word...))
}

// Ends are the days of the month on which a period of any of the rules ends,
// ascending, where one is shorter than the month; nil otherwise.
func (s *Schedule) Ends() (ends []int) {
	for i := range s.Rules {
		ends = append(ends, s.Rules[i].Ends...)
	}
	slices.Sort(ends)
	return slices.Compact(ends)
}
