package payment

import (
	"errors"
	"fmt"
	"strings"

	"example.com/withhold/pkg/calc"
)

// maxAmount is the largest amount of ten digits, in cents.
const maxAmount calc.Cents = 9_999_999_999

// checkDigit is the ninth digit of a routing number of which the first eight are
// given: weights 3, 7, 1 add up to a multiple of ten.
func checkDigit(eight string) byte {
	sum := 0
	for i, w := range [8]int{3, 7, 1, 3, 7, 1, 3, 7} {
		sum += w * int(eight[i]-'0')
	}
	return byte('0' + (10-sum%10)%10)
}

// checkRouting holds a routing number to nine digits of which the last fits.
func checkRouting(s string) error {
	if len(s) != 9 || !digits(s) || s == "000000000" {
		return fmt.Errorf("%q is not a routing number; write its nine digits", s)
	}
	if want := checkDigit(s[:8]); s[8] != want {
		return fmt.Errorf("routing number %s has check digit %c, and its other digits ask for %c; compare it with what the bank gave you", s, s[8], want)
	}
	return nil
}

// checkOriginID takes what banks assign: nine digits, which get a blank in
// front, or ten characters.
func checkOriginID(s string) error {
	if len(s) == 9 && digits(s) || checkVisible(10)(s) == nil && len(s) == 10 {
		return nil
	}
	return fmt.Errorf("%q is not an origin; write the nine digits or ten characters that the bank assigned", s)
}

// checkAccount holds an account number to 17 letters, digits and hyphens, and
// shows no more than its end.
func checkAccount(s string) error {
	ok := len(s) >= 1 && len(s) <= 17
	for i := range len(s) {
		ok = ok && (s[i] == '-' || alnum(s[i]))
	}
	if !ok {
		return fmt.Errorf("account %s is not 1 to 17 letters, digits and hyphens", masked(s))
	}
	return nil
}

// masked is the last four characters of an account number, if it has more.
func masked(s string) string {
	if len(s) <= 4 {
		return "..."
	}
	return fmt.Sprintf("ending in %q", s[len(s)-4:])
}

// checkText makes a check of names: up to so many characters of ASCII, with
// blanks within and not around, since those could not be told from padding.
func checkText(size int) func(string) error {
	return func(s string) error {
		ok := s != "" && s[0] != ' ' && s[len(s)-1] != ' '
		for i := range len(s) {
			ok = ok && s[i] >= ' ' && s[i] <= '~'
		}
		switch {
		case !ok:
			return fmt.Errorf("%q is not plain text; write letters without accents, digits, signs, and blanks only between them", s)
		case len(s) > size:
			return fmt.Errorf("%q has %d characters; write at most %d", s, len(s), size)
		}
		return nil
	}
}

// checkCode makes a check of codes: up to so many characters without blanks and
// without the two signs that divide a segment.
func checkCode(size int) func(string) error {
	return func(s string) error {
		if s == "" || len(s) > size || !plain(s) {
			return fmt.Errorf("%q is not a code; write 1 to %d characters without blanks, * and \\", s, size)
		}
		return nil
	}
}

// checkVisible makes a check of ids that banks assign: up to so many characters
// without blanks.
func checkVisible(size int) func(string) error {
	return func(s string) error {
		if checkText(size)(s) != nil || strings.Contains(s, " ") {
			return fmt.Errorf("%q is not an id; write 1 to %d characters without blanks", s, size)
		}
		return nil
	}
}

// checkPayerID holds what stands as id in an entry, which may be a number that
// is not shown whole.
func checkPayerID(s string) error {
	if checkText(15)(s) != nil {
		return fmt.Errorf("id %s is not 1 to 15 characters of plain text", masked(s))
	}
	return nil
}

// checkSecret is checkCode for an employer's number with a recipient, which is
// not shown whole.
func checkSecret(s string) error {
	if checkCode(15)(s) != nil {
		return fmt.Errorf("%s is not a number with a recipient; write 1 to 15 characters without blanks, * and \\", masked(s))
	}
	return nil
}

// checkModifier holds a file's modifier, which tells the files of a day apart.
func checkModifier(s string) error {
	if len(s) == 1 && (s[0] >= 'A' && s[0] <= 'Z' || s[0] >= '0' && s[0] <= '9') {
		return nil
	}
	return fmt.Errorf("%q is not a file modifier; write one of A to Z and 0 to 9, another one for each file of a day", s)
}

func checkTime(s string) error {
	if len(s) == 4 && digits(s) && s[:2] <= "23" && s[2:] <= "59" {
		return nil
	}
	return fmt.Errorf("%q is not a time; write four digits from 0000 to 2359", s)
}

// shortDate is a day as YYMMDD. Two digits of a year reach from 2000 to 2099.
func shortDate(d calc.Date) string {
	y, m, day := d.Civil()
	return fmt.Sprintf("%02d%02d%02d", y%100, int(m), day)
}

var errShortDate = errors.New("not a day as YYMMDD")

func parseShortDate(s string) (calc.Date, error) {
	if len(s) != 6 || !digits(s) {
		return 0, fmt.Errorf("%q is %w", s, errShortDate)
	}
	d, err := calc.ParseDate("20" + s[:2] + "-" + s[2:4] + "-" + s[4:])
	if err != nil {
		return 0, fmt.Errorf("%q is %w: there is no such day", s, errShortDate)
	}
	return d, nil
}

func checkDate(d calc.Date) error {
	if d == 0 || d.Year() < 2000 || d.Year() > 2099 {
		return fmt.Errorf("day %q is not in 2000 to 2099", d)
	}
	return nil
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// plain reports whether s is visible ASCII that can stand in a segment.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' || s[i] == '*' || s[i] == '\\' {
			return false
		}
	}
	return s != ""
}

func alnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
