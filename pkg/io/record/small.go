package record

import (
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
	in := rows{cells: [][]string{k.Columns}}
	err = eachRow(t, func(r *table.Row) {
		if r.Err != nil {
			problems = append(problems, asProblem(r.Err))
		} else {
			in.add(r, k, l)
		}
	})
	if err == nil && len(in.numbers) > 0 {
		err = gocsv.UnmarshalCSV(&in, &texts)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	return texts, in.numbers, problems, nil
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
	for i, name := range l.Names {
		if j := slices.Index(k.Columns, name); j >= 0 {
			cells[j] = string(row.Cells[i])
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

func mark(whole []byte) SSNMark {
	if len(whole) == 0 {
		return 0
	}
	return SSNMark(maphash.Bytes(ssnSeed, whole)) | 1
}

var errSSN = errors.New("not a social security number; write nine digits, with or without dashes")

// ssn is the nine digits, or the last four of a masked number.
func ssn(value string) (whole, last4 string, err error) {
	w, l, err := ssnDigits([]byte(value))
	return string(w), string(l), err
}

func ssnDigits(value []byte) (whole, last4 []byte, err error) {
	digits, masked := make([]byte, 0, 16), 0
	for _, c := range string(value) {
		switch {
		case c >= '0' && c <= '9':
			digits = append(digits, byte(c))
		case c == 'X' || c == 'x' || c == '*':
			masked++
		case c != '-' && c != ' ':
			return nil, nil, errSSN
		}
	}
	switch {
	case len(digits) == 9 && masked == 0:
		return digits, digits[5:], nil
	case len(digits) == 4 && masked == 5:
		return nil, digits, nil
	case len(value) == 0:
		return nil, nil, nil
	}
	return nil, nil, errSSN
}
