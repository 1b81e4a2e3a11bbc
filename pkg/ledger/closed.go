package ledger

import (
	"context"
	"database/sql"
)

// This file is how periods are closed, and read back.

const closedColumns = `employer_id, municipality, period, from_day, to_day, remitted, credit, paid_on, at, who, run`

// Closed implements [Store].
func (s *SQL) Closed(ctx context.Context, employerID string) ([]Closed, error) {
	return s.closed(ctx, `superseded = 0`, employerID)
}

// ClosedBefore implements [Store].
func (s *SQL) ClosedBefore(ctx context.Context, employerID string, run int64) ([]Closed, error) {
	return s.closed(ctx, `run < ? AND number = (SELECT MAX(number) FROM closed AS earlier WHERE earlier.employer_id = closed.employer_id
		AND earlier.municipality = closed.municipality AND earlier.period = closed.period AND earlier.run < ?)`, employerID, run, run)
}

func (s *SQL) closed(ctx context.Context, which, employerID string, args ...any) (list []Closed, err error) {
	query := `SELECT ` + closedColumns + ` FROM closed WHERE ` + which + ` AND employer_id = ? ORDER BY municipality, from_day, period`
	err = s.each(ctx, query, append(args, employerID), func(rows *sql.Rows) error {
		var c Closed
		var from, to, paid int64
		err := rows.Scan(&c.EmployerID, &c.Municipality, &c.Period, &from, &to, &c.Remitted, &c.Credit, &paid, &c.At, &c.Who, &c.Run)
		c.From, c.To, c.PaidOn = dateOf(from), dateOf(to), dateOf(paid)
		list = append(list, c)
		return err
	})
	return list, err
}

// record records a run without its inputs.
func (s *SQL) record(ctx context.Context, tx *sql.Tx, number int64, r *Run) error {
	_, err := tx.ExecContext(ctx, s.bind(`INSERT INTO runs (number, id, started, who, version, schedules, out_dir, confirmed)
		VALUES (?,?,?,?,?,?,?,0)`), number, r.ID, r.Started, r.Who, r.Version, r.Schedules, r.Out)
	return err
}

// ClosePeriods implements [Store].
func (s *SQL) ClosePeriods(ctx context.Context, r Run, list []Closed) (run int64, err error) {
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		var n int64
		if err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(number), 0) FROM closed`).Scan(&n); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(number), 0) + 1 FROM runs`).Scan(&run); err != nil {
			return err
		}
		if err := s.record(ctx, tx, run, &r); err != nil {
			return err
		}
		for i := range list {
			c := list[i]
			c.At, c.Who, c.Run = r.Started, r.Who, run
			if err := s.closePeriod(ctx, tx, n+int64(i)+1, &c); err != nil {
				return err
			}
		}
		return nil
	})
	return run, s.explain(err)
}

func (s *SQL) closePeriod(ctx context.Context, tx *sql.Tx, number int64, c *Closed) error {
	_, err := tx.ExecContext(ctx, s.bind(`UPDATE closed SET superseded = 1
		WHERE superseded = 0 AND employer_id = ? AND municipality = ? AND period = ?`), c.EmployerID, c.Municipality, c.Period)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, s.bind(`INSERT INTO closed (number, `+closedColumns+`, superseded) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,0)`), number,
		c.EmployerID, c.Municipality, c.Period, day(c.From), day(c.To), int64(c.Remitted), int64(c.Credit), day(c.PaidOn), c.At, c.Who, c.Run)
	return err
}
