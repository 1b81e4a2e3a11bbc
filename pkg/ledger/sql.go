package ledger

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"strconv"
	"strings"
	"time"

	"example.com/withhold/pkg/calc"
)

// SQL is a ledger in a database that database/sql reaches. What a database says
// in its own way is in its fields.
type SQL struct {
	db        *sql.DB
	keyType   string // the type of a whole number that is a table's key
	clustered string // what keeps a table in the order of its key
	insert    string // inserts where a failure is followed by a rollback only, so that no row need be undone before
	numbered  bool   // parameters are $1, $2 and not ?
	explain   func(error) error
	path      string
}

// bind writes a statement's parameters as the database wants them.
func (s *SQL) bind(statement string) string {
	if !s.numbered {
		return statement
	}
	var b strings.Builder
	n := 0
	for _, c := range statement {
		if c != '?' {
			b.WriteRune(c)
			continue
		}
		n++
		b.WriteString("$" + strconv.Itoa(n))
	}
	return b.String()
}

// day is a day as the ledger keeps it: 20260331; 0 is none.
func day(d calc.Date) int64 {
	if d == 0 {
		return 0
	}
	y, m, n := d.Civil()
	return int64(y*10000 + int(m)*100 + n)
}

func dateOf(n int64) calc.Date {
	if n == 0 {
		return 0
	}
	return calc.NewDate(int(n/10000), time.Month(n/100%100), int(n%100))
}

// each gives do the rows of a query.
func (s *SQL) each(ctx context.Context, query string, args []any, do func(*sql.Rows) error) error {
	rows, err := s.db.QueryContext(ctx, s.bind(query), args...)
	if err != nil {
		return s.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return s.explain(err)
		}
	}
	return s.explain(rows.Err())
}

var errStop = sql.ErrNoRows // ends each early; nothing else returns it there

