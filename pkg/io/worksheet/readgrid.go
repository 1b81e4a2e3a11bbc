package worksheet

import (
	"go.yaml.in/yaml/v3"
)

var rowKinds = []string{string(ofMunicipalities), string(ofMonths), string(ofQuarters), string(ofMonthsQuarters), string(ofPayDates), string(ofNames)}

func (r *reader) grid(n *yaml.Node) *grid {
	f := r.fields(n, "a grid", "id", "rows", "where", "codes", "first_line", "columns", "named", "total")
	g := &grid{id: f.need("id", "months"), codes: f.flag("codes"), firstLine: f.number("first_line")}
	f.need("rows", "municipalities")
	g.rows = rowsOf(f.choice("rows", rowKinds...))
	if total := f.choice("total", "none"); total == "none" {
		g.noTotal = true
	}
	for _, item := range f.items("where") {
		word := r.word(item, "an item of where")
		if which, ok := figureNamed(word); ok {
			g.where = append(g.where, which)
		} else if word != "" {
			r.fault(item, "%s", unknownFigure(word))
		}
	}
	if g.rows != ofMunicipalities && (g.codes || g.where != nil) {
		r.fault(n, "codes and where are for rows of municipalities; leave them out")
	}
	if g.id != "" && (!idPattern.MatchString(g.id) || r.grids[g.id] != nil) {
		r.fault(f.values["id"], "id %q is not a name of its own; write small letters, digits and -", g.id)
	}
	units := map[string]Unit{}
	for _, item := range f.items("columns") {
		g.columns = append(g.columns, r.column(item, g.rows == ofNames, units))
	}
	if !f.has("columns") {
		r.fault(n, "columns is missing; write the columns of the grid")
	}
	if f.has("named") != (g.rows == ofNames) {
		r.fault(n, "named lists the rows where rows is named, and only there")
	}
	for _, item := range f.items("named") {
		g.named = append(g.named, r.namedRow(item, g, units))
	}
	r.grids[g.id] = units
	return g
}

// column reads a column; its cells may use the columns to its left.
func (r *reader) column(n *yaml.Node, named bool, left map[string]Unit) column {
	keys := []string{"id", "label", "note"}
	if !named {
		keys = append(keys, exprKeys...)
	}
	f := r.fields(n, "a column", keys...)
	c := column{id: f.need("id", "workplace_tax"), label: r.label(f), note: f.text("note")}
	if _, twice := left[c.id]; twice {
		r.fault(f.values["id"], "column %s stands twice; name one of them otherwise", c.id)
	}
	if !named {
		c.value = r.expr(f, left)
		left[c.id] = c.value.unit
	}
	return c
}

// namedRow reads a row whose every cell is said; the first row settles the
// units of the columns.
func (r *reader) namedRow(n *yaml.Node, g *grid, units map[string]Unit) namedRow {
	f := r.fields(n, "a named row", "label", "cells")
	row := namedRow{label: r.label(f), cells: make([]expr, len(g.columns))}
	if !f.has("cells") {
		r.fault(n, "cells is missing; write a cell for each column")
		return row
	}
	var names []string
	for _, c := range g.columns {
		names = append(names, c.id)
	}
	if len(names) == 0 {
		return row
	}
	cells := r.fields(f.values["cells"], "cells", names...)
	left := map[string]Unit{}
	for i, name := range names {
		if !cells.has(name) {
			r.fault(cells.node, "column %s has no cell in this row; write %s: {fill_in: ...}", name, name)
			continue
		}
		row.cells[i] = r.expr(r.fields(cells.values[name], "a cell", exprKeys...), left)
		unit := row.cells[i].unit
		if settled, ok := units[name]; ok && settled != unit && row.cells[i].fillIn == "" {
			r.fault(cells.values[name], "column %s holds another unit in the rows above", name)
		}
		units[name], left[name] = unit, unit
	}
	return row
}

// exprKeys are the keys that say how a value is found.
var exprKeys = []string{"figure", "add", "less", "greater_of", "not_below_zero", "fill_in"}

// expr reads how a value is found; left are the columns it may use.
func (r *reader) expr(f *fields, left map[string]Unit) expr {
	e := expr{notBelow0: f.flag("not_below_zero"), fillIn: f.text("fill_in"), greater: f.has("greater_of")}
	given := 0
	for _, key := range []string{"figure", "add", "greater_of", "fill_in"} {
		if f.has(key) {
			given++
		}
	}
	if given != 1 || f.has("less") && !f.has("add") {
		r.fault(f.node, "a value needs one of figure, add (and less), greater_of, fill_in; write figure: workplace_tax")
	}
	if f.has("figure") {
		if n := f.values["figure"]; r.word(n, "figure") != "" {
			r.term(n, "figure "+n.Value, false, left, &e)
		}
	}
	for _, key := range []string{"add", "less", "greater_of"} {
		for _, n := range f.items(key) {
			if text := r.word(n, "an item of "+key); text != "" {
				r.term(n, text, key == "less", left, &e)
			}
		}
	}
	return e
}

// term reads one term and adds it, if what it names is known and of the unit of
// those before.
func (r *reader) term(n *yaml.Node, text string, minus bool, left map[string]Unit, e *expr) {
	t, problem := parseTerm(text)
	if problem != "" {
		r.fault(n, "%s", problem)
		return
	}
	t.minus = minus
	unit, known := t.figure.Unit(), true
	switch t.from {
	case fromLine:
		unit, known = r.lines[t.name], hasKey(r.lines, t.name)
	case fromColumn:
		unit, known = left[t.name], hasKey(left, t.name)
	case fromTotal:
		unit, known = r.grids[t.grid][t.name], hasKey(r.grids[t.grid], t.name)
	}
	switch {
	case !known:
		r.fault(n, "nothing above is called %q; a value may use what stands before it", t.text())
	case len(e.terms) > 0 && unit != e.unit, unit == Rate && (len(e.terms) > 0 || t.from == fromTotal):
		r.fault(n, "%s is of another unit than the rest, or a rate, which is not added", t.text())
	default:
		e.unit = unit
		e.terms = append(e.terms, t)
	}
}

func hasKey(m map[string]Unit, key string) bool { _, ok := m[key]; return ok }

// ties reads what must agree, and checks, which only should.
func (r *reader) ties(f *fields, key string, must bool) (ties []tie) {
	for _, n := range f.items(key) {
		g := r.fields(n, "an item of "+key, "label", "left", "right")
		t := tie{label: r.label(g), must: must}
		for _, side := range []struct {
			key string
			to  *expr
		}{{"left", &t.left}, {"right", &t.right}} {
			for _, item := range g.items(side.key) {
				if text := r.word(item, "an item of "+side.key); text != "" {
					r.term(item, text, false, nil, side.to)
				}
			}
			if !g.has(side.key) {
				r.fault(n, "%s is missing; write %s: [line 4]", side.key, side.key)
			}
		}
		if t.left.unit != t.right.unit {
			r.fault(n, "the two sides are of different units")
		}
		ties = append(ties, t)
	}
	return ties
}
