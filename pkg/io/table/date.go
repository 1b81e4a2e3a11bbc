package table

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"example.com/withhold/pkg/calc"
)

// A DateOrder is the order of day, month and year in a file's dates. A mapping
// sets it; nothing guesses it.
type DateOrder uint8

const (
	ISO DateOrder = iota // only 2026-01-09
	MDY                  // also 1/9/2026
	DMY                  // also 9/1/2026
	YMD                  // also 2026/1/9 and 20260109

	orders DateOrder = 3 // the bits that hold the order itself
)

// What a mapping may allow besides, added to an order.
const (
	ShortYears  DateOrder = 1 << (iota + 4) // years of two digits, which are 2000 to 2049
	Serials1900                             // days as a spreadsheet counts them, 46031
	Serials1904                             // the same in the system that starts in 1904
)

// ParseDateOrder reads mdy, dmy or ymd; an empty word is ISO.
func ParseDateOrder(s string) (DateOrder, error) {
	switch s {
	case "", "iso":
		return ISO, nil
	case "mdy":
		return MDY, nil
	case "dmy":
		return DMY, nil
	case "ymd":
		return YMD, nil
	}
	return ISO, fmt.Errorf("%q is not an order of dates; write mdy, dmy or ymd", s)
}

var (
	errNoDate    = errors.New("blank where a date is needed; write 2026-03-31")
	errDate      = errors.New("not a date; write 2026-03-31")
	errNoDay     = errors.New("no such day in the calendar; write 2026-03-31")
	errShortYear = errors.New("a year of two digits; write 2026-03-31, or set short_years: yes in the mapping")
	errCentury   = errors.New("a year of two digits that is not 00 to 49; write 2026-03-31")
	errPacked    = errors.New("a date without separators; write 2026-03-31, or set dates: ymd in the mapping")
	errOrder     = errors.New("month and day are not told apart; write 2026-03-31, or set dates: mdy in the mapping")
	errWindow    = errors.New("not in the years 1900 to 2199; write 2026-03-31")
)

// Date reads 2026-03-31, dates that name their month, and in the given order
// dates like 3/31/2026. A time of day is allowed only where it is midnight. Years
// have four digits, unless the order allows two, and are from 1900 to 2199.
func Date(cell []byte, order DateOrder) (calc.Date, error) {
	s := cell
	if len(s) > 10 {
		s = cutMidnight(s)
	}
	if len(s) == 10 && s[4] == '-' && s[7] == '-' {
		y, ok1 := number(s[:4])
		m, ok2 := number(s[5:7])
		d, ok3 := number(s[8:])
		if !ok1 || !ok2 || !ok3 {
			return 0, errDate
		}
		return day(y, m, d)
	}
	if len(s) == 0 {
		return 0, errNoDate
	}
	if order&(Serials1900|Serials1904) != 0 {
		if d, ok := serial(s, order&Serials1904 != 0); ok {
			return d, nil
		}
	}
	if d, ok, err := named(s, order); ok {
		return d, err
	}
	return slashed(s, order)
}

// slashed reads three numbers between slashes, points or hyphens.
func slashed(s []byte, order DateOrder) (calc.Date, error) {
	short, order := order&ShortYears != 0, order&orders
	if len(s) == 8 && order == YMD {
		if n, ok := number(s); ok {
			return day(n/10000, n/100%100, n%100)
		}
	}
	i := bytes.IndexAny(s, "/.-")
	if i < 1 {
		if _, ok := number(s); ok && len(s) == 8 {
			return 0, errPacked
		}
		return 0, errDate
	}
	j := bytes.IndexByte(s[i+1:], s[i])
	if j < 1 {
		return 0, errDate
	}
	part := [3][]byte{s[:i], s[i+1 : i+1+j], s[i+2+j:]}
	var n [3]int
	long := -1
	for k, p := range part {
		v, ok := number(p)
		if !ok || len(p) > 4 || len(p) == 3 {
			return 0, errDate
		}
		if n[k] = v; len(p) == 4 {
			if long >= 0 {
				return 0, errDate
			}
			long = k
		}
	}
	switch {
	case long < 0 && !short:
		return 0, errShortYear
	case long < 0:
		if long = 2; order == YMD {
			long = 0
		}
		if len(part[long]) != 2 {
			return 0, errDate
		}
		if n[long] += 2000; n[long] > 2049 {
			return 0, errCentury
		}
	case long == 1:
		return 0, errDate
	}
	switch {
	case order == ISO:
		return 0, errOrder
	case order == YMD && long == 0:
		return day(n[0], n[1], n[2])
	case order == MDY && long == 2:
		return day(n[2], n[0], n[1])
	case order == DMY && long == 2:
		return day(n[2], n[1], n[0])
	}
	return 0, errDate
}

// day is the date of that name, if there is one and payroll could mean it.
func day(y, m, d int) (calc.Date, error) {
	switch {
	case m < 1 || m > 12 || d < 1 || d > calc.DaysIn(y, time.Month(m)):
		return 0, errNoDay
	case y < 1900 || y > 2199:
		return 0, errWindow
	}
	return calc.NewDate(y, time.Month(m), d), nil
}

// number reads up to eight digits and nothing else.
func number(s []byte) (n int, ok bool) {
	if len(s) == 0 || len(s) > 8 {
		return 0, false
	}
	for _, c := range s {
		if c-'0' > 9 {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// cutMidnight cuts a time of day that is the start of the day from a date.
func cutMidnight(s []byte) []byte {
	i := bytes.IndexAny(s, " T")
	if i < 8 {
		return s
	}
	switch string(bytes.TrimRight(s[i+1:], "Z")) {
	case "00:00", "00:00:00", "0:00", "0:00:00", "00:00:00.000", "00:00:00.0", "00:00:00+00:00",
		"12:00 AM", "12:00:00 AM":
		return s[:i]
	}
	return s
}
