package ledger

import (
	"context"
	"database/sql"
	"strconv"

	"example.com/withhold/pkg/calc"
)

// A Column of a dump, and how its value is written.
type column struct {
	name, from string
	kind       func(int64) string // nil is text
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
func rate(n int64) string  { return calc.Rate(n).String() }
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
		list = append(list, column{n, n, nil})
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
		list = append(list, column{n, n, kind})
	}
	return list
}

var byRun = []column{{"run", "run", count}, {"superseded_by", "COALESCE(superseded_by, 0)", number}}

// Dumps are all tables of the ledger; the rows of payroll are [SQL.Payroll].
var Dumps = []*Dump{
	{"runs", false, join(as(count, "number"), texts("id", "started", "who", "version", "schedules"), []column{{"out", "out_dir", nil}}, as(yes, "confirmed")),
		"runs ORDER BY number"},
	{"run-inputs", false, join(as(count, "run"), texts("name", "sha256"), as(count, "bytes"), []column{{"rows", "row_count", count}}, as(count, "set_aside")),
		"run_inputs ORDER BY run, name"},
	{"checks", false, join(as(count, "number"), texts("employer_id", "employee_id", "check_id"), as(date, "pay_date"), []column{{"lines", "line_count", count}}, byRun),
		"checks ORDER BY number"},
	{"lines", false, join([]column{{"check_number", "tax_lines.number / 65536", count}}, texts("employer_id", "employee_id", "check_id"), as(date, "pay_date"),
		texts("municipality", "role"), as(rate, "rate"), as(money, "wages", "subject"), texts("not_subject"),
		[]column{{"tax_required", "required", money}, {"tax_withheld", "withheld", money}, {"month", "slot", month}, {"citations", "cites.citation", nil}}, byRun),
		`tax_lines JOIN checks ON checks.number = tax_lines.number / 65536
			JOIN (SELECT number AS cited, citation FROM citations) AS cites ON cited = tax_lines.citation ORDER BY tax_lines.number`},
	{"sums", false, join(texts("employer_id", "municipality"), []column{{"month", "slot", month}}, texts("employee_id"), []column{{"lines", "line_count", count}},
		as(money, "subject"), []column{{"tax_required", "required", money}, {"tax_withheld", "withheld", money}}),
		"sums WHERE line_count <> 0 ORDER BY employer_id, municipality, slot, employee_id"},
	{"facts", true, join(as(count, "number"), texts("kind", "employer_id", "employee_id", "item", "content"), byRun), "facts ORDER BY number"},
	{"closed", false, join(texts("employer_id", "municipality", "period"), []column{{"from", "from_day", date}, {"to", "to_day", date}}, as(money, "remitted", "credit"),
		[]column{{"paid_on", "paid_on", date}}, texts("at", "who"), as(number, "run"), as(yes, "superseded")), "closed ORDER BY number"},
	{"amendments", false, join(as(count, "run"), texts("employer_id", "municipality", "period"),
		[]column{{"before", "amount_before", money}, {"after", "amount_after", money}}), "amendments ORDER BY run, employer_id, municipality, period"},
	{"amendments-employees", false, join(as(count, "run"), texts("employer_id", "municipality", "period", "employee_id"),
		as(money, "required_before", "required_after", "withheld_before", "withheld_after")),
		"employee_amendments ORDER BY run, employer_id, municipality, period, employee_id"},
}

// Dump gives do every row of a table, as texts.
func (s *SQL) Dump(ctx context.Context, d *Dump, do func(cells []string) error) error {
	query := "SELECT "
	for i, c := range d.columns {
		if i > 0 {
			query += ", "
		}
		query += c.from
	}
	values, numbers, into := make([]string, len(d.columns)), make([]int64, len(d.columns)), make([]any, len(d.columns))
	for i, c := range d.columns {
		into[i] = &values[i]
		if c.kind != nil {
			into[i] = &numbers[i]
		}
	}
	return s.each(ctx, query+" FROM "+d.from, nil, func(rows *sql.Rows) error {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, c := range d.columns {
			if c.kind != nil {
				values[i] = c.kind(numbers[i])
			}
		}
		return do(values)
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
