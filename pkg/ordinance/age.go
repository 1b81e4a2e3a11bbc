package ordinance

import (
	"fmt"
	"strconv"
	"time"

	"example.com/withhold/pkg/calc"
)

// An Age is how old a figure may be, in months; 0 is any age.
type Age int

// ParseAge reads 2y or 18m; 0 is any age.
func ParseAge(s string) (Age, error) {
	if s == "0" {
		return 0, nil
	}
	for _, unit := range []struct {
		sign   byte
		months int
	}{{'y', 12}, {'m', 1}} {
		if n := len(s) - 1; n > 0 && s[n] == unit.sign {
			if x, err := strconv.Atoi(s[:n]); err == nil && x >= 1 && x*unit.months <= 1200 {
				return Age(x * unit.months), nil
			}
		}
	}
	return 0, fmt.Errorf("%q is not an age; write 2y, 18m, or 0 for any", s)
}

// UnmarshalText is ParseAge.
func (a *Age) UnmarshalText(text []byte) (err error) {
	*a, err = ParseAge(string(text))
	return err
}

// String is a as people say it: 2 years, 18 months.
func (a Age) String() string {
	n, unit := int(a), "month"
	if n%12 == 0 && n > 0 {
		n, unit = n/12, "year"
	}
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// Over reports whether what was read on asOf is older than a on a day. Where only
// a month or a year is known, it was read on its last day: what is called old is
// old for certain. What was read at a time not known has no age.
func (a Age) Over(asOf string, on calc.Date) bool {
	read, ok := lastDayOf(asOf)
	return ok && a > 0 && a.after(read) < on
}

// after is the day of the month a later, or the last one of a month that has no
// such day.
func (a Age) after(d calc.Date) calc.Date {
	y, m, day := d.Civil()
	months := int(m) - 1 + int(a)
	y, m = y+months/12, time.Month(months%12+1)
	return calc.NewDate(y, m, min(day, calc.DaysIn(y, m)))
}

// lastDayOf is the last day that 2026-08-11, 2026-08 or 2026 may mean.
func lastDayOf(text string) (calc.Date, bool) {
	first, ok := firstDayOf(text)
	if !ok {
		return 0, false
	}
	y, m, _ := first.Civil()
	switch len(text) {
	case len("2026"):
		return calc.NewDate(y, time.December, 31), true
	case len("2026-08"):
		return calc.NewDate(y, m, calc.DaysIn(y, m)), true
	}
	return first, true
}

// firstDayOf is the first day that they may mean.
func firstDayOf(text string) (calc.Date, bool) {
	switch len(text) {
	case len("2026"):
		text += "-01-01"
	case len("2026-08"):
		text += "-01"
	}
	d, err := calc.ParseDate(text)
	return d, err == nil
}

// IsReadOn reports whether a text says when a source was read: a day, a month or
// a year.
func IsReadOn(text string) bool {
	_, ok := firstDayOf(text)
	return ok
}
