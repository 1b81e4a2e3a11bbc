package pipeline

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/ledger"
)

// This file is how the commands that work from the ledger alone read it: the law
// and the small tables whole, what was posted employer by employer, so that
// memory is bounded by the largest one.

// ArchiveOptions are what such a command is asked to do.
type ArchiveOptions struct {
	Ledger    LedgerOptions // Path must name a ledger that is there
	Schedules []string      // folders of ordinances laid over the built-in ones
	Out       string        // the folder of the results; "" where none are written
	Employers []string      // ids; none means all
	Version   string        // of the program, for the manifest
}

// An archive is a ledger being read. It is a run without payroll: what it knows
// of people and employers is what the small tables said that earlier runs were
// given.
type archive struct {
	*run
	ids []string // of the employers asked for, sorted
}

// openArchive opens a ledger for a command. No run may be under way, so that all
// employers are seen as of one moment; doing is what others who wait are told.
// close must be called at the end.
func openArchive(ctx context.Context, o ArchiveOptions, doing string) (*archive, error) {
	r, err := newRun(Options{Schedules: o.Schedules, Out: o.Out, Version: o.Version, Ledger: o.Ledger})
	if err != nil {
		return nil, err
	}
	a := &archive{run: r}
	r.out = &outputs{}
	r.memory = &memory{closed: map[string][]ledger.Closed{}}
	if err := a.open(ctx, o, doing); err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

func (a *archive) open(ctx context.Context, o ArchiveOptions, doing string) (err error) {
	if err := ledgerAt(o.Ledger.Path); err != nil {
		return err
	}
	me := ledger.Holder{PID: os.Getpid(), Since: o.Ledger.Now.UTC().Format(time.RFC3339), Doing: doing}
	if a.memory.lock, err = ledger.Acquire(ctx, o.Ledger.Path, o.Ledger.Wait, me); err != nil {
		return err
	}
	if a.memory.store, err = openLedger(ctx, o.Ledger.Path); err != nil {
		return err
	}
	return a.chooseEmployers(ctx, o.Employers)
}

// chooseEmployers finds whose payroll the ledger has.
func (a *archive) chooseEmployers(ctx context.Context, asked []string) (err error) {
	if a.ids, err = a.memory.store.Employers(ctx); err != nil || len(asked) == 0 {
		return err
	}
	for _, id := range asked {
		if !slices.Contains(a.ids, id) {
			return UsageError{fmt.Errorf("the ledger has nothing of an employer %q", id)}
		}
	}
	a.ids = slices.Compact(slices.Sorted(slices.Values(asked)))
	return nil
}

// close gives the ledger back, and removes what does not outlive the command.
// Results that were not put in place are discarded.
func (a *archive) close() error {
	errs := []error{a.memory.close()}
	if a.stage != nil {
		errs = append(errs, a.stage.Discard())
	}
	if a.scratch != "" {
		errs = append(errs, os.RemoveAll(a.scratch))
	}
	return errors.Join(errs...)
}

// begin makes ready to write tables, and reads the small tables.
func (a *archive) begin(tables []*results.Table, isResult func(name string) bool) (err error) {
	if a.stage, err = outdir.Open(a.Out, isResult); err != nil {
		return err
	}
	if a.out, err = openOutputs(a.stage, tables); err != nil {
		return err
	}
	return a.readFacts()
}

// readFacts reads the small tables. A row that the ordinance data of today does
// not understand is a problem of the ledger's, told like those of a file.
func (a *archive) readFacts() error {
	l := &loader{run: a.run}
	for _, kind := range remembered {
		if err := l.recallTable(kind); err != nil {
			return err
		}
	}
	a.inputs = []*input{{name: ledgerName, table: record.EmployersKind}}
	return l.joinTables()
}

// each gives do the employers one by one, with their entries and closed
// periods. What was read of one is forgotten before the next.
func (a *archive) each(ctx context.Context, do func(*employer) error) error {
	for _, id := range a.ids {
		e := a.people.employer(id)
		if err := a.load(ctx, e); err != nil {
			return err
		}
		if err := do(e); err != nil {
			return err
		}
		for _, who := range e.people {
			who.entries = account{}
		}
		delete(a.memory.closed, id)
	}
	return nil
}

// load reads what an employer's lines add up to, and its closed periods.
func (a *archive) load(ctx context.Context, e *employer) (err error) {
	if a.memory.closed[e.id], err = a.memory.store.Closed(ctx, e.id); err != nil {
		return err
	}
	sums, err := a.memory.store.Sums(ctx, e.id)
	if err != nil {
		return err
	}
	for k, s := range sums {
		if k.Municipality == "" {
			continue
		}
		at, err := a.placeOf(k.Municipality)
		if err != nil {
			return err
		}
		who := a.people.employee(e.id, k.EmployeeID)
		who.add(&entry{place: at, slot: slot(k.Slot), subject: s.Subject, required: s.Required, withheld: s.Withheld})
	}
	return nil
}

// placeOf is a municipality by the id that the ledger keeps.
func (r *run) placeOf(id string) (*place, error) {
	at, err := r.places.find(id)
	if err != nil || at == nil {
		return nil, fmt.Errorf("the ledger has lines for municipality %q, which the ordinance data does not have: give the --schedules folder "+
			"that the runs were given", id)
	}
	return at, nil
}

// posted gives an employer's lines in force, paid from one day through another.
func (a *archive) posted(ctx context.Context, e *employer, from, to calc.Date) iter.Seq2[*ledger.Posted, error] {
	return a.memory.store.Posted(ctx, ledger.Query{EmployerID: e.id, From: from, To: to})
}

// A ManifestArchive says what a ledger held when a command read it.
type ManifestArchive struct {
	Runs int    `json:"runs"`
	Last string `json:"last_run"` // its id
}

func (a *archive) manifest(ctx context.Context) (m ManifestArchive, err error) {
	runs, err := a.memory.store.Runs(ctx)
	if n := len(runs); n > 0 {
		m = ManifestArchive{n, runs[n-1].ID}
	}
	return m, err
}

// warnings writes what concerns many rows alike into problems.csv.
func (a *archive) warnings() error {
	for _, p := range a.notes.problems() {
		if err := a.out.problem(warning, p); err != nil {
			return err
		}
	}
	return nil
}

// setAsideRows are the rows of the ledger's small tables that could not be used.
func (a *archive) setAsideRows() (n int) {
	for _, in := range a.inputs {
		n += in.setAside
	}
	return n
}

func (a *archive) tableTotals(tables []*results.Table) map[string]TableTotal {
	all := map[string]TableTotal{}
	for _, t := range tables {
		all[t.Name] = TableTotal{a.out.rows[t]}
	}
	return all
}
