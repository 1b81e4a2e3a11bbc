package pipeline

import (
	"bytes"
	"cmp"
	"slices"

	"example.com/withhold/pkg/calc"
)

// election knows each person's election pay of the calendar year before a given
// row, in the order of pay dates whatever the order of rows: 001 (D)(8) frees an
// amount a year. It is nil where no input has such pay.
type election struct {
	sums map[rowID]calc.Cents
}

// A payment is one row's election pay.
type payment struct {
	who    *employee
	id     rowID
	day    calc.Date
	check  []byte
	cells  []byte // tells rows of one check apart by what they say
	amount calc.Cents
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

// set tells a row's shares what election pay of the year came before them.
func (e *election) set(b *batch, r *row, shares []calc.Share) {
	if e == nil || r.Pay.Pay[calc.PayElection] == 0 {
		return
	}
	for i := range shares {
		shares[i].Check.ElectionBefore += e.beforeRow(b.id(r))
	}
}

// beforeRow is the person's election pay of the year before a row.
func (e *election) beforeRow(id rowID) calc.Cents {
	if e == nil {
		return 0
	}
	return e.sums[id]
}
