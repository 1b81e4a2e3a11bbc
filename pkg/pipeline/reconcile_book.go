package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// This file adds up an employer's year, line by line as the ledger gives them.

// A townBook is an employer's year in one municipality.
type townBook struct {
	*place
	sum       twoSum
	slots     map[slot]*twoSum
	periods   []*remittance // of the year
	employees int           // with a row of their own

	homes map[ratePair]*homeSum

	due      calc.Cents // the greater of withheld and required of each period: 000 (A)(2)(a)
	remitted calc.Cents
	credits  calc.Cents // of other periods used, less those left for others
}

func (t *townBook) balance() calc.Cents { return t.due - t.remitted - t.credits }

// A yearBook is an employer's year.
type yearBook struct {
	*employer
	year    int
	people  map[string]*payee
	towns   map[*place]*townBook
	lines   int
	checks  int
	untaxed calc.Cents
	all     yearSum // of the lines for a municipality
	proof   proof
	about   map[string]string

	ids   map[string]*place
	check ledger.Key // the latest
}

func newYearBook(e *employer, year int) *yearBook {
	return &yearBook{employer: e, year: year, people: map[string]*payee{}, towns: map[*place]*townBook{}, ids: map[string]*place{}}
}

// readYear reads an employer's year.
func (c *reconciling) readYear(ctx context.Context, e *employer) (*yearBook, error) {
	b := newYearBook(e, c.year)
	for x, err := range c.posted(ctx, e, calc.NewDate(c.year, 1, 1), calc.NewDate(c.year, 12, 31)) {
		if err != nil {
			return nil, err
		}
		if err := b.add(c, x); err != nil {
			return nil, err
		}
	}
	return b, b.remitted(c)
}

// add takes one line.
func (b *yearBook) add(c *reconciling, x *ledger.Posted) error {
	b.lines++
	if x.Key != b.check {
		b.check = x.Key
		b.checks++
	}
	who := b.people[x.EmployeeID]
	if who == nil {
		who = &payee{id: x.EmployeeID, towns: map[*place]*townShare{}}
		b.people[x.EmployeeID] = who
	}
	if x.Municipality == "" {
		b.untaxed += x.Wages
		who.untaxed += x.Wages
		return nil
	}
	at, err := b.placeOf(c, x.Municipality)
	if err != nil {
		return err
	}
	line, role, err := lineSum(x)
	if err != nil {
		return err
	}
	kind := forWork
	if role == calc.Residence || role == calc.Courtesy {
		kind = forHome
	}
	town := b.town(at)
	sums := town.slots[slot(x.Slot)]
	if sums == nil {
		sums = &twoSum{}
		town.slots[slot(x.Slot)] = sums
	}
	share := who.towns[at]
	if share == nil {
		share = &townShare{}
		who.towns[at] = share
	}
	for _, s := range []*yearSum{&b.all, &town.sum[kind], &sums[kind], &share.twoSum[kind]} {
		s.plus(&line)
	}
	share.addRate(role, x)
	if kind == forHome {
		return town.addHome(x)
	}
	return nil
}

func (b *yearBook) placeOf(c *reconciling, id string) (*place, error) {
	at, ok := b.ids[id]
	if ok {
		return at, nil
	}
	at, err := c.run.placeOf(id)
	b.ids[id] = at
	return at, err
}

func (b *yearBook) town(at *place) *townBook {
	t := b.towns[at]
	if t == nil {
		t = &townBook{place: at, slots: map[slot]*twoSum{}, homes: map[ratePair]*homeSum{}}
		b.towns[at] = t
	}
	return t
}

func (s *townShare) addRate(role calc.Role, x *ledger.Posted) {
	i := slices.IndexFunc(s.rates, func(r rateSum) bool { return r.role == role && r.rate == x.Rate })
	if i < 0 {
		i = len(s.rates)
		s.rates = append(s.rates, rateSum{role: role, rate: x.Rate})
	}
	s.rates[i].checks++
	s.rates[i].subject += x.Subject
	s.rates[i].required += x.Required
}

// remitted adds what was due and remitted for the periods of the year.
func (b *yearBook) remitted(c *reconciling) error {
	for _, s := range c.settled(b.employer) {
		for _, m := range s.list {
			if m.months[0].Year() == b.year {
				t := b.town(s.place)
				t.periods = append(t.periods, m)
				t.due += m.amountDue()
			}
		}
	}
	for _, x := range c.memory.closed[b.id] {
		if x.To.Year() != b.year {
			continue
		}
		at, err := b.placeOf(c, x.Municipality)
		if err != nil {
			return err
		}
		t := b.town(at)
		t.remitted += x.Remitted
		t.credits += x.Credit
	}
	return nil
}

// byTown are the municipalities of the year by name, those that came to nothing
// left out.
func (b *yearBook) byTown() []*townBook {
	var list []*townBook
	for _, t := range b.towns {
		if sum := t.sum.all(); !sum.zero() || t.due != 0 || t.remitted != 0 || t.credits != 0 || len(b.peopleOf(t)) > 0 {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(x, y *townBook) int { return byName(x.place, y.place) })
	return list
}

// peopleOf are those with a row in a municipality, by id.
func (b *yearBook) peopleOf(t *townBook) []*payee {
	var list []*payee
	for _, p := range b.people {
		if x := p.towns[t.place]; x != nil {
			if sum := x.all(); !sum.zero() {
				list = append(list, p)
			}
		}
	}
	slices.SortFunc(list, func(x, y *payee) int { return cmp.Compare(x.id, y.id) })
	return list
}

// everybody is whom the employer paid, by id.
func (b *yearBook) everybody() []*payee {
	var list []*payee
	for _, id := range slices.Sorted(maps.Keys(b.people)) {
		if p := b.people[id]; p.untaxed != 0 || len(p.names()) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// A proof is one year added up in four ways: the ledger's lines, its sums (which
// have no compensation), the rows by municipality, the rows by employee.
type proof [4]yearSum

// ties proves that the rows hold what the lines hold, and what the ledger's sums
// say of the same periods.
func (b *yearBook) ties() error {
	var rows, sums, people yearSum
	for _, t := range b.towns {
		sum := t.sum.all()
		rows.plus(&sum)
		for _, m := range t.periods {
			sums.plus(&yearSum{subject: m.sum.subject, required: m.sum.required, withheld: m.sum.withheld})
		}
	}
	for _, p := range b.people {
		for _, x := range p.towns {
			sum := x.all()
			people.plus(&sum)
		}
	}
	b.proof = proof{b.all, sums, rows, people}
	for _, t := range []struct {
		what       string
		a, b, c, d calc.Cents
	}{
		{"tax required", b.all.required, sums.required, rows.required, people.required},
		{"tax withheld", b.all.withheld, sums.withheld, rows.withheld, people.withheld},
		{"wages subject", b.all.subject, sums.subject, rows.subject, people.subject},
		{"compensation", b.all.wages, b.all.wages, rows.wages, people.wages},
	} {
		if t.a != t.b || t.a != t.c || t.a != t.d {
			return fmt.Errorf("the year of employer %s does not tie: %s %s in the ledger's lines, %s in its sums, %s by municipality, %s by employee; "+
				"nothing was written; run withhold ledger check", b.id, t.what, t.a, t.b, t.c, t.d)
		}
	}
	return nil
}
