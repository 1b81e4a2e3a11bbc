package calc

import "github.com/shopspring/decimal"

// This file computes what it costs that tax withheld was remitted late, or its
// return filed late: interest, a penalty on the tax and one for the return. What
// was paid when is settled in penalties.go. Law: R.C. 718.27; 004 192.053 (H) for
// winnings. Rates and amounts arrive as data.

// A TaxPenalty is a penalty that is a share of the tax that was late.
type TaxPenalty struct {
	First Rate // at once; where the penalty grows, for the first month or part of one
	Later Rate // for each later month or part; 0 where it does not grow
	Most  Rate // in all, where it grows
	// UpTo says that the law gives the most that may be asked, so that what is
	// computed is an estimate.
	UpTo bool
	Cite Citation
}

// Share is the penalty after so many months or parts of a month.
func (p *TaxPenalty) Share(months int) Rate {
	if p.Later == 0 {
		return p.First
	}
	return min(p.Most, p.First+p.Later*Rate(months-1))
}

// A PenaltyStep is the penalty on one amount that was late.
type PenaltyStep struct {
	Amount Cents
	Months int // begun; 0 where the penalty does not grow
	Share  Rate
}

// On is the penalty on amounts that were late, rounded once for all of them, half
// a cent away from zero. The steps say how it came about.
func (p *TaxPenalty) On(list []Unpaid) (total Cents, steps []PenaltyStep) {
	sum := decimal.Zero
	for _, u := range list {
		s := PenaltyStep{Amount: u.Amount, Share: p.First}
		if p.Later != 0 {
			s.Months = MonthsBegun(u.After, u.Through)
			s.Share = p.Share(s.Months)
		}
		if n := len(steps); n > 0 && steps[n-1].Months == s.Months {
			steps[n-1].Amount += s.Amount
		} else {
			steps = append(steps, s)
		}
		sum = sum.Add(decimal.NewFromInt(int64(u.Amount)).Mul(decimal.NewFromInt(int64(s.Share))))
	}
	return Cents(sum.DivRound(decimal.NewFromInt(rateUnit), 0).IntPart()), steps
}

// MonthsBegun is how many months begin between the end of one day and the end of
// another: one from the day after on, two from the day after the same day of the
// next month.
func MonthsBegun(after, through Date) (n int) {
	_, _, day := after.Civil()
	for end := after; end < through; n++ {
		end = (MonthOf(after) + Month(n+1)).Day(day)
	}
	return n
}

// A ReturnPenalty is the penalty for a return filed late or not at all.
type ReturnPenalty struct {
	Amount  Cents // for the return or, where Monthly, for each month or part of one
	Monthly bool
	Most    Cents // in all, where Monthly
	UpTo    bool  // as of a TaxPenalty
	Cite    Citation
}

// For is the penalty for a return to be filed by a day, as of the end of another.
// filed is 0 where it was not filed. months is 0 where they do not matter.
func (p *ReturnPenalty) For(fileBy, filed, asOf Date) (amount Cents, months int) {
	if !ReturnLate(fileBy, filed, asOf) {
		return 0, 0
	}
	if !p.Monthly {
		return p.Amount, 0
	}
	through := asOf
	if filed != 0 && filed < asOf {
		through = filed
	}
	months = MonthsBegun(fileBy, through)
	return min(p.Most, p.Amount*Cents(months)), months
}

// Exact is the interest of the step in dollars, to the sixth decimal of one, for
// people to check.
func (s *InterestStep) Exact() decimal.Decimal {
	whole := decimal.NewFromInt(commonYear).Mul(decimal.NewFromInt(rateUnit)).Shift(2)
	return s.units().DivRound(whole, 6)
}
