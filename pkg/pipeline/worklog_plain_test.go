package pipeline

import (
	"maps"
	"math/big"
	"slices"

	"example.com/withhold/pkg/calc"
)

// The plain account computes what a work log means the slow way: from the words
// of 000 (B), 002 (f) and 004 192.052, by asking everything anew for every entry,
// in fractions. It shares nothing with the code it is compared with but dates.

// A plainRule is what one municipality's ordinance says, for 2025 and 2026.
type plainRule struct {
	millionths int64 // the rate
	days       int
	anyPart    bool // 002 (f)(1)
	mandatory  bool // 002 (f)(2): the crossing reaches back whatever the employer elects
	gross      bool // 002 (a): section 125 does not reduce the base
	credit     *plainCredit
}

type plainCredit struct{ factor, limit *big.Rat }

var plainRules = map[string]plainRule{
	"Village 000":      {millionths: 12_500, days: 20},
	"Village 001":      {millionths: 15_000, days: 20},
	"Village 002":      {millionths: 20_000, days: 12, anyPart: true, mandatory: true, gross: true},
	"City 003":         {millionths: 10_000, days: 20, credit: &plainCredit{big.NewRat(1, 1), big.NewRat(1, 100)}},
	"Municipality 004": {millionths: 20_000, days: 20},
	"Village 005":      {millionths: 5_000, days: 20},
	"Village 006":      {millionths: 20_000, days: 20, credit: &plainCredit{big.NewRat(6, 10), big.NewRat(15, 1000)}},
	"Toledo":           {millionths: 25_000, days: 20, credit: &plainCredit{big.NewRat(1, 1), big.NewRat(25, 1000)}},
	"Cleveland":        {millionths: 25_000, days: 20, credit: &plainCredit{big.NewRat(1, 1), big.NewRat(25, 1000)}},
}

func (r plainRule) rate() *big.Rat { return big.NewRat(r.millionths, 1_000_000) }

// What was worked out before is kept, since it is asked for again and again.
type personDay struct {
	who *worldPerson
	day calc.Date
}

type humanDay struct {
	human int
	place string
	day   calc.Date
}

// parts are amounts of time, or shares, by place.
type parts map[string]*big.Rat

func (p parts) add(place string, x *big.Rat) {
	if p[place] == nil {
		p[place] = new(big.Rat)
	}
	p[place].Add(p[place], x)
}

// most is the places with the greatest amount, in order.
func (p parts) most() (places []string) {
	best := new(big.Rat)
	for _, x := range p {
		if x.Cmp(best) > 0 {
			best = x
		}
	}
	for _, place := range slices.Sorted(maps.Keys(p)) {
		if best.Sign() > 0 && p[place].Cmp(best) == 0 {
			places = append(places, place)
		}
	}
	return places
}

// service is the time of entries that is not travel, pickup or delivery, by place.
func (w *world) service(d calc.Date, of func(*worldPerson) bool) parts {
	sums := parts{}
	for _, x := range w.log {
		if x.day == d && of(x.who) && !x.travels() {
			sums.add(x.place, big.NewRat(int64(x.quarters), 1))
		}
	}
	return sums
}

// travels: 000 (B)(2)(b)1-5.
func (x *worldEntry) travels() bool {
	switch x.activity {
	case "", "service", "home": // days at home counted otherwise until 2021 only
		return false
	case "delivery":
		return !x.affixed
	}
	return true
}

// is asks for one employee, isHuman for all that one human being is employed as.
func is(p *worldPerson) func(*worldPerson) bool { return func(q *worldPerson) bool { return p == q } }
func isHuman(p *worldPerson) func(*worldPerson) bool {
	return func(q *worldPerson) bool { return q.human == p.human }
}

// principal is the principal place of work on a day: each place's share of it.
// It is 000 (B)(1)(c), looked at from the end of the period the day is paid in.
func (w *world) principal(p *worldPerson, d calc.Date) parts {
	key := personDay{p, d}
	if w.principals[key] == nil {
		w.principals[key] = w.findPrincipal(p, d)
	}
	return w.principals[key]
}

