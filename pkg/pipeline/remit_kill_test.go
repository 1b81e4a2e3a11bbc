package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// TestKilledRemit is the process that TestKillRemit kills: one closing.
func TestKilledRemit(t *testing.T) {
	dir := os.Getenv(killedDir)
	if dir == "" {
		t.Skip("it is run by TestKillRemit")
	}
	pause = func(at string) {
		if at == os.Getenv(killedAt) {
			fmt.Println("paused")
			select {}
		}
	}
	if _, err := Remit(context.Background(), killedRemit(dir, "remit")); err != nil {
		t.Fatal(err)
	}
}

func killedRemit(dir, out string) RemitOptions {
	o := RemitOptions{DueBy: calc.NewDate(2026, 12, 31), Close: true}
	o.ArchiveOptions = ArchiveOptions{Out: filepath.Join(dir, out), Version: "test", Ledger: LedgerOptions{Path: filepath.Join(dir, "ledger.db"),
		Wait: 20 * time.Second, Who: "test", Now: time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)}}
	return o
}

// TestKillRemit kills closings at any moment. After each the ledger is sound, the
// period is closed or is not, and the results are the earlier ones whole or the
// new ones whole; the same command again makes the new ones and leaves the period
// settled to the cent, paid once.
func TestKillRemit(t *testing.T) {
	if testing.Short() {
		t.Skip("60 closings are killed: not with -short")
	}
	r := remember(t)
	killed, longest := 0, 100*time.Millisecond
	paid, results := calc.Cents(0), ""
	for try := 0; killed < 60; try++ {
		if try > 400 {
			t.Fatalf("only %d of %d closings could be killed under way", killed, try)
		}
		// Every round something is due anew, or was remitted too much.
		due := calc.Cents(12_50) * calc.Cents(try%7+1)
		r.pays(fmt.Sprintf("j1,2026-01-09,Village 000,%d.00", 1000*(try%7+1)))
		before := settledSum(t, r.ledger())
		done, took := killOne(t, "TestKilledRemit", "closed", r.dir, "", try, longest)
		if done {
			longest = took
		} else {
			killed++
		}
		after, unconfirmed := settledSum(t, r.ledger()), unconfirmedRuns(t, r.ledger())
		if after != before && after != due {
			t.Fatalf("after kill %d %s are settled: neither the %s before nor the %s due", killed, after, before, due)
		}
		now := resultsOf(t, r.dir)
		if after != due && now != results {
			t.Fatalf("after kill %d nothing is closed, but the results are new:\n%s", killed, now)
		}
		if after == due && before != due && unconfirmed == 0 && now == results {
			t.Fatalf("after kill %d all is closed and confirmed, but the results are the earlier ones", killed)
		}
		if after != due || unconfirmed > 0 {
			if _, err := Remit(context.Background(), killedRemit(r.dir, "remit")); err != nil {
				t.Fatal(err)
			}
		}
		if after := settledSum(t, r.ledger()); after != due || unconfirmedRuns(t, r.ledger()) > 0 {
			t.Fatalf("run again, %s are settled of %s due", after, due)
		}
		results = resultsOf(t, r.dir)
		for _, row := range readCSV(t, filepath.Join(r.dir, "remit"), "payments") {
			x, err := calc.ParseCents(row["amount"])
			if err != nil {
				t.Fatal(err)
			}
			paid += x
		}
		again := killedRemit(r.dir, "again")
		again.Again = true
		if _, err := Remit(context.Background(), again); err != nil {
			t.Fatal(err)
		}
		if got := folderBytes(t, again.Out); before != due && got != results {
			t.Fatalf("after kill %d the results in place are\n%s\nnot\n%s", killed, results, got)
		}
	}
	var remitted, credit calc.Cents
	for _, c := range closedIn(t, r.ledger()) {
		remitted += c.Remitted
		credit -= c.Credit
	}
	if paid != remitted || credit < 0 {
		t.Errorf("the results pay %s, the ledger says %s, with %s of credit", paid, remitted, credit)
	}
	t.Logf("%d closings killed", killed)
}

// resultsOf are the results in place; a command killed between its two renames
// leaves the earlier ones beside.
func resultsOf(t *testing.T, dir string) string {
	t.Helper()
	for _, name := range []string{"remit", ".remit.old"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return folderBytes(t, filepath.Join(dir, name))
		}
	}
	return ""
}

func settledSum(t *testing.T, path string) (sum calc.Cents) {
	t.Helper()
	for _, c := range closedIn(t, path) {
		sum += c.Settled()
	}
	return sum
}

// unconfirmedRuns counts closings whose results were not seen put in place, in a
// ledger that is sound.
func unconfirmedRuns(t *testing.T, path string) (n int) {
	t.Helper()
	s, err := ledger.OpenExisting(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := s.Check(context.Background())
	if err != nil || len(r.Faults) > 0 {
		t.Fatalf("%+v %v", r, err)
	}
	for _, run := range r.Unconfirmed {
		if strings.HasPrefix(run.ID, closingWord) {
			n++
		}
	}
	return n
}
