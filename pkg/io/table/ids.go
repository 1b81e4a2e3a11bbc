package table

import "bytes"

// Identify says which columns hold identities: numbers of people, checks and
// firms, and social security numbers. In such a cell scientific notation is a
// fault of the row, since digits were lost and two people may have become one;
// and the apostrophe with which a spreadsheet is told to take digits as text is
// not part of it. It is called after FindHeader and before Next.
func (t *Table) Identify(identity func(column int) bool) {
	t.ids = nil
	for i := range t.Header {
		if identity(i) {
			t.ids = append(t.ids, i)
		}
	}
}

// identities checks the identities among a row's cells. marked is whether one had
// the apostrophe, which is cut off.
func (b *Block) identities(cells [][]byte, number int) (marked bool, fault *Problem) {
	for _, i := range b.table.ids {
		c := cells[i]
		if len(c) == 0 {
			continue
		}
		if c[0] == '\'' {
			cells[i], marked = trim(c[1:]), true
		}
		if fault == nil && isScientific(c) {
			fault = b.problem(number, i, "id",
				"in scientific notation, so that digits of it are lost; format the column as text and export again")
		}
	}
	return marked, fault
}

// isScientific reports whether a cell is a number like 1.23E+08.
func isScientific(c []byte) bool {
	n := len(c)
	if n < 5 || c[0]-'0' > 9 || c[n-1]-'0' > 9 || c[n-3] != '+' && c[n-4] != '+' && c[n-2] != '+' {
		return false
	}
	e := bytes.IndexByte(c, '+') - 1
	return e > 0 && c[e]|0x20 == 'e' && isExponent(c)
}

// asText is what stands in a cell like ="00417", with which a spreadsheet is
// made to keep leading zeros. Other cells are as they were.
func asText(cell []byte) []byte {
	n := len(cell)
	if n < 3 || cell[0] != '=' || cell[1] != '"' || cell[n-1] != '"' || bytes.IndexByte(cell[2:n-1], '"') >= 0 {
		return cell
	}
	return cell[2 : n-1]
}
