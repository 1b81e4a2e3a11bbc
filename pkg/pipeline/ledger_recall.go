package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/ledger"
)

// This file finds whose earlier checks must be computed again, since the tax of
// one check of theirs follows from other checks: people with a work log, and
// people with election pay. Their rows in the ledger are read as one more table
// of payroll.

// recalled is what is found out about them.
type recalled struct {
	ctx      context.Context
	run      *run
	logs     map[*employee][]ledger.Fact      // of the ledger
	elect    map[*employee]map[int]bool       // those whose election pay the ledger has, by year
	keys     map[*employee]map[paidCheck]bool // this run's checks of all of these
	touched  map[*employee]bool               // with a log, and in this run
	years    map[int]bool                     // that they are touched in
	from     calc.Date                        // from which all is computed again, or 0
	election map[*employee]map[int]bool       // with election pay, and in this run
	taken    map[int64]bool                   // checks to be computed again
}

type paidCheck struct {
	day calc.Date
	id  string
}

func unlessEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// recall adds what the ledger knows to the work logs and to payroll.
func (r *run) recall(ctx context.Context) error {
	if r.memory == nil {
		return nil
	}
	c := &recalled{ctx: ctx, run: r, logs: map[*employee][]ledger.Fact{}, elect: map[*employee]map[int]bool{},
		keys: map[*employee]map[paidCheck]bool{}, touched: map[*employee]bool{}, years: map[int]bool{},
		election: map[*employee]map[int]bool{}, taken: map[int64]bool{}, from: r.Options.Ledger.RecomputeFrom}
	if err := c.find(); err != nil {
		return err
	}
	if len(c.logs) == 0 && len(c.elect) == 0 && len(r.logs.people) == 0 && c.from == 0 {
		return nil
	}
	if err := c.joinLogs(); err != nil {
		return err
	}
	if err := c.look(); err != nil {
		return err
	}
	c.touchAll()
	c.related()
	c.dropOthers()
	if r.mapping.Splits() && len(c.touched)+len(c.election) > 0 {
		return UsageError{errors.New("a mapping with parts, or that reverses voided checks, cannot be used for people of whom the ledger has " +
			"a work log or election_pay; give those rows lines of their own")}
	}
	return c.payroll()
}

// find asks the ledger who has a log, and who has election pay.
func (c *recalled) find() error {
	for f, err := range c.run.memory.store.Facts(c.ctx, record.WorklogKind.Name) {
		if err != nil {
			return err
		}
		who := c.run.people.employee(f.EmployerID, f.EmployeeID)
		c.logs[who] = append(c.logs[who], f)
	}
	for x, err := range c.run.memory.store.Checks(c.ctx, ledger.Query{Election: true}) {
		if err != nil {
			return err
		}
		who := c.run.people.employee(x.EmployerID, x.EmployeeID)
		noteIn(c.elect, who, x.PayDate.Year())
	}
	return nil
}

func noteIn[K, V comparable](m map[K]map[V]bool, k K, v V) {
	if m[k] == nil {
		m[k] = map[V]bool{}
	}
	m[k][v] = true
}

// joinLogs adds the ledger's days to the logs. A day that this run gives anew
// takes the place of the ledger's.
func (c *recalled) joinLogs() error {
	logs := c.run.logs
	for _, who := range logs.people {
		c.touched[who] = true
		for i := range who.log {
			c.years[who.log[i].Day.Year()] = true
		}
	}
	for who, facts := range c.logs {
		given := map[calc.Date]bool{}
		for i := range who.log {
			given[who.log[i].Day] = true
		}
		logs.add(who)
		for _, f := range facts {
			list, err := c.run.logDay(who, &f)
			if err != nil {
				return err
			}
			if !given[list[0].Day] {
				who.log = append(who.log, list...)
			}
		}
		slices.SortFunc(who.log, compareEntries)
	}
	slices.SortFunc(logs.people, func(a, b *employee) int {
		return cmp.Or(cmp.Compare(a.employer.id, b.employer.id), cmp.Compare(a.id(), b.id()))
	})
	return nil
}

