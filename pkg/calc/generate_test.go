package calc

import "pgregory.net/rapid"

// What the properties are tried on.

func anyCents() *rapid.Generator[Cents] {
	return rapid.Map(rapid.Int64Range(-int64(MaxCents), int64(MaxCents)), func(n int64) Cents { return Cents(n) })
}

func anyRate() *rapid.Generator[Rate] {
	return rapid.Map(rapid.Int64Range(0, rateUnit), func(n int64) Rate { return Rate(n) })
}

// taxRate is a rate that a municipality could levy: up to 4 %, six decimals.
func taxRate() *rapid.Generator[Rate] {
	return rapid.Map(rapid.Int64Range(1, 40_000), func(n int64) Rate { return Rate(n * 10_000) })
}

func anyDate() *rapid.Generator[Date] {
	first, last := NewDate(1900, 1, 1), NewDate(2099, 12, 31)
	return rapid.Map(rapid.Int32Range(int32(first), int32(last)), func(n int32) Date { return Date(n) })
}

// someDate is a date that may not be known.
func someDate() *rapid.Generator[Date] { return rapid.OneOf(rapid.Just(Date(0)), anyDate()) }

// anyPay is a check of any items, each up to a million dollars of either sign.
func anyPay(election bool) *rapid.Generator[Pay] {
	return rapid.Custom(func(t *rapid.T) (p Pay) {
		for i := range p {
			p[i] = Cents(rapid.Int64Range(-100_000_000, 100_000_000).Draw(t, "item"))
		}
		if !election {
			p[PayElection] = 0
		}
		return p
	})
}

func anyCheck(election bool) *rapid.Generator[Check] {
	return rapid.Custom(func(t *rapid.T) Check {
		return Check{
			PayDate: anyDate().Draw(t, "pay date"), Earned: anyDate().Draw(t, "earned"), Pay: anyPay(election).Draw(t, "pay"),
			Section125:  Cents(rapid.Int64Range(-1_000_000, 1_000_000).Draw(t, "section 125")),
			ISODisposed: someDate().Draw(t, "disposed"), NQDCDeferred: someDate().Draw(t, "deferred"),
			ElectionBefore:   Cents(rapid.Int64Range(0, 200_000).Draw(t, "earlier election pay")),
			TransitScheduled: rapid.Bool().Draw(t, "scheduled"),
		}
	})
}

func anyPerson() *rapid.Generator[Person] {
	return rapid.Custom(func(t *rapid.T) Person {
		return Person{
			Birth: someDate().Draw(t, "birth"), Hired: someDate().Draw(t, "hired"), Terminated: someDate().Draw(t, "terminated"),
			IssuedElsewhere: rapid.Bool().Draw(t, "issued elsewhere"), SuccessorUntil: someDate().Draw(t, "successor"),
			Domestic: rapid.IntRange(0, 9).Draw(t, "domestic") == 0,
		}
	})
}

func anyTies() *rapid.Generator[Ties] {
	return rapid.Custom(func(t *rapid.T) Ties {
		return Ties{Resident: rapid.Bool().Draw(t, "resident"), Headquarters: rapid.Bool().Draw(t, "headquarters")}
	})
}

// anyLaw has any exclusions, either base, any resident rule and any credit.
func anyLaw(name string) *rapid.Generator[*Law] {
	return rapid.Custom(func(t *rapid.T) *Law {
		l := &Law{Municipality: name, Rate: taxRate().Draw(t, "rate")}
		l.Base = Base(rapid.IntRange(0, 1).Draw(t, "base"))
		for r := range l.Exclusions {
			x := &l.Exclusions[r]
			x.Applies = rapid.Bool().Draw(t, "applies")
			x.Age, x.Limit, x.Before = 18, cents("1000.00"), day("2003-06-26")
			x.Successor = rapid.Bool().Draw(t, "successor counts")
		}
		l.Residents.Rule = ResidentRule(rapid.IntRange(0, 1).Draw(t, "resident rule"))
		l.Credit = Credit{
			Known: true, Kind: CreditKind(rapid.IntRange(0, 1).Draw(t, "credit kind")), Factor: anyRate().Draw(t, "factor"),
			Limit: taxRate().Draw(t, "limit"), Above: taxRate().Draw(t, "above"),
		}
		return l
	})
}

// negated is the reversal of a check.
func negated(c Check) Check {
	for i := range c.Pay {
		c.Pay[i] = -c.Pay[i]
	}
	c.Section125 = -c.Section125
	return c
}

func (w *Wages) negated() Wages {
	n := Wages{Total: -w.Total, Subject: -w.Subject}
	for r, c := range w.NotSubject {
		n.NotSubject[r] = -c
	}
	return n
}
