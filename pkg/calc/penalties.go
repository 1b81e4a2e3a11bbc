package calc

import (
	"cmp"
	"slices"
)

// This file decides what of tax was remitted when, and the penalties for what
// was late. The rates and amounts arrive as data. Law: 004 192.053 (H) for
// winnings; R.C. 718.27 for wages, with late.go.

// Owed is an amount to be remitted by a day.
type Owed struct {
	Amount Cents
	PayBy  Date
}

// AnyPeriod as the For of a Payment: it is for whatever is still open.
const AnyPeriod = -1

// A Payment is money remitted on a day, for one of several amounts owed.
type Payment struct {
	For    int // its place among them, or AnyPeriod
	Amount Cents
	On     Date
}

// A Standing is what became of an amount owed by the end of a day.
type Standing struct {
	Owed
	Paid []Payment // in the order of days
	AsOf Date
}

// Settle applies payments to amounts owed, as of the end of a day; later
// payments are not looked at. A payment goes to what it is for. What of it is
// too much, and a payment for no period, goes to the oldest amount still open.
// rest is what is left over.
func Settle(owed []Owed, payments []Payment, asOf Date) (list []Standing, rest Cents) {
	list = make([]Standing, len(owed))
	open := make([]Cents, len(owed))
	for i, o := range owed {
		list[i] = Standing{Owed: o, AsOf: asOf}
		open[i] = max(0, o.Amount)
	}
	payments = slices.Clone(payments)
	slices.SortStableFunc(payments, func(a, b Payment) int { return cmp.Compare(a.On, b.On) })
	apply := func(i int, p *Payment) {
		if part := min(open[i], p.Amount); part > 0 {
			open[i] -= part
			p.Amount -= part
			list[i].Paid = append(list[i].Paid, Payment{i, part, p.On})
		}
	}
	var pool []Payment
	for _, p := range payments {
		if p.On > asOf {
			continue
		}
		if p.For != AnyPeriod {
			apply(p.For, &p)
		}
		if p.Amount > 0 {
			pool = append(pool, p)
		}
	}
	oldest := make([]int, len(owed))
	for i := range oldest {
		oldest[i] = i
	}
	slices.SortStableFunc(oldest, func(a, b int) int { return cmp.Compare(owed[a].PayBy, owed[b].PayBy) })
	for _, p := range pool {
		for _, i := range oldest {
			apply(i, &p)
		}
		rest += p.Amount
	}
	for i := range list {
		slices.SortStableFunc(list[i].Paid, func(a, b Payment) int { return cmp.Compare(a.On, b.On) })
	}
	return list, rest
}

// Open is what is not paid.
func (s *Standing) Open() Cents {
	open := max(0, s.Amount)
	for _, p := range s.Paid {
		open -= p.Amount
	}
	return open
}

// Late is what was paid after the day, or is not paid though the day has passed.
func (s *Standing) Late() Cents {
	if s.AsOf <= s.PayBy {
		return 0
	}
	late := s.Open()
	for _, p := range s.Paid {
		if p.On > s.PayBy {
			late += p.Amount
		}
	}
	return late
}

// Unpaid are the spans of time in which parts of the amount were late.
func (s *Standing) Unpaid() (list []Unpaid) {
	add := func(amount Cents, through Date) {
		if amount > 0 && through > s.PayBy {
			list = append(list, Unpaid{amount, s.PayBy, through})
		}
	}
	for _, p := range s.Paid {
		add(p.Amount, p.On)
	}
	add(s.Open(), s.AsOf)
	return list
}

// Penalty is the penalty for late tax: a share of what was late.
func (s *Standing) Penalty(share Rate) Cents { return share.Tax(s.Late()) }

// ReturnLate reports whether, at the end of a day, a return was filed late or is
// missing though its day has passed. filed is 0 where it was not filed.
func ReturnLate(fileBy, filed, asOf Date) bool {
	if filed == 0 || filed > asOf {
		return asOf > fileBy
	}
	return filed > fileBy
}