// look passes over payroll to see whom this run touches.
func (c *recalled) look() error {
	r := c.run
	r.read.passes++
	err := r.stream(c.ctx, pass{post: func(b *batch) error {
		for i := range b.rows {
			x := &b.rows[i]
			if !x.ok || x.who.log == nil && c.elect[x.who] == nil {
				continue
			}
			noteIn(c.keys, x.who, paidCheck{x.Pay.PayDate, string(x.CheckID)})
			if x.who.log != nil {
				c.touched[x.who] = true
				c.touch(x.Pay.PayDate, x.PeriodStart, x.PeriodEnd)
			}
			if c.elect[x.who][x.Pay.PayDate.Year()] {
				noteIn(c.election, x.who, x.Pay.PayDate.Year())
			}
		}
		return nil
	}})
	r.people.forgetChecks()
	return err
}

// touchAll touches everybody from the year on from which all is computed again.
func (c *recalled) touchAll() {
	if c.from == 0 {
		return
	}
	for who := range c.logs {
		c.touched[who] = true
		for i := range who.log {
			if y := who.log[i].Day.Year(); y >= c.from.Year() {
				c.years[y] = true
			}
		}
	}
	for who, years := range c.elect {
		for y := range years {
			if y >= c.from.Year() {
				noteIn(c.election, who, y)
			}
		}
	}
}

func (c *recalled) touch(days ...calc.Date) {
	for _, d := range days {
		if d != 0 {
			c.years[d.Year()] = true
		}
	}
}

// related adds those whose days add up with the days of the touched.
func (c *recalled) related() {
	groups := map[string]bool{}
	for who := range c.touched {
		if who.employer.related != "" {
			groups[who.employer.related] = true
		}
	}
	for _, who := range c.run.logs.people {
		if groups[who.employer.related] {
			c.touched[who] = true
		}
	}
}

// dropOthers leaves everybody else's log in the ledger.
func (c *recalled) dropOthers() {
	c.run.logs.people = slices.DeleteFunc(c.run.logs.people, func(who *employee) bool {
		if !c.touched[who] {
			who.log = nil
		}
		return !c.touched[who]
	})
}

// payroll makes a table of the checks that are computed again.
func (c *recalled) payroll() error {
	m := c.run.memory
	w, err := m.newTable(c.run, "payroll", ledger.Columns)
	if err != nil {
		return err
	}
	if err := errors.Join(c.loggedChecks(w), c.electionChecks(w), c.laterChecks(w), w.close()); err != nil || w.rows == 0 {
		return err
	}
	in, err := w.input(record.PayrollKind)
	if err != nil {
		return err
	}
	m.again = &source{in: in, layout: record.Layout{Names: ledger.Columns}}
	c.run.payroll = append(c.run.payroll, m.again)
	return nil
}

