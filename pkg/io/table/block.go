package table

import "bytes"

// A Row is one row of a table below its header.
type Row struct {
	// Number is the physical line of the file, or row of the sheet, that the
	// row starts on; it is 1-based and counts the header.
	Number int
	// Cells has one cell for each column of the header, trimmed. It is valid
	// until the Block is used again.
	Cells [][]byte
	// Err, a *Problem, says why the row cannot be read and is to be set aside.
	Err error
}

// A Block is a run of consecutive rows. The zero Block is ready for
// [Table.Next]; filled, it belongs to whoever holds it, on any one goroutine.
type Block struct {
	table *Table
	data  []byte // whole records, CSV only
	line  int    // physical number of the next row
	csv   dialect
	split bool

	width int
	cells [][]byte // width for each row
	rows  []mark

	text []byte // the cells' bytes, workbooks only
}

// A mark is what a Block knows of a row besides its cells.
type mark struct {
	number     int
	err        *Problem
	start, end int // of data that is the cells as they are, with commas between them; 0, 0 where none is
}

// blockSize is how much of a file Next reads at a time: what is made of a block
// on its way through a program, several times its size, should fit the cache of
// a core.
const blockSize = 64 << 10

// headSize is how far into a file the header must be found.
const headSize = 256 << 10

// reset empties b for rows of t.
func (b *Block) reset(t *Table) {
	b.table, b.width = t, len(t.Header)
	b.data, b.cells, b.rows, b.text = b.data[:0], b.cells[:0], b.rows[:0], b.text[:0]
	b.split = false
}

// Len is the number of rows. For CSV it is known after Split.
func (b *Block) Len() int { return len(b.rows) }

// Row is the i-th row.
func (b *Block) Row(i int) Row {
	m := b.rows[i]
	r := Row{Number: m.number, Cells: b.cells[i*b.width : (i+1)*b.width : (i+1)*b.width]}
	if m.err != nil {
		r.Err = m.err
	}
	return r
}

// room is the cells of the next row, which add makes permanent.
func (b *Block) room() [][]byte {
	n := len(b.cells)
	if n+b.width > cap(b.cells) {
		grown := make([][]byte, n, max(2*cap(b.cells), 512*b.width))
		copy(grown, b.cells)
		b.cells = grown
	}
	return b.cells[n : n+b.width]
}

// add keeps the row whose cells are in room.
func (b *Block) add(number int, err *Problem) {
	b.cells = b.cells[:len(b.cells)+b.width]
	b.rows = append(b.rows, mark{number: number, err: err})
}

// Text is the i-th row's cells with a comma between each two. Two rows with the
// same cells have the same text, whatever files they stand in. It appends to room
// where the row does not stand so in its file.
func (b *Block) Text(i int, room []byte) []byte {
	if m := &b.rows[i]; m.end > 0 {
		return b.data[m.start:m.end]
	}
	cells := b.cells[i*b.width : (i+1)*b.width]
	comma := byte(',')
	for _, c := range cells {
		if bytes.IndexByte(c, ',') >= 0 {
			comma = 0 // else what is within cells could be taken for what is between them
		}
	}
	for _, c := range cells {
		room = append(append(room, c...), comma)
	}
	return room[:max(0, len(room)-1)]
}

// problem is a Problem of a row of b; column is -1 where no one column is at
// fault.
func (b *Block) problem(number, column int, code, message string) *Problem {
	p := &Problem{File: b.table.File, Sheet: b.table.Sheet, Row: number, Code: code, Message: message}
	if column >= 0 && column < len(b.table.Header) {
		p.Column = b.table.Header[column]
	}
	return p
}
