package pipeline

import (
	"context"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
)

// reconcileTotals are the control totals of one employer, of one municipality or
// of all.
type reconcileTotals struct {
	Employers, Employees, Checks, Lines, Rows, Contractors int

	at                     *place // of one municipality
	sum                    yearSum
	proof                  proof
	untaxed                calc.Cents
	due, remitted, credits calc.Cents
	contractors            calc.Cents
}

func (t *reconcileTotals) town(b *townBook) {
	sum := b.sum.all()
	t.Rows++
	t.sum.plus(&sum)
	t.due += b.due
	t.remitted += b.remitted
	t.credits += b.credits
}

func (t *reconcileTotals) add(u *reconcileTotals) {
	t.Employers += u.Employers
	t.Employees += u.Employees
	t.Checks += u.Checks
	t.Lines += u.Lines
	t.Rows += u.Rows
	t.sum.plus(&u.sum)
	for i := range t.proof {
		t.proof[i].plus(&u.proof[i])
	}
	t.untaxed += u.untaxed
	t.due += u.due
	t.remitted += u.remitted
	t.credits += u.credits
}

func (t *reconcileTotals) balance() calc.Cents { return t.due - t.remitted - t.credits }

// A ReconcileManifest says what a reconciliation was made of and what came out:
// manifest.json.
type ReconcileManifest struct {
	Command   string                `json:"command"`
	Version   string                `json:"version"`
	Schedules string                `json:"schedules"`
	Ledger    ManifestArchive       `json:"ledger"`
	Year      int                   `json:"year"`
	Inputs    []ManifestInput       `json:"inputs"`
	Rows      int                   `json:"rows"`
	SetAside  int                   `json:"set_aside"`
	Missing   int                   `json:"missing"` // rows of missing.csv
	Warnings  int                   `json:"warnings"`
	Control   ReconcileControl      `json:"control_totals"`
	Employers []FirmTotals          `json:"employers"`
	Tables    map[string]TableTotal `json:"tables"`
	Files     []W2File              `json:"w2_files,omitempty"`
}

// ReconcileControl is what ties: the ledger's lines of the year, its sums of the
// same periods, the rows by municipality and the rows by employee hold the same
// wages and tax, for each employer; otherwise nothing is written.
type ReconcileControl struct {
	Employers    int    `json:"employers"`
	Employees    int    `json:"employees"`
	Checks       int    `json:"checks"`
	Lines        int    `json:"lines"`
	Rows         int    `json:"reconciliations"`
	Compensation string `json:"total_compensation"`
	NotSubject   string `json:"not_subject"`
	Subject      string `json:"subject"`
	Untaxed      string `json:"earned_where_no_municipality_taxes"`
	Required     string `json:"tax_required"`
	Withheld     string `json:"tax_withheld"`
	Due          string `json:"tax_due"`
	Remitted     string `json:"tax_remitted"`
	Credits      string `json:"credits"`
	Balance      string `json:"balance"`
}

// FirmTotals are the control totals of one employer.
type FirmTotals struct {
	EmployerID string `json:"employer_id"`
	ReconcileControl
}

func (t *reconcileTotals) control() ReconcileControl {
	return ReconcileControl{Employers: t.Employers, Employees: t.Employees, Checks: t.Checks, Lines: t.Lines, Rows: t.Rows,
		Compensation: t.sum.wages.String(), NotSubject: (t.sum.wages - t.sum.subject).String(), Subject: t.sum.subject.String(),
		Untaxed: t.untaxed.String(), Required: t.sum.required.String(), Withheld: t.sum.withheld.String(), Due: t.due.String(),
		Remitted: t.remitted.String(), Credits: t.credits.String(), Balance: t.balance().String()}
}

// balance draws up the manifest.
func (c *reconciling) balance(ctx context.Context) (*ReconcileManifest, error) {
	if err := c.warnings(); err != nil {
		return nil, err
	}
	held, err := c.manifest(ctx)
	if err != nil {
		return nil, err
	}
	m := &ReconcileManifest{Command: "reconcile", Version: c.ReconcileOptions.Version, Schedules: c.book.Hash(), Ledger: held, Year: c.year,
		Control: c.totals.control(), Employers: c.firmTotals, Missing: c.out.rows[results.Missing], Warnings: c.out.warnings,
		SetAside: c.setAsideRows(), Tables: c.tableTotals(reconcileTables), Files: c.files}
	m.Inputs, m.Rows, _ = (&run{inputs: c.given}).manifestInputs()
	return m, nil
}

// finish completes the files: sorted tables, workbook, manifest.
func (c *reconciling) finish(m *ReconcileManifest) error {
	if err := c.out.close(); err != nil {
		return err
	}
	if c.ReconcileOptions.Report {
		if err := c.writeWorkbook(m); err != nil {
			return err
		}
	}
	return c.writeManifest(m)
}
