package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/explanation"
	"example.com/withhold/pkg/io/record"
)

// A Query is what is to be explained: one check, or all checks of an employee in
// a calendar year. Employer narrows it down where ids of several are the same.
type Query struct {
	Employer string
	Check    string
	Employee string
	Year     int // of the pay date
}

var errQuery = UsageError{errors.New("say what to explain: --check ID, --employee ID with --year YEAR, or --period PERIOD")}

// Explain says how the lines of the checks asked for came about. It goes through
// payroll as Run does, and makes their lines by the same functions; nothing is
// written. Checks are in the order of payroll, those of an employee in the order
// of pay dates. That nothing matches is an error.
func Explain(ctx context.Context, o Options, q Query) (list []explanation.Explanation, err error) {
	if (q.Check == "") == (q.Employee == "" || q.Year == 0) || q.Check != "" && q.Employee != "" {
		return nil, errQuery
	}
	r, done, err := look(o, record.PayrollKind)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	if err := r.survey(ctx); err != nil {
		return nil, err
	}
	x := newExplainer(r, q)
	if err := r.stream(ctx, pass{post: x.take}); err != nil {
		return nil, err
	}
	if len(x.list) == 0 {
		return nil, x.nothing(ctx)
	}
	if q.Employee != "" {
		slices.SortStableFunc(x.list, func(a, b explanation.Explanation) int {
			return cmp.Or(cmp.Compare(a.PayDate, b.PayDate), cmp.Compare(a.CheckID, b.CheckID))
		})
	}
	return x.list, nil
}

// An explainer makes explanations of the rows that its query asks for, one at a
// time, as payroll streams by.
type explainer struct {
	Query
	run    *run
	w      *worker
	groups map[*employee][]*employee // the employees that are one person
	list   []explanation.Explanation
	years  map[int]bool // in which the employee was paid
}

func newExplainer(r *run, q Query) *explainer {
	x := &explainer{Query: q, run: r, w: newWorker(r), groups: map[*employee][]*employee{}, years: map[int]bool{}}
	for _, group := range r.persons() {
		for _, who := range group {
			x.groups[who] = group
		}
	}
	return x
}

// asks reports whether the query asks for a row. A row whose pay date cannot be
// read may be of any year.
func (x *explainer) asks(r *row) bool {
	if x.Employer != "" && string(r.EmployerID) != x.Employer {
		return false
	}
	if x.Check != "" {
		return string(r.CheckID) == x.Check
	}
	if string(r.EmployeeID) != x.Employee {
		return false
	}
	if r.Pay.PayDate != 0 {
		x.years[r.Pay.PayDate.Year()] = true
	}
	return r.Pay.PayDate == 0 || r.Pay.PayDate.Year() == x.Year
}

// take explains those rows of a batch that are asked for.
func (x *explainer) take(b *batch) error {
	for i := range b.rows {
		r := &b.rows[i]
		if !x.asks(r) {
			continue
		}
		e := explanation.Explanation{EmployerID: string(r.EmployerID), EmployeeID: string(r.EmployeeID), CheckID: string(r.CheckID),
			PayDate: r.Pay.PayDate, PeriodStart: r.PeriodStart, PeriodEnd: r.PeriodEnd,
			Source: at(record.Source{File: b.source.in.name, Sheet: b.source.sheet, Row: r.Row}),
			Items:  itemsOf(&r.Pay), Total: r.Pay.Pay.Total(), Section125: r.Pay.Section125}
		if r.who != nil {
			e.Name = r.who.name
		}
		if r.ok {
			x.explain(b, r, &e)
		} else {
			for _, p := range b.problems {
				if p.Row == r.Row {
					e.SetAside = append(e.SetAside, p.Message)
					if p.Column != "" {
						e.SetAside[len(e.SetAside)-1] = p.Column + ": " + p.Message
					}
				}
			}
		}
		x.list = append(x.list, e)
	}
	return nil
}

// explain makes the lines of a row, as a run does, and says how they came about.
func (x *explainer) explain(b *batch, r *row, e *explanation.Explanation) {
	x.w.compute(b, r)
	shares := b.shares[r.shares[0]:r.shares[1]]
	e.Earned = x.earned(r, shares)
	e.Home = x.home(r, shares)
	for i := range x.w.lines {
		e.Lines = append(e.Lines, x.line(b, r, shares, &x.w.lines[i]))
	}
	e.Paid = explanation.Paid{Known: r.paid.Known, Amount: r.paid.Amount}
	if r.paid.Law != nil {
		e.Paid.Municipality = r.paid.Law.Municipality
	}
	for _, in := range x.run.inputs {
		if n := in.setAside; n > 0 {
			e.Notes = append(e.Notes, fmt.Sprintf("%s: rows set aside and not counted here: %d; withhold run lists them in problems.csv", in.name, n))
		}
	}
}

// itemNames are the columns of the pay items.
var itemNames = [calc.NumItems]string{"gross_wages", "tips_cash", "tips_charged", "tips_pooled", "iso_income", "nqdc_paid",
	"military_pay", "pension_disability", "election_pay", "parsonage", "transit_pay"}

func itemsOf(c *calc.Check) []explanation.Item {
	items := []explanation.Item{}
	for i, amount := range c.Pay {
		if amount != 0 {
			items = append(items, explanation.Item{Item: itemNames[i], Amount: amount})
		}
	}
	if len(items) == 0 {
		items = append(items, explanation.Item{Item: itemNames[calc.PayGross]})
	}
	return items
}
