package pipeline

import (
	"bytes"
	"context"
	"sync"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
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
