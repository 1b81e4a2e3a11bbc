package pipeline

import (
	"cmp"
	"slices"

	"example.com/withhold/pkg/calc"
)

// days are the days of one person, over all related employers: for which
// municipality each counts, and how many count where.
type days struct {
	list []dayOf     // by day
	sets []placeYear // few

	group []*employee     // the person, at each of the related employers
	log   []calc.LogEntry // of all of them, by day
}

// A dayOf is the municipality that all hours of a day go to which no
// municipality with the any-part rule keeps for itself.
type dayOf struct {
	day  calc.Date
	rest calc.PlaceID // principal where nobody wins the day
}

// principal, in place of a municipality, is the principal place of work.
const principal calc.PlaceID = -1

// A placeYear is a person's days in one municipality and calendar year.
type placeYear struct {
	place    calc.PlaceID
	year     int
	set      calc.DaySet
	presumed calc.Date // the first day at a presumed worksite there; 0 for none
}

func (d *days) of(place calc.PlaceID, year int) *placeYear {
	for i := range d.sets {
		if s := &d.sets[i]; s.place == place && s.year == year {
			return s
		}
	}
	d.sets = append(d.sets, placeYear{place: place, year: year})
	return &d.sets[len(d.sets)-1]
}

// look is of without making one.
func (d *days) look(place calc.PlaceID, year int) *placeYear {
	for i := range d.sets {
		if s := &d.sets[i]; s.place == place && s.year == year {
			return s
		}
	}
	return &placeYear{}
}

// rest is where the hours of a day go.
func (d *days) rest(day calc.Date) calc.PlaceID {
	i, ok := slices.BinarySearchFunc(d.list, day, func(x dayOf, day calc.Date) int { return cmp.Compare(x.day, day) })
	if !ok {
		return principal
	}
	return d.list[i].rest
}

// countDays works out the days of everybody with a log.
func (r *run) countDays() {
	for _, group := range r.persons() {
		d := &days{group: group, log: group[0].log}
		if len(group) > 1 {
			d.log = gather(group)
		}
		for _, who := range group {
			who.findPrincipal(r, d)
		}
		for i := 0; i < len(d.log); {
			j := i
			for j < len(d.log) && d.log[j].Day == d.log[i].Day {
				j++
			}
			r.countDay(d, group, d.log[i:j])
			i = j
		}
		for _, who := range group {
			who.days = d
		}
	}
}

// gather is the log of all employees of one person, by day.
func gather(group []*employee) []calc.LogEntry {
	var all []calc.LogEntry
	for i, who := range group {
		for _, e := range who.log {
			e.Of = int32(i)
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b calc.LogEntry) int { return cmp.Compare(a.Day, b.Day) })
	return all
}

// countDay decides one day.
func (r *run) countDay(d *days, group []*employee, entries []calc.LogEntry) {
	day := entries[0].Day
	var room [8]calc.PlaceTime
	sums := r.timesOf(group, entries, room[:0])
	count := func(p calc.PlaceID) { d.of(p, day.Year()).set.Add(day.DayOfYear()) }
	for i := range entries {
		e := &entries[i]
		if e.AtPrincipal(r.homeDays(group[e.Of], e)) {
			continue // no service: not any part of a day either
		}
		r.notePresumed(d, e)
		if e.Place != calc.Nowhere && e.Hours > 0 && r.logs.rule(e.Place, day).Counts == calc.AnyPart {
			count(e.Place)
		}
	}
	winner, tie := calc.Winner(sums)
	switch {
	case !tie && winner != calc.Nowhere && r.aloneAnyPart(winner, sums, day):
		winner = calc.Nowhere
	case tie || winner != calc.Nowhere && r.logs.rule(winner, day).Counts == calc.AnyPart:
		winner = principal
	case winner != calc.Nowhere:
		count(winner)
	}
	d.list = append(d.list, dayOf{day, winner})
}

// aloneAnyPart reports whether a municipality keeps its own hours only, and all
// others of the day were spent where there is none, so that they are nobody's.
func (r *run) aloneAnyPart(winner calc.PlaceID, sums []calc.PlaceTime, day calc.Date) bool {
	if r.logs.rule(winner, day).Counts != calc.AnyPart {
		return false
	}
	return !slices.ContainsFunc(sums, func(s calc.PlaceTime) bool {
		return s.Hours > 0 && s.Place != winner && s.Place != calc.Nowhere
	})
}

// timesOf adds up where the time of a day was spent, what counts as spent at the
// principal place of work included.
func (r *run) timesOf(group []*employee, entries []calc.LogEntry, sums []calc.PlaceTime) []calc.PlaceTime {
	for i := range entries {
		e := &entries[i]
		who := group[e.Of]
		if !e.AtPrincipal(r.homeDays(who, e)) {
			sums = calc.AddTime(sums, e.Place, e.Hours)
			continue
		}
		places := who.principalOn(e.Day)
		for _, p := range places {
			sums = calc.AddTime(sums, p.Place, e.Hours/calc.Hours(len(places)))
		}
	}
	return sums
}

// homeDays reports whether a day at home counts for the principal place: the law
// of the home leaves it to the employer, and it chose so.
func (r *run) homeDays(who *employee, e *calc.LogEntry) bool {
	if e.Activity != calc.AtHome || who.employer.record == nil || !who.employer.record.HomeDays {
		return false
	}
	on := r.book.HomeDays(e.Day)
	return on.Applies
}

// notePresumed remembers the first day at a presumed worksite.
func (r *run) notePresumed(d *days, e *calc.LogEntry) {
	if e.Site == 0 || e.Place == calc.Nowhere {
		return
	}
	s := &r.logs.sites[e.Site]
	if y := d.of(e.Place, e.Day.Year()); y.presumed == 0 && r.logs.rule(e.Place, e.Day).Presumes(s.natureDays, s.contractDays) {
		y.presumed = e.Day
	}
}
