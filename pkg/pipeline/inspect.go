package pipeline

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.com/withhold/pkg/io/mapping"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// An Inspection is how a file would be read, for the person whose file it is. It
// shows no social security number.
type Inspection struct {
	File    string
	What    string   // CSV text, cells between commas
	Sheets  []string // of a workbook, the visible ones
	Sheet   string   // the one looked at
	Looks   []string // the payroll products it looks like, and how sure that is
	Table   string   // the table of ours it is read as
	Mapping string
	Header  int // the row
	Titles  []string
	Columns []InspectedColumn
	Fault   string     // why it cannot be read as it is; then no rows follow
	Names   []string   // our columns that have a value
	Rows    [][]string // the first rows as they are understood
	Count   int        // rows in all
	Aside   int        // of them, rejected
	Reasons []string   // the first of the reasons
	Notes   []string   // warnings
	Draft   string     // a mapping to edit
}

// An InspectedColumn is one column of the file.
type InspectedColumn struct {
	Letter, Header string
	As             string // what becomes of it; "" where it is not read
	Example        string
}

// maxReasons is how many reasons are shown: more are of the same kinds.
const maxReasons = 20

// Inspect looks into one file as a run would. Sheet and tableName may be blank.
func Inspect(o Options, path, sheet, tableName string) (*Inspection, error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	in := &input{path: path, name: filepath.Base(path), totals: true}
	r.inputs = []*input{in}
	i := &inspector{run: r, in: in, Inspection: &Inspection{File: in.name}}
	if err := i.look(sheet, tableName); err != nil {
		return nil, err
	}
	return i.Inspection, nil
}

// An inspector is an Inspection under way.
type inspector struct {
	*Inspection
	run    *run
	in     *input
	kind   *record.Kind
	header []string // of the file
}

func (i *inspector) look(sheet, tableName string) error {
	f, err := openTable(i.in)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, t := range f.Tables {
		if t.Sheet != "" {
			i.Sheets = append(i.Sheets, t.Sheet)
		}
	}
	likely := i.recognise(f)
	i.What = f.Describe()
	m := i.run.mapping
	if i.kind, err = i.kindOf(m, likely, tableName); err != nil {
		return err
	}
	if m == nil && likely != nil && tableName == "" && i.named(f) == nil {
		m = likely
	}
	i.run.mapping = m
	i.Table, i.Mapping = i.kind.Name, m.Name()
	t, err := i.choose(f, m, sheet)
	if err != nil || t == nil {
		return err
	}
	i.Sheet = t.Sheet
	fault := i.fit(t)
	i.describe(t, m)
	i.Draft = i.draft(t, m)
	if fault != nil {
		i.Fault = fault.Error()
		return nil
	}
	return i.read(t.Sheet)
}

// recognise lists the products whose exports the file looks like, and returns
// the likeliest that can be read.
func (i *inspector) recognise(f *table.File) (likely *mapping.Mapping) {
	for _, t := range f.Tables {
		for _, m := range mapping.Recognise(t) {
			p := m.Profile
			text := fmt.Sprintf("%s (--map %s; confidence %s: %s)", p.Title, p.Name, p.Confidence, p.Seen)
			if p.Refuse != "" {
				text = fmt.Sprintf("%s, which cannot be read: %s", p.Title, p.Refuse)
			}
			if !slices.Contains(i.Looks, text) {
				i.Looks = append(i.Looks, text)
			}
			if likely == nil {
				likely = m
			}
		}
	}
	return likely
}

// named is the table that the file or one of its sheets is named after.
func (i *inspector) named(f *table.File) *record.Kind {
	if k := record.KindOf(i.in.name); k != nil && k != record.PayrollKind {
		return k
	}
	for _, t := range f.Tables {
		if k := record.KindOf(t.Sheet); t.Sheet != "" && k != nil && k != record.PayrollKind {
			return k
		}
	}
	return nil
}

