package pipeline

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A remittance is what one employer owes one municipality for one period, with
// the determination behind it.
type remittance struct {
	period    calc.Period
	name      string // of the period
	frequency string
	due       calc.Date // 0 where no rule is known
	payBy     calc.Date
	eft       bool
	citations []calc.Citation
	reasons   []reason
	priorYear calc.Cents
	highest   calc.Cents
	months    []calc.Month

	sum    entry
	people []person
}

// A reason is why a month is remitted as it is.
type reason struct {
	month calc.Month
	text  string
}

// A person is one employee's part of a remittance.
type person struct {
	who *employee
	sum entry
}

// settledPlace is what an employer remits to one municipality.
type settledPlace struct {
	place *place
	list  []*remittance
}

func (r *run) settleEmployer(e *employer) (places []settledPlace) {
	e.incomplete = e.incomplete || r.unread
	for _, s := range e.byPlace() {
		list := r.remittances(e, s)
		for _, m := range list {
			e.totals.Remitted += m.sum.required
			e.totals.Settled += m.sum.withheld
		}
		places = append(places, settledPlace{s.place, list})
	}
	r.noteUnknownPeople(e)
	return places
}

// placeEntries are an employer's entries of one municipality.
type placeEntries struct {
	place *place
	list  []personEntry
}

type personEntry struct {
	who *employee
	*entry
}

// byPlace sorts an employer's entries by municipality, slot and employee.
func (e *employer) byPlace() (all []placeEntries) {
	sums, whose := make([]entry, 0, 16*len(e.people)), make([]*employee, 0, 16*len(e.people))
	for _, who := range e.people {
		sums = who.entries.appendTo(sums, &e.places)
		for len(whose) < len(sums) {
			whose = append(whose, who)
		}
	}
	list := make([]personEntry, len(sums))
	for i := range sums {
		list[i] = personEntry{whose[i], &sums[i]}
	}
	slices.SortFunc(list, func(a, b personEntry) int {
		if a.place != b.place {
			return strings.Compare(a.place.Name, b.place.Name)
		}
		return cmp.Or(cmp.Compare(a.slot, b.slot), strings.Compare(a.who.id, b.who.id))
	})
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].place == list[0].place {
			n++
		}
		all = append(all, placeEntries{list[0].place, list[:n]})
		list = list[n:]
	}
	return all
}

// months is the tax of each month, the greater of withheld and required:
// history where there is no payroll, payroll otherwise.
func (e *employer) months(s placeEntries) calc.Months {
	months := calc.Months{}
	maps.Copy(months, e.history[s.place])
	for list := s.list; len(list) > 0; {
		var sum entry
		month, n := list[0].slot.month(), 0
		for ; n < len(list) && list[n].slot.month() == month; n++ {
			sum.required += list[n].required
			sum.withheld += list[n].withheld
		}
		months[month] = max(sum.required, sum.withheld)
		list = list[n:]
	}
	return months
}

// remittances are an employer's remittances to one municipality, by period.
func (r *run) remittances(e *employer, s placeEntries) []*remittance {
	months := e.months(s)
	s.list = r.memory.open(e, s)
	return r.periods(e, s, months)
}

// periods are the remittances that entries make, closed or not.
func (r *run) periods(e *employer, s placeEntries, months calc.Months) []*remittance {
	var list []*remittance
	found := r.spareRemittance()
	for i := 0; i < len(s.list); {
		sl := s.list[i].slot
		r.determineIn(found, e, s.place, sl, months)
		m := found.samePeriod(list)
		if m == nil {
			m, found = found, r.spareRemittance()
			list = append(list, m)
		} else {
			m.merge(found)
		}
		for ; i < len(s.list) && s.list[i].slot == sl; i++ {
			m.take(s.list[i])
		}
	}
	r.spare.Put(found)
	slices.SortFunc(list, func(a, b *remittance) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.due, b.due))
	})
	for _, m := range list {
		m.people = mergePeople(m.people)
	}
	return list
}

// spareRemittance is one that is written and not needed any more, or a new one.
func (r *run) spareRemittance() *remittance {
	if m, ok := r.spare.Get().(*remittance); ok {
		return m
	}
	return newRemittance()
}

// determine finds the rule for one slot of time.
func (r *run) determine(e *employer, p *place, sl slot, months calc.Months) *remittance {
	m := &remittance{}
	r.determineIn(m, e, p, sl, months)
	return m
}

