package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
)

// This file writes the reconciliation of an employer with each municipality, and
// its employees. Law: 000 (A)(2)(h), 003 (h).

func (c *reconciling) writeYear(b *yearBook) error {
	towns := b.byTown()
	if len(towns) == 0 && len(b.everybody()) == 0 {
		return nil // it paid nothing in the year
	}
	var firm reconcileTotals
	for _, t := range towns {
		people := b.peopleOf(t)
		t.employees = len(people)
		for _, p := range people {
			if err := c.writePerson(b, t, p); err != nil {
				return err
			}
		}
		if err := c.writeTown(b, t); err != nil {
			return err
		}
		firm.town(t)
		if c.byTown[t.Name] == nil {
			c.byTown[t.Name] = &reconcileTotals{at: t.place}
		}
		c.byTown[t.Name].town(t)
	}
	firm.Employers, firm.Employees = 1, len(b.everybody())
	firm.Checks, firm.Lines, firm.untaxed, firm.proof = b.checks, b.lines, b.untaxed, b.proof
	c.totals.add(&firm)
	c.firmTotals = append(c.firmTotals, FirmTotals{b.id, firm.control()})
	c.addFirm(b, &firm)
	if c.spool != nil {
		if err := c.spool.add(c, b); err != nil {
			return err
		}
	}
	if err := c.sheets.add(c, b, towns); err != nil {
		return err
	}
	return c.noteMissing(b, towns)
}

func (c *reconciling) writeTown(b *yearBook, t *townBook) error {
	due, payBy, law := c.dueAfterYear(t.place, func(l *calc.Law) calc.DueRule { return l.Reconciliation })
	if due == 0 {
		c.notes.add("due_unknown", t.Name)
	}
	sum := t.sum.all()
	o := entryOf(c.byDay, payBy)
	o.count++
	o.due += t.balance()
	return c.out.row(results.Reconciliation, func(r *results.Row) {
		r.Text(b.id)
		r.Text(t.Name)
		r.Count(c.year)
		r.Date(due)
		r.Date(payBy)
		r.Count(t.employees)
		r.Money(sum.wages)
		r.Money(sum.wages - sum.subject)
		r.Text(sum.reasons())
		r.Money(sum.subject)
		r.Money(sum.required)
		r.Money(sum.withheld)
		r.Money(t.remitted)
		r.Money(t.balance())
		r.Money(t.due)
		r.Money(t.credits)
		r.Text(b.about["name"])
		r.Text(b.about["ein"])
		r.Text(b.about["responsible_person"])
		r.Text(joinCitations(sum.citations(law)))
	})
}

// citations are what the row rests on: the duty, the greater of withheld and
// required, and why amounts are not subject.
func (s *yearSum) citations(law *calc.Law) []calc.Citation {
	if law == nil {
		return nil
	}
	cites := []calc.Citation{law.Reconciliation.Cite, law.GreaterOf.Cite}
	for r, c := range s.notSubject {
		if cite := law.Exclusions[r].Cite; c != 0 && !slices.Contains(cites, cite) {
			cites = append(cites, cite)
		}
	}
	return cites
}

func (c *reconciling) writePerson(b *yearBook, t *townBook, p *payee) error {
	sum := p.towns[t.place].all()
	others, due := p.others(t.place)
	err := c.out.row(results.ReconciliationEmployees, func(r *results.Row) {
		r.Text(b.id)
		r.Text(t.Name)
		r.Count(c.year)
		r.Text(p.id)
		r.Text(p.about.name())
		r.Text(addressLine(p.about.address, p.about.city, p.about.state, p.about.zip))
		r.Text(p.about.ssn)
		r.Money(sum.wages)
		r.Money(sum.wages - sum.subject)
		r.Money(sum.subject)
		r.Money(sum.withheld)
		r.Text(others)
		r.Text(sum.reasons())
		r.Money(sum.required)
		r.Text(due)
	})
	if err != nil {
		return err
	}
	return c.writeDifferences(b, t, p)
}

// others names every other municipality for which tax was withheld or should
// have been, with what was withheld, and again with what was due where that is
// not the same: 000 (A)(2)(h)3, 003 (h).
func (p *payee) others(here *place) (withheld, due string) {
	var held, owed []string
	for _, at := range p.names() {
		sum := p.towns[at].all()
		if at == here || sum.withheld == 0 && sum.required == 0 {
			continue
		}
		held = append(held, at.Name+"="+sum.withheld.String())
		if sum.required != sum.withheld {
			owed = append(owed, at.Name+"="+sum.required.String())
		}
	}
	return strings.Join(held, ";"), strings.Join(owed, ";")
}

// writeDifferences writes where the tax of a person's checks is not the rate
// times the wages of the year, rounded once.
func (c *reconciling) writeDifferences(b *yearBook, t *townBook, p *payee) error {
	rates := p.towns[t.place].rates
	slices.SortFunc(rates, func(x, y rateSum) int { return cmp.Or(cmp.Compare(x.role, y.role), cmp.Compare(x.rate, y.rate)) })
	for i := range rates {
		x := &rates[i]
		byYear := x.rate.Tax(x.subject)
		if x.required == byYear {
			continue
		}
		err := c.out.row(results.Differences, func(r *results.Row) {
			r.Text(b.id)
			r.Text(t.Name)
			r.Count(c.year)
			r.Text(p.id)
			r.Text(p.about.name())
			r.Text(x.role.String())
			r.Rate(x.rate)
			r.Count(x.checks)
			r.Money(x.subject)
			r.Money(x.required)
			r.Money(byYear)
			r.Money(x.required - byYear)
			r.Text(x.explanation(byYear))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// explanation says whether rounding each check, by at most half a cent, and the
// year once can make the difference.
func (x *rateSum) explanation(byYear calc.Cents) string {
	switch {
	case 2*(x.required-byYear).Abs() <= calc.Cents(x.checks)+1:
		return "rounding"
	case x.role == calc.Courtesy:
		return "the employee asked for another amount"
	}
	return "more than rounding"
}

// noteMissing lists what the reconciliation must say of the employer and of each
// person, and nobody gave.
func (c *reconciling) noteMissing(b *yearBook, towns []*townBook) error {
	if len(towns) == 0 {
		return nil
	}
	const what, cite = "reconciliation", calc.Citation("000 (A)(2)(h)1;003 (h)")
	for _, f := range []struct {
		field, give string
		cite        calc.Citation
		known       bool
	}{
		{"ein", "ein in employers, nine digits", cite, wholeNumber(b.about["ein"])}, {"name", "name in employers", cite, b.about["name"] != ""},
		{"responsible_person", "responsible_person in employers", "000 (A)(2)(i);003 (g)", b.about["responsible_person"] != ""},
	} {
		if f.known {
			continue
		}
		if err := c.missing(b.id, "", what, f.field, f.give, f.cite); err != nil {
			return err
		}
	}
	for _, p := range b.everybody() {
		if len(p.names()) == 0 {
			continue
		}
		i := &p.about
		for _, f := range []struct {
			field, give string
			known       bool
		}{
			{"name", "first_name and last_name in employees", i.name() != ""},
			{"address", "address, city, state and zip in employees", wholeAddress(i.address, i.city, i.state, i.zip)},
			{"ssn", "the whole ssn in employees", i.ssn != ""},
		} {
			if f.known {
				continue
			}
			if err := c.missing(b.id, p.id, what, f.field, f.give, cite); err != nil {
				return err
			}
		}
	}
	return nil
}