// kindOf is the table of ours that the file is read as.
func (i *inspector) kindOf(m, likely *mapping.Mapping, tableName string) (*record.Kind, error) {
	name := tableName
	switch {
	case name != "":
	case m != nil:
		name = m.Table
	case record.KindOf(i.in.name) != nil:
		name = record.KindOf(i.in.name).Name
	case likely != nil:
		name = likely.Table
	default:
		name = record.PayrollKind.Name
	}
	k := i.run.kindNamed(name)
	if k == nil {
		return nil, UsageError{fmt.Errorf("there is no table %s; there are %s", name, i.run.tableNames())}
	}
	return k, nil
}

// choose is the sheet to look at. Where it cannot tell, it says so in Fault.
func (i *inspector) choose(f *table.File, m *mapping.Mapping, sheet string) (*table.Table, error) {
	if sheet == "" && m != nil {
		sheet = m.Sheet
	}
	if sheet != "" {
		for _, t := range f.Tables {
			if t.Sheet == sheet {
				return t, nil
			}
		}
		return nil, UsageError{fmt.Errorf("%s: there is no visible sheet %s in it; there are %s", i.File, sheet, strings.Join(i.Sheets, ", "))}
	}
	if len(f.Tables) == 1 {
		return f.Tables[0], nil
	}
	var fit, named []*table.Table
	for _, t := range f.Tables {
		if record.KindOf(t.Sheet) == i.kind {
			named = append(named, t)
		}
		if i.goesWith(t, m) {
			fit = append(fit, t)
		}
	}
	switch {
	case len(named) == 1:
		return named[0], nil
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) > 1:
		i.Fault = "several sheets have the columns; look at one with --sheet, and name it as sheet: in a mapping"
	default:
		i.Fault = "none of the sheets has the columns; look at one with --sheet"
	}
	return nil, nil
}

// goesWith reports whether a table has what its kind needs.
func (i *inspector) goesWith(t *table.Table, m *mapping.Mapping) bool {
	if m != nil {
		return m.Try(t, i.kind.Columns) == nil
	}
	if m.Try(t, i.kind.Columns) != nil {
		return false
	}
	names, constants, err := m.Apply(t.Header, i.kind.Columns)
	return err == nil && len((&record.Layout{Names: names, Constants: constants}).Missing(i.kind)) == 0
}

// likelyHeader finds the header of a file of which nothing is known, to show its
// columns: the first row with headers that often mean a column of ours, else the
// first that has two cells.
func (i *inspector) likelyHeader(t *table.Table) {
	if i.run.mapping != nil {
		return
	}
	often := map[string]bool{}
	for _, name := range i.kind.Columns {
		for _, s := range append([]string{name}, synonyms[name]...) {
			often[table.Key(s)] = true
		}
	}
	t.FindHeader(func(key string) bool { return often[key] })
	if !slices.ContainsFunc(t.Header, func(h string) bool { return often[table.Key(h)] }) {
		t.FindHeader(func(key string) bool { return key != "" })
	}
	i.header, i.Header = slices.Clone(t.Header), t.HeaderRow
}

// fit makes the table ready to be read, or says why it cannot be.
func (i *inspector) fit(t *table.Table) error {
	// The header first, as the file has it: rows made anew have another.
	_ = i.run.mapping.Try(t, i.kind.Columns)
	i.header, i.Header = slices.Clone(t.Header), t.HeaderRow
	_, err := i.run.layoutOf(t, i.kind)
	var p *table.Problem
	if errors.As(err, &p) && p.Code == "missing_column" {
		i.likelyHeader(t)
		p.Row = i.Header
		p.Message, _, _ = strings.Cut(p.Message, "; the header has")
		p.Message += "; write a mapping that says where it is (--write makes one to edit)"
		if len(i.Looks) > 0 {
			p.Message += ", or try a built-in one"
		}
	}
	return err
}
