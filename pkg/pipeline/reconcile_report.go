package pipeline

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/workbook"
)

// This file makes the workbook that an accountant signs. It may be passed on, so
// that it shows the last four digits of numbers where the files have all.

var reconcileNotes = map[*results.Table]string{
	results.Reconciliation: "One row an employer and municipality. The tax due is the greater of required and withheld, period by period; the balance is " +
		"what of it was not remitted, below zero where more was.",
	results.ReconciliationEmployees: "The employees behind each row. Social security numbers are cut to their last four digits here; the file of the same name has them whole.",
	results.Contractors:             "Payments to people who are not employees. Without a due date the municipality's law asks for no listing.",
	results.Differences: "Where the tax of a person's checks is not the rate times the wages of the year. Rounding each check explains half a cent a check; " +
		"what says otherwise is to be looked at.",
	results.Worksheets: "Figures to key into the agencies' own forms; worksheets.html has them as pages. No form was tried against an agency's system.",
	results.Missing:    "What returns must say and nobody gave, with where to give it.",
	results.Problems:   "Rows that were set aside, with what to write instead, and warnings.",
}

// maskedColumns are cut to the last four digits.
var maskedColumns = []string{"ssn", "tin"}

func (c *reconciling) writeWorkbook(m *ReconcileManifest) error {
	var sheets []workbook.Table
	for _, t := range reconcileTables {
		open := func() (io.ReadCloser, error) { return c.stage.Open(t.File()) }
		if t.Private() {
			open = func() (io.ReadCloser, error) { return c.openMasked(t) }
		}
		sheets = append(sheets, workbook.Table{Name: t.Name, Columns: sheetColumns(t), Note: reconcileNotes[t], Open: open})
	}
	return c.stage.Write(reconcileReport, func(w io.Writer) error {
		return workbook.Write(w, c.summary(m), sheets, sheetLimit)
	})
}

// openMasked reads a table as the workbook may show it.
func (c *reconciling) openMasked(t *results.Table) (io.ReadCloser, error) {
	f, err := c.stage.Open(t.File())
	if err != nil {
		return nil, err
	}
	out, in := io.Pipe()
	go func() {
		err := errors.Join(maskRows(in, f, t), f.Close())
		in.CloseWithError(err) // nil is the end of the table
	}()
	return out, nil
}

func maskRows(w io.Writer, r io.Reader, t *results.Table) error {
	in, out := csv.NewReader(r), csv.NewWriter(w)
	in.ReuseRecord = true
	for first := true; ; first = false {
		row, err := in.Read()
		if err == io.EOF {
			out.Flush()
			return out.Error()
		}
		if err != nil {
			return err
		}
		for i, column := range t.Columns {
			if !first && slices.Contains(maskedColumns, column.Name) {
				row[i] = masked(row[i])
			}
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
}

// masked is a number of nine digits with its first five hidden.
func masked(number string) string {
	hide := 5
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' && hide > 0 {
			hide--
			return 'X'
		}
		return r
	}, number)
}

func (c *reconciling) summary(m *ReconcileManifest) workbook.Summary {
	t := &c.totals
	s := workbook.Summary{Title: "Withholding reconciliation " + strconv.Itoa(c.year), Facts: [][2]string{
		{"Employers", strconv.Itoa(t.Employers)},
		{"Employees paid", strconv.Itoa(t.Employees)},
		{"Reconciliations", strconv.Itoa(t.Rows)},
		{"Compensation, by municipality", money(t.sum.wages)},
		{"   of it not subject", money(t.sum.wages - t.sum.subject)},
		{"   of it subject", money(t.sum.subject)},
		{"Paid where no municipality taxes", money(t.untaxed)},
		{"Tax required", money(t.sum.required)},
		{"Tax withheld", money(t.sum.withheld)},
		{"Tax due, the greater of the two by period", money(t.due)},
		{"Remitted for closed periods", money(t.remitted)},
		{"Credits used, less those left", money(t.credits)},
		{"Balance", money(t.balance())},
		{"Missing from returns (see missing)", strconv.Itoa(m.Missing)},
		{"Rows set aside (see problems)", strconv.Itoa(m.SetAside)},
		{"Employers short of rows that runs set aside", strconv.Itoa(c.incomplete)},
		{"Program", "withhold " + m.Version},
		{"Ordinance data", m.Schedules[:16]},
	}}
	s.Blocks = []workbook.Block{signOff(), tiesBlock(&t.proof), c.afterYearBlock(), c.firmsBlock(), c.townsBlock()}
	if len(c.files) > 0 {
		s.Blocks = append(s.Blocks, c.w2Block())
	}
	return s
}

// signOff is where people sign.
func signOff() workbook.Block {
	b := workbook.Block{Heading: "Sign-off", Columns: []workbook.Column{{Name: "Who"}, {Name: "Name"}, {Name: "Date"}, {Name: "Signature"}}}
	for _, who := range []string{"Prepared by", "Checked by", "Person responsible for withholding"} {
		b.Rows = append(b.Rows, []string{who, "", "", strings.Repeat("_", 30)})
	}
	return b
}

