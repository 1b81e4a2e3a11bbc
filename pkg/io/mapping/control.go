package mapping

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// A control knows rows of totals by their label, and holds them to the sums of
// the rows above. It is the file's own check that nothing was lost in reading.
type control struct {
	t       *table.Table
	header  []string
	names   []string
	columns [][]int // by our column: the export's columns in which its total stands
	negate  []bool
	ids     []int // columns that a row of a person fills and a row of totals does not

	sums  []calc.Cents
	marks []map[calc.Cents]bool // by our column: the sums at the start and at earlier totals
	last  []calc.Cents          // the sum at the last of them
	bad   int                   // rows above that could not be read
}

func newControl(t *table.Table, names []string) *control {
	c := &control{t: t, header: t.Header, names: names, columns: make([][]int, len(names)), negate: make([]bool, len(names))}
	for i, h := range t.Header {
		if keyOf(h) == "ssn" {
			c.ids = append(c.ids, i)
		}
	}
	return c
}

// start makes ready for the first row.
func (c *control) start() {
	c.sums, c.last = make([]calc.Cents, len(c.names)), make([]calc.Cents, len(c.names))
	c.marks, c.bad = make([]map[calc.Cents]bool, len(c.names)), 0
	for i := range c.marks {
		c.marks[i] = map[calc.Cents]bool{0: true}
	}
}

// totalLabel is what stands first in a row of totals.
var totalLabel = regexp.MustCompile(`(?i)^((grand|sub|report|company|payroll|department|location)[ -]*)?totals?\b|\btotals?:?$|` +
	`^((employee|row|record|check)s? )?count\b|^(sum|average)s?\b`)

// isTotal reports whether a row is one of totals, and its label: a row that
// starts with such a word, fills no column of a person's, and holds nothing else
// but figures. Nobody called Total who has a number is one.
func (c *control) isTotal(cells [][]byte) (label string, ok bool) {
	at := slices.IndexFunc(cells, func(cell []byte) bool { return len(cell) > 0 })
	for _, i := range c.ids { // first, since it tells nearly all rows
		if i != at && len(cells[i]) > 0 {
			return "", false
		}
	}
	if at < 0 || !totalLabel.Match(cells[at]) {
		return "", false
	}
	for _, cell := range cells[at+1:] {
		if len(cell) == 0 {
			continue
		}
		if _, err := table.Money(cell); err != nil && !isFigure(cell) {
			return "", false
		}
	}
	return string(cells[at]), true
}

// isFigure reports whether a cell is a number of any form, or a dash for none.
func isFigure(cell []byte) bool {
	for _, b := range cell {
		if (b < '0' || b > '9') && !strings.ContainsRune(".,-$()%: ", rune(b)) {
			return false
		}
	}
	return true
}

// check holds a row of totals to the rows above it: to all of them, or to those
// since an earlier total.
func (c *control) check(row int, label string, cells [][]byte) {
	for i, columns := range c.columns {
		total, known := calc.Cents(0), false
		for _, column := range columns {
			if v, err := table.Money(cells[column]); err == nil {
				total, known = total+v, true
			}
		}
		if !known {
			continue
		}
		if c.negate[i] {
			total = -total
		}
		if !c.marks[i][c.sums[i]-total] {
			c.differs(row, label, c.header[columns[0]], total, c.sums[i]-c.last[i], c.sums[i])
		}
	}
	for i := range c.sums {
		c.marks[i][c.sums[i]], c.last[i] = true, c.sums[i]
	}
}

// differs warns that a total is not the sum of its rows.
func (c *control) differs(row int, label, what string, total, since, all calc.Cents) {
	sum := "the rows above add up to " + all.String()
	if since != all {
		sum = fmt.Sprintf("the rows since the last total add up to %s, all above to %s", since, all)
	}
	if c.bad > 0 {
		sum += fmt.Sprintf(" (rows above that cannot be read: %d)", c.bad)
	}
	c.t.Warn(row, "total", fmt.Sprintf("%q gives %s %s, but %s", label, what, total, sum))
}

// A pass gives the rows of a table on as they are, without those of totals.
type pass struct {
	*control
	money []int // our columns of money, each in one column
}

// passOver takes the rows of totals out of t, whose columns have those names.
func passOver(t *table.Table, names []string) {
	p := &pass{control: newControl(t, names)}
	for i, name := range names {
		switch {
		case isAmount(name):
			p.money = append(p.money, i)
			p.columns[i] = []int{i}
		case slices.Contains([]string{"employee_id", "check_id", "pay_date", "date"}, name):
			p.ids = append(p.ids, i)
		}
	}
	p.start()
	t.Reshape(t.Header, p)
}

// Row gives a row on.
func (p *pass) Row(r *table.Row, out *table.Rows) error {
	fault := problemOf(r.Err)
	if fault == nil || fault.Code == "cells" {
		if label, ok := p.isTotal(r.Cells); ok {
			p.check(r.Number, label, r.Cells)
			return nil
		}
	}
	out.Add(r.Number, r.Cells, fault)
	if fault == nil {
		p.sum(r.Cells)
	} else {
		p.bad++
	}
	return nil
}

// sum adds a row's amounts up.
func (p *pass) sum(cells [][]byte) {
	for _, i := range p.money {
		if len(cells[i]) == 0 {
			continue
		}
		if v, err := table.Money(cells[i]); err == nil {
			p.sums[i] += v
		} else {
			p.bad++
		}
	}
}

// End has nothing to add.
func (p *pass) End(*table.Rows) error { return nil }

// problemOf is what is wrong with a row of a table.
func problemOf(err error) *table.Problem {
	var p *table.Problem
	errors.As(err, &p)
	return p
}
