package pipeline

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/ledger"
)

// closedIn is the closed period that a slot of time is in, or nil: the shortest
// of those it could be in, since a quarter of deferred months (002 (a)) can have
// months in it that were remitted by themselves.
func (m *memory) closedIn(e *employer, p *place, s slot) (in *ledger.Closed) {
	list := m.closed[e.id]
	for i := range list {
		c := &list[i]
		if c.Municipality == p.ID && c.From <= s.day() && s.day() <= c.To && (in == nil || c.To-c.From < in.To-in.From) {
			in = c
		}
	}
	return in
}

// open leaves out what is in closed periods, which are remitted: only
// amendments tell of them.
func (m *memory) open(e *employer, s placeEntries) []personEntry {
	if m == nil || len(m.closed[e.id]) == 0 {
		return s.list
	}
	var list []personEntry
	for _, x := range s.list {
		if m.closedIn(e, s.place, x.slot) == nil {
			list = append(list, x)
			continue
		}
		e.totals.Carried -= x.required
		e.totals.CarriedHeld -= x.withheld
	}
	return list
}

// change is what was posted for one period, and what it is now.
type change struct {
	name             string
	closed           bool
	amended          bool // some of what was posted is no longer the same
	before, put, now ledger.Amounts
	people           map[string]*part
}

// part is one employee's part of a change.
type part struct{ before, put, now ledger.Amounts }

// after is what a part comes to: in a closed period with new checks as well.
func (c *change) after(put, now ledger.Amounts) ledger.Amounts {
	if c.closed {
		return now
	}
	return put
}

// amend draws up how the amounts that earlier runs posted changed. In an open
// period it is what corrected checks change; in a closed one it is whatever
// changed, new checks as well.
func (r *run) amend(ctx context.Context) error {
	m := r.memory
	if m == nil {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(m.balances)) {
		if err := r.amendEmployer(r.people.employer(id), m.balances[id]); err != nil {
			return err
		}
	}
	for _, a := range m.amendments {
		if err := m.tx.Amend(a); err != nil {
			return err
		}
	}
	for _, a := range m.people {
		if err := m.tx.AmendEmployee(a); err != nil {
			return err
		}
	}
	if err := m.unconfirmed(ctx); err != nil {
		return err
	}
	return errors.Join(r.writeAmendments(), r.writeEmployeeAmendments())
}

