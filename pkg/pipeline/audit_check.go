package pipeline

import (
	"fmt"

	"example.com/withhold/pkg/calc"
)

// This file computes one check of the register and has it compared.

// check compares one check, and adds up what differs.
func (w *auditor) check(c *registerCheck) error {
	x, err := w.read(c)
	if err != nil {
		return err
	}
	s := w.sums
	s.checks++
	for _, list := range [][]calc.PaidFor{x.paid, x.repeated} {
		for i := range list {
			s.read += list[i].Tax
		}
	}
	f, err := w.facts(x, x.parts)
	switch {
	case err != nil:
		return err
	case c.broken || x.who == nil:
		s.incomplete++
		return nil
	case !x.known:
		s.unknown++
		return nil
	}
	s.compared++
	au := &calc.Audited{Facts: f, PayDate: x.first.Pay.PayDate, Paid: x.paid, Deferral: x.deferral, Tolerance: w.a.o.Tolerance}
	spread(au)
	if err := w.weigh(x, au); err != nil {
		return err
	}
	w.askTwice(x, au)
	if au.Cost() != 0 {
		if err := w.guess(x, au); err != nil {
			return err
		}
	}
	w.record(x, withRepeats(x, au.Explain()))
	return nil
}

// facts finds where the pay of a check was earned and where the person lives.
func (w *auditor) facts(x *checked, parts []row) (calc.Facts, error) {
	w.batch.shares, w.batch.portions = make([]calc.Share, 0, max(1, len(parts))), w.batch.portions[:0]
	if x.who == nil {
		return calc.Facts{}, nil
	}
	for i := range parts {
		p := parts[i] // what is found out of it here is not kept
		if err := w.share(&w.batch, &p); err != nil {
			return calc.Facts{}, err
		}
		parts[i].noLog, parts[i].small = p.noLog, p.small
	}
	home := row{who: x.who, Check: x.first}
	if err := w.findHome(&home, x.first.Pay.PayDate, w.batch.shares); err != nil {
		return calc.Facts{}, err
	}
	return calc.Facts{Shares: w.batch.shares, Home: home.home, Person: &x.who.person, CatchUps: x.catchUps}, nil
}

// spread gives tax that names no municipality to the places of work, in
// proportion to what is due there, where the register names none at all: the
// work log says where the work was, and not the register.
func spread(au *calc.Audited) {
	if len(au.Paid) != 1 || au.Paid[0].Law != nil {
		return
	}
	var laws []*calc.Law
	var weights []int64
	for _, l := range calc.Withhold(au.Shares, &au.Home, au.Person, nil) {
		if l.Role == calc.Work && l.Law != nil {
			laws, weights = append(laws, l.Law), append(weights, int64(l.Required.Abs()))
		}
	}
	if len(laws) == 0 {
		return
	}
	parts := calc.Split(au.Paid[0].Tax, weights, make([]calc.Cents, len(laws)))
	au.Paid = nil
	for i, law := range laws {
		au.Paid = append(au.Paid, calc.PaidFor{Law: law, Tax: parts[i]})
	}
}

// withRepeats adds what rows that repeat another say was withheld. That the row
// stands there twice is certain, so that it is a finding of its own where the
// check differs for another reason as well.
func withRepeats(x *checked, all []calc.Finding) []calc.Finding {
	for i := range x.repeated {
		p := &x.repeated[i]
		if p.Tax == 0 {
			continue
		}
		extra := calc.Finding{Law: p.Law, Cause: calc.SignOrDuplicate, Detail: "rows of the check are in the register twice, to the letter"}
		if p.Law != nil {
			extra.Cite = p.Law.RateCite
		}
		merged := false
		for j := range all {
			f := &all[j]
			if paidFor := (calc.PaidFor{Law: f.Law}); paidFor.Name() == p.Name() && f.Cause == calc.Agrees && f.Amount() == 0 {
				extra.Paid, extra.Ours, extra.Law = f.Paid+p.Tax, f.Ours, f.Law
				*f, merged = extra, true
				break
			}
		}
		if !merged {
			extra.Paid = p.Tax
			all = append(all, extra)
		}
	}
	return all
}

// record writes down what was found on a check.
func (w *auditor) record(x *checked, all []calc.Finding) {
	id := string(x.first.CheckID)
	if id == "" {
		id = fmt.Sprintf("%s-%s-%s-1", x.who.employer.id, x.who.id(), x.first.Pay.PayDate)
	}
	differs := false
	for i := range all {
		f := &all[i]
		w.sums.add(x.who, x.first.Pay.PayDate, f)
		differs = differs || f.Cause != calc.Agrees
		if f.Law != nil {
			w.post(x, f)
		}
		if f.Cause == calc.Agrees && !w.a.o.All {
			continue
		}
		name := ""
		if f.Law != nil {
			name = f.Law.Municipality
		}
		w.out.keys = append(w.out.keys, fmt.Sprintf("%s\x00%s\x00%s\x00%s\x00%s", x.who.employer.id, x.who.id(), id, name, x.first.Pay.PayDate)...)
		r := &w.out.rows
		r.Text(x.who.employer.id)
		r.Text(x.who.id())
		r.Text(id)
		r.Text(name)
		r.Money(f.Paid)
		r.Money(f.Ours)
		r.Money(f.Amount())
		r.Text(f.Cause.String())
		r.Text(f.Detail)
		r.Text(string(f.Cite))
		r.Date(x.first.Pay.PayDate)
		r.End()
		w.out.ends = append(w.out.ends, [2]int{len(w.out.keys), len(r.Bytes)})
	}
	if differs {
		w.sums.differing++
	}
}

// post adds a finding to the person's entries, from which returns are made up.
// Cents that are accepted are no reason for another return.
func (w *auditor) post(x *checked, f *calc.Finding) {
	r := w.render(f.Law)
	if r.place == nil {
		return
	}
	e := entry{place: r.place, slot: slotOf(x.first.Pay.PayDate, r.parts), required: f.Ours, withheld: f.Paid}
	if f.Cause == calc.Agrees {
		e.required = f.Paid
	}
	x.who.add(&e)
}
