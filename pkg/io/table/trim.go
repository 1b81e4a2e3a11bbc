package table

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isTidy reports whether a cell is surely of a usual length, with nothing to trim.
func isTidy(s []byte) bool {
	n := len(s) - 1
	return n < 0 || n < maxCell && s[0] > ' ' && s[0] != 0xC2 && s[n] > ' ' && s[n] != 0xA0
}

// trim cuts ASCII white space and no-break spaces from both ends of a cell.
func trim(s []byte) []byte {
	if n := len(s); n > 0 && s[0] > ' ' && s[0] != 0xC2 && s[n-1] > ' ' && s[n-1] != 0xA0 {
		return s
	}
	return trimSlow(s)
}

func trimSlow(s []byte) []byte {
	for len(s) > 0 {
		switch {
		case isSpace(s[0]):
			s = s[1:]
		case len(s) > 1 && s[0] == 0xC2 && s[1] == 0xA0:
			s = s[2:]
		default:
			goto right
		}
	}
right:
	for n := len(s); n > 0; n = len(s) {
		switch {
		case isSpace(s[n-1]):
			s = s[:n-1]
		case n > 1 && s[n-1] == 0xA0 && s[n-2] == 0xC2:
			s = s[:n-2]
		default:
			return s
		}
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// trimWide also cuts the spaces of Unicode and the characters of no width that
// come along when a figure is copied from a web page.
func trimWide(s []byte) []byte {
	return bytes.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || r == '\u200b' || r == '\u200e' || r == '\u2060' || r == '\ufeff'
	})
}

// Key is what two headers are compared by: their letters and digits in lower
// case, without spaces, _, - and punctuation, so that "Gross Wages" and
// gross_wages are one. # stays, as the number sign of "File #".
func Key(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '#'):
			b.WriteByte(byte(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// fold is a header as it is shown: line breaks and runs of spaces are one space.
func fold(cell []byte) string { return strings.Join(strings.Fields(string(cell)), " ") }
