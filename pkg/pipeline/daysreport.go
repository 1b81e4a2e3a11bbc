package pipeline

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
)

// DaysQuery is what a report of days is asked for.
type DaysQuery struct {
	AsOf calc.Date // later days are left out; 0 is the last day of the logs
	Year int       // 0 is every year
	Warn int       // the number of days from which a threshold is near
}

// A DaysReport says how many days people have worked in each municipality, and
// how near that is to the number that is exempt.
type DaysReport struct {
	AsOf     calc.Date
	Rows     []DaysRow // sorted by employer, employee, municipality and year
	Problems Problems
}

// What a DaysRow's status can be besides a code of calc.Exception.
const (
	StatusExempt  = "exempt"
	StatusNear    = "near"
	StatusCrossed = "crossed"
)

// A DaysRow is one employee's days in one municipality and calendar year; days
// for related employers are added up.
type DaysRow struct {
	EmployerID, EmployeeID, Name string
	Municipality                 string
	Year, Counted                int
	// Threshold is the number of days exempt and Left how many of them are left;
	// -1 is none, as where an agreement exempts all days or no exemption applies.
	Threshold, Left int
	Status          string
	CrossedOn       calc.Date
	// ExpectedOn is when the threshold will be crossed if days go on at the rate
	// of those from the first to the day of the report; 0 is not in this year.
	ExpectedOn calc.Date
	First      calc.Date
	Last       calc.Date
	Citation   string
}

// Urgent reports whether the row is one to act on.
func (d *DaysRow) Urgent() bool { return d.Status == StatusNear || d.Status == StatusCrossed }

// daysTable is the report as CSV.
var daysTable = &results.Table{Name: "days", Columns: []results.Column{
	{Name: "employer_id"}, {Name: "employee_id"}, {Name: "municipality"}, {Name: "year"},
	{Name: "days_counted", Kind: results.Count}, {Name: "threshold", Kind: results.Count}, {Name: "days_left", Kind: results.Count},
	{Name: "status"}, {Name: "crossed_on", Kind: results.Date}, {Name: "expected_on", Kind: results.Date},
	{Name: "first_day", Kind: results.Date}, {Name: "last_day", Kind: results.Date}, {Name: "citation"}}}

// Days counts the days of everybody with a work log. Payroll may be among the
// inputs, and tells what the log does not: to the end of which period days count
// where the principal place of work follows from them, and who was paid as an
// athlete, entertainer or public figure.
func Days(ctx context.Context, o Options, q DaysQuery) (report *DaysReport, err error) {
	r, done, err := look(o, record.WorklogKind)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	report = &DaysReport{AsOf: r.cutLogs(q.AsOf)}
	var capacity map[*employee][]period
	if len(r.payroll) > 0 {
		if slices.ContainsFunc(r.logs.people, (*employee).roams) {
			if err := r.lookAhead(ctx); err != nil {
				return nil, err
			}
		}
		if slices.ContainsFunc(r.logs.people, func(who *employee) bool { return who.performs }) {
			if capacity, err = r.findCapacity(ctx); err != nil {
				return nil, err
			}
		}
	}
	r.countDays()
	w := newWorker(r)
	for _, who := range r.logs.people {
		if why := cmp.Or(who.unusable, who.employer.unusable); why != "" {
			r.remark(&table.Problem{Code: "employee_left_out",
				Message: "the days of employee " + who.id() + " of " + who.employer.id + " are not shown: " + why})
			continue
		}
		for i := range who.days.sets {
			s := &who.days.sets[i]
			if s.set.Len() > 0 && (q.Year == 0 || q.Year == s.year) {
				day := min(report.AsOf, calc.NewDate(s.year, 12, 31))
				report.Rows = append(report.Rows, w.daysRow(who, s, day, q.Warn, paidSo(who, capacity, len(r.payroll) > 0, day)))
			}
		}
	}
	slices.SortFunc(report.Rows, func(a, b DaysRow) int {
		return cmp.Or(strings.Compare(a.EmployerID, b.EmployerID), strings.Compare(a.EmployeeID, b.EmployeeID),
			strings.Compare(a.Municipality, b.Municipality), cmp.Compare(a.Year, b.Year))
	})
	report.Problems = r.problems()
	return report, nil
}

