package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/pipeline"
)

// daysCmd is "withhold days".
type daysCmd struct {
	Inputs    []string `arg:"" name:"input" help:"CSV files, XLSX workbooks or folders of them. A work log must be among them; payroll may be."`
	AsOf      string   `placeholder:"DATE" help:"Count to the end of this day (default: the last day in the log)."`
	Year      int      `placeholder:"YEAR" help:"Only this calendar year."`
	Warn      int      `default:"15" placeholder:"N" help:"A threshold is near from this many days on (${default}); one that is no higher, from three quarters of it."`
	All       bool     `help:"List every person and municipality, not only those near a threshold or beyond it."`
	CSV       string   `name:"csv" placeholder:"FILE" help:"Write every row to this file as CSV; - is standard output, in place of the table."`
	Schedules []string `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
	Map       string   `placeholder:"FILE" help:"What an export's columns mean: a mapping file (YAML), or the name of a built-in mapping."`
}

// Help ends the command's help text.
func (*daysCmd) Help() string {
	return `The days are those that withhold run counts. Status is exempt, near or crossed or, where the
days are not exempt at all, why: principal_place_of_work, presumed_worksite, agreement,
resident_request, in_capacity, principal_place_not_withheld, no_rule. The date a threshold is expected to be
crossed supposes that days go on as from the first one counted to the day of the report.
Give payroll as well where principal places of work follow from the days, or where athletes,
entertainers or public figures are paid for other work too.

Exit codes: 0 all done; 1 failed; 2 wrong usage; 3 done, but some rows were set aside (they
are listed on standard error).`
}

// Run does it.
func (cmd *daysCmd) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	query := pipeline.DaysQuery{Year: cmd.Year, Warn: cmd.Warn}
	if cmd.AsOf != "" {
		var err error
		if query.AsOf, err = calc.ParseDate(cmd.AsOf); err != nil {
			return usageError{fmt.Errorf("--as-of %s: %w", cmd.AsOf, err)}
		}
	}
	if cmd.Warn < 1 {
		return usageError{fmt.Errorf("--warn %d: write a number of days from 1 on", cmd.Warn)}
	}
	report, err := pipeline.Days(ctx, pipeline.Options{Inputs: cmd.Inputs, Stdin: c.stdin, Schedules: cmd.Schedules, Map: cmd.Map,
		Workers: runtime.GOMAXPROCS(0)}, query)
	if err != nil {
		return asUsage(err)
	}
	return errors.Join(cmd.write(c, report), told(c, report.Problems))
}

// write writes the table, the CSV file, or both.
func (cmd *daysCmd) write(c console, report *pipeline.DaysReport) error {
	if cmd.CSV == "-" {
		return report.WriteCSV(c.stdout)
	}
	if cmd.CSV != "" {
		if err := writeFile(cmd.CSV, report.WriteCSV); err != nil {
			return err
		}
	}
	var urgent, rest []pipeline.DaysRow
	crossed := 0
	for _, d := range report.Rows {
		switch {
		case !d.Urgent():
			rest = append(rest, d)
			continue
		case d.Status == pipeline.StatusCrossed:
			crossed++
		}
		urgent = append(urgent, d)
	}
	fmt.Fprintf(c.stdout, "Days as of %s: crossed %d, near (from %d days on) %d, others %d\n", report.AsOf, crossed, cmd.Warn, len(urgent)-crossed, len(rest))
	if err := listDays(c.stdout, urgent); err != nil {
		return err
	}
	if cmd.All {
		return listDays(c.stdout, rest)
	}
	if len(rest) > 0 {
		fmt.Fprintln(c.stdout, "\n--all lists the others as well")
	}
	return nil
}

// listDays writes rows in columns, below a line of space.
func listDays(w io.Writer, rows []pipeline.DaysRow) error {
	if len(rows) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t := newTable(w, false)
	named := slices.ContainsFunc(rows, func(d pipeline.DaysRow) bool { return d.Name != "" })
	row := func(employer, employee, name string, rest ...string) {
		first := []string{employer, employee}
		if named {
			first = append(first, name)
		}
		t.row(append(first, rest...)...)
	}
	row("employer", "employee", "name", "municipality", "year", "days", "exempt", "left", "status", "when", "last day")
	for _, d := range rows {
		when := ""
		switch {
		case d.CrossedOn != 0:
			when = "crossed " + d.CrossedOn.String()
		case d.ExpectedOn != 0:
			when = "expected " + d.ExpectedOn.String()
		}
		row(d.EmployerID, d.EmployeeID, d.Name, d.Municipality, strconv.Itoa(d.Year), strconv.Itoa(d.Counted),
			days(d.Threshold), days(d.Left), strings.ReplaceAll(d.Status, "_", " "), when, d.Last.String())
	}
	return t.flush()
}

// days is a number of days, blank where there is none.
func days(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// setAside says how many rows of what was looked at could not be used.
type setAside int

func (n setAside) Error() string {
	return fmt.Sprintf("some rows were set aside: %d; the answer is without them", int(n))
}

// Is makes it end the program as rows set aside by a run do.
func (setAside) Is(target error) bool { return target == errRejected }

// told tells what was wrong with the inputs.
func told(c console, p pipeline.Problems) error {
	for _, line := range p.Lines {
		fmt.Fprintln(c.stderr, line)
	}
	if p.SetAside > 0 {
		return setAside(p.SetAside)
	}
	return nil
}

// asUsage is an error of the pipeline, as a mistake in the command line where it
// is one.
func asUsage(err error) error {
	var usage pipeline.UsageError
	switch {
	case errors.As(err, &usage):
		return usageError{err}
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted")
	}
	return err
}

// writeFile puts a file in place whole, or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	partial := path + ".partial"
	if err := os.WriteFile(partial, text.Bytes(), 0o666); err != nil {
		return errors.Join(err, os.Remove(partial))
	}
	return os.Rename(partial, path)
}
