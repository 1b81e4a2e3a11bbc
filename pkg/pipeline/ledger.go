package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
	"example.com/withhold/pkg/ledger"
)

// LedgerOptions say what a run remembers, and who and when it is.
type LedgerOptions struct {
	Path string // the file, made if missing; "" remembers nothing
	// RecomputeFrom, where it is not 0, computes again the checks of the ledger
	// paid from that day on, under the law as it is known now. Then there is no
	// payroll among the inputs.
	RecomputeFrom calc.Date
	Wait          time.Duration // for another run to end
	Who           string
	Now           time.Time
}

// A ManifestLedger says what a run posted.
type ManifestLedger struct {
	Run string `json:"run"` // the same for the same inputs, data and program
	ledger.Counts
	Amendments int `json:"amendments"`
}

// memory is a run's side of the ledger. Its methods do nothing on a nil memory,
// which is a run without a ledger.
type memory struct {
	store *ledger.SQL
	lock  *ledger.Lock
	tx    ledger.Tx

	captured   []captured
	sorter     *spool.Sorter // this run's checks, and those computed again
	mu         sync.Mutex
	cites      []string
	citeIDs    map[string]int
	again      *source // the ledger's payroll that is computed again; nil if none is
	recomputed map[string]*totals
	spans      map[*employer]*paidDays
	balances   map[string][]ledger.Balance
	closed     map[string][]ledger.Closed
	counts     ledger.Counts
	unseen     []int64 // runs with this run's id whose results were not confirmed
	amendments []ledger.Amendment
	people     []ledger.EmployeeAmendment
	id         string
	texts      map[string]string
}

// ledgerName is what messages call rows that come from the ledger.
const ledgerName = "the ledger"

// openMemory locks and opens the ledger.
func (r *run) openMemory(ctx context.Context) error {
	o := r.Options.Ledger
	if o.Path == "" {
		return nil
	}
	out, err := filepath.Abs(r.Out)
	if err != nil {
		return err
	}
	me := ledger.Holder{PID: os.Getpid(), Since: o.Now.UTC().Format(time.RFC3339), Doing: "writing " + out}
	m := &memory{citeIDs: map[string]int{}, recomputed: map[string]*totals{}, spans: map[*employer]*paidDays{}, balances: map[string][]ledger.Balance{}, closed: map[string][]ledger.Closed{}}
	if m.lock, err = ledger.Acquire(ctx, o.Path, o.Wait, me); err != nil {
		return err
	}
	if m.store, err = ledger.Open(ctx, o.Path); err != nil {
		return errors.Join(err, m.lock.Release())
	}
	r.memory = m
	return nil
}

// close gives the ledger back. What was not committed is as if it never was.
func (m *memory) close() error {
	if m == nil {
		return nil
	}
	var errs []error
	if m.tx != nil {
		errs = append(errs, m.tx.Rollback())
	}
	if m.store != nil {
		errs = append(errs, m.store.Close())
	}
	if m.lock != nil {
		errs = append(errs, m.lock.Release())
	}
	return errors.Join(errs...)
}

// tables are the tables that this run writes.
func (r *run) tables() []*results.Table {
	if r.memory == nil {
		return runTables
	}
	list := append([]*results.Table{}, runTables[:len(runTables)-1]...)
	return append(list, results.Amendments, results.EmployeeAmendments, runTables[len(runTables)-1])
}

// owns reports whether a table was made from the ledger.
func (m *memory) owns(file string) bool { return m != nil && file == ledgerName }

// remembers reports whether a source was.
func (m *memory) remembers(s *source) bool { return m != nil && m.again == s }

// identify gives the run its id, once all inputs are known.
func (m *memory) identify(r *run) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n", r.Version, r.book.Hash(), r.Map)
	for _, in := range r.inputs {
		fmt.Fprintf(h, "%s\n", in.hash)
	}
	if from := r.Options.Ledger.RecomputeFrom; from != 0 {
		fmt.Fprintf(h, "from %s\n", from)
	}
	m.id = hex.EncodeToString(h.Sum(nil))
}

func (m *memory) manifest() *ManifestLedger {
	if m == nil {
		return nil
	}
	return &ManifestLedger{m.id, m.counts, len(m.amendments)}
}

// putInPlace makes the results durable, commits what was posted, and then puts
// the results where they were asked for: see the comment of package ledger.
func (r *run) putInPlace(ctx context.Context) error {
	m := r.memory
	if m == nil {
		return r.stage.Commit()
	}
	if err := r.stage.Seal(); err != nil {
		return err
	}
	out, err := filepath.Abs(r.Out)
	if err != nil {
		return err
	}
	done := ledger.Run{ID: m.id, Started: r.Options.Ledger.Now.UTC().Format(time.RFC3339), Who: r.Options.Ledger.Who, Version: r.Version,
		Schedules: r.book.Hash(), Out: out}
	for _, in := range r.inputs {
		done.Inputs = append(done.Inputs, ledger.Input{Name: in.name, SHA256: in.hash, Bytes: in.size, Rows: in.rows, SetAside: in.setAside})
	}
	number, err := m.tx.Commit(done)
	if err != nil {
		return fmt.Errorf("%w; nothing was posted or written", err)
	}
	pause("posted")
	if err := r.stage.Commit(); err != nil {
		return fmt.Errorf("%w; the ledger is posted, but the results are not in place: run the same again, which posts nothing more", err)
	}
	pause("in place")
	ctx = context.WithoutCancel(ctx)
	if number > 0 {
		m.unseen = append(m.unseen, number)
	}
	for _, n := range m.unseen {
		if err := m.store.Confirm(ctx, n); err != nil {
			return fmt.Errorf("%w; all is posted and in place, but the ledger does not say so: run the same again", err)
		}
	}
	return nil
}

// pause is where tests stop a run that is to be killed there.
var pause = func(string) {}
