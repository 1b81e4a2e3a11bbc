package efw2

import (
	"bytes"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
)

// check says what is wrong with a field: the positions in the record, and why. No
// message holds more of the field than two characters.
func (f *field) check(line []byte) (from, to int, message string) {
	part := f.of(line)
	blank := len(bytes.TrimRight(part, " ")) == 0
	switch f.kind {
	case kindBlank:
		if !blank {
			return f.from, f.to, "it must be blank"
		}
	case kindIs:
		if string(part) != f.holds[0] {
			return f.from, f.to, "it must be " + f.holds[0]
		}
	case kindFlag:
		if part[0] != '0' && part[0] != '1' {
			return f.from, f.to, fmt.Sprintf("%q is neither 0 nor 1", string(part))
		}
	case kindChoice, kindMaybeChoice:
		if !slices.Contains(f.holds, string(part)) && (!blank || f.kind == kindChoice) {
			return f.from, f.to, fmt.Sprintf("%q; it must be %s", string(part), words(f.holds))
		}
	case kindDigits, kindMoney:
		return f.digits(part, "digits, with zeros before them")
	case kindMaybeDigits, kindMaybeMoney:
		if !blank {
			return f.digits(part, "all digits or all blank")
		}
	case kindPhone:
		return f.digits(bytes.TrimRight(part, " "), "digits, then blanks")
	case kindText, kindMail:
		return f.letters(part, blank)
	}
	return 0, 0, ""
}

// digits looks for the first of part's characters that is none.
func (f *field) digits(part []byte, must string) (from, to int, message string) {
	for i, c := range part {
		if c < '0' || c > '9' {
			pos := f.from + i
			if c == ' ' {
				return pos, pos, "a blank; it must be " + must
			}
			return pos, pos, fmt.Sprintf("%q is not a digit; it must be %s", c, must)
		}
	}
	return 0, 0, ""
}

func (f *field) letters(part []byte, blank bool) (from, to int, message string) {
	if !blank && part[0] == ' ' {
		return f.from, f.from, "a blank; text begins at the left"
	}
	for i, c := range part {
		if c >= 'a' && c <= 'z' && f.kind != kindMail {
			return f.from + i, f.from + i, fmt.Sprintf("%q is not a capital letter", c)
		}
	}
	return 0, 0, ""
}

// shown is the field's name for a message.
func (f *field) shown() string {
	if f.kind == kindBlank {
		return ""
	}
	return f.name
}

// plainASCII is the first position whose character no file may hold, or 0.
func plainASCII(line []byte) int {
	return 1 + slices.IndexFunc(line, func(c byte) bool { return c < ' ' || c > '~' })
}

// cents is a field of money that was checked, of 15 digits at most.
func cents(part []byte) (c calc.Cents) {
	for _, d := range part {
		if d == ' ' {
			return 0 // a blank that the layout allows is nothing
		}
		c = c*10 + calc.Cents(d-'0')
	}
	return c
}
