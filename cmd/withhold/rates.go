package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
)

// ratesCmd is "withhold rates".
type ratesCmd struct {
	List     ratesListCmd     `cmd:"" help:"List municipalities with their rates and credits at a date."`
	Search   ratesSearchCmd   `cmd:"" help:"List those with a text in their name, county or codes."`
	Show     ratesShowCmd     `cmd:"" help:"Show what one municipality's law says at a date, with citations."`
	Check    ratesCheckCmd    `cmd:"" help:"Check the built-in data, or a directory laid over it."`
	Coverage ratesCoverageCmd `cmd:"" help:"Say how many rates are known at a date, from where, how fresh, and which are not."`
	Import   ratesImportCmd   `cmd:"" help:"Compare a newer table of rates with the data, and write what would change for review."`
}

// lawFlags are what the commands that look law up have in common.
type lawFlags struct {
	At        string   `help:"The day in question (default: today)." placeholder:"DATE"`
	Schedules []string `help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated." placeholder:"DIR" sep:"none"`
}

// day is the day asked for. This is the one place in the program's law where
// today matters.
func (f *lawFlags) day() (calc.Date, error) {
	if f.At == "" {
		now := time.Now()
		return calc.NewDate(now.Year(), now.Month(), now.Day()), nil
	}
	d, err := calc.ParseDate(f.At)
	if err != nil {
		return 0, usageError{fmt.Errorf("--at %s: %w", f.At, err)}
	}
	return d, nil
}

// load is the law to look in, and the day asked for.
func (f *lawFlags) load() (*ordinance.Book, calc.Date, error) {
	day, err := f.day()
	if err != nil {
		return nil, 0, err
	}
	book, err := ordinance.Load(f.Schedules...)
	return book, day, err
}

type ratesListCmd struct {
	lawFlags
	Examples      bool   `help:"List the example ordinances as well."`
	Administrator string `help:"Only those that this administrator collects for (RITA, CCA, self)." placeholder:"NAME"`
	CSV           bool   `name:"csv" help:"Write CSV."`
}

// Run lists the municipalities; where a rate is not known its cell is blank.
func (cmd *ratesListCmd) Run(c console) error {
	book, day, err := cmd.load()
	if err != nil {
		return err
	}
	var list []*ordinance.Municipality
	for _, m := range book.All() {
		if (cmd.Examples || !m.Example) && (cmd.Administrator == "" || strings.EqualFold(cmd.Administrator, m.Administrator)) {
			list = append(list, m)
		}
	}
	return writeRates(newTable(c.stdout, cmd.CSV), list, day)
}

type ratesSearchCmd struct {
	lawFlags
	Text []string `arg:"" help:"Part of a name, county or code."`
	CSV  bool     `name:"csv" help:"Write CSV."`
}

// Run lists what was found, example ordinances among it.
func (cmd *ratesSearchCmd) Run(c console) error {
	book, day, err := cmd.load()
	if err != nil {
		return err
	}
	text := strings.Join(cmd.Text, " ")
	list := book.Search(text)
	if len(list) == 0 {
		return fmt.Errorf("nothing like %q is known", text)
	}
	return writeRates(newTable(c.stdout, cmd.CSV), list, day)
}

// writeRates writes a line for each municipality, with rates as percentages for
// people and as shares of one for programs.
func writeRates(out *table, list []*ordinance.Municipality, day calc.Date) error {
	share := ordinance.Percent
	if out.csv != nil {
		share = calc.Rate.String
	}
	out.row("name", "kind", "county", "administrator", "code", "rate", "credit_factor", "credit_limit", "as_of", "id")
	for _, m := range list {
		var rate, factor, limit string
		if law, err := m.On(day); err == nil {
			rate = share(law.Rate)
			if k := law.Credit; k.Known && k.Kind == calc.CreditOfWorkRate {
				factor, limit = k.Factor.String(), share(k.Limit)
			} else if k.Known {
				factor, limit = k.Factor.String(), "own rate over "+share(k.Above)
			}
		}
		source, _ := m.RateSource(day)
		out.row(m.Name, m.Kind, m.County, m.Administrator, m.Code, rate, factor, limit, source.AsOf, m.ID)
	}
	return out.flush()
}

type ratesShowCmd struct {
	lawFlags
	Name []string `arg:"" help:"The municipality: name, id, place code or administrator's code."`
}

// Run prints the sheet of one municipality. What is not known is said, and is no
// failure: only an unknown name is.
func (cmd *ratesShowCmd) Run(c console) error {
	book, day, err := cmd.load()
	if err != nil {
		return err
	}
	m, err := book.Find(strings.Join(cmd.Name, " "))
	if err != nil {
		return err
	}
	for i, line := range book.Sheet(m, day) {
		text := line.Text
		if line.Cite != "" {
			text += " [" + string(line.Cite) + "]"
		}
		if i == 0 {
			fmt.Fprintf(c.stdout, "%s (%s)\n\n", line.Topic, text)
			continue
		}
		writeIndented(c.stdout, line.Topic, text)
	}
	return nil
}

// writeIndented writes a heading and, right of it, text in lines of a readable
// length.
func writeIndented(w io.Writer, heading, text string) {
	const left, right = 16, 100
	line := fmt.Sprintf("%-*s", left-1, heading)
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > right {
			fmt.Fprintln(w, line)
			line = strings.Repeat(" ", left-1)
		}
		line += " " + word
	}
	fmt.Fprintln(w, line)
}

type ratesCheckCmd struct {
	Dir []string `arg:"" optional:"" help:"Directories laid over the built-in data, in this order."`
}

// Run prints every problem on its line, or how much was checked.
func (cmd *ratesCheckCmd) Run(c console) error {
	book, err := ordinance.Load(cmd.Dir...)
	if err == nil {
		fmt.Fprintf(c.stdout, "0 problems in the law of %d municipalities\n", len(book.All()))
		return nil
	}
	problems := ordinance.Problems(err)
	if len(problems) == 0 {
		return err
	}
	for _, p := range problems {
		fmt.Fprintln(c.stdout, p)
	}
	if len(problems) == 1 {
		return fmt.Errorf("1 problem")
	}
	return fmt.Errorf("%d problems", len(problems))
}

// table writes rows as CSV or in columns.
type table struct {
	csv     *csv.Writer
	columns *tabwriter.Writer
}

func newTable(w io.Writer, asCSV bool) *table {
	if asCSV {
		return &table{csv: csv.NewWriter(w)}
	}
	return &table{columns: tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
}

func (t *table) row(cells ...string) {
	if t.csv != nil {
		t.csv.Write(cells)
		return
	}
	fmt.Fprintln(t.columns, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
}

func (t *table) flush() error {
	if t.csv != nil {
		t.csv.Flush()
		return t.csv.Error()
	}
	return t.columns.Flush()
}
