package table

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A fact is what the XML of a sheet says of a cell.
type fact struct {
	col     int
	kind    byte // n number, s shared string, i inline string, t text of a formula, b boolean, e error, d ISO date
	style   int
	formula bool
	value   bool   // it has a <v> or <is>
	raw     []byte // the text of it, entities resolved
}

// blank reports whether the cell holds nothing.
func (c *fact) blank() bool {
	return !c.formula && len(c.raw) == 0
}

// What is wrong with a cell. The cell's name stands before it.
var (
	errNoValue   = errors.New("holds a formula without a stored value; open the workbook in Excel and save it")
	errBoolean   = errors.New("holds TRUE or FALSE, neither an amount nor a text")
	errDigits    = errors.New("holds a number of more than 15 digits, the last of which Excel has lost; store it as text")
	errNumber    = errors.New("holds a number that cannot be read")
	errSerial    = errors.New("is formatted as a date but its number is no day from 1900 to 2199")
	errClock     = errors.New("holds a time of day or a duration; write hours as a number, 8.5")
	errMergedSum = errors.New("is part of a merged cell that holds a number; unmerge it and say which row the number belongs to")
	errNoString  = errors.New("refers to a text the workbook does not have")
)

// value appends to b what cell c shows, as plain text: numbers with a point and
// without an exponent, dates as 2026-03-31.
func (w *workbook) value(b []byte, c *fact) ([]byte, error) {
	switch c.kind {
	case 's':
		if c.formula && !c.value {
			return b, errNoValue
		}
		if len(c.raw) == 0 {
			return b, nil
		}
		n, ok := index(c.raw)
		if !ok || n >= len(w.texts.ends) {
			return b, errNoString
		}
		return append(b, w.texts.at(n)...), nil
	case 'i', 't':
		if c.formula && !c.value {
			return b, errNoValue
		}
		start := len(b)
		b = append(b, c.raw...)
		return b[:start+len(unescapeX(b[start:]))], nil
	case 'b':
		return b, errBoolean
	case 'e':
		return b, errors.New("holds the error " + string(c.raw))
	case 'd':
		return appendISO(b, string(c.raw))
	}
	raw := bytes.TrimSpace(c.raw)
	if len(raw) == 0 {
		if c.formula {
			return b, errNoValue
		}
		return b, nil
	}
	switch f := w.format(c.style); f.class {
	case formatDate:
		return appendSerial(b, string(raw), w.date1904)
	case formatTime:
		return b, errClock
	case formatPadded:
		start := len(b)
		b, err := appendNumber(b, raw)
		if err != nil {
			return b, err
		}
		if digits := b[start:]; isDigits(digits) {
			var scratch [24]byte
			if padded, ok := f.pad(b[:start], append(scratch[:0], digits...)); ok {
				return padded, nil
			}
		}
		return b, nil
	}
	return appendNumber(b, raw)
}

// index is the number of a shared text.
func index(raw []byte) (n int, ok bool) {
	if len(raw) > 9 || !isDigits(raw) {
		n, err := strconv.Atoi(string(bytes.TrimSpace(raw)))
		return n, err == nil && n >= 0
	}
	for _, d := range raw {
		n = n*10 + int(d-'0')
	}
	return n, true
}

// appendNumber writes a stored number plainly, rounded to the 15 digits that
// Excel keeps: 37.504999999999995 is 37.505.
func appendNumber(b, raw []byte) ([]byte, error) {
	digits, dots, plain := 0, 0, true
	for i, c := range raw {
		switch {
		case c-'0' <= 9:
			digits++
		case c == '.':
			dots++
		default:
			plain = plain && c == '-' && i == 0
		}
	}
	if plain && digits > 0 && digits <= 15 && dots <= 1 {
		return append(b, raw...), nil
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || f != f {
		return b, errNumber
	}
	if f >= 1e15 || f <= -1e15 {
		return b, errDigits
	}
	if f, err = strconv.ParseFloat(strconv.FormatFloat(f, 'e', 14, 64), 64); err != nil {
		return b, errNumber
	}
	if f == 0 {
		return append(b, '0'), nil
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64), nil
}

func isDigits(s []byte) bool {
	for _, c := range s {
		if c-'0' > 9 {
			return false
		}
	}
	return len(s) > 0
}

// appendSerial writes the day of a date serial. The time of day is dropped. In
// the 1900 system day 60 is 29 February 1900, which there never was.
func appendSerial(b []byte, raw string, date1904 bool) ([]byte, error) {
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil || !(f >= 0 && f < 1e6) {
		return b, errSerial
	}
	n := calc.Date(f)
	switch {
	case date1904:
		n += calc.NewDate(1904, 1, 1)
	case n < 1 || n == 60:
		return b, errSerial
	case n < 60:
		n += calc.NewDate(1900, 1, 1) - 1
	default:
		n += calc.NewDate(1900, 1, 1) - 2
	}
	if n > calc.NewDate(2199, 12, 31) {
		return b, errSerial
	}
	return n.Append(b), nil
}

// appendISO writes the day of a cell that is stored as an ISO date.
func appendISO(b []byte, raw string) ([]byte, error) {
	day, _, _ := strings.Cut(strings.TrimSpace(raw), "T")
	d, err := calc.ParseDate(day)
	if err != nil {
		return b, errSerial
	}
	return d.Append(b), nil
}
