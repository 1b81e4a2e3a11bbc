package ordinance

import (
	"fmt"
	"strings"

	"example.com/withhold/pkg/calc"
)

// This file says in plain words what a Law holds, for people who look a
// municipality up.

// Percent is a rate as people write it: 2.5 %.
func Percent(r calc.Rate) string { return (100 * r).String() + " %" }

// frequencyWords says when a rule applies and when its tax is due.
func frequencyWords(r *calc.Rule) string {
	name := strings.ReplaceAll(r.Frequency.String(), "_", "-")
	var b strings.Builder
	b.WriteString(name)
	if len(r.Ends) > 0 {
		fmt.Fprintf(&b, ", in periods that end on the %s", endWords(r.Ends))
	}
	if when := conditionWords(&r.When); when != "" {
		b.WriteString(" if " + when)
	}
	return b.String() + "; due " + dueWords(&r.Due, r.Frequency)
}

func endWords(ends []int) string {
	words := make([]string, len(ends))
	for i, d := range ends {
		words[i] = dayWords(d)
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func dayWords(day int) string {
	if day >= calc.LastDay {
		return "last day"
	}
	suffix := "th"
	if day/10 != 1 {
		switch day % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(day, suffix)
}

// dueWords says when a period's tax is due.
func dueWords(r *calc.DueRule, f calc.Frequency) string {
	if r.BankingDays > 0 {
		return fmt.Sprintf("within %d banking days after each of them", r.BankingDays)
	}
	day, period := dayWords(r.Day), "month"
	if f == calc.Quarterly {
		period = "quarter"
	}
	switch {
	case r.MonthsAfter == 0:
		return fmt.Sprintf("the %s of its last month", day)
	case r.MonthsAfter == 1 && f == calc.Monthly:
		return fmt.Sprintf("the %s of the next month", day)
	case r.MonthsAfter == 1:
		return fmt.Sprintf("the %s of the month after the %s", day, period)
	}
	return fmt.Sprintf("the %s of the %s month after the %s", day, dayWords(r.MonthsAfter), period)
}

// dollars is an amount for people: $12,000.00.
func dollars(c calc.Cents) string {
	text := c.String()
	for i := len(text) - 6; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return "$" + text
}

func conditionWords(c *calc.Condition) string {
	var parts []string
	if len(c.MonthOfQuarter) > 0 {
		months := make([]string, len(c.MonthOfQuarter))
		for i, m := range c.MonthOfQuarter {
			months[i] = dayWords(m)
		}
		parts = append(parts, "it is the "+orList(months)+" month of the quarter")
	}
	if c.Agreement != "" {
		parts = append(parts, "a "+strings.ReplaceAll(c.Agreement, "_", " ")+" stands")
	}
	for _, t := range c.All {
		parts = append(parts, testWords(t))
	}
	if len(c.Any) > 0 {
		tests := make([]string, len(c.Any))
		for i, t := range c.Any {
			tests[i] = testWords(t)
		}
		parts = append(parts, strings.Join(tests, " or "))
	}
	return strings.Join(parts, " and ")
}

var figureWords = map[calc.Figure]string{
	calc.PriorYearTotal:                 "last year's tax",
	calc.AverageMonthOfPriorYear:        "last year's average month",
	calc.HighestMonthOfPriorYear:        "any month of last year",
	calc.HighestMonthOfPrecedingQuarter: "any month of the preceding quarter",
	calc.ThisMonth:                      "the month's tax",
	calc.HighestMonthOfThisQuarter:      "any month of the quarter so far",
	calc.HighestMonthOfThisYear:         "any month of the year so far",
}

func testWords(t calc.Test) string {
	figure := figureWords[t.Figure]
	if figure == "" {
		figure = strings.ReplaceAll(t.Figure.String(), "_", " ")
	}
	return fmt.Sprintf("%s is %s %s", figure, strings.ReplaceAll(t.Compare.String(), "_", " "), dollars(t.Amount))
}

// creditWords says what residents may deduct for tax paid where they work.
func creditWords(c calc.Credit) string {
	switch {
	case !c.Known:
		return "not known"
	case c.Kind == calc.CreditOfOwnRate:
		return fmt.Sprintf("%s of the own rate above %s, whatever the rate at the place of work", Percent(c.Factor), Percent(c.Above))
	case c.Factor == 0 || c.Limit == 0:
		return "none"
	}
	return fmt.Sprintf("%s of the rate at the place of work, which counts up to %s", Percent(c.Factor), Percent(c.Limit))
}

// residentWords says how tax is withheld for residents who work elsewhere.
func residentWords(r calc.Residents) string {
	switch {
	case r.Rule == calc.OnRequest:
		return "only where the employee asks"
	case r.LocatedEmployersOnly:
		return "employers in it withhold the difference of rates, and the full rate where nothing is withheld at the place of work"
	}
	return "every employer withholds the difference of rates, and the full rate where nothing is withheld at the place of work"
}

// daysWords says which days are exempt and what a day is.
func daysWords(o calc.OccasionalEntrant) string {
	if o.Cite == "" {
		return "not known"
	}
	counts := "a day counts where more time is spent than in any other municipality"
	if o.Counts == calc.AnyPart {
		counts = "any part of a day counts"
	}
	back := "day %d and later are taxed"
	switch o.LookBack {
	case calc.ElectiveLookBack:
		back = "day %d and later are taxed, earlier ones only if the employer elects it"
	case calc.MandatoryLookBack:
		back = "day %d brings in the earlier ones"
	}
	return fmt.Sprintf("%d exempt in a calendar year; %s; %s", o.Days, counts, fmt.Sprintf(back, o.Days+1))
}

// baseWords says what tax is withheld on.
func baseWords(b calc.Base) string {
	if b == calc.GrossCompensation {
		return "gross compensation"
	}
	return "qualifying wages"
}

// exclusionWords says what is left untaxed for a reason.
func exclusionWords(r calc.Reason, e calc.Exclusion) string {
	switch r {
	case calc.Under18:
		return fmt.Sprintf("pay of people under %d", e.Age)
	case calc.ElectionOfficial:
		return fmt.Sprintf("precinct election pay up to %s a year", dollars(e.Limit))
	case calc.DeferredBefore:
		return fmt.Sprintf("compensation deferred before %s", e.Before)
	case calc.ISOFormerEmployee:
		if e.Successor {
			return "stock option dispositions by people who work for neither issuer nor successor"
		}
		return "stock option dispositions by people who do not work for the issuer"
	}
	return map[calc.Reason]string{
		calc.DomesticServant: "domestic servants", calc.MilitaryPay: "military pay", calc.Parsonage: "parsonage allowances",
		calc.PensionOrDisability: "pensions, disability and unemployment benefits", calc.Section125: "section 125 deductions",
		calc.TipsNotControlled: "cash tips the employer does not handle", calc.TransitOperator: "transit operators off their regular routes",
	}[r]
}
