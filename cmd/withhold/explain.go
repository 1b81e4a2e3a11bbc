package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"example.com/withhold/pkg/pipeline"
)

// explainCmd is "withhold explain".
type explainCmd struct {
	Inputs    []string `arg:"" name:"input" help:"The inputs of the run: CSV files, XLSX workbooks or folders of them; - is payroll as CSV from standard input."`
	Check     string   `placeholder:"ID" help:"Explain this check."`
	Employee  string   `placeholder:"ID" help:"Explain all checks of this employee in --year."`
	Year      int      `placeholder:"YEAR" help:"The calendar year of the pay dates."`
	Employer  string   `placeholder:"ID" help:"Only of this employer, where several use the same ids."`
	JSON      bool     `name:"json" help:"Write JSON, for programs."`
	Schedules []string `placeholder:"DIR" help:"Folder of ordinances added to, or replacing, the built-in ones. May be repeated."`
	Map       string   `placeholder:"FILE" help:"How an export's columns map to ours (YAML)."`
}

// Help ends the command's help text.
func (*explainCmd) Help() string {
	return `Give all inputs of the run, for a check's tax may depend on other checks and on days long before.
The lines of tax shown are those that withhold run writes to lines.csv. Nothing is written.

    withhold explain --check w3 inputs/

    withhold explain --employee 302 --year 2026 inputs/

Exit codes: 0 all done; 1 failed, or nothing matches; 2 wrong usage; 3 done, but a row asked
for was set aside.`
}

// Run does it.
func (cmd *explainCmd) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	list, err := pipeline.Explain(ctx, pipeline.Options{Inputs: cmd.Inputs, Stdin: c.stdin, Schedules: cmd.Schedules, Map: cmd.Map,
		Workers: runtime.GOMAXPROCS(0)}, pipeline.Query{Employer: cmd.Employer, Check: cmd.Check, Employee: cmd.Employee, Year: cmd.Year})
	if err != nil {
		return asUsage(err)
	}
	aside := 0
	for i := range list {
		aside += min(1, len(list[i].SetAside))
	}
	if cmd.JSON {
		e := json.NewEncoder(c.stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		err = e.Encode(list)
	} else {
		for i := range list {
			if i > 0 {
				_, err = fmt.Fprint(c.stdout, "\n\n")
			}
			err = errors.Join(err, list[i].WriteText(c.stdout))
		}
	}
	if aside > 0 {
		return errors.Join(err, setAside(aside))
	}
	return err
}
