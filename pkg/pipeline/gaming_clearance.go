package pipeline

import (
	"context"
	"errors"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
)

// A Clearance is what a payer owes as of the end of a day: what a successor must
// hold back from the purchase money until the payer shows a receipt or a
// certificate. Law: 004 192.053 (C)(5), (F).
type Clearance struct {
	Payer string
	AsOf  calc.Date
	// Filed says that filings were given. Without them nothing is known to be
	// remitted, and all of it is open.
	Filed bool
	// SetAside is how many rows of the payer could not be used: then nobody can
	// say that nothing is due.
	SetAside int
	Places   []ClearancePlace
	Problems Problems
}

// A ClearancePlace is what is due to one municipality.
type ClearancePlace struct {
	Municipality string
	Periods      []ClearancePeriod
	Withheld     calc.Cents // or required, the greater by month
	Remitted     calc.Cents
	Tax          calc.Cents // not remitted
	Penalty      calc.Cents // for late tax
	ForReturns   calc.Cents // for late returns
	Interest     calc.Cents
	Successor    []calc.Citation
}

// Total is what must be held back.
func (p *ClearancePlace) Total() calc.Cents { return p.Tax + p.Penalty + p.ForReturns + p.Interest }

// A ClearancePeriod is a return on which something is due.
type ClearancePeriod struct {
	Period         string
	PayBy, FiledOn calc.Date
	Tax            calc.Cents
	Late           calc.Cents // the tax that the penalty is for
	Penalty        calc.Cents
	ForReturn      calc.Cents
	Interest       calc.Cents
	Steps          []calc.InterestStep
	Citations      []calc.Citation
}

// Due reports whether anything is due.
func (c *Clearance) Due() bool {
	for i := range c.Places {
		if c.Places[i].Total() != 0 {
			return true
		}
	}
	return false
}

// Clear finds what a payer owes as of the end of a day. Winnings paid after it
// are not looked at; tax on those before it is due at once.
func Clear(ctx context.Context, o Options, payerID string, asOf calc.Date) (c *Clearance, err error) {
	r, done, err := look(o, record.WinningsKind)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	g := newGaming(r, asOf)
	if err := errors.Join(g.joinFilings(), g.surveyLottery(ctx)); err != nil {
		return nil, err
	}
	found := false
	err = g.stream(ctx, func(b *winBatch) error {
		for i := range b.wins {
			x := &b.wins[i]
			if x.payer == nil || x.payer.id != payerID {
				continue
			}
			found = true
			if !x.ok {
				x.payer.totals.SetAside++
			} else if l := &x.lines[0]; x.On <= asOf && x.Kind != calc.StateLottery && l.at != nil && (l.Reportable || l.Withheld != 0) {
				g.sum(x, l)
			}
		}
		return g.tell(b)
	})
	if err != nil {
		return nil, err
	}
	p := g.payers[payerID]
	if p == nil || !found && len(p.books) == 0 {
		return nil, g.errNoPayer(payerID)
	}
	c = &Clearance{Payer: payerID, AsOf: asOf, Filed: g.filed, SetAside: p.totals.SetAside}
	for _, at := range p.places() {
		place, err := g.clearPlace(p, at)
		if err != nil {
			return nil, err
		}
		c.Places = append(c.Places, *place)
	}
	c.Problems = g.problems()
	if p.incomplete && c.SetAside == 0 {
		c.SetAside = 1 // of filings
	}
	return c, nil
}

// tell records what is wrong with a batch whose results are not written.
func (g *gaming) tell(b *winBatch) error {
	in := b.source.in
	for i := range b.wins {
		if !b.wins[i].ok {
			in.setAside++
		}
	}
	for _, p := range b.problems {
		p.File = in.name
		if err := g.out.problem(severe, p); err != nil {
			return err
		}
	}
	return nil
}

func (g *gaming) clearPlace(p *payer, at *place) (*ClearancePlace, error) {
	list, err := g.returnsOf(p, at)
	if err != nil {
		return nil, err
	}
	c := &ClearancePlace{Municipality: at.Name}
	for _, r := range list {
		l := &r.late
		c.Remitted += r.remitted
		if r.month != 0 {
			c.Withheld += r.amountDue
		}
		c.Tax, c.Penalty, c.ForReturns, c.Interest = c.Tax+l.open, c.Penalty+l.penalty, c.ForReturns+l.forReturn, c.Interest+l.interest
		if l.open+l.penalty+l.forReturn+l.interest != 0 {
			c.Periods = append(c.Periods, ClearancePeriod{r.period, r.payBy, l.filed, l.open, l.late, l.penalty, l.forReturn, l.interest, l.steps, r.citations})
		}
		if r.month == 0 {
			c.Successor = p.books[at].cites(r.law, calc.SuccessorHoldBack)
		}
	}
	return c, nil
}
