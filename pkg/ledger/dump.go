package ledger

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A Column of a dump, and how its value is written.
type column struct {
	name, from string
	kind       func(int64) string // nil is text
	of         func(*Line) string // a column of the check's lines, and not of the table
}

// A Dump is one table of the ledger as people read it.
type Dump struct {
	Name    string
	Private bool // it holds whole social security numbers
	columns []column
	from    string
}

// Header is the names of its columns.
func (d *Dump) Header() (names []string) {
	for _, c := range d.columns {
		names = append(names, c.name)
	}
	return names
}

func money(n int64) string { return calc.Cents(n).String() }
func count(n int64) string { return strconv.FormatInt(n, 10) }
func date(n int64) string  { return dateOf(n).String() }
func month(n int64) string { return calc.Month(n / 32).String() }

func yes(n int64) string {
	if n == 0 {
		return "no"
	}
	return "yes"
}

// number is a number that may be absent, which the queries give as 0.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return count(n)
}

func texts(names ...string) (list []column) {
	for _, n := range names {
		list = append(list, column{name: n, from: n})
	}
	return list
}

func join(lists ...[]column) (all []column) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func as(kind func(int64) string, names ...string) (list []column) {
	for _, n := range names {
		list = append(list, column{name: n, from: n, kind: kind})
	}
	return list
}

// named is a column that the table calls something else.
func named(name, from string, kind func(int64) string) []column {
	return []column{{name: name, from: from, kind: kind}}
}

var byRun = join(as(count, "run"), named("superseded_by", "COALESCE(superseded_by, 0)", number))

var ofLine = []column{
	{name: "municipality", of: func(l *Line) string { return l.Municipality }},
	{name: "role", of: func(l *Line) string { return l.Role }},
	{name: "rate", of: func(l *Line) string { return l.Rate.String() }},
	{name: "wages", of: func(l *Line) string { return l.Wages.String() }},
	{name: "subject", of: func(l *Line) string { return l.Subject.String() }},
	{name: "not_subject", of: func(l *Line) string { return l.NotSubject }},
	{name: "tax_required", of: func(l *Line) string { return l.Required.String() }},
	{name: "tax_withheld", of: func(l *Line) string { return l.Withheld.String() }},
	{name: "month", of: func(l *Line) string { return month(int64(l.Slot)) }},
	{name: "citations", of: func(l *Line) string { return l.Citations }},
}

// Dumps are all tables of the ledger; the rows of payroll are [SQL.Payroll].
var Dumps = []*Dump{
	{"runs", false, join(as(count, "number"), texts("id", "started", "who", "version", "schedules"), named("out", "out_dir", nil), as(yes, "confirmed")),
		"runs ORDER BY number"},
	{"run-inputs", false, join(as(count, "run"), texts("name", "sha256"), as(count, "bytes"), named("rows", "row_count", count), as(count, "set_aside")),
		"run_inputs ORDER BY run, name"},
	{"checks", false, join(as(count, "number"), texts("employer_id", "employee_id", "check_id"), as(date, "pay_date"), named("lines", "line_count", count), byRun),
		"checks ORDER BY number"},
	{"lines", false, join(named("check_number", "number", count), texts("employer_id", "employee_id", "check_id"), as(date, "pay_date"), ofLine, byRun),
		"checks ORDER BY number"},
	{"sums", false, join(texts("employer_id", "municipality"), named("month", "slot", month), texts("employee_id"), named("lines", "line_count", count),
		as(money, "subject"), named("tax_required", "required", money), named("tax_withheld", "withheld", money)),
		"sums WHERE line_count <> 0 ORDER BY employer_id, municipality, slot, employee_id"},
	{"facts", true, join(as(count, "number"), texts("kind", "employer_id", "employee_id", "item", "content"), byRun), "facts ORDER BY number"},
	{"closed", false, join(texts("employer_id", "municipality", "period"), named("from", "from_day", date), named("to", "to_day", date), as(money, "remitted", "credit"),
		as(date, "paid_on"), texts("at", "who"), as(number, "run"), as(yes, "superseded")), "closed ORDER BY number"},
	{"amendments", false, join(as(count, "run"), texts("employer_id", "municipality", "period"),
		named("before", "amount_before", money), named("after", "amount_after", money)), "amendments ORDER BY run, employer_id, municipality, period"},
	{"amendments-employees", false, join(as(count, "run"), texts("employer_id", "municipality", "period", "employee_id"),
		as(money, "required_before", "required_after", "withheld_before", "withheld_after")),
		"employee_amendments ORDER BY run, employer_id, municipality, period, employee_id"},
}

// Dump gives do every row of a table, as texts.
func (s *SQL) Dump(ctx context.Context, d *Dump, do func(cells []string) error) error {
	all, err := s.cited(ctx)
	if err != nil {
		return err
	}
	var from []string
	var lines string
	values, numbers, into := make([]string, len(d.columns)), make([]int64, len(d.columns)), []any{}
	for i, c := range d.columns {
		switch {
		case c.of != nil:
			continue
		case c.kind != nil:
			into = append(into, &numbers[i])
		default:
			into = append(into, &values[i])
		}
		from = append(from, c.from)
	}
	perLine := slices.ContainsFunc(d.columns, func(c column) bool { return c.of != nil })
	if perLine {
		from, into = append(from, "lines"), append(into, &lines)
	}
	return s.each(ctx, "SELECT "+strings.Join(from, ", ")+" FROM "+d.from, nil, func(rows *sql.Rows) error {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, c := range d.columns {
			if c.kind != nil {
				values[i] = c.kind(numbers[i])
			}
		}
		if !perLine {
			return do(values)
		}
		list, err := all.lines(lines)
		for i := range list {
			for j, c := range d.columns {
				if c.of != nil {
					values[j] = c.of(&list[i])
				}
			}
			err = errors.Join(err, do(values))
		}
		return err
	})
}

// Payroll gives do every row of payroll in force that a query chooses, in the
// order of [Columns].
func (s *SQL) Payroll(ctx context.Context, q Query, do func(cells []string) error) error {
	q.Content = true
	for c, err := range s.Checks(ctx, q) {
		if err != nil {
			return err
		}
		rows, err := c.PayrollRows()
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := do(r); err != nil {
				return err
			}
		}
	}
	return nil
}
