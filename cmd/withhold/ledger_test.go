package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gofrs/flock"
)

func runWithLedger(t *testing.T, ledger, out string, args ...string) (int, string) {
	t.Helper()
	in := filepath.Join(t.TempDir(), "payroll.csv")
	rows := "employer_id,employee_id,check_id,pay_date,work_municipality,gross_wages\nE1,1,j1,2026-01-09,Village 000,1000.00\n"
	if err := os.WriteFile(in, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := withhold(append([]string{"run", "--quiet", "--no-report", "--ledger", ledger, "--out", out, in}, args...), console{strings.NewReader(""), &stdout, &stderr})
	return code, stderr.String()
}

// TestLedgerInUse: a second run waits for the first, and then says who has the
// ledger.
func TestLedgerInUse(t *testing.T) {
	dir := t.TempDir()
	ledger, out := filepath.Join(dir, "ledger.db"), filepath.Join(dir, "out")
	lock := flock.New(ledger + ".lock")
	if ok, err := lock.TryLock(); err != nil || !ok {
		t.Fatal(err)
	}
	holder := `{"pid": 4711, "since": "2026-01-09T12:00:00Z", "doing": "writing /results"}`
	if err := os.WriteFile(ledger+".holder", []byte(holder), 0o600); err != nil {
		t.Fatal(err)
	}
	code, said := runWithLedger(t, ledger, out, "--ledger-wait", "200ms")
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	for _, word := range []string{"4711", "2026-01-09T12:00:00Z", "writing /results", "waited 200ms"} {
		if !strings.Contains(said, word) {
			t.Errorf("%q does not say %q", said, word)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("it wrote results")
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if code, said := runWithLedger(t, ledger, out); code != exitDone {
		t.Errorf("exit code %d: %s", code, said)
	}
}

// TestLedgerReadOnly: a folder that cannot be written to is said to be one.
func TestLedgerReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere: run the tests as somebody else")
	}
	dir := filepath.Join(t.TempDir(), "read-only")
	if err := os.Mkdir(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	code, said := runWithLedger(t, filepath.Join(dir, "ledger.db"), out)
	if code != exitFailed || !strings.Contains(said, "must be there and writable") {
		t.Errorf("exit code %d: %s", code, said)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("it wrote results")
	}
}
