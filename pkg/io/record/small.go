package record

import (
	"cmp"
	"errors"
	"hash/maphash"
	"io"
	"slices"
	"strings"

	"github.com/gocarina/gocsv"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

func init() {
	// The rows handed to gocsv always carry every column of the table once; a
	// struct that disagrees is a defect that must not pass in silence.
	gocsv.FailIfUnmatchedStructTags = true
	gocsv.FailIfDoubleHeaderNames = true
}

// rows gives gocsv the cells of a table under their canonical names.
type rows struct {
	cells   [][]string
	numbers []int // the row of the file, for each of cells
}

func (r *rows) Read() ([]string, error) {
	if len(r.cells) == 0 {
		return nil, io.EOF
	}
	first := r.cells[0]
	r.cells = r.cells[1:]
	return first, nil
}

func (r *rows) ReadAll() ([][]string, error) { return r.cells, nil }

// readSmall reads a whole table into texts, one T a row, with the row numbers
// and the rows that could not be read.
func readSmall[T any](t *table.Table, k *Kind, l *Layout) (texts []T, numbers []int, problems []*table.Problem, err error) {
	problems, err = eachSmall(t, k, l, func(text *T, number int) {
		texts, numbers = append(texts, *text), append(numbers, number)
	})
	if err != nil {
		return nil, nil, nil, err
	}
	return texts, numbers, problems, err
}

// eachSmall gives do the rows of a table, of which it holds a few blocks at a time.
// It returns the rows that could not be read. Blocks are unmarshalled on other
// goroutines, and given in their order.
func eachSmall[T any](t *table.Table, k *Kind, l *Layout, do func(text *T, number int)) (problems []*table.Problem, err error) {
	blocks := make(chan chan smallBlock[T], 2)
	go func() {
		defer close(blocks)
		var block table.Block
		for {
			var b smallBlock[T]
			in, end := b.read(&block, t, k, l)
			if end == io.EOF {
				return
			}
			done := make(chan smallBlock[T], 1)
			blocks <- done
			if b.err = end; end != nil {
				done <- b
				return
			}
			go func() {
				if len(b.numbers) > 0 {
					b.err = gocsv.UnmarshalCSV(in, &b.texts)
				}
				done <- b
			}()
		}
	}()
	for done := range blocks {
		b := <-done
		if err != nil || b.err != nil {
			err = cmp.Or(err, b.err)
			continue
		}
		problems = append(problems, b.problems...)
		for i := range b.texts {
			do(&b.texts[i], b.numbers[i])
		}
	}
	if err != nil {
		return nil, err
	}
	return problems, nil
}

// A smallBlock is some of a table's rows as texts.
type smallBlock[T any] struct {
	texts    []T
	numbers  []int // the row of the file, for each of texts
	problems []*table.Problem
	err      error
}

// read reads the next rows of a table for gocsv.
func (s *smallBlock[T]) read(b *table.Block, t *table.Table, k *Kind, l *Layout) (*rows, error) {
	if err := t.Next(b); err != nil {
		return nil, err
	}
	b.Split()
	in := &rows{cells: [][]string{k.Columns}}
	for i := range b.Len() {
		if r := b.Row(i); r.Err != nil {
			s.problems = append(s.problems, asProblem(r.Err))
		} else {
			in.add(&r, k, l)
		}
	}
	s.numbers = in.numbers
	return in, nil
}

// eachRow gives do the rows of a table, one by one.
func eachRow(t *table.Table, do func(*table.Row)) error {
	var b table.Block
	for {
		err := t.Next(&b)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		b.Split()
		for i := range b.Len() {
			r := b.Row(i)
			do(&r)
		}
	}
}

func (r *rows) add(row *table.Row, k *Kind, l *Layout) {
	cells := make([]string, len(k.Columns))
	for name, value := range l.Constants {
		if i := slices.Index(k.Columns, name); i >= 0 {
			cells[i] = value
		}
	}
	var room [256]byte
	all := room[:0]
	for _, c := range row.Cells {
		all = append(all, c...)
	}
	rest := string(all) // one for all cells
	for i, name := range l.Names {
		cell := rest[:len(row.Cells[i])]
		rest = rest[len(cell):]
		if j := slices.Index(k.Columns, name); j >= 0 {
			cells[j] = cell
		}
	}
	r.cells, r.numbers = append(r.cells, cells), append(r.numbers, row.Number)
}

// A reader turns the texts of one row into values and keeps what is wrong.
type reader struct {
	table    *table.Table
	dates    table.DateOrder
	row      int
	problems []*table.Problem
}

func (r *reader) fault(column, code, value, message string) {
	r.problems = append(r.problems, &table.Problem{File: r.table.File, Sheet: r.table.Sheet, Row: r.row,
		Column: column, Code: code, Value: value, Message: message})
}

func (r *reader) needed(column, value string) string {
	if value == "" {
		r.fault(column, "missing", "", "it is blank, and every row needs it")
	}
	return value
}

func (r *reader) date(column, value string) calc.Date {
	if value == "" {
		return 0
	}
	d, err := table.Date([]byte(value), r.dates)
	if err != nil {
		r.fault(column, "date", value, err.Error())
	}
	return d
}

func (r *reader) month(column, value string) calc.Month {
	m, err := calc.ParseMonth(value)
	if err != nil {
		r.fault(column, "month", value, err.Error())
	}
	return m
}

func (r *reader) amount(column, value string) (calc.Cents, bool) {
	if value == "" {
		return 0, false
	}
	c, err := table.Money([]byte(value))
	if err != nil {
		r.fault(column, "amount", value, err.Error())
	}
	return c, err == nil
}

func (r *reader) yes(column, value string) bool {
	yes, err := parseYes([]byte(value))
	if err != nil {
		r.fault(column, "yes_no", value, err.Error())
	}
	return yes
}

// choice is one of the words given, or blank.
func (r *reader) choice(column, value string, words ...string) string {
	v := strings.ToLower(value)
	if v != "" && !slices.Contains(words, v) {
		r.fault(column, "choice", value, "write "+strings.Join(words, ", ")+" or leave it blank")
	}
	return v
}

// oneOf is one of the words given; a blank is a fault of its own.
func (r *reader) oneOf(column, value string, words ...string) string {
	v := strings.ToLower(value)
	if v != "" && !slices.Contains(words, v) {
		r.fault(column, "choice", value, "write "+strings.Join(words, ", "))
	}
	return v
}

// SSNMark stands for a social security number in memory: equal numbers have
// equal marks, and a mark tells nothing of its number after the run.
type SSNMark uint64

var ssnSeed = maphash.MakeSeed()

func mark(whole string) SSNMark {
	if whole == "" {
		return 0
	}
	return SSNMark(maphash.String(ssnSeed, whole)) | 1
}

var errSSN = errors.New("not a social security number; write nine digits, with or without dashes")

// ssn is the nine digits, or the last four of a masked number.
func ssn(value string) (whole, last4 string, err error) {
	var digits, masked strings.Builder
	for _, c := range value {
		switch {
		case c >= '0' && c <= '9':
			digits.WriteRune(c)
		case c == 'X' || c == 'x' || c == '*':
			masked.WriteRune(c)
		case c != '-' && c != ' ':
			return "", "", errSSN
		}
	}
	d := digits.String()
	switch {
	case len(d) == 9 && masked.Len() == 0:
		return d, d[5:], nil
	case len(d) == 4 && masked.Len() == 5:
		return "", d, nil
	case value == "":
		return "", "", nil
	}
	return "", "", errSSN
}
