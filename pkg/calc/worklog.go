package calc

import (
	"errors"
	"math/bits"
	"slices"
)

// This file says where the time of a day was spent and for which municipality
// the day counts. Law: 000 (B)(2)(b), 004 192.052 (B)(2), 002 (f)(1).

// A PlaceID is a municipality by a number that the caller gives it, above zero.
type PlaceID int32

// Nowhere is a place that is no municipal corporation: a township, or outside
// Ohio. It does not compete for days.
const Nowhere PlaceID = 0

// Hours is time in ten-thousandths of an hour.
type Hours int32

var errHours = errors.New("not hours; write 7.5, at most four decimals, from 0 to 24")

// ParseHours reads hours of one day, as 8 or 7.25.
func ParseHours(s string) (Hours, error) {
	var n, decimals int64
	point := -1
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.' && point < 0 && i > 0:
			point = i
		case c >= '0' && c <= '9' && len(s) <= 9:
			n = n*10 + int64(c-'0')
			if point >= 0 {
				decimals++
			}
		default:
			return 0, errHours
		}
	}
	for ; decimals < 4; decimals++ {
		n *= 10
	}
	if len(s) == 0 || decimals > 4 || point == len(s)-1 || n > 24_0000 {
		return 0, errHours
	}
	return Hours(n), nil
}

// Activity is what a log entry's time was spent on.
type Activity uint8

// The activities. All but Service and Home are those of 000 (B)(2)(b)1-5.
const (
	Service Activity = iota
	TravelToFirst
	TravelBetween
	Pickup
	Delivery
	TravelFromLast
	AtHome // service from the employee's home
)

var activityNames = [...]string{"service", "travel_to_first", "travel_between", "pickup", "delivery", "travel_from_last", "home"}

// ActivityNames are the words a work log may use.
func ActivityNames() []string { return slices.Clone(activityNames[:]) }

// ParseActivity finds an activity by its word; blank is service.
func ParseActivity(word string) (Activity, bool) {
	if word == "" {
		return Service, true
	}
	i := slices.Index(activityNames[:], word)
	return Activity(max(i, 0)), i >= 0
}

// String is the activity's word.
func (a Activity) String() string { return activityNames[a] }

// A LogEntry is time of one person on one day at one place.
type LogEntry struct {
	Day      Date
	Place    PlaceID
	Hours    Hours
	Activity Activity
	// Affixed: what was delivered was then affixed to real estate.
	Affixed bool
	Site    int32 // the worksite by the caller's number, 0 for none
	Of      int32 // the employer it was for, where related employers add up
}

// AtPrincipal reports whether the time counts as spent at the principal place of
// work: 000 (B)(2)(b)1-5. A delivery of what is then affixed to real estate is
// service where it happened. Service from home counts so where homeDays says it.
func (e *LogEntry) AtPrincipal(homeDays bool) bool {
	switch e.Activity {
	case Service:
		return false
	case Delivery:
		return !e.Affixed
	case AtHome:
		return homeDays
	}
	return true
}

// PlaceTime is time at one place.
type PlaceTime struct {
	Place PlaceID
	Hours Hours
}

// AddTime adds time at a place to a day's sums.
func AddTime(sums []PlaceTime, p PlaceID, h Hours) []PlaceTime {
	for i := range sums {
		if sums[i].Place == p {
			sums[i].Hours += h
			return sums
		}
	}
	return append(sums, PlaceTime{p, h})
}

// Winner is the municipality with strictly more time than any other, or tie
// where the most is shared. Where no municipality has time there is neither.
func Winner(sums []PlaceTime) (winner PlaceID, tie bool) {
	var best Hours
	for _, s := range sums {
		switch {
		case s.Place == Nowhere || s.Hours == 0:
		case s.Hours > best:
			winner, best, tie = s.Place, s.Hours, false
		case s.Hours == best:
			tie = true
		}
	}
	if tie {
		return Nowhere, true
	}
	return winner, false
}

// A DaySet is the days of one calendar year on which something holds. Adding a
// day twice changes nothing, and the order of adding does not matter.
type DaySet [6]uint64

// Add adds the n-th day of the year, counted from 0.
func (s *DaySet) Add(n int) { s[n/64] |= 1 << (n % 64) }

// Remove takes the n-th day of the year out.
func (s *DaySet) Remove(n int) { s[n/64] &^= 1 << (n % 64) }

// Has reports whether the n-th day is in the set.
func (s *DaySet) Has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

// Rank is how many days of the set are no later than the n-th.
func (s *DaySet) Rank(n int) int {
	count := bits.OnesCount64(s[n/64] << (63 - n%64))
	for i := range n / 64 {
		count += bits.OnesCount64(s[i])
	}
	return count
}

// Len is the number of days.
func (s *DaySet) Len() int { return s.Rank(383) }

// Nth is the day of the year that is the k-th of the set, k from 1, or -1.
func (s *DaySet) Nth(k int) int {
	for i, word := range s {
		if n := bits.OnesCount64(word); k > n {
			k -= n
			continue
		}
		for ; word != 0; word &= word - 1 {
			if k--; k == 0 {
				return 64*i + bits.TrailingZeros64(word)
			}
		}
	}
	return -1
}

// DayOfYear is 0 for January 1.
func (d Date) DayOfYear() int { return int(d - NewDate(d.Year(), 1, 1)) }
