package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
)

// This file is the walk of commands whose inputs are small: a table is read
// whole, each row is worked out, and one table is written.

// A TablesManifest says what went into such a command and what came out.
type TablesManifest struct {
	Command   string                `json:"command"`
	Version   string                `json:"version"`
	Schedules string                `json:"schedules"`
	AsOf      string                `json:"as_of,omitempty"`
	Inputs    []ManifestInput       `json:"inputs"`
	Rows      int                   `json:"rows"`
	SetAside  int                   `json:"set_aside"`
	Warnings  int                   `json:"warnings"`
	Control   map[string]string     `json:"control_totals"`
	Tables    map[string]TableTotal `json:"tables"`
}

// A TablesReport says what was done, for the person who started it.
type TablesReport struct {
	Manifest *TablesManifest
	Words    string   // what was done, in one line
	Problems []string // the first problems, as sentences
}

// wholeTables is one such command.
type wholeTables struct {
	name   string
	kinds  []*record.Kind // the main table first
	writes *results.Table
	inputs bool // it needs an input; else the ledger is enough
	work   func(context.Context, *run, *TablesReport) error
}

func (c *wholeTables) isResult(name string) bool {
	return name == outdir.Manifest || name == c.writes.File() || name == results.Problems.File()
}

// do runs the command. On an error nothing has been written. The report is given
// with ErrStrict as well.
func (c *wholeTables) do(ctx context.Context, o Options) (report *TablesReport, err error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	r.kinds = c.kinds
	if r.stage, err = outdir.Open(o.Out, c.isResult); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil || report == nil { // a panic gives neither
			err = errors.Join(err, r.stage.Discard())
		}
	}()
	tables := []*results.Table{c.writes, results.Problems}
	if r.out, err = openOutputs(r.stage, tables); err != nil {
		return nil, err
	}
	if c.inputs {
		if err := r.findInputs(c.kinds[0]); err != nil {
			return nil, err
		}
		if err := r.refuseEmptyTables(c.kinds[0]); err != nil {
			return nil, err
		}
	}
	report = &TablesReport{Manifest: &TablesManifest{Command: c.name, Version: o.Version, Schedules: r.book.Hash(), Control: map[string]string{}}}
	if err := c.work(ctx, r, report); err != nil {
		return nil, err
	}
	for _, p := range r.notes.problems() {
		if err := r.out.problem(warning, p); err != nil {
			return nil, err
		}
	}
	m := report.Manifest
	m.Inputs, m.Rows, m.SetAside = r.manifestInputs()
	m.Inputs = append([]ManifestInput{}, m.Inputs...) // none is an empty list
	m.Warnings, report.Problems, m.Tables = r.out.warnings, r.out.firstProblems, map[string]TableTotal{}
	for _, t := range tables {
		m.Tables[t.Name] = TableTotal{r.out.rows[t]}
	}
	if r.Strict && m.SetAside > 0 {
		return report, ErrStrict
	}
	if err := errors.Join(r.out.close(), r.writeManifest(m)); err != nil {
		return nil, err
	}
	if err := r.stage.Commit(); err != nil {
		return nil, err
	}
	return report, nil
}

// refuseEmptyTables warns of a table without rows, and refuses where there are
// none at all.
func (r *run) refuseEmptyTables(kind *record.Kind) error {
	for _, s := range r.payroll {
		if s.rows > 0 {
			continue
		}
		if err := r.out.problem(warning, &table.Problem{File: s.in.name, Sheet: s.sheet, Code: "no_rows", Message: "it has a header but no rows"}); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(r.payroll, func(s *source) bool { return s.rows > 0 || s.in.setAside > 0 }) {
		return fmt.Errorf("%s: %s has a header but no rows", r.payroll[0].in.name, kind.Name)
	}
	return nil
}

// rowFault sets aside a row of a table that was read whole.
func (r *run) rowFault(s *record.Source, column, code, value string, err error) error {
	return r.setAside(r.inputOf(s.File), r.rowProblem(s, column, code, value, err.Error()))
}

// rowWarning warns of one.
func (r *run) rowWarning(s *record.Source, column, code, value, message string) error {
	return r.out.problem(warning, r.rowProblem(s, column, code, value, message))
}

func (r *run) rowProblem(s *record.Source, column, code, value, message string) *table.Problem {
	return &table.Problem{File: s.File, Sheet: s.Sheet, Row: s.Row, Column: column, Code: code, Value: value, Message: message}
}

func (r *run) inputOf(file string) *input {
	return r.inputs[slices.IndexFunc(r.inputs, func(in *input) bool { return in.name == file })]
}
