package calc

import (
	"regexp"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

var plainAmount = regexp.MustCompile(`^-?([0-9]+(\.[0-9]{1,2})?|\.[0-9]{1,2})$`)

// FuzzParseCents: exactly the plain amounts within MaxCents are read, as what
// they say, and they read back as they are written.
func FuzzParseCents(f *testing.F) {
	for _, s := range []string{"0", "1234.56", "-0.01", ".5", "10000000000.00", "10000000000.01", "1,0", "1e3", "-", "1.", "12,3O0.00", "00.1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseCents(s)
		want, in := decimal.Zero, plainAmount.MatchString(s)
		if in {
			want = decimal.RequireFromString(s)
			in = want.Abs().LessThanOrEqual(MaxCents.Decimal())
		}
		if in != (err == nil) {
			t.Fatalf("%q: %v; a plain amount within range: %t", s, err, in)
		}
		if !in {
			if c != 0 {
				t.Fatalf("%q is refused as %s", s, c)
			}
			return
		}
		if !c.Decimal().Equal(want) {
			t.Fatalf("%q is read as %s", s, c)
		}
		if back, err := ParseCents(c.String()); err != nil || back != c {
			t.Fatalf("%q is %s, which reads back as %s, %v", s, c, back, err)
		}
	})
}

var plainRate = regexp.MustCompile(`^-?[0-9]*\.?[0-9]*%?$`)

// FuzzParseRate: a rate is from 0 to 1, has six decimals, is what the text says
// and reads back as it is written.
func FuzzParseRate(f *testing.F) {
	for _, s := range []string{"0", "1", "0.0125", "1.25%", "2.0125%", "100%", "100.01%", "-1%", "1e-2", "1e999999999", "0.0000001", "%", ".5%", "1 %"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseRate(s)
		if err != nil {
			if r != 0 {
				t.Fatalf("%q is refused as %s", s, r)
			}
			return
		}
		if !plainRate.MatchString(s) {
			t.Fatalf("%q is read as %s", s, r)
		}
		if r < 0 || r > rateUnit || r%10_000 != 0 {
			t.Fatalf("%q is Rate(%d)", s, int64(r))
		}
		digits, shift := s, int32(0)
		if s[len(s)-1] == '%' {
			digits, shift = s[:len(s)-1], -2
		}
		if want := decimal.RequireFromString(digits).Shift(shift); !r.Decimal().Equal(want) {
			t.Fatalf("%q is read as %s, want %s", s, r, want)
		}
		if back, err := ParseRate(r.String()); err != nil || back != r {
			t.Fatalf("%q is %s, which reads back as %s, %v", s, r, back, err)
		}
	})
}

// FuzzParseDate: exactly the days of the standard library from year 1 on are
// read, and they are written as they were read.
func FuzzParseDate(f *testing.F) {
	for _, s := range []string{"2026-03-31", "2028-02-29", "2026-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2026-3-31", "2026-13-01", "", "2026-04-31"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseDate(s)
		at, no := time.Parse(time.DateOnly, s)
		if in := no == nil && at.Year() >= 1; in != (err == nil) {
			t.Fatalf("%q: %v; the standard library: %v", s, err, no)
		}
		if err != nil {
			if d != 0 {
				t.Fatalf("%q is refused as %s", s, d)
			}
			return
		}
		if d.String() != s {
			t.Fatalf("%q is written %s", s, d)
		}
		y, m, n := d.Civil()
		if y != at.Year() || m != at.Month() || n != at.Day() || d.Weekday() != at.Weekday() || NewDate(y, m, n) != d {
			t.Fatalf("%q is %d-%d-%d, a %s", s, y, m, n, d.Weekday())
		}
	})
}
