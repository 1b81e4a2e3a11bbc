package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/ledger"
)

// A creditLine is one line of an employer's credit account with a municipality.
type creditLine struct {
	place  *place
	period string
	amount calc.Cents // below zero where credit is used
	open   calc.Cents // after it
	what   string
}

// What moves a credit account, as credits.csv says it.
const (
	creditForward  = "carried forward from closed periods"
	creditReversed = "more was reversed than is due"
	creditOverpaid = "more was remitted than is due now"
	creditNothing  = "nothing is due"
	creditUsed     = "used for this period"
)

// settlePlace decides what is paid for the chosen periods of an employer with a
// municipality: by due date, each first by what earlier ones left as credit. A
// period of zero or below makes no payment.
func (r *remitting) settlePlace(list []*remittal, batch []ledger.Closed) (lines []creditLine) {
	var credit calc.Cents
	for _, x := range list {
		if x.before != nil {
			credit -= x.before.Credit
		}
	}
	add := func(x *remittal, amount calc.Cents, what string) {
		credit += amount
		lines = append(lines, creditLine{x.place, x.name, amount, credit, what})
	}
	for i, x := range inOrderOfPayment(list) {
		if i == 0 && credit != 0 {
			lines = append(lines, creditLine{x.place, "", credit, credit, creditForward})
		}
		if c := closedOf(x, batch); c != nil {
			x.settleAs(c)
			r.closing = append(r.closing, *c)
		} else {
			x.settle(credit)
		}
		switch {
		case x.left > 0 && x.before != nil:
			add(x, x.left, creditOverpaid)
		case x.left > 0:
			add(x, x.left, creditReversed)
		case x.applied > 0:
			add(x, -x.applied, creditUsed)
		case x.payment == 0 && x.changes() && !x.zero:
			add(x, 0, creditNothing)
		}
		x.pay = r.payments.plan(x)
		r.totals.add(x)
		if r.o.Close && r.pending == nil && x.changes() {
			r.closing = append(r.closing, x.asRemitted())
		}
	}
	return lines
}

// inOrderOfPayment are the chosen periods as credits are used for them.
func inOrderOfPayment(list []*remittal) (chosen []*remittal) {
	for _, x := range list {
		if x.chosen {
			chosen = append(chosen, x)
		}
	}
	slices.SortStableFunc(chosen, func(a, b *remittal) int {
		return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.period.From, b.period.From), strings.Compare(a.name, b.name))
	})
	return chosen
}

// settle splits what is still due into credit used and payment, or what was
// settled too much into credit left.
func (x *remittal) settle(credit calc.Cents) {
	if b := x.balance(); b < 0 {
		x.left = -b
	} else {
		x.applied = min(b, max(0, credit))
		x.payment = b - x.applied
	}
}

// settleAs settles it as an earlier command, which this one makes again, closed
// it.
func (x *remittal) settleAs(c *ledger.Closed) {
	before := ledger.Closed{}
	if x.before != nil {
		before = *x.before
	}
	x.again = true
	x.payment = c.Remitted - before.Remitted
	if change := c.Credit - before.Credit; change >= 0 {
		x.applied = change
	} else {
		x.left = -change
	}
}

// asRemitted is the period as the ledger keeps it once it is closed.
func (x *remittal) asRemitted() ledger.Closed {
	c := ledger.Closed{EmployerID: x.employer.id, Municipality: x.place.ID, Period: x.name, From: x.period.From, To: x.period.To}
	if x.before != nil {
		c = *x.before
	}
	if x.payment > 0 {
		c.PaidOn = x.pay.paidOn
	}
	c.Remitted += x.payment
	c.Credit += x.applied - x.left
	return c
}

// A remitTotals is what all chosen periods add up to.
type remitTotals struct {
	count, zeros                         int
	due, settled, applied, payment, left calc.Cents
}

func (t *remitTotals) add(x *remittal) {
	due := x.amountDue()
	if x.again { // as it was closed: what changed since is an amendment, not of this
		due = x.settled() + x.payment + x.applied - x.left
	}
	t.count++
	if x.zero {
		t.zeros++
	}
	t.due += due
	t.settled += x.settled()
	t.applied += x.applied
	t.payment += x.payment
	t.left += x.left
}

func (r *remitting) writeCredits(e *employer, lines []creditLine) error {
	for i := range lines {
		l := &lines[i]
		err := r.out.row(results.Credits, func(row *results.Row) {
			row.Text(e.id)
			row.Text(l.place.Name)
			row.Text(l.period)
			row.Money(l.amount)
			row.Text(l.what)
			row.Money(l.open)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
