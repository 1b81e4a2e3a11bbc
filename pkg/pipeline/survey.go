package pipeline

import (
	"bytes"
	"context"
	"slices"

	"example.com/withhold/pkg/calc"
)

// survey reads payroll ahead of the computation as far as a check's tax depends
// on other checks: what election pay came before it in the year, in which periods
// people without a given principal place of work were paid, and what was paid
// for days that a crossed threshold reaches back to.
func (r *run) survey(ctx context.Context) error {
	if err := r.recall(ctx); err != nil {
		return err
	}
	elections := slices.ContainsFunc(r.payroll, func(s *source) bool { return s.has("election_pay") })
	roaming := slices.ContainsFunc(r.logs.people, (*employee).roams)
	if elections || roaming {
		r.read.passes++
		if err := r.lookAhead(ctx); err != nil {
			return err
		}
	}
	r.countDays()
	crossed := r.crossings()
	if len(crossed) == 0 {
		return nil
	}
	r.read.passes++
	return r.lookBack(ctx, crossed)
}

// roams reports whether the principal place of work follows from the days.
func (e *employee) roams() bool { return !e.principal }

func (r *run) lookAhead(ctx context.Context) error {
	var all []payment
	err := r.stream(ctx, pass{post: func(b *batch) error {
		for i := range b.rows {
			x := &b.rows[i]
			if !x.ok {
				continue
			}
			if x.Pay.Pay[calc.PayElection] != 0 {
				all = append(all, payment{x.who, b.id(x), x.Pay.PayDate, bytes.Clone(x.CheckID), b.cells(i), x.Pay.Pay[calc.PayElection]})
			}
			if x.who.log != nil && x.who.roams() && x.PeriodEnd != 0 {
				x.who.periods = append(x.who.periods, period{x.PeriodStart, x.PeriodEnd})
			}
		}
		return nil
	}})
	r.election = sumElection(all)
	r.people.forgetChecks()
	return err
}

// rowID names one row of payroll.
type rowID struct{ source, row int }

func (b *batch) id(r *row) rowID { return rowID{b.number, r.Row} }

// cells is all that the i-th row says, to tell rows of one check apart.
func (b *batch) cells(i int) []byte { return bytes.Join(b.block.Row(i).Cells, []byte{0}) }

func (s *source) has(column string) bool {
	return slices.Contains(s.layout.Names, column) || s.layout.Constants[column] != ""
}

// forgetChecks makes ready for another pass over payroll, or for none.
func (p *people) forgetChecks() {
	for _, e := range p.employers {
		for _, who := range e.people {
			who.seen = seenRows{}
			if who.made != nil {
				who.made = nil
			}
		}
	}
}
