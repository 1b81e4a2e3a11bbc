package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// sqlTx is a [Tx] of an SQL ledger. What it is given to insert, its writer
// inserts; all else it does itself, once the writer is done: a database may end
// a transaction when a statement fails, and what came after would stand by
// itself.
type sqlTx struct {
	s   *SQL
	ctx context.Context // is never done: a statement is not stopped halfway
	tx  *sql.Tx
	w   *writer // tells that the run is given up

	run, check, fact int64 // the numbers last given; run is this transaction's
	posted, ended    bool  // posted: something was
	citations        map[string]int64
	room             []byte

	checks, sums, cites, facts, amendments, people *bulk
	unsent                                         map[factKey]bool // facts on no statement yet
	out                                            []any            // numbers of checks to be superseded
	getFact                                        *sql.Stmt
}

type factKey struct{ kind, employerID, employeeID, item string }

// Begin implements [Store]. Where ctx is done, the next call says so; the
// transaction stays open until its rollback, so that nothing on its way to the
// database is ever outside it.
func (s *SQL) Begin(ctx context.Context) (Tx, error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, s.explain(err)
	}
	t := &sqlTx{s: s, ctx: context.WithoutCancel(ctx), citations: map[string]int64{}, unsent: map[factKey]bool{}}
	if t.tx, err = conn.BeginTx(t.ctx, nil); err != nil {
		return nil, errors.Join(s.explain(err), conn.Close())
	}
	t.w = s.newWriter(ctx, conn)
	if err := t.open(); err != nil {
		return nil, errors.Join(s.explain(err), t.Rollback())
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
	t.checks = t.w.bulk("checks", "number, employer_id, pay_date, employee_id, check_id, election, content_hash, content, lines_hash, line_count, lines, run", "")
	t.sums = t.w.bulk("sums", "employer_id, municipality, slot, employee_id, line_count, subject, required, withheld",
		` ON CONFLICT (employer_id, municipality, slot, employee_id) DO UPDATE SET line_count = excluded.line_count,
		subject = excluded.subject, required = excluded.required, withheld = excluded.withheld`)
	t.cites = t.w.bulk("citations", "number, citation", "")
	t.facts = t.w.bulk("facts", "number, kind, employer_id, employee_id, item, content, run", "")
	t.amendments = t.w.bulk("amendments", "run, employer_id, municipality, period, amount_before, amount_after", "")
	t.people = t.w.bulk("employee_amendments", "run, employer_id, municipality, period, employee_id, required_before, required_after, withheld_before, withheld_after", "")
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
	t.room = t.room[:0]
	for i := range c.Lines {
		l := &c.Lines[i]
		cite, err := t.cite(l.Citations)
		if err != nil {
			return err
		}
		if strings.ContainsAny(l.Municipality, "\t\n") {
			return fmt.Errorf("the ledger cannot keep the municipality id %q, which has a tab or a line break in it", l.Municipality)
		}
		t.room = appendLine(t.room, l, cite)
	}
	return t.checks.add(c.Number, c.EmployerID, day(c.PayDate), c.EmployeeID, c.CheckID, bit(c.Election), ContentHash(c.Content), c.Content,
		c.LinesHash, int64(len(c.Lines)), string(t.room), t.run)
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
	result, err := t.exec(query, append([]any{t.run}, t.out...)...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || int(n) != len(t.out) {
		return errors.Join(err, fmt.Errorf("%d checks to be superseded, %d in force", len(t.out), n))
	}
	t.out = t.out[:0]
	return nil
}

// exec is for statements that are no bulk's.
func (t *sqlTx) exec(query string, args ...any) (sql.Result, error) {
	if err := t.w.wait(); err != nil {
		return nil, err
	}
	result, err := t.tx.ExecContext(t.ctx, t.s.bind(query), args...)
	return result, t.s.explain(err)
}

// SetSum implements [Tx].
func (t *sqlTx) SetSum(employerID string, k SumKey, a Amounts) error {
	t.posted = true
	return t.sums.add(employerID, k.Municipality, int64(k.Slot), k.EmployeeID, a.Lines, int64(a.Subject), int64(a.Required), int64(a.Withheld))
}

// SetFact implements [Tx].
func (t *sqlTx) SetFact(f Fact) (bool, error) {
	key := factKey{f.Kind, f.EmployerID, f.EmployeeID, f.Item}
	if t.unsent[key] { // it is given twice, and the database is to know of the first
		if err := t.facts.flush(); err != nil {
			return false, err
		}
		clear(t.unsent)
	}
	if err := t.w.wait(); err != nil {
		return false, err
	}
	var number int64
	var content string
	err := t.getFact.QueryRowContext(t.ctx, f.Kind, f.EmployerID, f.EmployeeID, f.Item).Scan(&number, &content)
	switch {
	case err == nil && content == f.Content:
		return false, nil
	case err == nil:
		if _, err := t.exec(`UPDATE facts SET superseded_by = ? WHERE number = ?`, t.run, number); err != nil {
			return false, err
		}
	case !errors.Is(err, sql.ErrNoRows):
		return false, t.s.explain(err)
	}
	t.posted = true
	t.fact++
	if t.facts.full() {
		clear(t.unsent)
	} else {
		t.unsent[key] = true
	}
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
	for _, b := range []*bulk{t.cites, t.checks, t.sums, t.facts, t.amendments, t.people} {
		if err == nil {
			err = b.flush()
		}
	}
	if err == nil {
		err = t.w.wait()
	}
	if err == nil {
		err = t.s.explain(t.s.record(t.ctx, t.tx, t.run, &r))
	}
	for _, in := range r.Inputs {
		if err == nil {
			_, err = t.exec(`INSERT INTO run_inputs (run, name, sha256, bytes, row_count, set_aside) VALUES (?,?,?,?,?,?)`,
				t.run, in.Name, in.SHA256, in.Bytes, in.Rows, in.SetAside)
		}
	}
	if err != nil {
		return 0, err
	}
	return t.run, t.end(t.tx.Commit)
}

// Rollback implements [Tx].
func (t *sqlTx) Rollback() error { return t.end(t.tx.Rollback) }

// end ends the transaction in one way or the other, once.
func (t *sqlTx) end(way func() error) error {
	if t.ended {
		return nil
	}
	t.ended = true
	t.w.close()
	return t.s.explain(errors.Join(way(), t.w.conn.Close()))
}
