package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// A loader reads the small tables: who employers and people are, and what was
// agreed and remitted before.
type loader struct {
	run        *run
	employees  []record.Employee
	employers  []record.Employer
	agreements []record.Agreement
	history    []record.Month
	last       *record.Source // of the employee joined last
	sheetFound bool           // the sheet asked for is among them
	worksites  []record.Worksite
	contracts  []record.Contractor
	w2s        []record.W2
	worklogs   []*source
}

// open looks into one file: small tables are read, payroll is checked and left
// for later.
func (l *loader) open(in *input) error {
	f, err := openBy(in, l.run.seen.Open)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := l.chooseSheet(in, f); err != nil {
		return err
	}
	taken := 0
	for _, t := range f.Tables {
		kind := l.kindOf(in, t, len(f.Tables))
		if kind == nil {
			if err := l.ignore(in, t); err != nil {
				return err
			}
			continue
		}
		taken++
		if err := l.take(in, t, kind); err != nil {
			return err
		}
	}
	if taken == 0 {
		return UsageError{fmt.Errorf("%s: none of its sheets (%s) is named after a table (%s); rename one, name it with --sheet, or give --map",
			in.name, sheetNames(f), l.run.tableNames())}
	}
	return l.run.warn(in, f)
}

// warn records what reading a file so far has warned of, each warning once
// however often the file is read.
func (r *run) warn(in *input, f *table.File) error {
	for i := range f.Warnings {
		w := f.Warnings[i]
		w.File = in.name
		if r.warned[w] {
			continue
		}
		r.warned[w] = true
		if err := r.out.problem(warning, &w); err != nil {
			return err
		}
	}
	return nil
}

// kindOf is the table that a CSV file or a sheet is: a sheet by its own name, or
// by its workbook's where that has only one.
func (l *loader) kindOf(in *input, t *table.Table, sheets int) *record.Kind {
	if t.Sheet == "" {
		return in.table
	}
	if t.Sheet == l.run.Sheet {
		l.sheetFound = true
		if m := l.run.mapping; m != nil {
			return l.run.kindNamed(m.Table)
		}
		return l.run.kinds[0]
	}
	if k := record.KindAmong(l.run.kinds, t.Sheet); k != nil {
		return k
	}
	if sheets == 1 && l.run.Sheet == "" {
		return in.table
	}
	if in.sheet == t.Sheet {
		return l.run.kindNamed(l.run.mapping.Table)
	}
	return nil
}

// ignore passes over a sheet that is named after no table. One that looks like a
// table all the same is warned of.
func (l *loader) ignore(in *input, t *table.Table) error {
	known := 0
	t.FindHeader(l.run.isColumn)
	for _, h := range t.Header {
		if l.run.isColumn(table.Key(h)) {
			known++
		}
	}
	if known < 2 {
		return nil
	}
	return l.run.out.problem(warning, &table.Problem{File: in.name, Sheet: t.Sheet, Code: "ignored_sheet",
		Message: "not read: it is named after no table (" + l.run.tableNames() + ")"})
}

// isColumn reports whether any table has a column of that key.
func (r *run) isColumn(key string) bool {
	return slices.ContainsFunc(r.kinds, func(k *record.Kind) bool {
		return slices.ContainsFunc(k.Columns, func(c string) bool { return table.Key(c) == key })
	})
}

func openTable(in *input) (*table.File, error) { return openBy(in, table.Open) }

// openBy opens a file by table.Open, or by the like of a table.Seen if it may be
// opened again.
func openBy(in *input, open func(path string) (*table.File, error)) (*table.File, error) {
	f, err := open(in.path)
	var known *table.Problem
	if errors.As(err, &known) {
		known.File = in.name
	}
	if err != nil {
		return nil, err
	}
	f.Name = in.name
	for _, t := range f.Tables {
		t.File = in.name
	}
	return f, nil
}

func sheetNames(f *table.File) string {
	var names []string
	for _, t := range f.Tables {
		names = append(names, t.Sheet)
	}
	return strings.Join(names, ", ")
}

