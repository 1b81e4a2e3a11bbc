package payment

import (
	"cmp"

	"example.com/withhold/pkg/calc"
)

// A Payment is one amount that an employer pays to one recipient for one period.
type Payment struct {
	EmployerID   string
	EIN          string    // nine digits, with or without the dash; needed where bank.yaml says fein
	Recipient    string    // a key of recipients in bank.yaml, from [Config.Recipient]
	Municipality string    // whose tax it is; only orders and names payments
	PeriodEnd    calc.Date // last day of the period, not the day it is due
	Effective    calc.Date // banking day on which the money is to arrive
	Tax          calc.Cents
	Penalty      calc.Cents
	Interest     calc.Cents
}

// Total is what is paid.
func (p Payment) Total() calc.Cents { return p.Tax + p.Penalty + p.Interest }

// Split parts payments that move money from those of zero or below, which make
// no payment and are to be listed as credits carried forward. Both keep their
// order.
func Split(list []Payment) (due, credits []Payment) {
	for _, p := range list {
		if p.Total() > 0 {
			due = append(due, p)
		} else {
			credits = append(credits, p)
		}
	}
	return due, credits
}

// order sorts payments; what compares equal would be paid twice.
func (p Payment) order(q Payment) int {
	return cmp.Or(cmp.Compare(p.EmployerID, q.EmployerID), cmp.Compare(p.Recipient, q.Recipient),
		cmp.Compare(p.Municipality, q.Municipality), cmp.Compare(p.PeriodEnd, q.PeriodEnd))
}
