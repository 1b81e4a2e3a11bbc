package calc

import "slices"

// This file finds the principal place of work of a person for whom no fixed
// location or worksite is known. Law: 000 (B)(1)(c), 004 192.052 (A)(7).

// A Tally counts the days of a calendar year by location, as time passes. Here
// time in a township competes too, since the law says location: 000 (B)(1)(c)3.
type Tally struct {
	days []placeDays
}

type placeDays struct {
	place PlaceID
	days  int
	hours int64
}

// A Principal is a principal place of work and its share of the wages of exempt
// days, where several municipalities share them.
type Principal struct {
	Place  PlaceID
	Weight int64
}

// Each gives do the places counted so far, in the order they came up, with their
// days and the time spent there.
func (t *Tally) Each(do func(p PlaceID, days int, hours int64)) {
	for _, d := range t.days {
		do(d.place, d.days, d.hours)
	}
}

// Count adds one day: the place with strictly more service time than any other.
// Travel is left out, for it belongs to the place that is being looked for.
func (t *Tally) Count(sums []PlaceTime) {
	var best Hours
	var where PlaceID
	tie := true
	for _, s := range sums {
		t.at(s.Place).hours += int64(s.Hours)
		if s.Hours > best {
			where, best, tie = s.Place, s.Hours, false
		} else if s.Hours == best {
			tie = true
		}
	}
	if !tie {
		t.at(where).days++
	}
}

func (t *Tally) at(p PlaceID) *placeDays {
	for i := range t.days {
		if t.days[i].place == p {
			return &t.days[i]
		}
	}
	t.days = append(t.days, placeDays{place: p})
	return &t.days[len(t.days)-1]
}

// Most is the places with the greatest number of days: one, or the several
// municipalities that share it, in equal parts or by the time spent in each. A
// township that shares it with municipalities leaves it to them.
func (t *Tally) Most(byTime bool) (places []Principal) {
	best := 0
	for _, d := range t.days {
		best = max(best, d.days)
	}
	if best == 0 {
		return nil
	}
	for _, d := range t.days {
		if d.days != best || d.place == Nowhere {
			continue
		}
		p := Principal{d.place, 1}
		if byTime {
			p.Weight = d.hours
		}
		places = append(places, p)
	}
	if places == nil {
		return []Principal{{Nowhere, 1}}
	}
	slices.SortFunc(places, func(a, b Principal) int { return int(a.Place - b.Place) })
	return places
}
