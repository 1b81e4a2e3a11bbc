package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
	"example.com/withhold/pkg/pipeline"
)

// gamingClearanceCmd is "withhold gaming clearance".
type gamingClearanceCmd struct {
	gamingInputs
	Payer string `required:"" placeholder:"ID" help:"The payer that is sold or quits."`
	AsOf  string `required:"" placeholder:"DATE" help:"What is due by the end of this day."`
}

// Help ends the command's help text.
func (*gamingClearanceCmd) Help() string {
	return `On a sale, tax withheld is due at once, and the buyer must hold back enough of the purchase money
until the seller shows a receipt, or a certificate that nothing is due. Give all winnings and
the table filings with what was remitted: what filings does not say is taken to be open.

Exit codes: 0 all done; 1 failed; 2 wrong usage; 3 done, but some rows were set aside (they
are listed on standard error).`
}

// Run does it.
func (cmd *gamingClearanceCmd) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	asOf, err := dateFlag("--as-of", cmd.AsOf)
	if err != nil {
		return err
	}
	x, err := pipeline.Clear(ctx, cmd.options(c), cmd.Payer, asOf)
	if err != nil {
		return asUsage(err)
	}
	writeClearance(c.stdout, x)
	return told(c, x.Problems)
}

func writeClearance(w io.Writer, c *pipeline.Clearance) {
	fmt.Fprintf(w, "Payer %s: municipal income tax withheld from winnings, as of %s\n", c.Payer, c.AsOf)
	if !c.Filed {
		fmt.Fprintln(w, "No table filings was given: nothing is known to be remitted or filed, and all of it is shown as open.")
	}
	if len(c.Places) == 0 {
		fmt.Fprintln(w, "\nThe inputs hold no winnings of the payer from which tax had to be withheld, and no return.")
	}
	for i := range c.Places {
		p := &c.Places[i]
		fmt.Fprintf(w, "\n%s: $%s to remit to this day, $%s remitted\n", p.Municipality, p.Withheld, p.Remitted)
		if p.Total() == 0 {
			if c.SetAside == 0 {
				writeNothingDue(w, c, p)
			}
			continue
		}
		writeHoldBack(w, p)
	}
	if c.SetAside > 0 {
		fmt.Fprintln(w, "\nRows of this payer were set aside (see standard error), so that what is said here is not complete")
		fmt.Fprintln(w, "and does not show that nothing more is due. Correct them and ask again.")
	}
}

// writeNothingDue says so in words that a request for a certificate can use.
func writeNothingDue(w io.Writer, c *pipeline.Clearance, p *pipeline.ClearancePlace) {
	writeParagraph(w, fmt.Sprintf("As of %s, nothing is due to %s from %s: all municipal income tax deducted and withheld from winnings paid "+
		"to that day, $%s, has been remitted, and neither penalty nor interest is outstanding. The Tax Administrator of %s is asked for a "+
		"certificate indicating that no amounts are due [%s].", c.AsOf, p.Municipality, c.Payer, p.Withheld, p.Municipality, citations(p.Successor)))
}

func writeHoldBack(w io.Writer, p *pipeline.ClearancePlace) {
	fmt.Fprintln(w)
	t := newTable(w, false)
	t.row("period", "pay by", "tax open", "penalty", "return penalty", "interest")
	for _, x := range p.Periods {
		t.row(x.Period, x.PayBy.String(), x.Tax.String(), x.Penalty.String(), x.ForReturn.String(), x.Interest.String())
	}
	t.row("total", "", p.Tax.String(), p.Penalty.String(), p.ForReturns.String(), p.Interest.String())
	if t.flush() != nil {
		return // nobody reads any more
	}
	fmt.Fprintln(w)
	for _, x := range p.Periods {
		for _, s := range x.Steps {
			fmt.Fprintf(w, "%s: interest on %s from %s to %s, %d days of %d at %s a year [%s]\n", x.Period, s.Amount, s.From, s.Through,
				s.Days, s.OfYear, ordinance.Percent(s.Rate), s.Cite)
		}
		fmt.Fprintf(w, "%s: [%s]\n", x.Period, citations(x.Citations))
	}
	fmt.Fprintln(w)
	writeParagraph(w, fmt.Sprintf("To hold back from the purchase money for %s: $%s, until the payer shows a receipt of the Tax Administrator for it, "+
		"or a certificate that no amounts are due [%s]. Penalties may be imposed: the Tax Administrator decides.",
		p.Municipality, p.Total(), citations(p.Successor)))
}

func citations(list []calc.Citation) string {
	var texts []string
	for _, c := range list {
		texts = append(texts, string(c))
	}
	return strings.Join(texts, ";")
}

// writeParagraph writes text in lines of a readable length.
func writeParagraph(w io.Writer, text string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > 100 {
			fmt.Fprintln(w, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	fmt.Fprintln(w, line)
}
