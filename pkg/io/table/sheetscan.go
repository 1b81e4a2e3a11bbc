package table

import (
	"fmt"
	"io"
	"strconv"
)

// A sheetRow is a row of a sheet's XML, valid until the next.
type sheetRow struct {
	number int
	hidden bool
	cells  []fact // in the order of columns
}

// room is the row's next cell, which add makes part of it.
func (r *sheetRow) room() *fact {
	n := len(r.cells)
	if n == cap(r.cells) {
		r.cells = append(r.cells, fact{})[:n]
	}
	return &r.cells[:n+1][n]
}

// blank reports whether no cell holds anything.
func (r *sheetRow) blank() bool {
	for i := range r.cells {
		if !r.cells[i].blank() {
			return false
		}
	}
	return true
}

func (r *sheetRow) add() { r.cells = r.cells[:len(r.cells)+1] }

// A sheetScan reads the XML of a worksheet row by row, and to its very end.
type sheetScan struct {
	part   io.ReadCloser
	xml    xmlScanner
	inData bool
	row    sheetRow
	place  []byte                 // how the names of the row's cells end: 14"
	raw    []byte                 // the text of the row's cells
	merged func(ref []byte) error // called for each merged range
}

func (s *sheet) scan() (*sheetScan, error) {
	part, err := s.part.Open()
	if err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	unzipped := readAhead(part, s.part.UncompressedSize64)
	return &sheetScan{part: unzipped, xml: xmlScanner{r: unzipped}}, nil
}

func (s *sheetScan) close() error { return s.part.Close() }

const (
	maxRows = 1 << 20 // of a worksheet
	maxCols = 1 << 14
)

// next is the next row, or io.EOF at the end of a part that is whole.
func (s *sheetScan) next() (*sheetRow, error) {
	for {
		tok, err := s.xml.next()
		if err != nil {
			return nil, err
		}
		switch name := string(s.xml.name); {
		case tok == tokenEOF:
			return nil, io.EOF
		case tok == tokenStart && name == "sheetData":
			s.inData = true
		case tok == tokenEnd && name == "sheetData":
			s.inData = false
		case tok == tokenStart && name == "row" && s.inData:
			return s.readRow()
		case tok == tokenStart && name == "mergeCell" && s.merged != nil:
			if err := s.merged(s.xml.attr("ref")); err != nil {
				return nil, err
			}
		}
	}
}

// readRow reads a row to its end tag.
func (s *sheetScan) readRow() (*sheetRow, error) {
	number := s.row.number + 1
	if r := s.xml.attr("r"); r != nil {
		n, err := strconv.Atoi(string(r))
		if err != nil || n <= s.row.number || n > maxRows {
			return nil, fmt.Errorf("damaged: a row numbered %q after row %d", shorten(string(r)), s.row.number)
		}
		number = n
	}
	hidden := string(s.xml.attr("hidden"))
	s.row = sheetRow{number: number, hidden: hidden == "1" || hidden == "true", cells: s.row.cells[:0]}
	s.place = append(strconv.AppendInt(s.place[:0], int64(number), 10), '"')
	s.raw = s.raw[:0]
	col := -1
	for depth := len(s.xml.lengths); ; {
		c := s.row.room()
		if !s.plainCell(c) {
			tok, err := s.xml.next()
			switch {
			case err != nil:
				return nil, err
			case tok == tokenEnd && len(s.xml.lengths) < depth:
				return &s.row, nil
			case tok != tokenStart || string(s.xml.name) != "c":
				continue
			}
			if *c, err = s.readCell(col + 1); err != nil {
				return nil, err
			}
		}
		if c.col <= col {
			return nil, fmt.Errorf("damaged: cell %s comes after cell %s", cellRef(number, c.col), cellRef(number, col))
		}
		col = c.col
		s.row.add()
	}
}

// readCell reads a cell to its end tag. Without a reference it is in column col.
func (s *sheetScan) readCell(col int) (fact, error) {
	c := fact{col: col, kind: 'n'}
	for rest := s.xml.attrs; ; {
		name, value, after, ok := attribute(rest)
		if !ok {
			break
		}
		rest = after
		switch string(name) {
		case "r":
			at, ok := parseRef(value)
			if !ok || at.row != s.row.number {
				return c, fmt.Errorf("damaged: a cell named %q in row %d", shorten(string(value)), s.row.number)
			}
			c.col = at.col
		case "s":
			n, err := strconv.Atoi(string(value))
			if err != nil {
				return c, fmt.Errorf("damaged: cell %s has style %q", cellRef(s.row.number, c.col), shorten(string(value)))
			}
			c.style = n
		case "t":
			switch string(value) {
			case "inlineStr":
				c.kind = 'i'
			case "str":
				c.kind = 't'
			case "n", "s", "b", "e", "d":
				c.kind = value[0]
			default:
				return c, fmt.Errorf("damaged: cell %s is of type %q", cellRef(s.row.number, c.col), shorten(string(value)))
			}
		}
	}
	start := len(s.raw)
	inValue, spoken := false, 0
	for depth := len(s.xml.lengths); ; {
		tok, err := s.xml.next()
		if err != nil {
			return c, err
		}
		switch tok {
		case tokenStart:
			switch string(s.xml.name) {
			case "v":
				inValue, c.value = true, true
			case "is":
				c.value = true
			case "t":
				inValue = c.kind == 'i' && c.value && spoken == 0
			case "rPh":
				spoken++
			case "f":
				c.formula = true
			}
		case tokenText:
			if inValue {
				s.raw = s.xml.appendText(s.raw)
			}
		case tokenEnd:
			if len(s.xml.lengths) < depth {
				c.raw = s.raw[start:len(s.raw):len(s.raw)]
				return c, nil
			}
			switch string(s.xml.name) {
			case "v", "t":
				inValue = false
			case "rPh":
				spoken--
			}
		}
	}
}

// A place is a cell's, row from 1 and column from 0.
type place struct{ row, col int }

// parseRef reads G14.
func parseRef(ref []byte) (place, bool) {
	i, col := 0, 0
	for ; i < len(ref) && i < 3 && ref[i]|0x20 >= 'a' && ref[i]|0x20 <= 'z'; i++ {
		col = col*26 + int(ref[i]|0x20-'a') + 1
	}
	row := 0
	for j := i; j < len(ref); j++ {
		if ref[j]-'0' > 9 || row > maxRows {
			return place{}, false
		}
		row = row*10 + int(ref[j]-'0')
	}
	return place{row, col - 1}, i > 0 && row > 0 && row <= maxRows && col <= maxCols
}

// rangeRef reads A3:B4, or A3 for a range of one cell.
func rangeRef(ref []byte) (from, to place, ok bool) {
	for i, c := range ref {
		if c == ':' {
			from, ok = parseRef(ref[:i])
			to, ok2 := parseRef(ref[i+1:])
			return from, to, ok && ok2 && to.row >= from.row && to.col >= from.col
		}
	}
	from, ok = parseRef(ref)
	return from, from, ok
}

// cellRef is a cell as spreadsheets name it: G14.
func cellRef(row, col int) string { return columnLetters(col) + strconv.Itoa(row) }
