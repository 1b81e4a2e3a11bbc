package record

import (
	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// cells finds and reads the cells of a table that streams by, row by row. It may
// be used by one goroutine at a time.
type cells struct {
	_      apart
	table  *table.Table
	kind   *Kind
	dates  table.DateOrder
	place  []int // each column's place in the row, -1 where it has none
	fixed  [][]byte
	seen   []seenDate // each column's date read last: rows come by pay dates, or nearly so
	faults []*table.Problem
	_      apart
}

// apart keeps what one core writes row by row off the lines of the cache that hold
// what another reads.
type apart [64]byte

type seenDate struct {
	text [len("2026-03-31")]byte
	date calc.Date
}

func newCells(t *table.Table, l *Layout, kind *Kind) cells {
	p := cells{table: t, kind: kind, dates: l.Dates, place: make([]int, len(kind.Columns)), fixed: make([][]byte, len(kind.Columns)),
		seen: make([]seenDate, len(kind.Columns))}
	for c, name := range kind.Columns {
		p.place[c] = -1
		for i, n := range l.Names {
			if n == name {
				p.place[c] = i
			}
		}
		p.fixed[c] = []byte(l.Constants[name])
	}
	return p
}

// Table is the table that the rows are of.
func (p *cells) Table() *table.Table { return p.table }

func (p *cells) has(c int) bool { return p.place[c] >= 0 || len(p.fixed[c]) > 0 }

func (p *cells) cell(r *table.Row, c int) []byte {
	if i := p.place[c]; i >= 0 {
		return r.Cells[i]
	}
	return p.fixed[c]
}

func (p *cells) needed(r *table.Row, c int) []byte {
	cell := p.cell(r, c)
	if len(cell) == 0 {
		p.fault(r, c, "missing", "it is blank, and every row needs it")
	}
	return cell
}

func (p *cells) date(r *table.Row, c int) calc.Date {
	cell := p.cell(r, c)
	if len(cell) == 0 {
		return 0
	}
	seen := &p.seen[c]
	if string(cell) == string(seen.text[:]) {
		return seen.date
	}
	d, err := table.Date(cell, p.dates)
	if err != nil {
		p.fault(r, c, "date", err.Error())
	} else if len(cell) == len(seen.text) {
		copy(seen.text[:], cell)
		seen.date = d
	}
	return d
}

func (p *cells) amount(r *table.Row, c int) (amount calc.Cents, known bool) {
	cell := p.cell(r, c)
	if len(cell) == 0 {
		return 0, false
	}
	amount, err := table.Money(cell)
	if err != nil {
		p.fault(r, c, "amount", err.Error())
	}
	return amount, err == nil
}

func (p *cells) yes(r *table.Row, c int) bool {
	cell := p.cell(r, c)
	if len(cell) == 0 {
		return false
	}
	yes, err := parseYes(cell)
	if err != nil {
		p.fault(r, c, "yes_no", err.Error())
	}
	return yes
}

func (p *cells) fault(r *table.Row, c int, code, message string) {
	p.faults = append(p.faults, p.Fault(r.Number, c, code, p.cell(r, c), message))
}

// Fault is a problem of one cell of the table. The column is named as the file
// names it, where that is not our name for it.
func (p *cells) Fault(row, column int, code string, value []byte, message string) *table.Problem {
	name := p.kind.Columns[column]
	if i := p.place[column]; i >= 0 && table.Key(p.table.Header[i]) != table.Key(name) {
		name = p.table.Header[i]
	}
	return &table.Problem{File: p.table.File, Sheet: p.table.Sheet, Row: row, Column: name,
		Code: code, Value: string(value), Message: message}
}
