package efw2

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// asciiOf are characters that do not decompose into ASCII and have a usual form in
// it: punctuation, and the letters of ICAO Doc 9303, part 3, section 6.
var asciiOf = strings.NewReplacer(
	"‘", "'", "’", "'", "ʼ", "'", "“", `"`, "”", `"`, "‐", "-", "‑", "-", "–", "-", "—", "-", "⁄", "/",
	"ß", "SS", "ẞ", "SS", "Æ", "AE", "æ", "AE", "Œ", "OE", "œ", "OE", "Ø", "OE", "ø", "OE",
	"Ł", "L", "ł", "L", "Đ", "D", "đ", "D", "Þ", "TH", "þ", "TH", "ð", "D", "Ð", "D", "ı", "I",
)

// Upper is s as the file holds it: capital ASCII letters, é as E, one blank where
// there are several, none at the ends. ok is false where something had no ASCII
// form and was left out.
func Upper(s string) (text string, ok bool) {
	if plain(s) {
		return s, true
	}
	var b strings.Builder
	ok = true
	for _, r := range asciiOf.Replace(norm.NFKD.String(s)) {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			b.WriteByte(' ')
		case r >= ' ' && r < 0x7f:
			b.WriteByte(upperByte(byte(r)))
		case unicode.Is(unicode.Mn, r):
		default:
			ok = false
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), ok
}

// plain says that s needs no change.
func plain(s string) bool {
	before := byte(' ')
	for _, c := range []byte(s) {
		if c < ' ' || c >= 0x7f || c >= 'a' && c <= 'z' || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return s == "" || before != ' '
}

func upperByte(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// onlyDigits leaves out what people put between digits. ok is false where there is
// something else.
func onlyDigits(s string) (digits string, ok bool) {
	var b strings.Builder
	ok = true
	for _, c := range []byte(s) {
		switch {
		case c >= '0' && c <= '9':
			b.WriteByte(c)
		case strings.IndexByte(" -().+/", c) < 0:
			ok = false
		}
	}
	return b.String(), ok
}
