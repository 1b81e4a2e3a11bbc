package pipeline

import (
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/explanation"
)

// line says how one line of tax came about. Its figures are the line's own; what
// is added are the parts of the check that it is made of.
func (x *explainer) line(b *batch, r *row, shares []calc.Share, l *calc.Line) explanation.Line {
	shown := x.w.cellsOf(x.w.render(l.Law), l)
	e := explanation.Line{Municipality: l.Municipality(), Role: l.Role.String(), Wages: l.Wages.Total, NotSubject: l.Wages.Excluded(),
		Reasons: shown.reasons, Subject: l.Wages.Subject, Rate: l.Rate, TaxRequired: l.Required, TaxWithheld: l.Withheld,
		Citations: unquote(shown.citations), Product: product(l.Wages.Subject, l.Rate)}
	if l.Law != nil {
		e.RateCitation, e.BaseCitation = string(l.Law.RateCite), string(l.Law.BaseCite)
		e.RateSince, e.RateOlder = x.since(l.Law)
		e.Base = map[calc.Base]string{calc.QualifyingWages: "qualifying_wages", calc.GrossCompensation: "gross_compensation"}[l.Law.Base]
	}
	var sum itemSum
	switch l.Role {
	case calc.CatchUp:
		e.CatchUp = x.catchUp(b, r, l, &sum)
	case calc.Work:
		for i := range shares {
			s := &shares[i]
			if name, rate := lawOf(s.Law); name == e.Municipality && rate == l.Rate {
				sum.add(s.Law, &s.Check, &r.who.person, s.Ties)
			}
		}
	default:
		for i := range shares {
			if role, rate := r.home.Levy(&shares[i]); role == l.Role && rate == l.Rate {
				sum.add(r.home.Law, &shares[i].Check, &r.who.person, r.home.Ties)
				e.HomeRates = addHomeRate(e.HomeRates, homeRate(&r.home, &shares[i]))
			}
		}
		e.Requested = l.Required != l.Rate.Tax(l.Wages.Subject)
	}
	e.Items, e.Stray = sum.items(), sum.parts == 0
	return e
}

// product is subject × rate as it is, in dollars with no fewer than two decimals.
func product(subject calc.Cents, rate calc.Rate) string {
	exact := subject.Decimal().Mul(rate.Decimal())
	if exact.Equal(exact.Round(2)) {
		return exact.StringFixed(2)
	}
	return exact.String()
}

func lawOf(l *calc.Law) (name string, rate calc.Rate) {
	if l == nil {
		return "", 0
	}
	return l.Municipality, l.Rate
}

// unquote takes a cell's quotes away, which CSV needs where there is a comma.
func unquote(s string) string {
	if strings.HasPrefix(s, `"`) {
		s = strings.ReplaceAll(s[1:len(s)-1], `""`, `"`)
	}
	return s
}

// since is the day from which the municipality has had the rate of a law, or the
// first day that is known, with older.
func (x *explainer) since(l *calc.Law) (from calc.Date, older bool) {
	p, err := x.run.places.find(l.Municipality)
	if err != nil || p == nil {
		return l.From, true
	}
	from = l.From
	for {
		before, err := p.law(from - 1)
		if err != nil || before.Rate != l.Rate {
			return from, err != nil
		}
		from = before.From
	}
}

// itemSum adds up the pay items of the parts of a line, by item and by the
// reason for which they are not subject.
type itemSum struct {
	parts int
	list  []explanation.LineItem
}

// items are all of them, or that nothing was paid.
func (s *itemSum) items() []explanation.LineItem {
	if len(s.list) == 0 {
		return []explanation.LineItem{{Item: itemNames[calc.PayGross]}}
	}
	return s.list
}

// reasonItems are the items that reasons are about. Two are about all of a check.
var reasonItems = map[calc.Reason]calc.Item{
	calc.DeferredBefore: calc.PayNQDC, calc.ElectionOfficial: calc.PayElection, calc.ISOFormerEmployee: calc.PayISO,
	calc.MilitaryPay: calc.PayMilitary, calc.Parsonage: calc.PayParsonage, calc.PensionOrDisability: calc.PayPension,
	calc.TipsNotControlled: calc.PayTipsCash, calc.TransitOperator: calc.PayTransit,
}

// add adds a part of a check as its law sees it.
func (s *itemSum) add(law *calc.Law, c *calc.Check, p *calc.Person, ties calc.Ties) {
	s.parts++
	if law == nil {
		for i, amount := range c.Pay {
			s.put(itemNames[i], amount, amount, "", "")
		}
		return
	}
	w := law.WagesOf(c, p, ties)
	cite := func(r calc.Reason) string { return string(law.Exclusions[r].Cite) }
	for _, r := range []calc.Reason{calc.DomesticServant, calc.Under18} {
		if w.NotSubject[r] != 0 {
			for i, amount := range c.Pay {
				s.put(itemNames[i], amount, 0, r.String(), cite(r))
			}
			return
		}
	}
	for i, amount := range c.Pay {
		left := amount
		for r, item := range reasonItems {
			if int(item) == i && w.NotSubject[r] != 0 {
				s.put(itemNames[i], w.NotSubject[r], 0, r.String(), cite(r))
				left -= w.NotSubject[r]
			}
		}
		s.put(itemNames[i], left, left, "", "")
	}
	if n := w.NotSubject[calc.Section125]; n != 0 {
		s.put(explanation.Section125, n, 0, calc.Section125.String(), cite(calc.Section125))
	} else if c.Section125 != 0 && law.Base == calc.GrossCompensation {
		s.put(explanation.Section125, c.Section125, c.Section125, "", string(law.BaseCite))
	}
}

func (s *itemSum) put(item string, amount, subject calc.Cents, reason, cite string) {
	if amount == 0 {
		return
	}
	for i := range s.list {
		if have := &s.list[i]; have.Item == item && have.Reason == reason && have.Citation == cite {
			have.Amount += amount
			have.Subject += subject
			have.NotSubject += amount - subject
			return
		}
	}
	s.list = append(s.list, explanation.LineItem{Item: item, Amount: amount, Subject: subject, NotSubject: amount - subject, Reason: reason, Citation: cite})
}

// catchUp says which checks paid for the days that a line reaches back to.
func (x *explainer) catchUp(b *batch, r *row, l *calc.Line, sum *itemSum) *explanation.CatchUp {
	var c *explanation.CatchUp
	for _, cross := range r.who.crossings {
		at := x.run.logs.places[cross.place]
		for j := range cross.rows {
			if at.Name != l.Municipality() || cross.caughtUpIn(j) != b.id(r) {
				continue
			}
			part := explanation.CatchUpPart{CheckID: string(cross.rows[j].check), PayDate: cross.rows[j].pay}
			for k := range cross.rows[j].portions {
				p := &cross.rows[j].portions[k]
				if p.law.Rate != l.Rate {
					continue
				}
				ties := ties(r.who, at)
				w := p.law.WagesOf(&p.check, &r.who.person, ties)
				part.Wages += w.Total
				part.Subject += w.Subject
				part.From = name(p.to)
				sum.add(p.law, &p.check, &r.who.person, ties)
			}
			if c == nil {
				limit := r.who.days.look(cross.place, cross.year).set.Rank(cross.day.DayOfYear()) - 1
				c = &explanation.CatchUp{CrossedOn: cross.day, ExemptDays: limit, Elected: cross.elected, Citation: string(l.Law.OccasionalEntrant.Cite)}
			}
			if part.Wages != 0 {
				c.Parts = append(c.Parts, part)
			}
		}
	}
	return c
}
