package pipeline

import (
	"context"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// This file notices checks that were taken out of a file since it was posted: a
// row that is deleted, or gets another date or id, stays in the ledger.

// paidDays are the days from the first check of an employer in this run to the last.
type paidDays struct{ first, last calc.Date }

// noteDays widens the employers' spans by a batch.
func (m *memory) noteDays(b *batch) {
	for i := range b.rows {
		row := &b.rows[i]
		if !row.ok {
			continue
		}
		s, paid := m.spans[row.who.employer], row.Pay.PayDate
		if s == nil {
			s = &paidDays{paid, paid}
			m.spans[row.who.employer] = s
		}
		s.first, s.last = min(s.first, paid), max(s.last, paid)
	}
}

// missedChecks counts, by employer, the checks of the ledger that a run does not
// have, though it has the days and a file of the name that brought them.
type missedChecks struct {
	run   *run
	names map[int64]bool // runs of a file that this run has as well
	count map[*employer]int
}

func (r *run) newMissed(ctx context.Context) (*missedChecks, error) {
	x := &missedChecks{run: r, names: map[int64]bool{}, count: map[*employer]int{}}
	runs, err := r.memory.store.Runs(ctx)
	for _, old := range runs {
		x.names[old.Number] = slices.ContainsFunc(old.Inputs, func(in ledger.Input) bool {
			return slices.ContainsFunc(r.payroll, func(s *source) bool { return s.in.name == in.Name && s.in.name != stdinName })
		})
	}
	return x, err
}

func (x *missedChecks) take(c *ledger.Check) {
	e := x.run.people.employers[c.EmployerID]
	s := x.run.memory.spans[e]
	if s != nil && s.first <= c.PayDate && c.PayDate <= s.last && x.names[c.Run] {
		x.count[e]++
	}
}

// warn warns where they are few beside what the run has: a file that lacks most
// is another file, or a correction of some checks.
func (x *missedChecks) warn() {
	for e, n := range x.count {
		for ; n > 0 && 2*x.count[e] <= e.totals.Checks; n-- {
			x.run.notes.add("check_missed", e.id)
		}
	}
}
