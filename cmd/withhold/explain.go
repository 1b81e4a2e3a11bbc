package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"example.com/withhold/pkg/pipeline"
)

// explainCmd is "withhold explain".
type explainCmd struct {
	Inputs       []string `arg:"" optional:"" name:"input" help:"The inputs of the run: CSV files, XLSX workbooks or folders of them; - is payroll as CSV from standard input."`
	Check        string   `placeholder:"ID" help:"Explain this check."`
	Employee     string   `placeholder:"ID" help:"Explain all checks of this employee in --year."`
	Year         int      `placeholder:"YEAR" help:"The calendar year of the pay dates."`
	Period       string   `placeholder:"PERIOD" help:"Explain the remittances of this period (2026-03, 2026-Q1): how often, when, how much."`
	Municipality string   `placeholder:"NAME" help:"With --period: only the remittance to this municipality."`
	Employer     string   `placeholder:"ID" help:"Only of this employer, where several use the same ids."`
	Ledger       string   `placeholder:"FILE" help:"With --period: explain what is posted there, and give no inputs."`
	JSON         bool     `name:"json" xor:"form" help:"Write JSON, for programs."`
	HTML         bool     `name:"html" xor:"form" help:"Write a page that prints well: withhold explain --html ... > page.html"`
	Schedules    []string `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
	Map          string   `placeholder:"FILE" help:"What an export's columns mean: a mapping file (YAML), or the name of a built-in mapping."`
}

// Help ends the command's help text.
func (*explainCmd) Help() string {
	return `Give all inputs of the run, for a check's tax may depend on other checks and on days long before.
The lines of tax shown are those that withhold run writes to lines.csv, the remittances those of
remittances.csv. Nothing is written.

    withhold explain --check w3 inputs/

    withhold explain --employee 302 --year 2026 inputs/

    withhold explain --period 2026-Q1 --municipality Dublin --employer E1 --ledger ledger.db

Exit codes: 0 all done; 1 failed, or nothing matches; 2 wrong usage; 3 done, but a row asked
for was set aside.`
}

// Run does it.
func (cmd *explainCmd) Run(c console) error {
	ctx, stop := interruptible()
	defer stop()
	switch {
	case cmd.Period != "" && cmd.Check+cmd.Employee != "":
		return usageError{errors.New("explain either a check, an employee or a period")}
	case (cmd.Ledger == "") == (len(cmd.Inputs) == 0), cmd.Ledger != "" && cmd.Period == "":
		return usageError{errors.New("give the inputs of the run or, with --period, the --ledger they were posted to")}
	case cmd.Period != "":
		return cmd.remittances(ctx, c)
	}
	return cmd.checks(ctx, c)
}

func (cmd *explainCmd) options(c console) pipeline.Options {
	return pipeline.Options{Inputs: cmd.Inputs, Stdin: c.stdin, Schedules: cmd.Schedules, Map: cmd.Map, Workers: runtime.GOMAXPROCS(0)}
}

func (cmd *explainCmd) remittances(ctx context.Context, c console) error {
	q := pipeline.RemittanceQuery{Employer: cmd.Employer, Municipality: cmd.Municipality, Period: cmd.Period}
	var list []pipeline.RemittanceExplanation
	var err error
	if cmd.Ledger != "" {
		flags := ledgerFlags{Ledger: cmd.Ledger, LedgerWait: explainWait}
		list, err = pipeline.ExplainPosted(ctx, pipeline.ArchiveOptions{Ledger: flags.options(), Schedules: cmd.Schedules}, q)
	} else {
		list, err = pipeline.ExplainRemittances(ctx, cmd.options(c), q)
	}
	if err != nil {
		return asUsage(err)
	}
	if cmd.HTML {
		return pipeline.WriteRemittancePage(c.stdout, list)
	}
	return show(c.stdout, cmd.JSON, list, func(i int) error { return list[i].WriteText(c.stdout) })
}

// explainWait is how long to wait for a run to end its use of the ledger.
const explainWait = 10 * time.Second

func (cmd *explainCmd) checks(ctx context.Context, c console) error {
	list, err := pipeline.Explain(ctx, cmd.options(c), pipeline.Query{Employer: cmd.Employer, Check: cmd.Check, Employee: cmd.Employee, Year: cmd.Year})
	if err != nil {
		return asUsage(err)
	}
	aside := 0
	for i := range list {
		aside += min(1, len(list[i].SetAside))
	}
	if cmd.HTML {
		err = pipeline.WriteCheckPage(c.stdout, list)
	} else {
		err = show(c.stdout, cmd.JSON, list, func(i int) error { return list[i].WriteText(c.stdout) })
	}
	if aside > 0 {
		return errors.Join(err, setAside(aside))
	}
	return err
}

// show writes explanations as JSON, or one after another as text.
func show[T any](to io.Writer, asJSON bool, list []T, text func(int) error) error {
	if asJSON {
		e := json.NewEncoder(to)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(list)
	}
	for i := range list {
		if i > 0 {
			if _, err := fmt.Fprint(to, "\n\n"); err != nil {
				return err
			}
		}
		if err := text(i); err != nil {
			return err
		}
	}
	return nil
}
