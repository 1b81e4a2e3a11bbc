package pipeline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// This file is what lines of the ledger add up to, by why they are taxed, by rate,
// and by person.

// A yearSum is what lines add up to.
type yearSum struct {
	wages, subject, required, withheld calc.Cents
	notSubject                         [calc.NumReasons]calc.Cents
}

func (s *yearSum) plus(o *yearSum) {
	s.wages += o.wages
	s.subject += o.subject
	s.required += o.required
	s.withheld += o.withheld
	for r, c := range o.notSubject {
		s.notSubject[r] += c
	}
}

func (s *yearSum) zero() bool { return *s == yearSum{} }

// reasons say what is not subject, by reason: 003 (h).
func (s *yearSum) reasons() string {
	var parts []string
	for r, c := range s.notSubject {
		if c != 0 {
			parts = append(parts, calc.Reason(r).String()+"="+c.String())
		}
	}
	return strings.Join(parts, ";") // calc.Reason is in the order of the codes
}

// A twoSum is a yearSum for work and one for home. Wages caught up are of work. The
// wages of the two are never the same: a residence takes nothing from what was
// earned in it.
type twoSum [2]yearSum

func (t *twoSum) all() (s yearSum) {
	s.plus(&t[forWork])
	s.plus(&t[forHome])
	return s
}

// A rateSum is what one municipality took from a person at one rate.
type rateSum struct {
	role              calc.Role
	rate              calc.Rate
	checks            int
	subject, required calc.Cents
}

// A ratePair is at what rate a residence took its part, and what its own rate was
// on the day of payment.
type ratePair struct{ full, rate calc.Rate }

type homeSum struct{ subject, required calc.Cents }

// addHome adds a line for a residence.
func (t *townBook) addHome(x *ledger.Posted) error {
	key := ratePair{x.Rate, x.Rate}
	if law, err := t.law(x.PayDate); err != nil {
		return err
	} else if law != nil {
		key.full = law.Rate
	}
	if t.homes[key] == nil {
		t.homes[key] = &homeSum{}
	}
	t.homes[key].subject += x.Subject
	t.homes[key].required += x.Required
	return nil
}

// A townShare is one person's year in one municipality.
type townShare struct {
	twoSum
	rates []rateSum
}

// A payee is one person's year at an employer.
type payee struct {
	id      string
	towns   map[*place]*townShare
	untaxed calc.Cents // earned where no municipality levies a tax
	about   identity
}

// names are the municipalities of a person, by name, those that came to nothing
// left out.
func (p *payee) names() []*place {
	var list []*place
	for at, x := range p.towns {
		if sum := x.all(); !sum.zero() {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, byName)
	return list
}

func byName(a, b *place) int { return strings.Compare(a.Name, b.Name) }

// lineSum reads a line, whose wages must be what is subject and what is not.
func lineSum(x *ledger.Posted) (s yearSum, role calc.Role, err error) {
	s = yearSum{wages: x.Wages, subject: x.Subject, required: x.Required, withheld: x.Withheld}
	bad := func() error {
		return fmt.Errorf("a line of check %s of employer %s in the ledger cannot be read; run withhold ledger check", x.CheckID, x.EmployerID)
	}
	for role.String() != x.Role {
		if role++; role > calc.Work {
			return s, 0, bad()
		}
	}
	left := x.Wages - x.Subject
	for part := range strings.SplitSeq(x.NotSubject, ";") {
		if part == "" {
			continue
		}
		code, cents, _ := strings.Cut(part, "=")
		r, ok := calc.ParseReason(code)
		n, err := strconv.ParseInt(cents, 10, 64)
		if !ok || err != nil {
			return s, 0, bad()
		}
		s.notSubject[r] += calc.Cents(n)
		left -= calc.Cents(n)
	}
	if left != 0 {
		return s, 0, fmt.Errorf("a line of check %s of employer %s does not tie: wages %s, subject %s, not subject %s; nothing was written",
			x.CheckID, x.EmployerID, x.Wages, x.Subject, x.NotSubject)
	}
	return s, role, nil
}
