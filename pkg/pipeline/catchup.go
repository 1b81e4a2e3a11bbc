package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A crossing is a threshold that an employee's days crossed and that reaches
// back: the tax on the days exempt until then is caught up in the check that
// pays the day of crossing, and on what later checks pay for those days in them.
type crossing struct {
	who     *employee
	place   calc.PlaceID
	year    int
	day     calc.Date   // the first day beyond the threshold
	elected bool        // by the employer, so that the principal place refunds
	unpaid  calc.DaySet // the days reached back to that no payroll at hand has paid

	rows []exemptRow
}

// An exemptRow is one row of payroll of somebody who crossed a threshold.
type exemptRow struct {
	id       rowID
	pay      calc.Date
	check    []byte
	cells    []byte
	crosses  bool
	portions []portion
}

// A portion is what of a check was earned on exempt days of one municipality.
type portion struct {
	crossing *crossing
	law      *calc.Law // of the municipality on the day
	check    calc.Check
	to       *place // the principal place that has it
	toLaw    *calc.Law
}

// catchUps are the catch-up lines of a run, by row. It is nil without any.
type catchUps struct{ lines map[rowID][]calc.Line }

func (c *catchUps) of(b *batch, r *row) []calc.Line {
	if c == nil {
		return nil
	}
	return c.lines[b.id(r)]
}

// crossings finds the thresholds crossed that reach back.
func (r *run) crossings() (all []*crossing) {
	for _, who := range r.logs.people {
		for i := range who.days.sets {
			s := &who.days.sets[i]
			elected := who.employer.record != nil && who.employer.record.FirstDaysElection
			rule := r.logs.rule(s.place, calc.NewDate(s.year, 1, 1))
			if !rule.Reaches(elected) {
				continue
			}
			at := r.logs.places[s.place]
			k, day := who.crosses(s, at, rule)
			if day == 0 {
				continue
			}
			x := &crossing{who: who, place: s.place, year: s.year, day: day, elected: rule.LookBack == calc.ElectiveLookBack}
			for i := 1; i < k; i++ {
				x.unpaid.Add(s.set.Nth(i))
			}
			who.crossings = append(who.crossings, x)
			all = append(all, x)
		}
	}
	return all
}

// crosses is the first counted day, the k-th of the year, that is beyond the
// number of exempt days in force on it, and that no agreement exempts.
func (e *employee) crosses(s *placeYear, at *place, rule *calc.OccasionalEntrant) (k int, day calc.Date) {
	for k = 1; ; k++ {
		n := s.set.Nth(k)
		if n < 0 {
			return 0, 0
		}
		day = calc.NewDate(s.year, 1, 1) + calc.Date(n)
		limit := cmp.Or(e.employer.thresholdDays(at, day), rule.Days)
		if limit > 0 && k > limit && !e.employer.standing("never_withhold", at, day) {
			return k, day
		}
	}
}

// lookBack collects what was paid for the days that crossings reach back to, and
// draws up the catch-up lines and the refund claims.
func (r *run) lookBack(ctx context.Context, all []*crossing) error {
	err := r.stream(ctx, pass{post: func(b *batch) error {
		for i := range b.rows {
			if x := &b.rows[i]; x.ok && len(x.who.crossings) > 0 && x.shares[1] > x.shares[0] {
				b.collect(i, r.election)
			}
		}
		return nil
	}})
	r.people.forgetChecks()
	r.catchUps = &catchUps{map[rowID][]calc.Line{}}
	for _, x := range all {
		x.settle(r)
	}
	return err
}

// collect gives the row's portions to the crossings they belong to.
func (b *batch) collect(i int, election *election) {
	r := &b.rows[i]
	for _, x := range r.who.crossings {
		x.pays(r.who.inPeriod(r.PeriodStart, r.PeriodEnd))
		e := exemptRow{id: b.id(r), pay: r.Pay.PayDate, check: bytes.Clone(r.CheckID), cells: b.cells(i)}
		e.crosses = r.PeriodEnd >= x.day && r.PeriodStart <= calc.NewDate(x.year, 12, 31)
		for _, p := range b.portions[r.portions[0]:r.portions[1]] {
			if p.crossing == x {
				p.check.ElectionBefore += election.beforeRow(b.id(r))
				e.portions = append(e.portions, p)
			}
		}
		if e.crosses || len(e.portions) > 0 {
			x.rows = append(x.rows, e)
		}
	}
}

// pays takes note of the days that a check pays.
func (x *crossing) pays(log []calc.LogEntry) {
	for i := range log {
		if log[i].Day.Year() == x.year {
			x.unpaid.Remove(log[i].Day.DayOfYear())
		}
	}
}

