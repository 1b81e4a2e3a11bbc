package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/efw2"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
	"example.com/withhold/pkg/io/table"
)

// ReconcileOptions are what is asked of Reconcile.
type ReconcileOptions struct {
	ArchiveOptions
	Year   int
	Inputs []string // tables of contractors and w2: files or folders
	Map    string   // a mapping file for one of them, or ""
	Strict bool     // a row set aside, or anything missing, fails
	Report bool     // make the workbook

	// EFW2 are the recipients of W-2 files: names or paths of profiles, and for a
	// profile of any city the city after =. Submitter is the file that says who
	// sends them.
	EFW2      []string
	Submitter string
}

// reconcileReport is the workbook of a reconciliation.
const reconcileReport = "reconciliation.xlsx"

// A ReconcileReport says what was done, for the person who started it.
type ReconcileReport struct {
	Manifest *ReconcileManifest
	Problems []string // the first problems, as sentences
}

// errMissing is returned where a strict reconciliation lacks what returns must say.
var errMissing = errors.New("what returns must say is missing (missing.csv lists it without --strict), and --strict allows none; nothing was written")

// errIncomplete is returned where a strict reconciliation rests on a ledger that
// lacks rows.
var errIncomplete = errors.New("rows were set aside when they were to be posted to the ledger, and --strict allows none; nothing was written")

// reconciling is one year being reconciled, from the ledger.
type reconciling struct {
	*archive
	ReconcileOptions
	year        int
	last        calc.Date // of the year
	firms       *roll
	rolls       *roll
	contractors []record.Contractor
	w2          map[w2Key]*record.W2
	given       []*input // files, as opposed to the ledger
	totals      reconcileTotals
	byDay       map[calc.Date]*owed
	byTown      map[string]*reconcileTotals
	incomplete  int // employers of whom runs set rows aside
	firmTotals  []FirmTotals
	firmRows    [][]string // of the workbook's first page
	recipients  []*recipient
	sender      efw2.Submitter
	spool       *w2Spool // nil where no W-2 file is asked for
	w2Used      map[w2Key]bool
	files       []W2File
	contracts   []contract
	sheets      *sheets
}

type w2Key struct{ employer, employee string }

// reconcileTables are the tables of a reconciliation, in the order people read
// them.
var reconcileTables = []*results.Table{results.Reconciliation, results.ReconciliationEmployees, results.Contractors, results.Differences,
	results.Missing, results.Worksheets, results.Problems}

func isReconcileResult(name string) bool {
	return name == reconcileReport || name == worksheetsPage || name == outdir.Manifest || isW2File(name) ||
		slices.ContainsFunc(reconcileTables, func(t *results.Table) bool { return t.File() == name })
}

// Reconcile writes what a year's end asks for, from the ledger: the
// reconciliation of every employer with every municipality, with its employees,
// and the listing of contractors. On an error nothing has been written. The
// report is given with ErrStrict as well.
func Reconcile(ctx context.Context, o ReconcileOptions) (report *ReconcileReport, err error) {
	if o.Year < 1900 || o.Year > 2199 {
		return nil, UsageError{errors.New("--year " + strconv.Itoa(o.Year) + ": not a year; write 2026")}
	}
	a, err := openArchive(ctx, o.ArchiveOptions, "reconciling "+strconv.Itoa(o.Year))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	c := &reconciling{archive: a, ReconcileOptions: o, year: o.Year, last: calc.NewDate(o.Year, 12, 31), w2: map[w2Key]*record.W2{}, w2Used: map[w2Key]bool{},
		byDay: map[calc.Date]*owed{}, byTown: map[string]*reconcileTotals{}, firmTotals: []FirmTotals{}}
	return c.steps(ctx)
}

func (c *reconciling) steps(ctx context.Context) (*ReconcileReport, error) {
	if err := c.findRecipients(); err != nil {
		return nil, err
	}
	if err := c.begin(reconcileTables, isReconcileResult); err != nil {
		return nil, err
	}
	c.out.sorted[results.Missing] = spool.New(c.stage.Temp())
	if err := c.readInputs(); err != nil {
		return nil, err
	}
	if err := c.writeAll(ctx); err != nil {
		return nil, err
	}
	manifest, err := c.balance(ctx)
	if err != nil {
		return nil, err
	}
	report := &ReconcileReport{manifest, c.out.firstProblems}
	switch {
	case c.Strict && manifest.SetAside > 0:
		return report, ErrStrict
	case c.Strict && c.incomplete > 0:
		return report, errIncomplete
	case c.Strict && manifest.Missing > 0:
		return report, errMissing
	}
	if err := c.finish(manifest); err != nil {
		return nil, err
	}
	return report, c.stage.Commit()
}

