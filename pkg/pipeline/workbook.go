package pipeline

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/workbook"
)

// sheetLimit is how many rows a sheet of the report shows. A sheet cannot hold
// more than a million rows, and nobody reads that many; the CSV file has all.
const sheetLimit = 100_000

// digest is what the report's first page adds up while remittances are settled.
type digest struct {
	mu      sync.Mutex
	byPlace map[string]*owed
	byDay   map[calc.Date]*owed
	due     calc.Cents
	short   calc.Cents
	all     totals
}

type owed struct {
	count               int
	required, held, due calc.Cents
	short               calc.Cents
}

func (d *digest) add(p *place, list []*remittance) {
	if len(list) == 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.byPlace == nil {
		d.byPlace, d.byDay = map[string]*owed{}, map[calc.Date]*owed{}
	}
	place := entryOf(d.byPlace, p.Name)
	for _, m := range list {
		due := m.amountDue()
		d.due += due
		d.short += due - m.sum.withheld
		for _, o := range [2]*owed{place, entryOf(d.byDay, m.payBy)} {
			o.count++
			o.required += m.sum.required
			o.held += m.sum.withheld
			o.due += due
			o.short += due - m.sum.withheld
		}
	}
}

func entryOf[K comparable](m map[K]*owed, k K) *owed {
	if m[k] == nil {
		m[k] = &owed{}
	}
	return m[k]
}

var kinds = map[results.Kind]workbook.Kind{results.Text: workbook.Text, results.Money: workbook.Money,
	results.Rate: workbook.Rate, results.Date: workbook.Date, results.Count: workbook.Count}

func sheetColumns(t *results.Table) (columns []workbook.Column) {
	for _, c := range t.Columns {
		columns = append(columns, workbook.Column{Name: c.Name, Kind: kinds[c.Kind], Sum: c.Sum})
	}
	return columns
}

// sheetNotes say what the rows of a sheet are.
var sheetNotes = map[*results.Table]string{
	results.Remittances: "What to remit, by employer, municipality and period. The amount due is the greater of what was withheld " +
		"and what had to be; pay_by is the day to act on where offices are closed on the due date.",
	results.Determinations: "How often each employer remits to each municipality, and the figures that decided it.",
	results.Listing:        "The employees behind each remittance. A variance is what was withheld less what had to be.",
	results.Lines:          "One row for each check, municipality and role, sorted by employer and employee.",
	results.Variances:      "Checks on which the tax withheld is not the tax required.",
	results.Refunds:        "Tax that employees may claim back from their principal place of work.",
	results.Amendments:     "Amounts that earlier runs posted and this one changed: a period that was remitted is to be amended.",
	results.Problems:       "Rows that were set aside, with what to write instead, and warnings.",
}

// writeReport makes the workbook from the tables as they were written.
func (r *run) writeReport(m *Manifest) error {
	return r.writeBook(r.summary(m), r.tables(), results.Lines, sheetNotes)
}

// writeBook makes it of any tables; lines is the one that is in the order of
// rows.
func (r *run) writeBook(s workbook.Summary, tables []*results.Table, lines *results.Table, notes map[*results.Table]string) error {
	var sheets []workbook.Table
	if err := r.out.sortLines(r.stage.Temp(), lines); err != nil {
		return err
	}
	for _, t := range tables {
		name, note := t.File(), notes[t]
		if t == lines {
			name = sortedLines
			if n := r.out.rows[t]; n > sheetLimit {
				note = fmt.Sprintf("The run has %d lines, more than a sheet should hold: they are all in %s.", n, t.File())
			}
		}
		sheets = append(sheets, workbook.Table{Name: t.Name, Columns: sheetColumns(t), Note: note,
			Open: func() (io.ReadCloser, error) { return r.stage.Open(name) }})
	}
	return r.stage.Write(reportName, func(w io.Writer) error {
		return workbook.Write(w, s, sheets, sheetLimit)
	})
}

func (r *run) summary(m *Manifest) workbook.Summary {
	t := &r.digest.all
	s := workbook.Summary{Title: "Municipal income tax withholding", Facts: [][2]string{
		{"Employers", strconv.Itoa(len(m.Employers))},
		{"Checks computed", strconv.Itoa(t.Checks)},
		{"Rows set aside (see problems)", strconv.Itoa(m.SetAside)},
		{"Money on the checks, as read", money(t.MoneyIn)},
		{"Money in lines, as computed", money(t.MoneyLines)},
		{"   of it not subject", money(t.NotSubject)},
		{"   of it subject", money(t.Subject)},
		{"Tax required", money(t.Required)},
		{"Tax withheld", money(t.Withheld)},
		{"To remit, the greater of the two", money(r.digest.due)},
		{"   of it short", money(r.digest.short)},
		{"Program", "withhold " + m.Version},
		{"Ordinance data", m.Schedules[:16]},
	}}
	s.Blocks = append(s.Blocks, r.daysBlock(), r.placesBlock(), inputsBlock(m))
	return s
}

func (r *run) daysBlock() workbook.Block {
	b := workbook.Block{Heading: "What to pay, by the day to act on", Total: true, Columns: []workbook.Column{
		{Name: "Pay by", Kind: workbook.Date}, {Name: "Remittances", Kind: workbook.Count, Sum: true},
		{Name: "Amount due", Kind: workbook.Money, Sum: true}}}
	for _, day := range slices.Sorted(maps.Keys(r.digest.byDay)) {
		o := r.digest.byDay[day]
		b.Rows = append(b.Rows, []string{day.String(), strconv.Itoa(o.count), o.due.String()})
	}
	return b
}

func (r *run) placesBlock() workbook.Block {
	b := workbook.Block{Heading: "By municipality", Total: true, Columns: []workbook.Column{
		{Name: "Municipality"}, {Name: "Remittances", Kind: workbook.Count, Sum: true},
		{Name: "Tax required", Kind: workbook.Money, Sum: true}, {Name: "Tax withheld", Kind: workbook.Money, Sum: true},
		{Name: "Amount due", Kind: workbook.Money, Sum: true}, {Name: "Shortfall", Kind: workbook.Money, Sum: true}}}
	for _, name := range slices.SortedFunc(maps.Keys(r.digest.byPlace), cmp.Compare[string]) {
		o := r.digest.byPlace[name]
		b.Rows = append(b.Rows, []string{name, strconv.Itoa(o.count), o.required.String(), o.held.String(), o.due.String(), o.short.String()})
	}
	return b
}

func inputsBlock(m *Manifest) workbook.Block {
	b := workbook.Block{Heading: "Read from", Columns: []workbook.Column{
		{Name: "File"}, {Name: "Rows", Kind: workbook.Count}, {Name: "Set aside", Kind: workbook.Count}}}
	for _, in := range m.Inputs {
		b.Rows = append(b.Rows, []string{in.Name, strconv.Itoa(in.Rows), strconv.Itoa(in.SetAside)})
	}
	return b
}
