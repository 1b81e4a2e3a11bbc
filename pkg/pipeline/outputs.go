package pipeline

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
	"example.com/withhold/pkg/io/table"
)

// reportName is the workbook of a run.
const reportName = "report.xlsx"

// runTables are the tables of a run, in the order people read them.
var runTables = []*results.Table{results.Remittances, results.Determinations, results.Listing, results.Lines,
	results.Variances, results.Refunds, results.Problems}

// isResult reports whether a file is one that a run writes.
func isResult(name string) bool {
	return name == reportName || name == outdir.Manifest ||
		name == results.Amendments.File() || name == results.EmployeeAmendments.File() ||
		slices.ContainsFunc(runTables, func(t *results.Table) bool { return t.File() == name })
}

type severity string

const (
	severe  severity = "error"
	warning severity = "warning"
)

// maxFirst is how many problems are told to the person who started the run.
const maxFirst = 10

// outputs are the files of a run being written.
type outputs struct {
	files         map[*results.Table]*file
	variances     *spool.Sorter
	report        *spool.Sorter // the first lines, for the workbook, which does not depend on the order of rows; nil without one
	problems      *spool.Sorter
	sorted        map[*results.Table]*spool.Sorter // what is written sorted, at the end
	rows          map[*results.Table]int
	mu            sync.Mutex // for problems, which the reader has as well as the one who writes
	firstProblems []string
	told          []string // all problems, where nothing is written
	errors        int
	warnings      int
}

type file struct {
	f   *os.File
	buf *bufio.Writer
	row results.Row
}

func openOutputs(s *outdir.Stage, tables []*results.Table) (*outputs, error) {
	o := &outputs{files: map[*results.Table]*file{}, rows: map[*results.Table]int{},
		variances: spool.New(s.Temp()), report: spool.New(s.Temp()), problems: spool.New(s.Temp())}
	o.sorted = map[*results.Table]*spool.Sorter{results.Variances: o.variances, results.Problems: o.problems}
	for _, t := range tables {
		f, err := s.Create(t.File(), t.Perm())
		if err != nil {
			return nil, err
		}
		x := &file{f: f, buf: bufio.NewWriterSize(f, 1<<16), row: results.Row{Table: t}}
		x.row.Header()
		o.files[t] = x
		if err := x.flush(); err != nil {
			return nil, err
		}
	}
	return o, nil
}

func (x *file) flush() error {
	_, err := x.buf.Write(x.row.Bytes)
	x.row.Reset()
	return err
}

// row gives fill a row of a table to fill.
func (o *outputs) row(t *results.Table, fill func(*results.Row)) error {
	x := o.files[t]
	fill(&x.row)
	x.row.End()
	o.rows[t]++
	return x.flush()
}

// lines writes a batch's lines, and keeps its variances to be sorted.
func (o *outputs) lines(b *batch) error {
	if o.files == nil {
		return nil
	}
	o.rows[results.Lines] += len(b.entries)
	if _, err := o.files[results.Lines].buf.Write(b.lines.Bytes); err != nil {
		return err
	}
	o.rows[results.Variances] += len(b.variances.ends)
	if err := o.keepLines(results.Lines, b.lines.Bytes, b.lineEnds); err != nil {
		return err
	}
	return b.variances.addTo(o.variances)
}

// keepLines keeps a batch's lines for the workbook, as long as a sheet of it can
// show them all.
func (o *outputs) keepLines(t *results.Table, lines []byte, ends []int) error {
	if o.report == nil || o.rows[t] > sheetLimit {
		return nil
	}
	start := 0
	for _, end := range ends {
		if err := o.report.Add(nil, lines[start:end]); err != nil {
			return err
		}
		start = end
	}
	return nil
}

// sortedLines is the file of the lines as the workbook shows them: sorted, or
// none where they are more than a sheet shows.
const sortedLines = ".sorted-lines"

// sortLines writes that file.
func (o *outputs) sortLines(dir string, t *results.Table) error {
	f, err := os.Create(filepath.Join(dir, sortedLines))
	if err != nil {
		return err
	}
	header := results.Row{Table: t}
	header.Header()
	buf := bufio.NewWriterSize(f, 1<<16)
	_, err = buf.Write(header.Bytes)
	if o.rows[t] <= sheetLimit && err == nil {
		_, err = o.report.WriteTo(buf)
	}
	return errors.Join(err, buf.Flush(), f.Close())
}

// problem records one problem.
func (o *outputs) problem(s severity, p *table.Problem) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if s == severe {
		o.errors++
	} else {
		o.warnings++
	}
	if o.files == nil {
		o.tell(s, p)
		return nil
	}
	if len(o.firstProblems) < maxFirst && s == severe {
		o.firstProblems = append(o.firstProblems, p.Error())
	}
	r := results.Row{Table: results.Problems}
	r.Text(string(s))
	r.Text(p.File)
	r.Text(p.Sheet)
	if p.Row > 0 {
		r.Count(p.Row)
	} else {
		r.Text("")
	}
	r.Text(p.Column)
	r.Text(p.Code)
	r.Text(table.Shown(p.Value))
	r.Text(p.Message)
	r.End()
	o.rows[results.Problems]++
	key := fmt.Sprintf("%s\x00%s\x00%s\x00%010d\x00%s", s, p.File, p.Sheet, p.Row, p.Column)
	return o.problems.Add([]byte(key), r.Bytes)
}

// refunds writes the claims for refunds.
func (o *outputs) refunds(f refunds) error {
	for _, key := range f.sorted() {
		var wages, tax calc.Cents
		for _, l := range f[key].lines {
			wages += l.Wages.Total
			tax += l.Required
		}
		err := o.row(results.Refunds, func(r *results.Row) {
			r.Text(key.who.employer.id)
			r.Text(key.who.id())
			r.Text(key.to.Name)
			r.Count(key.year)
			r.Money(wages)
			r.Money(tax)
			r.Text("first_days_election")
			r.Text(string(f[key].lines[0].Law.OccasionalEntrant.Refund))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeSorted writes what was kept of a table to be sorted, ahead of the end.
func (o *outputs) writeSorted(t *results.Table) error {
	_, err := o.sorted[t].WriteTo(o.files[t].buf)
	delete(o.sorted, t)
	return err
}

// finish closes a table to which nothing more is written, and has it made durable
// while others are.
func (o *outputs) finish(s *outdir.Stage, t *results.Table) error {
	x := o.files[t]
	delete(o.files, t)
	if err := errors.Join(x.buf.Flush(), x.f.Close()); err != nil {
		return err
	}
	s.Finished(t.File())
	return nil
}

// close writes what was kept to be sorted, and closes the tables.
func (o *outputs) close() error {
	var errs []error
	for t, s := range o.sorted {
		if x := o.files[t]; x != nil {
			_, err := s.WriteTo(x.buf)
			errs = append(errs, err)
		}
	}
	for _, x := range o.files {
		errs = append(errs, x.buf.Flush(), x.f.Close())
	}
	return errors.Join(errs...)
}

// money is a total for people: 1,234,567.89.
func money(c calc.Cents) string {
	s := c.Abs().String()
	whole, cents, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if c < 0 {
		whole = "-" + whole
	}
	return whole + "." + cents
}
