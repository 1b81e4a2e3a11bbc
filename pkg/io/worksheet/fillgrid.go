package worksheet

import (
	"slices"
	"strconv"
	"time"

	"example.com/withhold/pkg/calc"
)

// A gridLine is a row of a grid before its cells are found.
type gridLine struct {
	GridRow
	now, before []Row  // figures of the row
	empty       bool   // nothing was filed for it
	cells       []expr // of a named row
}

func (w *filling) grid(g *grid) *Grid {
	lines, unknown := w.gridLines(g)
	out := &Grid{ID: g.id, Codes: g.codes, Empty: unknown}
	for _, c := range g.columns {
		out.Columns = append(out.Columns, Column{w.label(c.label), c.note})
	}
	for i, l := range lines {
		row := l.GridRow
		if g.firstLine > 0 {
			row.Line = strconv.Itoa(g.firstLine + i)
		}
		row.Cells = w.cells(g, &l)
		out.Rows = append(out.Rows, row)
	}
	w.total(g, out, unknown)
	return out
}

func (w *filling) cells(g *grid, l *gridLine) []Cell {
	in := scope{now: l.now, before: l.before, columns: map[string]Cell{}, what: "periods"}
	if l.cells != nil { // it speaks of the whole sheet
		whole := w.whole()
		whole.columns = in.columns
		in = whole
	}
	var cells []Cell
	for i, c := range g.columns {
		value := c.value
		if l.cells != nil {
			value = l.cells[i]
		}
		cell := Cell{Value: Value{State: Blank, Unit: value.unit}}
		if !l.empty {
			cell = w.value(value, in)
		}
		in.columns[c.id] = cell
		cells = append(cells, cell)
	}
	return cells
}

// total adds up the columns.
func (w *filling) total(g *grid, out *Grid, unknown string) {
	total := &GridRow{Label: "Total"}
	for i, c := range g.columns {
		sum := addUp(out.Rows, i, g.unit(i))
		if unknown != "" {
			sum = Cell{Note: unknown}
		}
		w.totals[g.id+" "+c.id] = sum
		total.Cells = append(total.Cells, sum)
	}
	if !g.noTotal {
		out.Total = total
	}
}

// addUp is the total of a column: not known where a row is not, and none of
// rates.
func addUp(rows []GridRow, column int, unit Unit) Cell {
	if unit == Rate {
		return Cell{Value: Value{State: Blank, Unit: Rate}}
	}
	sum := Cell{Value: Value{State: Known, Unit: unit}}
	filed := 0
	for _, row := range rows {
		switch cell := row.Cells[column]; cell.State {
		case FillIn:
			return Cell{Value: Value{Unit: unit}, Note: row.Label + " is not known"}
		case Known:
			filed++
			sum.N += cell.N
		}
	}
	sum.Working = "of " + strconv.Itoa(filed) + " rows"
	if filed == 1 {
		sum.Working = "of 1 row"
	}
	return sum
}

// unit is what a column counts.
func (g *grid) unit(column int) Unit {
	if g.named != nil {
		return g.named[0].cells[column].unit
	}
	return g.columns[column].value.unit
}

// gridLines are the rows; unknown says why they cannot be told.
func (w *filling) gridLines(g *grid) (lines []gridLine, unknown string) {
	switch g.rows {
	case ofNames:
		for _, n := range g.named {
			lines = append(lines, gridLine{GridRow: GridRow{Label: w.label(n.label)}, cells: n.cells})
		}
		return lines, ""
	case ofMunicipalities:
		for i := range w.rows {
			r := &w.rows[i]
			if counts(r, g.where) {
				at := GridRow{Label: r.Name, Municipality: r.Municipality, Code: r.Code}
				lines = append(lines, gridLine{GridRow: at, now: w.rows[i : i+1], before: w.rows[i : i+1]})
			}
		}
		return lines, ""
	}
	return w.timeLines(g.rows)
}

// counts reports whether a municipality belongs in a grid: any of the figures
// is not zero, or not known.
func counts(r *Row, where []Figure) bool {
	for _, which := range where {
		if n, _, ok := r.Figures.get(which); n != 0 || !ok {
			return true
		}
		if r.Before != nil && r.Before[which] != 0 {
			return true
		}
	}
	return where == nil
}

// timeLines are rows of times: each holds the parts of the year, or the pay
// dates, that belong there, of all municipalities.
func (w *filling) timeLines(rows rowsOf) (lines []gridLine, unknown string) {
	parts, known := w.parts(rows)
	if !known {
		if rows == ofPayDates {
			return nil, "the dates on which wages were paid are not known; fill in each, with its tax"
		}
		return nil, "what was filed in the year is not known; fill it in from the returns"
	}
	labels := slots(rows)
	if rows == ofPayDates {
		for _, p := range parts {
			if label := p.From.String(); !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
		}
	}
	for _, label := range labels {
		l := gridLine{GridRow: GridRow{Label: label}}
		for _, p := range parts {
			if slot(rows, p) == label {
				l.now = append(l.now, Row{Name: p.From.String(), Figures: p.Figures})
			}
		}
		l.empty = l.now == nil
		lines = append(lines, l)
	}
	return lines, ""
}

// parts are those of all municipalities by day; known is false where any
// municipality's are not.
func (w *filling) parts(rows rowsOf) (parts []Part, known bool) {
	for i := range w.rows {
		of := w.rows[i].Parts
		if rows == ofPayDates {
			of = w.rows[i].PayDates
		}
		if of == nil {
			return nil, false
		}
		parts = append(parts, of...)
	}
	slices.SortStableFunc(parts, func(a, b Part) int { return int(a.From - b.From) })
	return parts, true
}

// slots are the rows that a grid of times always has.
func slots(rows rowsOf) (labels []string) {
	if rows == ofPayDates {
		return nil
	}
	for m := time.January; m <= time.December; m++ {
		if rows != ofQuarters {
			labels = append(labels, m.String())
		}
		if m%3 == 0 && rows != ofMonths {
			labels = append(labels, quarterName(int(m)/3))
		}
	}
	return labels
}

func quarterName(q int) string { return "Quarter " + strconv.Itoa(q) }

// slot is the row that a part belongs in.
func slot(rows rowsOf, p Part) string {
	last := calc.MonthOf(p.To)
	long := calc.MonthOf(p.From) != last
	switch {
	case rows == ofPayDates:
		return p.From.String()
	case rows == ofQuarters, rows == ofMonthsQuarters && long:
		return quarterName(last.Quarter())
	}
	return time.Month(last.Number()).String()
}
