package worksheet

import (
	"fmt"
	"strings"
)

// A scope is what the figures of a term are looked up in: the whole sheet, or
// one row of a grid.
type scope struct {
	now, before []Row // whose figures are added up
	totals      Figures
	columns     map[string]Cell // earlier cells of the row
	what        string          // of many: municipalities, periods
}

// whole is the scope of lines and ties.
func (w *filling) whole() scope {
	return scope{now: w.rows, before: w.rows, totals: w.in.Totals, what: "municipalities"}
}

// value finds a value. What is not known makes it blank, with what is missing in
// its note.
func (w *filling) value(e expr, in scope) Cell {
	if e.fillIn != "" {
		return Cell{Note: e.fillIn, Value: Value{Unit: e.unit}}
	}
	out := Cell{Value: Value{Known, e.unit, 0}}
	var working []string
	for i, t := range e.terms {
		c := w.term(t, in)
		if c.State == FillIn {
			return Cell{Note: c.Note, Value: Value{Unit: e.unit}}
		}
		working = append(working, w.shown(t, c, len(e.terms) > 1))
		switch {
		case e.greater && i > 0:
			out.N = max(out.N, c.N)
		case t.minus:
			out.N -= c.N
		default:
			out.N += c.N
		}
	}
	out.Working = joined(e, working)
	if e.notBelow0 && out.N < 0 {
		out.N = 0
		out.Working += ", which is below zero"
	}
	return out
}

// joined is the working of all terms.
func joined(e expr, working []string) string {
	if e.greater {
		return "the greater of " + strings.Join(working, " and ")
	}
	var b strings.Builder
	for i, text := range working {
		switch {
		case i > 0 && e.terms[i].minus:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		b.WriteString(text)
	}
	return b.String()
}

// shown is a term in a working: what it is, how it came about, and its value
// where the working has several.
func (w *filling) shown(t term, c Cell, several bool) string {
	text := words(t)
	if c.Working != "" {
		text += " (" + c.Working + ")"
	}
	if several {
		text += " " + c.Value.String()
	}
	return text
}

// words is a term in words.
func words(t term) string {
	plain := strings.ReplaceAll(t.name, "_", " ")
	switch t.from {
	case fromFigure, fromColumn:
		return plain
	case fromBefore:
		return plain + " as filed"
	case fromTotal:
		return "total of " + strings.ReplaceAll(t.grid, "-", " ") + ", " + plain
	}
	return t.text()
}

// term looks a term up. The working of what stands elsewhere on the sheet stays
// there.
func (w *filling) term(t term, in scope) Cell {
	var c Cell
	switch t.from {
	case fromFigure:
		return w.figure(t.figure, in)
	case fromBefore:
		return w.sum(t.figure, in.before, in.what, func(r *Row) Figures { return r.Before }, "as filed")
	case fromLine:
		c = w.lines[t.name]
	case fromColumn:
		c = in.columns[t.name]
	case fromTotal:
		c = w.totals[t.grid+" "+t.name]
	}
	c.Working = ""
	if c.State == FillIn {
		c.Note = words(t) + " is not known"
	}
	return c
}

// figure is a figure of the scope: given for the whole, or added up.
func (w *filling) figure(which Figure, in scope) Cell {
	if n, how, ok := in.totals.get(which); ok {
		return Cell{Value: w.rounded(which, n), Working: how}
	}
	return w.sum(which, in.now, in.what, func(r *Row) Figures { return r.Figures }, "")
}

// sum adds up a figure. One that is missing anywhere is missing; a rate is not
// added.
func (w *filling) sum(which Figure, rows []Row, what string, of func(*Row) Figures, filed string) Cell {
	c := Cell{Value: Value{Known, which.Unit(), 0}}
	for i := range rows {
		n, how, ok := of(&rows[i]).get(which)
		if !ok || which.Unit() == Rate && len(rows) > 1 {
			return Cell{Value: Value{Unit: which.Unit()}, Note: missing(which, &rows[i], len(rows), filed)}
		}
		c.N += w.rounded(which, n).N
		c.Working = how
	}
	if len(rows) > 1 {
		c.Working = fmt.Sprintf("of %d %s", len(rows), what)
	}
	return c
}

// missing says which figure is not known, and of whom.
func missing(which Figure, row *Row, rows int, filed string) string {
	text := strings.TrimSpace(strings.ReplaceAll(which.Name(), "_", " ") + " " + filed)
	if rows > 1 && row.Name != "" {
		text += " of " + row.Name
	}
	return text + " is not known (" + which.Meaning() + ")"
}

// rounded is a figure as it enters the form: in whole dollars where the form is
// kept in them, half a dollar up (R.C. 718.25).
func (w *filling) rounded(which Figure, n int64) Value {
	if w.form.dollars && which.Unit() == Cents {
		up := int64(50)
		if n < 0 {
			up = -50
		}
		n = (n + up) / 100 * 100
	}
	return Value{Known, which.Unit(), n}
}
