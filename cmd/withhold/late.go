package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/pipeline"
)

// lateCmd is "withhold late": one question by flags, or many by a table.
type lateCmd struct {
	Inputs []string `arg:"" optional:"" name:"input" help:"A table payments: CSV files, XLSX workbooks or folders of them; - is CSV from standard input. Without it, one question by flags."`

	Municipality string `group:"One question" placeholder:"NAME" help:"The municipality that the tax is for."`
	Tax          string `group:"One question" placeholder:"AMOUNT" help:"The tax of the period."`
	PayBy        string `group:"One question" placeholder:"DATE" help:"The day by which it was to be paid."`
	Paid         string `group:"One question" placeholder:"DATE" help:"The day on which it was paid; without it, give --as-of."`
	ReturnBy     string `group:"One question" placeholder:"DATE" help:"The day by which its return was to be filed."`
	Filed        string `group:"One question" placeholder:"DATE" help:"The day on which the return was filed."`
	Period       string `group:"One question" placeholder:"PERIOD" help:"The period (2026-03, 2026-Q1): what a late return costs goes by it; without it by --return-by."`
	Kind         string `group:"One question" enum:"withholding,winnings" default:"withholding" placeholder:"withholding|winnings" help:"What the tax was withheld from: wages (${default}) or winnings."`
	JSON         bool   `group:"One question" name:"json" help:"Write JSON, for programs."`

	AsOf   string `placeholder:"DATE" help:"Look at payments to the end of this day, and count what is not paid as late to it."`
	Ledger string `placeholder:"FILE" help:"Answer for the periods of this ledger that were remitted late, in place of a table."`
	Out    string `default:"withhold-out" placeholder:"DIR" help:"Folder for the results (${default}). Earlier results in it are replaced; anything else is refused."`
	wholeTableFlags
}

// Help ends the command's help text.
func (*lateCmd) Help() string {
	return `Interest is simple, by days from the day after the tax was to be paid through the day it was
paid, each calendar year at its own rate. A penalty that the law gives as "up to" is an estimate.

    withhold late --municipality Dublin --tax 1000 --pay-by 2026-01-15 --paid 2026-03-10

    withhold late --out late payments.csv

    withhold late --out late --ledger ledger.db --as-of 2026-05-31

Exit codes: 0 all done; 1 failed, nothing written; 2 wrong usage; 3 done, but some rows
were set aside (they are in problems.csv and nowhere else).`
}

// Run does it.
func (cmd *lateCmd) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	asOf, err := dateFlag("--as-of", cmd.AsOf)
	if err != nil {
		return err
	}
	if len(cmd.Inputs) == 0 && cmd.Ledger == "" {
		return cmd.one(c, asOf)
	}
	if cmd.Municipality+cmd.Tax+cmd.PayBy+cmd.Paid+cmd.ReturnBy+cmd.Filed+cmd.Period != "" || cmd.JSON {
		return usageError{errors.New("flags of one question beside a table or a ledger, which ask their own; leave out the flags or the inputs")}
	}
	o := pipeline.LateOptions{Options: cmd.options(c, cmd.Inputs, cmd.Out, cmd.Ledger), AsOf: asOf}
	report, err := pipeline.Late(ctx, o)
	return cmd.ended(newTalk(c, cmd.LogFormat, cmd.Quiet), report, err, o.Out, "late.csv")
}

// one answers the question of the flags.
func (cmd *lateCmd) one(c console, asOf calc.Date) error {
	q := pipeline.LateQuestion{Municipality: cmd.Municipality, Kind: cmd.Kind, AsOf: asOf}
	for _, needed := range [][2]string{{"--municipality", cmd.Municipality}, {"--tax", cmd.Tax}, {"--pay-by", cmd.PayBy}, {"--paid, or --as-of", cmd.Paid + cmd.AsOf}} {
		if needed[1] == "" {
			return usageError{fmt.Errorf("%s is missing; give a table of payments, or --municipality, --tax, --pay-by and --paid", needed[0])}
		}
	}
	var err error
	if q.Tax, err = calc.ParseCents(cmd.Tax); err != nil || q.Tax < 0 {
		return usageError{fmt.Errorf("--tax %s: not an amount of tax; write 1234.56", cmd.Tax)}
	}
	var paid calc.Date
	for _, d := range []struct {
		name, value string
		into        *calc.Date
	}{{"--pay-by", cmd.PayBy, &q.PayBy}, {"--paid", cmd.Paid, &paid}, {"--return-by", cmd.ReturnBy, &q.ReturnBy}, {"--filed", cmd.Filed, &q.FiledOn}} {
		if *d.into, err = dateFlag(d.name, d.value); err != nil {
			return err
		}
	}
	if q.PeriodEnd = pipeline.PeriodEnd(cmd.Period); q.PeriodEnd == 0 && cmd.Period != "" {
		return usageError{fmt.Errorf("--period %s: not a period; write 2026-03, 2026-Q1, 2026-03-P1 or 2026", cmd.Period)}
	}
	switch {
	case q.FiledOn != 0 && q.ReturnBy == 0:
		return usageError{errors.New("--filed without --return-by; give both")}
	case q.ReturnBy != 0 && q.FiledOn == 0 && asOf == 0:
		return usageError{errors.New("--return-by without --filed; give both, or --as-of for a return that was not filed")}
	case paid != 0:
		q.Payments = []calc.Payment{{Amount: q.Tax, On: paid}}
	}
	a, err := pipeline.AnswerLate(cmd.Schedules, q)
	if err != nil {
		return err
	}
	return cmd.print(c, a)
}

func (cmd *lateCmd) print(c console, a *pipeline.LateAnswer) error {
	if cmd.JSON {
		e := json.NewEncoder(c.stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(lateJSON(a))
	}
	_, err := fmt.Fprintln(c.stdout, a.Heading())
	for _, s := range a.Working {
		_, err = fmt.Fprintln(c.stdout, "  "+s)
	}
	return err
}

// lateJSON is the answer for programs: the columns of late.csv.
func lateJSON(a *pipeline.LateAnswer) any {
	return struct {
		Municipality  string          `json:"municipality"`
		Kind          string          `json:"kind"`
		Tax           string          `json:"tax"`
		PayBy         string          `json:"pay_by"`
		PaidOn        string          `json:"paid_on"`
		Days          int             `json:"days"`
		Interest      string          `json:"interest"`
		Penalty       string          `json:"penalty"`
		ReturnPenalty string          `json:"return_penalty"`
		Total         string          `json:"total"`
		Estimate      bool            `json:"estimate"`
		Working       []string        `json:"working"`
		Citations     []calc.Citation `json:"citations"`
		LateTax       string          `json:"late_tax"`
		Unpaid        string          `json:"unpaid"`
	}{a.Municipality, a.Kind, a.Tax.String(), a.PayBy.String(), a.PaidOn.String(), a.Days, a.Interest.String(), a.Penalty.String(), a.ReturnPenalty.String(),
		a.Total().String(), a.Estimate, a.Working, a.Citations, a.LateTax.String(), a.Unpaid.String()}
}
