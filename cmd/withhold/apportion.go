package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"example.com/withhold/pkg/pipeline"
)

// apportionCmd is "withhold apportion".
type apportionCmd struct {
	Inputs []string `arg:"" name:"input" help:"CSV files, XLSX workbooks or folders of them; - is factors as CSV from standard input."`
	Out    string   `default:"withhold-out" placeholder:"DIR" help:"Folder for the results (${default}). Earlier results in it are replaced; anything else is refused."`
	Ledger string   `placeholder:"FILE" help:"Ledger to take the wages from where a row of factors leaves them blank."`
	wholeTableFlags
}

// wholeTableFlags are the flags of commands whose inputs are small.
type wholeTableFlags struct {
	Schedules []string `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
	Map       string   `placeholder:"FILE" help:"What an export's columns mean: a mapping file (YAML), or the name of a built-in mapping."`
	Strict    bool     `help:"Fail, writing nothing, if any row has to be set aside."`
	LogFormat string   `placeholder:"text|json" enum:"text,json,auto" default:"auto" help:"Log as text or JSON; without it text on a terminal, JSON elsewhere."`
	Quiet     bool     `help:"Say nothing but errors."`
}

// Help ends the command's help text.
func (*apportionCmd) Help() string {
	return `A file is recognised by the first word of its name (factors), a sheet by its own. A row is a
business, a municipality and a year: property, receipts and wages there and everywhere, and the
net profit. A factor that is zero everywhere does not exist and is left out of the mean.

    withhold apportion --ledger ledger.db --out apportioned factors.csv

Exit codes: 0 all done; 1 failed, nothing written; 2 wrong usage; 3 done, but some rows
were set aside (they are in problems.csv and nowhere else).`
}

// Run does it.
func (cmd *apportionCmd) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o := cmd.options(c, cmd.Inputs, cmd.Out, cmd.Ledger)
	report, err := pipeline.Apportion(ctx, o)
	return cmd.ended(newTalk(c, cmd.LogFormat, cmd.Quiet), report, err, o.Out, "apportionment.csv")
}

func (f *wholeTableFlags) options(c console, inputs []string, out, ledger string) pipeline.Options {
	return pipeline.Options{Inputs: inputs, Stdin: c.stdin, Out: out, Schedules: f.Schedules, Map: f.Map, Strict: f.Strict, Version: version(),
		Ledger: pipeline.LedgerOptions{Path: ledger, Wait: ledgerPatience, Now: time.Now()}}
}

// ledgerPatience is how long a command that reads a ledger waits for a run to end.
const ledgerPatience = 10 * time.Second

// ended says what was done, and turns the outcome into that of the command.
func (f *wholeTableFlags) ended(t *talk, r *pipeline.TablesReport, err error, out, first string) error {
	if r != nil {
		t.tables(r, out, first)
	}
	return t.outcome(err, r != nil && r.Manifest.SetAside > 0)
}

// tables says what a command with small inputs did.
func (t *talk) tables(r *pipeline.TablesReport, out, first string) {
	m := r.Manifest
	if !t.asText {
		e := t.log.Info()
		if m.SetAside > 0 {
			e = t.log.Warn()
		}
		e.Str("out", out).Int("rows", m.Rows).Int("set_aside", m.SetAside).Int("warnings", m.Warnings).Interface("control_totals", m.Control).
			Strs("problems", r.Problems).Msg(m.Command + " done")
		return
	}
	t.problems(r.Problems, m.SetAside)
	if t.quiet {
		return
	}
	fmt.Fprintln(t.out, r.Words)
	t.ending(m.SetAside, m.Warnings, out, first)
}
