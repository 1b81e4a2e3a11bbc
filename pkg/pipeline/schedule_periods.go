package pipeline

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"example.com/withhold/pkg/calc"
)

// lastMonth is the last month with payroll, or 0.
func lastMonth(places []placeEntries) (last calc.Month) {
	for _, p := range places {
		last = max(last, p.list[len(p.list)-1].slot.month())
	}
	return last
}

// concerned are the municipalities with which an employer has tax in the year or
// the one before, by name; history alone makes one as well.
func (s *schedule) concerned(e *employer, places []placeEntries) (list []placeEntries) {
	for at := range e.history {
		if !slices.ContainsFunc(places, func(p placeEntries) bool { return p.place == at }) {
			places = append(places, placeEntries{place: at})
		}
	}
	for _, p := range places {
		if e.concerns(p, s.year) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b placeEntries) int { return strings.Compare(a.place.Name, b.place.Name) })
	return list
}

// periodsOf are the remittance periods of the year, with their determinations.
// Months after the last with payroll are determined by what is known so far, and
// say so.
func (s *schedule) periodsOf(e *employer, p placeEntries, known calc.Month) []*remittance {
	months := e.months(p)
	var list []*remittance
	for _, sl := range s.slots(p.place, s.year) {
		found := s.asFiled(e, p.place, sl, s.determine(e, p.place, sl, months))
		if sl.month() > known && found.period.Name != "" {
			found.reasons[0].text = append([]byte(soFar(known)), found.reasons[0].text...)
		}
		same := func(m *remittance) bool {
			return m.name == found.name && m.frequency == found.frequency && m.due == found.due
		}
		if i := slices.IndexFunc(list, same); i >= 0 {
			list[i].merge(found)
			continue
		}
		list = append(list, found)
	}
	slices.SortFunc(list, func(a, b *remittance) int { return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.due, b.due)) })
	return list
}

func soFar(known calc.Month) string {
	if known == 0 {
		return "so far, without payroll: "
	}
	return "so far, with payroll to " + known.String() + ": "
}

// asFiled is a slot's remittance as it was closed, where that is another than the
// figures give by now.
func (s *schedule) asFiled(e *employer, p *place, sl slot, found *remittance) *remittance {
	c := s.memory.closedIn(e, p, sl)
	if c == nil || c.Period == found.name {
		return found
	}
	m := s.closedPeriod(e, p, c)
	m.months, m.priorYear, m.highest = found.months, found.priorYear, found.highest
	m.because(sl.month(), append([]byte("remitted and closed as "+c.Period+"; by the figures there are now: "), found.reasons[0].text...))
	return m
}

// slots are those of a year in a municipality: its months, or the parts of them
// that its remittance rules know.
func (r *run) slots(p *place, year int) (list []slot) {
	for i := range 12 {
		m := calc.NewMonth(year, time.January) + calc.Month(i)
		var ends []int
		if law, err := p.On(m.Day(1)); err == nil && law.Remittance != nil {
			ends = law.Remittance.Ends()
		}
		for d := m.Day(1); d <= m.Day(calc.LastDay); d++ {
			if sl := slotOf(d, ends); len(list) == 0 || list[len(list)-1] != sl {
				list = append(list, sl)
			}
		}
	}
	return list
}
