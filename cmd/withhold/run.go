package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"example.com/withhold/pkg/ordinance"
	"example.com/withhold/pkg/pipeline"
)

// runCmd is "withhold run".
type runCmd struct {
	Inputs []string `arg:"" optional:"" name:"input" help:"CSV files, XLSX workbooks or folders of them; - is payroll as CSV from standard input."`
	Out    string   `default:"withhold-out" placeholder:"DIR" help:"Folder for the results (${default}). Earlier results in it are replaced; anything else is refused."`
	ledgerFlags
	RecomputeFrom string        `placeholder:"DATE" help:"Compute again what the ledger has of checks paid from this day on, under the law as it is known now, as after a rate that came late. Give no payroll with it."`
	Schedules     []string      `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
	Map           string        `placeholder:"FILE" help:"What an export's columns mean: a mapping file (YAML), or the name of a built-in mapping such as gusto (withhold inspect tells which)."`
	Sheet         string        `placeholder:"NAME" help:"The sheet of a workbook that is payroll, whatever it is called."`
	Report        bool          `default:"true" negatable:"" help:"Write report.xlsx as well (--no-report: only the CSV files)."`
	RateAge       ordinance.Age `default:"2y" placeholder:"AGE" help:"Warn, once for each municipality, of a rate read longer than this before the pay it is used for (${default}; 18m; 0: never)."`
	Strict        bool          `help:"Fail, writing nothing, if any row has to be set aside."`
	LogFormat     string        `placeholder:"text|json" enum:"text,json,auto" default:"auto" help:"Log as text or JSON; without it text on a terminal, JSON elsewhere."`
	Quiet         bool          `help:"Say nothing but errors."`
	Workers       int           `default:"0" hidden:"" help:"Goroutines that compute; 0 is one a core. The results do not depend on it."`
}

// Help ends the command's help text.
func (*runCmd) Help() string {
	return `A file is recognised by the first word of its name (payroll, employees, employers,
agreements, history, worklog, worksites), a sheet by its own. Only payroll is needed.

    withhold run payroll.xlsx

    withhold run --ledger ledger.db --out results inbox/

Exit codes: 0 all done; 1 failed, nothing written; 2 wrong usage; 3 done, but some rows
were set aside (they are in problems.csv and nowhere else).`
}

// Run does it.
func (cmd *runCmd) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer paceCollector(cmd.Inputs, cmd.Report)()
	workers := cmd.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	t := newTalk(c, cmd.LogFormat, cmd.Quiet)
	remember, err := cmd.remember()
	if err != nil {
		return t.failed(err)
	}
	report, err := pipeline.Run(ctx, pipeline.Options{
		Inputs: cmd.Inputs, Stdin: c.stdin, Out: cmd.Out, Schedules: cmd.Schedules, Map: cmd.Map, Sheet: cmd.Sheet, RateAge: cmd.RateAge, Strict: cmd.Strict, Report: cmd.Report,
		Workers: workers, Version: version(), Progress: t.progress(), Ledger: remember,
	})
	t.done()
	if report != nil {
		first := "report.xlsx"
		if !cmd.Report {
			first = "remittances.csv"
		}
		t.report(report, cmd.RecomputeFrom, cmd.Out, first)
	}
	return t.outcome(err, report != nil && report.Manifest.SetAside > 0)
}

// remember is what the ledger is for in this run.
func (cmd *runCmd) remember() (o pipeline.LedgerOptions, err error) {
	o = cmd.options()
	switch {
	case cmd.RecomputeFrom == "" && len(cmd.Inputs) == 0:
		return o, usageError{errors.New("give payroll: withhold run FILE...; withhold run --help lists the flags")}
	case cmd.RecomputeFrom == "":
		return o, nil
	case cmd.Ledger == "":
		return o, usageError{errors.New("--recompute-from computes again what a ledger has; give --ledger FILE with it")}
	}
	o.RecomputeFrom, err = dateFlag("--recompute-from", cmd.RecomputeFrom)
	return o, err
}
