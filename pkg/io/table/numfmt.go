package table

import "strings"

// A format is what a cell's number format says its number is.
type format struct {
	class formatClass
	zeros string // of a padded number: 0 for each digit, else literal text
}

type formatClass uint8

const (
	formatNumber formatClass = iota
	formatDate
	formatTime   // hours and minutes without a day
	formatPadded // 00000, or 000-00-0000
)

// format is that of a style of the workbook. A style it does not have is that
// of plain numbers.
func (w *workbook) format(style int) format {
	if style < 0 || style >= len(w.formats) {
		return format{}
	}
	return w.formats[style]
}

// builtinFormat is a number format that every workbook has without saying so.
func builtinFormat(n int) format {
	switch {
	case n >= 14 && n <= 17, n == 22, n >= 27 && n <= 31, n == 36, n >= 50 && n <= 54, n == 57, n == 58:
		return format{class: formatDate}
	case n >= 18 && n <= 21, n >= 32 && n <= 35, n == 45, n == 46, n == 47, n == 55, n == 56:
		return format{class: formatTime}
	}
	return format{}
}

// parseFormat finds what the first section of a number format shows: a date, a
// time, a number of padded digits, or a plain number.
func parseFormat(code string) format {
	var letters, zeros strings.Builder
	digits, plain := 0, true
	clock := false
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"':
			n := strings.IndexByte(code[i+1:], '"')
			if n < 0 {
				return format{}
			}
			zeros.WriteString(code[i+1 : i+1+n])
			i += n + 1
		case '\\':
			if i++; i < len(code) {
				zeros.WriteByte(code[i])
			}
		case '_', '*': // space as wide as, or filled with, the next character
			i++
		case '[':
			n := strings.IndexByte(code[i:], ']')
			if n < 0 {
				return format{}
			}
			switch strings.ToLower(code[i+1 : i+n]) {
			case "h", "hh", "m", "mm", "s", "ss":
				clock = true
			}
			i += n
		case ';':
			i = len(code)
		case '0':
			digits++
			zeros.WriteByte('0')
		case '-', ' ', '(', ')', '/':
			zeros.WriteByte(c)
		default:
			plain = false
			letters.WriteByte(c | 0x20)
		}
	}
	l := letters.String()
	if strings.HasPrefix(l, "general") {
		return format{}
	}
	switch {
	case clock:
		return format{class: formatTime}
	case strings.ContainsAny(l, "yd"):
		return format{class: formatDate}
	case strings.ContainsAny(l, "hs"):
		return format{class: formatTime}
	case strings.ContainsRune(l, 'm'):
		return format{class: formatDate}
	case plain && digits > 1:
		return format{class: formatPadded, zeros: strings.TrimSpace(zeros.String())}
	}
	return format{}
}

// pad writes the digits of a whole number as the format does, or says it
// cannot: the number is longer than the format.
func (f format) pad(b []byte, digits []byte) ([]byte, bool) {
	places := strings.Count(f.zeros, "0")
	if len(digits) > places {
		return b, false
	}
	blanks := places - len(digits)
	for i := 0; i < len(f.zeros); i++ {
		switch {
		case f.zeros[i] != '0':
			b = append(b, f.zeros[i])
		case blanks > 0:
			b = append(b, '0')
			blanks--
		default:
			b = append(b, digits[0])
			digits = digits[1:]
		}
	}
	return b, true
}
