package table

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// A File is an open file of tables.
type File struct {
	Name     string    // base name, as errors give it
	Tables   []*Table  // one for CSV; a workbook's visible sheets that hold anything, in its order
	Warnings []Problem // Next may add to them

	size    int64
	closers []io.Closer
	tee     io.Writer
	teed    bool
}

// A Table is a header and the rows below it. Neither it nor the tables of one
// file are for concurrent use; the Blocks it fills are.
type Table struct {
	File, Sheet string   // Sheet is empty for CSV
	Header      []string // as written, trimmed
	HeaderRow   int      // physical, 1-based

	file   *File
	src    source
	fault  error
	unused []bool // by column; nil where all are used
	ids    []int  // the columns that hold identities
	double bool   // the header is two rows
}

// A source is where a Table's rows come from: CSV text or a sheet.
type source interface {
	// find chooses the header; it may be called again until next is.
	// A double header is joined from two rows.
	find(known func(key string) bool, double bool) (header []string, row int)
	head() []Line
	next(b *Block) error
	read() int64
}

// Open finds out by its first bytes what a file is, and opens it. CSV files, by
// whatever name, and XLSX workbooks are read; anything else is an error that
// names what it is. Until FindHeader is called, the header of each table is its
// first row that is not blank.
func Open(path string) (*File, error) {
	seen := new(Seen)
	f, err := seen.Open(path)
	if err != nil {
		return nil, errors.Join(err, seen.Forget())
	}
	f.closers = append(f.closers, closer(seen.Forget))
	return f, nil
}

// Open is [Open], and faster for a workbook that n opened before.
func (n *Seen) Open(path string) (*File, error) { return n.OpenTee(path, nil) }

// OpenTee is Open for a caller who wants the bytes of the file as well: while a
// CSV file is read they are written to w, all of them once Next has given its last
// row. Teed reports whether they are; those of a workbook are not.
func (n *Seen) OpenTee(path string, w io.Writer) (*File, error) {
	name := filepath.Base(path)
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil || info.IsDir() {
		_ = file.Close() // nothing was read from it
		if err == nil {
			err = &Problem{File: name, Code: "directory", Message: "is a directory, not a file"}
		}
		return nil, err
	}
	f := &File{Name: name, size: info.Size(), closers: []io.Closer{file}, tee: w}
	if err := f.open(file, n); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// OpenReader reads CSV from r, which has no size: standard input, say.
func OpenReader(name string, r io.Reader) (*File, error) {
	f := &File{Name: name}
	b := bufio.NewReaderSize(r, sniffed)
	start, err := b.Peek(sniffed)
	if err != nil && err != io.EOF {
		return nil, err
	}
	kind, problem := sniff(start, bytes.NewReader(start))
	if problem == nil && kind == kindWorkbook {
		problem = &Problem{Code: "workbook", Message: "a workbook; name its file instead, or pass CSV here"}
	}
	if problem != nil {
		problem.File = name
		return nil, problem
	}
	if err := f.openCSV(b); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *File) open(file *os.File, seen *Seen) error {
	start := make([]byte, sniffed)
	n, err := io.ReadFull(file, start)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	kind, problem := sniff(start[:n], file)
	if problem != nil {
		problem.File = f.Name
		return problem
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if kind == kindWorkbook {
		return f.openWorkbook(file, seen)
	}
	if f.tee == nil {
		return f.openCSV(file)
	}
	f.teed = true
	return f.openCSV(io.TeeReader(file, f.tee))
}

// Teed reports whether the bytes of the file go where OpenTee was told.
func (f *File) Teed() bool { return f.teed }

// FindHeader chooses the header of each table: the first row, of the first 30,
// in which at least two cells are names that known knows by their [Key], so that
// titles above it are passed over; where there is none, the first row that is not
// blank. It is called before the first Next, if at all.
func (f *File) FindHeader(known func(key string) bool) {
	for _, t := range f.Tables {
		t.FindHeader(known)
	}
}

// FindHeader chooses the header of t alone. A table that was reshaped is itself
// again.
func (t *Table) FindHeader(known func(key string) bool) {
	if r, ok := t.src.(*reshaped); ok {
		t.src = r.from.src
	}
	t.Header, t.HeaderRow = t.src.find(known, t.double)
	t.fault, t.unused, t.ids = t.duplicate(), nil, nil
}

// DoubleHeader says, before FindHeader, that the header is two rows, the upper
// of which names groups of columns: Local Taxes above City and Amount makes Local
// Taxes City and Local Taxes Amount.
func (t *Table) DoubleHeader() { t.double = true }

// A Line is one of a table's first rows, with what numbers it has in the file.
type Line struct {
	Row   int
	Cells []string
}

// Head is the table's first rows, titles and all, some 30 of them.
func (t *Table) Head() []Line { return t.src.head() }

// Titles is the rows above the header that are not blank.
func (t *Table) Titles() (titles []Line) {
	for _, l := range t.Head() {
		if l.Row < t.HeaderRow && !(headRow{cells: l.Cells}).blank() {
			titles = append(titles, l)
		}
	}
	return titles
}

// Use says which columns the caller will look at. A cell of another column that
// cannot be read, like an error in a sheet's column of notes, is then blank and
// no fault of its row. It is called after FindHeader and before Next.
func (t *Table) Use(used func(column int) bool) {
	t.unused = make([]bool, len(t.Header))
	for i := range t.unused {
		t.unused[i] = !used(i)
	}
}

// ignores reports whether nobody looks at a column.
func (t *Table) ignores(column int) bool { return column < len(t.unused) && t.unused[column] }

// Err is what is wrong with the header, if anything: the error that Next would
// return.
func (t *Table) Err() error { return t.fault }

// Next fills b with the next rows in order. After the last it returns io.EOF. A
// file found to be damaged is a *Problem, and none of its rows should be used.
func (t *Table) Next(b *Block) error {
	if t.fault != nil {
		return t.fault
	}
	b.reset(t)
	if err := t.src.next(b); err != nil {
		if err != io.EOF {
			err = t.in(err)
		}
		b.data, b.rows = b.data[:0], b.rows[:0]
		t.fault = err
		return err
	}
	return nil
}

// Read is how many bytes of the file were consumed, to be compared with
// [File.Size]. It may be called while another goroutine is in Next.
func (t *Table) Read() int64 { return t.src.read() }

// Rows guesses how many rows a table has, of which so many are read, by how far
// its file is.
func (t *Table) Rows(read int) int {
	if n := t.Read(); n > 0 && t.file.size > n {
		return int(int64(read) * (t.file.size + t.file.size/16) / n)
	}
	return read
}

// Size is the file's size in bytes; 0 where it is not known.
func (f *File) Size() int64 { return f.size }

// Close closes the file and removes what it put aside.
func (f *File) Close() error {
	var first error
	for i := len(f.closers) - 1; i >= 0; i-- {
		if err := f.closers[i].Close(); err != nil && first == nil {
			first = err
		}
	}
	f.closers = nil
	return first
}

// Warn adds a warning about a row of t to those of its file.
func (t *Table) Warn(row int, code, message string) { t.file.warn(t.Sheet, row, code, message) }

// warn adds a warning about a sheet and row of f.
func (f *File) warn(sheet string, row int, code, message string) {
	f.Warnings = append(f.Warnings, Problem{File: f.Name, Sheet: sheet, Row: row, Code: code, Message: message})
}
