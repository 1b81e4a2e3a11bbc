package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"example.com/withhold/pkg/pipeline"
)

// gamingExplainCmd is "withhold gaming explain".
type gamingExplainCmd struct {
	gamingInputs
	Payer   string `placeholder:"ID" help:"Winnings of this payer."`
	WonOn   string `placeholder:"DATE" help:"Winnings of this day."`
	Name    string `placeholder:"NAME" help:"Winnings of this person, as written in the input."`
	Receipt string `placeholder:"NO" help:"The award with this receipt number."`
}

// Help ends the command's help text.
func (*gamingExplainCmd) Help() string {
	return `Give all inputs of the year where lottery prizes are among them: their tax depends on one another.
Nothing is written.

    withhold gaming explain --payer C1 --won-on 2026-01-06 inputs/

Exit codes: 0 all done; 1 failed, or nothing matches; 2 wrong usage; 3 done, but a row asked
for was set aside.`
}

// Run does it.
func (cmd *gamingExplainCmd) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	day, err := dateFlag("--won-on", cmd.WonOn)
	if err != nil {
		return err
	}
	list, err := pipeline.ExplainWinnings(ctx, cmd.options(c), pipeline.WinQuery{Payer: cmd.Payer, Name: cmd.Name, Receipt: cmd.Receipt, WonOn: day})
	if err != nil {
		return asUsage(err)
	}
	aside := 0
	for i, e := range list {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		fmt.Fprintln(c.stdout, e.Heading)
		for _, s := range e.Steps {
			fmt.Fprintln(c.stdout, "  "+s)
		}
		if e.SetAside {
			aside++
		}
	}
	if aside > 0 {
		return setAside(aside)
	}
	return nil
}
