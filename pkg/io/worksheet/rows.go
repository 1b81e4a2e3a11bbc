package worksheet

import (
	"iter"
	"strings"
)

// A TableRow is a sheet's line as a row of the table of worksheets.
type TableRow struct {
	EmployerID, Form, Municipality, Period string // the municipality by its name
	Line                                   string // of the form, or the name of the grid; header, tie, check, note, form
	Label, Value, Working, Note            string
}

// Cells are the row in the order of the table's columns.
func (r *TableRow) Cells() []string {
	return []string{r.EmployerID, r.Form, r.Municipality, r.Period, r.Line, r.Label, r.Value, r.Working, r.Note}
}

// Rows are all lines of the sheet in the order of the form: what form it is and
// how far to trust it, the header, lines and grids, what must agree, notes.
func (s *Sheet) Rows() iter.Seq[TableRow] {
	return func(yield func(TableRow) bool) {
		for _, r := range s.tableRows() {
			r.EmployerID, r.Form, r.Period = s.EmployerID, s.Form.ID, s.Period
			if r.Municipality == "" && s.Municipality != "" {
				r.Municipality = s.Place
			}
			if !yield(r) {
				return
			}
		}
	}
}

func (s *Sheet) tableRows() (rows []TableRow) {
	rows = append(rows, TableRow{Line: "form", Label: s.Form.Title, Value: s.Form.Status(), Note: s.Form.Trust()})
	for _, h := range s.Header {
		rows = append(rows, TableRow{Line: "header", Label: h.Label, Value: h.Value, Note: toFillIn(h.FillIn, h.Value == "")})
	}
	for _, p := range s.Parts {
		for _, l := range p.Lines {
			rows = append(rows, l.Cell.row(l.ID, l.Label))
		}
		if p.Grid != nil {
			rows = append(rows, p.Grid.tableRows()...)
		}
	}
	for i := range s.Ties {
		t := &s.Ties[i]
		r := TableRow{Line: "check", Label: t.Label, Value: t.Outcome(), Working: t.Compared()}
		if t.Must {
			r.Line = "tie"
		}
		if t.Fails() {
			r.Note = "the form must not be sent until the two agree"
		}
		rows = append(rows, r)
	}
	for _, n := range s.Form.Notes {
		rows = append(rows, TableRow{Line: "note", Label: n})
	}
	return rows
}

func (g *Grid) tableRows() (rows []TableRow) {
	if len(g.Rows) == 0 && g.Empty != "" {
		return []TableRow{{Line: g.ID, Note: toFillIn(g.Empty, true)}}
	}
	all := g.Rows
	if g.Total != nil {
		all = append(all[:len(all):len(all)], *g.Total)
	}
	for _, row := range all {
		if g.Codes && row.Municipality != "" {
			rows = append(rows, TableRow{Line: g.ID, Municipality: row.Label, Label: row.Label + ": Code", Value: row.Code,
				Note: toFillIn("the administrator's code", row.Code == "")})
		}
		id := row.Line
		if id == "" {
			id = g.ID
		}
		for i, c := range row.Cells {
			if c.State == Blank {
				continue
			}
			r := c.row(id, row.Label+": "+g.Columns[i].Label)
			if row.Municipality != "" {
				r.Municipality = row.Label
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func (c Cell) row(line, label string) TableRow {
	return TableRow{Line: line, Label: label, Value: c.Value.String(), Working: c.Working, Note: c.Remark()}
}

// Remark is the note of the cell, marked where the cell is to be filled in.
func (c Cell) Remark() string { return toFillIn(c.Note, c.State == FillIn) }

func toFillIn(note string, blank bool) string {
	if blank {
		return "to fill in: " + note
	}
	return note
}

// Compared are the two sides of a tie, as far as they are known.
func (t *Tie) Compared() string {
	side := func(c Cell) string {
		if c.State != Known {
			return ""
		}
		return c.Working + " = " + c.Value.String()
	}
	left, right := side(t.Left), side(t.Right)
	if left == "" || right == "" {
		return left + right
	}
	return left + " against " + right
}

// Status is "unverified" unless all of the form was seen and tried.
func (f *Form) Status() string {
	if f.Unverified != "" {
		return "unverified"
	}
	return ""
}

// Trust says how far to trust the profile: what was not seen or tried, how sure
// the rest is, and where it was taken from.
func (f *Form) Trust() string {
	return strings.TrimSpace(f.Unverified + " Confidence: " + f.Confidence + ". Seen: " + f.Seen + ". Source: " + f.Source + ".")
}
