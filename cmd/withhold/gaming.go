package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/pipeline"
)

// gamingCmd is "withhold gaming" and its questions.
type gamingCmd struct {
	Returns   gamingReturnsCmd   `cmd:"" default:"withargs" help:"Write lines, returns, information returns and receipts (what \"withhold gaming INPUT\" does)."`
	Clearance gamingClearanceCmd `cmd:"" help:"Say what tax, penalties and interest a payer owes: what a buyer must hold back."`
	Explain   gamingExplainCmd   `cmd:"" help:"Say how the tax on winnings came about, step by step."`
}

// Help ends the command's help text.
func (*gamingCmd) Help() string {
	return `withhold gaming INPUT... is withhold gaming returns INPUT..., whose flags (--out, --late-as-of and
others) withhold gaming returns --help lists.`
}

// gamingInputs are the flags that all of them have.
type gamingInputs struct {
	Inputs    []string `arg:"" name:"input" help:"CSV files, XLSX workbooks or folders of them; - is winnings as CSV from standard input."`
	Schedules []string `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
	Map       string   `placeholder:"FILE" help:"What an export's columns mean: a mapping file (YAML), or the name of a built-in mapping."`
	Workers   int      `default:"0" hidden:"" help:"Goroutines that compute; 0 is one a core. The results do not depend on it."`
}

func (in *gamingInputs) options(c console) pipeline.Options {
	workers := in.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return pipeline.Options{Inputs: in.Inputs, Stdin: c.stdin, Schedules: in.Schedules, Map: in.Map, Workers: workers, Version: version()}
}

// gamingReturnsCmd is "withhold gaming INPUT...".
type gamingReturnsCmd struct {
	gamingInputs
	Out       string `default:"withhold-out" placeholder:"DIR" help:"Folder for the results (${default}). Earlier results in it are replaced; anything else is refused."`
	LateAsOf  string `placeholder:"DATE" help:"Add to the returns the penalties and interest that are due by the end of this day."`
	Report    bool   `default:"true" negatable:"" help:"Write report.xlsx as well (--no-report: only the CSV files)."`
	Strict    bool   `help:"Fail, writing nothing, if any row has to be set aside."`
	LogFormat string `placeholder:"text|json" enum:"text,json,auto" default:"auto" help:"Log as text or JSON; without it text on a terminal, JSON elsewhere."`
	Quiet     bool   `help:"Say nothing but errors."`
}

// Help ends the command's help text.
func (*gamingReturnsCmd) Help() string {
	return `A file is recognised by the first word of its name (winnings, filings), a sheet by its own. Only
winnings is needed; filings says which returns were filed and what was remitted, and when.
Files that hold whole social security numbers (gaming-winners.csv, gaming-omissions.csv,
gaming-administrator-copies.csv) are readable by their owner alone.

Exit codes: 0 all done; 1 failed, nothing written; 2 wrong usage; 3 done, but some rows
were set aside (they are in problems.csv and nowhere else).`
}

// Run does it.
func (cmd *gamingReturnsCmd) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o := pipeline.GamingOptions{Options: cmd.options(c)}
	var err error
	if o.LateAsOf, err = dateFlag("--late-as-of", cmd.LateAsOf); err != nil {
		return err
	}
	t := newTalk(c, cmd.LogFormat, cmd.Quiet)
	t.reading = "winnings"
	o.Out, o.Strict, o.Report, o.Progress = cmd.Out, cmd.Strict, cmd.Report, t.progress()
	report, err := pipeline.Gaming(ctx, o)
	t.done()
	if report != nil {
		t.gaming(report, cmd.Out)
	}
	return t.outcome(err, report != nil && report.Manifest.SetAside > 0)
}

// dateFlag is the day that a flag names; 0 where it is not given.
func dateFlag(name, value string) (calc.Date, error) {
	if value == "" {
		return 0, nil
	}
	d, err := calc.ParseDate(value)
	if err != nil {
		return 0, usageError{fmt.Errorf("%s %s: %w", name, value, err)}
	}
	return d, nil
}

// gaming says what was done.
func (t *talk) gaming(r *pipeline.GamingReport, out string) {
	m := r.Manifest
	if !t.asText {
		e := t.log.Info()
		if m.SetAside > 0 {
			e = t.log.Warn()
		}
		e.Str("out", out).Int("payers", len(m.Payers)).Int("winnings", m.Control.Winnings).Int("reportable", m.Control.Reportable).
			Int("set_aside", m.SetAside).Int("warnings", m.Warnings).Str("money_in", m.Control.MoneyIn).Str("tax_required", m.Control.TaxRequired).
			Str("tax_withheld", m.Control.TaxWithheld).Str("amount_due", r.Due).Strs("problems", r.Problems).Msg("gaming done")
		return
	}
	t.problems(r.Problems, m.SetAside)
	if t.quiet {
		return
	}
	fmt.Fprintf(t.out, "%s of %s, %d reported: $%s won, $%s tax required, $%s withheld, $%s to remit\n", count(m.Control.Winnings, "win"),
		count(len(m.Payers), "payer"), m.Control.Reportable, m.Control.MoneyIn, m.Control.TaxRequired, m.Control.TaxWithheld, r.Due)
	start := "gaming-returns.csv"
	if _, err := os.Stat(out + "/report.xlsx"); err == nil {
		start = "report.xlsx"
	}
	t.ending(m.SetAside, m.Warnings, out, start)
}
