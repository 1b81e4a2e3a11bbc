package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/ledger"
	"example.com/withhold/pkg/ordinance"
)

// WhatIfOptions say what is supposed, and on which payroll it is tried: that of
// Inputs or, where Ledger.Path is given, that of the ledger.
type WhatIfOptions struct {
	Options
	Rates    []string  // each like Dublin=0.025@2027-01-01
	From, To calc.Date // of pay dates in the ledger; 0 leaves the side open
	Employer string    // in the ledger; "" is all of them
}

// A WhatIf is how the tax of past payroll would have been under other rates.
type WhatIf struct {
	Rows             []WhatIfRow // only what differs, by employer and municipality
	Supposed         []string    // what was supposed, in words
	Checks           int
	From, To         calc.Date // of the pay dates
	Before, After    calc.Cents
	Problems         Problems
	EmployersChanged int
}

// A WhatIfRow is what differs for one employer in one municipality.
type WhatIfRow struct {
	EmployerID   string     `json:"employer_id"`
	Municipality string     `json:"municipality"`
	Employees    int        `json:"employees"` // whose tax differs
	Before       calc.Cents `json:"tax_before"`
	After        calc.Cents `json:"tax_after"`
	Difference   calc.Cents `json:"difference"`
}

// ComputeWhatIf computes payroll twice, under the law as it is and as it is
// supposed to be. Both times it does what Run does; nothing is written or
// posted. A rate that starts after the last pay date is tried on all of the
// payroll, as if it had been in force then.
func ComputeWhatIf(ctx context.Context, o WhatIfOptions) (*WhatIf, error) {
	list, err := suppositions(&o)
	if err != nil {
		return nil, err
	}
	before, err := o.compute(ctx, nil)
	if err != nil {
		return nil, err
	}
	w := &WhatIf{Checks: before.checks, From: before.from, To: before.to, Problems: before.problems}
	for i := range list {
		s := &list[i]
		words := fmt.Sprintf("%s levies %s instead of %s", s.place.Name, ordinance.Percent(s.rate), s.now(w.To))
		if s.from > w.To {
			words = fmt.Sprintf("%s (it would start on %s, after the last pay date, and is tried on all of this payroll)", words, s.from)
			s.from = calc.NewDate(w.From.Year()-1, time.January, 1) // the days that a work log has go before the pay date
		} else {
			words += " from " + s.from.String() + " on"
		}
		w.Supposed = append(w.Supposed, words)
	}
	after, err := o.compute(ctx, list)
	if err != nil {
		return nil, err
	}
	w.compare(before.tax, after.tax)
	return w, nil
}

// supposition is a rate that is supposed.
type supposition struct {
	place *ordinance.Municipality
	rate  calc.Rate
	from  calc.Date
	text  string
}

var errSuppose = errors.New("write a municipality, its rate and the day from which on: Dublin=0.025@2027-01-01, or Dublin=2.5%@2027-01-01")

func suppositions(o *WhatIfOptions) (list []supposition, err error) {
	book, err := ordinance.Load(o.Schedules...)
	if err != nil {
		return nil, err
	}
	if len(o.Rates) == 0 {
		return nil, UsageError{fmt.Errorf("say what is to be supposed: --rate; %w", errSuppose)}
	}
	for _, text := range o.Rates {
		s, err := suppose(book, text)
		if err != nil {
			return nil, UsageError{fmt.Errorf("--rate %s: %w", text, err)}
		}
		list = append(list, s)
	}
	return list, nil
}

func suppose(book *ordinance.Book, text string) (s supposition, err error) {
	name, rest, ok := strings.Cut(text, "=")
	rate, from, dated := strings.Cut(rest, "@")
	if !ok || !dated {
		return s, errSuppose
	}
	s.text = text
	if s.place, err = book.Find(name); err != nil {
		return s, err
	}
	if s.rate, err = calc.ParseRate(strings.ReplaceAll(rate, " ", "")); err != nil {
		return s, err
	}
	s.from, err = calc.ParseDate(from)
	return s, err
}

// now is the rate on a day, as it is known.
func (s *supposition) now(day calc.Date) string {
	law, err := s.place.On(day)
	if err != nil {
		return "a rate that is not known"
	}
	return ordinance.Percent(law.Rate)
}

// taxKey is what tax is compared by.
type taxKey struct{ employer, municipality, employee string }

// computed is payroll once computed.
type computed struct {
	tax      map[taxKey]calc.Cents
	checks   int
	from, to calc.Date
	problems Problems
}

