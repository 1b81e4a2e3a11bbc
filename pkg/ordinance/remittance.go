package ordinance

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/calc"
)

// This file reads remittance schedules: the rules of which the first that holds
// for a month decides how often an employer remits, and when it is due.

var frequencies = []string{
	calc.Quarterly.String(), calc.Monthly.String(), calc.SemiMonthly.String(), calc.PartialMonth.String(),
}

func readRemittance(f *fields, cite calc.Citation) func(*calc.Law) {
	if !f.need("rules", "a list of {frequency, when, due}, the last without when") {
		return nil
	}
	s := new(calc.Schedule)
	items := f.list("rules")
	for i, n := range items {
		rule, conditional := f.rule(n, cite)
		s.Rules = append(s.Rules, rule)
		last := i == len(items)-1
		switch {
		case last && conditional:
			f.fault(n, "the last rule has a condition, so some months have no rule; remove its when, or add a rule for the rest")
		case !last && !conditional:
			f.fault(n, "this rule has no condition, so those below it never apply; write a when, or put it last")
		}
	}
	return func(l *calc.Law) { l.Remittance = s }
}

// rule reads one rule; conditional reports whether it says when it holds.
func (t *textFile) rule(n *yaml.Node, cite calc.Citation) (r calc.Rule, conditional bool) {
	f := t.fields(n, "a rule", "frequency", "when", "due", "ends", "cite")
	if n.Kind != yaml.MappingNode {
		return r, f.values["when"] != nil
	}
	r.Cite = cite
	if f.values["cite"] != nil {
		r.Cite = calc.Citation(f.text("cite"))
	}
	f.need("frequency", calc.Quarterly.String())
	r.Frequency = calc.Frequency(max(0, f.choice("frequency", frequencies...)))
	r.Ends = f.ends(r.Frequency)
	r.Due = f.due()
	r.Due.Cite = r.Cite
	if w := f.values["when"]; w != nil {
		r.When = t.condition(w)
	}
	return r, f.values["when"] != nil
}

// ends is the days that parts of a month end on.
func (f *fields) ends(frequency calc.Frequency) []int {
	if f.values["ends"] == nil {
		switch frequency {
		case calc.SemiMonthly:
			return []int{15, calc.LastDay}
		case calc.PartialMonth:
			f.fault(f.node, "ends is missing; write the days on which the parts of the month end, such as ends: [7, 15, 22, last]")
		}
		return nil
	}
	if frequency != calc.SemiMonthly && frequency != calc.PartialMonth {
		f.fault(f.values["ends"], "ends is for semi_monthly and partial_month only; remove it")
		return nil
	}
	var days []int
	for _, n := range f.list("ends") {
		d := f.day(n)
		if len(days) > 0 && d <= days[len(days)-1] {
			f.fault(n, "ends are not in order; write each day once, the earliest first")
			return days
		}
		days = append(days, d)
	}
	if len(days) > 0 && days[len(days)-1] != calc.LastDay {
		f.fault(f.values["ends"], "ends leaves out the end of the month; write last as its last day")
	}
	return days
}

// due reads when a period's tax is due: a day of a later month, or a number of
// banking days after the period ends.
func (f *fields) due() (r calc.DueRule) {
	if !f.need("due", "{months_after: 1, day: last}, or {banking_days: 5}") {
		return r
	}
	g := f.fields(f.values["due"], "due", "months_after", "day", "banking_days")
	if b := g.values["banking_days"]; b != nil {
		if g.values["months_after"] != nil || g.values["day"] != nil {
			f.fault(b, "banking_days beside months_after or day; write one of them")
		}
		r.BankingDays = g.integer("banking_days", 1, 31, 1)
		return r
	}
	if g.node.Kind != yaml.MappingNode {
		return r
	}
	g.need("months_after", "1")
	g.need("day", "last")
	r.MonthsAfter = g.integer("months_after", 0, 12, 1)
	if n, ok := g.scalar("day"); ok {
		r.Day = g.day(n)
	}
	return r
}

func (t *textFile) condition(n *yaml.Node) (c calc.Condition) {
	f := t.fields(n, "when", "month_of_quarter", "agreement", "all", "any")
	if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
		t.fault(n, "when says nothing; write a condition, or remove it")
	}
	if f.values["month_of_quarter"] != nil {
		c.MonthOfQuarter = f.monthsOfQuarter()
	}
	c.Agreement = f.text("agreement")
	if c.Agreement != "" {
		if i := f.choice("agreement", agreements...); i < 0 {
			c.Agreement = ""
		}
	}
	for _, n := range f.list("all") {
		c.All = append(c.All, t.test(n))
	}
	for _, n := range f.list("any") {
		c.Any = append(c.Any, t.test(n))
	}
	return c
}

// agreements are the kinds that a schedule may depend on.
var agreements = []string{"quarterly_approval"}

func (f *fields) monthsOfQuarter() (months []int) {
	for _, item := range f.list("month_of_quarter") {
		i := slices.Index([]string{"1", "2", "3"}, item.Value) + 1
		if i == 0 || slices.Contains(months, i) {
			f.fault(item, "month_of_quarter %q is not a month of the quarter; write each of 1, 2, 3 at most once", item.Value)
			continue
		}
		months = append(months, i)
	}
	return months
}

// test reads one comparison, such as {figure: this_month, under: "100.00"}.
func (t *textFile) test(n *yaml.Node) (test calc.Test) {
	var compare []string
	for c := calc.Over; c <= calc.AtMost; c++ {
		compare = append(compare, c.String())
	}
	f := t.fields(n, "a test", append([]string{"figure"}, compare...)...)
	if n.Kind != yaml.MappingNode {
		return test
	}
	f.need("figure", "prior_year_total")
	test.Figure = calc.Figure(max(0, f.choice("figure", calc.FigureNames()...)))
	found := 0
	for i, word := range compare {
		if f.values[word] != nil {
			test.Compare, test.Amount = calc.Comparison(i), f.cents(word)
			found++
		}
	}
	if found != 1 {
		f.fault(n, `a test needs one comparison; write one of over, at_least, under, at_most, such as over: "200.00"`)
	}
	return test
}
