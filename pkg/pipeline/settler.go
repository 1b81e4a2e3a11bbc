package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A settler settles employers on one goroutine. What it remembers saves looking
// things up and making room again, and decides nothing.
type settler struct {
	*run
	at      [][]*slotLaw // by the numbers of places, in no order
	sorting sorting
	tax     calc.Months
	words   []byte        // of a reason
	spare   []*remittance // written, and not needed any more
}

func newSettler(r *run) *settler { return &settler{run: r} }

// settler is that of a command that settles one employer after another.
func (r *run) settler() *settler {
	if r.alone == nil {
		r.alone = newSettler(r)
	}
	return r.alone
}

// A slotLaw is how a municipality's law has tax of a slot of time remitted.
type slotLaw struct {
	slot    slot
	law     *calc.Law // nil where no rule is known
	lastDay calc.Date // of the month
	periods []duePeriod
}

// A duePeriod is the period of a rule that a slot falls in.
type duePeriod struct {
	rule *calc.Rule
	calc.Period
	due, payBy calc.Date
}

func (x *settler) settleEmployer(e *employer) (places []settledPlace) {
	e.incomplete = e.incomplete || x.unread
	for _, s := range x.sorting.byPlace(e) {
		list := x.remittances(e, s)
		for _, m := range list {
			e.totals.Remitted += m.sum.required
			e.totals.Settled += m.sum.withheld
		}
		places = append(places, settledPlace{s.place, list})
	}
	x.noteUnknownPeople(e)
	return places
}

// remittances are an employer's remittances to one municipality, by period.
func (x *settler) remittances(e *employer, s placeEntries) []*remittance {
	x.tax = e.monthsIn(x.tax, s)
	s.list = x.memory.open(e, s)
	return x.periods(e, s, x.tax)
}

// periods are the remittances that entries make, closed or not.
func (r *run) periods(e *employer, s placeEntries, months calc.Months) []*remittance {
	return r.settler().periods(e, s, months)
}

func (x *settler) periods(e *employer, s placeEntries, months calc.Months) []*remittance {
	var list []*remittance
	found := x.room()
	for i := 0; i < len(s.list); {
		sl := s.list[i].slot
		x.determine(found, e, s.place, sl, months)
		m := found.samePeriod(list)
		if m == nil {
			m, found = found, x.room()
			list = append(list, m)
		} else {
			m.merge(found)
		}
		for ; i < len(s.list) && s.list[i].slot == sl; i++ {
			m.take(s.list[i])
		}
	}
	x.spare = append(x.spare, found)
	slices.SortFunc(list, func(a, b *remittance) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.due, b.due))
	})
	for _, m := range list {
		m.people = mergePeople(m.people)
	}
	return list
}

// room is room for a remittance.
func (x *settler) room() *remittance {
	n := len(x.spare)
	if n == 0 {
		return newRemittance()
	}
	m := x.spare[n-1]
	x.spare = x.spare[:n-1]
	return m
}

// determine finds the rule for one slot of time.
func (r *run) determine(e *employer, p *place, sl slot, months calc.Months) *remittance {
	m := &remittance{}
	r.settler().determine(m, e, p, sl, months)
	return m
}

// determine makes m, whatever it was, the remittance of one slot of time: most
// slots join that of another, so that m can be used again.
func (x *settler) determine(m *remittance, e *employer, p *place, sl slot, months calc.Months) {
	at := x.lawAt(p, sl)
	figures := months.FiguresFor(sl.month())
	*m = remittance{
		frequency: "unknown", months: append(m.months[:0], sl.month()), reasons: m.reasons[:0], words: m.words[:0], citations: m.citations[:0], people: m.people[:0],
		priorYear: figures.Amount(calc.PriorYearTotal), highest: figures.Amount(calc.HighestMonthOfPrecedingQuarter),
	}
	if at.law == nil {
		x.notes.add("remittance_unknown", p.Name)
		m.name = sl.month().String()
		m.because(sl.month(), []byte("no rule is known for that time"))
		return
	}
	rule, reason, used := at.law.Remittance.Decide(x.words, &figures, func(kind string) bool { return e.standing(kind, p, at.lastDay) })
	x.words = used
	due := x.dueIn(at, rule, sl)
	m.period, m.due, m.payBy = due.Period, due.due, due.payBy
	m.name, m.frequency = m.period.Name, rule.Frequency.String()
	m.because(sl.month(), reason)
	m.citations = append(m.citations, rule.Cite)
	if e.record != nil && e.record.FederalEFT && at.law.Electronic.Applies {
		m.eft = true
		m.citations = append(m.citations, at.law.Electronic.Cite)
	}
}

// lawAt is what the law of a place says of a slot. A place has few of them, so that
// they are looked through.
func (x *settler) lawAt(p *place, sl slot) *slotLaw {
	for p.number >= len(x.at) {
		x.at = append(x.at, nil)
	}
	for _, at := range x.at[p.number] {
		if at.slot == sl {
			return at
		}
	}
	x.noteAge(p, sl.month())
	at := &slotLaw{slot: sl, lastDay: sl.month().Day(calc.LastDay)}
	if law, err := p.On(sl.month().Day(1)); err == nil && law.Remittance != nil {
		at.law = law
	}
	x.at[p.number] = append(x.at[p.number], at)
	return at
}

// dueIn is the period of a rule that a slot falls in, and when it is due.
func (x *settler) dueIn(at *slotLaw, rule *calc.Rule, sl slot) *duePeriod {
	for i := range at.periods {
		if at.periods[i].rule == rule {
			return &at.periods[i]
		}
	}
	p := rule.PeriodOf(sl.day())
	due := rule.Due.Date(p.To, x.book.Calendar())
	at.periods = append(at.periods, duePeriod{rule, p, due, x.book.Calendar().NextBusinessDay(due)})
	return &at.periods[len(at.periods)-1]
}
