package worksheet

import (
	"errors"
	"fmt"
	"strconv"

	"example.com/withhold/pkg/calc"
)

// A Sheet is a form filled in.
type Sheet struct {
	Form         *Form
	EmployerID   string
	Employer     string // name
	Municipality string // id; blank where the form covers several
	Place        string // name, or of several the administrator
	Period       string
	Header       []HeaderLine
	Parts        []Section
	Ties         []Tie
}

// A HeaderLine is one line at the top of the form.
type HeaderLine struct {
	Label, Value string
	FillIn       string // what to write, where Value is blank
}

// A Section is a part of the form; it has either lines or a grid.
type Section struct {
	Title, Note string
	Lines       []Line
	Grid        *Grid
}

// A Line is one line with its value.
type Line struct {
	ID, Label string
	Cell
}

// A Cell is a value, how it came about, and what there is to say of it.
type Cell struct {
	Value
	Working string // the figures it is made of
	Note    string // what is to be filled in and why, or what the form says
}

// A Grid is a table of cells.
type Grid struct {
	ID      string
	Rows    []GridRow
	Columns []Column
	Codes   bool     // rows have an administrator's code to show
	Empty   string   // why there are no rows
	Total   *GridRow // nil where the form has none
}

// Numbered reports whether the rows are lines of the form.
func (g *Grid) Numbered() bool { return len(g.Rows) > 0 && g.Rows[0].Line != "" }

// A Column is the head of a column.
type Column struct{ Label, Note string }

// A GridRow is a row of cells, one for each column.
type GridRow struct {
	Line         string // its number on the form, where it is numbered
	Label        string
	Municipality string // id, for rows of municipalities
	Code         string
	Cells        []Cell
}

// A State is whether there is a value.
type State uint8

// The states; the first is that of a value nobody gave.
const (
	FillIn State = iota // not known: for a person to fill in
	Blank               // nothing belongs there
	Known
)

// A Value is an amount, a count or a rate, if it is known.
type Value struct {
	State State
	Unit  Unit
	N     int64
}

// String is the value as it is keyed in: 1234.56, 12, 2.5%; blank unless known.
func (v Value) String() string {
	switch {
	case v.State != Known:
		return ""
	case v.Unit == Cents:
		return calc.Cents(v.N).String()
	case v.Unit == Rate:
		return percent(calc.Rate(v.N))
	}
	return strconv.FormatInt(v.N, 10)
}

// A Tie is what must agree, or should.
type Tie struct {
	Label       string
	Must        bool // else a difference is only shown
	Left, Right Cell
	State       TieState
	By          Value // left less right
}

// TieState is how a comparison came out.
type TieState uint8

// The outcomes of a comparison.
const (
	Open   TieState = iota // a side is not known
	Agrees                 // to the cent
	Differs
)

// Outcome says it in words: "yes", "no, by 0.01" (of a check "differs by 0.01"),
// "not checked: ...".
func (t *Tie) Outcome() string {
	switch {
	case t.State == Agrees:
		return "yes"
	case t.Fails():
		return "no, by " + t.By.String()
	case t.State == Differs:
		return "differs by " + t.By.String()
	}
	if t.Left.State != Known {
		return "not checked: " + t.Left.Note
	}
	return "not checked: " + t.Right.Note
}

// Fails reports a tie that must hold and does not.
func (t *Tie) Fails() bool { return t.Must && t.State == Differs }

// Err joins an error for each tie that must hold and does not: the form must
// not be sent.
func (s *Sheet) Err() error {
	var errs []error
	for i := range s.Ties {
		if t := &s.Ties[i]; t.Fails() {
			errs = append(errs, fmt.Errorf("%s of employer %s for %s, %s: %s: %s is not %s; it differs by %s, so the form must not be sent",
				s.Form.ID, s.EmployerID, s.Place, s.Period, t.Label, t.Left.Value, t.Right.Value, t.By))
		}
	}
	return errors.Join(errs...)
}
