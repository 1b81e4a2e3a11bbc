package pipeline

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/ordinance"
)

// A gamingReturn is a monthly or annual return of one payer to one municipality.
type gamingReturn struct {
	period     string
	month      calc.Month // 0: the annual return
	year       int
	due, payBy calc.Date
	sum        *gamingSum
	law        calc.WinningsLaw
	amountDue  calc.Cents // to be remitted with it
	remitted   calc.Cents
	balance    calc.Cents // below zero where too much was remitted
	late       lateness
	citations  []calc.Citation
}

// lateness is what it costs that tax or a return was late.
type lateness struct {
	penalty, forReturn, interest calc.Cents
	late                         calc.Cents // the tax it is for
	open                         calc.Cents // what of the tax is not remitted
	steps                        []calc.InterestStep
	filed                        calc.Date
}

// forever is a day after all payments.
const forever = calc.Date(math.MaxInt32)

// asOf is the day up to whose end payments are looked at.
func (g *gaming) asOf() calc.Date {
	if g.lateAsOf != 0 {
		return g.lateAsOf
	}
	return forever
}

// returnsOf are a payer's returns to a municipality, in the order of their
// periods: a year before its months.
func (g *gaming) returnsOf(p *payer, at *place) ([]*gamingReturn, error) {
	b := p.books[at]
	var list []*gamingReturn
	for _, year := range slices.Sorted(maps.Keys(b.years)) {
		of, err := g.yearReturns(at, b, year)
		if err != nil {
			return nil, err
		}
		list = append(list, of...)
	}
	return list, nil
}

func (g *gaming) yearReturns(at *place, b *gamingBook, year int) ([]*gamingReturn, error) {
	annual := &gamingReturn{period: strconv.Itoa(year), year: year, sum: b.years[year]}
	annual.due, annual.law = g.annualDue(at, year)
	annual.payBy = g.book.Calendar().NextBusinessDay(annual.due)
	annual.citations = b.cites(annual.law, calc.AnnualReturn)
	list := []*gamingReturn{annual}
	var months []calc.Month
	for _, m := range slices.Sorted(maps.Keys(b.months)) {
		if m.Year() == year {
			months = append(months, m)
		}
	}
	var owed []calc.Owed
	var total, before calc.Cents
	for _, m := range months {
		r := &gamingReturn{period: m.String(), month: m, year: year, sum: b.months[m]}
		r.law = g.winningsLaw(at, m.Day(1), m.Day(calc.LastDay))
		r.due = r.law.Monthly.Date(m.Day(calc.LastDay), g.book.Calendar())
		r.payBy = g.book.Calendar().NextBusinessDay(r.due)
		r.amountDue, r.remitted = r.sum.due(), b.remitted(year, m, g.asOf())
		r.balance = r.amountDue - r.remitted
		r.citations = b.cites(r.law, calc.MonthlyReturn)
		owed = append(owed, calc.Owed{Amount: r.amountDue, PayBy: r.payBy})
		total, before = total+r.amountDue, before+r.remitted
		list = append(list, r)
	}
	annual.remitted = b.remitted(year, 0, g.asOf())
	if g.filed {
		annual.amountDue = max(0, total-before)
	}
	annual.balance = total - before - annual.remitted
	if g.lateAsOf == 0 {
		return list, nil
	}
	return list, g.addLateness(b, list, months, owed)
}

// addLateness finds penalties and interest as of a day. Each month's tax is late
// from its own day on; the annual return can only itself be late.
func (g *gaming) addLateness(b *gamingBook, list []*gamingReturn, months []calc.Month, owed []calc.Owed) error {
	standings, _ := calc.Settle(owed, b.payments(list[0].year, months), g.lateAsOf)
	for i, r := range list {
		l := &r.late
		if l.filed = b.filedOn(r.year, r.month); calc.ReturnLate(r.payBy, l.filed, g.lateAsOf) {
			l.forReturn = r.law.ReturnPenalty
			r.citations = append(r.citations, b.cites(r.law, calc.LateReturnPenalty)...)
		}
		if i == 0 {
			continue
		}
		s := &standings[i-1]
		l.late, l.open, l.penalty = s.Late(), s.Open(), s.Penalty(r.law.Penalty)
		var err error
		if l.interest, l.steps, err = g.games.Interest().Interest(s.Unpaid()); err != nil {
			return ordinance.InterestHint(err)
		}
		if l.late != 0 {
			r.citations = append(r.citations, b.cites(r.law, calc.LatePenalty)...)
			for _, step := range l.steps {
				if !slices.Contains(r.citations, step.Cite) {
					r.citations = append(r.citations, step.Cite)
				}
			}
		}
	}
	return nil
}

