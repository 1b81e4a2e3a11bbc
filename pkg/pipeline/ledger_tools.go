package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/ledger"
)

// ledgerAt is an error where there is no ledger.
func ledgerAt(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no ledger at %s; withhold run --ledger makes one", path)
	}
	return nil
}

// openLedger opens a ledger that must be there.
func openLedger(ctx context.Context, path string) (*ledger.SQL, error) {
	if err := ledgerAt(path); err != nil {
		return nil, err
	}
	return ledger.OpenExisting(ctx, path)
}

// CheckLedger looks through a whole ledger. It posts nothing, and may be used
// while a run is under way.
func CheckLedger(ctx context.Context, path string) (report *ledger.Report, err error) {
	s, err := openLedger(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Check(ctx)
}

// BackupLedger writes a consistent copy of a ledger to a new file.
func BackupLedger(ctx context.Context, path, to string) (err error) {
	s, err := openLedger(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Backup(ctx, to)
}

// payrollDump is the payroll in force, as a run reads it.
const payrollDump = "payroll"

// ExportLedger writes everything a ledger holds as CSV files, all at once, and
// says how many rows each has.
func ExportLedger(ctx context.Context, path, out, version string) (m *LedgerExport, err error) {
	s, err := openLedger(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	stage, err := outdir.Open(out, isExport)
	if err != nil {
		return nil, err
	}
	o, err := openOutputs(stage, exported)
	if err != nil {
		return nil, errors.Join(err, stage.Discard())
	}
	m = &LedgerExport{Command: "ledger export", Version: version, Tables: map[string]TableTotal{}}
	err = m.fill(ctx, s, o)
	err = errors.Join(err, o.close())
	if err == nil {
		err = (&run{stage: stage}).writeManifest(m)
	}
	if err != nil {
		return nil, errors.Join(err, stage.Discard())
	}
	return m, stage.Commit()
}

// A LedgerExport is the manifest of an export.
type LedgerExport struct {
	Command string                `json:"command"`
	Version string                `json:"version"`
	Tables  map[string]TableTotal `json:"tables"`
}

func (m *LedgerExport) fill(ctx context.Context, s *ledger.SQL, o *outputs) error {
	into := func(name string) func([]string) error {
		t := exportTable(name)
		return func(cells []string) error {
			return o.row(t, func(r *results.Row) {
				for _, c := range cells {
					r.Text(c)
				}
			})
		}
	}
	for _, d := range ledger.Dumps {
		if err := s.Dump(ctx, d, into(d.Name)); err != nil {
			return err
		}
	}
	if err := s.Payroll(ctx, ledger.Query{}, into(payrollDump)); err != nil {
		return err
	}
	for _, t := range exported {
		m.Tables[t.Name] = TableTotal{o.rows[t]}
	}
	return nil
}

// exported are the tables of an export, each made once.
var exported = func() (list []*results.Table) {
	for _, d := range ledger.Dumps {
		list = append(list, results.Texts(d.Name, d.Private, d.Header()...))
	}
	return append(list, results.Texts(payrollDump, false, ledger.Columns...))
}()

func exportTable(name string) *results.Table {
	return exported[slices.IndexFunc(exported, func(t *results.Table) bool { return t.Name == name })]
}

func isExport(name string) bool {
	return name == outdir.Manifest || slices.ContainsFunc(exported, func(t *results.Table) bool { return t.File() == name })
}
