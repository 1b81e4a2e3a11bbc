package calc

import (
	"math/bits"
	"slices"
	"strings"
)

// This file supposes that a provider withheld on another base, exempted what is
// not exempt or the reverse, or counted days in another way.

// paying is the facts with the money of every share changed.
func (f Facts) paying(change func(*Check)) Facts {
	f.Shares = slices.Clone(f.Shares)
	for i := range f.Shares {
		change(&f.Shares[i].Check)
	}
	return f
}

// any reports whether the check has money that pick finds in a share.
func (f *Facts) any(pick func(*Check) Cents) bool {
	return slices.ContainsFunc(f.Shares, func(s Share) bool { return pick(&s.Check) != 0 })
}

// supposeBases: deductions from pay, and tips.
func (a *Audited) supposeBases(list []supposition) []supposition {
	add := func(s supposition) { s.cause = WrongBase; list = append(list, s) }
	if a.any(func(c *Check) Cents { return c.Section125 }) {
		add(supposition{detail: "section 125 deduction not taken from the base", by: byReason, reason: Section125,
			change: func(f Facts) Facts { return f.paying(func(c *Check) { c.Section125 = 0 }) }})
		add(supposition{detail: "section 125 deduction taken from a base of gross compensation", by: byBase,
			change: func(f Facts) Facts {
				return f.changed("", func(l *Law) { l.Base, l.Exclusions[Section125].Applies = QualifyingWages, true })
			}})
	}
	if a.Deferral != 0 {
		add(supposition{detail: "elective deferral taken from the base", by: byBase, change: a.lessDeferral})
	}
	if a.any(func(c *Check) Cents { return c.Pay[PayTipsCash] }) {
		add(supposition{detail: "cash tips included", by: byReason, reason: TipsNotControlled, change: func(f Facts) Facts {
			return f.changed("", func(l *Law) { l.Exclusions[TipsNotControlled].Applies = false })
		}})
	}
	leave := func(detail string, items ...Item) {
		for _, item := range items {
			if !a.any(func(c *Check) Cents { return c.Pay[item] }) {
				return
			}
		}
		add(supposition{detail: detail, by: byReason, reason: TipsNotControlled, change: func(f Facts) Facts {
			return f.paying(func(c *Check) {
				for _, item := range items {
					c.Pay[item] = 0
				}
			})
		}})
	}
	leave("charged tips left out", PayTipsCharged)
	leave("pooled tips left out", PayTipsPooled)
	leave("charged and pooled tips left out", PayTipsCharged, PayTipsPooled)
	return list
}

// lessDeferral takes the deferral from gross wages, in proportion to those of
// each share.
func (a *Audited) lessDeferral(f Facts) Facts {
	if len(f.Shares) == 0 {
		return f
	}
	weights := make([]int64, len(f.Shares))
	for i := range f.Shares {
		weights[i] = int64(f.Shares[i].Check.Pay[PayGross].Abs())
	}
	parts, i := Split(a.Deferral, weights, make([]Cents, len(weights))), -1
	return f.paying(func(c *Check) { i++; c.Pay[PayGross] -= parts[i] })
}

// exempted are the items that an exclusion frees whole or in part.
var exempted = [...]struct {
	reason Reason
	item   Item
}{{ISOFormerEmployee, PayISO}, {DeferredBefore, PayNQDC}, {MilitaryPay, PayMilitary}, {PensionOrDisability, PayPension},
	{ElectionOfficial, PayElection}, {Parsonage, PayParsonage}, {TransitOperator, PayTransit}}

