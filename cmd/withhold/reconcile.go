package main

import (
	"errors"
	"fmt"
	"time"

	"example.com/withhold/pkg/pipeline"
)

// reconcileCmd is "withhold reconcile".
type reconcileCmd struct {
	Inputs     []string      `arg:"" optional:"" name:"input" help:"Tables that payroll does not give, contractors and w2: CSV files, XLSX workbooks or folders of them."`
	Year       int           `required:"" placeholder:"YEAR" help:"The calendar year to reconcile."`
	Ledger     string        `placeholder:"FILE" help:"The ledger that runs posted to."`
	LedgerWait time.Duration `default:"10s" placeholder:"TIME" help:"How long to wait for a run to end its use of the ledger (${default})."`
	Out        string        `default:"withhold-reconcile" placeholder:"DIR" help:"Folder for the results (${default}). Earlier results in it are replaced; anything else is refused."`
	Employer   []string      `placeholder:"ID" help:"Only this employer. May be repeated."`
	EFW2       []string      `name:"efw2" placeholder:"NAME" help:"Write the W-2 file of a recipient: rita, cca, ssa and others, city=NAME for a city without a profile, or the path of a profile. May be repeated. Without it one file has every employee and municipality; none makes no file."`
	Submitter  string        `placeholder:"FILE" help:"Who sends the W-2 files (YAML), see docs/year-end.md."`
	Map        string        `placeholder:"FILE" help:"What the columns of a table mean: a mapping file (YAML) that names the table."`
	Schedules  []string      `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
	Report     bool          `default:"true" negatable:"" help:"Write reconciliation.xlsx as well (--no-report: only the other files)."`
	Strict     bool          `help:"Fail, writing nothing, if a row has to be set aside or anything that returns must say is missing."`
	LogFormat  string        `placeholder:"text|json" enum:"text,json,auto" default:"auto" help:"Log as text or JSON; without it text on a terminal, JSON elsewhere."`
	Quiet      bool          `help:"Say nothing but errors."`
}

// Help ends the command's help text.
func (*reconcileCmd) Help() string {
	return `Reads the --ledger that withhold run posted to. Files that hold whole social security numbers
(reconciliation-employees.csv, contractors.csv, efw2-….txt) are readable by their owner
alone; the workbook shows the last four digits. missing.csv lists what returns must say and
nobody gave.

    withhold reconcile --ledger ledger.db --year 2026

    withhold reconcile --ledger ledger.db --year 2026 --efw2 rita --submitter us.yaml contractors.csv w2.csv

Exit codes: 0 all done; 1 failed, nothing written; 2 wrong usage; 3 done, but some rows
were set aside (they are in problems.csv and nowhere else).`
}

// Run does it.
func (cmd *reconcileCmd) Run(c console) error {
	if cmd.Ledger == "" {
		return usageError{errors.New("--ledger is missing; name the ledger that withhold run posted to")}
	}
	ctx, stop := interruptible()
	defer stop()
	t := newTalk(c, cmd.LogFormat, cmd.Quiet)
	from := ledgerFlags{cmd.Ledger, cmd.LedgerWait}
	report, err := pipeline.Reconcile(ctx, pipeline.ReconcileOptions{
		ArchiveOptions: pipeline.ArchiveOptions{Ledger: from.options(), Schedules: cmd.Schedules, Out: cmd.Out, Employers: cmd.Employer, Version: version()},
		Year:           cmd.Year, Inputs: cmd.Inputs, Map: cmd.Map, Strict: cmd.Strict, Report: cmd.Report,
		EFW2: cmd.EFW2, Submitter: cmd.Submitter,
	})
	if report != nil {
		t.reconcile(report, cmd)
	}
	return t.outcome(err, report != nil && report.Manifest.SetAside > 0)
}

// reconcile says what was done.
func (t *talk) reconcile(r *pipeline.ReconcileReport, cmd *reconcileCmd) {
	m := r.Manifest
	if !t.asText {
		e := t.log.Info()
		if m.SetAside > 0 {
			e = t.log.Warn()
		}
		e.Str("out", cmd.Out).Int("year", m.Year).Int("employers", m.Control.Employers).Int("employees", m.Control.Employees).
			Int("reconciliations", m.Control.Rows).Int("set_aside", m.SetAside).Int("missing", m.Missing).Int("warnings", m.Warnings).
			Str("tax_required", m.Control.Required).Str("tax_withheld", m.Control.Withheld).Str("tax_due", m.Control.Due).
			Str("tax_remitted", m.Control.Remitted).Str("credits", m.Control.Credits).Str("balance", m.Control.Balance).Strs("problems", r.Problems).Msg("reconcile done")
		return
	}
	t.problems(r.Problems, m.SetAside)
	if t.quiet {
		return
	}
	credits := ""
	if m.Control.Credits != "0.00" {
		credits = "credits $" + m.Control.Credits + ", "
	}
	fmt.Fprintf(t.out, "%s of %s in %d: $%s required, $%s withheld, $%s due, $%s remitted, %sbalance $%s\n", count(m.Control.Rows, "reconciliation"),
		count(m.Control.Employers, "employer"), m.Year, m.Control.Required, m.Control.Withheld, m.Control.Due, m.Control.Remitted, credits, m.Control.Balance)
	if m.Missing > 0 {
		fmt.Fprintf(t.out, "%s missing from returns: see %s/missing.csv\n", count(m.Missing, "item"), cmd.Out)
	}
	first := "reconciliation.xlsx"
	if !cmd.Report {
		first = "reconciliation.csv"
	}
	t.ending(m.SetAside, m.Warnings, cmd.Out, first)
}