func (r *run) writeAmendments() error {
	for _, a := range r.memory.amendments {
		err := r.out.row(results.Amendments, func(row *results.Row) {
			row.Text(a.EmployerID)
			row.Text(a.Municipality)
			row.Text(a.Period)
			row.Money(a.Before)
			row.Money(a.After)
			row.Money(a.After - a.Before)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// unconfirmed adds the amendments of a run of the same inputs that posted, but
// whose results were not seen put in place: this run makes them again.
func (m *memory) unconfirmed(ctx context.Context) error {
	runs, err := m.store.Runs(ctx)
	if err != nil {
		return err
	}
	for _, run := range runs {
		if run.ID != m.id || run.Confirmed {
			continue
		}
		m.unseen = append(m.unseen, run.Number)
		list, err := m.store.Amendments(ctx, run.Number)
		if err != nil {
			return err
		}
		parts, err := m.store.EmployeeAmendments(ctx, run.Number)
		if err != nil {
			return err
		}
		m.amendments, m.people = append(list, m.amendments...), append(parts, m.people...)
	}
	slices.SortStableFunc(m.amendments, func(a, b ledger.Amendment) int {
		return cmp.Or(strings.Compare(a.EmployerID, b.EmployerID), strings.Compare(a.Municipality, b.Municipality), strings.Compare(a.Period, b.Period))
	})
	slices.SortStableFunc(m.people, func(a, b ledger.EmployeeAmendment) int {
		return cmp.Or(strings.Compare(a.EmployerID, b.EmployerID), strings.Compare(a.Municipality, b.Municipality),
			strings.Compare(a.Period, b.Period), strings.Compare(a.EmployeeID, b.EmployeeID))
	})
	return nil
}

func (r *run) writeEmployeeAmendments() error {
	for _, a := range r.memory.people {
		err := r.out.row(results.EmployeeAmendments, func(row *results.Row) {
			row.Text(a.EmployerID)
			row.Text(a.Municipality)
			row.Text(a.Period)
			row.Text(a.EmployeeID)
			row.Text(r.people.employee(a.EmployerID, a.EmployeeID).name)
			row.Money(a.Before.Required)
			row.Money(a.After.Required)
			row.Money(a.After.Required - a.Before.Required)
			row.Money(a.Before.Withheld)
			row.Money(a.After.Withheld)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// amendEmployer adds one employer's amendments.
func (r *run) amendEmployer(e *employer, list []ledger.Balance) error {
	m := r.memory
	closed := len(m.closed[e.id]) > 0 // without, new checks amend nothing
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Municipality == list[0].Municipality {
			n++
		}
		changed := slices.ContainsFunc(list[:n], func(b ledger.Balance) bool { return b.Amended || closed && b.Before != b.After })
		if changed {
			at, err := r.places.find(list[0].Municipality)
			if err != nil {
				return err
			}
			for _, c := range r.changes(e, at, list[:n]) {
				after := c.after(c.put, c.now)
				was, is := calc.Due(c.before.Required, c.before.Withheld), calc.Due(after.Required, after.Withheld)
				if was != is && (c.amended || c.closed) {
					m.amendments = append(m.amendments, ledger.Amendment{EmployerID: e.id, Municipality: at.Name, Period: c.name, Before: was, After: is})
				}
				if c.amended || c.closed {
					m.people = append(m.people, c.parts(e.id, at.Name)...)
				}
			}
		}
		list = list[n:]
	}
	return nil
}

// changes adds up an employer's balances of one municipality by period, in the
// order of the periods.
func (r *run) changes(e *employer, at *place, list []ledger.Balance) []*change {
	keep := r.notes.count
	r.notes.count = nil // what determining says was said when remittances were settled
	defer func() { r.notes.count = keep }()
	months := e.months(e.entriesAt(at))
	byName := map[string]*change{}
	for i := range list {
		b := &list[i]
		var name string
		closed := r.memory.closedIn(e, at, slot(b.Slot))
		if closed != nil {
			name = closed.Period
		} else {
			name = r.determine(e, at, slot(b.Slot), months).name
		}
		c := byName[name]
		if c == nil {
			c = &change{name: name, closed: closed != nil, people: map[string]*part{}}
			byName[name] = c
		}
		c.amended = c.amended || b.Amended
		add(&c.before, &b.Before)
		add(&c.put, &b.Corrected)
		add(&c.now, &b.After)
		p := c.people[b.EmployeeID]
		if p == nil {
			p = &part{}
			c.people[b.EmployeeID] = p
		}
		add(&p.before, &b.Before)
		add(&p.put, &b.Corrected)
		add(&p.now, &b.After)
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b *change) int { return strings.Compare(a.name, b.name) })
}

// parts are the employees of whom it changes what is required or withheld. A
// period whose total stays the same has them all the same.
func (c *change) parts(employer, municipality string) (list []ledger.EmployeeAmendment) {
	only := func(a ledger.Amounts) ledger.Amounts {
		return ledger.Amounts{Required: a.Required, Withheld: a.Withheld}
	}
	for _, id := range slices.Sorted(maps.Keys(c.people)) {
		before, after := only(c.people[id].before), only(c.after(c.people[id].put, c.people[id].now))
		if before != after {
			list = append(list, ledger.EmployeeAmendment{EmployerID: employer, Municipality: municipality, Period: c.name, EmployeeID: id, Before: before, After: after})
		}
	}
	return list
}

func add(sum, a *ledger.Amounts) {
	sum.Lines += a.Lines
	sum.Subject += a.Subject
	sum.Required += a.Required
	sum.Withheld += a.Withheld
}

// entriesAt are an employer's entries of one municipality.
func (e *employer) entriesAt(at *place) placeEntries {
	for _, s := range e.byPlace() {
		if s.place == at {
			return s
		}
	}
	return placeEntries{place: at}
}
