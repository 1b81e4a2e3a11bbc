package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
)

// ratesCoverageCmd is "withhold rates coverage".
type ratesCoverageCmd struct {
	lawFlags
	OlderThan ordinance.Age `default:"2y" placeholder:"AGE" help:"What was read longer ago is old (${default}; 18m; 0: nothing is)."`
	CSV       bool          `name:"csv" help:"Write a row for each municipality as CSV."`
}

// Help ends the command's help text.
func (*ratesCoverageCmd) Help() string {
	return `Says of how many municipalities the rate and the credit are known at a date, from which source, how
fresh and how sure that is, and which are unknown or old.`
}

// Run prints the report.
func (cmd *ratesCoverageCmd) Run(c console) error {
	book, day, err := cmd.load()
	if err != nil {
		return err
	}
	coverage := book.Coverage(day, cmd.OlderThan)
	if cmd.CSV {
		return coverageRows(newTable(c.stdout, true), coverage)
	}
	return coverageReport(c.stdout, book, coverage)
}

// coverageRows writes a row for each municipality.
func coverageRows(out *table, c *ordinance.Coverage) error {
	out.row("id", "name", "kind", "county", "administrator", "code", "rate", "since", "as_of", "credit_as_of", "confidence", "source", "flags")
	for _, x := range c.Rows {
		var rate string
		if x.Known {
			rate = x.Rate.String()
		}
		s := x.Source
		out.row(x.ID, x.Name, x.Kind, x.County, x.Administrator, x.Code, rate, s.From.String(), s.AsOf, s.CreditAsOf, s.Confidence,
			strings.Join(s.Sources, ";"), joinFlags(x.Flags))
	}
	return out.flush()
}

func joinFlags(flags []ordinance.Flag) string {
	var words []string
	for _, f := range flags {
		words = append(words, string(f))
	}
	return strings.Join(words, ";")
}

// coverageReport is the report for people.
func coverageReport(w io.Writer, book *ordinance.Book, c *ordinance.Coverage) error {
	known, credits, districts := 0, 0, 0
	for _, x := range c.Rows {
		if x.Known {
			known++
		}
		if x.Joint() {
			districts++
		} else if x.Credit.Known {
			credits++
		}
	}
	places := len(c.Rows) - districts
	fmt.Fprintf(w, "On %s: %d municipalities and %d joint districts; the rate of %d of %d is known, the credit of %d of %d municipalities.\n",
		c.At, places, districts, known, len(c.Rows), credits, places)
	if c.Limit > 0 {
		fmt.Fprintf(w, "Older than %s: %d rates and %d credits.\n", c.Limit, len(c.With(ordinance.RateOld)), len(c.With(ordinance.CreditOld)))
	}
	for _, part := range []struct {
		heading string
		by      func(*ordinance.Covered) []string
		titles  bool
	}{
		{"kind", ordinance.ByKind, false}, {"administrator", ordinance.ByAdministrator, false}, {"confidence", ordinance.ByConfidence, false},
		{"source (a rate may have several)", ordinance.BySource, true},
	} {
		out := newTable(w, false)
		fmt.Fprintln(w)
		header := []string{part.heading, "number", "with a code", "credit known"}
		if part.titles {
			header = append(header, "is")
		}
		out.row(header...)
		for _, t := range c.By(part.by) {
			title := ""
			if s := book.Source(t.Key); s != nil {
				title = s.Title
			}
			out.row(t.Key, fmt.Sprint(t.Count), fmt.Sprint(t.Code), fmt.Sprint(t.Credit), title)
		}
		if err := out.flush(); err != nil {
			return err
		}
	}
	for _, part := range []struct {
		heading string
		by      func(*ordinance.Covered) []string
	}{
		{"rate read in", ordinance.ByRead}, {"credit read in", ordinance.ByCreditRead}, {"rate began in", ordinance.ByStart},
	} {
		if err := crossTable(w, part.heading, c, part.by); err != nil {
			return err
		}
	}
	return coverageLists(w, c)
}

// crossTable counts by year and administrator.
func crossTable(w io.Writer, heading string, c *ordinance.Coverage, by func(*ordinance.Covered) []string) error {
	var who []string
	for _, t := range c.By(ordinance.ByAdministrator) {
		who = append(who, t.Key)
	}
	out := newTable(w, false)
	fmt.Fprintln(w)
	out.row(append([]string{heading, "number"}, who...)...)
	for _, t := range c.By(by) {
		cells := []string{t.Key, fmt.Sprint(t.Count)}
		for _, a := range who {
			cells = append(cells, fmt.Sprint(t.Of[a]))
		}
		out.row(cells...)
	}
	return out.flush()
}

// coverageLists names the municipalities that want looking after.
func coverageLists(w io.Writer, c *ordinance.Coverage) error {
	for _, part := range []struct {
		flag ordinance.Flag
		what string
		says func(x *ordinance.Covered) string
	}{
		{ordinance.RateUnknown, "rate unknown", func(x *ordinance.Covered) string { return lastKnown(x, c.At) }},
		{ordinance.RateOld, "rate old", func(x *ordinance.Covered) string { return ordinance.Percent(x.Rate) + " as of " + x.Source.AsOf }},
		{ordinance.LowConfidence, "low confidence", func(x *ordinance.Covered) string { return cmp.Or(x.Source.Note, ordinance.Percent(x.Rate)) }},
	} {
		list := c.With(part.flag)
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s (%d):\n", part.what, len(list))
		out := newTable(w, false)
		for i := range list {
			out.row("  "+list[i].Name, part.says(&list[i]))
		}
		if err := out.flush(); err != nil {
			return err
		}
	}
	for _, part := range []struct {
		flag ordinance.Flag
		what string
	}{{ordinance.CreditUnknown, "credit unknown"}, {ordinance.CreditOld, "credit old"}} {
		var names []string
		for _, x := range c.With(part.flag) {
			names = append(names, x.Name)
		}
		if len(names) > 0 {
			fmt.Fprintln(w)
			writeIndented(w, fmt.Sprintf("%s (%d)", part.what, len(names)), strings.Join(names, ", "))
		}
	}
	_, err := fmt.Fprintln(w, "\nwithhold rates show NAME tells all of one; withhold rates import FILE takes over a newer table")
	return err
}

// lastKnown is what was known before the day.
func lastKnown(x *ordinance.Covered, at calc.Date) string {
	laws := x.Laws()
	slices.Reverse(laws)
	for _, l := range laws {
		if l.From <= at {
			return fmt.Sprintf("%s until %s", ordinance.Percent(l.Rate), l.Until)
		}
	}
	return "none before"
}
