package pipeline

import (
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// This file is how closed periods are read back. What is in a closed period stays
// in it, whatever rule would hold for it by now: a correction of last year's tax
// can change how often this year's is remitted, but not what was filed.

// A filedPeriod is one that was closed, with what is in it now.
type filedPeriod struct {
	*remittance
	as *ledger.Closed
}

// filed are all closed periods of an employer with a municipality, those that
// nothing is left in as well; open is what none of them has.
func (r *run) filed(e *employer, s placeEntries) (list []filedPeriod, open placeEntries) {
	at := map[*ledger.Closed]*remittance{}
	closed := r.memory.closed[e.id]
	for i := range closed {
		if c := &closed[i]; c.Municipality == s.place.ID {
			at[c] = r.closedPeriod(e, s.place, c)
			list = append(list, filedPeriod{at[c], c})
		}
	}
	if len(list) == 0 {
		return nil, s
	}
	open.place = s.place
	for _, x := range s.list {
		m := at[r.memory.closedIn(e, s.place, x.slot)]
		if m == nil {
			open.list = append(open.list, x)
			continue
		}
		m.take(x)
		if !slices.Contains(m.months, x.slot.month()) {
			m.months = append(m.months, x.slot.month())
		}
	}
	for _, m := range list {
		m.people = mergePeople(m.people)
	}
	return list, open
}

// closedPeriod is a closed period without its lines: its name tells by which rule
// it was made.
func (r *run) closedPeriod(e *employer, p *place, c *ledger.Closed) *remittance {
	m := &remittance{period: calc.Period{Name: c.Period, From: c.From, To: c.To}, name: c.Period, frequency: "unknown"}
	law, err := p.On(calc.MonthOf(c.To).Day(1))
	if err != nil || law.Remittance == nil {
		return m
	}
	for i := range law.Remittance.Rules {
		rule := &law.Remittance.Rules[i]
		if rule.PeriodOf(c.To).Name != c.Period {
			continue
		}
		m.frequency = rule.Frequency.String()
		m.due = rule.Due.Date(c.To, r.book.Calendar())
		m.payBy = r.book.Calendar().NextBusinessDay(m.due)
		m.citations = []calc.Citation{rule.Cite}
		break
	}
	if e.record != nil && e.record.FederalEFT && law.Electronic.Applies {
		m.eft = true
		m.citations = append(m.citations, law.Electronic.Cite)
	}
	return m
}

// settled are all remittances of an employer that anything is in: those of closed
// periods as they were closed, the others as the rules have them now.
func (a *archive) settled(e *employer) (places []settledPlace) {
	for _, s := range e.byPlace() {
		closed, open := a.filed(e, s)
		list := a.periods(e, open, e.months(s))
		for _, m := range closed {
			if len(m.people) > 0 {
				list = append(list, m.remittance)
			}
		}
		slices.SortStableFunc(list, func(a, b *remittance) int { return int(a.period.From - b.period.From) })
		places = append(places, settledPlace{s.place, list})
	}
	return places
}