// checks gives do the ledger's checks of some people, those left out that this
// run posts itself.
func (c *recalled) checks(people map[string][]*employee, election bool, do func(*employee, *ledger.Check, [][]string) error) error {
	for _, employerID := range slices.Sorted(maps.Keys(people)) { // in order, since messages name rows by number
		for some := range slices.Chunk(people[employerID], 200) {
			q := ledger.Query{EmployerID: employerID, Election: election, Content: true}
			for _, who := range some {
				q.Employees = append(q.Employees, who.id())
			}
			for x, err := range c.run.memory.store.Checks(c.ctx, q) {
				if err != nil {
					return err
				}
				who := c.run.people.employee(x.EmployerID, x.EmployeeID)
				if c.keys[who][paidCheck{x.PayDate, x.CheckID}] {
					continue
				}
				rows, err := x.PayrollRows()
				if err != nil {
					return err
				}
				if err := do(who, x, rows); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// byEmployer are people, in the order of their ids.
func byEmployer(people []*employee) map[string][]*employee {
	people = slices.Clone(people)
	slices.SortFunc(people, func(a, b *employee) int { return cmp.Compare(a.id(), b.id()) })
	m := map[string][]*employee{}
	for _, who := range people {
		m[who.employer.id] = append(m[who.employer.id], who)
	}
	return m
}

// loggedChecks are the checks of the touched in the years they are touched in,
// and in those that a check paid across New Year ties to them.
func (c *recalled) loggedChecks(w *aTable) error {
	type candidate struct {
		number int64
		years  []int
		rows   [][]string
	}
	var all []candidate
	err := c.checks(byEmployer(c.run.logs.people), false, func(_ *employee, x *ledger.Check, rows [][]string) error {
		years := []int{x.PayDate.Year()}
		for _, row := range rows {
			for _, column := range []int{colPeriodStart, colPeriodEnd} {
				if d, err := calc.ParseDate(row[column]); err == nil && !slices.Contains(years, d.Year()) {
					years = append(years, d.Year())
				}
			}
		}
		all = append(all, candidate{x.Number, years, rows})
		return nil
	})
	for more := true; more && err == nil; {
		more = false
		for _, x := range all {
			if c.taken[x.number] || !slices.ContainsFunc(x.years, func(y int) bool { return c.years[y] }) {
				continue
			}
			more, c.taken[x.number] = true, true
			for _, y := range x.years {
				c.years[y] = true
			}
			for _, row := range x.rows {
				w.write(row)
			}
		}
	}
	return err
}

// electionChecks are the checks with election pay of the people and years that
// this run pays as well.
func (c *recalled) electionChecks(w *aTable) error {
	var people []*employee
	for who := range c.election {
		people = append(people, who)
	}
	return c.checks(byEmployer(people), true, func(who *employee, x *ledger.Check, rows [][]string) error {
		if c.election[who][x.PayDate.Year()] && !c.taken[x.Number] {
			c.taken[x.Number] = true
			for _, row := range rows {
				w.write(row)
			}
		}
		return nil
	})
}

// payrollAgain makes a table of payroll of a ledger's checks, and reads its work
// logs, as if all of it were inputs.
func (a *archive) payrollAgain(ctx context.Context, which ledger.Query) error {
	c := &recalled{ctx: ctx, run: a.run, logs: map[*employee][]ledger.Fact{}, elect: map[*employee]map[int]bool{}, touched: map[*employee]bool{},
		years: map[int]bool{}}
	if err := errors.Join(c.find(), c.joinLogs()); err != nil {
		return err
	}
	w, err := a.memory.newTable(a.run, "payroll", ledger.Columns)
	if err != nil {
		return err
	}
	err = a.memory.store.Payroll(ctx, which, func(cells []string) error { w.write(cells); return nil })
	if err := errors.Join(err, w.close()); err != nil {
		return err
	}
	in, err := w.input(record.PayrollKind)
	if err != nil {
		return err
	}
	a.payroll = append(a.payroll, &source{in: in, layout: record.Layout{Names: ledger.Columns}})
	return nil
}

// laterChecks are all checks from the day on from which all is computed again.
func (c *recalled) laterChecks(w *aTable) error {
	if c.from == 0 {
		return nil
	}
	for x, err := range c.run.memory.store.Checks(c.ctx, ledger.Query{From: c.from, Content: true}) {
		if err != nil {
			return err
		}
		if c.taken[x.Number] {
			continue
		}
		c.taken[x.Number] = true
		rows, err := x.PayrollRows()
		if err != nil {
			return err
		}
		for _, row := range rows {
			w.write(row)
		}
	}
	if w.rows == 0 {
		return fmt.Errorf("the ledger has no check paid on %s or later; nothing was computed again", c.from)
	}
	return nil
}
