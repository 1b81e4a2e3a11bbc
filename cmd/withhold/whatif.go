package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"

	"example.com/withhold/pkg/pipeline"
)

// whatIfCmd is "withhold whatif".
type whatIfCmd struct {
	Inputs    []string `arg:"" optional:"" name:"input" help:"Past payroll: CSV files, XLSX workbooks or folders of them; - is payroll as CSV from standard input."`
	Rate      []string `required:"" placeholder:"NAME=RATE@DATE" help:"A rate to suppose, such as Dublin=0.025@2027-01-01. May be repeated."`
	Ledger    string   `placeholder:"FILE" help:"Take the payroll of this ledger instead of inputs."`
	From      string   `placeholder:"DATE" help:"With --ledger: only checks paid from this day on."`
	To        string   `placeholder:"DATE" help:"With --ledger: only checks paid up to this day."`
	Employer  string   `placeholder:"ID" help:"With --ledger: only this employer."`
	CSV       bool     `name:"csv" xor:"form" help:"Write CSV, for spreadsheets."`
	JSON      bool     `name:"json" xor:"form" help:"Write JSON, for programs."`
	Schedules []string `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
	Map       string   `placeholder:"FILE" help:"What an export's columns mean: a mapping file (YAML), or the name of a built-in mapping."`
}

// Help ends the command's help text.
func (*whatIfCmd) Help() string {
	return `Computes past payroll under the law as it is and under the rates supposed, and shows the tax
required of each employer in each municipality where it differs: also where residents get credit
for the tax of another. A rate that starts after the payroll's last day is tried on all of it.
Nothing is written or posted.

    withhold whatif --rate Dublin=2.5%@2027-01-01 inputs/

    withhold whatif --rate Dublin=0.025@2027-01-01 --ledger ledger.db --from 2026-01-01

Exit codes: 0 all done; 1 failed; 2 wrong usage; 3 done, but some rows were set aside.`
}

// Run does it.
func (cmd *whatIfCmd) Run(c console) error {
	ctx, stop := interruptible()
	defer stop()
	if (cmd.Ledger == "") == (len(cmd.Inputs) == 0) || cmd.Ledger == "" && cmd.From+cmd.To+cmd.Employer != "" {
		return usageError{errors.New("give either past payroll or --ledger, which --from, --to and --employer go with")}
	}
	o := pipeline.WhatIfOptions{Rates: cmd.Rate, Employer: cmd.Employer, Options: pipeline.Options{Inputs: cmd.Inputs, Stdin: c.stdin, Schedules: cmd.Schedules, Map: cmd.Map,
		Workers: runtime.GOMAXPROCS(0), Version: version()}}
	if cmd.Ledger != "" {
		flags := ledgerFlags{Ledger: cmd.Ledger, LedgerWait: ledgerPatience}
		o.Ledger = flags.options()
	}
	var err1, err2 error
	o.From, err1 = dateFlag("--from", cmd.From)
	o.To, err2 = dateFlag("--to", cmd.To)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	w, err := pipeline.ComputeWhatIf(ctx, o)
	if err != nil {
		return asUsage(err)
	}
	for _, p := range w.Problems.Lines {
		fmt.Fprintln(c.stderr, p)
	}
	err = cmd.show(c.stdout, w)
	if w.Problems.SetAside > 0 {
		return errors.Join(err, setAside(w.Problems.SetAside))
	}
	return err
}

func (cmd *whatIfCmd) show(to io.Writer, w *pipeline.WhatIf) error {
	switch {
	case cmd.JSON:
		e := json.NewEncoder(to)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(w.Rows)
	case cmd.CSV:
		return w.WriteCSV(to)
	}
	return showWhatIf(to, w)
}

func showWhatIf(to io.Writer, w *pipeline.WhatIf) error {
	for _, s := range w.Supposed {
		fmt.Fprintf(to, "Suppose %s.\n", s)
	}
	fmt.Fprintf(to, "%s paid from %s to %s.\n\n", count(w.Checks, "check"), w.From, w.To)
	if len(w.Rows) == 0 {
		fmt.Fprintln(to, "No tax would differ.")
		return nil
	}
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "employer\tmunicipality\temployees\tas it is\tsupposed\tdifference\t")
	for i := range w.Rows {
		r := &w.Rows[i]
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\t\n", r.EmployerID, r.Municipality, r.Employees, r.Before, r.After, r.Difference)
	}
	fmt.Fprintf(t, "all\teverywhere\t\t%s\t%s\t%s\t\n", w.Before, w.After, w.After-w.Before)
	return t.Flush()
}
