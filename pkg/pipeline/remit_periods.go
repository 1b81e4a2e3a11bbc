package pipeline

import (
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// A remittal is one period of an employer with a municipality, with what was
// remitted of it before and what is now.
type remittal struct {
	*remittance
	employer *employer
	place    *place
	before   *ledger.Closed // as it was closed before; nil where it is open
	zero     bool           // nothing was posted for it: a return of zeros
	silent   bool           // nor for any other municipality in its months
	chosen   bool           // it is among what is asked for

	applied calc.Cents // of earlier credits, used for it
	payment calc.Cents
	left    calc.Cents // what it leaves as a credit for later ones
	again   bool       // payment and credits are as an earlier command closed it
	pay     payable

	now  division
	then *division // as it was when it was closed; nil unless it is amended
}

// settled is how much of it was dealt with before.
func (x *remittal) settled() calc.Cents {
	if x.before == nil {
		return 0
	}
	return x.before.Settled()
}

func (x *remittal) remitted() calc.Cents {
	if x.before == nil {
		return 0
	}
	return x.before.Remitted
}

// balance is what is still due or, below zero, was settled too much.
func (x *remittal) balance() calc.Cents { return x.amountDue() - x.settled() }

// status says how it stood before this command.
func (x *remittal) status() string {
	switch {
	case x.zero:
		return "zero"
	case x.before == nil:
		return "open"
	case x.balance() != 0:
		return "amended"
	}
	return "closed"
}

// changes reports whether closing it changes anything.
func (x *remittal) changes() bool { return x.again || x.before == nil || x.balance() != 0 }

// covers reports whether a slot of time that no closed period has is in it.
func (x *remittal) covers(s slot) bool {
	return x.before == nil && x.period.From <= s.day() && s.day() <= x.period.To && slices.Contains(x.months, s.month())
}

// remittals are all periods of an employer, by municipality. What is in a closed
// period stays in it, whatever rule would hold for it by now. batch are the
// periods that an earlier command closed and this one closes again.
func (r *remitting) remittals(e *employer, batch []ledger.Closed) (all [][]*remittal, err error) {
	places := e.byPlace()
	paid := monthsPaid(places)
	places = r.withSilent(e, places)
	for _, c := range slices.Concat(r.memory.closed[e.id], batch) {
		at, err := r.placeOf(c.Municipality)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(places, func(s placeEntries) bool { return s.place == at }) {
			places = append(places, placeEntries{place: at})
		}
	}
	slices.SortFunc(places, func(a, b placeEntries) int { return strings.Compare(a.place.Name, b.place.Name) })
	for _, s := range places {
		all = append(all, r.remittalsAt(e, s, batch, paid))
	}
	return all, nil
}

func (r *remitting) remittalsAt(e *employer, s placeEntries, batch []ledger.Closed, paid []calc.Month) (list []*remittal) {
	closed, open := r.filed(e, s)
	for _, m := range closed {
		list = append(list, &remittal{remittance: m.remittance, employer: e, place: s.place, before: m.as})
	}
	list = append(list, r.openPeriods(e, open, e.months(s))...)
	list = append(list, r.zeroReturns(e, s, list, paid)...)
	for i := range batch { // whose lines have gone since
		c := &batch[i]
		if c.Municipality == s.place.ID && !slices.ContainsFunc(list, func(x *remittal) bool { return x.name == c.Period }) {
			list = append(list, &remittal{remittance: r.closedPeriod(e, s.place, c), employer: e, place: s.place, zero: c.Settled() == 0})
		}
	}
	slices.SortStableFunc(list, func(a, b *remittal) int { return strings.Compare(a.name, b.name) })
	return list
}

// openPeriods are those that entries which no closed period has make.
func (r *remitting) openPeriods(e *employer, s placeEntries, months calc.Months) (list []*remittal) {
	for _, m := range r.periods(e, s, months) {
		if n := len(list); n > 0 && list[n-1].name == m.name {
			list[n-1].join(m)
			continue
		}
		if m.period.Name == "" { // no rule is known: the month
			m.period = calc.Period{Name: m.name, From: m.months[0].Day(1), To: m.months[0].Day(calc.LastDay)}
		}
		list = append(list, &remittal{remittance: m, employer: e, place: s.place})
	}
	return list
}

// join adds a remittance of the same period, of which another part is due later:
// one return is made for both, by the earlier day.
func (m *remittance) join(o *remittance) {
	m.merge(o)
	m.sum.subject += o.sum.subject
	m.sum.required += o.sum.required
	m.sum.withheld += o.sum.withheld
	m.people = mergePeople(append(m.people, o.people...))
}

// chooses reports whether a period is asked for. batch are the periods that the
// command closed which this one makes again, if it does.
func (r *remitting) chooses(x *remittal, batch []ledger.Closed) bool {
	asked := x.name == r.o.Period
	switch {
	case r.pending != nil:
		return closedOf(x, batch) != nil || asked && !x.changes()
	case r.o.Period != "":
		return asked
	}
	by := x.payBy
	if by == 0 && x.before != nil { // by when is not known any more, but not that it was remitted
		by = x.period.To
	}
	return x.changes() && by != 0 && by <= r.o.DueBy
}

// closedOf is a period among those of a batch, or nil.
func closedOf(x *remittal, batch []ledger.Closed) *ledger.Closed {
	for i := range batch {
		if c := &batch[i]; c.Municipality == x.place.ID && c.Period == x.name {
			return c
		}
	}
	return nil
}
