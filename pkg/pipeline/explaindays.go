package pipeline

import (
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/explanation"
)

// day says what becomes of one day of a person: its entries are those of all
// related employers, for their time counts as well.
func (x *explainer) day(r *row, group []*employee, entries []calc.LogEntry) explanation.Day {
	day := entries[0].Day
	d := explanation.Day{Date: day}
	sums := x.run.timesOf(group, entries, nil)
	winner, tie := calc.Winner(sums)
	switch {
	case tie:
		d.Outcome = explanation.DayTie
	case winner == calc.Nowhere:
		d.Outcome = explanation.DayNobodys
	case x.run.logs.ruleOf(winner, day).Counts == calc.AnyPart:
		d.Outcome = explanation.DayOwnHours
	default:
		d.Outcome = explanation.DayMostTime
	}
	d.Municipality = x.w.name(winner)
	for i := range entries {
		d.Entries = append(d.Entries, x.entry(r, group[entries[i].Of], &entries[i]))
	}
	for _, s := range sums {
		if s.Place != calc.Nowhere && s.Hours > 0 {
			d.Places = append(d.Places, x.visit(r, s, day, &d))
		}
	}
	return d
}

// entry says where the wages for one entry belong.
func (x *explainer) entry(r *row, who *employee, l *calc.LogEntry) explanation.Entry {
	home := x.run.homeDays(who, l)
	e := explanation.Entry{Municipality: x.w.name(l.Place), Hours: l.Hours, Activity: l.Activity.String(), Affixed: l.Affixed,
		Worksite: x.site(l.Site), AtPrincipal: l.AtPrincipal(home)}
	switch {
	case e.AtPrincipal && home:
		e.Citation = string(x.run.book.HomeDays(l.Day).Cite)
	case e.AtPrincipal:
		e.Citation = string(x.run.logs.ruleOf(l.Place, l.Day).Cite)
	}
	if who != r.who {
		e.EmployerID = who.employer.id
		return e
	}
	where := x.w.whose(who, l)
	switch {
	case where == principal:
	case where == calc.Nowhere:
		e.To = []string{""}
		return e
	default:
		e.For = x.w.name(where)
		if x.w.visit(r, where, l.Day).Decide() != calc.Exempt {
			e.To = []string{e.For}
			return e
		}
	}
	for _, p := range who.principalOn(l.Day) {
		e.To = append(e.To, x.w.name(p.Place))
	}
	return e
}

func (x *explainer) site(number int32) string {
	if number == 0 {
		return ""
	}
	for key, n := range x.run.logs.siteIDs {
		if n == number {
			return key.id
		}
	}
	return ""
}

// visit says what a municipality makes of the time spent there on a day.
func (x *explainer) visit(r *row, s calc.PlaceTime, day calc.Date, d *explanation.Day) explanation.Visit {
	at := x.run.logs.places[s.Place]
	counted := r.who.days.look(s.Place, day.Year())
	v := explanation.Visit{Municipality: name(at), Hours: s.Hours, Counts: counted.set.Has(day.DayOfYear()),
		AnyPart: x.run.logs.ruleOf(s.Place, day).Counts == calc.AnyPart}
	if !v.Counts {
		v.Why = explanation.LessTime
		switch {
		case v.AnyPart:
			v.Why = explanation.NoService
		case d.Outcome == explanation.DayTie && x.most(r, day) == s.Hours:
			v.Why = explanation.Tied
		}
		return v
	}
	how := x.w.visit(r, s.Place, day)
	v.Rank, v.ExemptDays, v.Decision = how.Rank, how.Limit(), how.Decide().String()
	v.Citation = r.who.employer.grounds(how, at, day)
	v.Agreed = how.Never || how.FromFirstDay || how.Days > 0
	switch {
	case how.Never:
		v.ExemptDays = -1
	case how.FromFirstDay:
		v.ExemptDays = 0
	case how.Decide() == calc.PresumedWorksite:
		v.Presumed = counted.presumed
	}
	return v
}

// most is the most time that any municipality had on a day.
func (x *explainer) most(r *row, day calc.Date) (best calc.Hours) {
	group := x.groups[r.who]
	all := slices.DeleteFunc(gather(group), func(l calc.LogEntry) bool { return l.Day != day })
	for _, s := range x.run.timesOf(group, all, nil) {
		if s.Place != calc.Nowhere {
			best = max(best, s.Hours)
		}
	}
	return best
}
