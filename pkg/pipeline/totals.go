package pipeline

import (
	"errors"
	"fmt"

	"example.com/withhold/pkg/calc"
)

// totals are the control totals of one employer, or of all. What is read and
// what is written are added up apart, so that a difference shows.
type totals struct {
	Checks     int        `json:"checks"`    // rows of payroll that were used
	SetAside   int        `json:"set_aside"` // rows of payroll that were not
	MoneyIn    calc.Cents `json:"-"`         // as read from payroll
	MoneyLines calc.Cents `json:"-"`         // wages of the lines for where work was done
	NotSubject calc.Cents `json:"-"`         // of those lines
	Subject    calc.Cents `json:"-"`         // of those lines
	Required   calc.Cents `json:"-"`         // of all lines
	Withheld   calc.Cents `json:"-"`         // of all lines for a municipality
	Remitted   calc.Cents `json:"-"`         // required, by remittances
	Settled    calc.Cents `json:"-"`         // withheld, by remittances
	Lines      int        `json:"lines"`

	// What remittances hold of other lines: posted by earlier runs, less what is
	// in closed periods.
	Carried     calc.Cents `json:"-"` // required
	CarriedHeld calc.Cents `json:"-"` // withheld
}

func (t *totals) add(u *totals) {
	t.Checks += u.Checks
	t.SetAside += u.SetAside
	t.MoneyIn += u.MoneyIn
	t.MoneyLines += u.MoneyLines
	t.NotSubject += u.NotSubject
	t.Subject += u.Subject
	t.Required += u.Required
	t.Withheld += u.Withheld
	t.Remitted += u.Remitted
	t.Settled += u.Settled
	t.Lines += u.Lines
	t.Carried += u.Carried
	t.CarriedHeld += u.CarriedHeld
}

// line adds one line.
func (t *totals) line(x *lineEntry) {
	t.Lines++
	t.Required += x.required
	if x.place != nil {
		t.Withheld += x.withheld
	}
	if x.role == calc.Work {
		t.MoneyLines += x.wages
		t.Subject += x.subject
		t.NotSubject += x.wages - x.subject
	}
}

// ties is an error naming what does not tie.
func (t *totals) ties(who string) error {
	check := func(what string, a calc.Cents, other string, b calc.Cents) error {
		if a == b {
			return nil
		}
		return fmt.Errorf("control totals of %s do not tie: %s %s, %s %s, difference %s; nothing was written", who, what, a, other, b, b-a)
	}
	return errors.Join(
		check("money read", t.MoneyIn, "money in lines", t.MoneyLines),
		check("tax required in lines", t.Required+t.Carried, "in remittances", t.Remitted),
		check("tax withheld in lines", t.Withheld+t.CarriedHeld, "in remittances", t.Settled))
}
