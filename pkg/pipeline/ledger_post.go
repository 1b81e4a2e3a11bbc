package pipeline

import (
	"bytes"
	"context"
	"fmt"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/spool"
	"example.com/withhold/pkg/ledger"
)

// keep takes what a batch leaves for the ledger. It reports true for a batch of
// the ledger's own rows, which is no payroll of this run and makes no line of
// its results.
func (r *run) keep(b *batch) (bool, error) {
	m := r.memory
	if m == nil {
		return false, nil
	}
	if m.sorter == nil {
		temp, err := r.temp()
		if err != nil {
			return false, err
		}
		m.sorter = spool.New(temp)
	}
	start := [2]int{}
	for _, end := range b.kept.ends {
		if err := m.sorter.Add(b.kept.keys[start[0]:end[0]], b.kept.rows[start[1]:end[1]]); err != nil {
			return false, err
		}
		start = end
	}
	if !m.remembers(b.source) {
		m.noteDays(b)
		return false, nil
	}
	b.source.rows += len(b.rows)
	for i := range b.rows {
		row := &b.rows[i]
		if !row.ok {
			if row.who != nil {
				row.who.employer.incomplete = true
			}
			continue
		}
		t := m.recomputed[row.who.employer.id]
		if t == nil {
			t = &totals{}
			m.recomputed[row.who.employer.id] = t
		}
		for j := row.lines[0]; j < row.lines[1]; j++ {
			t.line(&b.entries[j])
		}
	}
	for _, p := range b.problems {
		p.File = ledgerName
		if err := r.out.problem(severe, p); err != nil {
			return true, err
		}
	}
	return true, nil
}

// postChecks posts what was kept, within the transaction that putInPlace
// commits, and takes what each employer's lines add up to from the ledger: what
// earlier runs posted, and this one.
func (r *run) postChecks(ctx context.Context) error {
	m := r.memory
	if m == nil {
		return nil
	}
	var err error
	if m.tx, err = m.store.Begin(ctx); err != nil {
		return err
	}
	if err := m.saveFacts(); err != nil {
		return err
	}
	if err := m.saveAside(ctx, r); err != nil {
		return err
	}
	if err := m.saveLogs(r); err != nil {
		return err
	}
	p := ledger.NewPoster(ctx, m.store, m.tx)
	missed, err := r.newMissed(ctx)
	if err != nil {
		return err
	}
	p.Missed = missed.take
	p.Negated = func(c *ledger.Check) { r.notes.add("negated_check", c.EmployerID) }
	p.Balances = func(id string, list []ledger.Balance) error { return r.takeBalances(ctx, id, list, p.Again) }
	check := &ledger.Check{}
	var key []byte
	post := func() error {
		if key == nil {
			return nil
		}
		return p.Post(check)
	}
	if m.sorter != nil {
		err = m.sorter.Each(func(k, row []byte) error {
			if key == nil || !bytes.Equal(k, key) {
				if err := post(); err != nil {
					return err
				}
				if err := m.begin(check, k); err != nil {
					return err
				}
				key = append(key[:0], k...)
			}
			return m.take(check, row)
		})
	}
	if err == nil {
		err = post()
	}
	if err == nil {
		err = p.Finish()
	}
	missed.warn()
	m.counts = p.Counts
	return err
}

// begin makes the check of a key ready to be filled.
func (m *memory) begin(c *ledger.Check, key []byte) error {
	parts := bytes.SplitN(key, []byte{0}, 4)
	if len(parts) != 4 {
		return errKept
	}
	paid, err := calc.ParseDate(string(parts[1]))
	if err != nil {
		return errKept
	}
	*c = ledger.Check{Key: ledger.Key{EmployerID: m.text(parts[0]), PayDate: paid, EmployeeID: m.text(parts[2]), CheckID: string(parts[3])},
		Lines: c.Lines[:0]}
	return nil
}

// takeBalances makes an employer's entries anew of what the ledger's sums are
// after this run. again is what the lines of checks posted again added up to.
func (r *run) takeBalances(ctx context.Context, id string, list []ledger.Balance, again ledger.Amounts) (err error) {
	m, e := r.memory, r.people.employer(id)
	for _, who := range e.people {
		who.entries = account{}
	}
	if m.closed[id], err = m.store.Closed(ctx, id); err != nil {
		return err
	}
	amended := false
	carried := ledger.Amounts{Required: -again.Required, Withheld: -again.Withheld}
	for i := range list {
		b := &list[i]
		amended = amended || b.Amended
		carried.Required += b.Before.Required
		carried.Withheld += b.Before.Withheld
	}
	m.balances[id] = list
	if e.totals.Checks == 0 && !amended {
		return nil // looked at for the sake of a related employer, and as it was
	}
	if t := m.recomputed[id]; t != nil {
		carried.Required += t.Required
		carried.Withheld += t.Withheld
	}
	e.totals.Carried, e.totals.CarriedHeld = carried.Required, carried.Withheld
	for i := range list {
		b := &list[i]
		if b.After.Lines == 0 {
			continue
		}
		at, err := r.places.find(b.Municipality)
		if err != nil || at == nil {
			return fmt.Errorf("the ledger has lines for municipality %q, which the ordinance data does not have: %w", b.Municipality, err)
		}
		who := r.people.employee(id, b.EmployeeID)
		who.add(&entry{place: at, slot: slot(b.Slot), subject: b.After.Subject,
			required: b.After.Required, withheld: b.After.Withheld})
	}
	return nil
}