// supposeExemptions: missed where there is one, or given where there is none.
func (a *Audited) supposeExemptions(list []supposition, lines []Line) []supposition {
	add := func(s supposition) { s.cause, s.by = WrongExemption, byReason; list = append(list, s) }
	var found ReasonSet
	for i := range lines {
		found |= lines[i].Wages.Reasons()
	}
	for r := range Reason(NumReasons) {
		if found.Has(r) && r != Section125 && r != TipsNotControlled {
			add(supposition{detail: words(r) + ": exempt, and withheld on", reason: r, change: func(f Facts) Facts {
				return f.changed("", func(l *Law) { l.Exclusions[r].Applies = false })
			}})
		}
	}
	for _, x := range exempted {
		if a.any(func(c *Check) Cents { return c.Pay[x.item] }) {
			add(supposition{detail: words(x.reason) + ": subject, and not withheld on", reason: x.reason, change: func(f Facts) Facts {
				return f.paying(func(c *Check) { c.Pay[x.item] = 0 })
			}})
		}
	}
	nothing := func(r Reason) {
		add(supposition{detail: words(r) + ": subject, and not withheld on", reason: r, change: func(f Facts) Facts {
			return f.paying(func(c *Check) { c.Pay, c.Section125 = Pay{}, 0 })
		}})
	}
	if a.Person == nil {
		return list
	}
	// Only of somebody who was young enough in the year of the check can it be
	// thought that all pay is exempt for age.
	january := NewDate(a.PayDate.Year(), 1, 1)
	if b := a.Person.Birth; b != 0 && january < b.YearsLater(a.Guesses.Age) {
		nothing(Under18)
	}
	if a.Person.Domestic {
		nothing(DomesticServant)
	}
	return list
}

// words is a reason as people say it.
func words(r Reason) string { return strings.ReplaceAll(r.String(), "_", " ") }

// supposeDays: days counted in another way, or what a crossed threshold reaches
// back to left out.
func (a *Audited) supposeDays(list []supposition) []supposition {
	for _, g := range a.Guesses.Days {
		list = append(list, supposition{cause: DayCount, detail: g.Detail, by: byText, cite: g.Cite, change: func(f Facts) Facts {
			f.Shares, f.CatchUps = g.Shares, g.CatchUps
			return f
		}})
	}
	if len(a.CatchUps) > 0 {
		list = append(list, supposition{cause: DayCount, detail: "tax on the days before the threshold was crossed not caught up",
			by: byText, cite: a.CatchUps[0].Law.OccasionalEntrant.Cite, change: func(f Facts) Facts {
				f.CatchUps = nil
				return f
			}})
	}
	return list
}

// supposeCourtesy: withheld for the residence though nobody asked, or not though
// somebody did.
func (a *Audited) supposeCourtesy(list []supposition) []supposition {
	home := a.Home.Law
	if home == nil || home.Rate == 0 {
		return list
	}
	add := func(detail string, change func(Facts) Facts) {
		list = append(list, supposition{cause: CourtesyWithholding, detail: detail, by: byRequest, change: change})
	}
	if a.Home.Courtesy {
		add("asked for and not withheld", func(f Facts) Facts { f.Home.Courtesy = false; return f })
		return list
	}
	add("withheld for the residence, which was not asked for", func(f Facts) Facts { f.Home.Courtesy = true; return f })
	add("withheld for the residence, which was not asked for, without its credit", func(f Facts) Facts {
		f = f.changed(home.Municipality, func(l *Law) { l.Credit = Credit{Known: true} })
		f.Home.Courtesy = true
		return f
	})
	return list
}

// supposeSlips: the sign of a reversal, or one check counted twice.
func (a *Audited) supposeSlips(list []supposition) []supposition {
	times := func(n Cents) func(taxes) taxes {
		return func(t taxes) taxes {
			t = slices.Clone(t)
			for i := range t {
				t[i].amount *= n
			}
			return t
		}
	}
	return append(list,
		supposition{cause: SignOrDuplicate, detail: "the sign is reversed", figures: times(-1)},
		supposition{cause: SignOrDuplicate, detail: "twice the tax of the check", figures: times(2)})
}

// A rounding is how the cents are made of what is exact.
type rounding uint8

const (
	down     rounding = iota // toward zero
	up                       // away from zero
	halfEven                 // half a cent to the even one
)

// rounded is wages × r rounded so.
func (r Rate) rounded(wages Cents, how rounding) Cents {
	hi, lo := bits.Mul64(uint64(wages.Abs()), uint64(r))
	q, rest := bits.Div64(hi, lo, rateUnit)
	switch {
	case how == up && rest > 0,
		how == halfEven && (rest > rateUnit/2 || rest == rateUnit/2 && q%2 == 1):
		q++
	}
	if wages < 0 {
		return -Cents(q)
	}
	return Cents(q)
}
