package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
		election: map[*employee]map[int]bool{}, taken: map[int64]bool{}}
	if err := c.find(); err != nil {
		return err
	}
	if len(c.logs) == 0 && len(c.elect) == 0 && len(r.logs.people) == 0 {
		return nil
	}
	if err := c.joinLogs(); err != nil {
		return err
	}
	if err := c.look(); err != nil {
		return err
	}
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
		if who.log == nil {
			logs.people = append(logs.people, who)
		}
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
		return cmp.Or(cmp.Compare(a.employer.id, b.employer.id), cmp.Compare(a.id, b.id))
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
	if err := errors.Join(c.loggedChecks(w), c.electionChecks(w), w.close()); err != nil || w.rows == 0 {
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
	for employerID, list := range people {
		for some := range slices.Chunk(list, 200) {
			q := ledger.Query{EmployerID: employerID, Election: election, Content: true}
			for _, who := range some {
				q.Employees = append(q.Employees, who.id)
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

func byEmployer(people []*employee) map[string][]*employee {
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

// A loggedEntry is a log entry as the ledger keeps it.
type loggedEntry struct {
	Place    string `json:"place,omitempty"` // id
	Hours    int32  `json:"hours"`           // in ten-thousandths
	Activity string `json:"activity,omitempty"`
	Affixed  bool   `json:"affixed,omitempty"`
	Site     string `json:"site,omitempty"`
}

// logDay reads one person's day of the ledger.
func (r *run) logDay(who *employee, f *ledger.Fact) (list []calc.LogEntry, err error) {
	day, err := calc.ParseDate(f.Item)
	var entries []loggedEntry
	if err != nil || json.Unmarshal([]byte(f.Content), &entries) != nil || len(entries) == 0 {
		return nil, errors.New("a day of a work log in the ledger cannot be read; run withhold ledger check")
	}
	for _, x := range entries {
		p, err := r.places.find(x.Place)
		if err != nil {
			return nil, fmt.Errorf("a work log in the ledger: %w", err)
		}
		e := calc.LogEntry{Day: day, Place: r.logs.id(p), Hours: calc.Hours(x.Hours), Affixed: x.Affixed}
		e.Activity, _ = calc.ParseActivity(x.Activity)
		if x.Site != "" {
			site, ok := r.logs.siteIDs[siteKey{who.employer, x.Site}]
			if !ok {
				who.employer.incomplete = true
			}
			e.Site = site
		}
		list = append(list, e)
	}
	return list, nil
}

// saveLogs puts the days of the work logs in force. Those that came from the
// ledger are the same and change nothing.
func (m *memory) saveLogs(r *run) error {
	sites := map[int32]string{}
	for key, n := range r.logs.siteIDs {
		sites[n] = key.id
	}
	for _, who := range r.logs.people {
		for i := 0; i < len(who.log); {
			day, list := who.log[i].Day, []loggedEntry(nil)
			for ; i < len(who.log) && who.log[i].Day == day; i++ {
				e := &who.log[i]
				x := loggedEntry{Hours: int32(e.Hours), Activity: e.Activity.String(), Affixed: e.Affixed, Site: sites[e.Site]}
				if p := r.logs.places[e.Place]; p != nil {
					x.Place = p.ID
				}
				list = append(list, x)
			}
			slices.SortFunc(list, func(a, b loggedEntry) int {
				return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Activity, b.Activity), cmp.Compare(a.Hours, b.Hours),
					cmp.Compare(a.Site, b.Site), compareBool(a.Affixed, b.Affixed))
			})
			text, err := json.Marshal(list)
			if err != nil {
				return err
			}
			if _, err := m.tx.SetFact(ledger.Fact{Kind: record.WorklogKind.Name, EmployerID: who.employer.id, EmployeeID: who.id,
				Item: day.String(), Content: string(text)}); err != nil {
				return err
			}
		}
	}
	return nil
}
