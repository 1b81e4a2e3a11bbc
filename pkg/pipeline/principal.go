package pipeline

import (
	"cmp"
	"slices"

	"example.com/withhold/pkg/calc"
)

// A period is a check's, for those whose principal place of work follows from
// their days: it is the place with the most days up to the end of the period
// that a day is paid in, so that a later day does not change an earlier check.
type period struct{ start, end calc.Date }

// tracked is the principal place from a day on, until the next or the year's end.
type tracked struct {
	day    calc.Date
	places []calc.Principal
}

// findPrincipal finds what the person's principal place of work follows from:
// the place given for it, or the days, those for related employers among them.
func (e *employee) findPrincipal(r *run, d *days) {
	if e.principal {
		e.fixedAt = []calc.Principal{{Place: r.logs.id(e.ppw), Weight: 1}}
		return
	}
	byTime := e.employer.record != nil && e.employer.record.TiesByTime
	slices.SortFunc(e.periods, func(a, b period) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	e.periods = slices.Compact(e.periods)
	var t tally
	for i := 0; i < len(d.log); {
		day := d.log[i].Day
		if t.year != day.Year() {
			t = tally{year: day.Year()}
		}
		i = t.take(r, d, i)
		places := t.worksite(r)
		if places == nil {
			places = t.Most(byTime)
		}
		if places == nil {
			places = nowhere
		}
		if n := len(e.tracked); n == 0 || e.tracked[n-1].day.Year() != day.Year() || !slices.Equal(e.tracked[n-1].places, places) {
			e.tracked = append(e.tracked, tracked{day, places})
		}
	}
}

// tally is a person's days of one year as they pass.
type tally struct {
	calc.Tally
	year  int
	days  int
	sites []siteDays
}

type siteDays struct {
	site int32
	days int
	last calc.Date
}

// take counts the day of the i-th entry of a person's log, and gives the next
// day's.
func (t *tally) take(r *run, d *days, i int) int {
	var sums []calc.PlaceTime
	for day := d.log[i].Day; i < len(d.log) && d.log[i].Day == day; i++ {
		if x := &d.log[i]; !x.AtPrincipal(r.homeDays(d.group[x.Of], x)) {
			sums = calc.AddTime(sums, x.Place, x.Hours)
			t.visit(x)
		}
	}
	t.Count(sums)
	t.days++
	return i
}

// visit counts a day at a worksite.
func (t *tally) visit(x *calc.LogEntry) {
	if x.Site == 0 {
		return
	}
	for i := range t.sites {
		if s := &t.sites[i]; s.site == x.Site {
			if s.last != x.Day {
				s.days, s.last = s.days+1, x.Day
			}
			return
		}
	}
	t.sites = append(t.sites, siteDays{x.Site, 1, x.Day})
}

// worksite is the worksite location where the person reports on a regular and
// ordinary basis: one where services last longer than the exempt days, and where
// more than half of the person's days of the year so far were spent. Of two such
// it is the one with more days, then the first by municipality and id.
func (t *tally) worksite(r *run) []calc.Principal {
	best := -1
	for i, s := range t.sites {
		site := &r.logs.sites[s.site]
		id := r.logs.id(site.place)
		regular := id != calc.Nowhere && 2*s.days > t.days && r.logs.rule(id, s.last).Presumes(site.natureDays, site.contractDays)
		if regular && (best < 0 || t.before(r, s, t.sites[best])) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return []calc.Principal{{Place: r.logs.id(r.logs.sites[t.sites[best].site].place), Weight: 1}}
}

// before reports whether worksite a comes before b.
func (t *tally) before(r *run, a, b siteDays) bool {
	x, y := &r.logs.sites[a.site], &r.logs.sites[b.site]
	return cmp.Or(cmp.Compare(b.days, a.days), cmp.Compare(x.place.Name, y.place.Name), cmp.Compare(x.id, y.id)) < 0
}

// nowhere is the principal place of a person of whom nothing is known.
var nowhere = []calc.Principal{{Place: calc.Nowhere, Weight: 1}}

// principalOn is the person's principal place of work for a day.
func (e *employee) principalOn(day calc.Date) []calc.Principal {
	if e.fixedAt != nil {
		return e.fixedAt
	}
	end := e.knownUntil(day)
	i, ok := slices.BinarySearchFunc(e.tracked, end, func(t tracked, d calc.Date) int { return cmp.Compare(t.day, d) })
	if !ok {
		i--
	}
	if i < 0 || e.tracked[i].day.Year() != day.Year() {
		return nowhere
	}
	return e.tracked[i].places
}

// knownUntil is the last day that counts in finding the principal place of work
// for a day: the end of the period that the day is paid in.
func (e *employee) knownUntil(day calc.Date) calc.Date {
	end := calc.Date(0)
	for _, p := range e.periods {
		if p.start > day {
			break
		}
		if p.end >= day && (end == 0 || p.end < end) {
			end = p.end
		}
	}
	if end == 0 {
		end = day
	}
	if end.Year() != day.Year() {
		end = calc.NewDate(day.Year(), 12, 31)
	}
	return end
}
