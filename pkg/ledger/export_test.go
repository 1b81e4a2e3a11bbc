package ledger

import (
	"context"
	"errors"
	"fmt"
)

// Exec changes a ledger behind its back.
func (s *SQL) Exec(ctx context.Context, statement string, args ...any) error {
	_, err := s.db.ExecContext(ctx, statement, args...)
	return err
}

// HashLines is what lines are told apart by.
func HashLines(lines []Line) []byte { return hashLines(lines) }

// OpenVersion opens a ledger of an earlier version as it is.
func OpenVersion(path string) (*SQL, error) { return connect(path) }

// LimitPages leaves room for so many pages only, on one connection.
func (s *SQL) LimitPages(ctx context.Context, n int) error {
	s.db.SetMaxOpenConns(1)
	_, err := s.db.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", n))
	return err
}

// CreateVersion makes a ledger as an earlier version did.
func CreateVersion(ctx context.Context, path string, version int) error {
	s, err := connect(path)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID))
	return errors.Join(err, s.migrate(ctx, version), s.Close())
}
