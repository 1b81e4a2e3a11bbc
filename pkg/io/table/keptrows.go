package table

import (
	"encoding/binary"
	"io"
	"slices"
)

// keptRows is rows of a sheet as they were scanned, packed one after the other,
// so that they need not be unzipped and scanned again. Of each row it keeps the
// number and the cells that hold something; of those that may be the header, all.
type keptRows struct {
	chunks []keptChunk
	spill  *spill // for the chunks that memory has no room for
	room   int    // bytes that may yet be kept in memory
	size   int    // bytes that are
	rows   int
	last   int // the number of the last row
}

// A keptChunk is some whole rows.
type keptChunk struct {
	rows []byte // nil where they are spilled
	at   int64  // then their place in the file
	len  int    // and length
}

// chunkSize is about how long a chunk is.
const chunkSize = 64 << 10

// A cell is a byte of flags, then its style, its column and its text, the first
// two only where the flags say so. A row is its distance from the row before,
// its cells, and rowEnd.
const (
	cellKind    = 7 // the place of its kind in kinds
	cellFormula = 1 << 3
	cellValue   = 1 << 4
	cellStyled  = 1 << 5 // not of style 0
	cellApart   = 1 << 6 // not beside the cell before
	rowEnd      = 1 << 7
)

const kinds = "nsitbed"

var kindFlags = [256]byte{'n': 0, 's': 1, 'i': 2, 't': 3, 'b': 4, 'e': 5, 'd': 6}

// keep keeps a row, if it may be the header or is not blank.
func (k *keptRows) keep(row *sheetRow, blank bool) error {
	head := k.rows < headRows
	if blank && !head {
		return nil
	}
	if n := len(k.chunks); n == 0 || len(k.chunks[n-1].rows) > chunkSize {
		if err := k.grow(); err != nil {
			return err
		}
	}
	chunk := &k.chunks[len(k.chunks)-1]
	b := binary.AppendUvarint(chunk.rows, uint64(row.number-k.last))
	next := 0
	for i := range row.cells {
		if c := &row.cells[i]; head || !c.blank() {
			b = c.pack(b, next)
			next = c.col + 1
		}
	}
	chunk.rows = append(b, rowEnd)
	k.rows++
	k.last = row.number
	return nil
}

// grow adds a chunk. The first is small, since a workbook may have many small
// sheets.
func (k *keptRows) grow() error {
	if len(k.chunks) == 0 {
		k.chunks = []keptChunk{{}}
		return nil
	}
	free, err := k.settle()
	if err != nil {
		return err
	}
	if free == nil {
		free = make([]byte, 0, chunkSize+chunkSize/8)
	}
	k.chunks = append(k.chunks, keptChunk{rows: free})
	return nil
}

// settle finds the place of the last chunk, which is full: memory or, where there
// is no more room, the file. Then its memory is free.
func (k *keptRows) settle() (free []byte, err error) {
	if len(k.chunks) == 0 {
		return nil, nil
	}
	last := &k.chunks[len(k.chunks)-1]
	n := len(last.rows)
	if n <= k.room {
		k.room -= n
		k.size += n
		return nil, nil
	}
	at, err := k.spill.add(last.rows)
	free = last.rows[:0]
	*last = keptChunk{at: at, len: n}
	return free, err
}

// pack appends the cell to b; next is the column beside the cell before.
func (c *fact) pack(b []byte, next int) []byte {
	flags := kindFlags[c.kind]
	if c.formula {
		flags |= cellFormula
	}
	if c.value {
		flags |= cellValue
	}
	if c.style != 0 {
		flags |= cellStyled
	}
	if c.col != next {
		flags |= cellApart
	}
	b = append(b, flags)
	if c.style != 0 {
		b = binary.AppendVarint(b, int64(c.style))
	}
	if c.col != next {
		b = binary.AppendUvarint(b, uint64(c.col-next))
	}
	b = binary.AppendUvarint(b, uint64(len(c.raw)))
	return append(b, c.raw...)
}

// A keptReader gives kept rows again. Several may read the same rows.
type keptReader struct {
	kept *keptRows
	at   int    // the next chunk
	rest []byte // of the one before
	buf  []byte
	row  sheetRow
}

func (r *keptReader) next() (*sheetRow, error) {
	if len(r.rest) == 0 {
		if err := r.chunk(); err != nil {
			return nil, err
		}
	}
	r.row.number += int(r.uvarint())
	r.row.cells = r.row.cells[:0]
	for next := 0; ; {
		flags := r.rest[0]
		r.rest = r.rest[1:]
		if flags == rowEnd {
			return &r.row, nil
		}
		c := r.row.room()
		*c = fact{col: next, kind: kinds[flags&cellKind], formula: flags&cellFormula != 0, value: flags&cellValue != 0}
		if flags&cellStyled != 0 {
			style, n := binary.Varint(r.rest)
			c.style, r.rest = int(style), r.rest[n:]
		}
		if flags&cellApart != 0 {
			c.col += int(r.uvarint())
		}
		n := r.uvarint()
		c.raw, r.rest = r.rest[:n:n], r.rest[n:]
		next = c.col + 1
		r.row.add()
	}
}

// chunk goes on to the next chunk.
func (r *keptReader) chunk() (err error) {
	if r.at == len(r.kept.chunks) {
		return io.EOF
	}
	c := &r.kept.chunks[r.at]
	r.at++
	if r.rest = c.rows; c.rows == nil {
		r.buf = slices.Grow(r.buf[:0], c.len)[:c.len]
		r.rest = r.buf
		_, err = r.kept.spill.file.ReadAt(r.buf, c.at)
	}
	return err
}

func (r *keptReader) uvarint() uint64 {
	if n := r.rest[0]; n < 0x80 {
		r.rest = r.rest[1:]
		return uint64(n)
	}
	v, n := binary.Uvarint(r.rest)
	r.rest = r.rest[n:]
	return v
}

func (r *keptReader) close() error { return nil }
