package calc

// This file decides the rate at which tax is withheld for the place a person
// lives in, when the work is elsewhere. Law: 003 (a), (j); 000 (A)(2)(k).

// Left is what remains of a residence's own rate after its credit for tax
// withheld at work at another rate. It is never below zero.
func (c *Credit) Left(own, work Rate) Rate {
	var credit Rate
	switch {
	case work == 0:
	case c.Kind == CreditOfOwnRate:
		credit = c.Factor.Of(max(0, own-c.Above))
	default:
		credit = c.Factor.Of(min(work, c.Limit))
	}
	return max(0, own-credit)
}

// Workplace is what a residence wants to know about where wages were earned.
type Workplace struct {
	Rate     Rate // 0 where no municipal tax is levied
	Withheld bool // the employer withholds for it
}

// ResidenceRate is the rate of the residence tax on wages earned elsewhere that
// the employer must withhold, 0 where none. located says that the employer's
// fixed location is in the residence. Only the difference rule of 003 (j) makes
// it a duty; it compares rates, so that the difference is rounded once.
func (l *Law) ResidenceRate(work Workplace, located bool) Rate {
	if l.Residents.Rule != Difference || l.Residents.LocatedEmployersOnly && !located {
		return 0
	}
	if !work.Withheld {
		return l.Rate
	}
	return max(0, l.Rate-work.Rate)
}

// CourtesyRate is the rate of withholding for the residence at the employee's
// request. It may be asked only where the credit is known.
func (l *Law) CourtesyRate(work Workplace) Rate {
	if !work.Withheld {
		return l.Rate
	}
	return l.Credit.Left(l.Rate, work.Rate)
}

// RequestedTax is the tax a courtesy line requires: what the rate gives, or
// what was withheld at the employee's request where that is more, for tax so
// withheld counts as required: 000 (A)(2)(k).
func RequestedTax(byRate, withheld Cents) Cents {
	if withheld.Abs() > byRate.Abs() && (byRate == 0 || (withheld < 0) == (byRate < 0)) {
		return withheld
	}
	return byRate
}
