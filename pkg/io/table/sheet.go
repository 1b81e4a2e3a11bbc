package table

import (
	"archive/zip"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"unicode/utf8"
)

// A sheet is the source of one worksheet's rows.
type sheet struct {
	book *workbook
	name string
	part *zip.File

	concealed bool

	*survey
	pending []merge // of its merges, those whose rows were not all used yet

	top    []headRow
	header int

	rows *sheetRows
	at   atomic.Int64 // the last row read
}

// A merge is a merged range of more than one row. Only its top left cell has a
// value; the cells below it stand for the same.
type merge struct {
	top, bottom, left int
	value             []byte
	seen, number      bool // the top was read; it is a number
}

// readHead reads the rows that may be the header.
func (s *sheet) readHead() error {
	rows, err := s.open()
	if err != nil {
		return err
	}
	defer rows.close()
	for len(s.top) < headRows {
		row, err := rows.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		h := headRow{number: row.number}
		for i := range row.cells {
			c := &row.cells[i]
			for len(h.cells) <= c.col {
				h.cells = append(h.cells, "")
			}
			text, err := s.book.value(nil, c)
			if err != nil {
				text = append(text, c.raw...)
			}
			h.cells[c.col] = fold(trim(text))
		}
		s.top = append(s.top, h)
	}
	return nil
}

func (s *sheet) find(known func(string) bool, double bool) ([]string, int) {
	rows := s.top
	if double {
		rows = joined(rows)
	}
	i, _ := pick(rows, known)
	if i < 0 {
		return nil, 0
	}
	s.header = rows[i].number
	return cutBlankTail(rows[i].cells), s.header
}

func (s *sheet) head() []Line { return lines(s.top) }

// next fills b with rows below the header.
func (s *sheet) next(b *Block) error {
	b.split = true
	if s.rows == nil {
		var err error
		if s.rows, err = s.open(); err != nil {
			return err
		}
		s.book.file.closers = append(s.book.file.closers, closer(s.rows.close))
	}
	for len(b.text) < blockSize && len(b.rows) < 4096 {
		row, err := s.rows.next()
		if err == io.EOF {
			if len(b.rows) > 0 {
				return nil
			}
			if err := s.rows.close(); err != nil {
				return err
			}
			return io.EOF
		}
		if err != nil {
			return err
		}
		s.at.Store(int64(row.number))
		if row.number > s.header {
			s.fill(b, row)
		}
	}
	return nil
}

// maxText is how many characters a cell can hold, as Excel sees it.
const maxText = 32767

type closer func() error

func (c closer) Close() error { return c() }

// fill makes a sheet's row one of b.
func (s *sheet) fill(b *Block, row *sheetRow) {
	cells := b.room()
	clear(cells)
	var fault *Problem
	note := func(col int, code, message string) {
		switch {
		case col >= 0 && b.table.ignores(col):
		case fault == nil:
			fault = b.problem(row.number, col, code, message)
		case code == "cell" && fault.Code == code && len(fault.Message) < 400:
			fault.Message += "; " + message
		}
	}
	filled := false
	for i := range row.cells {
		c := &row.cells[i]
		if c.blank() {
			continue
		}
		start := len(b.text)
		var err error
		b.text, err = s.book.value(b.text, c)
		text := trim(b.text[start:len(b.text):len(b.text)])
		switch {
		case err != nil && c.col < b.width:
			note(c.col, "cell", "cell "+cellRef(row.number, c.col)+" "+err.Error())
			filled = true
		case err != nil || len(text) > 0 && c.col >= b.width:
			note(-1, "cells", fmt.Sprintf("cell %s stands beyond the header's %d columns", cellRef(row.number, c.col), b.width))
			filled = true
		case len(text) > maxText && utf8.RuneCount(text) > maxText:
			note(c.col, "long_cell", fmt.Sprintf("cell %s holds %d characters, more than a workbook's cell can",
				cellRef(row.number, c.col), utf8.RuneCount(text)))
			filled = true
		case len(text) > 0:
			cells[c.col], filled = text, true
		}
	}
	if !filled {
		return
	}
	s.unmerge(row, cells, note)
	if len(b.table.ids) > 0 {
		if _, err := b.identities(cells, row.number); err != nil && fault == nil {
			fault = err
		}
	}
	b.add(row.number, fault)
}

// unmerge gives the cells below the top of a merged range its value, if it is a
// text or a date. A number is not repeated: it would be counted twice.
func (s *sheet) unmerge(row *sheetRow, cells [][]byte, note func(int, string, string)) {
	for i := range s.pending {
		m := &s.pending[i]
		if m.top > row.number {
			break
		}
		if m.bottom < row.number || m.left >= len(cells) || m.top <= s.header {
			continue
		}
		if m.top == row.number {
			m.value, m.seen = append(m.value[:0], cells[m.left]...), true
			m.number = slices.ContainsFunc(row.cells, func(c fact) bool {
				return c.col == m.left && c.kind == 'n' && s.book.format(c.style).class == formatNumber
			})
			continue
		}
		if len(cells[m.left]) > 0 || !m.seen || len(m.value) == 0 {
			continue
		}
		if m.number {
			note(m.left, "merged", "cell "+cellRef(row.number, m.left)+" "+errMergedSum.Error())
			continue
		}
		cells[m.left] = append([]byte(nil), m.value...)
	}
	for len(s.pending) > 0 && s.pending[0].bottom <= row.number {
		s.pending = s.pending[1:]
	}
}

// read is the share of the file that the rows so far are, by the sizes of the
// parts.
func (s *sheet) read() int64 {
	if s.last == 0 {
		return 0
	}
	return int64(float64(s.part.CompressedSize64) * min(1, float64(s.at.Load())/float64(s.last)))
}

// sheetRows gives a sheet's rows up to the last that is not blank, those that
// were kept or else those of the part, once more.
type sheetRows struct {
	source rowSource
	last   int
	at     int
}

type rowSource interface {
	next() (*sheetRow, error) // io.EOF after the last
	close() error
}

func (s *sheet) open() (*sheetRows, error) {
	if s.kept != nil {
		return &sheetRows{source: &keptReader{kept: s.kept}, last: s.last}, nil
	}
	scan, err := s.scan()
	if err != nil {
		return nil, err
	}
	return &sheetRows{source: scan, last: s.last}, nil
}

// next is the next row that the sheet has.
func (r *sheetRows) next() (*sheetRow, error) {
	if r.at >= r.last {
		return nil, io.EOF
	}
	row, err := r.source.next()
	if err == io.EOF {
		return nil, fmt.Errorf("damaged: the rows end at %d of %d", r.at, r.last)
	}
	if err != nil {
		return nil, err
	}
	r.at = row.number
	return row, nil
}

func (r *sheetRows) close() error { return r.source.close() }
