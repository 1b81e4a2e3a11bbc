package calc

import (
	"errors"
	"strconv"
	"time"
)

// A Month is a calendar month, counted from year 0; the zero Month is unknown.
type Month int32

var errMonth = errors.New("not a month; write 2026-03")

// MonthOf is the month of a day.
func MonthOf(d Date) Month { y, m, _ := d.Civil(); return NewMonth(y, m) }

// NewMonth is the month of that name.
func NewMonth(year int, month time.Month) Month { return Month(year*12 + int(month) - 1) }

// ParseMonth reads 2026-03.
func ParseMonth(s string) (Month, error) {
	d, err := ParseDate(s + "-01")
	if err != nil {
		return 0, errMonth
	}
	return MonthOf(d), nil
}

// Year is the calendar year.
func (m Month) Year() int { return int(m) / 12 }

// Number is 1 for January.
func (m Month) Number() int { return int(m)%12 + 1 }

// Day is a day of the month, its last where the month is shorter.
func (m Month) Day(day int) Date {
	y, mo := m.Year(), time.Month(m.Number())
	return NewDate(y, mo, min(day, DaysIn(y, mo)))
}

// String is m as 2026-03.
func (m Month) String() string { return string(m.appendTo(make([]byte, 0, 16))) }

func (m Month) appendTo(b []byte) []byte {
	month := 2 * m.Number()
	return append(m.appendYear(b), pairs[month], pairs[month+1])
}

// appendYear appends 2026- to b.
func (m Month) appendYear(b []byte) []byte {
	century, year := 2*(m.Year()/100%100), 2*(m.Year()%100)
	return append(b, pairs[century], pairs[century+1], pairs[year], pairs[year+1], '-')
}

// Quarter is 1 to 4.
func (m Month) Quarter() int { return (m.Number()-1)/3 + 1 }

// A Period is the time one remittance covers.
type Period struct {
	Name     string // 2026-03, 2026-Q1, 2026-03-P1 for the first part of a month
	From, To Date
}

// PeriodOf is the period of the rule that the given day falls in.
func (r *Rule) PeriodOf(d Date) Period {
	m := MonthOf(d)
	switch r.Frequency {
	case Quarterly:
		first := m - Month((m.Number()-1)%3)
		name := append(m.appendYear(make([]byte, 0, 16)), 'Q', byte('0'+m.Quarter()))
		return Period{string(name), first.Day(1), (first + 2).Day(LastDay)}
	case SemiMonthly, PartialMonth:
		from := m.Day(1)
		for i, end := range r.Ends {
			to := m.Day(end)
			if d <= to {
				name := append(m.appendTo(make([]byte, 0, 16)), "-P"...)
				return Period{string(strconv.AppendInt(name, int64(i+1), 10)), from, to}
			}
			from = to + 1
		}
	}
	return Period{m.String(), m.Day(1), m.Day(LastDay)}
}
