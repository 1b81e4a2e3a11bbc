package results

import (
	"fmt"
	"strconv"

	"example.com/withhold/pkg/calc"
)

// A Row collects CSV rows of one table, cell by cell. Its zero value, with a
// Table, is ready to use; Bytes is reused by Reset.
type Row struct {
	Table *Table
	Bytes []byte
	Rows  int // since Reset
	cells int
}

// Reset forgets all rows and keeps the memory.
func (r *Row) Reset() { r.Bytes, r.Rows, r.cells = r.Bytes[:0], 0, 0 }

// Header adds the header row.
func (r *Row) Header() {
	for _, c := range r.Table.Columns {
		r.Text(c.Name)
	}
	r.End()
}

// end closes a cell; the comma after the last of a row becomes its end.
func (r *Row) end(b []byte) { r.Bytes = append(b, ','); r.cells++ }

// End closes the row. A row with more or fewer cells than the table has columns
// is a defect of the program.
func (r *Row) End() {
	if r.cells != len(r.Table.Columns) {
		panic(fmt.Sprintf("results: %d cells in a row of %s", r.cells, r.Table.Name))
	}
	r.Bytes[len(r.Bytes)-1] = '\n'
	r.cells = 0
	r.Rows++
}

// Text adds a text cell.
func (r *Row) Text(s string) { r.end(AppendText(r.Bytes, s)) }

// TextBytes adds a text cell.
func (r *Row) TextBytes(s []byte) { r.end(AppendText(r.Bytes, s)) }

// Money adds an amount.
func (r *Row) Money(c calc.Cents) { r.end(c.Append(r.Bytes)) }

// Rate adds a rate as a share of one.
func (r *Row) Rate(x calc.Rate) { r.end(x.Append(r.Bytes)) }

// Date adds a day, blank where it is not known.
func (r *Row) Date(d calc.Date) { r.end(d.Append(r.Bytes)) }

// Count adds a whole number.
func (r *Row) Count(n int) { r.end(strconv.AppendInt(r.Bytes, int64(n), 10)) }

// Raw adds a cell that was made by AppendText before.
func (r *Row) Raw(cell []byte) { r.end(append(r.Bytes, cell...)) }

// RawCells adds n cells that were made before, with the commas between them.
func (r *Row) RawCells(n int, cells string) {
	r.end(append(r.Bytes, cells...))
	r.cells += n - 1
}

// quoted has a one for the characters that a cell is quoted for.
var quoted = [256]uint8{',': 1, '"': 1, '\n': 1, '\r': 1}

// AppendText writes s as a CSV cell: quoted where it must be, and with a leading
// apostrophe where a spreadsheet would take it for a formula. A number stays a
// number.
func AppendText[S string | []byte](b []byte, s S) []byte {
	formula := len(s) > 0 && runsAsFormula(s)
	quote := uint8(0)
	for i := range len(s) {
		quote |= quoted[s[i]]
	}
	if quote == 0 {
		if formula {
			b = append(b, '\'')
		}
		return append(b, s...)
	}
	b = append(b, '"')
	if formula {
		b = append(b, '\'')
	}
	for i := range len(s) {
		if s[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, s[i])
	}
	return append(b, '"')
}

func runsAsFormula[S string | []byte](s S) bool {
	switch s[0] {
	case '=', '@', '\t', '\r':
		return true
	case '+', '-':
		for i := 1; i < len(s); i++ {
			if (s[i] < '0' || s[i] > '9') && s[i] != '.' {
				return true
			}
		}
		return len(s) == 1
	}
	return false
}
