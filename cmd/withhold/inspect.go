package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"example.com/withhold/pkg/pipeline"
)

// inspectCmd is "withhold inspect".
type inspectCmd struct {
	File      string   `arg:"" help:"A CSV file or XLSX workbook."`
	Map       string   `placeholder:"FILE" help:"What an export's columns mean: a mapping file (YAML), or the name of a built-in mapping."`
	Sheet     string   `placeholder:"NAME" help:"The sheet of a workbook to look at."`
	Table     string   `placeholder:"NAME" help:"The table it is to be read as (payroll, employees, worklog, ...); without it, by its name or its columns."`
	Write     string   `placeholder:"FILE" help:"Write a mapping to edit."`
	Schedules []string `placeholder:"DIR" help:"Folder of ordinances laid over the built-in ones: added to them, or replacing them. May be repeated."`
}

// Help ends the command's help text.
func (*inspectCmd) Help() string {
	return `Shows what a file is, which row is its header, what becomes of each column, the first rows as
they are understood, and which rows would be set aside and why. Nothing is computed or written,
but for the mapping that --write asks for.

    withhold inspect journal.csv

    withhold inspect --write ours.yaml journal.csv

Exit codes: 0 the file can be read; 1 it cannot; 2 wrong usage; 3 some of its rows would be set aside.`
}

// Run does it.
func (cmd *inspectCmd) Run(c console) error {
	i, err := pipeline.Inspect(pipeline.Options{Map: cmd.Map, Schedules: cmd.Schedules}, cmd.File, cmd.Sheet, cmd.Table)
	if err != nil {
		return asUsage(err)
	}
	if err := writeInspection(c.stdout, i); err != nil {
		return err
	}
	if cmd.Write != "" {
		if err := cmd.writeDraft(c.stdout, i); err != nil {
			return err
		}
	}
	switch {
	case i.Fault != "":
		return errors.New("as it is, the file cannot be read")
	case i.Aside > 0:
		return setAside(i.Aside)
	}
	return nil
}

// writeDraft writes the mapping to edit, over nobody's work.
func (cmd *inspectCmd) writeDraft(w io.Writer, i *pipeline.Inspection) error {
	path := cmd.Write
	if i.Draft == "" {
		return errors.New("there is nothing to write a mapping of; choose a sheet with --sheet")
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists and is left as it is; give another name", path)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, i.Draft)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\nwrote %s; edit it, then: withhold inspect --map %[1]s %s\n", shellWord(path), shellWord(cmd.File))
	return err
}

// writeInspection shows an inspection.
func writeInspection(w io.Writer, i *pipeline.Inspection) error {
	p := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(p, "%s\t%s\n", name, value)
		}
	}
	line("file", i.File)
	line("is", i.What)
	line("sheet", i.Sheet)
	for n, l := range i.Looks {
		line([]string{"looks like", ""}[min(n, 1)], l)
	}
	line("read as", i.Table)
	line("mapping", i.Mapping)
	if i.Header > 0 {
		line("header", fmt.Sprintf("row %d", i.Header))
	}
	if len(i.Titles) > 0 {
		line("above it", strings.Join(i.Titles, " / "))
	}
	if len(i.Columns) > 0 {
		fmt.Fprint(p, "\n")
		fmt.Fprint(p, "column\theader\tread as\tfor example\n")
		for _, c := range i.Columns {
			as := c.As
			if as == "" {
				as = "-"
			}
			fmt.Fprintf(p, "%s\t%s\t%s\t%s\n", c.Letter, c.Header, as, c.Example)
		}
	}
	if i.Fault != "" {
		fmt.Fprintf(p, "\n%s\n", i.Fault)
	}
	if err := p.Flush(); err != nil || i.Fault != "" {
		return err
	}
	return writeRows(w, i)
}

// writeRows shows the first rows, and what is wrong with any.
func writeRows(w io.Writer, i *pipeline.Inspection) error {
	p := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(i.Rows) > 0 {
		fmt.Fprintf(p, "\nthe first rows, as they are understood:\nrow\t%s\n", strings.Join(i.Names, "\t"))
		for _, r := range i.Rows {
			fmt.Fprintln(p, strings.Join(r, "\t"))
		}
	}
	fmt.Fprintf(p, "\n%s, of which %s would be set aside\n", count(i.Count, "row"), count(i.Aside, "row"))
	for _, why := range i.Reasons {
		fmt.Fprintln(p, why)
	}
	if more := i.Aside - len(i.Reasons); len(i.Reasons) > 0 && more > 0 {
		fmt.Fprintf(p, "... and %d more\n", more)
	}
	for _, note := range i.Notes {
		fmt.Fprintln(p, "warning: "+note)
	}
	return p.Flush()
}
