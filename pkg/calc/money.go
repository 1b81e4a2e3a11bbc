package calc

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// Cents is an amount of money in cents. It may be negative: a reversal is.
type Cents int64

// MaxCents is the largest amount accepted on input, either sign: ten billion
// dollars. Sums of a billion such amounts would still be exact.
const MaxCents Cents = 1_000_000_000_000

// A Rate is a share of one in units of 10^-10: 2.5 % is Rate(250_000_000).
// The unit holds a rate of six decimals times a credit factor of four exactly.
type Rate int64

// rateUnit is the Rate that means 100 %.
const rateUnit = 10_000_000_000

// RateDecimals is the number of decimals a Rate holds.
const RateDecimals = 10

var errAmount = errors.New("not an amount; write 1234.56")

// ParseCents reads a plain amount: an optional minus, digits, and at most two
// decimals. It refuses everything else (grouping, currency signs, exponents, a
// third decimal), and amounts beyond MaxCents.
func ParseCents(s string) (Cents, error) {
	neg := len(s) > 0 && s[0] == '-'
	if neg {
		s = s[1:]
	}
	whole, frac, digits := int64(0), int64(0), 0
	i := 0
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		whole = whole*10 + int64(s[i]-'0')
		if digits++; whole > int64(MaxCents) {
			return 0, errAmount
		}
	}
	if i < len(s) && s[i] == '.' {
		decimals := s[i+1:]
		if len(decimals) < 1 || len(decimals) > 2 {
			return 0, errAmount
		}
		for _, d := range []byte(decimals) {
			if d < '0' || d > '9' {
				return 0, errAmount
			}
			frac = frac*10 + int64(d-'0')
			digits++
		}
		if len(decimals) == 1 {
			frac *= 10
		}
		i = len(s)
	}
	c := Cents(whole*100 + frac)
	if digits == 0 || i != len(s) || c > MaxCents {
		return 0, errAmount
	}
	if neg {
		return -c, nil
	}
	return c, nil
}

// pairs are the numbers 00 to 99, so that digits are written two at a time.
const pairs = "00010203040506070809" + "10111213141516171819" + "20212223242526272829" + "30313233343536373839" + "40414243444546474849" +
	"50515253545556575859" + "60616263646566676869" + "70717273747576777879" + "80818283848586878889" + "90919293949596979899"

// Append writes c to b as 1234.56, with a minus where it is negative.
func (c Cents) Append(b []byte) []byte {
	u := uint64(c)
	if c < 0 {
		b, u = append(b, '-'), -u
	}
	dollars, cents := u/100, u%100*2
	switch {
	case dollars < 10:
		return append(b, byte('0'+dollars), '.', pairs[cents], pairs[cents+1])
	case dollars < 100:
		x := dollars * 2
		return append(b, pairs[x], pairs[x+1], '.', pairs[cents], pairs[cents+1])
	case dollars < 1000:
		x := dollars % 100 * 2
		return append(b, byte('0'+dollars/100), pairs[x], pairs[x+1], '.', pairs[cents], pairs[cents+1])
	case dollars < 10_000: // most of all checks
		x, y := dollars/100*2, dollars%100*2
		return append(b, pairs[x], pairs[x+1], pairs[y], pairs[y+1], '.', pairs[cents], pairs[cents+1])
	}
	return append(strconv.AppendUint(b, dollars, 10), '.', pairs[cents], pairs[cents+1])
}

// String is c as 1234.56.
func (c Cents) String() string { return string(c.Append(nil)) }

// Decimal is c in dollars.
func (c Cents) Decimal() decimal.Decimal { return decimal.New(int64(c), -2) }

// Abs is c without its sign.
func (c Cents) Abs() Cents { return max(c, -c) }

