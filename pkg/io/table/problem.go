package table

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Problem is one thing wrong with a file, a row or a cell, and where it is.
// It is an error, and with the same fields a line of a report.
type Problem struct {
	File, Sheet string // Sheet is empty for CSV
	Row         int    // physical, 1-based; 0 where no row is at fault
	Column      string // the header's text
	Code        string // a short word for programs: unclosed_quote, cells, ...
	Value       string // the cell, where showing it helps
	Message     string // for people: what is wrong and what to write
}

// Error puts where before what, leaving out what is empty:
//
//	payroll.xlsx, sheet March, row 14, gross_wages "1.234,50": not an amount; write 1234.56
func (p *Problem) Error() string {
	var where []string
	if p.File != "" {
		where = append(where, p.File)
	}
	if p.Sheet != "" {
		where = append(where, "sheet "+p.Sheet)
	}
	if p.Row > 0 {
		where = append(where, "row "+strconv.Itoa(p.Row))
	}
	cell := p.Column
	if p.Value != "" {
		cell = strings.TrimSpace(cell + ` "` + shorten(p.Value) + `"`)
	}
	if cell != "" {
		where = append(where, cell)
	}
	if len(where) == 0 {
		return p.Message
	}
	return strings.Join(where, ", ") + ": " + p.Message
}

// ssnLike is text that may be somebody's social security number, in whatever
// column it stands.
var ssnLike = regexp.MustCompile(`\b\d{3}[- ]?\d{2}[- ]?\d{4}\b`)

// Shown is a cell as a message or a report of problems may show it: without what
// may be a social security number.
func Shown(value string) string {
	if len(value) < 9 {
		return value
	}
	return ssnLike.ReplaceAllString(value, "(nine digits)")
}

// maxShown is how many characters of a value a message shows.
const maxShown = 40

// shorten cuts s to maxShown characters and puts line breaks and other control
// characters out of the way, so that a message stays on one line.
func shorten(s string) string {
	s = Shown(s)
	s = strings.ToValidUTF8(s[:min(len(s), 4*maxShown)], "?")
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	if utf8.RuneCountInString(s) > maxShown {
		s = string([]rune(s)[:maxShown-1]) + "…"
	}
	return s
}

// InCell is err as a Problem of one cell of t: row number, the column's index
// and the cell's text. It is what callers report for a cell that does not parse.
func (t *Table) InCell(row, column int, code string, cell []byte, err error) *Problem {
	p := &Problem{File: t.File, Sheet: t.Sheet, Row: row, Code: code, Message: err.Error()}
	if column >= 0 && column < len(t.Header) {
		p.Column = t.Header[column]
	}
	p.Value = string(cell[:min(len(cell), 4*maxShown)])
	return p
}

// in gives a Problem of no known file that of the table it was found in.
func (t *Table) in(err error) error {
	var p *Problem
	if !errors.As(err, &p) {
		return &Problem{File: t.File, Sheet: t.Sheet, Code: "unreadable", Message: err.Error()}
	}
	p.File, p.Sheet = t.File, t.Sheet
	return p
}
