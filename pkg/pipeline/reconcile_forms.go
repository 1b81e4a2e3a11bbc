package pipeline

import (
	"bufio"
	"errors"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/io/worksheet"
	"example.com/withhold/schedules"
)

// This file fills in the agencies' own reconciliation forms, as figures to key
// in: one sheet for all municipalities of an administrator, or one for each.

// worksheetsPage is the printable document of the forms.
const worksheetsPage = "worksheets.html"

// sheets are the forms being written.
type sheets struct {
	forms *worksheet.Forms
	f     *os.File
	buf   *bufio.Writer
	page  *worksheet.Document
}

func (c *reconciling) openSheets() (*sheets, error) {
	forms, err := worksheet.Load(schedules.FS, c.ReconcileOptions.Schedules...)
	if err != nil {
		return nil, err
	}
	f, err := c.stage.Create(worksheetsPage, 0o666)
	if err != nil {
		return nil, err
	}
	s := &sheets{forms: forms, f: f, buf: bufio.NewWriterSize(f, 1<<16)}
	s.page = worksheet.Begin(s.buf, "Reconciliations of "+strconv.Itoa(c.year))
	return s, nil
}

// period is the year.
func (c *reconciling) period() calc.Period {
	return calc.Period{Name: strconv.Itoa(c.year), From: calc.NewDate(c.year, 1, 1), To: c.last}
}

func (s *sheets) close() error { return errors.Join(s.page.End(), s.buf.Flush(), s.f.Close()) }

// add fills in the forms of an employer.
func (s *sheets) add(c *reconciling, b *yearBook, towns []*townBook) error {
	rows := map[*worksheet.Form][]*townBook{}
	for _, t := range towns {
		for _, f := range s.forms.For(t.ID, t.Administrator, worksheet.Reconciliation, c.period()) {
			rows[f] = append(rows[f], t)
		}
	}
	forms := slices.SortedFunc(maps.Keys(rows), func(x, y *worksheet.Form) int { return strings.Compare(x.ID, y.ID) })
	for _, f := range forms {
		groups := [][]*townBook{rows[f]}
		if !f.Many() {
			groups = slices.Collect(slices.Chunk(rows[f], 1))
		}
		for _, group := range groups {
			if err := s.fill(c, b, f, group); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *sheets) fill(c *reconciling, b *yearBook, f *worksheet.Form, towns []*townBook) error {
	in := worksheet.Input{Period: c.period(),
		Employer: worksheet.Employer{ID: b.id, EIN: b.about["ein"], Name: b.about["name"], Address: b.about["address"], City: b.about["city"],
			State: b.about["state"], Zip: b.about["zip"], ResponsiblePerson: b.about["responsible_person"], Phone: b.about["contact_phone"],
			Email: b.about["contact_email"]}}
	in.Due, in.PayBy, _ = c.dueAfterYear(towns[0].place, func(l *calc.Law) calc.DueRule { return l.Reconciliation })
	in.Totals = c.sheetTotals(b, towns)
	homes := b.atYearEnd(c, towns)
	for _, t := range towns {
		figures := c.figuresOf(b, t)
		if homes != nil {
			figures.Number(worksheet.EmployeesAtYearEnd, homes[t])
		}
		in.Rows = append(in.Rows, worksheet.Row{Municipality: t.ID, Name: t.Name, Code: t.Code, Figures: figures, Parts: c.partsOf(b, t)})
	}
	sheet, err := f.Fill(in)
	if err != nil {
		return err
	}
	if err := sheet.Err(); err != nil {
		// The sheet says so as well; another form of the employer may be sound.
		if err := c.out.problem(warning, &table.Problem{File: worksheetsPage, Code: "worksheet_tie", Value: b.id, Message: err.Error()}); err != nil {
			return err
		}
	}
	for row := range sheet.Rows() {
		err := c.out.row(results.Worksheets, func(r *results.Row) {
			for _, cell := range row.Cells() {
				r.Text(cell)
			}
		})
		if err != nil {
			return err
		}
	}
	return s.page.Add(sheet)
}
