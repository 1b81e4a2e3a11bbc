package pipeline

import (
	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// This file adds the rows of one check of the register up.

// A checked is one check being compared.
type checked struct {
	who      *employee
	first    record.Check // what all its rows have in common
	parts    []row        // rows with pay, those that belong together added up
	apart    []row        // the same, row by row
	catchUps []calc.Line
	paid     []calc.PaidFor
	repeated []calc.PaidFor // by rows that repeat another
	repeats  int
	known    bool // the provider says what it withheld
	deferral calc.Cents
	named    []*place // for which it says so
}

// read adds up the rows of a check.
func (w *auditor) read(c *registerCheck) (*checked, error) {
	x := &checked{}
	for i := range c.rows {
		raw := &c.rows[i]
		if !raw.ok {
			continue
		}
		r := row{ok: true}
		if problems := w.reader(raw.id.source).Read(&table.Row{Number: raw.id.row, Cells: raw.cells}, &r.Check); len(problems) > 0 {
			return nil, problems[0]
		}
		if x.who == nil {
			x.who, x.first = w.find(r.EmployerID, r.EmployeeID), r.Check
		}
		r.who = x.who
		if err := w.readPaid(x, &r, raw.repeated); err != nil {
			return nil, err
		}
		if raw.repeated {
			x.repeats++
			continue
		}
		if w.run.election != nil {
			r.Pay.ElectionBefore = w.run.election.sums[raw.id]
		}
		if w.run.catchUps != nil {
			x.catchUps = append(x.catchUps, w.run.catchUps.lines[raw.id]...)
		}
		x.deferral += r.Deferral
		if r.Pay.Pay != (calc.Pay{}) || r.Pay.Section125 != 0 {
			var err error
			if r.work, err = w.place(r.Work); err != nil {
				return nil, err
			}
			x.apart = append(x.apart, r)
			x.addPart(r)
		}
	}
	return x, nil
}

func (w *auditor) reader(source int) *record.Payroll {
	r := w.readers[source]
	if r == nil {
		r = record.NewPayroll(w.a.tables[source], &w.a.payroll[source].layout)
		w.readers[source] = r
	}
	return r
}

// addPart adds a row's pay to that of rows that say the same of it.
func (x *checked) addPart(r row) {
	for i := range x.parts {
		p := &x.parts[i]
		if p.work != r.work || len(p.Work) == 0 != (len(r.Work) == 0) || p.PeriodStart != r.PeriodStart || p.PeriodEnd != r.PeriodEnd ||
			p.InCapacity != r.InCapacity || p.Pay.TransitScheduled != r.Pay.TransitScheduled ||
			p.Pay.ISODisposed != r.Pay.ISODisposed || p.Pay.NQDCDeferred != r.Pay.NQDCDeferred {
			continue
		}
		// What was free of the year's election pay before the check was so before
		// the first of its rows.
		switch {
		case r.Pay.Pay[calc.PayElection] == 0:
		case p.Pay.Pay[calc.PayElection] == 0:
			p.Pay.ElectionBefore = r.Pay.ElectionBefore
		default:
			p.Pay.ElectionBefore = min(p.Pay.ElectionBefore, r.Pay.ElectionBefore)
		}
		for item, amount := range r.Pay.Pay {
			p.Pay.Pay[item] += amount
		}
		p.Pay.Section125 += r.Pay.Section125
		return
	}
	x.parts = append(x.parts, r)
}

// readPaid adds what a row says was withheld.
func (w *auditor) readPaid(x *checked, r *row, repeated bool) error {
	if !r.WithheldKnown {
		return nil
	}
	x.known = true
	text := r.TaxMunicipality
	if len(text) == 0 {
		text = r.Work
	}
	at, err := w.place(text)
	if err != nil {
		return err
	}
	if at == nil && r.Withheld == 0 {
		return nil
	}
	law, err := at.law(r.Pay.PayDate)
	if err != nil {
		law = &calc.Law{Municipality: at.Name} // its tax can be compared, if not computed
	}
	name := ""
	if law != nil {
		name = law.Municipality
	}
	list := &x.paid
	if repeated {
		list = &x.repeated
	}
	for i := range *list {
		if p := &(*list)[i]; p.Name() == name {
			p.Tax += r.Withheld
			return nil
		}
	}
	*list = append(*list, calc.PaidFor{Law: law, Ties: ties(x.who, at), Tax: r.Withheld})
	if at != nil && !repeated {
		x.named = append(x.named, at)
	}
	return nil
}
