package pipeline

import (
	"errors"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
)

// This file finds the law of every place that a row touches.

// resolve finds the law of every place a row touches. What cannot be found sets
// the row aside.
func (w *worker) resolve(b *batch, r *row) {
	fault := func(column int, code string, value []byte, err error) {
		r.ok = false
		b.problems = append(b.problems, b.reader.Fault(r.Row, column, code, value, err.Error()))
	}
	if why := r.who.unusable; why != "" {
		fault(record.ColumnEmployee, "employee_set_aside", r.EmployeeID, errors.New(why))
	}
	if why := r.who.employer.unusable; why != "" {
		fault(record.ColumnEmployer, "employer_set_aside", r.EmployerID, errors.New(why))
	}
	if r.Pay.Section125 != 0 && r.Total == 0 && !w.run.auditing {
		fault(record.ColumnSection125, "deduction", nil, errNoPay)
	}
	var err error
	if r.work, err = w.place(r.Work); err != nil {
		fault(record.ColumnWork, "municipality", r.Work, err)
		return
	}
	if err := w.share(b, r); err != nil {
		fault(record.ColumnWork, "law_unknown", r.Work, err)
		return
	}
	if err := w.findHome(r, r.Pay.PayDate, b.shares[r.shares[0]:r.shares[1]]); err != nil {
		fault(record.ColumnPayDate, "law_unknown", nil, err)
		return
	}
	if column, err := w.findPaid(b, r); err != nil {
		fault(column, "tax_municipality", r.TaxMunicipality, err)
	}
}

var errNoPay = errors.New("it is taken from no pay: write it in the row of the pay that it was taken from")

// share finds where the check's wages were earned: at a small employer's fixed
// location; where the work log says; or where the check says.
func (w *worker) share(b *batch, r *row) error {
	e, day := r.who.employer, r.Pay.PayDate
	switch {
	case len(e.small) > 0 && slices.Contains(e.small, day.Year()) && w.run.smallEmployers(e, day):
		r.work, r.small = e.fixed, true
	case r.who.log != nil && r.who.days == nil:
		return nil // the survey that comes before days are counted
	case r.who.days != nil:
		if done, err := w.allocate(b, r); done || err != nil {
			return err
		}
		r.noLog = true
		if len(r.Work) == 0 && r.who.ppw != nil {
			r.work = r.who.ppw
		}
	}
	law, err := w.law(r.work, day)
	r.shares = [2]int{len(b.shares), len(b.shares) + 1}
	b.shares = append(b.shares, calc.Share{})
	s := &b.shares[r.shares[0]]
	s.Law, s.Check, s.Small, s.Ties = law, r.Pay, r.small, ties(r.who, r.work)
	s.Withholds = r.work != nil && !e.standing("not_withholding", r.work, day)
	return err
}

// smallEmployers reports whether the law of the employer's fixed location has
// the small employer rule; where it levies no tax, state law's holds.
func (r *run) smallEmployers(e *employer, day calc.Date) bool {
	if e.fixed == nil {
		return true
	}
	law, err := e.fixed.law(day)
	return err == nil && law.SmallEmployer.Applies
}

func ties(who *employee, at *place) calc.Ties {
	if at == nil {
		return calc.Ties{}
	}
	return calc.Ties{Resident: who.home == at, Headquarters: who.employer.fixed == at}
}

func (w *worker) findHome(r *row, day calc.Date, shares []calc.Share) (err error) {
	who := r.who
	if who.home == nil {
		return nil
	}
	r.home.Courtesy = who.courtesy
	if r.home.Law, err = w.law(who.home, day); err != nil {
		return fmt.Errorf("residence %s: %w", who.home.Name, err)
	}
	r.home.Ties = ties(who, who.home)
	r.home.Located = who.employer.fixed == who.home
	if who.courtesy && r.home.Law.Rate > 0 && needsCredit(&r.home, shares) {
		r.noCredit = who.home
	}
	return nil
}

func needsCredit(home *calc.Home, shares []calc.Share) bool {
	for i := range shares {
		if home.NeedsCredit(&shares[i]) {
			return true
		}
	}
	return false
}

var errNoTaxPlace = errors.New("tax was withheld, but for no municipality: write the one it was withheld for")

// findPaid finds for whom the payroll system withheld. It names the column at
// fault with an error.
func (w *worker) findPaid(b *batch, r *row) (column int, err error) {
	r.paid = calc.Paid{Known: r.WithheldKnown, Amount: r.Withheld}
	if !r.WithheldKnown {
		return 0, nil
	}
	payee, err := w.place(r.TaxMunicipality)
	if err != nil {
		return record.ColumnTaxMunicipality, err
	}
	logged := r.who.log != nil && !r.small && !r.noLog
	if logged && len(r.TaxMunicipality) == 0 {
		payee = r.work // where the log says otherwise, the check's own word for it
	}
	shares := b.shares[r.shares[0]:r.shares[1]] // none where days are not counted yet
	nobody := len(shares) > 0 && !slices.ContainsFunc(shares, func(s calc.Share) bool { return s.Law != nil })
	if payee == nil && !w.run.auditing && (len(r.TaxMunicipality) > 0 || nobody) && r.Withheld != 0 {
		return record.ColumnTaxMunicipality, errNoTaxPlace
	}
	if payee == nil {
		return 0, nil
	}
	r.paid.Law, err = w.law(payee, r.Pay.PayDate)
	r.paid.Home = payee == r.who.home
	return record.ColumnTaxMunicipality, err
}