// tiesBlock shows what was compared, employer by employer.
func tiesBlock(p *proof) workbook.Block {
	b := workbook.Block{Heading: "What ties", Columns: []workbook.Column{{Name: "Figure"}}}
	for _, name := range []string{"Ledger's lines", "Ledger's sums", "By municipality", "By employee"} {
		b.Columns = append(b.Columns, workbook.Column{Name: name, Kind: workbook.Money})
	}
	b.Columns = append(b.Columns, workbook.Column{Name: "Ties"})
	for _, x := range []struct {
		name string
		of   func(*yearSum) calc.Cents
	}{
		{"Compensation", func(s *yearSum) calc.Cents { return s.wages }},
		{"Wages subject", func(s *yearSum) calc.Cents { return s.subject }},
		{"Tax required", func(s *yearSum) calc.Cents { return s.required }},
		{"Tax withheld", func(s *yearSum) calc.Cents { return s.withheld }},
	} {
		row := []string{x.name}
		for i := range p {
			row = append(row, x.of(&p[i]).String())
		}
		b.Rows = append(b.Rows, append(row, "yes, for each employer")) // otherwise nothing is written
	}
	b.Rows[0][2] = "" // the sums have none
	return b
}

// mostFirms is how many employers the first page names; the sheet reconciliation
// and manifest.json have all.
const mostFirms = 200

// firmsBlock is what each employer has to see to, as the one who signs for it
// looks it up.
func (c *reconciling) firmsBlock() workbook.Block {
	b := workbook.Block{Heading: "By employer", Total: len(c.firmRows) <= mostFirms, Columns: []workbook.Column{
		{Name: "Employer"}, {Name: "Employees", Kind: workbook.Count}, {Name: "Tax required", Kind: workbook.Money, Sum: true},
		{Name: "Tax withheld", Kind: workbook.Money, Sum: true}, {Name: "Tax due", Kind: workbook.Money, Sum: true},
		{Name: "Remitted", Kind: workbook.Money, Sum: true}, {Name: "Credits", Kind: workbook.Money, Sum: true},
		{Name: "Balance", Kind: workbook.Money, Sum: true}}}
	b.Rows = c.firmRows[:min(len(c.firmRows), mostFirms)]
	if !b.Total {
		b.Heading = fmt.Sprintf("By employer: the first %d of %d", mostFirms, len(c.firmRows))
	}
	return b
}

// addFirm adds an employer's row of the first page: who it is, as it signs.
func (c *reconciling) addFirm(b *yearBook, t *reconcileTotals) {
	who := strings.TrimSpace(b.about["name"] + " (" + b.id + ")")
	if ein := b.about["ein"]; ein != "" {
		who += ", " + ein
	}
	c.firmRows = append(c.firmRows, []string{who, strconv.Itoa(t.Employees), t.sum.required.String(), t.sum.withheld.String(), t.due.String(),
		t.remitted.String(), t.credits.String(), t.balance().String()})
}

// w2Block shows what the W-2 files hold, as they were read again.
func (c *reconciling) w2Block() workbook.Block {
	b := workbook.Block{Heading: "W-2 files, read again", Columns: []workbook.Column{{Name: "File"}, {Name: "Employers", Kind: workbook.Count},
		{Name: "Employees", Kind: workbook.Count}, {Name: "Local wages", Kind: workbook.Money}, {Name: "Local tax", Kind: workbook.Money}, {Name: "Before it is sent"}}}
	for _, f := range c.files {
		b.Rows = append(b.Rows, []string{f.Name, strconv.Itoa(f.Employers), strconv.Itoa(f.Employees), f.Wages, f.Tax, f.Caution})
	}
	return b
}

func (c *reconciling) afterYearBlock() workbook.Block {
	b := workbook.Block{Heading: "Reconciliations to file, by the day to act on", Columns: []workbook.Column{
		{Name: "File by", Kind: workbook.Date}, {Name: "Reconciliations", Kind: workbook.Count, Sum: true}, {Name: "Balance", Kind: workbook.Money, Sum: true}}, Total: true}
	for _, day := range slices.Sorted(maps.Keys(c.byDay)) {
		o := c.byDay[day]
		b.Rows = append(b.Rows, []string{day.String(), strconv.Itoa(o.count), o.due.String()})
	}
	return b
}

func (c *reconciling) townsBlock() workbook.Block {
	b := workbook.Block{Heading: "By municipality", Total: true, Columns: []workbook.Column{
		{Name: "Municipality"}, {Name: "Employers", Kind: workbook.Count, Sum: true}, {Name: "Tax required", Kind: workbook.Money, Sum: true},
		{Name: "Tax withheld", Kind: workbook.Money, Sum: true}, {Name: "Tax due", Kind: workbook.Money, Sum: true},
		{Name: "Remitted", Kind: workbook.Money, Sum: true}, {Name: "Balance", Kind: workbook.Money, Sum: true}}}
	for _, name := range slices.Sorted(maps.Keys(c.byTown)) {
		t := c.byTown[name]
		b.Rows = append(b.Rows, []string{name, strconv.Itoa(t.Rows), t.sum.required.String(), t.sum.withheld.String(), t.due.String(),
			t.remitted.String(), t.balance().String()})
	}
	return b
}
