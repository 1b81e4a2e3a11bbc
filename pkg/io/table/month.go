package table

import (
	"bytes"
	"strconv"
	"time"

	"example.com/withhold/pkg/calc"
)

// named reads a date that names its month: Jan 9, 2026; Friday, January 9, 2026;
// 9 Jan 2026; 2026-Jan-09. There is nothing to mistake in it whatever the order.
// It is not ok where no month is named.
func named(s []byte, order DateOrder) (d calc.Date, ok bool, err error) {
	if !bytes.ContainsFunc(s, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }) {
		return 0, false, nil
	}
	var numbers [2][]byte
	month, count, weekday := time.Month(0), 0, false
	for _, word := range bytes.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '-' || r == '/' || r == '.' }) {
		switch {
		case word[0]-'0' <= 9:
			if count == 2 {
				return 0, month > 0, errDate
			}
			numbers[count] = word
			count++
		case month == 0 && monthOf(word) > 0:
			month = monthOf(word)
		case !weekday && month == 0 && count == 0 && isWeekday(word):
			weekday = true
		default:
			return 0, month > 0, errDate
		}
	}
	if month == 0 {
		return 0, false, nil
	}
	if count < 2 {
		return 0, true, errDate
	}
	dayText, yearText := numbers[0], numbers[1]
	if len(dayText) == 4 {
		dayText, yearText = yearText, dayText
	}
	n, ok1 := number(dayText)
	y, ok2 := number(yearText)
	switch {
	case !ok1 || !ok2 || len(dayText) > 2:
		return 0, true, errDate
	case len(yearText) == 2 && order&ShortYears == 0:
		return 0, true, errShortYear
	case len(yearText) == 2 && y > 49:
		return 0, true, errCentury
	case len(yearText) == 2:
		y += 2000
	case len(yearText) != 4:
		return 0, true, errDate
	}
	d, err = day(y, int(month), n)
	return d, true, err
}

// monthOf is the month a word names, whole or by its first three letters; 0
// where it names none.
func monthOf(word []byte) time.Month {
	for m := time.January; m <= time.December; m++ {
		if name := m.String(); isNamed(word, name) {
			return m
		}
	}
	return 0
}

func isWeekday(word []byte) bool {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if isNamed(word, d.String()) {
			return true
		}
	}
	return false
}

func isNamed(word []byte, name string) bool {
	return bytes.EqualFold(word, []byte(name)) || bytes.EqualFold(word, []byte(name[:3])) ||
		name == "September" && bytes.EqualFold(word, []byte("sept"))
}

// serial reads a day as a spreadsheet counts it, if it is one from 2000 to 2049.
// The time of day after the point is dropped.
func serial(s []byte, since1904 bool) (calc.Date, bool) {
	whole, rest, _ := bytes.Cut(s, dot)
	if len(whole) != 5 || !isDigits(whole) || len(rest) > 0 && !isDigits(rest) {
		return 0, false
	}
	n, _ := strconv.Atoi(string(whole))
	d := calc.NewDate(1899, 12, 30) + calc.Date(n)
	if since1904 {
		d = calc.NewDate(1904, 1, 1) + calc.Date(n)
	}
	return d, d >= calc.NewDate(2000, 1, 1) && d <= calc.NewDate(2049, 12, 31)
}
