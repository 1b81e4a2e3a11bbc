package calc

import (
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"
)

// This file computes simple interest on late tax, by actual days, each calendar
// year at its own rate. Law: R.C. 5703.47 for tax withheld from winnings (004
// 192.053 (H)), R.C. 718.27 for other municipal tax.

// A YearRate is the rate of interest of a calendar year, as a share of one for
// the whole year.
type YearRate struct {
	Year int
	Rate Rate
	Cite Citation
}

// YearRates are rates of interest under one provision, in any order.
type YearRates []YearRate

// A NoRateError says that the rate of a year is not known.
type NoRateError struct{ Year int }

func (e *NoRateError) Error() string {
	return fmt.Sprintf("the rate of interest of %d is not known", e.Year)
}

// Unpaid is an amount that was late from the day after After through the day
// Through.
type Unpaid struct {
	Amount         Cents
	After, Through Date
}

// An InterestStep is the interest of one amount in one calendar year.
type InterestStep struct {
	Amount        Cents
	From, Through Date
	Days, OfYear  int // OfYear is 365 or 366
	YearRate
}

// Interest is the interest on amounts that were late, rounded once for all of
// them, half a cent away from zero. The steps say how it came about.
func (y YearRates) Interest(list []Unpaid) (total Cents, steps []InterestStep, err error) {
	sum := decimal.Zero
	for _, u := range list {
		for from := u.After + 1; from <= u.Through; {
			year := from.Year()
			last := min(u.Through, NewDate(year, time.December, 31))
			i := slices.IndexFunc(y, func(r YearRate) bool { return r.Year == year })
			if i < 0 {
				return 0, nil, &NoRateError{year}
			}
			s := InterestStep{u.Amount, from, last, int(last-from) + 1, int(NewDate(year+1, 1, 1) - NewDate(year, 1, 1)), y[i]}
			steps = append(steps, s)
			sum = sum.Add(s.units())
			from = last + 1
		}
	}
	// 365 × 366 parts of a cent times the unit of a rate.
	whole := decimal.NewFromInt(commonYear).Mul(decimal.NewFromInt(rateUnit))
	return Cents(sum.DivRound(whole, 0).IntPart()), steps, nil
}

// commonYear is divided by both lengths of a year.
const commonYear = 365 * 366

// units is the exact interest of the step.
func (s *InterestStep) units() decimal.Decimal {
	return decimal.NewFromInt(int64(s.Amount)).Mul(decimal.NewFromInt(int64(s.Rate))).
		Mul(decimal.NewFromInt(int64(s.Days * (commonYear / s.OfYear))))
}
