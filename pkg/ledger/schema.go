package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// A migration brings the schema from one version to the next. A migration that
// was released is never changed; what comes later is a migration of its own.
// KEY stands for a whole number that may be large and is the table's key,
// CLUSTERED for what keeps a table in the order of its key.
var migrations = [][]string{
	{ // 1: runs, checks with their lines, sums, facts
		`CREATE TABLE runs (number KEY PRIMARY KEY, id TEXT NOT NULL, started TEXT NOT NULL, who TEXT NOT NULL,
			version TEXT NOT NULL, schedules TEXT NOT NULL, out_dir TEXT NOT NULL, confirmed INTEGER NOT NULL)`,
		`CREATE TABLE run_inputs (run BIGINT NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL, bytes BIGINT NOT NULL,
			row_count BIGINT NOT NULL, set_aside BIGINT NOT NULL)`,
		`CREATE TABLE checks (number KEY PRIMARY KEY, employer_id TEXT NOT NULL, pay_date INTEGER NOT NULL,
			employee_id TEXT NOT NULL, check_id TEXT NOT NULL, election INTEGER NOT NULL, content_hash BYTEA NOT NULL,
			content BYTEA NOT NULL, lines_hash BYTEA NOT NULL, line_count INTEGER NOT NULL, run BIGINT NOT NULL, superseded_by BIGINT)`,
		`CREATE UNIQUE INDEX checks_in_force ON checks (employer_id, pay_date, employee_id, check_id) WHERE superseded_by IS NULL`,
		`CREATE TABLE citations (number KEY PRIMARY KEY, citation TEXT NOT NULL)`,
		`CREATE TABLE tax_lines (number KEY PRIMARY KEY, municipality TEXT NOT NULL, role TEXT NOT NULL, rate BIGINT NOT NULL,
			wages BIGINT NOT NULL, subject BIGINT NOT NULL, not_subject TEXT NOT NULL, required BIGINT NOT NULL,
			withheld BIGINT NOT NULL, slot INTEGER NOT NULL, citation BIGINT NOT NULL)`,
		`CREATE TABLE sums (employer_id TEXT NOT NULL, municipality TEXT NOT NULL, slot INTEGER NOT NULL, employee_id TEXT NOT NULL,
			line_count BIGINT NOT NULL, subject BIGINT NOT NULL, required BIGINT NOT NULL, withheld BIGINT NOT NULL,
			PRIMARY KEY (employer_id, municipality, slot, employee_id)) CLUSTERED`,
		`CREATE TABLE facts (number KEY PRIMARY KEY, kind TEXT NOT NULL, employer_id TEXT NOT NULL, employee_id TEXT NOT NULL,
			item TEXT NOT NULL, content TEXT NOT NULL, run BIGINT NOT NULL, superseded_by BIGINT)`,
		`CREATE UNIQUE INDEX facts_in_force ON facts (kind, employer_id, employee_id, item) WHERE superseded_by IS NULL`,
	},
	{ // 2: closed periods and amendments
		`CREATE TABLE closed (number KEY PRIMARY KEY, employer_id TEXT NOT NULL, municipality TEXT NOT NULL, period TEXT NOT NULL,
			from_day INTEGER NOT NULL, to_day INTEGER NOT NULL, remitted BIGINT NOT NULL, at TEXT NOT NULL, who TEXT NOT NULL,
			superseded INTEGER NOT NULL)`,
		`CREATE TABLE amendments (run BIGINT NOT NULL, employer_id TEXT NOT NULL, municipality TEXT NOT NULL, period TEXT NOT NULL,
			amount_before BIGINT NOT NULL, amount_after BIGINT NOT NULL)`,
	},
	{ // 3: credits between periods, and when a period was paid
		`ALTER TABLE closed ADD COLUMN credit BIGINT NOT NULL DEFAULT 0`,
		`ALTER TABLE closed ADD COLUMN paid_on INTEGER NOT NULL DEFAULT 0`,
	},
	{ // 4: which run closed a period
		`ALTER TABLE closed ADD COLUMN run BIGINT NOT NULL DEFAULT 0`,
		`CREATE INDEX closed_by_period ON closed (employer_id, municipality, period)`,
	},
	{ // 5: amendments by employee
		`CREATE TABLE employee_amendments (run BIGINT NOT NULL, employer_id TEXT NOT NULL, municipality TEXT NOT NULL, period TEXT NOT NULL,
			employee_id TEXT NOT NULL, required_before BIGINT NOT NULL, required_after BIGINT NOT NULL, withheld_before BIGINT NOT NULL,
			withheld_after BIGINT NOT NULL)`,
	},
	{ // 6: the lines of a check stand in its row; the number of a line was that of its check times 65536, and its place
		`ALTER TABLE checks ADD COLUMN lines TEXT NOT NULL DEFAULT ''`,
		"UPDATE checks SET lines = COALESCE((SELECT string_agg(concat_ws('\t', municipality, role, rate, wages, subject, not_subject, required, " +
			"withheld, slot, citation), '\n' ORDER BY tax_lines.number) FROM tax_lines " +
			"WHERE tax_lines.number >= checks.number * 65536 AND tax_lines.number < (checks.number + 1) * 65536), '')",
		`DROP TABLE tax_lines`,
	},
}

// A TooNewError says that a ledger was written by a later program.
type TooNewError struct{ Version, Known int }

func (e *TooNewError) Error() string {
	return fmt.Sprintf("the ledger was written by a later version of withhold (schema %d; this one knows %d); use that version, or restore a backup made before it",
		e.Version, e.Known)
}

// migrate brings the schema up to date, each migration in a transaction of its
// own, up to a version.
func (s *SQL) migrate(ctx context.Context, upTo int) error {
	if _, err := s.db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)`); err != nil {
		return err
	}
	var version int
	if err := s.db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM schema_version`).Scan(&version); err != nil {
		return err
	}
	if version > len(migrations) {
		return &TooNewError{version, len(migrations)}
	}
	for ; version < upTo; version++ {
		if err := s.step(ctx, version); err != nil {
			return err
		}
	}
	return nil
}

// step is one migration.
func (s *SQL) step(ctx context.Context, version int) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		for i, statement := range migrations[version] {
			statement = strings.Replace(statement, "number KEY", "number "+s.keyType, 1)
			statement = strings.TrimSuffix(statement, "CLUSTERED") + map[bool]string{true: s.clustered}[strings.HasSuffix(statement, "CLUSTERED")]
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("migration %d, statement %d: %w", version+1, i+1, err)
			}
		}
		_, err := tx.ExecContext(ctx, s.bind(`INSERT INTO schema_version (version) VALUES (?)`), version+1)
		return err
	})
}

func (s *SQL) inTx(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}
