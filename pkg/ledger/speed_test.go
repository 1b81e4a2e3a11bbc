package ledger_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
	"example.com/withhold/pkg/ledger/conformance"
)

// BenchmarkPost posts checks through the ledger, and inserts what is posted into
// bare tables with the same driver, in turn: a row for each check, line and sum,
// without a key or an index. "share" is the speed of the first as a share of the
// second's, by those rows.
func BenchmarkPost(b *testing.B) {
	const checks = 100_000
	var posted, bare time.Duration
	for range b.N {
		posted += timePost(b, checks)
		bare += timeBare(b, checks)
	}
	n := float64(b.N * checks)
	b.ReportMetric(n/posted.Seconds(), "checks/s")
	b.ReportMetric(3*n/posted.Seconds(), "rows/s")
	b.ReportMetric(3*n/bare.Seconds(), "bare_rows/s")
	b.ReportMetric(bare.Seconds()/posted.Seconds(), "share")
}

// timePost posts one employer's checks, each of one line and a sum of its own.
func timePost(b *testing.B, n int) time.Duration {
	s := open(b, filepath.Join(b.TempDir(), "ledger.db"))
	start := time.Now()
	postMany(b, s, n)
	return time.Since(start)
}

// timeBare inserts the same values, with as many rows a statement, in one
// transaction.
func timeBare(b *testing.B, n int) time.Duration {
	path := filepath.Join(b.TempDir(), "bare.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-32000)&_txlock=immediate")
	fatal(b, err)
	defer db.Close()
	for _, t := range []string{
		`CREATE TABLE checks (number INTEGER PRIMARY KEY, employer_id TEXT, pay_date INTEGER, employee_id TEXT, check_id TEXT, election INTEGER,
			content_hash BLOB, content BLOB, lines_hash BLOB, line_count INTEGER, run INTEGER)`,
		`CREATE TABLE tax_lines (number INTEGER PRIMARY KEY, municipality TEXT, role TEXT, rate INTEGER, wages INTEGER, subject INTEGER, not_subject TEXT,
			required INTEGER, withheld INTEGER, slot INTEGER, citation INTEGER)`,
		`CREATE TABLE sums (employer_id TEXT, municipality TEXT, slot INTEGER, employee_id TEXT, line_count INTEGER, subject INTEGER, required INTEGER, withheld INTEGER)`,
	} {
		_, err := db.Exec(t)
		fatal(b, err)
	}
	start := time.Now()
	tx, err := db.Begin()
	fatal(b, err)
	tables := []*bare{newBare(b, tx, "checks", 11), newBare(b, tx, "tax_lines", 11), newBare(b, tx, "sums", 8)}
	hash := make([]byte, 16)
	for i := range n {
		c := conformance.Check(id(i), "a", calc.NewDate(2026, 1, 9), 1000_00, 12_50)
		l := c.Lines[0]
		tables[0].add(b, int64(i), c.EmployerID, int64(20260109), c.EmployeeID, c.CheckID, int64(0), hash, c.Content, hash, int64(1), int64(1))
		tables[1].add(b, int64(i)<<16, l.Municipality, l.Role, int64(l.Rate), int64(l.Wages), int64(l.Subject), l.NotSubject, int64(l.Required), int64(l.Withheld), int64(l.Slot), int64(1))
		tables[2].add(b, c.EmployerID, l.Municipality, int64(l.Slot), c.EmployeeID, int64(1), int64(l.Subject), int64(l.Required), int64(l.Withheld))
	}
	fatal(b, tx.Commit())
	return time.Since(start)
}

type bare struct {
	statement *sql.Stmt
	args      []any
	columns   int
}

func newBare(b *testing.B, tx *sql.Tx, table string, columns int) *bare {
	row := "(" + strings.TrimSuffix(strings.Repeat("?,", columns), ",") + "),"
	s, err := tx.Prepare(fmt.Sprintf("INSERT INTO %s VALUES %s", table, strings.TrimSuffix(strings.Repeat(row, 100), ",")))
	fatal(b, err)
	return &bare{statement: s, columns: columns}
}

func (x *bare) add(b *testing.B, args ...any) {
	if x.args = append(x.args, args...); len(x.args) == 100*x.columns {
		_, err := x.statement.Exec(x.args...)
		fatal(b, err)
		x.args = x.args[:0]
	}
}

func fatal(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

var _ ledger.Store = (*ledger.SQL)(nil)
