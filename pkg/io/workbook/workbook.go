package workbook

import (
	"fmt"
	"io"
	"slices"

	"github.com/xuri/excelize/v2"
)

// A Kind is what a column holds, and so how its cells are stored and shown.
type Kind uint8

const (
	Text  Kind = iota // as it is: names, numbers that identify, periods
	Money             // 1234.56
	Rate              // 0.0125, shown as 1.25%
	Date              // 2026-03-31
	Count             // a whole number
)

// A Column is one column of a table. Sum asks for its total; only Money and
// Count have one.
type Column struct {
	Name string
	Kind Kind
	Sum  bool
}

// A Table is a CSV file that becomes a sheet of the same name.
type Table struct {
	Name    string
	Columns []Column

	// Open gives the CSV: a header row with exactly the names in Columns, then
	// the rows. It is opened twice, to measure and to write.
	Open func() (io.ReadCloser, error)

	Note string // one sentence for people: what the rows are
}

// A Block is a small table on the first sheet.
type Block struct {
	Heading string
	Columns []Column
	Rows    [][]string
	Total   bool // ends in a total of the Sum columns
}

// A Summary is the first sheet: a title, sentences, facts (a label and its
// value), charts of the tables, tables.
type Summary struct {
	Title  string
	Words  []string
	Facts  [][2]string
	Charts []Chart
	Blocks []Block
}

// maxRows leaves room on the longest sheet the format allows for the header and
// what stands below the rows.
const maxRows = excelize.TotalRows - 10

// Write writes a workbook of a sheet "Summary" and one sheet a table. A table of
// more than limit rows shows its first limit rows and says so; 0 means as many as
// a sheet can hold.
func Write(w io.Writer, s Summary, tables []Table, limit int) error {
	if limit <= 0 || limit > maxRows {
		limit = maxRows
	}
	sheets := make([]*sheet, len(tables))
	for i, t := range tables {
		var err error
		if sheets[i], err = measure(t, limit); err != nil {
			return err
		}
	}
	b, err := newBook(s.Title)
	if err != nil {
		return err
	}
	defer b.file.Close()
	links := len(s.Blocks)
	if len(sheets) > 0 {
		s.Blocks = append(slices.Clip(s.Blocks), contents(sheets))
	}
	if err := b.page("Summary", s, links); err != nil {
		return err
	}
	for _, t := range sheets {
		if err := b.table(t); err != nil {
			return err
		}
	}
	return b.save(w)
}

// contents is the block that leads to the other sheets.
func contents(sheets []*sheet) Block {
	c := Block{Heading: "Sheets of this workbook", Columns: []Column{{Name: "sheet"}, {Name: "rows", Kind: Count}, {Name: "what it holds"}}}
	for _, t := range sheets {
		note := t.Note
		if t.cut() {
			note = joinSentences(note, t.cutLine())
		}
		c.Rows = append(c.Rows, []string{t.Name, fmt.Sprint(t.rows), note})
	}
	return c
}

func joinSentences(a, b string) string {
	switch {
	case a == "":
		return b
	case a[len(a)-1] == '.':
		return a + " " + b
	}
	return a + ". " + b
}
