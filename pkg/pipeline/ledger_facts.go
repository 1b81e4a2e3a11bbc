package pipeline

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/ledger"
)

// This file is how the small tables are remembered: a row of this run takes the
// place of the ledger's row of the same key, and the ledger's other rows are
// read as if they were in one more file.

// remembered are the small tables that the ledger keeps row by row.
var remembered = []*record.Kind{record.EmployersKind, record.EmployeesKind, record.AgreementsKind, record.WorksitesKind, record.HistoryKind}

// captured is one row of a small table of this run, in canonical words.
type captured struct {
	fact ledger.Fact
	in   *input
	row  rowOf
}

// dateColumns and placeColumns are written in one way, so that a row that says
// the same is the same.
var (
	dateColumns = []string{"birth_date", "hire_date", "termination_date", "iso_successor_employee_until", "from", "to", "starts_on"}
	placeColumn = []string{"municipality", "residence_municipality", "principal_place_of_work", "fixed_location"}
	// itemColumns are what a row is known by, besides employer and employee.
	itemColumns = map[*record.Kind][]string{record.AgreementsKind: {"municipality", "kind", "from"}, record.WorksitesKind: {"worksite_id"},
		record.HistoryKind: {"municipality", "month"}}
)

// remember reads this run's small tables once more for their words, and then
// what the ledger has besides.
func (l *loader) remember() error {
	m := l.run.memory
	if m == nil {
		return nil
	}
	m.identify(l.run)
	for _, in := range l.run.inputs {
		if err := l.capture(in); err != nil {
			return err
		}
	}
	for _, kind := range remembered {
		if err := l.recallTable(kind); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) capture(in *input) error {
	if in.table == record.PayrollKind || in.table == record.WorklogKind {
		if !isWorkbook(in.path) {
			return nil
		}
	}
	f, err := openTable(in)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, t := range f.Tables {
		kind := l.kindOf(in, t, len(f.Tables))
		if kind == nil || !slices.Contains(remembered, kind) {
			continue
		}
		layout, err := l.run.layoutOf(t, kind)
		if err != nil {
			return err
		}
		if err := l.captureTable(in, t, kind, layout); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) captureTable(in *input, t *table.Table, kind *record.Kind, layout *record.Layout) error {
	return eachRow(t, func(row *table.Row) {
		if row.Err != nil {
			return
		}
		cells := maps.Clone(layout.Constants)
		if cells == nil {
			cells = map[string]string{}
		}
		for i, name := range layout.Names {
			if name != "" && i < len(row.Cells) {
				cells[name] = string(row.Cells[i])
			}
		}
		m := l.run.memory
		m.captured = append(m.captured, captured{l.factOf(kind, cells, layout.Dates), in, rowOf{t.Sheet, row.Number}})
	})
}

// eachRow gives do the rows of a table, one by one.
func eachRow(t *table.Table, do func(*table.Row)) error {
	var b table.Block
	for {
		if err := t.Next(&b); err != nil {
			return unlessEnd(err)
		}
		b.Split()
		for i := range b.Len() {
			r := b.Row(i)
			do(&r)
		}
	}
}

// factOf makes the fact that a row states.
func (l *loader) factOf(kind *record.Kind, cells map[string]string, dates table.DateOrder) ledger.Fact {
	for name, text := range cells {
		switch {
		case text == "" || !slices.Contains(kind.Columns, name):
			delete(cells, name)
		case slices.Contains(dateColumns, name):
			if d, err := table.Date([]byte(text), dates); err == nil {
				cells[name] = d.String()
			}
		case slices.Contains(placeColumn, name):
			if p, err := l.run.places.find(text); err == nil {
				cells[name] = p.key()
			}
		case name == "kind" || name == "class":
			cells[name] = strings.ToLower(text)
		}
	}
	f := ledger.Fact{Kind: kind.Name, EmployerID: cells["employer_id"], EmployeeID: cells["employee_id"]}
	var item []string
	for _, name := range itemColumns[kind] {
		item = append(item, cells[name])
	}
	f.Item = strings.Join(item, "|")
	text, err := json.Marshal(cells) // in the order of names
	if err != nil {
		panic(err) // texts always marshal
	}
	f.Content = string(text)
	return f
}

// key is the place as the ledger writes it.
func (p *place) key() string {
	if p == nil {
		return "none"
	}
	return p.ID
}

type factKey struct{ kind, employer, employee, item string }

func keyOf(f *ledger.Fact) factKey { return factKey{f.Kind, f.EmployerID, f.EmployeeID, f.Item} }

// recallTable reads the ledger's rows of one small table that this run does not
// give itself.
func (l *loader) recallTable(kind *record.Kind) (err error) {
	m := l.run.memory
	given := map[factKey]bool{}
	for i := range m.captured {
		given[keyOf(&m.captured[i].fact)] = true
	}
	w, err := m.newTable(l.run, kind.Name, kind.Columns)
	if err != nil {
		return err
	}
	for f, err := range m.store.Facts(context.Background(), kind.Name) {
		if err != nil {
			return errors.Join(err, w.close())
		}
		if given[keyOf(&f)] {
			continue
		}
		cells := map[string]string{}
		if err := json.Unmarshal([]byte(f.Content), &cells); err != nil {
			return errors.Join(fmt.Errorf("a row of %s in the ledger cannot be read; run withhold ledger check", kind.Name), w.close())
		}
		row := make([]string, len(kind.Columns))
		for i, c := range kind.Columns {
			row[i] = cells[c]
		}
		w.write(row)
	}
	if err := w.close(); err != nil || w.rows == 0 {
		return err
	}
	return w.read(l, kind)
}

// aTable is a table made from the ledger, in a file that does not outlive the
// run.
type aTable struct {
	path string
	f    *os.File
	csv  *csv.Writer
	rows int
}

func (m *memory) newTable(r *run, name string, header []string) (*aTable, error) {
	temp, err := r.temp()
	if err != nil {
		return nil, err
	}
	w := &aTable{path: filepath.Join(temp, ".ledger-"+name+".csv")}
	if w.f, err = os.OpenFile(w.path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); err != nil {
		return nil, err
	}
	w.csv = csv.NewWriter(w.f)
	return w, w.csv.Write(header)
}

func (w *aTable) write(row []string) {
	w.rows++
	w.csv.Write(row) // close tells of an error
}

func (w *aTable) close() error {
	w.csv.Flush()
	return errors.Join(w.csv.Error(), w.f.Close())
}

func (w *aTable) input(kind *record.Kind) (*input, error) {
	info, err := os.Stat(w.path)
	if err != nil {
		return nil, err
	}
	return &input{path: w.path, name: ledgerName, table: kind, size: info.Size()}, nil
}

// read reads the table as one of the run's.
func (w *aTable) read(l *loader, kind *record.Kind) error {
	in, err := w.input(kind)
	if err != nil {
		return err
	}
	f, err := openTable(in)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, t := range f.Tables {
		if err := l.take(in, t, kind); err != nil {
			return err
		}
	}
	return nil
}

// saveFacts puts this run's facts in force: what was set aside is not among them.
// Of rows with the same key the last holds, so that the same run again changes
// nothing.
func (m *memory) saveFacts() error {
	last := map[ledger.Fact]int{} // by key, without content
	key := func(f ledger.Fact) ledger.Fact { f.Content = ""; return f }
	used := func(c *captured) bool { return !c.in.aside[c.row] && c.fact.EmployerID != "" }
	for i := range m.captured {
		if c := &m.captured[i]; used(c) && c.fact.Kind != record.EmployeesKind.Name { // of them no row is twice
			last[key(c.fact)] = i
		}
	}
	for i := range m.captured {
		c := &m.captured[i]
		if at, ok := last[key(c.fact)]; !used(c) || ok && at != i {
			continue
		}
		if _, err := m.tx.SetFact(c.fact); err != nil {
			return err
		}
	}
	return nil
}
