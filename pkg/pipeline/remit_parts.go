package pipeline

import (
	"context"
	"fmt"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// The two reasons why wages are taxed by a municipality.
const (
	forWork = iota // the work was done there
	forHome        // the person lives there
)

// A division is what a period's lines add up to, for work and for home.
type division struct {
	parts [2]entry
	rates [2]calc.Rate
	mixed [2]bool // more than one rate
	days  map[calc.Date]*[2]entry
}

func (d *division) add(line *ledger.Posted) {
	which := forWork
	if line.Role == calc.Residence.String() || line.Role == calc.Courtesy.String() {
		which = forHome
	}
	if d.days == nil {
		d.days = map[calc.Date]*[2]entry{}
	}
	if d.days[line.PayDate] == nil {
		d.days[line.PayDate] = &[2]entry{}
	}
	for _, part := range []*entry{&d.parts[which], &d.days[line.PayDate][which]} {
		part.subject += line.Subject
		part.required += line.Required
		part.withheld += line.Withheld
	}
	if line.Subject != 0 {
		d.mixed[which] = d.mixed[which] || d.rates[which] != 0 && d.rates[which] != line.Rate
		d.rates[which] = line.Rate
	}
}

// all is the two parts together.
func (d *division) all() (sum entry) {
	for i := range d.parts {
		sum.subject += d.parts[i].subject
		sum.required += d.parts[i].required
		sum.withheld += d.parts[i].withheld
	}
	return sum
}

// taxes are what a return reports of parts as tax: as required or as withheld,
// whichever is more in the whole period.
func (d *division) taxes(parts *[2]entry) (work, home calc.Cents) {
	if sum := d.all(); sum.required >= sum.withheld {
		return parts[forWork].required, parts[forHome].required
	}
	return parts[forWork].withheld, parts[forHome].withheld
}

// divide reads the lines of the chosen periods, and holds them to the sums. Of a
// period that is amended it reads as well what the lines were when it was closed.
func (r *remitting) divide(ctx context.Context, e *employer, all [][]*remittal, chosen []*remittal) error {
	of := map[string][]*remittal{}
	for _, list := range all {
		for _, x := range list {
			of[x.place.ID] = append(of[x.place.ID], x)
		}
	}
	q := span(e, chosen)
	err := r.assign(ctx, e, of, q, func(x *remittal) *division { return &x.now })
	if err != nil {
		return err
	}
	asOf := map[int64]bool{}
	for _, x := range chosen {
		now := x.now.all()
		if now.required != x.sum.required || now.withheld != x.sum.withheld || now.subject != x.sum.subject {
			return fmt.Errorf("employer %s, %s, %s: the ledger's lines and sums do not agree; run withhold ledger check; nothing was written",
				e.id, x.place.Name, x.name)
		}
		if x.status() == "amended" && x.before.Run != 0 {
			asOf[x.before.Run] = true
		}
	}
	for run := range asOf {
		q.AsOf = run
		err := r.assign(ctx, e, of, q, func(x *remittal) *division {
			if x.before == nil || x.before.Run != run {
				return nil
			}
			if x.then == nil {
				x.then = &division{}
			}
			return x.then
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// span asks for the lines of the time that the chosen periods cover.
func span(e *employer, chosen []*remittal) ledger.Query {
	q := ledger.Query{EmployerID: e.id, From: chosen[0].period.From, To: chosen[0].period.To}
	for _, x := range chosen {
		q.From, q.To = min(q.From, x.period.From), max(q.To, x.period.To)
	}
	return q
}

// assign adds lines to what into gives for the period that each is in.
func (r *remitting) assign(ctx context.Context, e *employer, of map[string][]*remittal, q ledger.Query, into func(*remittal) *division) error {
	for line, err := range r.memory.store.Posted(ctx, q) {
		if err != nil {
			return err
		}
		list := of[line.Municipality]
		if list == nil {
			continue
		}
		closed := r.memory.closedIn(e, list[0].place, slot(line.Slot))
		for _, x := range list {
			if x.before != closed || closed == nil && !x.covers(slot(line.Slot)) {
				continue
			}
			if d := into(x); d != nil {
				d.add(line)
			}
			break
		}
	}
	return nil
}
