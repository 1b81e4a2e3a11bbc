package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"example.com/withhold/pkg/pipeline"
)

// remitCmd is "withhold remit".
type remitCmd struct {
	archiveFlags
	DueBy           string          `placeholder:"DATE" help:"What is to be paid by this day and was not remitted."`
	Period          string          `placeholder:"PERIOD" help:"One period instead, remitted or not: 2026-03, 2026-Q1, 2026-03-P1 (part of a month)."`
	Close           bool            `help:"Mark the periods as remitted: what changes in them later is an amendment."`
	CloseIncomplete bool            `help:"Close also where rows of the employer were set aside."`
	SkipIncomplete  bool            `help:"Leave out employers of whom rows were set aside; problems.csv names them."`
	Again           bool            `help:"With --close: make the results of the same command again, where it closed before and they were lost. Nothing more is closed."`
	PaidOn          string          `placeholder:"DATE" help:"The day on which all of it is paid or, with --bank, arrives (without it, each payment by its pay_by day). --close keeps it, and withhold late goes by it."`
	Bank            string          `placeholder:"FILE" help:"Bank details and tax type codes (YAML): makes payments.ach, an ACH file, for what must be paid electronically."`
	BankExample     bankExampleFlag `help:"Print a bank file of invented names with everything that can stand in one, and do nothing else."`
	EFTAll          bool            `name:"eft-all" help:"Put into payments.ach also what need not be paid electronically."`
	NoZeroReturns   bool            `help:"No returns for periods in which nothing was paid that the municipality taxes."`
	Out             string          `default:"withhold-remit" placeholder:"DIR" help:"Folder for the results (${default}). Earlier results in it are replaced; anything else is refused."`
}

// bankExampleFlag is --bank-example.
type bankExampleFlag bool

// BeforeReset prints and ends the program, whatever else is asked.
func (bankExampleFlag) BeforeReset(app *kong.Kong) error {
	if _, err := app.Stdout.Write(pipeline.BankExample()); err != nil {
		return fmt.Errorf("%w", err)
	}
	app.Exit(exitDone)
	return nil
}

// Help ends the command's help text.
func (*remitCmd) Help() string {
	return `remittances.csv says what is due and what is to be paid, listing.csv whose tax it is, worksheets.html and
worksheets.csv what to key into the agencies' forms, payments.csv what is paid by which way, credits.csv what
was remitted too much and is used for later periods: amounts of zero or below make no payment.

A period that is over, and that the schedule has, is a return of zeros where nothing was posted for
it (status zero), with no payment; --no-zero-returns leaves them out.

Without --close nothing is remembered, and the same is due next time.

    withhold remit --ledger ledger.db --due-by 2026-04-15

    withhold remit --ledger ledger.db --due-by 2026-04-15 --paid-on 2026-04-15 --close --out remitted-2026-04-15

Exit codes: 0 all done; 1 failed, nothing written or closed; 2 wrong usage; 3 done, but some rows
of the ledger's small tables cannot be used (they are in problems.csv).`
}

// Run does it.
func (cmd *remitCmd) Run(c console) error {
	ctx, stop := interruptible()
	defer stop()
	o := pipeline.RemitOptions{ArchiveOptions: cmd.options(cmd.Out), Period: cmd.Period, Close: cmd.Close, CloseIncomplete: cmd.CloseIncomplete, SkipIncomplete: cmd.SkipIncomplete, Again: cmd.Again,
		Bank: cmd.Bank, EFTAll: cmd.EFTAll, NoZeroReturns: cmd.NoZeroReturns}
	var err error
	if o.DueBy, err = dateFlag("--due-by", cmd.DueBy); err != nil {
		return err
	}
	if o.PaidOn, err = dateFlag("--paid-on", cmd.PaidOn); err != nil {
		return err
	}
	t := newTalk(c, cmd.LogFormat, cmd.Quiet)
	report, err := pipeline.Remit(ctx, o)
	if report != nil {
		t.remit(report, cmd)
	}
	return t.outcome(err, report != nil && report.Manifest.SetAside > 0)
}

// remit says what was done.
func (t *talk) remit(r *pipeline.RemitReport, cmd *remitCmd) {
	m := r.Manifest
	if !t.asText {
		e := t.log.Info()
		if m.SetAside+m.Warnings > 0 {
			e = t.log.Warn()
		}
		e.Str("out", cmd.Out).Int("remittances", m.Control.Remittances).Str("amount_due", m.Control.AmountDue).
			Str("settled_before", m.Control.Settled).Str("credit_used", m.Control.CreditUsed).Str("payments", m.Control.Payments).
			Str("credit_left", m.Control.CreditLeft).Int("payments_in_file", m.Control.FileCount).Int("closed", m.Closed).Int("zero_returns", m.Control.ZeroReturns).
			Int("set_aside", m.SetAside).Int("warnings", m.Warnings).Strs("problems", r.Problems).Msg("remit done")
		return
	}
	t.problems(r.Problems, m.SetAside)
	if t.quiet {
		return
	}
	if m.Control.Remittances == 0 {
		what := "due by " + cmd.DueBy
		if cmd.Period != "" {
			what = "due for " + cmd.Period
		}
		fmt.Fprintf(t.out, "nothing is %s\n", what)
		return
	}
	zeros := ""
	if m.Control.ZeroReturns > 0 {
		zeros = fmt.Sprintf(" (%d of zeros)", m.Control.ZeroReturns)
	}
	fmt.Fprintf(t.out, "%s%s: $%s due, $%s settled before, $%s of credits used, $%s to pay", count(m.Control.Remittances, "return"), zeros,
		m.Control.AmountDue, m.Control.Settled, m.Control.CreditUsed, m.Control.Payments)
	if m.Control.CreditLeft != "0.00" {
		fmt.Fprintf(t.out, ", $%s left as credit", m.Control.CreditLeft)
	}
	fmt.Fprintln(t.out)
	if m.Control.FileCount > 0 {
		fmt.Fprintf(t.out, "%s of $%s in payments.ach\n", count(m.Control.FileCount, "payment"), m.Control.FileTotal)
	}
	if m.Closed > 0 && cmd.Again {
		fmt.Fprintf(t.out, "%s made again as closed before\n", count(m.Closed, "period"))
	} else if m.Closed > 0 {
		fmt.Fprintf(t.out, "%s closed\n", count(m.Closed, "period"))
	}
	t.ending(m.SetAside, m.Warnings, cmd.Out, "remittances.csv")
}
