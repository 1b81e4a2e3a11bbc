package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/ordinance"
)

// A WinQuery is which winnings are to be explained; what is blank does not
// matter.
type WinQuery struct {
	Payer, Name, Receipt string
	WonOn                calc.Date
}

// A WinExplanation is how the tax on one row of winnings came about.
type WinExplanation struct {
	Heading  string
	Steps    []string
	SetAside bool
}

// ExplainWinnings says how the lines of the winnings asked for came about, in the
// order of rows. It makes them by the functions of Gaming; nothing is written.
// That nothing matches is an error.
func ExplainWinnings(ctx context.Context, o Options, q WinQuery) (list []WinExplanation, err error) {
	if q == (WinQuery{}) {
		return nil, UsageError{errors.New("say what to explain: --payer, --won-on, --name or --receipt")}
	}
	r, done, err := look(o, record.WinningsKind)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	g := newGaming(r, 0)
	if err := errors.Join(g.joinFilings(), g.surveyLottery(ctx)); err != nil {
		return nil, err
	}
	err = g.stream(ctx, func(b *winBatch) error {
		for i := range b.wins {
			if x := &b.wins[i]; q.asks(x) {
				list = append(list, g.explain(b, x))
			}
		}
		return nil
	})
	if err == nil && len(list) == 0 {
		err = errors.New("no winnings among the inputs are the ones asked for")
	}
	return list, err
}

func (q *WinQuery) asks(x *win) bool {
	return (q.Payer == "" || q.Payer == string(x.PayerID)) && (q.Receipt == "" || q.Receipt == string(x.ReceiptNo)) &&
		(q.WonOn == 0 || q.WonOn == x.On) && (q.Name == "" || strings.EqualFold(q.Name, string(x.Name)))
}

func (g *gaming) explain(b *winBatch, x *win) WinExplanation {
	e := WinExplanation{Heading: fmt.Sprintf("%s, won on %s from %s (%s)", money(x.Winnings), x.On, x.PayerID,
		at(record.Source{File: b.source.in.name, Sheet: b.source.sheet, Row: x.Row})), SetAside: !x.ok}
	say := func(cite calc.Citation, format string, args ...any) {
		s := fmt.Sprintf(format, args...)
		if cite != "" {
			s += " [" + string(cite) + "]"
		}
		e.Steps = append(e.Steps, s)
	}
	if !x.ok {
		for _, p := range b.problems {
			if p.Row == x.Row {
				say("", "set aside: %s", p.Error())
			}
		}
		return e
	}
	for i := range x.n {
		l := &x.lines[i]
		if x.Kind == calc.StateLottery {
			g.explainPrize(x, l, say)
		} else {
			g.explainWin(x, l, say)
		}
	}
	if x.Missing != 0 {
		say("", "missing, to be obtained: %s", strings.ReplaceAll(missing(x.Missing), ";", ", "))
	}
	return e
}

type sayFunc func(cite calc.Citation, format string, args ...any)

func (g *gaming) explainWin(x *win, l *winLine, say sayFunc) {
	r := x.reporting
	compare := "at least"
	if r.Over {
		compare = "more than"
	}
	times := ""
	if r.Times > 0 {
		times = fmt.Sprintf(" and at least %d times the wager", r.Times)
	}
	say(r.Cite, "%s are reported from %s %s%s on", x.game.Title, compare, money(r.Amount), times)
	switch {
	case r.LessWager && x.WagerKnown:
		say("", "compared: %s won less %s wagered = %s", money(x.Winnings), money(x.Wager), money(l.Compared))
	case r.Times > 0 && x.WagerKnown:
		say("", "compared: %s won, %d × %s wagered = %s", money(x.Winnings), r.Times, money(x.Wager), money(calc.Cents(r.Times)*x.Wager))
	default:
		say("", "compared: %s won", money(l.Compared))
	}
	if !l.Reportable {
		say("", "not reached (%s): nothing to report or to withhold", strings.ReplaceAll(l.because, "_", " "))
	}
	if l.at == nil {
		say("", "the facility is in no municipality that levies a tax")
		return
	}
	if l.Reportable {
		say(l.law.RateCite, "rate of %s, where the facility is, on %s: %s", l.at.Name, x.On, ordinance.Percent(l.Rate))
		say(l.duty.Division(x.Kind, calc.WithholdingDuty), "tax on all of it: %s × %s = %s, rounded to the cent", money(x.Winnings), l.Rate, money(l.Required))
	}
	g.explainReturns(x, l, say)
}

func (g *gaming) explainReturns(x *win, l *winLine, say sayFunc) {
	if !l.Reportable && l.Withheld == 0 {
		return
	}
	how := "as given"
	if !x.WithheldKnown {
		how = "not given: taken to be what is required"
	}
	say("", "withheld: %s (%s)", money(l.Withheld), how)
	month, cal := calc.MonthOf(x.On), g.book.Calendar()
	law := g.winningsLaw(l.at, month.Day(1), month.Day(calc.LastDay))
	due := law.Monthly.Date(month.Day(calc.LastDay), cal)
	say(l.duty.Division(x.Kind, calc.MonthlyReturn), "on the return of %s, due %s, to act on by %s", month, due, cal.NextBusinessDay(due))
	due, _ = g.annualDue(l.at, month.Year())
	say(l.duty.Division(x.Kind, calc.AnnualReturn), "on the annual return of %d, due %s, to act on by %s", month.Year(), due, cal.NextBusinessDay(due))
	say(l.duty.Division(x.Kind, calc.InformationReturn), "on an information return to the person by the same day")
	if x.Kind == calc.VideoLottery && l.Withheld != 0 {
		no := string(x.ReceiptNo)
		if no == "" {
			no = "made, see gaming-receipts.csv"
		}
		say(l.duty.Division(x.Kind, calc.AwardReceipt), "receipt number: %s", no)
	}
}

func (g *gaming) explainPrize(x *win, l *winLine, say sayFunc) {
	where := l.municipality()
	switch l.because {
	case becauseResident:
		say("", "%s taxes its residents on winnings of any lottery", where)
	case becauseTicket:
		say("", "the ticket was bought in %s; of people who do not live there it taxes winnings from such tickets", where)
	default:
		if where == "" {
			where = "where no municipality levies a tax"
		}
		say("", "%s has no rule on lottery winnings", where)
		return
	}
	rule := l.law.Lottery
	if !l.Reportable {
		say(rule.Cite, "the person's winnings of %d there: %s, not more than %s: no tax", x.On.Year(), money(l.Compared), money(rule.Over))
		return
	}
	say(rule.Cite, "the person's winnings of %d there: %s, more than %s: taxed from the first dollar on", x.On.Year(), money(l.Compared), money(rule.Over))
	say(l.law.RateCite, "tax: %s × %s = %s, rounded to the cent; the winner's to pay", money(x.Winnings), l.Rate, money(l.Required))
}
