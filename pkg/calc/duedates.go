package calc

import (
	"slices"
	"time"
)

// This file turns a due rule into a date of law and a day to act on.
// Law: 000 (A)(2)(a)1.b and 2, 002 (a), 003 (a) and (e); R.C. 1.14 for days on
// which offices are closed.

// LastDay as a due day means the last day of the month.
const LastDay = 31

// A DueRule says when something is due after a period ends.
type DueRule struct {
	// MonthsAfter counts from the month the period ends in; Day is the day of
	// that month, LastDay or beyond its length meaning its last.
	MonthsAfter, Day int
	// BankingDays, where it is not zero, counts days on which banks are open
	// from the period's end and replaces the two above.
	BankingDays int
	Cite        Citation
}

// Date is the day of the law for a period that ends on the given day.
func (r DueRule) Date(periodEnd Date, c *Calendar) Date {
	if r.BankingDays > 0 {
		d := periodEnd
		for range r.BankingDays {
			d = c.NextBusinessDay(d + 1)
		}
		return d
	}
	m := MonthOf(periodEnd) + Month(r.MonthsAfter)
	return m.Day(r.Day)
}

// A Calendar knows the days on which payments cannot be made.
type Calendar struct {
	Weekend  []time.Weekday // offices are closed
	Holidays []Holiday
	Cite     Citation
}

// A Holiday is one legal holiday. Weekday and Nth describe one like the third
// Monday (Nth 3; -1 is the last); where Nth is 0 it is Day of Month.
type Holiday struct {
	Name    string
	From    Date // its first observance; 0 where it is older than the data
	Month   time.Month
	Day     int
	Weekday time.Weekday
	Nth     int
	// SundayMoves makes the Monday a holiday where it falls on a Sunday.
	SundayMoves bool
}

// in is the day of the holiday in a year.
func (h *Holiday) in(year int) Date {
	switch {
	case h.Nth > 0:
		first := NewDate(year, h.Month, 1)
		return first + Date((h.Weekday-first.Weekday()+7)%7) + Date(7*(h.Nth-1))
	case h.Nth < 0:
		last := NewDate(year, h.Month, DaysIn(year, h.Month))
		return last - Date((last.Weekday()-h.Weekday+7)%7) + Date(7*(h.Nth+1))
	}
	d := NewDate(year, h.Month, h.Day)
	if h.SundayMoves && d.Weekday() == time.Sunday {
		d++
	}
	return d
}

// Closed reports whether d is a weekend day or a legal holiday.
func (c *Calendar) Closed(d Date) bool { return c.ClosedFor(d) != "" }

// ClosedFor is why offices are closed on d: the weekday or the holiday; "" where
// they are open.
func (c *Calendar) ClosedFor(d Date) string {
	year := d.Year()
	for i := range c.Holidays {
		h := &c.Holidays[i]
		if d >= h.From && h.in(year) == d {
			return h.Name
		}
	}
	if w := d.Weekday(); slices.Contains(c.Weekend, w) {
		return w.String()
	}
	return ""
}

// NextBusinessDay is d, or the first day after it that is not closed.
func (c *Calendar) NextBusinessDay(d Date) Date {
	for c.Closed(d) {
		d++
	}
	return d
}
