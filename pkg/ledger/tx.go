package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// perStatement is how many rows one statement inserts.
const perStatement = 100

// sqlTx is a [Tx] of an SQL ledger. It keeps rows back and inserts many with one
// statement, since the round trip and not the row is what costs.
type sqlTx struct {
	s   *SQL
	ctx context.Context
	tx  *sql.Tx

	run, check, fact int64 // the numbers last given; run is this transaction's
	posted           bool  // something was
	citations        map[string]int64

	checks, lines, sums, cites, facts, amendments, people *bulk
	out                                                   []any // numbers of checks to be superseded
	getFact                                               *sql.Stmt
}

// Begin implements [Store].
func (s *SQL) Begin(ctx context.Context) (Tx, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, s.explain(err)
	}
	t := &sqlTx{s: s, ctx: ctx, tx: tx, citations: map[string]int64{}}
	if err := t.open(); err != nil {
		return nil, errors.Join(s.explain(err), tx.Rollback())
	}
	return t, nil
}

func (t *sqlTx) open() (err error) {
	for _, x := range []struct {
		table string
		n     *int64
	}{{"runs", &t.run}, {"checks", &t.check}, {"facts", &t.fact}} {
		if err := t.tx.QueryRowContext(t.ctx, `SELECT COALESCE(MAX(number), 0) FROM `+x.table).Scan(x.n); err != nil {
			return err
		}
	}
	t.run++
	rows, err := t.tx.QueryContext(t.ctx, `SELECT number, citation FROM citations`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var n int64
		var text string
		if err := rows.Scan(&n, &text); err != nil {
			return err
		}
		t.citations[text] = n
	}
	t.checks = t.bulk("checks", "number, employer_id, pay_date, employee_id, check_id, election, content_hash, content, lines_hash, line_count, run", "")
	t.lines = t.bulk("tax_lines", "number, municipality, role, rate, wages, subject, not_subject, required, withheld, slot, citation", "")
	t.sums = t.bulk("sums", "employer_id, municipality, slot, employee_id, line_count, subject, required, withheld",
		` ON CONFLICT (employer_id, municipality, slot, employee_id) DO UPDATE SET line_count = excluded.line_count,
		subject = excluded.subject, required = excluded.required, withheld = excluded.withheld`)
	t.cites = t.bulk("citations", "number, citation", "")
	t.facts = t.bulk("facts", "number, kind, employer_id, employee_id, item, content, run", "")
	t.amendments = t.bulk("amendments", "run, employer_id, municipality, period, amount_before, amount_after", "")
	t.people = t.bulk("employee_amendments", "run, employer_id, municipality, period, employee_id, required_before, required_after, withheld_before, withheld_after", "")
	t.getFact, err = t.tx.PrepareContext(t.ctx, t.s.bind(`SELECT number, content FROM facts
		WHERE superseded_by IS NULL AND kind = ? AND employer_id = ? AND employee_id = ? AND item = ?`))
	return errors.Join(err, rows.Err())
}

// ContentHash is what the ledger tells contents apart by.
func ContentHash(content []byte) []byte {
	h := sha256.Sum256(content)
	return h[:16]
}