// writeAll writes everything but what is told of all at the end.
func (c *reconciling) writeAll(ctx context.Context) (err error) {
	if len(c.recipients) > 0 {
		if c.spool, err = openW2Spool(c.stage); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.spool.close()) }()
	}
	if c.contracts, err = c.contractsOf(); err != nil {
		return err
	}
	if c.sheets, err = c.openSheets(); err != nil {
		return err
	}
	err = c.employersOf(ctx)
	if err = errors.Join(err, c.sheets.close()); err != nil {
		return err
	}
	if c.totals.Employers == 0 {
		c.notes.add("nothing_in_year", strconv.Itoa(c.year))
	}
	if err := c.writeContractors(); err != nil {
		return err
	}
	return c.writeW2Files()
}

// readInputs reads the tables that payroll does not give.
func (c *reconciling) readInputs() (err error) {
	if c.mapping, err = loadMapping(c.ReconcileOptions.Map); err != nil {
		return err
	}
	ledgers := c.inputs
	c.inputs, c.kinds = nil, record.ReconcileKinds
	for _, name := range c.ReconcileOptions.Inputs {
		if err := c.addInput(name); err != nil {
			return err
		}
	}
	l := &loader{run: c.run}
	if err := c.openInputs(l); err != nil {
		return err
	}
	if err := c.joinW2(l); err != nil {
		return err
	}
	for _, x := range l.contracts {
		if c.wanted(x.EmployerID) && !x.Bad {
			c.contractors = append(c.contractors, x)
		}
	}
	c.given = c.inputs
	c.inputs = append(ledgers, c.inputs...)
	return nil
}

// wanted reports whether an employer is one of those asked for.
func (c *reconciling) wanted(id string) bool {
	return len(c.Employers) == 0 || slices.Contains(c.Employers, id)
}

// joinW2 finds the row of each person and year.
func (c *reconciling) joinW2(l *loader) error {
	for i := range l.w2s {
		x := &l.w2s[i]
		key := w2Key{x.EmployerID, x.EmployeeID}
		switch {
		case x.Bad || !c.wanted(x.EmployerID):
		case x.Year != c.year:
			c.notes.add("other_year", record.W2Kind.Name)
		case c.w2[key] != nil:
			err := l.fault(&x.Source, "employee_id", "duplicate", x.EmployeeID,
				errors.New("this person's year is in "+at(c.w2[key].Source)+" already; keep one row"))
			if err != nil {
				return err
			}
		default:
			c.w2[key] = x
		}
	}
	return nil
}

// employersOf reads, proves and writes one employer's year after the other.
func (c *reconciling) employersOf(ctx context.Context) error {
	c.firms, c.rolls = c.openRoll(ctx, record.EmployersKind), c.openRoll(ctx, record.EmployeesKind)
	defer c.firms.stop()
	defer c.rolls.stop()
	aside, err := c.memory.setAside(ctx)
	if err != nil {
		return err
	}
	return c.each(ctx, func(e *employer) error {
		b, err := c.readYear(ctx, e)
		if err != nil {
			return err
		}
		if err := errors.Join(b.ties(), c.identify(b), c.noteIncomplete(e, aside[e.id])); err != nil {
			return err
		}
		return c.writeYear(b)
	})
}

// noteIncomplete warns that the ledger lacks rows of an employer.
func (c *reconciling) noteIncomplete(e *employer, files []string) error {
	if len(files) == 0 {
		return nil
	}
	c.incomplete++
	return c.out.problem(warning, shortOfRows(e.id, files))
}

// shortOfRows says that the ledger lacks rows of an employer.
func shortOfRows(employer string, files []string) *table.Problem {
	return &table.Problem{File: ledgerName, Code: "incomplete", Value: employer, Message: fmt.Sprintf(
		"rows of employer %s in %s were set aside, and the file was not read again without any: what the ledger says may be short; mend the rows and run the file again",
		employer, strings.Join(files, ", "))}
}

// missing records what a return must say and nobody gave.
func (c *reconciling) missing(employer, employee, neededFor, field, give string, cite calc.Citation) error {
	r := results.Row{Table: results.Missing}
	for _, s := range []string{employer, employee, neededFor, field, give, string(cite)} {
		r.Text(s)
	}
	r.End()
	c.out.rows[results.Missing]++
	key := strings.Join([]string{employer, employee, neededFor, field}, "\x00")
	return c.out.sorted[results.Missing].Add([]byte(key), r.Bytes)
}

// dueAfterYear is when something is due in the year after, by the law at the end
// of the year reconciled or, where that is not known, at its start.
func (c *reconciling) dueAfterYear(at *place, rule func(*calc.Law) calc.DueRule) (due, payBy calc.Date, law *calc.Law) {
	law, err := at.law(c.last)
	if err != nil {
		law, err = at.law(calc.NewDate(c.year, 1, 1))
	}
	if err != nil || rule(law).Cite == "" {
		return 0, 0, law
	}
	due = rule(law).Date(c.last, c.book.Calendar())
	return due, c.book.Calendar().NextBusinessDay(due), law
}
