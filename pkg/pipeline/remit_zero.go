package pipeline

import (
	"slices"

	"example.com/withhold/pkg/calc"
)

// This file draws up returns of zeros: for a period in which an employer paid
// nothing that a municipality taxes, the return is due all the same.

// near reports whether a month is in a year or the one before: tax in it is what
// puts a municipality into the year's schedule.
func near(m calc.Month, year int) bool { return m.Year() == year || m.Year() == year-1 }

// concerns reports whether a municipality is in an employer's schedule of a year,
// by entries with it or by history.
func (e *employer) concerns(s placeEntries, year int) bool {
	if slices.ContainsFunc(s.list, func(x personEntry) bool { return near(x.slot.month(), year) }) {
		return true
	}
	return slices.ContainsFunc(e.past(s.place), func(x calc.MonthTax) bool { return near(x.Month, year) && x.Tax != 0 })
}

// withSilent adds the municipalities that only history has an employer's tax of.
func (r *remitting) withSilent(e *employer, places []placeEntries) []placeEntries {
	if r.o.NoZeroReturns {
		return places
	}
	for at := range e.history {
		if !slices.ContainsFunc(places, func(s placeEntries) bool { return s.place == at }) {
			places = append(places, placeEntries{place: at})
		}
	}
	return places
}

// zeroReturns are the periods of an employer with a municipality that are over,
// that the schedule of their year has, and for which nothing was posted or
// closed. Those before the employer's first payroll in the ledger, and those that
// history tells of, were another's to file. paid are the months with payroll.
func (r *remitting) zeroReturns(e *employer, s placeEntries, have []*remittal, paid []calc.Month) (list []*remittal) {
	if r.o.NoZeroReturns || len(paid) == 0 {
		return nil
	}
	keep := r.notes.count
	r.notes.count = nil // the schedule tells what is not known of a time without payroll
	defer func() { r.notes.count = keep }()
	months, today := e.months(s), r.today()
	for year := paid[0].Year(); year <= today.Year(); year++ {
		if !e.concerns(s, year) {
			continue
		}
		for _, sl := range r.slots(s.place, year) {
			if sl.month() < paid[0] || r.memory.closedIn(e, s.place, sl) != nil {
				continue
			}
			m := r.determine(e, s.place, sl, months)
			named := func(x *remittal) bool { return x.name == m.name }
			if i := slices.IndexFunc(list, named); i >= 0 {
				list[i].merge(m)
			} else if m.due != 0 && m.period.To < today && !slices.ContainsFunc(have, named) && !e.hasHistory(s.place, m.period) {
				list = append(list, &remittal{remittance: m, employer: e, place: s.place, zero: true, silent: !slices.ContainsFunc(paid, func(x calc.Month) bool { return within(m.period, x) })})
			}
		}
	}
	return list
}

// today is the day of this command, or of the one that it makes again.
func (r *remitting) today() calc.Date {
	y, m, d := r.now().Date()
	return calc.NewDate(y, m, d)
}

// monthsPaid are the months with payroll, whatever the municipality, in order.
func monthsPaid(places []placeEntries) (list []calc.Month) {
	for _, s := range places {
		for _, x := range s.list {
			if m := x.slot.month(); len(list) == 0 || list[len(list)-1] != m {
				list = append(list, m)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// hasHistory reports whether history tells of a month of a period.
func (e *employer) hasHistory(at *place, p calc.Period) bool {
	return slices.ContainsFunc(e.past(at), func(x calc.MonthTax) bool { return within(p, x.Month) })
}

// within reports whether a period has some of a month.
func within(p calc.Period, m calc.Month) bool {
	return p.From <= m.Day(calc.LastDay) && m.Day(1) <= p.To
}

// noteDoubts warns of returns of zeros for periods without any payroll of the
// employer, which may be missing, of periods closed before they are over, and of
// what no day asks for since it has none.
func (r *remitting) noteDoubts(list []*remittal) {
	for _, x := range list {
		switch {
		case x.chosen && x.silent:
			r.notes.add("no_payroll", x.employer.id)
		case x.chosen && r.o.Close && x.changes() && x.period.To >= r.today():
			r.notes.add("not_over", x.employer.id)
		case !x.chosen && x.due == 0 && r.o.DueBy >= x.period.To && x.before == nil && r.pending == nil:
			r.notes.add("undated", x.employer.id)
		}
	}
}
