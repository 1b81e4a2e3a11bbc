package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
)

// A dialect is how a CSV file separates cells and lines.
type dialect struct {
	comma byte // , ; tab or |
	end   byte // \n (which may follow \r), or \r where a file has no \n
}

// maxCell is the longest cell accepted, in bytes.
const maxCell = 64 << 10

// Split finds the rows and cells of b. It does nothing for a workbook's rows,
// or a second time.
func (b *Block) Split() {
	if b.split {
		return
	}
	b.split = true
	for pos := 0; pos < len(b.data); {
		quote := bytes.IndexByte(b.data[pos:], '"')
		if quote < 0 {
			b.plain(pos, len(b.data))
			return
		}
		// Lines before the one with the quote are plain.
		start := pos + bytes.LastIndexByte(b.data[pos:pos+quote], b.csv.end) + 1
		b.plain(pos, start)
		pos = b.quoted(start)
	}
}

// repeat is c in each of eight bytes.
func repeat(c byte) uint64 { return uint64(c) * 0x0101010101010101 }

// zeros has the high bit set in each byte of x that is zero.
func zeros(x uint64) uint64 {
	const low = 0x7f7f7f7f7f7f7f7f
	return ^((x&low + low) | x | low)
}

// plain splits the lines of data[pos:end], which hold no quotes, eight bytes at
// a time.
func (b *Block) plain(pos, end int) {
	data, comma, eol := b.data, repeat(b.csv.comma), repeat(b.csv.end)
	r := rowing{b: b, cells: b.room(), from: pos}
	cells, col, some := r.cells, 0, 0
	start, i := pos, pos
	for ; i+8 <= end; i += 8 {
		word := binary.LittleEndian.Uint64(data[i:])
		lines := zeros(word ^ eol)
		for hits := zeros(word^comma) | lines; hits != 0; hits &= hits - 1 {
			at := i + bits.TrailingZeros64(hits)/8
			raw := data[start:at]
			switch {
			case hits&-hits&lines != 0:
				r.col, r.some = col, some
				r.end(start, at)
				cells, col, some = r.cells, 0, 0
			case col < len(cells) && isTidy(raw): // r.cell, with what it changes in registers
				cells[col] = raw
				col++
				some |= len(raw)
			default:
				r.col = col
				r.untidy(raw)
				col = r.col
			}
			start = at + 1
		}
	}
	r.col, r.some = col, some
	for ; i < end; i++ {
		switch data[i] {
		case b.csv.comma:
			r.cell(data[start:i])
		case b.csv.end:
			r.end(start, i)
		default:
			continue
		}
		start = i + 1
	}
	if start < end || r.col > 0 {
		r.end(start, end)
	}
}

// quoted splits the one record at data[pos:], which may have quoted cells that
// hold commas, line ends and doubled quotes, and returns where the next starts.
func (b *Block) quoted(pos int) int {
	data, r := b.data, rowing{b: b, cells: b.room(), changed: true}
	for {
		cell, next, fault := b.csv.field(data, pos)
		if fault != "" && r.err == nil {
			r.err = b.problem(b.line, r.col, "quote", fault)
		}
		r.lines += bytes.Count(data[pos:min(next, len(data))], []byte{b.csv.end})
		r.cell(asText(unquote(cell)))
		if next >= len(data) || data[next] == b.csv.end {
			r.done()
			return next + 1
		}
		pos = next + 1
	}
}

// field is the cell at data[pos:], with its quotes, and where it ends: at a
// comma, a line end, or the end of data. A fault is text for people.
func (d dialect) field(data []byte, pos int) (cell []byte, end int, fault string) {
	i := pos
	if bytes.HasPrefix(data[i:], textMark) { // ="00417", as spreadsheets are made to keep zeros
		if n := bytes.IndexAny(data[i+2:min(len(data), i+2+maxCell)], "\"\r\n"); n >= 0 && data[i+2+n] == '"' {
			end := i + 2 + n + 1
			after := end
			for after < len(data) && data[after] == '\r' && d.end != '\r' {
				after++
			}
			if after == len(data) || data[after] == d.end || data[after] == d.comma && after == end {
				return data[pos:end], after, ""
			}
		}
	}
	if i < len(data) && data[i] == '"' {
		for i++; ; i += 2 {
			q := bytes.IndexByte(data[i:], '"')
			if q < 0 {
				return data[pos:], len(data), faultUnclosed
			}
			if i += q; i+1 == len(data) || data[i+1] != '"' {
				break
			}
		}
		i++
		after := i
		for i < len(data) && data[i] == '\r' && d.end != '\r' {
			i++
		}
		if i == len(data) || data[i] == d.end || data[i] == d.comma && i == after {
			return data[pos:after], i, ""
		}
		fault = faultAfterQuote
		if bytes.IndexByte(data[pos:after], d.end) >= 0 {
			// Another cell's opening quote was taken for this one's closing
			// quote: rows may have been swallowed.
			fault = faultUnclosed
		}
	}
	for ; i < len(data) && data[i] != d.comma && data[i] != d.end; i++ {
		if data[i] == '"' && fault == "" {
			fault = faultBareQuote
		}
	}
	return data[pos:i], i, fault
}

