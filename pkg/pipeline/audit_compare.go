package pipeline

import (
	"bytes"
	"context"
	"sync"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// This file streams the register check by check to workers. A worker has all
// checks of a person, so that what is added up of one is added up by one.

// A registerCheck is the rows of one check.
type registerCheck struct {
	rows   []registerRow
	broken bool // a row of it was set aside
}

// personChecks are the checks of one person, in order.
type personChecks struct {
	checks []registerCheck
	key    []byte // of the check being read
	broken []byte // a check id of which a row with no date that can be read was set aside
}

// batchSize is how many bytes of register a worker is given at a time, at least.
const batchSize = 256 << 10

// compare computes and compares all checks.
func (a *audit) compare(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	full := make(chan []personChecks)
	var wait sync.WaitGroup
	var mu sync.Mutex
	for range max(1, a.Workers) {
		wait.Go(func() {
			w := newAuditor(a)
			for batch := range full {
				for i := range batch {
					for j := range batch[i].checks {
						if err := w.check(&batch[i].checks[j]); err != nil {
							cancel(err)
						}
					}
				}
				mu.Lock()
				if err := w.flush(); err != nil {
					cancel(err)
				}
				mu.Unlock()
			}
			mu.Lock()
			a.sums.merge(w.sums)
			mu.Unlock()
		})
	}
	err := a.group(ctx, full)
	close(full)
	wait.Wait()
	if err == nil {
		err = context.Cause(ctx)
	}
	return err
}

// group reads the register into checks, and checks into batches of whole people.
func (a *audit) group(ctx context.Context, full chan<- []personChecks) error {
	var batch []personChecks
	var size int
	var person []byte
	send := func() error {
		if len(batch) > 0 {
			select {
			case full <- batch:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		batch, size = nil, 0
		return nil
	}
	err := a.register.Each(func(key, rest []byte) error {
		second := bytes.IndexByte(key, 0) + 1
		who := key[:second+bytes.IndexByte(key[second:], 0)]
		if !bytes.Equal(who, person) {
			if size > batchSize {
				if err := send(); err != nil {
					return err
				}
			}
			person = bytes.Clone(who)
			batch = append(batch, personChecks{})
		}
		size += len(rest)
		batch[len(batch)-1].add(key, unpackRow(bytes.Clone(rest)))
		return nil
	})
	if err != nil {
		return err
	}
	return send()
}

// add adds a row to the person's checks.
func (p *personChecks) add(key []byte, r registerRow) {
	if !bytes.Equal(key, p.key) {
		p.key = bytes.Clone(key)
		p.checks = append(p.checks, registerCheck{})
	}
	c := &p.checks[len(p.checks)-1]
	id, day := key[:len(key)-4], key[len(key)-4:]
	if !r.ok && bytes.Equal(day, make([]byte, 4)) {
		p.broken = bytes.Clone(id)
	}
	c.broken = c.broken || !r.ok || bytes.Equal(id, p.broken)
	if n := len(c.rows); n > 0 && r.ok && hasCheckID(key) && sameCells(c.rows[n-1].cells, r.cells) {
		r.repeated = true
	}
	c.rows = append(c.rows, r)
}

// hasCheckID reports whether the rows of a key name their check: only then is a
// row that repeats another the same check twice.
func hasCheckID(key []byte) bool {
	id := key[:len(key)-5] // without the pay date and what ends the id
	return id[len(id)-1] != 0
}

func sameCells(a, b [][]byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// An auditor compares checks on one goroutine.
type auditor struct {
	*worker
	a       *audit
	readers map[int]*record.Payroll
	batch   batch // room for shares
	guesses guessCache
	credits map[*calc.Law][2]*calc.Law // with all tax at work credited, and none
	person  *employee                  // of the check before
	alike   map[twin]bool              // the person's checks so far
	sums    *auditSums
	out     variances // rows of audit.csv
}

func newAuditor(a *audit) *auditor {
	w := &auditor{worker: newWorker(a.run), a: a, readers: map[int]*record.Payroll{}, guesses: guessCache{},
		credits: map[*calc.Law][2]*calc.Law{}, sums: newAuditSums()}
	w.resetOut()
	return w
}

// A checked is one check being compared.
type checked struct {
	who      *employee
	first    record.Check // what all its rows have in common
	parts    []row        // rows with pay, those that belong together added up
	apart    []row        // the same, row by row
	catchUps []calc.Line
	paid     []calc.PaidFor
	repeated []calc.PaidFor // by rows that repeat another
	repeats  int
	known    bool // the provider says what it withheld
	deferral calc.Cents
	named    []*place // for which it says so
}

// read adds up the rows of a check.
func (w *auditor) read(c *registerCheck) (*checked, error) {
	x := &checked{}
	for i := range c.rows {
		raw := &c.rows[i]
		if !raw.ok {
			continue
		}
		r := row{ok: true}
		if problems := w.reader(raw.id.source).Read(&table.Row{Number: raw.id.row, Cells: raw.cells}, &r.Check); len(problems) > 0 {
			return nil, problems[0]
		}
		if x.who == nil {
			x.who, x.first = w.find(r.EmployerID, r.EmployeeID), r.Check
		}
		r.who = x.who
		if err := w.readPaid(x, &r, raw.repeated); err != nil {
			return nil, err
		}
		if raw.repeated {
			x.repeats++
			continue
		}
		if w.run.election != nil {
			r.Pay.ElectionBefore = w.run.election.sums[raw.id]
		}
		if w.run.catchUps != nil {
			x.catchUps = append(x.catchUps, w.run.catchUps.lines[raw.id]...)
		}
		x.deferral += r.Deferral
		if r.Pay.Pay != (calc.Pay{}) || r.Pay.Section125 != 0 {
			var err error
			if r.work, err = w.place(r.Work); err != nil {
				return nil, err
			}
			x.apart = append(x.apart, r)
			x.addPart(r)
		}
	}
	return x, nil
}

func (w *auditor) reader(source int) *record.Payroll {
	r := w.readers[source]
	if r == nil {
		r = record.NewPayroll(w.a.tables[source], &w.a.payroll[source].layout)
		w.readers[source] = r
	}
	return r
}

// addPart adds a row's pay to that of rows that say the same of it.
func (x *checked) addPart(r row) {
	for i := range x.parts {
		p := &x.parts[i]
		if p.work != r.work || len(p.Work) == 0 != (len(r.Work) == 0) || p.PeriodStart != r.PeriodStart || p.PeriodEnd != r.PeriodEnd ||
			p.InCapacity != r.InCapacity || p.Pay.TransitScheduled != r.Pay.TransitScheduled ||
			p.Pay.ISODisposed != r.Pay.ISODisposed || p.Pay.NQDCDeferred != r.Pay.NQDCDeferred {
			continue
		}
		// What was free of the year's election pay before the check was so before
		// the first of its rows.
		switch {
		case r.Pay.Pay[calc.PayElection] == 0:
		case p.Pay.Pay[calc.PayElection] == 0:
			p.Pay.ElectionBefore = r.Pay.ElectionBefore
		default:
			p.Pay.ElectionBefore = min(p.Pay.ElectionBefore, r.Pay.ElectionBefore)
		}
		for item, amount := range r.Pay.Pay {
			p.Pay.Pay[item] += amount
		}
		p.Pay.Section125 += r.Pay.Section125
		return
	}
	x.parts = append(x.parts, r)
}

// readPaid adds what a row says was withheld.
func (w *auditor) readPaid(x *checked, r *row, repeated bool) error {
	if !r.WithheldKnown {
		return nil
	}
	x.known = true
	text := r.TaxMunicipality
	if len(text) == 0 {
		text = r.Work
	}
	at, err := w.place(text)
	if err != nil {
		return err
	}
	if at == nil && r.Withheld == 0 {
		return nil
	}
	law, err := at.law(r.Pay.PayDate)
	if err != nil {
		law = &calc.Law{Municipality: at.Name} // its tax can be compared, if not computed
	}
	name := ""
	if law != nil {
		name = law.Municipality
	}
	list := &x.paid
	if repeated {
		list = &x.repeated
	}
	for i := range *list {
		if p := &(*list)[i]; p.Name() == name {
			p.Tax += r.Withheld
			return nil
		}
	}
	*list = append(*list, calc.PaidFor{Law: law, Ties: ties(x.who, at), Tax: r.Withheld})
	if at != nil && !repeated {
		x.named = append(x.named, at)
	}
	return nil
}
