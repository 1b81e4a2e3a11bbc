package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"unicode/utf8"
)

// maxRecord is the longest row accepted, in bytes, and so how far a quote that
// does not close is followed.
const maxRecord = 4 << 20

// blanks are the bytes of rows that hold nothing.
const blanks = " \t\r\n,;|\""

// A csvSource cuts CSV text into blocks of whole records.
type csvSource struct {
	file    *File
	in      io.Reader
	counted *counter
	csv     dialect
	block   int // how much is read at a time
	eof     bool

	carry []byte // read but not delivered; at first the head of the file
	skip  int    // of carry: the rows up to and including the header
	line  int    // physical number of the first line after skip

	start    int  // of the head: where its rows start, after a line sep=;
	first    int  // the physical number of that line
	declared byte // the separator that line declares
	encoding string

	warned, started bool
	top             []Line // the head, from when rows were first read
}

// openCSV makes f the one table of r.
func (f *File) openCSV(r io.Reader) error {
	c := &csvSource{file: f, counted: &counter{r: r}, block: blockSize, first: 1}
	var err error
	if c.in, c.encoding, err = decoded(c.counted); err != nil {
		return err
	}
	if err := c.fill(headSize); err != nil {
		return (&Table{File: f.Name}).in(err)
	}
	c.csv.end = lineEnd(c.carry)
	c.sep()
	t := &Table{File: f.Name, file: f, src: c}
	switch {
	case len(c.carry) == 0:
		return &Problem{File: f.Name, Code: "empty", Message: "the file is empty"}
	case bytes.IndexByte(c.carry[:min(len(c.carry), 512)], 0) >= 0:
		if bytes.Count(c.carry[:min(len(c.carry), 512)], []byte{0}) > min(len(c.carry), 512)/4 {
			return &Problem{File: f.Name, Row: 1, Code: "nul", Message: "NUL bytes throughout; if this is UTF-16 text, save it as CSV UTF-8"}
		}
		return t.in(c.nul(c.carry, 1))
	}
	t.FindHeader(nil)
	if len(t.Header) == 0 || c.eof && len(bytes.Trim(c.carry[c.start:], blanks)) == 0 {
		if !c.eof {
			return &Problem{File: f.Name, Code: "no_header", Message: fmt.Sprintf(
				"no header in the first %d kB; is this a CSV file?", headSize>>10)}
		}
		return &Problem{File: f.Name, Code: "empty", Message: "the file holds no rows"}
	}
	f.Tables = []*Table{t}
	return nil
}

// fill reads until carry holds n bytes or the file ends.
func (c *csvSource) fill(n int) error {
	if c.eof || len(c.carry) >= n {
		return nil
	}
	if cap(c.carry) < n {
		c.carry = append(make([]byte, 0, n), c.carry...)
	}
	got, err := io.ReadFull(c.in, c.carry[len(c.carry):n])
	c.carry = c.carry[:len(c.carry)+got]
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		c.eof, err = true, nil
	}
	return err
}

// next moves whole records from the file to b.
func (c *csvSource) next(b *Block) error {
	if !c.started {
		c.head()
		c.started = true
		c.carry = c.carry[:copy(c.carry, c.carry[c.skip:])]
		if c.eof && len(bytes.Trim(c.carry, blanks)) == 0 {
			c.file.warn("", 0, "no_rows", "the file has a header but no rows")
		}
	}
	cut := 0
	for size := c.block; cut == 0; size *= 2 {
		if err := c.fill(size); err != nil {
			return err
		}
		if len(c.carry) == 0 {
			return io.EOF
		}
		var fault *Problem
		if cut, fault = c.cut(c.carry); cut > 0 {
			break
		}
		if fault != nil {
			return fault
		}
		if size > maxRecord {
			return &Problem{Row: c.line, Code: "long_row", Message: fmt.Sprintf(
				"no row ends within %d MB; is a quote never closed, or is this no CSV file?", maxRecord>>20)}
		}
	}
	// b takes the buffer and leaves its own for what is left.
	rest := append(b.data[:0], c.carry[cut:]...)
	b.data, c.carry = c.carry[:cut], rest
	b.csv, b.line = c.csv, c.line
	if bytes.IndexByte(b.data, 0) >= 0 {
		return c.nul(b.data, c.line)
	}
	c.line += bytes.Count(b.data, []byte{c.csv.end})
	if !utf8.Valid(b.data) {
		c.recode(b)
	}
	return nil
}

// cut is how much of data is whole records. Where it is nothing because the
// first record can never be whole, the fault says why.
func (c *csvSource) cut(data []byte) (int, *Problem) {
	for pos := 0; ; {
		quote := bytes.IndexByte(data[pos:], '"')
		if quote < 0 {
			if c.eof {
				return len(data), nil
			}
			return pos + bytes.LastIndexByte(data[pos:], c.csv.end) + 1, nil
		}
		start := pos + bytes.LastIndexByte(data[pos:pos+quote], c.csv.end) + 1
		end, open := c.record(data, start)
		if end < 0 {
			if open < 0 {
				return start, nil
			}
			line := c.line + bytes.Count(data[:open], []byte{c.csv.end})
			return start, &Problem{Row: line, Code: "unclosed_quote", Message: faultUnclosed}
		}
		if pos = end; pos == len(data) {
			return pos, nil
		}
	}
}

// record is where the record at data[pos:] ends. It is -1 where data ends too
// early to tell, with open the place of a quote that is known not to close.
func (c *csvSource) record(data []byte, pos int) (end, open int) {
	for {
		_, next, fault := c.csv.field(data, pos)
		switch {
		case next == len(data) && !c.eof:
			return -1, -1
		case fault == faultUnclosed:
			return -1, pos
		case next == len(data):
			return next, -1
		case data[next] == c.csv.end:
			return next + 1, -1
		}
		pos = next + 1
	}
}

// nul is the error for a NUL byte in data, whose first line has that number.
func (c *csvSource) nul(data []byte, line int) error {
	at := bytes.IndexByte(data, 0)
	line += bytes.Count(data[:at], []byte{c.csv.end})
	text := fmt.Sprintf("a NUL byte (byte %d of the line); the file is damaged or no text file",
		at-bytes.LastIndexByte(data[:at], c.csv.end))
	return &Problem{Row: line, Code: "nul", Message: text}
}

// recode turns the lines of b that are not UTF-8 from Windows-1252 into it.
func (c *csvSource) recode(b *Block) {
	out := make([]byte, 0, len(b.data)+len(b.data)/8)
	line := b.line
	for rest := b.data; len(rest) > 0; line++ {
		n := bytes.IndexByte(rest, b.csv.end) + 1
		if n == 0 {
			n = len(rest)
		}
		if utf8.Valid(rest[:n]) {
			out = append(out, rest[:n]...)
		} else {
			out = latin(out, rest[:n])
			if !c.warned {
				c.warned = true
				c.file.warn("", line, "encoding", "not UTF-8; this and other such lines were read as Windows-1252")
			}
		}
		rest = rest[n:]
	}
	b.data = out
}

func (c *csvSource) read() int64 { return c.counted.n.Load() }

// A counter counts the bytes read through it.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.ErrNoProgress // not to be mistaken for the end
	}
	return n, err
}
