package worksheet

import (
	"strings"
)

// An expr says how a value is found. Profiles write one of
//
//	figure: workplace_tax
//	add: [line 1, figure residence_tax]     with less: [line 2]
//	greater_of: [line 5, line 6]
//	fill_in: what to write, and where it is found
//
// and a term of a list is
//
//	figure NAME        of the municipality or time of the row, else of the whole sheet
//	before NAME        the same as it was originally filed
//	line N             an earlier line
//	column NAME        an earlier cell of the row
//	total GRID NAME    a column of an earlier grid, added up
type expr struct {
	terms     []term
	greater   bool // of the terms; else they are added up
	notBelow0 bool
	fillIn    string // nothing to compute
	unit      Unit
}

// A source is where a term comes from.
type source uint8

const (
	fromFigure source = iota
	fromBefore
	fromLine
	fromColumn
	fromTotal
)

var sourceWords = []string{"figure", "before", "line", "column", "total"}

type term struct {
	from   source
	figure Figure
	grid   string
	name   string // of a line or column
	minus  bool
}

// parseTerm reads a term; problem says what is wrong with it.
func parseTerm(text string) (t term, problem string) {
	words := strings.Fields(text)
	const forms = "write figure NAME, before NAME, line N, column NAME or total GRID NAME"
	if len(words) == 0 {
		return t, "an empty term; " + forms
	}
	want := 2
	switch words[0] {
	case "figure", "before":
		if words[0] == "before" {
			t.from = fromBefore
		}
		if len(words) == 2 {
			var ok bool
			if t.figure, ok = figureNamed(words[1]); !ok {
				return t, unknownFigure(words[1])
			}
		}
	case "line":
		t.from = fromLine
	case "column":
		t.from = fromColumn
	case "total":
		t.from, want = fromTotal, 3
	default:
		return t, "term " + quote(text) + " is not understood; " + forms
	}
	if len(words) != want {
		return t, "term " + quote(text) + " is not understood; " + forms
	}
	if t.name = words[want-1]; want == 3 {
		t.grid = words[1]
	}
	return t, ""
}

func unknownFigure(name string) string {
	return "unknown figure " + quote(name) + "; " + suggest(name, FigureNames())
}

// text is the term as profiles write it.
func (t term) text() string {
	if t.from == fromTotal {
		return "total " + t.grid + " " + t.name
	}
	return sourceWords[t.from] + " " + t.name
}
