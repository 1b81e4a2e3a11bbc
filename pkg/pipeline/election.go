package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"example.com/withhold/pkg/calc"
)

// election knows each person's election pay of the calendar year before a given
// row, in the order of pay dates whatever the order of rows: 001 (D)(8) frees an
// amount a year. It is nil where no input has such pay.
type election struct {
	sums map[rowID]calc.Cents
}

// rowID names one row of payroll.
type rowID struct{ source, row int }

// A payment is one row's election pay.
type payment struct {
	who    *employee
	id     rowID
	day    calc.Date
	check  []byte
	cells  []byte // tells rows of one check apart by what they say
	amount calc.Cents
}

// survey reads payroll ahead of the computation where a row's tax depends on
// other rows.
func (r *run) survey(ctx context.Context) error {
	if !slices.ContainsFunc(r.payroll, func(s *source) bool { return s.has("election_pay") }) {
		return nil
	}
	r.read.passes = 2
	var all []payment
	err := r.stream(ctx, pass{post: func(b *batch) error {
		for i := range b.rows {
			if x := &b.rows[i]; x.ok && x.Pay.Pay[calc.PayElection] != 0 {
				all = append(all, payment{x.who, rowID{b.number, x.Row}, x.Pay.PayDate, bytes.Clone(x.CheckID),
					bytes.Join(b.block.Row(i).Cells, []byte{0}), x.Pay.Pay[calc.PayElection]})
			}
		}
		return nil
	}})
	r.election = sumElection(all)
	r.people.forgetChecks()
	return err
}

func (s *source) has(column string) bool {
	return slices.Contains(s.layout.Names, column) || s.layout.Constants[column] != ""
}

func sumElection(all []payment) *election {
	slices.SortFunc(all, func(a, b payment) int {
		return cmp.Or(cmp.Compare(a.day, b.day), bytes.Compare(a.check, b.check), bytes.Compare(a.cells, b.cells))
	})
	type year struct {
		who  *employee
		year int
	}
	e, sums := &election{map[rowID]calc.Cents{}}, map[year]calc.Cents{}
	for _, p := range all {
		y := year{p.who, p.day.Year()}
		e.sums[p.id] = sums[y]
		sums[y] += p.amount
	}
	return e
}

// before is the election pay of the year before a row.
func (e *election) before(b *batch, r *row) calc.Cents {
	if e == nil || r.Pay.Pay[calc.PayElection] == 0 {
		return 0
	}
	return e.sums[rowID{b.number, r.Row}]
}

// forgetChecks makes ready for another pass over payroll.
func (p *people) forgetChecks() {
	for _, e := range p.employers {
		for _, who := range e.people {
			who.seen, who.made = prints{}, nil
		}
	}
}
