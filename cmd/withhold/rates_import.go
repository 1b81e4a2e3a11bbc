package main

import (
	"cmp"
	"fmt"
	"io"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
	"example.com/withhold/pkg/pipeline"
)

// ratesImportCmd is "withhold rates import".
type ratesImportCmd struct {
	File       string        `arg:"" help:"A newer table of rates: CSV or XLSX."`
	Out        string        `default:"rates-import" placeholder:"DIR" help:"Folder for what the table would change (${default}). An earlier import in it is replaced; anything else is refused."`
	AsOf       string        `placeholder:"DATE" help:"The day the table was taken from its source, for rows that do not say (default: today)."`
	Source     string        `placeholder:"TEXT" help:"What the table is called (default: the name of the file). Outputs cite it."`
	Schedules  []string      `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones, with which the table is compared. May be repeated."`
	MaxChange  string        `default:"0.5%" placeholder:"RATE" help:"A change by more than this is suspicious (${default})."`
	MaxRate    string        `default:"3%" placeholder:"RATE" help:"A rate over this is suspicious (${default})."`
	MaxAhead   ordinance.Age `default:"2y" placeholder:"AGE" help:"A rate that starts longer than this after the table was read is suspicious (${default}; 0: never)."`
	Suspicious bool          `name:"accept-suspicious" help:"Take in what is suspicious but could be right."`
}

// Help ends the command's help text.
func (*ratesImportCmd) Help() string {
	return `Compares a newer table with the data, shows what is new, changed, ended and suspicious, and writes
what would change as a folder to look through. Nothing changes until that folder is given:

    withhold rates import OHMuniRateTable.csv --source "Ohio rate table" --as-of 2027-01-15
    withhold rates check rates-import
    withhold run --schedules rates-import ...

The table has a header (from, rate, fips or name, and more, see docs/rates.md), or the five columns of the
Department of Taxation without one: begin, end, FIPS, name, rate.

Exit codes: 0 all done; 1 failed, nothing written; 2 wrong usage; 3 done, but rows are left out: the
suspicious are in suspicious.csv, those that could not be read in problems.csv.`
}

// Run does it.
func (cmd *ratesImportCmd) Run(c console) error {
	rules := ordinance.UpdateRules{Ahead: cmd.MaxAhead, Accept: cmd.Suspicious}
	for _, f := range []struct {
		name, text string
		into       *calc.Rate
	}{{"--max-change", cmd.MaxChange, &rules.Change}, {"--max-rate", cmd.MaxRate, &rules.Rate}} {
		var err error
		if *f.into, err = calc.ParseRate(f.text); err != nil {
			return usageError{fmt.Errorf("%s: %w", f.name, err)}
		}
	}
	if cmd.AsOf == "" {
		today, err := (&lawFlags{}).day()
		if err != nil {
			return err
		}
		cmd.AsOf = today.String()
	} else if _, err := calc.ParseDate(cmd.AsOf); err != nil {
		return usageError{fmt.Errorf("--as-of %s: %w", cmd.AsOf, err)}
	}
	i, err := pipeline.ImportRates(pipeline.ImportOptions{File: cmd.File, Out: cmd.Out, Schedules: cmd.Schedules,
		AsOf: cmd.AsOf, Source: cmd.Source, Rules: rules, Version: version()})
	if err != nil {
		return asUsage(err)
	}
	if err := cmd.show(c.stdout, i); err != nil {
		return err
	}
	if i.LeftOut() > 0 {
		return leftOut{i.LeftOut(), cmd.Out}
	}
	return nil
}

// leftOut says how many rows of a table were not taken in.
type leftOut struct {
	rows int
	out  string
}

func (l leftOut) Error() string {
	return fmt.Sprintf("%s of the table left out; see suspicious.csv and problems.csv in %s", count(l.rows, "row"), l.out)
}

// Is makes it end with the exit code of rows set aside.
func (leftOut) Is(target error) bool { return target == errRejected }

// show prints the difference, group by group.
func (cmd *ratesImportCmd) show(w io.Writer, i *pipeline.RatesImport) error {
	c := i.Comparison
	fmt.Fprintf(w, "%s, as of %s: %s\n", i.File, cmd.AsOf, count(i.Rows, "row"))
	for _, k := range []ordinance.ChangeKind{ordinance.ChangeNew, ordinance.ChangeRate, ordinance.ChangeEnded, ordinance.ChangeEarlier} {
		if err := showChanges(w, string(k), c.Of(k)); err != nil {
			return err
		}
	}
	if err := showChanges(w, "suspicious, left out", c.Doubtful(true)); err != nil {
		return err
	}
	if err := showChanges(w, "suspicious, taken in", c.Doubtful(false)); err != nil {
		return err
	}
	if len(i.Problems) > 0 {
		fmt.Fprintf(w, "\nnot read: %d\n", len(i.Problems))
		for _, p := range i.Problems {
			fmt.Fprintf(w, "  %s\n", p)
		}
	}
	fmt.Fprintf(w, "\nconfirmed: %d; unchanged: %d; no tax: %d; not in the table: %d, of them %d joint districts\n",
		len(c.Of(ordinance.ChangeConfirmed)), len(c.Of(ordinance.ChangeNone)), len(c.Of(ordinance.ChangeNoTax)), len(c.Missing), c.MissingJoint)
	fmt.Fprintf(w, "%s of %s in %s/rates.csv; nothing has changed: look at difference.csv and suspicious.csv there, then\n",
		count(i.RowsWritten, "row"), placesOf(i.PlacesInThem), cmd.Out)
	_, err := fmt.Fprintf(w, "  withhold rates check %s && withhold run --schedules %[1]s ...\n", shellWord(cmd.Out))
	return err
}

func placesOf(n int) string {
	if n == 1 {
		return "1 municipality"
	}
	return fmt.Sprintf("%d municipalities", n)
}

// showChanges prints one group.
func showChanges(w io.Writer, what string, list []ordinance.Change) error {
	if len(list) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\n%s: %d\n", what, len(list))
	out := newTable(w, false)
	for _, x := range list {
		text := x.Remark
		for _, d := range x.Doubts {
			text = d.Text
			break
		}
		if len(x.Doubts) == 0 && x.Left {
			text = "another row of the same municipality is suspicious or could not be read"
		}
		out.row("  "+x.Name, x.Field, shown(&x, x.Old)+" -> "+shown(&x, x.New), span(&x), text)
	}
	return out.flush()
}

// shown is a value for people.
func shown(x *ordinance.Change, value string) string {
	if x.Field == "rate" && value != "" {
		if r, err := calc.ParseRate(value); err == nil {
			return ordinance.Percent(r)
		}
	}
	return cmp.Or(value, "none")
}

func span(x *ordinance.Change) string {
	if x.To != 0 {
		return fmt.Sprintf("%s to %s", x.From, x.To)
	}
	return fmt.Sprintf("from %s", x.From)
}