// determineIn makes m, whatever it was, what determine gives: most slots join the
// remittance of another, so that m can be used again.
func (r *run) determineIn(m *remittance, e *employer, p *place, sl slot, months calc.Months) {
	r.noteAge(p, sl.month())
	figures := months.FiguresFor(sl.month())
	*m = remittance{
		frequency: "unknown", months: append(m.months[:0], sl.month()), reasons: m.reasons[:0], citations: m.citations[:0], people: m.people[:0],
		priorYear: figures.Amount(calc.PriorYearTotal), highest: figures.Amount(calc.HighestMonthOfPrecedingQuarter),
	}
	law, err := p.On(sl.month().Day(1))
	if err != nil || law.Remittance == nil {
		r.notes.add("remittance_unknown", p.Name)
		m.name = sl.month().String()
		m.reasons = append(m.reasons, reason{sl.month(), "no rule is known for that time"})
		return
	}
	lastDay := sl.month().Day(calc.LastDay)
	d := law.Remittance.Determine(figures, func(kind string) bool { return e.standing(kind, p, lastDay) })
	m.period = d.Rule.PeriodOf(sl.day())
	m.name, m.frequency = m.period.Name, d.Rule.Frequency.String()
	m.due = d.Rule.Due.Date(m.period.To, r.book.Calendar())
	m.payBy = r.book.Calendar().NextBusinessDay(m.due)
	m.reasons = append(m.reasons, reason{sl.month(), d.Reason})
	m.citations = append(m.citations, d.Rule.Cite)
	if e.record != nil && e.record.FederalEFT && law.Electronic.Applies {
		m.eft = true
		m.citations = append(m.citations, law.Electronic.Cite)
	}
}

// newRemittance has room for a quarter of one person, which most small employers'
// remittances are: there are as many of them as of employers, municipalities and
// periods.
func newRemittance() *remittance {
	x := &struct {
		remittance
		months    [3]calc.Month
		reasons   [3]reason
		citations [2]calc.Citation
		people    [3]person
	}{}
	m := &x.remittance
	m.months, m.reasons, m.citations, m.people = x.months[:0], x.reasons[:0], x.citations[:0], x.people[:0]
	return m
}

// samePeriod is the remittance of a list that is for the same period, or nil.
func (m *remittance) samePeriod(list []*remittance) *remittance {
	for _, x := range list {
		if x.due == m.due && x.name == m.name && x.frequency == m.frequency {
			return x
		}
	}
	return nil
}

// merge joins another slot of the same period.
func (m *remittance) merge(o *remittance) {
	if !slices.Contains(m.months, o.months[0]) {
		m.months = append(m.months, o.months...)
		m.reasons = append(m.reasons, o.reasons...)
	}
	for _, c := range o.citations {
		if !slices.Contains(m.citations, c) {
			m.citations = append(m.citations, c)
		}
	}
	m.eft = m.eft || o.eft
}

func (m *remittance) take(x personEntry) {
	m.sum.subject += x.subject
	m.sum.required += x.required
	m.sum.withheld += x.withheld
	m.people = append(m.people, person{x.who, *x.entry})
}

// mergePeople adds up the entries of each person, in the order of their ids.
func mergePeople(list []person) []person {
	slices.SortFunc(list, func(a, b person) int { return strings.Compare(a.who.id, b.who.id) })
	merged := list[:0]
	for _, p := range list {
		if n := len(merged); n > 0 && merged[n-1].who == p.who {
			sum := &merged[n-1].sum
			sum.subject += p.sum.subject
			sum.required += p.sum.required
			sum.withheld += p.sum.withheld
			continue
		}
		merged = append(merged, p)
	}
	return merged
}

// amountDue is the greater of withheld and required, compared in total:
// 000 (A)(2)(a).
func (m *remittance) amountDue() calc.Cents { return calc.Due(m.sum.required, m.sum.withheld) }

// reason says why, by month where the months of a period differ.
func (m *remittance) reason() string {
	same := true
	for _, x := range m.reasons {
		same = same && x.text == m.reasons[0].text
	}
	if same {
		return m.reasons[0].text
	}
	var parts []string
	for _, x := range m.reasons {
		parts = append(parts, x.month.String()+": "+x.text)
	}
	return strings.Join(parts, "; ")
}

func joinCitations(list []calc.Citation) string {
	var texts []string
	for _, c := range list {
		if c != "" {
			texts = append(texts, string(c))
		}
	}
	return strings.Join(texts, ";")
}