// cutLogs leaves out what the logs say of days after the last that is asked
// for, and gives that day.
func (r *run) cutLogs(last calc.Date) calc.Date {
	if last == 0 {
		for _, who := range r.logs.people {
			last = max(last, who.log[len(who.log)-1].Day)
		}
	}
	for _, who := range r.logs.people {
		n, _ := slices.BinarySearchFunc(who.log, last+1, func(x calc.LogEntry, d calc.Date) int { return cmp.Compare(x.Day, d) })
		who.log = who.log[:n]
	}
	return last
}

// paidSo reports whether a person is paid as an athlete, entertainer or public
// figure: in a period of the year up to a day or, where there is no payroll to say,
// whenever the person is one.
func paidSo(who *employee, capacity map[*employee][]period, payroll bool, day calc.Date) bool {
	if !payroll {
		return who.performs
	}
	return slices.ContainsFunc(capacity[who], func(p period) bool { return p.start <= day && p.start.Year() == day.Year() })
}

// daysRow is the row of a person's days in one municipality and year, as things
// stand on a day.
func (w *worker) daysRow(who *employee, s *placeYear, day calc.Date, warn int, inCapacity bool) DaysRow {
	january := calc.NewDate(s.year, 1, 1)
	nth := func(k int) calc.Date { return january + calc.Date(s.set.Nth(k)) }
	d := DaysRow{EmployerID: who.employer.id, EmployeeID: who.id(), Name: who.name, Municipality: w.name(s.place), Year: s.year,
		Counted: s.set.Len(), Left: -1}
	d.First, d.Last = nth(1), nth(d.Counted)
	v := w.visit(&row{who: who, Check: record.Check{InCapacity: inCapacity}}, s.place, day)
	d.Threshold = v.Limit()
	decided := v.Decide()
	switch {
	case v.Never:
		d.Status, d.Threshold = StatusExempt, -1
	case decided == calc.ByAgreement:
		d.Status, d.Threshold = decided.String(), 0
	case decided == calc.OverThreshold:
		d.Status, d.Left, d.CrossedOn = StatusCrossed, 0, nth(d.Threshold+1)
	case decided == calc.Exempt:
		d.Left, d.ExpectedOn = d.Threshold-d.Counted, expected(&d, day)
		d.Status = StatusExempt
		if isNear(d.Counted, d.Threshold, warn) {
			d.Status = StatusNear
		}
	default:
		d.Status = decided.String()
	}
	d.Citation = who.employer.grounds(v, w.run.logs.places[s.place], day)
	return d
}

// isNear reports whether days come near a threshold: from the number to warn at
// on or, where that is not below the threshold, from three quarters of it.
func isNear(counted, threshold, warn int) bool {
	if warn >= threshold {
		warn = threshold * 3 / 4
	}
	return counted >= warn
}

// expected is the day on which the days counted from the first to the present,
// going on so, come to one more than the threshold; 0 where it is not this year.
func expected(d *DaysRow, day calc.Date) calc.Date {
	passed := int(day-d.First) + 1
	needed := ((d.Threshold+1)*passed + d.Counted - 1) / d.Counted
	on := d.First + calc.Date(needed-1)
	if on.Year() != d.Year {
		return 0
	}
	return on
}

// grounds is what the decision about a day rests on: an agreement, with where it
// is written, or the rule of exempt days.
func (e *employer) grounds(v *calc.Visit, where *place, day calc.Date) string {
	kind := "threshold_days"
	switch {
	case v.Never:
		kind = "never_withhold"
	case v.FromFirstDay:
		kind = "withhold_from_first_day"
	}
	if a := e.agreement(kind, where, day); a != nil {
		return "agreement (" + at(a.Source) + ")"
	}
	return string(v.Rule.Cite)
}

// WriteCSV writes every row.
func (d *DaysReport) WriteCSV(to io.Writer) error {
	row := results.Row{Table: daysTable}
	count := func(n int) {
		if n < 0 {
			row.Text("")
		} else {
			row.Count(n)
		}
	}
	row.Header()
	for i := range d.Rows {
		x := &d.Rows[i]
		row.Text(x.EmployerID)
		row.Text(x.EmployeeID)
		row.Text(x.Municipality)
		row.Count(x.Year)
		row.Count(x.Counted)
		count(x.Threshold)
		count(x.Left)
		row.Text(x.Status)
		row.Date(x.CrossedOn)
		row.Date(x.ExpectedOn)
		row.Date(x.First)
		row.Date(x.Last)
		row.Text(x.Citation)
		row.End()
	}
	_, err := to.Write(row.Bytes)
	return err
}
