package workbook

import (
	"io"
	"strings"

	"github.com/xuri/excelize/v2"
)

// This file makes workbooks that are to be filled in. Unlike a report's sheets,
// these hold nothing but a header and rows, because every row is input.

// A Field is a column to be filled in.
type Field struct {
	Column
	Needed  bool     // its header is dark; that of the others is pale
	Note    string   // shown when the header is pointed at
	Choices []string // what the cell may hold, offered as a list
}

// A Form is a sheet to be filled in, with the rows of a CSV as its example.
type Form struct {
	Name   string
	Fields []Field
	Open   func() (io.ReadCloser, error) // as Table.Open
}

// formRows is how far down lists are offered.
const formRows = 10_000

// WriteForms writes a workbook of a page to be read, under the given name, and
// one sheet a form. A column's format covers its empty cells too, so that what is
// typed into them is kept as what the column holds: an id keeps its zeros.
func WriteForms(w io.Writer, name string, guide Summary, forms []Form) error {
	b, err := newBook(guide.Title)
	if err != nil {
		return err
	}
	defer b.file.Close()
	// The guide's first block is the list of the forms.
	if err := b.page(name, guide, 0); err != nil {
		return err
	}
	for _, f := range forms {
		if err := b.form(f); err != nil {
			return err
		}
	}
	return b.save(w)
}

func (b *book) form(f Form) error {
	t := Table{Name: f.Name, Open: f.Open}
	for _, field := range f.Fields {
		t.Columns = append(t.Columns, field.Column)
	}
	s, err := measure(t, maxRows)
	if err != nil {
		return err
	}
	set := setup{name: f.Name, rows: 1 + s.rows, cols: len(f.Fields), header: true}
	for _, w := range s.widths {
		set.widths = append(set.widths, float64(min(w, widest))+2)
	}
	g, err := b.sheet(set)
	if err != nil {
		return err
	}
	for i, field := range f.Fields {
		if err := g.sw.SetColStyle(i+1, i+1, b.style.input[field.Kind]); err != nil {
			return err
		}
		if err := b.help(f.Name, i+1, field); err != nil {
			return err
		}
	}
	return b.fill(g, s, f.Fields)
}

// help puts a field's note on its header and its choices on its cells.
func (b *book) help(sheet string, col int, f Field) error {
	note := f.Note
	if f.Needed {
		note = strings.TrimSpace("Needed. " + note)
	}
	if note != "" {
		height := 24 + 17*lines(note, 34)
		err := b.file.AddComment(sheet, excelize.Comment{Cell: ref(col, 1), Author: "withhold", Width: 240, Height: uint(height),
			Paragraph: []excelize.RichTextRun{{Text: note}}})
		if err != nil {
			return err
		}
	}
	if len(f.Choices) == 0 {
		return nil
	}
	list := excelize.NewDataValidation(true)
	list.SetSqref(ref(col, 2) + ":" + ref(col, formRows))
	if err := list.SetDropList(f.Choices); err != nil {
		return err
	}
	list.SetError(excelize.DataValidationErrorStyleWarning, f.Name, "This column holds one of: "+strings.Join(f.Choices, ", ")+".")
	return b.file.AddDataValidation(sheet, list)
}

// fill writes the header and the example rows.
func (b *book) fill(g *grid, s *sheet, fields []Field) error {
	for i, f := range fields {
		style := b.style.optional
		if f.Needed {
			style = b.style.header
		}
		g.set(i, style, f.Name)
	}
	if err := g.next(20); err != nil {
		return err
	}
	if err := s.each(func(row []string) error {
		for i, f := range fields {
			v, err := f.Kind.value(row[i])
			if err != nil {
				return fault(s.Name, g.row+1, f.Name, row[i], err)
			}
			g.set(i, b.style.input[f.Kind], v)
		}
		return g.next(0)
	}); err != nil {
		return err
	}
	cells := "A1:" + ref(len(fields), formRows)
	if err := b.file.AddIgnoredErrors(s.Name, cells, excelize.IgnoredErrorsNumberStoredAsText); err != nil {
		return err
	}
	return g.sw.Flush()
}

// NeededNames are the names of the fields that must be filled in, for the guide.
func (f Form) NeededNames() string {
	var names []string
	for _, field := range f.Fields {
		if field.Needed {
			names = append(names, field.Name)
		}
	}
	return strings.Join(names, ", ")
}
