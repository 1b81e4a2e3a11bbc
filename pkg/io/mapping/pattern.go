package mapping

import (
	"strings"

	"example.com/withhold/pkg/io/table"
)

// keyOf is what names are compared by; see table.Key.
func keyOf(s string) string { return table.Key(s) }

// isPattern reports whether a text has a place for a value, {}.
func isPattern(s string) bool { return strings.Count(s, "{}") == 1 }

// match is what stands for {} in a text, without regard to case and the spaces
// around it.
func match(pattern, text string) (string, bool) {
	before, after, _ := strings.Cut(pattern, "{}")
	fold := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	text = strings.Join(strings.Fields(text), " ")
	before, after = fold(before), fold(after)
	low := strings.ToLower(text)
	if len(low) != len(text) || !strings.HasPrefix(low, before) || !strings.HasSuffix(low, after) || len(low) < len(before)+len(after) {
		return "", false
	}
	value := strings.TrimSpace(text[len(before) : len(text)-len(after)])
	return value, value != ""
}

// city is the city of an address: Columbus of "12 High St, Columbus, OH 43215".
// A text without a comma is a city already. It is not ok where no part of the
// address is followed by a state.
func city(address string) (string, bool) {
	parts := strings.Split(address, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	if len(parts) == 1 {
		return parts[0], true
	}
	for i := len(parts) - 1; i > 0; i-- {
		word, _, _ := strings.Cut(parts[i], " ")
		if strings.EqualFold(word, "OH") || strings.EqualFold(word, "Ohio") {
			return parts[i-1], parts[i-1] != ""
		}
	}
	return "", false
}

// clock is hours and minutes as hours: 8:30 is 8.5. What has no colon is left as
// it is, and so is what is no time of a day.
func clock(s string) string {
	h, m, ok := strings.Cut(s, ":")
	if !ok || len(m) != 2 || !digits(h) || !digits(m) || m > "59" || len(h) > 2 {
		return s
	}
	// 60 minutes in ten-thousandths of an hour, rounded to the nearest.
	n := (int(m[0]-'0')*10 + int(m[1]-'0')) * 10000
	n = (n + 30) / 60
	frac := string([]byte{byte('0' + n/1000), byte('0' + n/100%10), byte('0' + n/10%10), byte('0' + n%10)})
	if frac = strings.TrimRight(frac, "0"); frac == "" {
		return h
	}
	return h + "." + frac
}

func digits(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

// day is the day of a time: 4/10/24 of "4/10/24 3:57 PM". A date is left as it is.
func day(s string) string {
	for _, sep := range []string{"T", " "} {
		before, after, ok := strings.Cut(s, sep)
		if ok && len(before) >= 6 && strings.Contains(after, ":") {
			return before
		}
	}
	return s
}

// part is the n-th part of a text between separators, from 1, or from the last
// with -1.
func part(s, separator string, n int) (string, bool) {
	parts := strings.Split(s, separator)
	if n < 0 {
		n = len(parts) + n + 1
	}
	if n < 1 || n > len(parts) {
		return "", false
	}
	return strings.TrimSpace(parts[n-1]), true
}
