package ledger_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
	"example.com/withhold/pkg/ledger/conformance"
)

// TestMigrations: a ledger of every earlier version is brought up to date with
// all it holds; one of a later version is refused.
func TestMigrations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	if err := ledger.CreateVersion(ctx, path, 1); err != nil {
		t.Fatal(err)
	}
	s := open(t, path)
	postMany(t, s, 3)
	if _, err := s.ClosePeriods(ctx, ledger.Run{}, []ledger.Closed{{EmployerID: "E1", Municipality: "m", Period: "2026-Q1"}}); err != nil {
		t.Errorf("after migrating: %v", err)
	}
	if r, err := s.Check(ctx); err != nil || len(r.Faults) > 0 || r.InForce != 3 {
		t.Errorf("%+v %v", r, err)
	}
	if err := s.Exec(ctx, `INSERT INTO schema_version (version) VALUES (99)`); err != nil {
		t.Fatal(err)
	}
	s.Close()
	var later *ledger.TooNewError
	if _, err := ledger.Open(ctx, path); !errors.As(err, &later) || later.Version != 99 {
		t.Errorf("got %v", err)
	}
}

// TestMigratesLines: a ledger of version 5, whose lines were rows of their own,
// says the same after it as before: of checks with two lines, with one, with
// none, and of one that was superseded.
func TestMigratesLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	if err := ledger.CreateVersion(ctx, path, 5); err != nil {
		t.Fatal(err)
	}
	paid := calc.NewDate(2026, 1, 9)
	two, one, none := conformance.Check("1", "a", paid, 1000_00, 12_50), conformance.Check("2", "a", paid, -5, -1), conformance.Check("3", "a", paid, 1, 0)
	second := two.Lines[0]
	second.Municipality, second.Role, second.NotSubject, second.Citations = "", "residence", "section_125=10135;tips=7", "R.C. 718.03(A)(1); another"
	two.Lines, none.Lines = append(two.Lines, second), nil
	checks := []*ledger.Check{conformance.Check("1", "a", paid, 900_00, 11_25), two, one, none}
	old, err := ledger.OpenVersion(path)
	if err != nil {
		t.Fatal(err)
	}
	exec := func(statement string, args ...any) {
		t.Helper()
		if err := old.Exec(ctx, statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`INSERT INTO runs VALUES (1, 'id', '2026-01-09T12:00:00Z', 'dana', 'v1', 'hash', '/out', 1), (2, 'id', '2026-01-10T12:00:00Z', 'dana', 'v1', 'hash', '/out', 1)`)
	exec(`INSERT INTO citations VALUES (1, 'a citation'), (2, ?)`, second.Citations)
	for i, c := range checks {
		var over any
		if i == 0 {
			over = 2
		}
		exec(`INSERT INTO checks VALUES (?, ?, 20260109, ?, ?, 0, ?, ?, ?, ?, 1, ?)`, i+1, c.EmployerID, c.EmployeeID, c.CheckID, ledger.ContentHash(c.Content),
			c.Content, ledger.HashLines(c.Lines), len(c.Lines), over)
		for j, l := range c.Lines {
			exec(`INSERT INTO tax_lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, (i+1)<<16+j, l.Municipality, l.Role, int64(l.Rate), int64(l.Wages),
				int64(l.Subject), l.NotSubject, int64(l.Required), int64(l.Withheld), l.Slot, j+1)
			if i > 0 && l.Municipality != "" {
				exec(`INSERT INTO sums VALUES (?, ?, ?, ?, 1, ?, ?, ?)`, c.EmployerID, l.Municipality, l.Slot, c.EmployeeID, int64(l.Subject), int64(l.Required), int64(l.Withheld))
			}
		}
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	s := open(t, path)
	want := checks[1:]
	for c, err := range s.Checks(ctx, ledger.Query{Content: true, Lines: true}) {
		if err != nil || len(want) == 0 {
			t.Fatal(c, err)
		}
		lines := slices.Clone(want[0].Lines)
		for i := range lines {
			lines[i].Citations = "" // what Check compares below has them
		}
		if !reflect.DeepEqual(c.Lines, lines) || !bytes.Equal(c.Content, want[0].Content) {
			t.Errorf("%+v, want %+v", c, want[0])
		}
		want = want[1:]
	}
	if r, err := s.Check(ctx); err != nil || len(r.Faults) > 0 || r.InForce != 3 || r.Superseded != 1 || r.Lines != 4 {
		t.Errorf("%+v %v", r, err)
	}
	tx, err := s.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p := ledger.NewPoster(ctx, s, tx)
	for _, c := range checks[1:] {
		if err := p.Post(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(p.Finish(), tx.Rollback()); err != nil || p.Counts.Same != 3 {
		t.Errorf("posted again: %+v %v", p.Counts, err)
	}
}
