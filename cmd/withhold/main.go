// Command withhold computes Ohio municipal income tax withholding from payroll
// exports. Each command is one small file here: flags in, a call into
// pkg/pipeline, an exit code out. No rule of law and no file format lives here.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// Exit codes, part of the interface.
const (
	exitDone     = 0
	exitFailed   = 1 // nothing was written or posted
	exitUsage    = 2
	exitRejected = 3 // done, but some rows were set aside
)

// errRejected says that the command did its work without the rows it set aside.
var errRejected = errors.New("some rows were set aside; see problems.csv")

// usageError is a mistake in the command line.
type usageError struct{ error }

// logged is an error that stands in the log already.
type logged struct{ error }

func (e logged) Unwrap() error { return e.error }

// console is where a command reads and writes.
type console struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

// commands stand in the order in which a year needs them.
type commands struct {
	Run       runCmd       `cmd:"" help:"Compute withholding from payroll and write lines, remittances and determinations."`
	Schedule  scheduleCmd  `cmd:"" help:"Say how often each employer remits to each municipality in a year and by which days, from the ledger."`
	Remit     remitCmd     `cmd:"" help:"Draw up returns and payments of what is due, and close what is remitted, from the ledger."`
	Reconcile reconcileCmd `cmd:"" help:"Reconcile a year with each municipality: employees, contractors, differences and W-2 files, from the ledger."`
	Late      lateCmd      `cmd:"" help:"Compute interest and penalties on tax that was remitted late, with the working shown."`
	Gaming    gamingCmd    `cmd:"" help:"Compute the tax withheld from casino, video lottery and lottery winnings, and write returns and receipts."`
	Apportion apportionCmd `cmd:"" help:"Find the part of net profits that belongs to each municipality, by property, receipts and wages, and the tax on it."`
	Audit     auditCmd     `cmd:"" help:"Recompute what a payroll provider withheld, and group every difference by cause and dollars."`
	Explain   explainCmd   `cmd:"" help:"Say how the tax of a check, a person's year or a remittance came about, step by step."`
	Days      daysCmd      `cmd:"" help:"Count days per person and municipality, and say who is near a threshold."`
	WhatIf    whatIfCmd    `cmd:"" name:"whatif" help:"Compute past payroll under other rates, and show what would differ."`
	Inspect   inspectCmd   `cmd:"" help:"Show how a file would be read, column by column, and which rows would be set aside."`
	Rates     ratesCmd     `cmd:"" help:"List, show and check municipalities and their rules at a date."`
	Ledger    ledgerCmd    `cmd:"" help:"Check, export or back up the ledger that runs post to."`
	Init      initCmd      `cmd:"" help:"Write a starter workbook and CSV templates with an example in each."`
	Version   versionFlag  `help:"Print the program's version and the date of its data."`
}

func main() {
	os.Exit(withhold(os.Args[1:], console{os.Stdin, os.Stdout, os.Stderr}))
}

// withhold is main without the process, and the only place where an error
// becomes an exit code.
func withhold(args []string, c console) (code int) {
	var cmds commands
	exited := -1
	parser := kong.Must(&cmds,
		kong.Name("withhold"),
		kong.Description("Ohio municipal income tax withholding: payroll in; what to remit to whom by when, returns, payments and the year's end out."),
		kong.Writers(c.stdout, c.stderr),
		kong.Exit(func(n int) { exited = n; panic(exited) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	defer func() {
		// kong ends --help and --version through its Exit function.
		if r := recover(); r != nil {
			if exited < 0 {
				panic(r)
			}
			code = exited
		}
	}()
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(c.stderr, "withhold: %v\nhint: %s\n", err, hint(err))
		return exitUsage
	}
	err = ctx.Run(c)
	if err != nil && !errors.As(err, new(logged)) {
		fmt.Fprintf(c.stderr, "withhold: %v\n", err)
	}
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errRejected):
		return exitRejected
	case errors.As(err, new(usageError)):
		return exitUsage
	}
	return exitFailed
}

// hint says where the words stand that a mistaken command line could have used.
func hint(err error) string {
	var wrong *kong.ParseError
	if errors.As(err, &wrong) && wrong.Context != nil {
		if command := wrong.Context.Selected(); command != nil {
			return "see " + command.FullPath() + " --help"
		}
	}
	return "withhold --help lists the commands; withhold COMMAND --help, its flags"
}
