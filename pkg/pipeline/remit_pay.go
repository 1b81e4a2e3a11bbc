package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"example.com/withhold/pkg/calc"
	ach "example.com/withhold/pkg/io/payment"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
)

// achName is the file for the bank. It holds account numbers: 0600.
const achName = "payments.ach"

// payments are what is paid, and by which file.
type payments struct {
	bank      *ach.Bank // nil without a bank file
	all       bool      // pay electronically also what need not be
	day       calc.Date // of the file
	paidOn    calc.Date // 0: each by the day it is to be paid by
	calendar  *calc.Calendar
	list      []payable
	missing   []error // what the bank file lacks for payments that must be electronic
	inFile    int
	fileTotal calc.Cents
}

// A payable is one payment.
type payable struct {
	ach.Payment
	municipality, period string
	eft                  bool
	file                 bool      // the bank file pays it
	paidOn               calc.Date // 0 where nobody said
	trace                string
	note                 string
}

// BankExample is a bank file with everything that can stand in one, explained.
func BankExample() []byte { return ach.Example }

// openPayments reads the bank file.
func (r *remitting) openPayments() (err error) {
	y, m, d := r.now().Date()
	r.payments = payments{all: r.o.EFTAll, day: calc.NewDate(y, m, d), paidOn: r.o.PaidOn, calendar: r.book.Calendar()}
	if r.o.Bank == "" {
		return nil
	}
	if why := r.payments.calendar.ClosedFor(r.o.PaidOn); r.o.PaidOn != 0 && why != "" {
		return UsageError{fmt.Errorf("--paid-on %s: banks are closed that day (%s); write the next business day, %s", r.o.PaidOn, why,
			r.payments.calendar.NextBusinessDay(r.o.PaidOn))}
	}
	if r.payments.bank, err = ach.LoadBank(r.o.Bank); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--bank %s: there is no such file; withhold remit --bank-example prints one to fill in", r.o.Bank)
	} else if err != nil {
		return err
	}
	info, err := os.Stat(r.o.Bank)
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return r.out.problem(warning, &table.Problem{File: r.o.Bank, Code: "bank_file_open",
		Message: "others can read this file, which holds account numbers: chmod 600 keeps it to you"})
}

// plan decides how a period is paid.
func (p *payments) plan(x *remittal) payable {
	e := x.employer.who()
	y := payable{municipality: x.place.Name, period: x.name, eft: x.eft, paidOn: p.paidOn, Payment: ach.Payment{
		EmployerID: x.employer.id, EIN: e.EIN, Municipality: x.place.Name, PeriodEnd: x.period.To, Tax: x.payment, Effective: p.arrives(x.payBy)}}
	switch {
	case x.payment <= 0:
		return y
	case p.bank == nil && x.eft:
		y.note = "to be paid electronically: give --bank for a payment file"
		return y
	case p.bank == nil:
		return y
	case !x.eft && !p.all:
		y.note = "need not be paid electronically: --eft-all puts it into the payment file"
		return y
	}
	recipient, err := p.bank.Recipient(x.place.ID, x.place.Administrator)
	if err != nil {
		y.note = "not in the payment file: " + err.Error()
		if x.eft {
			p.missing = append(p.missing, fmt.Errorf("employer %s must pay %s electronically: %w", x.employer.id, x.place.Name, err))
		}
		return y
	}
	y.Recipient, y.file, y.paidOn = recipient, true, y.Effective
	return y
}

// arrives is the day on which money is to arrive that is to be paid by a day: that
// day, or the first on which a file made now can.
func (p *payments) arrives(payBy calc.Date) calc.Date {
	if p.paidOn != 0 {
		return p.paidOn
	}
	return max(payBy, p.calendar.NextBusinessDay(p.day+1))
}

func (p *payments) add(x *remittal) {
	if x.payment > 0 {
		p.list = append(p.list, x.pay)
	}
}

// writePayments writes payments.csv and, where any payment is for it, the file
// for the bank.
func (r *remitting) writePayments() error {
	p := &r.payments
	if err := errors.Join(p.missing...); err != nil {
		return err
	}
	if err := r.writeFile(); err != nil {
		return err
	}
	for i := range p.list {
		y := &p.list[i]
		err := r.out.row(results.Payments, func(row *results.Row) {
			row.Text(y.EmployerID)
			row.Text(y.municipality)
			row.Text(y.period)
			row.Money(y.Total())
			row.Text(methodName(y.eft))
			row.Text(y.Recipient)
			row.Date(y.paidOn)
			row.Text(map[bool]string{true: "yes", false: "no"}[y.file])
			row.Text(y.trace)
			row.Text(y.note)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
