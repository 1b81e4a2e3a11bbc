package table

import (
	"bytes"
	"errors"

	"example.com/withhold/pkg/calc"
)

// What is wrong with an amount. The texts say what to write instead.
var (
	errAmount     = errors.New("not an amount; write 1234.56")
	errNoAmount   = errors.New("blank where an amount is needed; write 0.00 for none")
	errGrouping   = errors.New("commas do not group thousands; write 1234.56 or 1,234.56")
	errFraction   = errors.New("a fraction of a cent; write at most two decimals, 1234.56")
	errTwoSigns   = errors.New("more than one sign; write -1234.56")
	errTooLarge   = errors.New("larger than any payroll amount; write at most 10000000000.00")
	errExponent   = errors.New("in scientific notation; write all digits, 1234.56")
	errNarrow     = errors.New("the column was too narrow when it was exported; widen it and export again")
	errSheetError = errors.New("a spreadsheet's error, not an amount; write 1234.56")
)

// Money reads an amount as people and payroll products write it: 1234.56,
// $1,234.56, .50, 1234. and negative as -5, 5-, (5), −5 or 5 CR. A dollar sign
// or USD may stand before it. Commas group thousands or are refused: 1.234,56
// is no amount here. A third decimal is refused unless it is zero, as are
// exponents, two signs, and a blank cell, which is not zero.
func Money(cell []byte) (calc.Cents, error) {
	if string(cell) == "0.00" { // what most payroll has most of
		return 0, nil
	}
	// The plain form first: an optional minus, digits, at most two decimals.
	s := cell
	neg := len(s) > 0 && s[0] == '-'
	if neg {
		s = s[1:]
	}
	n, i := int64(0), 0
	for ; i < len(s) && s[i]-'0' <= 9; i++ {
		n = n*10 + int64(s[i]-'0')
	}
	switch {
	case i == 0 || i > 11:
		return decoratedMoney(cell)
	case i == len(s):
		n *= 100
	case s[i] == '.' && len(s) == i+3 && s[i+1]-'0' <= 9 && s[i+2]-'0' <= 9:
		n = n*100 + int64(s[i+1]-'0')*10 + int64(s[i+2]-'0')
	case s[i] == '.' && len(s) == i+2 && s[i+1]-'0' <= 9:
		n = n*100 + int64(s[i+1]-'0')*10
	default:
		return decoratedMoney(cell)
	}
	if n > int64(calc.MaxCents) {
		return 0, errTooLarge
	}
	if neg {
		n = -n
	}
	return calc.Cents(n), nil
}

var (
	unicodeMinus = []byte("\u2212")
	usd          = []byte("USD")
	cr           = []byte("CR")
)

// decoratedMoney strips currency and sign, in whatever order they stand, and
// reads the digits between them.
func decoratedMoney(cell []byte) (calc.Cents, error) {
	s := trimWide(cell)
	if len(s) == 0 {
		return 0, errNoAmount
	}
	minus, plus, dollar, paren := 0, 0, 0, 0
before:
	for len(s) > 0 {
		switch {
		case s[0] == '-':
			minus, s = minus+1, s[1:]
		case bytes.HasPrefix(s, unicodeMinus):
			minus, s = minus+1, s[len(unicodeMinus):]
		case s[0] == '+':
			plus, s = plus+1, s[1:]
		case s[0] == '$':
			dollar, s = dollar+1, s[1:]
		case s[0] == '(':
			paren, s = paren+1, s[1:]
		case dollar == 0 && bytes.HasPrefix(s, usd):
			dollar, s = dollar+1, s[len(usd):]
		default:
			break before
		}
		s = trim(s)
	}
	closed := 0
after:
	for n := len(s) - 1; n >= 0; n = len(s) - 1 {
		switch {
		case s[n] == ')':
			closed, s = closed+1, s[:n]
		case s[n] == '-':
			minus, s = minus+1, s[:n]
		case bytes.HasSuffix(s, unicodeMinus):
			minus, s = minus+1, s[:len(s)-len(unicodeMinus)]
		case bytes.HasSuffix(s, cr):
			minus, s = minus+1, s[:len(s)-len(cr)]
		default:
			break after
		}
		s = trim(s)
	}
	if len(s) == 0 || dollar > 1 || paren != closed || paren > 1 {
		return 0, whyNotMoney(cell)
	}
	n, err := digits(s)
	switch {
	case errors.Is(err, errAmount):
		return 0, whyNotMoney(cell)
	case err != nil:
		return 0, err
	case minus+plus+paren > 1:
		return 0, errTwoSigns
	case minus+paren > 0:
		n = -n
	}
	return n, nil
}

// digits reads 1234.56 with or without well-formed thousands commas.
func digits(s []byte) (calc.Cents, error) {
	whole, point, _ := bytes.Cut(s, dot)
	n, run, groups, count := int64(0), 0, 0, 0
	for _, c := range whole {
		switch {
		case c-'0' <= 9:
			if n = n*10 + int64(c-'0'); n > int64(calc.MaxCents) {
				return 0, errTooLarge
			}
			run, count = run+1, count+1
		case c == ',':
			if run == 0 || run > 3 || groups > 0 && run != 3 {
				return 0, errGrouping
			}
			run, groups = 0, groups+1
		default:
			return 0, errAmount
		}
	}
	if groups > 0 && run != 3 {
		return 0, errGrouping
	}
	n *= 100
	unit, fraction := int64(10), false
	for _, c := range point {
		if c-'0' > 9 {
			return 0, errAmount
		}
		fraction = fraction || unit == 0 && c != '0'
		n += int64(c-'0') * unit
		unit, count = unit/10, count+1
	}
	switch {
	case count == 0:
		return 0, errAmount
	case fraction:
		return 0, errFraction
	case n > int64(calc.MaxCents):
		return 0, errTooLarge
	}
	return calc.Cents(n), nil
}

var dot = []byte(".")

// whyNotMoney finds the most helpful thing to say about what is no amount.
func whyNotMoney(cell []byte) error {
	switch {
	case len(bytes.Trim(cell, "# ")) == 0:
		return errNarrow
	case cell[0] == '#':
		return errSheetError
	case isExponent(cell):
		return errExponent
	}
	return errAmount
}

// isExponent reports whether cell looks like 1e3 or 9.00E+08.
func isExponent(cell []byte) bool {
	e := bytes.IndexAny(cell, "eE")
	if e <= 0 || e == len(cell)-1 {
		return false
	}
	for i, c := range cell {
		if i != e && c-'0' > 9 && c != '.' && c != '+' && c != '-' && c != ',' {
			return false
		}
	}
	return cell[0]-'0' <= 9 || len(cell) > 1 && cell[1]-'0' <= 9
}
