package ledger_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
	"example.com/withhold/pkg/ledger/conformance"
)

var ctx = context.Background()

func TestSQLiteConforms(t *testing.T) {
	conformance.Run(t, func(t *testing.T) ledger.Store { return open(t, filepath.Join(t.TempDir(), "ledger.db")) })
}

func open(t testing.TB, path string) *ledger.SQL {
	t.Helper()
	s, err := ledger.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// filled is a ledger of some hundred checks, closed.
func filled(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "ledger.db")
	s := open(t, path)
	postMany(t, s, 400)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func postMany(t testing.TB, s ledger.Store, n int) {
	t.Helper()
	tx, err := s.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p := ledger.NewPoster(ctx, s, tx)
	for i := range n {
		if err := p.Post(conformance.Check(id(i), "a", calc.NewDate(2026, 1, 9), 1000_00, 12_50)); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Commit(ledger.Run{ID: "id", Started: "2026-01-09T12:00:00Z", Out: "/out"}); err != nil {
		t.Fatal(err)
	}
}

func id(i int) string {
	return string([]byte{'0' + byte(i/100000%10), '0' + byte(i/10000%10), '0' + byte(i/1000%10), '0' + byte(i/100%10), '0' + byte(i/10%10), '0' + byte(i%10)})
}

// TestFileIsPrivate: the ledger holds social security numbers.
func TestFileIsPrivate(t *testing.T) {
	path := filled(t)
	for _, f := range []string{path, path + ".copy"} {
		if f != path {
			if err := open(t, path).Backup(ctx, f); err != nil {
				t.Fatal(err)
			}
		}
		info, err := os.Stat(f)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", f, info.Mode(), err)
		}
	}
}

// TestDamage: whatever is damaged is refused before anything is written, with
// what to do.
func TestDamage(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"empty":    func([]byte) []byte { return nil },
		"cut off":  func(b []byte) []byte { return b[:len(b)/2] },
		"a text":   func([]byte) []byte { return []byte(strings.Repeat("no ledger\n", 100)) },
		"a header": func(b []byte) []byte { copy(b, "garbage"); return b },
		"pages": func(b []byte) []byte {
			for i := 4096; i < len(b); i++ {
				b[i] ^= 0x5a
			}
			return b
		},
		"one page": func(b []byte) []byte { clear(b[len(b)/2 : len(b)/2+4096]); return b },
	} {
		t.Run(name, func(t *testing.T) {
			path := filled(t)
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(b), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := ledger.Open(ctx, path)
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), "backup") || !strings.Contains(err.Error(), path) {
				t.Errorf("no advice, or not which file: %v", err)
			}
		})
	}
}

// TestForeignDatabase: a database of somebody else's is not written to.
func TestForeignDatabase(t *testing.T) {
	path := filled(t)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[68] ^= 0xff // the application id
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Open(ctx, path); err == nil || !strings.Contains(err.Error(), "not a ledger") {
		t.Errorf("got %v", err)
	}
}

// TestCheckFinds: check finds what was changed behind the ledger's back.
func TestCheckFinds(t *testing.T) {
	path := filled(t)
	s := open(t, path)
	r, err := s.Check(ctx)
	if err != nil || len(r.Faults) > 0 || r.InForce != 400 || r.Lines != 400 || r.Sums != 400 {
		t.Fatalf("%+v %v", r, err)
	}
	if len(r.Unconfirmed) != 1 || r.Unconfirmed[0].Out != "/out" {
		t.Errorf("a run whose results were not confirmed: %+v", r.Unconfirmed)
	}
	for _, change := range []string{
		`UPDATE sums SET required = required + 1 WHERE employee_id = '000007'`,
		`DELETE FROM sums WHERE employee_id = '000008'`,
		`UPDATE checks SET lines = REPLACE(lines, '1250', '1249') WHERE number = 9`,
		`UPDATE checks SET lines = '' WHERE number = 10`,
		`UPDATE checks SET lines = 'no lines' WHERE number = 13`,
		`UPDATE checks SET content = content_hash WHERE number = 11`,
		`UPDATE checks SET run = 99 WHERE number = 12`,
	} {
		if err := s.Exec(ctx, change); err != nil {
			t.Fatal(err)
		}
		before := len(r.Faults)
		if r, err = s.Check(ctx); err != nil || len(r.Faults) <= before {
			t.Errorf("%s: %q %v", change, r.Faults, err)
		}
	}
}

// TestLock: a second writer waits, and then says who has it.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	first, err := ledger.Acquire(ctx, path, 0, ledger.Holder{PID: 4711, Since: "2026-01-09T12:00:00Z", Doing: "writing /out"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = ledger.Acquire(ctx, path, 120*time.Millisecond, ledger.Holder{PID: 1})
	var held *ledger.HeldError
	if !errors.As(err, &held) || held.Holder == nil || held.Holder.PID != 4711 {
		t.Fatalf("got %v", err)
	}
	for _, word := range []string{"4711", "2026-01-09T12:00:00Z", "/out", "120ms"} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %s", err, word)
		}
	}
	time.AfterFunc(100*time.Millisecond, func() { first.Release() })
	second, err := ledger.Acquire(ctx, path, 5*time.Second, ledger.Holder{PID: 2})
	if err != nil {
		t.Fatalf("it did not wait: %v", err)
	}
	if err := second.Release(); err != nil {
		t.Error(err)
	}
}

// TestGivenUp: a run that is given up halfway leaves nothing, whatever is on its
// way to the database, and its ledger can be posted to again.
func TestGivenUp(t *testing.T) {
	path := filled(t)
	s := open(t, path)
	given, giveUp := context.WithCancel(ctx)
	defer giveUp()
	tx, err := s.Begin(given)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5000 {
		if err = tx.Post(conformance.Check(id(i), "b", calc.NewDate(2026, 2, 9), 1000_00, 12_50)); err != nil {
			break
		}
		if i == 2500 {
			giveUp()
		}
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("posting: %v", err)
	}
	if err := tx.Supersede(1); err != nil {
		t.Error(err)
	}
	if _, err := tx.Commit(ledger.Run{ID: "x", Started: "now"}); !errors.Is(err, context.Canceled) {
		t.Errorf("committing: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
	if r, err := s.Check(ctx); err != nil || len(r.Faults) > 0 || r.InForce != 400 || r.Superseded != 0 {
		t.Errorf("%+v %v", r, err)
	}
	postMany(t, s, 500)
}

// TestFull: a full disk posts nothing and says so.
func TestFull(t *testing.T) {
	path := filled(t)
	s := open(t, path)
	if err := s.LimitPages(ctx, 40); err != nil {
		t.Fatal(err)
	}
	tx, err := s.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5000 {
		if i < 400 {
			err = tx.Supersede(int64(i + 1))
		}
		if err == nil {
			err = tx.Post(conformance.Check(id(i), "b", calc.NewDate(2026, 2, 9), 1000_00, 12_50))
		}
		if err != nil {
			break
		}
	}
	if err == nil {
		_, err = tx.Commit(ledger.Run{ID: "x", Started: "now"})
	}
	if !errors.Is(err, ledger.ErrFull) {
		t.Fatalf("got %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
	s.Close()
	again := open(t, path)
	if r, err := again.Check(ctx); err != nil || len(r.Faults) > 0 || r.InForce != 400 || r.Superseded != 0 {
		t.Errorf("%+v %v", r, err)
	}
}
