package ledger

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
)

// A Report is what a look through a whole ledger found.
type Report struct {
	Runs, InForce, Superseded, Lines, Sums, Facts int64

	Faults      []string // what does not agree; a ledger with any is not to be trusted
	Unconfirmed []Run    // posted, but their results were not seen put in place
}

// maxFaults is how many faults are listed.
const maxFaults = 20

func (r *Report) fault(format string, args ...any) {
	if len(r.Faults) < maxFaults {
		r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
	}
}

// Check looks through the whole ledger: every page of the file, every check
// against its hashes, and every sum against the lines it is made of.
func (s *SQL) Check(ctx context.Context) (*Report, error) {
	r := &Report{}
	if err := s.integrity(ctx, "integrity_check"); err != nil {
		return nil, err
	}
	for _, x := range []struct {
		n     *int64
		query string
	}{
		{&r.Runs, "SELECT COUNT(*) FROM runs"},
		{&r.InForce, "SELECT COUNT(*) FROM checks WHERE superseded_by IS NULL"},
		{&r.Superseded, "SELECT COUNT(*) FROM checks WHERE superseded_by IS NOT NULL"},
		{&r.Lines, "SELECT COALESCE(SUM(line_count), 0) FROM checks"},
		{&r.Sums, "SELECT COUNT(*) FROM sums WHERE line_count <> 0"},
		{&r.Facts, "SELECT COUNT(*) FROM facts WHERE superseded_by IS NULL"},
	} {
		if err := s.db.QueryRowContext(ctx, x.query).Scan(x.n); err != nil {
			return nil, s.explain(err)
		}
	}
	made, err := s.checkChecks(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := s.checkSums(ctx, r, made); err != nil {
		return nil, err
	}
	return r, s.checkRuns(ctx, r)
}

type sumOf struct {
	employer string
	SumKey
}

// checkChecks compares every check, superseded or not, with its hashes, and adds
// up the lines of those in force.
func (s *SQL) checkChecks(ctx context.Context, r *Report) (made map[sumOf]Amounts, err error) {
	all, err := s.cited(ctx)
	if err != nil {
		return nil, err
	}
	made = map[sumOf]Amounts{}
	return made, s.each(ctx, `SELECT employer_id, employee_id, check_id, content_hash, content, lines_hash, line_count, lines, superseded_by IS NULL
		FROM checks ORDER BY number`, nil, func(rows *sql.Rows) error {
		c, hash, count, text, inForce := &Check{}, []byte(nil), 0, "", false
		if err := rows.Scan(&c.EmployerID, &c.EmployeeID, &c.CheckID, &hash, &c.Content, &c.LinesHash, &count, &text, &inForce); err != nil {
			return err
		}
		if !bytes.Equal(hash, ContentHash(c.Content)) {
			r.fault("the rows of check %s of employer %s are not those that were posted", c.CheckID, c.EmployerID)
		}
		var unread error
		if c.Lines, unread = all.lines(text); unread != nil || len(c.Lines) != count || !bytes.Equal(c.LinesHash, hashLines(c.Lines)) {
			r.fault("the lines of check %s of employer %s are not those that were posted", c.CheckID, c.EmployerID)
		}
		for i := range c.Lines {
			if l := &c.Lines[i]; inForce && l.Municipality != "" {
				k := sumOf{c.EmployerID, SumKey{l.Municipality, l.Slot, c.EmployeeID}}
				a := made[k]
				a.add(l, 1)
				made[k] = a
			}
		}
		return nil
	})
}

// checkSums compares the sums kept with those that the lines make.
func (s *SQL) checkSums(ctx context.Context, r *Report, made map[sumOf]Amounts) error {
	err := s.each(ctx, `SELECT employer_id, municipality, slot, employee_id, line_count, subject, required, withheld FROM sums
		WHERE line_count <> 0 ORDER BY 1, 2, 3, 4`, nil, func(rows *sql.Rows) error {
		var k sumOf
		var a Amounts
		if err := rows.Scan(&k.employer, &k.Municipality, &k.Slot, &k.EmployeeID, &a.Lines, &a.Subject, &a.Required, &a.Withheld); err != nil {
			return err
		}
		if b := made[k]; a != b {
			r.fault("employer %s, municipality %s, employee %s: the lines of a month require %s and say %s was withheld; the sum kept is %s and %s",
				k.employer, k.Municipality, k.EmployeeID, b.Required, b.Withheld, a.Required, a.Withheld)
		}
		delete(made, k)
		return nil
	})
	for k, a := range made {
		r.fault("employer %s, municipality %s, employee %s: no sum is kept of the lines of a month, which require %s and say %s was withheld",
			k.employer, k.Municipality, k.EmployeeID, a.Required, a.Withheld)
	}
	return err
}

// checkRuns looks for postings of no run, and for runs without results.
func (s *SQL) checkRuns(ctx context.Context, r *Report) error {
	runs, err := s.Runs(ctx)
	if err != nil {
		return err
	}
	known := map[int64]bool{}
	for _, run := range runs {
		known[run.Number] = true
		if !run.Confirmed {
			r.Unconfirmed = append(r.Unconfirmed, run)
		}
	}
	for _, table := range []string{"checks", "facts"} {
		err := s.each(ctx, `SELECT run, COALESCE(superseded_by, run) FROM `+table+` GROUP BY 1, 2`, nil, func(rows *sql.Rows) error {
			var by, over int64
			if err := rows.Scan(&by, &over); err != nil {
				return err
			}
			if !known[by] || !known[over] {
				r.fault("some %s were posted or superseded by a run that is not in the ledger", table)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return s.each(ctx, `SELECT DISTINCT run FROM closed WHERE run <> 0`, nil, func(rows *sql.Rows) error {
		var by int64
		if err := rows.Scan(&by); err != nil {
			return err
		}
		if !known[by] {
			r.fault("some periods were closed by a run that is not in the ledger")
		}
		return nil
	})
}