func (l *loader) take(in *input, t *table.Table, kind *record.Kind) error {
	layout, err := l.run.layoutOf(t, kind)
	if err != nil {
		return err
	}
	later := &source{in: in, sheet: t.Sheet, layout: *layout}
	switch kind {
	case record.PayrollKind, record.WinningsKind:
		l.run.payroll = append(l.run.payroll, later)
		return l.run.unknownColumns(t, layout)
	case record.WorklogKind:
		l.worklogs = append(l.worklogs, later)
		return l.run.unknownColumns(t, layout)
	}
	var problems []*table.Problem
	var n int
	switch kind {
	case record.EmployeesKind:
		n, problems, err = read(t, layout, record.Employees, &l.employees)
	case record.EmployersKind:
		n, problems, err = read(t, layout, record.Employers, &l.employers)
	case record.AgreementsKind:
		n, problems, err = read(t, layout, record.Agreements, &l.agreements)
	case record.WorksitesKind:
		n, problems, err = read(t, layout, record.Worksites, &l.worksites)
	case record.FactorsKind:
		n, problems, err = read(t, layout, record.FactorRows, &l.run.factors)
	case record.PaymentsKind:
		n, problems, err = read(t, layout, record.Payments, &l.run.payments)
	case record.FilingsKind:
		n, problems, err = read(t, layout, record.Filings, &l.run.filings)
	case record.HistoryKind:
		n, problems, err = read(t, layout, record.History, &l.history)
	case record.ContractorsKind:
		n, problems, err = read(t, layout, record.Contractors, &l.contracts)
	case record.W2Kind:
		n, problems, err = read(t, layout, record.W2s, &l.w2s)
	}
	if err != nil {
		return err
	}
	in.rows += n
	if kind == l.run.kinds[0] { // a main table that is read whole
		later.rows = n
		l.run.payroll = append(l.run.payroll, later)
	}
	for _, p := range problems {
		if err := l.run.setAside(in, p); err != nil {
			return err
		}
	}
	return l.run.unknownColumns(t, layout)
}

// A faultyRecord is a record of a row that may have been at fault.
type faultyRecord interface{ Faulty() bool }

// read reads a small table, and says how many rows it has.
func read[T faultyRecord](t *table.Table, l *record.Layout, f func(*table.Table, *record.Layout) ([]T, []*table.Problem, error), all *[]T) (rows int, problems []*table.Problem, err error) {
	records, problems, err := f(t, l)
	if *all == nil {
		*all = records // of one file, mostly
	} else {
		*all = append(*all, records...)
	}
	return rowsOf(records, problems), problems, err
}

// rowsOf is how many rows a table has: those that became records, and those that
// could not be read at all.
func rowsOf[T faultyRecord](records []T, problems []*table.Problem) int {
	faulty := map[int]bool{}
	for _, p := range problems {
		faulty[p.Row] = true
	}
	rows := len(records) + len(faulty)
	for i := range records {
		if records[i].Faulty() {
			rows-- // it is among both
		}
	}
	return rows
}

// layoutOf finds a table's columns, and refuses a table that lacks one it needs.
func (r *run) layoutOf(t *table.Table, kind *record.Kind) (*record.Layout, error) {
	m := r.mapping
	if m != nil && (m.Table != kind.Name || r.memory.owns(t.File)) {
		m = nil
	}
	layout := &record.Layout{Dates: m.DateOrder()}
	var err error
	if layout.Names, layout.Constants, err = m.Fit(t, kind.Columns, r.mayTotal(t, kind)); err != nil {
		return nil, inFile(t, err)
	}
	if missing := layout.Missing(kind); len(missing) > 0 {
		return nil, &table.Problem{File: t.File, Sheet: t.Sheet, Row: t.HeaderRow, Code: "missing_column",
			Message: fmt.Sprintf("no column %s; the header has %s (%s)",
				strings.Join(missing, ", "), strings.Join(shownHeader(t), ", "), whichMap(t))}
	}
	return layout, nil
}

// shownHeader is a table's header as a message may show it: what stands in a
// header's place may be somebody's data.
func shownHeader(t *table.Table) (shown []string) {
	for _, h := range t.Header {
		if strings.ContainsAny(h, "0123456789") {
			h = "(a value, not a name)"
		}
		shown = append(shown, h)
	}
	return shown
}

// unknownColumns warns of columns that are not read.
func (r *run) unknownColumns(t *table.Table, l *record.Layout) error {
	if r.mapping != nil {
		return nil // what a mapping leaves out is left out on purpose
	}
	for i, name := range l.Names {
		if name != "" || t.Header[i] == "" {
			continue
		}
		err := r.out.problem(warning, &table.Problem{File: t.File, Sheet: t.Sheet, Row: t.HeaderRow, Column: t.Header[i],
			Code: "unknown_column", Message: "not one of the table's columns; it was not read"})
		if err != nil {
			return err
		}
	}
	return nil
}

// setAside records a row of a small table that is not used, once however many of
// its cells are at fault. A row that cannot be read at all could be anybody's.
func (r *run) setAside(in *input, p *table.Problem) error {
	row := rowOf{p.Sheet, p.Row}
	if in.aside == nil {
		in.aside = map[rowOf]bool{}
	}
	if !in.aside[row] {
		in.aside[row] = true
		in.setAside++
	}
	r.unread = r.unread || p.Column == ""
	p.File = in.name
	return r.out.problem(severe, p)
}
