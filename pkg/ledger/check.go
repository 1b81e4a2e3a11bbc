package ledger

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"iter"
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
		{&r.Lines, "SELECT COUNT(*) FROM tax_lines"},
		{&r.Sums, "SELECT COUNT(*) FROM sums WHERE line_count <> 0"},
		{&r.Facts, "SELECT COUNT(*) FROM facts WHERE superseded_by IS NULL"},
	} {
		if err := s.db.QueryRowContext(ctx, x.query).Scan(x.n); err != nil {
			return nil, s.explain(err)
		}
	}
	if err := s.checkChecks(ctx, r); err != nil {
		return nil, err
	}
	if err := s.checkSums(ctx, r); err != nil {
		return nil, err
	}
	return r, s.checkRuns(ctx, r)
}

// checkChecks compares every check, superseded or not, with its hashes.
func (s *SQL) checkChecks(ctx context.Context, r *Report) error {
	next, stop := iter.Pull2(s.allLines(ctx))
	defer stop()
	at, err, more := next()
	if err != nil {
		return err
	}
	return s.each(ctx, `SELECT number, employer_id, check_id, content_hash, content, lines_hash, line_count FROM checks ORDER BY number`, nil,
		func(rows *sql.Rows) error {
			c, hash, count := &Check{}, []byte(nil), 0
			if err := rows.Scan(&c.Number, &c.EmployerID, &c.CheckID, &hash, &c.Content, &c.LinesHash, &count); err != nil {
				return err
			}
			if !bytes.Equal(hash, ContentHash(c.Content)) {
				r.fault("the rows of check %s of employer %s are not those that were posted", c.CheckID, c.EmployerID)
			}
			for more && at.check < c.Number {
				r.fault("there are lines of a check %d, which is not in the ledger", at.check)
				if at, err, more = next(); err != nil {
					return err
				}
			}
			for more && at.check == c.Number {
				c.Lines = append(c.Lines, at.Line)
				if at, err, more = next(); err != nil {
					return err
				}
			}
			if len(c.Lines) != count || !bytes.Equal(c.LinesHash, hashLines(c.Lines)) {
				r.fault("the lines of check %s of employer %s are not those that were posted", c.CheckID, c.EmployerID)
			}
			return nil
		})
}

type lineOf struct {
	check int64
	Line
}

func (s *SQL) allLines(ctx context.Context) iter.Seq2[lineOf, error] {
	return seq(ctx, s, `SELECT tax_lines.number, municipality, role, rate, wages, subject, not_subject, required, withheld, slot, citations.citation
		FROM tax_lines LEFT JOIN citations ON citations.number = tax_lines.citation ORDER BY tax_lines.number`, nil,
		func(rows *sql.Rows) (l lineOf, err error) {
			var cite sql.NullString
			err = rows.Scan(&l.check, &l.Municipality, &l.Role, &l.Rate, &l.Wages, &l.Subject, &l.NotSubject, &l.Required, &l.Withheld, &l.Slot, &cite)
			l.Citations = cite.String
			l.check /= lineRoom
			return l, err
		})
}

type sumOf struct {
	employer string
	SumKey
}

// checkSums adds up the lines in force and compares.
func (s *SQL) checkSums(ctx context.Context, r *Report) error {
	const order = ` ORDER BY 1, 2, 3, 4`
	kept, made := map[sumOf]Amounts{}, map[sumOf]Amounts{}
	read := func(into map[sumOf]Amounts, query string) error {
		return s.each(ctx, query+order, nil, func(rows *sql.Rows) error {
			var k sumOf
			var a Amounts
			err := rows.Scan(&k.employer, &k.Municipality, &k.Slot, &k.EmployeeID, &a.Lines, &a.Subject, &a.Required, &a.Withheld)
			into[k] = a
			return err
		})
	}
	if err := read(kept, `SELECT employer_id, municipality, slot, employee_id, line_count, subject, required, withheld FROM sums WHERE line_count <> 0`); err != nil {
		return err
	}
	if err := read(made, fmt.Sprintf(`SELECT employer_id, municipality, slot, employee_id, COUNT(*), SUM(subject), SUM(required), SUM(withheld)
		FROM tax_lines JOIN checks ON checks.number = tax_lines.number / %d
		WHERE superseded_by IS NULL AND municipality <> '' GROUP BY employer_id, municipality, slot, employee_id`, lineRoom)); err != nil {
		return err
	}
	for k, a := range made {
		if b := kept[k]; a != b {
			r.fault("employer %s, municipality %s, employee %s: the lines of a month require %s and say %s was withheld; the sum kept is %s and %s",
				k.employer, k.Municipality, k.EmployeeID, a.Required, a.Withheld, b.Required, b.Withheld)
		}
		delete(kept, k)
	}
	for k := range kept {
		r.fault("employer %s, municipality %s, employee %s: a sum is kept of lines that are not there", k.employer, k.Municipality, k.EmployeeID)
	}
	return nil
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
