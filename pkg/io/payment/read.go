package payment

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"example.com/withhold/pkg/calc"
)

// Read reads an ACH file as [Write] makes it and holds it to its own counts,
// totals, hashes, trace numbers and check digits, and each entry to its segment.
// What differs anywhere is a [*Fault]; nothing is passed over.
func Read(r io.Reader) (*File, error) {
	in := &reader{in: bufio.NewReader(r)}
	f, err := in.file()
	if err != nil {
		return nil, err
	}
	return f, nil
}

// A reader takes a file apart, line by line. It looks at one record at a time;
// the first fault stays, and what is read after it means nothing.
type reader struct {
	in   *bufio.Reader
	line int
	text string // of the line, without its end
	bad  *Fault
	err  error // of the reader below
}

// file reads all of a file.
func (r *reader) file() (*File, error) {
	f := &File{}
	var all sums
	if r.next("1", "a file header") {
		r.header(f)
	}
	for r.next("59", "a batch header or the file's control record") && r.text[0] == '5' {
		b := r.batch(len(f.Batches)+1, f.Stamp.Created, &all)
		f.Batches = append(f.Batches, b)
	}
	if r.ok() && len(f.Batches) == 0 {
		r.fail(0, 0, "the file holds no batch")
	}
	if r.ok() {
		r.fileControl(&all, len(f.Batches))
	}
	for n := all.lines(len(f.Batches)); r.ok() && n%blocking != 0; n++ {
		if r.next("9", "a line of nines that fills the block") && r.text != filler {
			r.fail(1, width, "the last block is filled with lines of nines only")
		}
	}
	r.end()
	switch {
	case r.err != nil:
		return nil, r.err
	case r.bad != nil:
		return nil, r.bad
	}
	return f, nil
}

// batch reads a batch whose header is the line at hand.
func (r *reader) batch(number int, created calc.Date, all *sums) (b Batch) {
	r.batchHeader(&b, number, created)
	var s sums
	for r.next("68", "an entry or the batch's control record") && r.text[0] == '6' {
		e := r.entry(&b, all.entries+1)
		entryLine := r.line
		if r.next("7", "the addendum of the entry") {
			r.addendum(&e, all.entries+1, entryLine)
		}
		if !r.ok() {
			return b
		}
		s.add(&e)
		all.add(&e)
		b.Entries = append(b.Entries, e)
	}
	if r.ok() && len(b.Entries) == 0 {
		r.fail(0, 0, "the batch holds no entry")
	}
	if r.ok() {
		r.batchControl(&b, &s, number)
	}
	return b
}

// next goes to the next line, which must be a record of one of the types, and
// reports whether there is one to look at.
func (r *reader) next(types, what string) bool {
	if !r.ok() {
		return false
	}
	raw, err := r.in.ReadSlice('\n')
	r.line++
	text, ended := bytes.CutSuffix(raw, []byte("\r\n"))
	r.text = string(text)
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		r.fail(0, 0, "more than %d characters; a line has %d", len(raw)-1, width)
	case err != nil && err != io.EOF:
		r.err = fmt.Errorf("line %d: %w", r.line, err)
	case len(raw) == 0:
		r.fail(0, 0, "the file ends where %s should be", what)
	case !ended:
		r.fail(0, 0, "the line does not end with CR LF")
	case len(text) != width:
		r.fail(0, 0, "%d characters; a line has %d", len(text), width)
	case bytes.IndexByte([]byte(types), text[0]) < 0:
		r.fail(1, 1, "%q where %s should be", text[:1], what)
	}
	return r.ok()
}

// end holds that nothing follows.
func (r *reader) end() {
	if !r.ok() {
		return
	}
	r.line++
	if _, err := r.in.ReadByte(); err == nil {
		r.fail(0, 0, "text after the end of the last block")
	} else if err != io.EOF {
		r.err = fmt.Errorf("line %d: %w", r.line, err)
	}
}

func (r *reader) ok() bool { return r.bad == nil && r.err == nil }

// fail takes note of a fault in the line at hand, unless there was one before.
func (r *reader) fail(from, to int, format string, args ...any) {
	if r.ok() {
		r.bad = fault(from, to, format, args...)
		r.bad.Line = r.line
	}
}