// winningsLaw is what the law of a municipality says of winnings on a day or,
// where that is not known, on another; where neither, state law.
func (g *gaming) winningsLaw(at *place, days ...calc.Date) calc.WinningsLaw {
	for _, d := range days {
		if law, err := at.law(d); err == nil && law.Winnings.Cite != "" {
			return law.Winnings
		}
	}
	return g.book.WinningsLaw(days[0])
}

// annualDue is the day in the law for what is due once a year, and that law.
func (g *gaming) annualDue(at *place, year int) (calc.Date, calc.WinningsLaw) {
	last := calc.NewDate(year, 12, 31)
	law := g.winningsLaw(at, last, calc.NewDate(year, 1, 1))
	return law.Annual.Date(last, g.book.Calendar()), law
}

// cites are the divisions of a law on a part, for the kinds of payers that the
// payer was.
func (b *gamingBook) cites(law calc.WinningsLaw, part calc.WinningsPart) (list []calc.Citation) {
	for k, is := range b.kinds {
		if c := law.Division(calc.PayerKind(k), part); is && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	if list == nil {
		list = []calc.Citation{law.Division(calc.Casino, part)}
	}
	return list
}

// writeReturns writes all returns and adds up what they say.
func (g *gaming) writeReturns() error {
	for _, id := range slices.Sorted(maps.Keys(g.payers)) {
		p := g.payers[id]
		for _, at := range p.places() {
			list, err := g.returnsOf(p, at)
			if err != nil {
				return err
			}
			for _, r := range list {
				if err := g.out.row(g.returns, func(row *results.Row) { g.writeReturn(row, p, at, r) }); err != nil {
					return err
				}
				g.count(p, r)
			}
		}
	}
	return nil
}

// places are those that the payer owes anything, by name.
func (p *payer) places() []*place {
	list := slices.Collect(maps.Keys(p.books))
	slices.SortFunc(list, func(a, b *place) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func (g *gaming) count(p *payer, r *gamingReturn) {
	if r.month == 0 {
		p.totals.YearRequired += r.sum.required
		p.totals.YearWithheld += r.sum.withheld
	} else {
		p.totals.MonthRequired += r.sum.required
		p.totals.MonthWithheld += r.sum.withheld
		p.totals.Due += r.amountDue
		g.due += r.amountDue
	}
	p.totals.Late += r.late.penalty + r.late.forReturn + r.late.interest
	o := entryOf(g.byDay, r.payBy)
	o.count++
	o.due += r.amountDue
}

func (g *gaming) writeReturn(row *results.Row, p *payer, at *place, r *gamingReturn) {
	row.Text(p.id)
	row.Text(at.Name)
	row.Text(r.period)
	row.Date(r.due)
	row.Date(r.payBy)
	row.Count(r.sum.winners)
	row.Money(r.sum.winnings)
	row.Money(r.sum.required)
	row.Money(r.sum.withheld)
	row.Money(r.amountDue)
	if g.lateAsOf != 0 {
		row.Money(r.late.penalty)
		row.Money(r.late.forReturn)
		row.Money(r.late.interest)
	}
	if g.filed {
		row.Money(r.remitted)
		row.Money(r.balance)
	} else {
		row.Text("")
		row.Text("")
	}
	row.Count(r.sum.omissions)
	row.Text(yesNo(!p.incomplete))
	row.Text(joinCitations(r.citations))
}

// errNoPayer says which payers there are.
func (g *gaming) errNoPayer(id string) error {
	var known []string
	for _, k := range slices.Sorted(maps.Keys(g.payers)) {
		if known = append(known, k); len(known) == 10 {
			break
		}
	}
	return errors.New("no winnings of payer " + id + " among the inputs; there are those of " + strings.Join(known, ", "))
}