func (w *world) findPrincipal(p *worldPerson, d calc.Date) parts {
	if p.ppwGiven {
		return parts{p.ppw: big.NewRat(1, 1)}
	}
	until, days := w.paidUntil(p, d), 0
	atSite, counted, spent := parts{}, parts{}, parts{}
	for _, n := range w.daysOf(isHuman(p), calc.NewDate(d.Year(), 1, 1), until) {
		days++
		for _, s := range w.sites {
			there := func(q *worldPerson) bool { return isHuman(p)(q) && q.employer == s.employer }
			if w.servedAt(there, s.id, n) && max(s.nature, s.contract) > plainRules[s.place].days && s.place != "" {
				atSite.add(s.place+"|"+s.id, big.NewRat(1, 1))
			}
		}
		sums := w.service(n, isHuman(p))
		if top := sums.most(); len(top) == 1 {
			counted.add(top[0], big.NewRat(1, 1))
		}
		for place, time := range sums {
			spent.add(place, time)
		}
	}
	for _, s := range w.sites {
		if n := atSite[s.place+"|"+s.id]; n != nil && n.Cmp(big.NewRat(int64(days), 2)) > 0 {
			return parts{s.place: big.NewRat(1, 1)}
		}
	}
	return share(counted.most(), spent, p.employer.tiesByTime)
}

// share divides one among tied places: a township leaves it to municipalities.
func share(top []string, spent parts, byTime bool) parts {
	if len(top) > 1 {
		top = slices.DeleteFunc(top, func(place string) bool { return place == "" })
	}
	if len(top) == 0 {
		return parts{"": big.NewRat(1, 1)}
	}
	sum, p := new(big.Rat), parts{}
	for _, place := range top {
		p[place] = big.NewRat(1, 1)
		if byTime {
			p[place] = spent[place]
		}
		sum.Add(sum, p[place])
	}
	for place, x := range p {
		p[place] = new(big.Rat).Quo(x, sum)
	}
	return p
}

// paidUntil is the end of the shortest period that pays the day.
func (w *world) paidUntil(p *worldPerson, d calc.Date) calc.Date {
	end := calc.Date(0)
	for _, c := range w.checks {
		if c.who == p && c.start != 0 && c.start <= d && d <= c.end && (end == 0 || c.end < end) {
			end = c.end
		}
	}
	if end == 0 {
		return d
	}
	return min(end, calc.NewDate(d.Year(), 12, 31))
}

// daysOf is the days of a log from one day to another.
func (w *world) daysOf(of func(*worldPerson) bool, from, to calc.Date) (days []calc.Date) {
	for _, x := range w.log {
		if of(x.who) && from <= x.day && x.day <= to {
			days = append(days, x.day)
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

func (w *world) servedAt(of func(*worldPerson) bool, site string, d calc.Date) bool {
	return slices.ContainsFunc(w.log, func(x worldEntry) bool {
		return of(x.who) && x.day == d && x.site == site && !x.travels()
	})
}

// winner is the municipality with more time of the human being on a day than any
// other: 000 (B)(2)(b). tie says that the most is shared; otherwise no winner
// means that no municipality has any time.
func (w *world) winner(p *worldPerson, d calc.Date) (place string, tie bool) {
	top := w.times(p, d).most()
	switch len(top) {
	case 0:
		return "", false
	case 1:
		return top[0], false
	}
	return "", true
}

// times is the time of the human being on a day by municipality.
func (w *world) times(p *worldPerson, d calc.Date) parts {
	sums := parts{}
	for _, x := range w.log {
		if x.day != d || x.who.human != p.human {
			continue
		}
		time := big.NewRat(int64(x.quarters), 1)
		if !x.travels() {
			sums.add(x.place, time)
			continue
		}
		ppw := w.principal(x.who, d) // where several places share it, each has as much of the time
		for q := range ppw {
			sums.add(q, new(big.Rat).Quo(time, big.NewRat(int64(len(ppw)), 1)))
		}
	}
	delete(sums, "") // 000 (B)(2)(b): municipal corporations only
	return sums
}

// counts reports whether a day counts for a municipality.
func (w *world) counts(p *worldPerson, place string, d calc.Date) bool {
	key := humanDay{p.human, place, d}
	known, ok := w.counted[key]
	if !ok {
		known = w.findCounts(p, place, d)
		w.counted[key] = known
	}
	return known
}

func (w *world) findCounts(p *worldPerson, place string, d calc.Date) bool {
	if plainRules[place].anyPart {
		served := w.service(d, isHuman(p))[place]
		return served != nil && served.Sign() > 0
	}
	who, _ := w.winner(p, d)
	return who == place
}
