package calc

import (
	"errors"
	"time"
)

// A Date is a calendar day, counted from 0001-01-01 (which is day 1). The zero
// Date means "not known". Law counts in days, so there is neither time of day
// nor time zone to get wrong.
type Date int32

var errDate = errors.New("not a date; write 2026-03-31")

// NewDate is the day of that name; days and months beyond their range are not
// normalised but refused by ParseDate, so callers pass valid ones.
func NewDate(year int, month time.Month, day int) Date {
	// Counts from 1 March so that the leap day comes last.
	y, m := year, int(month)
	if m <= 2 {
		y, m = y-1, m+12
	}
	return Date(365*y + y/4 - y/100 + y/400 + (153*(m-3)+2)/5 + day - 306)
}

// ParseDate reads 2026-03-31. It refuses other forms and days that do not exist.
func ParseDate(s string) (Date, error) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return 0, errDate
	}
	n := 0
	for i := range len(s) {
		if i == 4 || i == 7 {
			continue
		}
		if s[i] < '0' || s[i] > '9' {
			return 0, errDate
		}
		n = n*10 + int(s[i]-'0')
	}
	y, m, d := n/10000, time.Month(n/100%100), n%100
	if y < 1 || m < 1 || m > 12 || d < 1 || d > DaysIn(y, m) {
		return 0, errDate
	}
	return NewDate(y, m, d), nil
}

// DaysIn is the number of days of a month.
func DaysIn(year int, month time.Month) int {
	switch month {
	case time.February:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case time.April, time.June, time.September, time.November:
		return 30
	}
	return 31
}

// Civil is d as year, month and day.
func (d Date) Civil() (year int, month time.Month, day int) {
	z := int(d) + 305
	era := z / 146097
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	year, m := yoe+era*400, mp+3
	if m > 12 {
		year, m = year+1, m-12
	}
	return year, time.Month(m), doy - (153*mp+2)/5 + 1
}

// Year is the calendar year of d.
func (d Date) Year() int { y, _, _ := d.Civil(); return y }

// Weekday is d's day of the week.
func (d Date) Weekday() time.Weekday { return time.Weekday(d % 7) }

// YearsLater is the same day n years on; 29 February becomes 1 March in a year
// without one, which is when a person born on it comes of age.
func (d Date) YearsLater(n int) Date {
	y, m, day := d.Civil()
	return NewDate(y+n, m, day)
}

// Append writes d to b as 2026-03-31; an unknown date is left blank.
func (d Date) Append(b []byte) []byte {
	if d == 0 {
		return b
	}
	y, m, day := d.Civil()
	century, year, month, day := 2*(y/100%100), 2*(y%100), 2*int(m), 2*day
	return append(b, pairs[century], pairs[century+1], pairs[year], pairs[year+1], '-',
		pairs[month], pairs[month+1], '-', pairs[day], pairs[day+1])
}

// String is d as 2026-03-31, or nothing where d is not known.
func (d Date) String() string { return string(d.Append(nil)) }
