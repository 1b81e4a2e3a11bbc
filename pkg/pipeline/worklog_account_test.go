package pipeline

import (
	"cmp"
	"math/big"
	"slices"

	"example.com/withhold/pkg/calc"
)

// agreed finds the agreement of a kind that is in force on a day.
func (w *world) agreed(e *worldEmployer, kind, place string, d calc.Date) *worldAgreement {
	for i := range w.agreements {
		a := &w.agreements[i]
		if a.employer == e && a.kind == kind && a.place == place && (a.from == "" || day(a.from) <= d) && (a.to == "" || d <= day(a.to)) {
			return a
		}
	}
	return nil
}

// limit is the number of exempt days, (B)(6) before (B)(2)(a).
func (w *world) limit(p *worldPerson, place string, d calc.Date) int {
	if a := w.agreed(p.employer, "threshold_days", place, d); a != nil {
		return a.value
	}
	return plainRules[place].days
}

// rank is the day's number among the days that count for the place this year.
func (w *world) rank(p *worldPerson, place string, d calc.Date) (n int) {
	for _, x := range w.daysOf(isHuman(p), calc.NewDate(d.Year(), 1, 1), d) {
		if w.counts(p, place, x) {
			n++
		}
	}
	return n
}

// An exemption is why a day's wages are the principal place's.
type exemption int

const (
	taxable exemption = iota
	withinThreshold
	never
)

// exempt decides a day that counts for a place: 000 (B)(2)-(6).
func (w *world) exempt(c *worldCheck, place string, d calc.Date) exemption {
	p := c.who
	ppw := w.principal(p, d)
	switch {
	case w.agreed(p.employer, "never_withhold", place, d) != nil:
		return never
	case w.agreed(p.employer, "withhold_from_first_day", place, d) != nil, // (B)(6)
		ppw[place] != nil,                          // (B)(2)(a)1
		w.presumed(p, place, d),                    // (B)(2)(a)2
		p.home == place && p.courtesy,              // (B)(2)(a)c
		c.inCapacity && w.isPublic(p),              // (B)(2)(a)d
		w.rank(p, place, d) > w.limit(p, place, d): // (B)(4)(a)
		return taxable
	}
	for q := range ppw { // (B)(3)
		if q != "" && w.agreed(p.employer, "not_withholding", q, d) != nil {
			return taxable
		}
	}
	return withinThreshold
}

func (w *world) isPublic(p *worldPerson) bool {
	return p.class == "athlete" || p.class == "entertainer" || p.class == "public_figure"
}

// presumed: the person has served at a presumed worksite there this year.
func (w *world) presumed(p *worldPerson, place string, d calc.Date) bool {
	for _, s := range w.sites {
		if s.place != place || max(s.nature, s.contract) <= plainRules[place].days {
			continue
		}
		of := func(q *worldPerson) bool { return q.human == p.human && q.employer == s.employer }
		for _, x := range w.daysOf(of, calc.NewDate(d.Year(), 1, 1), d) {
			if w.servedAt(of, s.id, x) {
				return true
			}
		}
	}
	return false
}

// A placed is time of a check in the municipality where its wages belong, and
// the municipality that exempts it.
type placed struct {
	at, from string
	day      calc.Date
	time     *big.Rat
	why      exemption
}

// place puts the time of one check where it belongs.
func (w *world) place(c *worldCheck) (list []placed) {
	for i := range w.log {
		x := &w.log[i]
		if x.who != c.who || c.start == 0 || x.day < c.start || x.day > c.end || x.quarters == 0 {
			continue
		}
		time := big.NewRat(int64(x.quarters), 1)
		at, tie := w.winner(c.who, x.day)
		switch {
		case !x.travels() && plainRules[x.place].anyPart: // 002 (f)(1): just those hours
			at, tie = x.place, false
		case plainRules[at].anyPart: // the rest is nobody's, or where there is no municipality
			at, tie = "", x.travels() || len(w.times(c.who, x.day)) > 1
		}
		why := taxable
		if at != "" {
			if why = w.exempt(c, at, x.day); why == taxable {
				list = append(list, placed{at, "", x.day, time, why})
				continue
			}
		}
		if at == "" && !tie { // a day on which no municipality has any time
			list = append(list, placed{"", "", x.day, time, why})
			continue
		}
		for q, part := range w.principal(c.who, x.day) {
			list = append(list, placed{q, at, x.day, new(big.Rat).Mul(time, part), why})
		}
	}
	return list
}

// A fallen is a threshold that fell, where that reaches back.
type fallen struct {
	who   *worldPerson
	place string
	year  int
	day   calc.Date
}

// fallen finds them: 002 (f)(2), 000 (B)(4)(b).
func (w *world) fallen() (list []fallen) {
	for _, p := range w.people {
		for place, rule := range plainRules {
			if !rule.mandatory && !p.employer.firstDays {
				continue
			}
			for _, year := range []int{2025, 2026} {
				for _, d := range w.daysOf(isHuman(p), calc.NewDate(year, 1, 1), calc.NewDate(year, 12, 31)) {
					if w.counts(p, place, d) && w.rank(p, place, d) > w.limit(p, place, d) && w.agreed(p.employer, "never_withhold", place, d) == nil {
						list = append(list, fallen{p, place, year, d})
						break
					}
				}
			}
		}
	}
	return list
}

// caughtUpIn is the check that a catch-up of what another check paid goes with:
// the check in which the threshold fell, or a later one for its own days.
func (w *world) caughtUpIn(f *fallen, of *worldCheck) *worldCheck {
	var mine []*worldCheck
	for i := range w.checks {
		if c := &w.checks[i]; c.who == f.who && c.start != 0 {
			mine = append(mine, c)
		}
	}
	slices.SortFunc(mine, func(a, b *worldCheck) int { return cmp.Or(cmp.Compare(a.pay, b.pay), cmp.Compare(a.id, b.id)) })
	i := slices.IndexFunc(mine, func(c *worldCheck) bool { return c.end >= f.day && c.start.Year() <= f.year })
	if i < 0 {
		return nil
	}
	return mine[max(i, slices.Index(mine, of))]
}
