package pipeline

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync"

	"example.com/withhold/pkg/io/mapping"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/ordinance"
)

// Options are what a run is asked to do.
type Options struct {
	Inputs    []string      // files, folders, or "-" for payroll from Stdin
	Stdin     io.Reader     // read where Inputs has "-"
	Out       string        // the folder of the results
	Schedules []string      // folders of ordinances laid over the built-in ones
	Map       string        // a mapping file or the name of a built-in profile, or ""
	Sheet     string        // the sheet of a workbook that is payroll, whatever its name; or ""
	RateAge   ordinance.Age // a rate read longer before the pay it is used for is warned of; 0 is any age
	Strict    bool          // any row set aside fails the run
	Report    bool          // make the workbook
	Workers   int           // goroutines that compute; the results do not depend on it
	Version   string        // of the program, for the manifest
	Ledger    LedgerOptions
	// Progress, if set, is told how many bytes of payroll are read and how many
	// there are. It is called by one goroutine at a time.
	Progress func(read, total int64)
}

// A Report says what a run did, for the person who started it.
type Report struct {
	Manifest  *Manifest
	AmountDue string   // to remit, in all
	Problems  []string // the first problems, as sentences
}

// ErrStrict is returned where a strict run met rows it had to set aside.
var ErrStrict = errors.New("rows had to be set aside, and --strict allows none; nothing was written")

// A UsageError is an input that cannot be meant.
type UsageError struct{ error }

// run is one run under way.
type run struct {
	Options
	book      *ordinance.Book
	mapping   *mapping.Mapping
	stage     *outdir.Stage // nil where nothing is written
	scratch   string        // then a folder for standard input, if need be
	places    *places
	people    *people
	kinds     []*record.Kind // the tables that are read, the main one first
	inputs    []*input
	payroll   []*source // or what else the main table is
	filings   []record.Filing
	factors   []record.Factors
	payments  []record.Payment
	election  *election
	logs      *logs
	seen      table.Seen // of workbooks
	catchUps  *catchUps
	refunds   refunds
	out       *outputs
	notes     notes
	memory    *memory                // nil where there is no ledger
	warned    map[table.Problem]bool // of files
	digest    digest
	lawLoaded func() error // waits for the law
	hashed    func() error // waits for the hashes of the inputs
	hashLater bool         // they are worked out while payroll streams by
	alone     *settler     // see settler
	auditing  bool         // tax withheld for no municipality is a finding, not a fault
	unread    bool         // a row was set aside of which nobody can tell whose it was
	unplaced  int          // rows of payroll that were
	expected  int          // how many checks an employee may have
	read      progress
}

// Run does the main job: it reads the inputs, computes what must be withheld and
// remitted, and writes the results. On an error nothing has been written. The
// Report is given with ErrStrict as well.
func Run(ctx context.Context, o Options) (report *Report, err error) {
	r, err := startRun(o)
	if err != nil {
		return nil, err
	}
	defer r.await()
	if err := r.openMemory(ctx); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.memory.close()) }()
	if r.stage, err = outdir.Open(o.Out, isResult); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil || report == nil { // a panic gives neither
			err = errors.Join(err, r.stage.Discard())
		}
	}()
	return r.steps(ctx)
}

// newRun makes a run and loads what it goes by: the law, and what columns mean.
func newRun(o Options) (*run, error) {
	r := &run{Options: o, kinds: record.Kinds, people: newPeople(), logs: newLogs(), warned: map[table.Problem]bool{}}
	r.lawLoaded = func() error { return nil }
	err := r.loadLaw()
	if err == nil {
		r.mapping, err = loadMapping(o.Map)
	}
	return r, err
}

// startRun is newRun for a run that may look into its inputs while the law is
// being loaded. With a ledger, a fault of the law comes before anything is opened.
func startRun(o Options) (r *run, err error) {
	if o.Ledger.Path != "" {
		return newRun(o)
	}
	r = &run{Options: o, kinds: record.Kinds, people: newPeople(), logs: newLogs(), warned: map[table.Problem]bool{}, hashLater: true}
	if r.mapping, err = loadMapping(o.Map); err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go func() { done <- r.loadLaw() }()
	r.lawLoaded = sync.OnceValue(func() error { return <-done })
	return r, nil
}

func (r *run) loadLaw() (err error) {
	if r.book, err = ordinance.Load(r.Schedules...); err != nil {
		return err
	}
	r.places = newPlaces(r.book)
	return nil
}

// await waits for what is still under way when a run ends early. A run that
// failed has said why.
func (r *run) await() {
	_ = r.lawLoaded()
	if r.hashed != nil {
		_ = r.hashed()
	}
}

func (r *run) steps(ctx context.Context) (*Report, error) {
	var err error
	if r.out, err = openOutputs(r.stage, r.tables()); err != nil {
		return nil, err
	}
	if !r.Report {
		r.out.report = nil
	}
	if err := r.findInputs(record.PayrollKind); err != nil {
		return nil, err
	}
	if err := r.survey(ctx); err != nil {
		return nil, err
	}
	if err := r.compute(ctx); err != nil {
		return nil, err
	}
	if err := r.out.refunds(r.refunds); err != nil {
		return nil, err
	}
	if err := r.postChecks(ctx); err != nil {
		return nil, err
	}
	if err := r.out.finish(r.stage, results.Lines); err != nil {
		return nil, err
	}
	settled, err := r.settle()
	if err = cmp.Or(err, r.hashRest()); err != nil {
		return nil, err
	}
	if err := r.amend(ctx); err != nil {
		return nil, err
	}
	manifest, err := r.balance(settled)
	if err != nil {
		return nil, err
	}
	report := &Report{manifest, r.digest.due.String(), r.out.firstProblems}
	if r.Strict && manifest.SetAside > 0 {
		return report, ErrStrict
	}
	if err := r.finish(manifest); err != nil {
		return nil, err
	}
	if err := r.putInPlace(ctx); err != nil {
		return nil, err
	}
	return report, nil
}

func loadMapping(path string) (*mapping.Mapping, error) {
	if path == "" {
		return nil, nil
	}
	return mapping.Load(path)
}