// ParseRate reads a rate as a share of one with at most six decimals
// ("0.0125"), or as a percentage with at most four ("1.25%"). A rate is from 0
// to 1.
func ParseRate(s string) (Rate, error) {
	scale, digits := int32(RateDecimals), s
	if n := len(s) - 1; n > 0 && s[n] == '%' {
		scale, digits = RateDecimals-2, s[:n]
	}
	if len(digits) > 20 || strings.ContainsAny(digits, "eE+") {
		digits = "" // neither an exponent nor a long text is a rate
	}
	d, err := decimal.NewFromString(digits)
	if err != nil {
		return 0, fmt.Errorf("%q is not a rate; write 0.0125 or 1.25%%", s)
	}
	units := d.Shift(scale)
	switch {
	case units.Sign() < 0 || units.GreaterThan(decimal.New(rateUnit, 0)):
		return 0, fmt.Errorf("%q is not a rate from 0 to 1; 1.25 %% is 0.0125", s)
	case !units.Shift(-4).IsInteger():
		return 0, fmt.Errorf("%q has more decimals than a rate may have (0.012345, 1.2345%%)", s)
	}
	return Rate(units.IntPart()), nil
}

// Append writes r to b as a share of one without trailing zeros: 0.0125, 0, 1.
func (r Rate) Append(b []byte) []byte {
	if r < 0 {
		b, r = append(b, '-'), -r
	}
	whole, frac := r/rateUnit, uint64(r%rateUnit)
	if whole > 9 {
		b = strconv.AppendInt(b, int64(whole), 10)
	} else {
		b = append(b, byte('0'+whole))
	}
	if frac == 0 {
		return b
	}
	b = append(b, '.')
	for unit := uint64(rateUnit / 100); frac > 0; unit /= 100 {
		two := frac / unit * 2
		b = append(b, pairs[two], pairs[two+1])
		frac %= unit
	}
	if n := len(b) - 1; b[n] == '0' {
		b = b[:n]
	}
	return b
}

// String is r as 0.0125.
func (r Rate) String() string { return string(r.Append(nil)) }

// Decimal is r as a share of one.
func (r Rate) Decimal() decimal.Decimal { return decimal.New(int64(r), -RateDecimals) }

// Tax is wages × r rounded to the cent, half a cent away from zero. It is exact
// for every amount up to MaxCents and every rate up to 1.
func (r Rate) Tax(wages Cents) Cents {
	hi, lo := bits.Mul64(uint64(wages.Abs()), uint64(r))
	lo, carry := bits.Add64(lo, rateUnit/2, 0)
	q, _ := bits.Div64(hi+carry, lo, rateUnit)
	if wages < 0 {
		return -Cents(q)
	}
	return Cents(q)
}

// Of is the part r of s, for a credit factor applied to a rate. It drops what
// is finer than a Rate holds.
func (r Rate) Of(s Rate) Rate {
	hi, lo := bits.Mul64(uint64(r), uint64(s))
	q, _ := bits.Div64(hi, lo, rateUnit)
	return Rate(q)
}

// Split divides total into one part for each weight, in proportion, so that the
// parts add up to total exactly: what is left after rounding toward zero goes,
// a cent each, to the largest remainders, ties to the earlier weight. Weights
// are zero or more; if all are zero the whole goes to the first. parts is
// filled and returned; it must be as long as weights.
func Split(total Cents, weights []int64, parts []Cents) []Cents {
	var sum uint64
	for _, w := range weights {
		sum += uint64(w)
	}
	if sum == 0 {
		clear(parts)
		parts[0] = total
		return parts
	}
	var room [8]uint64
	rest := room[:0]
	left := uint64(total.Abs())
	for i, w := range weights {
		hi, lo := bits.Mul64(uint64(total.Abs()), uint64(w))
		q, rem := bits.Div64(hi, lo, sum)
		parts[i], rest = Cents(q), append(rest, rem)
		left -= q
	}
	for ; left > 0; left-- {
		best := 0
		for i := range rest {
			if rest[i] > rest[best] {
				best = i
			}
		}
		parts[best]++
		rest[best] = 0
	}
	if total < 0 {
		for i := range parts {
			parts[i] = -parts[i]
		}
	}
	return parts
}
