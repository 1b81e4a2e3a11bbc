package record

import (
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// W2Kind is what Form W-2 says of a person and payroll does not tell: one row a
// person and year. Its boxes are named as in the layout of the file.
var W2Kind = &Kind{"w2", append(columns("employer_id employee_id year middle_name suffix"), slices.Concat(w2Amounts, w2Flags)...),
	columns("employer_id employee_id year")}

var (
	w2Amounts = columns(`box_1 box_2 box_3 box_4 box_5 box_6 box_7 box_8 box_10 box_11_457 box_11_other box_12_c box_12_d box_12_e
		box_12_f box_12_g box_12_h box_12_q box_12_v box_12_w box_12_y box_12_aa box_12_bb box_12_dd box_12_ff box_12_ta box_12_tp
		box_12_tt box_14b box_16 box_17`)
	w2Flags = columns("box_13_statutory box_13_retirement box_13_sick_pay")
)

// A W2 is one row of w2. A box that the row leaves blank is not known.
type W2 struct {
	Source
	EmployerID, EmployeeID string
	Year                   int
	Middle, Suffix         string
	Boxes                  map[string]calc.Cents
	Flags                  map[string]bool
}

// w2's columns, in the order of W2Kind.Columns.
const (
	w2Employer = iota
	w2Employee
	w2Year
	w2Middle
	w2Suffix
	w2FirstBox
)

// W2s reads a whole table of w2; see Employees for faulty rows.
func W2s(t *table.Table, l *Layout) (records []W2, problems []*table.Problem, err error) {
	p := newCells(t, l, W2Kind)
	err = eachRow(t, func(r *table.Row) {
		if r.Err != nil {
			problems = append(problems, asProblem(r.Err))
			return
		}
		p.faults = nil
		x := W2{EmployerID: string(p.needed(r, w2Employer)), EmployeeID: string(p.needed(r, w2Employee)), Year: p.year(r, w2Year),
			Middle: string(p.cell(r, w2Middle)), Suffix: string(p.cell(r, w2Suffix)), Boxes: map[string]calc.Cents{}, Flags: map[string]bool{}}
		p.boxes(r, &x)
		x.Source = Source{t.File, t.Sheet, r.Number, len(p.faults) > 0}
		records, problems = append(records, x), append(problems, p.faults...)
	})
	return records, problems, err
}

func (p *cells) boxes(r *table.Row, x *W2) {
	for c := w2FirstBox; c < len(W2Kind.Columns); c++ {
		name := W2Kind.Columns[c]
		if len(p.cell(r, c)) == 0 {
			continue
		}
		if slices.Contains(w2Flags, name) {
			x.Flags[name] = p.yes(r, c)
			continue
		}
		amount, ok := p.amount(r, c)
		if amount < 0 {
			p.fault(r, c, "sign", "below zero; the layout of W-2 files has no sign: correct the year's amount first")
		} else if ok {
			x.Boxes[name] = amount
		}
	}
}

func (p *cells) year(r *table.Row, c int) int {
	text := strings.TrimSpace(string(p.needed(r, c)))
	y, err := strconv.Atoi(text)
	if text != "" && (err != nil || y < 1900 || y > 2199) {
		p.fault(r, c, "year", "not a year; write 2026")
	}
	return y
}
