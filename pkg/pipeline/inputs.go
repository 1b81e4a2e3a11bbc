package pipeline

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// stdinName is what messages call payroll from standard input.
const stdinName = "standard input"

// An input is one file.
type input struct {
	path, name string // name is what messages call it
	table      *record.Kind
	sheet      string // of a workbook: the one the mapping is for, where none is named after a table
	totals     bool   // it may hold rows of totals
	hash       string
	size       int64
	rows       int
	setAside   int
	aside      map[rowOf]bool // rows of small tables that were set aside
}

// rowOf is one row of a file.
type rowOf struct {
	sheet string
	row   int
}

// A source is one payroll table of an input. It is opened when it is read, so
// that thousands of files may be given.
type source struct {
	in     *input
	sheet  string
	layout record.Layout
	rows   int
}

// findInputs finds all files, loads the small tables, and checks the header of
// each payroll table. One table of the kind needed must be among them.
func (r *run) findInputs(needed *record.Kind) error {
	for _, name := range r.Inputs {
		if err := r.addInput(name); err != nil {
			return err
		}
	}
	loader := &loader{run: r}
	if err := r.openInputs(loader); err != nil {
		return err
	}
	if r.Sheet != "" && !loader.sheetFound {
		return UsageError{fmt.Errorf("no workbook among the inputs has a visible sheet %q", r.Sheet)}
	}
	if err := r.refuseSplit(loader); err != nil {
		return err
	}
	if err := r.lawLoaded(); err != nil {
		return err
	}
	if recompute := r.Options.Ledger.RecomputeFrom != 0; recompute && len(r.payroll) > 0 {
		return UsageError{fmt.Errorf("%s is payroll, but what is to be computed again is the ledger's: run it first, without --recompute-from", r.payroll[0].in.name)}
	} else if recompute {
		return loader.join()
	}
	if needed == r.kinds[0] && len(r.payroll) == 0 || needed == record.WorklogKind && len(loader.worklogs) == 0 {
		return fmt.Errorf("no %s among the inputs; its file is named %[1]s….csv, or its sheet %[1]s; for an export that is called otherwise give --map", needed.Name)
	}
	return loader.join()
}

// openInputs looks into all files while their hashes are worked out.
func (r *run) openInputs(l *loader) (err error) {
	for _, in := range r.inputs {
		if err := in.look(); err != nil {
			return err
		}
	}
	r.hashed = r.hashInputs()
	defer func() {
		if err != nil || !r.hashLater {
			err = cmp.Or(err, r.hashed())
		}
	}()
	if err := r.refuseTwice(r.hashed); err != nil {
		return err
	}
	for _, in := range r.inputs {
		if err := l.open(in); err != nil {
			return err
		}
	}
	return nil
}

// addInput adds a file, the tables in a folder, or standard input.
func (r *run) addInput(name string) error {
	if name == "-" {
		return r.addStdin()
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		in := &input{path: name, name: filepath.Base(name), table: record.KindAmong(r.kinds, filepath.Base(name))}
		if in.table == nil && r.mapping != nil {
			in.table = r.kindNamed(r.mapping.Table)
		}
		if in.table == nil && !isWorkbook(name) {
			return UsageError{fmt.Errorf("%s: what is it? name it after its table (%s), or give --map", name, r.tableNames())}
		}
		r.inputs = append(r.inputs, in)
		return nil
	}
	entries, err := os.ReadDir(name) // sorted by name
	if err != nil {
		return err
	}
	for _, e := range entries {
		file := e.Name()
		kind := record.KindAmong(r.kinds, file)
		switch {
		case e.IsDir() || strings.HasPrefix(file, ".") || !isTable(file):
		case kind == nil && r.mapping == nil && !isWorkbook(file):
			if err := r.out.problem(warning, &table.Problem{File: file, Code: "ignored_file",
				Message: "not read: its name does not begin with a table (" + r.tableNames() + ")"}); err != nil {
				return err
			}
		default:
			if kind == nil && r.mapping != nil {
				kind = r.kindNamed(r.mapping.Table)
			}
			r.inputs = append(r.inputs, &input{path: filepath.Join(name, file), name: file, table: kind})
		}
	}
	return nil
}

// addStdin keeps the main table from standard input in a file, since it may be read
// twice.
func (r *run) addStdin() error {
	temp, err := r.temp()
	if err != nil {
		return err
	}
	path := filepath.Join(temp, "stdin")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return UsageError{errors.New("standard input (-) can be given once")}
	}
	_, err = io.Copy(f, r.Stdin)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	r.inputs = append(r.inputs, &input{path: path, name: stdinName, table: r.kinds[0]})
	return nil
}

func isWorkbook(name string) bool { return strings.EqualFold(filepath.Ext(name), ".xlsx") }

func isTable(name string) bool {
	return isWorkbook(name) || strings.EqualFold(filepath.Ext(name), ".csv")
}

func (r *run) kindNamed(name string) *record.Kind {
	i := slices.IndexFunc(r.kinds, func(k *record.Kind) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return r.kinds[i]
}

func (r *run) tableNames() string {
	var names []string
	for _, k := range r.kinds {
		names = append(names, k.Name)
	}
	return strings.Join(names, ", ")
}