// Post implements [Tx].
func (t *sqlTx) Post(c *Check) error {
	if len(c.Lines) >= lineRoom {
		return fmt.Errorf("check %s of employer %s has %d lines, more than the ledger can hold", c.CheckID, c.EmployerID, len(c.Lines))
	}
	t.posted = true
	t.check++
	c.Number, c.Run = t.check, t.run
	if c.LinesHash == nil {
		c.LinesHash = hashLines(c.Lines)
	}
	if t.checks.full() { // what it replaces must be out of force first
		if err := t.flushSuperseded(); err != nil {
			return err
		}
	}
	err := t.checks.add(c.Number, c.EmployerID, day(c.PayDate), c.EmployeeID, c.CheckID, bit(c.Election), ContentHash(c.Content), c.Content,
		c.LinesHash, len(c.Lines), t.run)
	if err != nil {
		return err
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		cite, err := t.cite(l.Citations)
		if err != nil {
			return err
		}
		if err := t.lines.add(c.Number*lineRoom+int64(i), l.Municipality, l.Role, int64(l.Rate), int64(l.Wages), int64(l.Subject), l.NotSubject,
			int64(l.Required), int64(l.Withheld), int64(l.Slot), cite); err != nil {
			return err
		}
	}
	return nil
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// cite finds or makes the number of a citation.
func (t *sqlTx) cite(text string) (int64, error) {
	n, ok := t.citations[text]
	if !ok {
		n = int64(len(t.citations) + 1)
		t.citations[text] = n
		return n, t.cites.add(n, text)
	}
	return n, nil
}

// Supersede implements [Tx].
func (t *sqlTx) Supersede(check int64) error {
	t.posted = true
	if t.out = append(t.out, check); len(t.out) < perStatement {
		return nil
	}
	return t.flushSuperseded()
}

func (t *sqlTx) flushSuperseded() error {
	if len(t.out) == 0 {
		return nil
	}
	query := `UPDATE checks SET superseded_by = ? WHERE superseded_by IS NULL AND number IN (` + marks(len(t.out)) + `)`
	result, err := t.tx.ExecContext(t.ctx, t.s.bind(query), append([]any{t.run}, t.out...)...)
	if err != nil {
		return t.s.explain(err)
	}
	if n, err := result.RowsAffected(); err != nil || int(n) != len(t.out) {
		return errors.Join(err, fmt.Errorf("%d checks to be superseded, %d in force", len(t.out), n))
	}
	t.out = t.out[:0]
	return nil
}

// SetSum implements [Tx].
func (t *sqlTx) SetSum(employerID string, k SumKey, a Amounts) error {
	t.posted = true
	return t.sums.add(employerID, k.Municipality, int64(k.Slot), k.EmployeeID, a.Lines, int64(a.Subject), int64(a.Required), int64(a.Withheld))
}

// SetFact implements [Tx].
func (t *sqlTx) SetFact(f Fact) (bool, error) {
	var number int64
	var content string
	err := t.getFact.QueryRowContext(t.ctx, f.Kind, f.EmployerID, f.EmployeeID, f.Item).Scan(&number, &content)
	switch {
	case err == nil && content == f.Content:
		return false, nil
	case err == nil:
		if _, err := t.tx.ExecContext(t.ctx, t.s.bind(`UPDATE facts SET superseded_by = ? WHERE number = ?`), t.run, number); err != nil {
			return false, t.s.explain(err)
		}
	case !errors.Is(err, sql.ErrNoRows):
		return false, t.s.explain(err)
	}
	t.posted = true
	t.fact++
	return true, t.facts.add(t.fact, f.Kind, f.EmployerID, f.EmployeeID, f.Item, f.Content, t.run)
}

// Amend implements [Tx].
func (t *sqlTx) Amend(a Amendment) error {
	t.posted = true
	return t.amendments.add(t.run, a.EmployerID, a.Municipality, a.Period, int64(a.Before), int64(a.After))
}

// AmendEmployee implements [Tx].
func (t *sqlTx) AmendEmployee(a EmployeeAmendment) error {
	t.posted = true
	return t.people.add(t.run, a.EmployerID, a.Municipality, a.Period, a.EmployeeID, int64(a.Before.Required), int64(a.After.Required),
		int64(a.Before.Withheld), int64(a.After.Withheld))
}

// Commit implements [Tx]. A run that posted nothing leaves no trace.
func (t *sqlTx) Commit(r Run) (int64, error) {
	if !t.posted {
		return 0, t.Rollback()
	}
	err := t.flushSuperseded()
	for _, b := range []*bulk{t.cites, t.checks, t.lines, t.sums, t.facts, t.amendments, t.people} {
		if err == nil {
			err = b.flush()
		}
	}
	if err == nil {
		err = t.s.record(t.ctx, t.tx, t.run, &r)
	}
	for _, in := range r.Inputs {
		if err == nil {
			_, err = t.tx.ExecContext(t.ctx, t.s.bind(`INSERT INTO run_inputs (run, name, sha256, bytes, row_count, set_aside) VALUES (?,?,?,?,?,?)`),
				t.run, in.Name, in.SHA256, in.Bytes, in.Rows, in.SetAside)
		}
	}
	if err != nil {
		return 0, t.s.explain(err)
	}
	return t.run, t.s.explain(t.tx.Commit())
}

// Rollback implements [Tx].
func (t *sqlTx) Rollback() error {
	if err := t.tx.Rollback(); !errors.Is(err, sql.ErrTxDone) {
		return t.s.explain(err)
	}
	return nil
}

// A bulk inserts rows of one table, many with one statement.
type bulk struct {
	t             *sqlTx
	insert, after string
	columns, n    int
	args          []any
	statement     *sql.Stmt // for a full one
}

func (t *sqlTx) bulk(table, columns, after string) *bulk {
	return &bulk{t: t, insert: "INSERT INTO " + table + " (" + columns + ") VALUES ", after: after, columns: strings.Count(columns, ",") + 1}
}

// full reports whether the next row completes a statement.
func (b *bulk) full() bool { return b.n == perStatement-1 }

func (b *bulk) add(args ...any) error {
	b.args = append(b.args, args...)
	if b.n++; b.n < perStatement {
		return nil
	}
	return b.flush()
}

func (b *bulk) text() string {
	row := "(" + marks(b.columns) + "),"
	return b.t.s.bind(b.insert + strings.TrimSuffix(strings.Repeat(row, b.n), ",") + b.after)
}

func (b *bulk) flush() (err error) {
	switch {
	case b.n == 0:
		return nil
	case b.n < perStatement:
		_, err = b.t.tx.ExecContext(b.t.ctx, b.text(), b.args...)
	default:
		if b.statement == nil {
			if b.statement, err = b.t.tx.PrepareContext(b.t.ctx, b.text()); err != nil {
				return b.t.s.explain(err)
			}
		}
		_, err = b.statement.ExecContext(b.t.ctx, b.args...)
	}
	clear(b.args)
	b.args, b.n = b.args[:0], 0
	return b.t.s.explain(err)
}