// compute computes the payroll under suppositions, if any.
func (o *WhatIfOptions) compute(ctx context.Context, list []supposition) (c *computed, err error) {
	r, done, err := o.open(ctx, list)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	if err := r.survey(ctx); err != nil {
		return nil, err
	}
	c = &computed{tax: map[taxKey]calc.Cents{}}
	err = r.stream(ctx, pass{assess: (*worker).assess, post: func(b *batch) error {
		for i := range b.rows {
			if d := b.rows[i].Pay.PayDate; b.rows[i].ok {
				c.checks++
				c.to = max(c.to, d)
				if c.from == 0 || d < c.from {
					c.from = d
				}
			}
		}
		return r.post(b)
	}})
	if err == nil && c.checks == 0 {
		err = errors.New("no check could be computed, so there is nothing to compare")
	}
	for _, e := range r.people.employers {
		for _, who := range e.people {
			for _, x := range who.sums() {
				c.tax[taxKey{e.id, x.place.Name, who.id()}] += x.required
			}
		}
	}
	c.problems = r.problems()
	return c, err
}

// open opens the payroll, with the law as it is supposed to be.
func (o *WhatIfOptions) open(ctx context.Context, list []supposition) (*run, func() error, error) {
	change := func(r *run) (err error) {
		for _, s := range list {
			if r.book, err = r.book.WithRate(s.place.ID, s.rate, s.from, calc.Citation("supposed: "+s.text)); err != nil {
				return err
			}
		}
		r.places = newPlaces(r.book)
		return nil
	}
	if o.Ledger.Path != "" {
		return o.recompute(ctx, change)
	}
	return lookUnder(o.Options, record.PayrollKind, change)
}

// recompute opens a ledger's payroll as if it were an input.
func (o *WhatIfOptions) recompute(ctx context.Context, change func(*run) error) (_ *run, _ func() error, err error) {
	from := ArchiveOptions{Ledger: o.Ledger, Schedules: o.Schedules, Version: o.Version}
	if o.Employer != "" {
		from.Employers = []string{o.Employer}
	}
	a, err := openArchive(ctx, from, "withhold whatif")
	if err != nil {
		return nil, nil, err
	}
	a.Workers = o.Workers
	if err := errors.Join(change(a.run), a.readFacts()); err != nil {
		return nil, nil, errors.Join(err, a.close())
	}
	if err := a.payrollAgain(ctx, ledger.Query{EmployerID: o.Employer, From: o.From, To: o.To}); err != nil {
		return nil, nil, errors.Join(err, a.close())
	}
	remembered := a.memory
	a.memory = nil // what follows is a run without a ledger
	return a.run, func() error { a.memory = remembered; return a.close() }, nil
}

// compare finds what differs.
func (w *WhatIf) compare(before, after map[taxKey]calc.Cents) {
	rows := map[taxKey]*WhatIfRow{}
	visit := func(k taxKey) {
		was, is := before[k], after[k]
		key := taxKey{k.employer, k.municipality, ""}
		row := rows[key]
		if row == nil {
			row = &WhatIfRow{EmployerID: k.employer, Municipality: k.municipality}
			rows[key] = row
		}
		row.Before += was
		row.After += is
		if was != is {
			row.Employees++
		}
	}
	for k := range before {
		visit(k)
	}
	for k := range after {
		if _, both := before[k]; !both {
			visit(k)
		}
	}
	employers := map[string]bool{}
	for _, row := range rows {
		w.Before += row.Before
		w.After += row.After
		if row.Employees > 0 {
			row.Difference = row.After - row.Before
			w.Rows = append(w.Rows, *row)
			employers[row.EmployerID] = true
		}
	}
	w.EmployersChanged = len(employers)
	slices.SortFunc(w.Rows, func(a, b WhatIfRow) int {
		return cmp.Or(strings.Compare(a.EmployerID, b.EmployerID), strings.Compare(a.Municipality, b.Municipality))
	})
}

var whatIfTable = results.Texts("whatif", false, "employer_id", "municipality", "employees", "tax_before", "tax_after", "difference")

// WriteCSV writes the rows as a table.
func (w *WhatIf) WriteCSV(to io.Writer) error {
	row := results.Row{Table: whatIfTable}
	row.Header()
	for i := range w.Rows {
		r := &w.Rows[i]
		row.Text(r.EmployerID)
		row.Text(r.Municipality)
		row.Count(r.Employees)
		row.Money(r.Before)
		row.Money(r.After)
		row.Money(r.Difference)
		row.End()
	}
	_, err := to.Write(row.Bytes)
	return err
}
