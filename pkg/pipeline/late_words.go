package pipeline

import (
	"fmt"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/ordinance"
)

// This file says in sentences how the cost of being late came about, so that a
// reader can check each figure by hand.

func (a *LateAnswer) say(format string, args ...any) {
	a.Working = append(a.Working, fmt.Sprintf(format, args...))
}

// rolled says that a day on which offices are closed moved to the next that is
// open.
func (a *LateAnswer) rolled(calendar *calc.Calendar, what string, from, to calc.Date) {
	if from == to {
		return
	}
	a.say("%s by %s, on which offices are closed: by %s [%s]", what, from, to, calendar.Cite)
	a.cite(calendar.Cite)
}

// overpaid says that more was paid than owed.
func (a *LateAnswer) overpaid(q *LateQuestion) {
	var paid calc.Cents
	for _, p := range q.Payments {
		if q.AsOf == 0 || p.On <= q.AsOf {
			paid += p.Amount
		}
	}
	if more := paid - max(0, q.Tax); more > 0 {
		a.say("$%s more was paid than the tax of $%s; it is not counted", money(more), money(q.Tax))
	}
}

// sayInterest says how many days at which rate. The product is rounded once for
// all steps.
func (a *LateAnswer) sayInterest(steps []calc.InterestStep) {
	var exact []string
	for _, s := range steps {
		result := "$" + money(a.Interest)
		if len(steps) > 1 {
			result = "$" + s.Exact().String()
			exact = append(exact, s.Exact().String())
		}
		a.say("interest on $%s from %s to %s: %d days at %s = %s (%s × %s × %d/%d = %s) [%s]", money(s.Amount), s.From, s.Through, s.Days,
			ordinance.Percent(s.Rate), result, s.Amount, s.Rate, s.Days, s.OfYear, s.Exact(), s.Cite)
		a.cite(s.Cite)
	}
	if len(steps) > 1 {
		a.say("interest in all: %s = $%s, rounded once", strings.Join(exact, " + "), money(a.Interest))
	}
}

// sayPenalty says which share of which amounts.
func (a *LateAnswer) sayPenalty(p *calc.TaxPenalty, steps []calc.PenaltyStep) {
	upTo := ""
	if p.UpTo {
		upTo = "up to "
	}
	var parts []string
	for _, s := range steps {
		part := fmt.Sprintf("%s%s of $%s paid late", upTo, ordinance.Percent(s.Share), money(s.Amount))
		if s.Months > 0 {
			part += fmt.Sprintf(" in month %d (%s, and %s for each later month, to %s)", s.Months, ordinance.Percent(p.First), ordinance.Percent(p.Later), ordinance.Percent(p.Most))
		}
		parts = append(parts, part)
	}
	if a.Unpaid > 0 {
		parts[len(parts)-1] += " or not yet"
	}
	a.say("penalty: %s = $%s%s [%s]", strings.Join(parts, " and "), money(a.Penalty), a.may(p.UpTo), p.Cite)
	a.cite(p.Cite)
}

// may says whether a penalty is sure: R.C. 718.27 gives the most that may be
// asked; 004 192.053 (H) says that it may be imposed.
func (a *LateAnswer) may(upTo bool) string {
	switch {
	case upTo:
		return ", an estimate: the municipality may ask for less"
	case a.Kind == record.WinningsTax:
		return ", which may be imposed"
	}
	return ""
}

// sayReturn says since when the return was late.
func (a *LateAnswer) sayReturn(p *calc.ReturnPenalty, by, filed, asOf calc.Date) {
	was := fmt.Sprintf("filed on %s", filed)
	if filed == 0 || filed > asOf {
		was = fmt.Sprintf("not filed by %s", asOf)
	}
	how := "$" + money(a.ReturnPenalty)
	switch {
	case p.Monthly:
		how = fmt.Sprintf("%d × $%s, to $%s in all = $%s", a.lateReturnMonths, p.Amount, p.Most, a.ReturnPenalty)
	case p.UpTo:
		how = "up to " + how
	}
	a.say("return to be filed by %s, %s: %s%s [%s]", by, was, how, a.may(p.UpTo), p.Cite)
	a.cite(p.Cite)
}

// sum says what it comes to.
func (a *LateAnswer) sum() {
	if a.Total() == 0 {
		return
	}
	what := "in all"
	if a.Estimate {
		what = "at most"
	}
	a.say(what+", besides the tax: $%s interest + $%s penalty + $%s for the return = $%s", money(a.Interest), money(a.Penalty), money(a.ReturnPenalty), money(a.Total()))
}
