package mapping

import (
	"bytes"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// A made is a row of ours while it is made.
type made struct {
	number int
	text   [][]byte
	sum    []calc.Cents // of the columns that are computed
	known  []bool
	extra  []*made      // the further parts of the row
	items  calc.Cents   // the sum of its items
	totals []calc.Cents // what the export says that sum is
	fault  *table.Problem
}

// rowState is what a shape remembers from row to row.
type rowState struct {
	last    [][]byte // by column of fill
	open    *made    // the check whose rows are being added up
	doubt   *table.Problem
	all     calc.Cents // the sum of all items
	stopped bool
	voided  int // checks left out
	unpaid  int // people without any pay
	firstNo [2]int
	again   bool // the header came again
}

// start makes ready for the first row.
func (s *shape) start() {
	s.rowState = rowState{last: make([][]byte, len(s.fill))}
	s.control.start()
}

// Row makes rows of ours of one of the export's.
func (s *shape) Row(r *table.Row, out *table.Rows) error {
	if fault := problemOf(r.Err); fault != nil {
		if _, ok := s.control.isTotal(r.Cells); ok && fault.Code == "cells" {
			return nil
		}
		s.unreadable(r.Number, fault, out)
		return nil
	}
	if s.isHeader(r.Cells) {
		return s.headerAgain(r.Number)
	}
	if s.stopped || s.stop != nil && s.stop.picks(r.Cells) {
		if !s.stopped {
			s.flush(out)
		}
		s.stopped = true
		s.closing(r)
		return nil
	}
	for _, rule := range s.skip {
		if rule.picks(r.Cells) {
			return nil
		}
	}
	if label, ok := s.control.isTotal(r.Cells); ok {
		s.flush(out)
		s.control.check(r.Number, label, r.Cells)
		return nil
	}
	s.fillDown(r.Cells)
	fields := s.base
	if s.kinds != nil {
		list, ok := s.kinds[keyOf(string(r.Cells[s.kind]))]
		if !ok {
			s.unreadable(r.Number, s.cellProblem(r.Number, s.kind, "kind", r.Cells, "is none of the kinds of rows of the mapping"+
				suggest(string(r.Cells[s.kind]), s.m.Kinds.order)), out)
			return nil
		}
		if list == nil {
			return nil
		}
		fields = list
	}
	m := s.build(r, fields)
	void := s.void != nil && s.void.picks(r.Cells)
	if void && !s.m.Void.Reverse {
		s.count(&s.voided, 0, r.Number)
		return nil
	}
	s.split(r, m, out)
	if void {
		s.reverse(r, m, out)
	}
	return nil
}

// cellProblem is a problem of one cell. A social security number is not shown.
func (s *shape) cellProblem(row, column int, code string, cells [][]byte, message string) *table.Problem {
	p := &table.Problem{File: s.t.File, Sheet: s.t.Sheet, Row: row, Column: s.header[column], Code: code, Message: message}
	if keyOf(p.Column) != "ssn" {
		p.Value = string(cells[column])
	}
	return p
}

// isHeader reports whether a row repeats the header.
func (s *shape) isHeader(cells [][]byte) bool {
	same := 0
	for i, c := range cells {
		if len(c) == 0 {
			continue
		}
		if !bytes.EqualFold(c, []byte(s.header[i])) {
			return false
		}
		same++
	}
	return same > 1
}

// headerAgain passes over a header repeated on each page. Where a value stands
// above the header, it may be another there, and the file holds several payrolls.
func (s *shape) headerAgain(row int) error {
	for _, f := range s.base {
		if f != nil && (f.Title != "" || f.TitleLine > 0) {
			return &table.Problem{Row: row, Code: "second_table", Message: "a second table starts here, with titles of its own; export one payroll to a file"}
		}
	}
	if !s.again {
		s.again = true
		s.t.Warn(row, "header_again", "the header comes again here; it was passed over, here and below")
	}
	return nil
}

// fillDown gives blank cells the value above.
func (s *shape) fillDown(cells [][]byte) {
	if len(s.fill) == 0 {
		return
	}
	// A row that names someone anew takes nothing from the one above.
	anew := len(cells[s.fill[0]]) > 0
	for i, c := range s.fill {
		if len(cells[c]) > 0 || anew {
			s.last[i] = append(s.last[i][:0], cells[c]...)
			continue
		}
		cells[c] = s.last[i]
	}
}

// build takes one row of ours out of one of the export's.
func (s *shape) build(r *table.Row, fields []*source) *made {
	m := &made{number: r.Number, text: make([][]byte, len(s.names)), sum: make([]calc.Cents, len(s.names)), known: make([]bool, len(s.names))}
	for i, f := range fields {
		if f != nil {
			s.put(r, m, i, f)
		}
	}
	for _, it := range s.items {
		s.putItem(r, m, it)
	}
	return m
}

// put takes one value.
func (s *shape) put(r *table.Row, m *made, i int, f *source) {
	if s.computed[i] {
		v, known, column, err := s.amount(f, r.Cells)
		if err != nil && m.fault == nil {
			if column < 0 {
				m.fault = &table.Problem{File: s.t.File, Sheet: s.t.Sheet, Row: r.Number, Column: s.names[i], Code: "amount",
					Value: string(f.fixed), Message: err.Error()}
			} else {
				m.fault = s.cellProblem(r.Number, column, "amount", r.Cells, err.Error())
			}
		}
		m.sum[i], m.known[i] = v, known
		return
	}
	text, err := f.text(r.Cells)
	if err != nil && m.fault == nil {
		if f.isFixed {
			m.fault = &table.Problem{File: s.t.File, Sheet: s.t.Sheet, Row: r.Number, Column: s.names[i], Code: "mapping",
				Value: string(f.fixed), Message: err.Error()}
		} else {
			m.fault = s.cellProblem(r.Number, f.columns[0], "mapping", r.Cells, err.Error())
		}
	}
	if s.money[i] && s.m.DashIsZero && isDash(text) {
		text = []byte("0.00")
	}
	m.text[i] = slices.Clone(text)
}

// putItem adds an amount to what its name means.
func (s *shape) putItem(r *table.Row, m *made, it boundItem) {
	name, cell := r.Cells[it.name], r.Cells[it.amount]
	if len(cell) == 0 {
		return
	}
	v, err := s.parse(cell)
	if err != nil {
		m.fault = firstOf(m.fault, s.cellProblem(r.Number, it.amount, "amount", r.Cells, err.Error()))
		return
	}
	word, ok := s.m.Items.Mean[keyOf(string(name))]
	switch {
	case v == 0 && !ok:
	case !ok:
		m.fault = firstOf(m.fault, s.cellProblem(r.Number, it.name, "item", r.Cells,
			"the mapping does not say what this is; add it to items, mean: an amount of ours, total for a sum, none for no pay"))
	case word == meansTotal:
		m.totals = append(m.totals, v)
	case word != meansNone:
		i := slices.Index(s.names, word)
		m.sum[i], m.known[i], m.items = m.sum[i]+v, true, m.items+v
	}
}

func firstOf(first, second *table.Problem) *table.Problem {
	if first != nil {
		return first
	}
	return second
}

// closing looks at a row below the stop, which holds sums of the whole.
func (s *shape) closing(r *table.Row) {
	for _, it := range s.items {
		if s.m.Items.Mean[keyOf(string(r.Cells[it.name]))] != meansTotal {
			continue
		}
		if v, err := s.parse(r.Cells[it.amount]); err == nil && v != s.all {
			s.control.differs(r.Number, string(r.Cells[it.name]), s.header[it.amount], v, s.all, s.all)
		}
	}
}

// count counts what is left out, and where it was first.
func (s *shape) count(n *int, which, row int) {
	if *n++; *n == 1 {
		s.firstNo[which] = row
	}
}

// End adds the last check and says what was left out.
func (s *shape) End(out *table.Rows) error {
	s.flush(out)
	if s.voided > 0 {
		s.t.Warn(s.firstNo[0], "void", fmt.Sprintf("voided checks, %d in all from this one; they were left out", s.voided))
	}
	if s.unpaid > 0 {
		s.t.Warn(s.firstNo[1], "no_pay", fmt.Sprintf("people without any pay, %d in all from this one; they were left out", s.unpaid))
	}
	return nil
}
