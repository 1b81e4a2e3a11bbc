package table

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// headRows is how many rows are looked at for the header.
const headRows = 30

// A headRow is a row that may be the header.
type headRow struct {
	cells  []string
	number int // physical
	end    int // where the next row starts in the text (CSV), or its index
}

// blank reports whether the row has no text at all.
func (r headRow) blank() bool {
	for _, c := range r.cells {
		if c != "" {
			return false
		}
	}
	return true
}

// pick is the index of the header among rows and how many of its cells are
// known: the first row that has two known cells, else the first not blank with
// a count of 0, else -1.
func pick(rows []headRow, known func(string) bool) (index, count int) {
	index = -1
	for i, r := range rows {
		if index < 0 && !r.blank() {
			index = i
		}
		if known == nil {
			continue
		}
		n := 0
		for _, c := range r.cells {
			if k := Key(c); k != "" && known(k) {
				n++
			}
		}
		if n >= 2 {
			return i, n
		}
	}
	return index, 0
}

// lines is rows for those who look at a table's head.
func lines(rows []headRow) []Line {
	list := make([]Line, len(rows))
	for i, r := range rows {
		list[i] = Line{r.number, r.cells}
	}
	return list
}

// joined is each row with the row above it as the names of groups of columns:
// a name holds to the right until the next.
func joined(rows []headRow) []headRow {
	list := make([]headRow, len(rows))
	for i, r := range rows {
		list[i] = headRow{make([]string, len(r.cells)), r.number, r.end}
		if i == 0 {
			continue // it has no row above
		}
		group, above := "", rows[i-1].cells
		for j, c := range r.cells {
			if j < len(above) && above[j] != "" {
				group = above[j]
			}
			list[i].cells[j] = fold([]byte(group + " " + c))
		}
	}
	return list
}

// NumberDuplicates gives the second column of one name the name with #2 after
// it, and so on, so that a mapping can tell them apart. It returns how many
// columns there are of each name that had several, by [Key].
func (t *Table) NumberDuplicates() map[string]int {
	count := map[string]int{}
	for i, h := range t.Header {
		k := Key(h)
		if k == "" {
			continue
		}
		if count[k]++; count[k] > 1 {
			t.Header[i] = fmt.Sprintf("%s #%d", h, count[k])
		}
	}
	for k, n := range count {
		if n == 1 {
			delete(count, k)
		}
	}
	if len(count) > 0 {
		t.fault = t.duplicate()
	}
	return count
}

// duplicate is an error if two columns of t have one name.
func (t *Table) duplicate() error {
	seen := make(map[string]int, len(t.Header))
	for i, h := range t.Header {
		k := Key(h)
		if k == "" {
			continue
		}
		if first, ok := seen[k]; ok {
			return &Problem{File: t.File, Sheet: t.Sheet, Row: t.HeaderRow, Column: h, Code: "duplicate_column",
				Message: fmt.Sprintf("columns %s and %s have the same name (%q and %q); rename one%s",
					columnName(first), columnName(i), t.Header[first], h, t.twoRows(first, i))}
		}
		seen[k] = i
	}
	return nil
}

// twoRows is advice where the row above the header tells two of its columns
// apart.
func (t *Table) twoRows(first, second int) string {
	var above []string
	for _, l := range t.Titles() {
		if l.Row == t.HeaderRow-1 {
			above = l.Cells
		}
	}
	group := func(column int) (name string) {
		for j := 0; j <= column && j < len(above); j++ {
			if above[j] != "" {
				name = above[j]
			}
		}
		return name
	}
	a, b := group(first), group(second)
	if a == b || b == "" {
		return ""
	}
	return fmt.Sprintf(", or join the two rows of the header with header_rows: 2 in a mapping (%q and %q)",
		fold([]byte(a+" "+t.Header[first])), fold([]byte(b+" "+t.Header[second])))
}

// columnName is a column as spreadsheets letter it, with its number: C (3).
func columnName(index int) string {
	return fmt.Sprintf("%s (%d)", columnLetters(index), index+1)
}

// columnLetters is Letters.
func columnLetters(index int) string { return Letters(index) }

// Letters is a column as spreadsheets letter it: A for 0, Z for 25, AA for 26.
func Letters(index int) string {
	var b [8]byte
	i := len(b)
	for n := index + 1; n > 0; n = (n - 1) / 26 {
		i--
		b[i] = byte('A' + (n-1)%26)
	}
	return string(b[i:])
}

// cutBlankTail drops the blank columns at a header's end.
func cutBlankTail(header []string) []string {
	for len(header) > 0 && header[len(header)-1] == "" {
		header = header[:len(header)-1]
	}
	return header
}

// find chooses separator and header together: those of the row with the most
// known names, else the separator that cuts the first row into the most cells.
func (c *csvSource) find(known func(string) bool, double bool) ([]string, int) {
	commas := []byte{',', ';', '\t', '|'}
	if c.declared != 0 {
		commas = []byte{c.declared}
	}
	best, bestKnown, bestCells, bestTotal := headRow{}, -1, 0, 0
	for _, comma := range commas {
		rows := c.rows(dialect{comma, c.csv.end})
		if double {
			rows = joined(rows)
		}
		i, n := pick(rows, known)
		if i < 0 {
			continue
		}
		total := 0
		for _, r := range rows {
			total += len(r.cells)
		}
		cells := len(rows[i].cells)
		if n > bestKnown || n == bestKnown && (cells > bestCells || cells == bestCells && total > bestTotal) {
			best, bestKnown, bestCells, bestTotal = rows[i], n, cells, total
			c.csv.comma = comma
		}
	}
	c.skip, c.line = best.end, c.first+bytes.Count(c.carry[c.start:max(c.start, best.end)], []byte{c.csv.end})
	return cutBlankTail(best.cells), best.number
}

// head is the first rows of the file. After the first next it is what it was.
func (c *csvSource) head() []Line {
	if !c.started {
		c.top = lines(c.rows(c.csv))
	}
	return c.top
}

// rows is the first rows of the file under a dialect, blank ones included.
func (c *csvSource) rows(d dialect) (rows []headRow) {
	for pos, line := c.start, c.first; pos < len(c.carry) && len(rows) < headRows; {
		row := headRow{number: line}
		for {
			cell, end, _ := d.field(c.carry, pos)
			line += bytes.Count(c.carry[pos:end], []byte{d.end})
			text := unquote(append([]byte(nil), cell[:min(len(cell), maxCell)]...))
			if !utf8.Valid(text) {
				text = latin(nil, text)
			}
			row.cells = append(row.cells, fold(trim(text)))
			pos = end + 1
			if end >= len(c.carry) || c.carry[end] == d.end {
				break
			}
		}
		if pos > len(c.carry) && !c.eof {
			return rows // the last row is not whole
		}
		line++
		row.end = min(pos, len(c.carry))
		rows = append(rows, row)
	}
	return rows
}
