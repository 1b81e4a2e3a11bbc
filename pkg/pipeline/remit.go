package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/ledger"
)

// RemitOptions are what is asked of Remit: DueBy or Period.
type RemitOptions struct {
	ArchiveOptions
	DueBy           calc.Date // what is to be paid by that day
	Period          string    // 2026-03, 2026-Q1, 2026-03-P1
	Close           bool      // mark what is remitted as such
	CloseIncomplete bool      // also where rows of the employer were set aside
	SkipIncomplete  bool      // leave such employers out
	Again           bool      // make the results of the same command again that closed before
	PaidOn          calc.Date // the day on which all of it is paid; 0: each by the day it is to be paid by
	Bank            string    // the bank file, or ""
	EFTAll          bool      // pay electronically also what need not be
	NoZeroReturns   bool      // no returns for periods without payroll
}

// A RemitReport says what was done, for the person who started it.
type RemitReport struct {
	Manifest *RemitManifest
	Problems []string // the first problems, as sentences
}

// A RemitManifest is the manifest of returns.
type RemitManifest struct {
	Command   string                `json:"command"`
	Version   string                `json:"version"`
	Schedules string                `json:"schedules"` // SHA-256 of the ordinance data as loaded
	Ledger    ManifestArchive       `json:"ledger"`
	DueBy     string                `json:"due_by,omitempty"`
	Period    string                `json:"period,omitempty"`
	Closed    int                   `json:"closed"` // periods
	SetAside  int                   `json:"set_aside"`
	Warnings  int                   `json:"warnings"`
	Control   RemitControl          `json:"control_totals"`
	Tables    map[string]TableTotal `json:"tables"`
}

// RemitControl are what ties: what is due, less what was settled before, is
// payments and credits used, less credits left; and the payment file moves what
// its rows of payments.csv say.
type RemitControl struct {
	Remittances  int    `json:"remittances"`
	ZeroReturns  int    `json:"zero_returns"` // of these, for periods without payroll
	AmountDue    string `json:"amount_due"`
	Settled      string `json:"settled_before"`
	CreditUsed   string `json:"credit_used"`
	Payments     string `json:"payments"`
	CreditLeft   string `json:"credit_left"`
	PaymentCount int    `json:"payment_count"`
	FileCount    int    `json:"payments_in_file"`
	FileTotal    string `json:"total_of_file"`
}

var remitTables = []*results.Table{results.Remitted, results.Payments, results.Credits, results.Listing, results.Worksheets, results.Problems}

func isRemit(name string) bool {
	return name == achName || name == outdir.Manifest || name == worksheetsPage ||
		slices.ContainsFunc(remitTables, func(t *results.Table) bool { return t.File() == name })
}

// A remitting is returns and payments being drawn up.
type remitting struct {
	*archive
	o          RemitOptions
	runs       []ledger.Run
	pending    *ledger.Run // closed these periods before, and was cut off; nil if none was
	incomplete map[string][]string
	payments   payments
	forms      returnForms
	closing    []ledger.Closed
	totals     remitTotals
}

// Remit draws up returns and payments of what is due, from the ledger, and closes
// it where that is asked. On an error nothing has been written or closed.
func Remit(ctx context.Context, o RemitOptions) (report *RemitReport, err error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	a, err := openArchive(ctx, o.ArchiveOptions, "drawing up returns")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	r := &remitting{archive: a, o: o}
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	if err := r.each(ctx, func(e *employer) error { return r.employer(ctx, e) }); err != nil {
		return nil, err
	}
	if err := r.writePayments(); err != nil {
		return nil, err
	}
	m, err := r.balance()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(a.out.close(), r.forms.close(), a.writeManifest(m)); err != nil {
		return nil, err
	}
	if err := r.putInPlace(ctx); err != nil {
		return nil, err
	}
	return &RemitReport{m, a.out.firstProblems}, nil
}

// prepare reads what must be known before the first employer.
func (r *remitting) prepare(ctx context.Context) (err error) {
	if r.runs, err = r.memory.store.Runs(ctx); err != nil {
		return err
	}
	if err := r.findPending(); err != nil {
		return err
	}
	if r.incomplete, err = r.memory.setAside(ctx); err != nil {
		return err
	}
	if err := r.begin(remitTables, isRemit); err != nil {
		return err
	}
	if err := r.openPayments(); err != nil {
		return err
	}
	return r.openForms()
}

// now is the moment of this command or, where it makes again what one before
// began, of that one.
func (r *remitting) now() time.Time {
	if r.pending != nil {
		if t, err := time.Parse(time.RFC3339, r.pending.Started); err == nil {
			return t.In(r.o.Ledger.Now.Location())
		}
	}
	return r.o.Ledger.Now
}

// employer draws up an employer's returns.
func (r *remitting) employer(ctx context.Context, e *employer) error {
	batch, err := r.asItWas(ctx, e)
	if err != nil {
		return err
	}
	all, err := r.remittals(e, batch)
	if err != nil {
		return err
	}
	if e.incomplete = len(r.incomplete[e.id]) > 0; e.incomplete && r.o.SkipIncomplete && r.pending == nil {
		return r.noteIncomplete(e)
	}
	var chosen []*remittal
	for _, list := range all {
		for _, x := range list {
			if x.chosen = r.chooses(x, batch); x.chosen {
				chosen = append(chosen, x)
			}
		}
		r.noteDoubts(list)
		if err := r.mayClose(e, list); err != nil {
			return err
		}
		if err := r.writeCredits(e, r.settlePlace(list, batch)); err != nil {
			return err
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	if err := r.divide(ctx, e, all, chosen); err != nil {
		return err
	}
	return errors.Join(r.noteIncomplete(e), r.writeRemittals(all, chosen))
}

// balance proves that what is due is dealt with, and draws up the manifest.
func (r *remitting) balance() (*RemitManifest, error) {
	t := &r.totals
	if t.due-t.settled != t.payment+t.applied-t.left {
		return nil, fmt.Errorf("control totals do not tie: %s due less %s settled before, but %s to pay and %s of credits used less %s left; nothing was written",
			t.due, t.settled, t.payment, t.applied, t.left)
	}
	if err := r.warnings(); err != nil {
		return nil, err
	}
	m := &RemitManifest{Command: "remit", Version: r.Version, Schedules: r.book.Hash(), Period: r.o.Period, Closed: len(r.closing),
		SetAside: r.setAsideRows(), Warnings: r.out.warnings, Tables: r.tableTotals(remitTables)}
	if r.o.DueBy != 0 {
		m.DueBy = r.o.DueBy.String()
	}
	for _, run := range r.runs {
		if r.pending == nil || run.Number < r.pending.Number {
			m.Ledger.Runs++
			m.Ledger.Last = run.ID
		}
	}
	p := &r.payments
	m.Control = RemitControl{t.count, t.zeros, t.due.String(), t.settled.String(), t.applied.String(), t.payment.String(), t.left.String(),
		len(p.list), p.inFile, p.fileTotal.String()}
	return m, nil
}
