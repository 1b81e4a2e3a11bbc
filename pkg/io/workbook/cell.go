package workbook

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/withhold/pkg/calc"
)

// This file turns the text of a CSV field into what a cell stores, and says how
// much room it takes.

// exactBelow is where a spreadsheet's 15 digits end, in units (cents, or ones).
const exactBelow = 1_000_000_000_000_000

var (
	errAmount = errors.New("not an amount; write 1234.56")
	errCount  = errors.New("not a whole number")
	errRate   = errors.New("not a rate; write 0.0125")
	errSum    = errors.New("only money and counts have a total")
)

// epoch is day 0 of spreadsheets. Their calendar has a 1900-02-29, so day
// numbers are right only from the day after it.
var (
	epoch     = calc.NewDate(1899, 12, 30)
	firstGood = calc.NewDate(1900, 3, 1)
)

// value is what the cell stores: a number where the text is one, text where it is
// not, nil for an empty field.
func (k Kind) value(text string) (any, error) {
	if text == "" {
		return nil, nil
	}
	switch k {
	case Money, Count:
		n, err := k.units(text)
		if err != nil {
			return nil, err
		}
		return k.number(n), nil
	case Rate:
		if strings.Trim(text, "-.0123456789") != "" {
			return nil, errRate
		}
		r, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, errRate
		}
		return r, nil
	case Date:
		d, err := calc.ParseDate(text)
		if err != nil {
			return nil, err
		}
		if d < firstGood {
			return text, nil
		}
		return int(d - epoch), nil
	}
	return text, nil
}

// units reads money as cents and a count as ones; an empty field is none.
func (k Kind) units(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	switch k {
	case Count:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return 0, errCount
		}
		return n, nil
	case Money:
		// Wider than calc.ParseCents, which bounds what one check may say: a
		// report also holds totals.
		whole, frac, dot := strings.Cut(text, ".")
		digits := strings.TrimPrefix(whole, "-") + frac
		if digits == "" || strings.Trim(digits, "0123456789") != "" || len(frac) > 2 || dot && frac == "" {
			return 0, errAmount
		}
		n, err := strconv.ParseInt(whole+(frac + "00")[:2], 10, 64)
		if err != nil {
			return 0, errAmount
		}
		return n, nil
	}
	return 0, errSum
}

// number is n units as a cell stores it. Below exactBelow the nearest float64 is
// written with the very digits of the amount; above, only text keeps them.
func (k Kind) number(n int64) any {
	switch {
	case n <= -exactBelow || n >= exactBelow:
		return k.plain(n)
	case k == Count:
		return n
	}
	return float64(n) / 100
}

// plain is n units as the CSV writes it.
func (k Kind) plain(n int64) string {
	if k == Count {
		return strconv.FormatInt(n, 10)
	}
	return calc.Cents(n).String()
}

// width is the room text takes once it is formatted, in characters.
func (k Kind) width(text string) int {
	n := utf8.RuneCountInString(text)
	switch k {
	case Money:
		return n + max(0, n-4)/3 + 2 // commas, and a pair of brackets
	case Count:
		return n + (n-1)/3
	case Rate:
		return len("12.3456%")
	}
	return n
}

// fault names the place of a value that is not what its column holds. Text is
// never at fault, so what identifies a person is never quoted.
func fault(table string, row int, column, text string, err error) error {
	return fmt.Errorf("%s.csv, row %d, %s %q: %w", table, row, column, text, err)
}