// seq is each as a sequence.
func seq[T any](ctx context.Context, s *SQL, query string, args []any, scan func(*sql.Rows) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		err := s.each(ctx, query, args, func(rows *sql.Rows) error {
			x, err := scan(rows)
			if err != nil {
				return err
			}
			if !yield(x, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			var none T
			yield(none, err)
		}
	}
}

// conditions collects what a query asks for.
type conditions struct {
	text string
	args []any
}

func (c *conditions) add(text string, args ...any) {
	c.text += " AND " + text
	c.args = append(c.args, args...)
}

func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

// conditions are those of the query on checks.
func (q *Query) conditions() (where conditions) {
	if q.EmployerID != "" {
		where.add("employer_id = ?", q.EmployerID)
	}
	if q.From != 0 {
		where.add("pay_date >= ?", day(q.From))
	}
	if q.To != 0 {
		where.add("pay_date <= ?", day(q.To))
	}
	if q.Election {
		where.add("election = 1")
	}
	if len(q.Employees) > 0 {
		var ids []any
		for _, id := range q.Employees {
			ids = append(ids, id)
		}
		where.add("employee_id IN ("+marks(len(ids))+")", ids...)
	}
	return where
}

// Employers implements [Store].
func (s *SQL) Employers(ctx context.Context) (ids []string, err error) {
	err = s.each(ctx, `SELECT employer_id FROM sums WHERE line_count <> 0 UNION SELECT employer_id FROM closed WHERE superseded = 0
		UNION SELECT employer_id FROM facts WHERE superseded_by IS NULL AND kind = 'history' ORDER BY 1`, nil,
		func(rows *sql.Rows) error {
			var id string
			err := rows.Scan(&id)
			ids = append(ids, id)
			return err
		})
	return ids, err
}

// Posted implements [Store].
func (s *SQL) Posted(ctx context.Context, q Query) iter.Seq2[*Posted, error] {
	where := q.conditions()
	if q.AsOf == 0 {
		where.add("superseded_by IS NULL")
	} else {
		where.add("run <= ? AND (superseded_by IS NULL OR superseded_by > ?)", q.AsOf, q.AsOf)
	}
	query := `SELECT employer_id, pay_date, employee_id, check_id, lines FROM checks WHERE 1 = 1` + where.text +
		` ORDER BY employer_id, pay_date, employee_id, check_id`
	checks := seq(ctx, s, query, where.args, func(rows *sql.Rows) (*Check, error) {
		c, paid, text := &Check{}, int64(0), ""
		err := rows.Scan(&c.EmployerID, &paid, &c.EmployeeID, &c.CheckID, &text)
		if c.PayDate = dateOf(paid); err == nil {
			c.Lines, err = cited(nil).lines(text)
		}
		return c, err
	})
	return func(yield func(*Posted, error) bool) {
		for c, err := range checks {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, l := range c.Lines {
				if !yield(&Posted{c.Key, l}, nil) {
					return
				}
			}
		}
	}
}

// Checks implements [Store].
func (s *SQL) Checks(ctx context.Context, q Query) iter.Seq2[*Check, error] {
	where := q.conditions()
	content := "content_hash"
	if q.Content {
		content = "content"
	}
	lines := "''"
	if q.Lines {
		lines = "lines"
	}
	query := `SELECT number, employer_id, pay_date, employee_id, check_id, election, ` + content + `, lines_hash, run, ` + lines + ` FROM checks
		WHERE superseded_by IS NULL` + where.text + ` ORDER BY employer_id, pay_date, employee_id, check_id`
	return seq(ctx, s, query, where.args, func(rows *sql.Rows) (*Check, error) {
		c, paid, text := &Check{}, int64(0), ""
		err := rows.Scan(&c.Number, &c.EmployerID, &paid, &c.EmployeeID, &c.CheckID, &c.Election, &c.Content, &c.LinesHash, &c.Run, &text)
		if c.PayDate = dateOf(paid); err == nil {
			c.Lines, err = cited(nil).lines(text)
		}
		return c, err
	})
}

// Sums implements [Store].
func (s *SQL) Sums(ctx context.Context, employerID string) (map[SumKey]Amounts, error) {
	sums := map[SumKey]Amounts{}
	err := s.each(ctx, `SELECT municipality, slot, employee_id, line_count, subject, required, withheld FROM sums
		WHERE employer_id = ? AND line_count <> 0`, []any{employerID}, func(rows *sql.Rows) error {
		var k SumKey
		var a Amounts
		err := rows.Scan(&k.Municipality, &k.Slot, &k.EmployeeID, &a.Lines, &a.Subject, &a.Required, &a.Withheld)
		sums[k] = a
		return err
	})
	return sums, err
}

// Facts implements [Store].
func (s *SQL) Facts(ctx context.Context, kind string) iter.Seq2[Fact, error] {
	return seq(ctx, s, `SELECT kind, employer_id, employee_id, item, content FROM facts
		WHERE superseded_by IS NULL AND kind = ? ORDER BY employer_id, employee_id, item`, []any{kind}, func(rows *sql.Rows) (Fact, error) {
		var f Fact
		err := rows.Scan(&f.Kind, &f.EmployerID, &f.EmployeeID, &f.Item, &f.Content)
		return f, err
	})
}

// Runs implements [Store].
func (s *SQL) Runs(ctx context.Context) (runs []Run, err error) {
	err = s.each(ctx, `SELECT number, id, started, who, version, schedules, out_dir, confirmed FROM runs ORDER BY number`, nil,
		func(rows *sql.Rows) error {
			var r Run
			err := rows.Scan(&r.Number, &r.ID, &r.Started, &r.Who, &r.Version, &r.Schedules, &r.Out, &r.Confirmed)
			runs = append(runs, r)
			return err
		})
	if err != nil {
		return nil, err
	}
	at := map[int64]*Run{}
	for i := range runs {
		at[runs[i].Number] = &runs[i]
	}
	err = s.each(ctx, `SELECT run, name, sha256, bytes, row_count, set_aside FROM run_inputs ORDER BY run, name`, nil, func(rows *sql.Rows) error {
		var n int64
		var in Input
		err := rows.Scan(&n, &in.Name, &in.SHA256, &in.Bytes, &in.Rows, &in.SetAside)
		if r := at[n]; r != nil {
			r.Inputs = append(r.Inputs, in)
		}
		return err
	})
	return runs, err
}

// Amendments implements [Store].
func (s *SQL) Amendments(ctx context.Context, run int64) (list []Amendment, err error) {
	err = s.each(ctx, `SELECT employer_id, municipality, period, amount_before, amount_after FROM amendments
		WHERE run = ? ORDER BY employer_id, municipality, period`, []any{run}, func(rows *sql.Rows) error {
		var a Amendment
		err := rows.Scan(&a.EmployerID, &a.Municipality, &a.Period, &a.Before, &a.After)
		list = append(list, a)
		return err
	})
	return list, err
}

// EmployeeAmendments implements [Store].
func (s *SQL) EmployeeAmendments(ctx context.Context, run int64) (list []EmployeeAmendment, err error) {
	err = s.each(ctx, `SELECT employer_id, municipality, period, employee_id, required_before, required_after, withheld_before, withheld_after
		FROM employee_amendments WHERE run = ? ORDER BY employer_id, municipality, period, employee_id`, []any{run}, func(rows *sql.Rows) error {
		var a EmployeeAmendment
		err := rows.Scan(&a.EmployerID, &a.Municipality, &a.Period, &a.EmployeeID, &a.Before.Required, &a.After.Required,
			&a.Before.Withheld, &a.After.Withheld)
		list = append(list, a)
		return err
	})
	return list, err
}

// Confirm implements [Store].
func (s *SQL) Confirm(ctx context.Context, run int64) error {
	_, err := s.db.ExecContext(ctx, s.bind(`UPDATE runs SET confirmed = 1 WHERE number = ?`), run)
	return s.explain(err)
}

// Close implements [Store].
func (s *SQL) Close() error { return s.explain(s.db.Close()) }
