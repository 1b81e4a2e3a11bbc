package pipeline

import (
	"context"
	"errors"
	"fmt"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// ofLedger answers for the periods of a ledger that were remitted late or, though
// their day has passed, not at all. When returns were filed a ledger does not know.
func (l *lateRows) ofLedger(ctx context.Context) (err error) {
	a, err := openArchive(ctx, ArchiveOptions{Ledger: l.Ledger, Schedules: l.Schedules}, "withhold late")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	if err := a.readFacts(); err != nil {
		return err
	}
	for _, line := range a.out.told {
		if err := l.out.problem(warning, &table.Problem{File: ledgerName, Code: "ledger", Message: line}); err != nil {
			return err
		}
	}
	aside, err := a.memory.setAside(ctx)
	if err != nil {
		return err
	}
	return a.each(ctx, func(e *employer) error {
		if files := aside[e.id]; len(files) > 0 {
			if err := l.out.problem(warning, shortOfRows(e.id, files)); err != nil {
				return err
			}
		}
		for _, s := range a.settled(e) {
			for _, m := range s.list {
				if err := l.ofRemittance(a, e, s.place, m); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// ofRemittance answers for one remittance, if any of it was late.
func (l *lateRows) ofRemittance(a *archive, e *employer, at *place, m *remittance) error {
	if m.payBy == 0 || m.payBy >= l.asOf {
		return nil
	}
	q := &LateQuestion{Municipality: at.ID, Kind: record.WithholdingTax, PeriodEnd: m.period.To, Tax: m.amountDue(), PayBy: m.payBy, AsOf: l.asOf}
	for _, c := range a.memory.closed[e.id] {
		if c.Municipality != at.ID || c.Period != m.name {
			continue
		}
		paidOn := c.PaidOn
		if paidOn == 0 && c.Remitted > 0 {
			l.notes.add("paid_unknown", e.id)
			paidOn = m.payBy
		}
		q.Payments = append(q.Payments, calc.Payment{Amount: c.Remitted, On: paidOn})
		if c.Credit > 0 { // what earlier periods had paid too much
			q.Payments = append(q.Payments, calc.Payment{Amount: c.Credit, On: m.payBy})
		}
	}
	_, answer, err := answerLate(l.book, l.places, q)
	if err != nil {
		return fmt.Errorf("%s, %s, %s: %w", e.id, at.Name, m.name, err)
	}
	if answer.LateTax > 0 {
		l.list = append(l.list, lateRow{e.id, m.name, answer})
	}
	return nil
}
