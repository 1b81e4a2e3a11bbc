package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
)

// This file answers for many periods at once: those of a table of payments, or
// those of a ledger.

// LateOptions are what is asked of Late.
type LateOptions struct {
	Options
	AsOf calc.Date // see LateQuestion; a ledger needs one
}

// Late finds what being late cost for each period of a table payments, or of the
// ledger where there are no inputs, and writes what it found.
func Late(ctx context.Context, o LateOptions) (*TablesReport, error) {
	switch {
	case len(o.Inputs) > 0 && o.Ledger.Path != "":
		return nil, UsageError{errors.New("give a table of payments or a ledger, not both: what is in both would be counted twice")}
	case o.Ledger.Path != "" && o.AsOf == 0:
		return nil, UsageError{errors.New("a ledger needs --as-of: the day up to which payments count, and what is not paid is late")}
	}
	c := wholeTables{name: "late", kinds: record.LateKinds, writes: results.Late, inputs: o.Ledger.Path == ""}
	c.work = func(ctx context.Context, r *run, report *TablesReport) error {
		l := &lateRows{run: r, asOf: o.AsOf}
		find := l.ofPayments
		if !c.inputs {
			find = l.ofLedger
		}
		if err := find(ctx); err != nil {
			return err
		}
		return l.write(report)
	}
	return c.do(ctx, o.Options)
}

// lateRows are the answers so far.
type lateRows struct {
	*run
	asOf calc.Date
	list []lateRow
}

type lateRow struct {
	employer, period string
	*LateAnswer
}

// A paidPeriod is the rows of one period.
type paidPeriod struct {
	rows []*record.Payment
	bad  bool // one of them was set aside
}

// ofPayments answers for the periods of payments. Rows of one employer,
// municipality, period and kind of tax are payments of one amount of tax.
func (l *lateRows) ofPayments(context.Context) error {
	byKey := map[string]*paidPeriod{}
	var order []*paidPeriod
	for i := range l.payments {
		p := &l.payments[i]
		place := p.Municipality
		if at, err := l.places.find(place); err == nil && at != nil {
			place = at.ID
		}
		key := strings.Join([]string{p.EmployerID, place, p.Period, p.Kind}, "\x00")
		of := byKey[key]
		if of == nil {
			of = &paidPeriod{}
			byKey[key] = of
			order = append(order, of)
		}
		of.rows, of.bad = append(of.rows, p), of.bad || p.Bad
	}
	for _, of := range order {
		if err := l.answerPeriod(of); err != nil {
			return err
		}
	}
	return nil
}

// answerPeriod answers for the rows of one period. Where one of them cannot be
// used none can, since the others alone would look like less than was paid.
func (l *lateRows) answerPeriod(of *paidPeriod) error {
	if of.bad {
		return l.setAsideAll(of, nil, "", errors.New("another row of this period was set aside; correct that one"))
	}
	q, fault, column, err := of.question()
	if err != nil {
		return l.setAsideAll(of, fault, column, err)
	}
	q.AsOf = l.asOf
	column, answer, err := answerLate(l.book, l.places, q)
	if err != nil {
		return l.setAsideAll(of, of.rows[0], column, err)
	}
	l.list = append(l.list, lateRow{of.rows[0].EmployerID, of.rows[0].Period, answer})
	return nil
}

// setAsideAll sets aside the rows of a period: that at fault with its reason, the
// others because of it.
func (l *lateRows) setAsideAll(of *paidPeriod, fault *record.Payment, column string, err error) error {
	for _, p := range of.rows {
		switch {
		case p.Bad: // its reason is told already
		case p == fault || fault == nil:
			if err := l.rowFault(&p.Source, column, "late", valueOf(p, column), err); err != nil {
				return err
			}
		default:
			because := fmt.Errorf("%s, which is of the same period, was set aside; correct that one", at(fault.Source))
			if err := l.rowFault(&p.Source, "period", "late", p.Period, because); err != nil {
				return err
			}
		}
	}
	return nil
}

func valueOf(p *record.Payment, column string) string {
	if column == "municipality" {
		return p.Municipality
	}
	return ""
}

// question puts the rows of a period together. Each says the tax and the days, or
// leaves them to another.
func (of *paidPeriod) question() (q *LateQuestion, fault *record.Payment, column string, err error) {
	first := of.rows[0]
	all := *first
	q = &LateQuestion{Municipality: first.Municipality, Kind: first.Kind, PeriodEnd: first.PeriodEnd}
	for _, p := range of.rows {
		if column := all.Join(p); column != "" {
			return nil, p, column, errors.New("another row of the same period says otherwise; write the same, or leave it blank")
		}
		if p.PaidOn != 0 && !p.PaidKnown && len(of.rows) > 1 {
			return nil, p, "paid", errors.New("it is blank, and the period has several rows; write how much was paid on that day")
		}
	}
	switch {
	case !all.TaxKnown:
		return nil, first, "tax", errors.New("it is blank, and every period needs it")
	case all.PayBy == 0:
		return nil, first, "pay_by", errors.New("it is blank, and every period needs it")
	}
	q.Tax, q.PayBy, q.ReturnBy, q.FiledOn = all.Tax, all.PayBy, all.ReturnBy, all.FiledOn
	for _, p := range of.rows {
		switch {
		case p.PaidOn == 0:
		case p.PaidKnown:
			q.Payments = append(q.Payments, calc.Payment{Amount: p.Paid, On: p.PaidOn})
		default:
			q.Payments = append(q.Payments, calc.Payment{Amount: q.Tax, On: p.PaidOn})
		}
	}
	return q, nil, "", nil
}

// write writes the answers, sorted.
func (l *lateRows) write(report *TablesReport) error {
	slices.SortStableFunc(l.list, func(a, b lateRow) int {
		return cmp.Or(strings.Compare(a.employer, b.employer), strings.Compare(a.Municipality, b.Municipality),
			strings.Compare(a.period, b.period), strings.Compare(a.Kind, b.Kind))
	})
	var interest, penalty, back calc.Cents
	late, most := 0, ""
	for _, x := range l.list {
		interest, penalty, back = interest+x.Interest, penalty+x.Penalty, back+x.ReturnPenalty
		if x.Estimate {
			most = "at most "
		}
		if x.Total() > 0 || x.LateTax > 0 {
			late++
		}
		if err := l.out.row(results.Late, x.write); err != nil {
			return err
		}
	}
	m := report.Manifest
	m.Control = map[string]string{"interest": interest.String(), "penalty": penalty.String(), "return_penalty": back.String()}
	if l.asOf != 0 {
		m.AsOf = l.asOf.String()
	}
	report.Words = fmt.Sprintf("%s, %d late: $%s interest, %s$%s penalties, %[4]s$%[6]s for returns",
		counted(len(l.list), "period"), late, interest, most, penalty, back)
	return nil
}

func (x *lateRow) write(row *results.Row) {
	row.Text(x.employer)
	row.Text(x.Municipality)
	row.Text(x.period)
	row.Money(x.Tax)
	row.Date(x.PayBy)
	row.Date(x.PaidOn)
	row.Count(x.Days)
	row.Money(x.Interest)
	row.Money(x.Penalty)
	row.Money(x.ReturnPenalty)
	row.Money(x.Total())
	row.Text(yesNo(x.Estimate))
	row.Text(strings.Join(x.Working, "; "))
	row.Text(joinCitations(x.Citations))
	row.Text(x.Kind)
	row.Money(x.LateTax)
	row.Money(x.Unpaid)
}