const (
	faultUnclosed   = "a quote opens here and never closes"
	faultAfterQuote = `text follows a closing quote; write a quote inside a quoted cell as ""`
	faultBareQuote  = `a quote inside a cell that does not start with one; write "Dana ""DJ"" Jo"`
)

var textMark = []byte(`="`)

// unquote takes the quotes off a cell and halves the doubled ones, in place.
func unquote(cell []byte) []byte {
	n := len(cell)
	if n < 2 || cell[0] != '"' || cell[n-1] != '"' {
		return cell
	}
	cell = cell[1 : n-1]
	read := bytes.IndexByte(cell, '"')
	if read < 0 {
		return cell
	}
	write := read
	for read < len(cell) {
		c := cell[read]
		cell[write] = c
		write++
		read++
		if c == '"' {
			read++
		}
	}
	return cell[:write]
}

// rowing is a row while its cells are found.
type rowing struct {
	b       *Block
	cells   [][]byte // room for the row
	col     int      // cells so far, also those beyond the header
	last    int      // cells up to the last untidy one that is not blank
	some    int      // not 0 where one of the cells within the header is not blank
	lines   int      // line ends inside the row
	from    int      // where it starts
	stop    int      // where its last cell ends
	changed bool     // a cell is not what stands between two commas
	err     *Problem
}

func (r *rowing) cell(raw []byte) {
	if r.col < len(r.cells) && isTidy(raw) { // nearly all
		r.cells[r.col] = raw
		r.col++
		r.some |= len(raw)
		return
	}
	r.untidy(raw)
}

func (r *rowing) untidy(raw []byte) {
	c := trim(raw)
	if r.col < len(r.cells) {
		r.cells[r.col] = c
	}
	r.col++
	if len(c) > 0 {
		r.last = r.col
		if len(c) > maxCell {
			r.long(c)
		}
	}
	r.changed = r.changed || len(c) != len(raw)
}

func (r *rowing) long(c []byte) {
	if r.err == nil && !r.b.table.ignores(r.col-1) {
		r.err = r.b.problem(r.b.line, r.col-1, "long_cell",
			fmt.Sprintf("a cell of %d bytes; at most %d are read", len(c), maxCell))
	}
}

// end ends the row with the cell at data[start:end].
func (r *rowing) end(start, end int) {
	stop := end
	if stop > start && r.b.data[stop-1] == '\r' {
		stop--
	}
	r.cell(r.b.data[start:stop])
	r.stop = stop
	r.done()
	r.from = end + 1
}

// done ends the row: a blank one is forgotten, one with another number of cells
// than the header is a fault.
func (r *rowing) done() {
	b := r.b
	if r.last > 0 || r.some > 0 {
		width := len(r.cells)
		if r.last > width && r.err == nil {
			r.err = b.problem(b.line, -1, "cells", wideRow(r.last, width, b.csv.comma))
		}
		if r.col < width {
			if r.err == nil {
				r.err = b.problem(b.line, -1, "cells", fmt.Sprintf("%d cells where the header has %d", r.col, width))
			}
			clear(r.cells[r.col:])
		}
		if len(b.table.ids) > 0 {
			marked, err := b.identities(r.cells, b.line)
			if err != nil && r.err == nil {
				r.err = err
			}
			r.changed = r.changed || marked
		}
		b.add(b.line, r.err)
		if b.csv.comma == ',' && !r.changed && r.col == width {
			m := &b.rows[len(b.rows)-1]
			m.start, m.end = r.from, r.stop
		}
		r.cells = b.room()
	}
	b.line += 1 + r.lines
	r.col, r.last, r.some, r.lines, r.changed, r.err = 0, 0, 0, 0, false, nil
}

// wideRow says that a row has too many cells, and the usual reason.
func wideRow(have, want int, comma byte) string {
	s := fmt.Sprintf("%d cells where the header has %d", have, want)
	switch comma {
	case ',':
		s += `; put cells that hold a comma in quotes, "1,234.56"`
	case ';':
		s += `; put cells that hold a semicolon in quotes`
	}
	return s
}