// settle finds the check of the crossing and draws up what is caught up where.
func (x *crossing) settle(r *run) {
	slices.SortFunc(x.rows, func(a, b exemptRow) int {
		return cmp.Or(cmp.Compare(a.pay, b.pay), bytes.Compare(a.check, b.check), bytes.Compare(a.cells, b.cells))
	})
	if x.first() < 0 {
		return
	}
	if x.unpaid.Len() > 0 && x.who.worksIn(x) {
		r.notes.add("catch_up_incomplete", x.who.employer.id)
	}
	at := r.logs.places[x.place]
	for j := range x.rows {
		id := x.caughtUpIn(j)
		for k := range x.rows[j].portions {
			p := &x.rows[j].portions[k]
			w := p.law.WagesOf(&p.check, &x.who.person, ties(x.who, at))
			if w.Total != 0 {
				r.catchUps.lines[id] = calc.AddCatchUp(r.catchUps.lines[id], p.law, &w)
			}
			if x.elected && p.to != nil {
				r.refunds.add(x, p)
			}
		}
	}
}

// first is the row of the check of the crossing, or -1.
func (x *crossing) first() int {
	return slices.IndexFunc(x.rows, func(e exemptRow) bool { return e.crosses })
}

// caughtUpIn is the row of payroll in which is caught up what the j-th row paid.
// Where the crossing is not paid yet it is none.
func (x *crossing) caughtUpIn(j int) rowID {
	i := x.first()
	if i < 0 {
		return rowID{-1, -1}
	}
	return x.rows[max(i, j)].id
}

// worksIn reports whether the days not paid are days of this employee, and not
// of a related employer alone.
func (e *employee) worksIn(x *crossing) bool {
	return slices.ContainsFunc(e.log, func(l calc.LogEntry) bool {
		return l.Place == x.place && l.Day.Year() == x.year && x.unpaid.Has(l.Day.DayOfYear())
	})
}

// refunds are the claims of employees for tax that was withheld for their
// principal place of work on days that the employer's election gave to another:
// 004 192.052 (D)(3).
type refunds map[refundKey]*refund

type refundKey struct {
	who  *employee
	to   *place
	year int
}

type refund struct{ lines []calc.Line }

func (f *refunds) add(x *crossing, p *portion) {
	if *f == nil {
		*f = refunds{}
	}
	key := refundKey{x.who, p.to, x.year}
	if (*f)[key] == nil {
		(*f)[key] = &refund{}
	}
	w := p.toLaw.WagesOf(&p.check, &x.who.person, ties(x.who, p.to))
	(*f)[key].lines = calc.AddCatchUp((*f)[key].lines, p.toLaw, &w)
}

// sorted is the claims in the order of the table.
func (f refunds) sorted() (keys []refundKey) {
	for k := range f {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b refundKey) int {
		return cmp.Or(strings.Compare(a.who.employer.id, b.who.employer.id), strings.Compare(a.who.id(), b.who.id()),
			strings.Compare(a.to.Name, b.to.Name), cmp.Compare(a.year, b.year))
	})
	return keys
}

// portionsOf splits a part of a check, which a principal place has, into what is
// its own and what are exempt days elsewhere that a crossing reaches back to.
func (w *worker) portionsOf(b *batch, r *row, x *bucket, part *calc.Check) {
	times := slices.Clone(x.exempt)
	slices.SortFunc(times, func(a, b exemptTime) int {
		return cmp.Or(strings.Compare(w.name(a.place), w.name(b.place)), compareBool(a.never, b.never), cmp.Compare(a.day, b.day))
	})
	weights := []int64{x.weight}
	var groups []exemptTime
	for _, t := range times {
		weights[0] -= t.weight
		if n := len(groups); n > 0 && groups[n-1].never == t.never && groups[n-1].place == t.place && groups[n-1].law == t.law && groups[n-1].day.Year() == t.day.Year() {
			weights[n] += t.weight
			continue
		}
		groups, weights = append(groups, t), append(weights, t.weight)
	}
	parts := calc.SplitCheck(part, weights, nil)
	for i, g := range groups {
		j := slices.IndexFunc(r.who.crossings, func(c *crossing) bool { return c.place == g.place && c.year == g.day.Year() })
		if j < 0 || g.never {
			continue
		}
		c := parts[i+1]
		c.Earned = x.earned
		b.portions = append(b.portions, portion{r.who.crossings[j], g.law, c, w.run.logs.places[x.place], x.law})
	}
}
