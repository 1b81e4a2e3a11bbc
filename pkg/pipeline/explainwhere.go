package pipeline

import (
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/explanation"
)

// earned says where the wages of a row were earned and how that is known.
func (x *explainer) earned(r *row, shares []calc.Share) explanation.Earned {
	e := explanation.Earned{By: explanation.ByCheck, Municipality: name(r.work), AsWritten: string(r.Work), LogMissing: r.noLog}
	switch {
	case r.small:
		e.By = explanation.BySmallEmployer
		if law := shares[0].Law; law != nil {
			e.Citation = string(law.SmallEmployer.Cite)
		}
	case r.who.days != nil && !r.noLog:
		e.By, e.Municipality = explanation.ByWorkLog, ""
		x.byLog(r, &e, shares)
		return e
	case r.noLog && len(r.Work) == 0 && r.work != nil:
		e.By = explanation.ByPrincipal
	}
	e.Parts = []explanation.Part{{Municipality: name(r.work), Amount: r.Pay.Pay.Total(), Items: itemsOf(&r.Pay)}}
	return e
}

// name is a place's name as outputs show it, "" where it is none.
func name(p *place) string {
	if p == nil {
		return ""
	}
	return p.Name
}

// byLog goes through the days of the check's period.
func (x *explainer) byLog(r *row, e *explanation.Earned, shares []calc.Share) {
	group := x.groups[r.who]
	all := gather(group)
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j].Day == all[i].Day {
			j++
		}
		day := all[i].Day
		if day >= r.PeriodStart && day <= r.PeriodEnd && slices.ContainsFunc(all[i:j], func(l calc.LogEntry) bool { return group[l.Of] == r.who }) {
			e.Days = append(e.Days, x.day(r, group, all[i:j]))
			x.principal(r, e, day)
		}
		i = j
	}
	if done, err := x.w.fill(r); err != nil || !done {
		return // the row would have been set aside, or not be split by its log
	}
	for i := range x.w.buckets {
		b := &x.w.buckets[i]
		var exempt int64
		for _, t := range b.exempt {
			exempt += t.weight
		}
		e.Parts = append(e.Parts, explanation.Part{Municipality: x.w.name(b.place), Hours: calc.Hours(b.weight / scale),
			ExemptHours: calc.Hours(exempt / scale), Amount: shares[i].Check.Pay.Total(), Items: itemsOf(&shares[i].Check), Minor: b.minor[0]})
	}
}

// principal says what the principal place of work is for a day, unless it is as
// for the days before.
func (x *explainer) principal(r *row, e *explanation.Earned, day calc.Date) {
	who, places := r.who, r.who.principalOn(day)
	p := explanation.Principal{From: day, To: day}
	for _, at := range places {
		p.Places = append(p.Places, x.w.name(at.Place))
	}
	if who.fixedAt != nil {
		p.By, p.Source = explanation.Given, at(who.source())
	} else {
		p.Until = who.knownUntil(day)
	}
	if n := len(e.Principal); n > 0 && slices.Equal(e.Principal[n-1].Places, p.Places) && e.Principal[n-1].Until == p.Until {
		e.Principal[n-1].To = day
		return
	}
	if who.fixedAt == nil {
		x.track(who, &p)
	}
	e.Principal = append(e.Principal, p)
}

// track counts the days that a principal place of work follows from.
func (x *explainer) track(who *employee, p *explanation.Principal) {
	t := tally{year: p.Until.Year()}
	for i, log := 0, who.days.log; i < len(log) && log[i].Day <= p.Until; {
		if log[i].Day.Year() != t.year {
			i++
			continue
		}
		i = t.take(x.run, who.days, i)
	}
	t.Each(func(id calc.PlaceID, days int, hours int64) {
		p.Counted = append(p.Counted, explanation.PlaceDays{Municipality: x.w.name(id), Days: days, Hours: calc.Hours(hours)})
	})
	p.OfLocation = t.days
	switch {
	case t.worksite(x.run) != nil:
		p.By = explanation.AtWorksite
	case t.Most(false) == nil:
		p.By = explanation.NotKnown
	default:
		p.By = explanation.MostDays
	}
	if len(p.Places) > 1 {
		p.SharedBy = "equal_parts"
		if who.employer.record != nil && who.employer.record.TiesByTime {
			p.SharedBy = "time"
		}
	}
}
