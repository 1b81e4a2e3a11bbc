package pipeline

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"example.com/withhold/pkg/ledger"
)

// killedDir tells the helper process which run to do, and killedAt where to stop
// and wait for its end.
const killedDir, killedAt = "WITHHOLD_TEST_KILLED_DIR", "WITHHOLD_TEST_KILLED_AT"

// TestKilledRun is the process that TestKillLoop kills: one run with a ledger.
func TestKilledRun(t *testing.T) {
	dir := os.Getenv(killedDir)
	if dir == "" {
		t.Skip("it is run by TestKillLoop")
	}
	pause = func(at string) {
		if at == os.Getenv(killedAt) {
			fmt.Println("paused")
			select {}
		}
	}
	if err := killedRun(dir, os.Getenv(killedDir+"_IN")); err != nil {
		t.Fatal(err)
	}
}

func killedRun(dir, in string) error {
	_, err := Run(context.Background(), Options{Inputs: []string{filepath.Join(dir, in)}, Out: filepath.Join(dir, "out"), Workers: 2, Version: "test",
		Ledger: LedgerOptions{Path: filepath.Join(dir, "ledger.db"), Wait: 20 * time.Second, Who: "test", Now: time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)}})
	return err
}

// TestKillLoop kills runs at any moment. Two payrolls that correct one another
// are posted in turn: after every kill the ledger is sound and says one of the
// two, the results are one of the two whole, and where they are the later one
// the ledger says so as well.
func TestKillLoop(t *testing.T) {
	if testing.Short() {
		t.Skip("200 runs are killed: not with -short")
	}
	for _, name := range []string{"one", "other"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			killLoop(t, 100)
		})
	}
}

func killLoop(t *testing.T, kills int) {
	dir := t.TempDir()
	var want [2]string // what the ledger says after each
	var results [2][]byte
	for i, name := range []string{"a", "b"} {
		writeKilled(t, dir, name, i)
		if err := killedRun(dir, name); err != nil {
			t.Fatal(err)
		}
		want[i], results[i] = standing(t, filepath.Join(dir, "ledger.db")), wholeResults(t, dir)
	}
	if want[0] == want[1] || bytes.Equal(results[0], results[1]) {
		t.Fatal("the two payrolls cannot be told apart")
	}
	killed, longest, at := 0, 50*time.Millisecond, 1
	began := time.Now()
	for try := 0; killed < kills; try++ {
		if try > 6*kills || time.Since(began) > 10*time.Minute {
			t.Fatalf("only %d of %d runs could be killed under way", killed, try)
		}
		name := []string{"a", "b"}[1-at]
		done, took := killOne(t, "TestKilledRun", "posted", dir, name, try, longest)
		if done {
			longest = took
		} else {
			killed++
		}
		now, out := readKilled(t, dir), wholeResults(t, dir)
		switch {
		case now == want[1-at]:
			at = 1 - at
		case now != want[at]:
			t.Fatalf("after kill %d the ledger says neither the one nor the other:\n%s", killed, now)
		}
		if !bytes.Equal(out, results[0]) && !bytes.Equal(out, results[1]) {
			t.Fatalf("after kill %d the results are neither the one nor the other whole:\n%s", killed, out)
		}
		if !bytes.Equal(out, results[at]) {
			// Posted, and the results not yet in place: the same run makes them.
			if err := killedRun(dir, []string{"a", "b"}[at]); err != nil {
				t.Fatal(err)
			}
			if got := wholeResults(t, dir); !bytes.Equal(got, results[at]) {
				t.Fatalf("made again, the results are\n%s", got)
			}
		}
	}
	t.Logf("%d runs killed in %s", killed, time.Since(began).Round(time.Second))
}

// killOne starts a test that is a run and kills it: every fourth where its
// transaction has committed, every fourth where its results are in place, the
// others at a random moment. It reports whether the run ended before.
func killOne(t *testing.T, test, committed, dir, name string, try int, longest time.Duration) (done bool, took time.Duration) {
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	cmd.Env = append(os.Environ(), killedDir+"="+dir, killedDir+"_IN="+name, killedAt+"="+map[int]string{0: committed, 1: "in place"}[try%4])
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if try%4 > 1 {
		time.AfterFunc(time.Duration(rand.Int64N(int64(longest+longest/4))), func() { cmd.Process.Kill() })
	}
	paused := false
	for s := bufio.NewScanner(out); s.Scan(); {
		if s.Text() == "paused" {
			paused = true
			cmd.Process.Kill()
		}
	}
	err = cmd.Wait()
	if err == nil {
		return true, time.Since(start)
	}
	if !paused && cmd.ProcessState.Exited() {
		t.Fatalf("run %s failed: %v", name, err)
	}
	return false, 0
}

func writeKilled(t *testing.T, dir, name string, n int) {
	t.Helper()
	in := filepath.Join(dir, name)
	if err := os.Mkdir(in, 0o777); err != nil {
		t.Fatal(err)
	}
	rows := [][]string{{"employer_id", "employee_id", "check_id", "pay_date", "work_municipality", "gross_wages"}}
	for i := range 30 {
		rows = append(rows, []string{"E1", fmt.Sprint(i), "c", "2026-01-09", "Village 000", fmt.Sprintf("%d.00", 1000+i*(n+1))})
	}
	if err := writeCSV(filepath.Join(in, "payroll.csv"), rows); err != nil {
		t.Fatal(err)
	}
}

// wholeResults are the results that do not tell of what was posted before.
func wholeResults(t *testing.T, dir string) []byte {
	t.Helper()
	var all []byte
	for _, name := range []string{"lines.csv", "remittances.csv", "determinations.csv", "listing.csv"} {
		b, err := os.ReadFile(filepath.Join(dir, "out", name))
		if err != nil {
			// A run killed between its two renames leaves the earlier results
			// beside, and the next run puts them back.
			if b, err = os.ReadFile(filepath.Join(dir, ".out.old", name)); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, b...)
	}
	return all
}

// readKilled is what the ledger says, after looking through all of it. What is
// left of a killed run is marked as seen first.
func readKilled(t *testing.T, dir string) string {
	t.Helper()
	if err := killedConfirm(t, dir); err != nil {
		t.Fatal(err)
	}
	return standing(t, filepath.Join(dir, "ledger.db"))
}

// killedConfirm marks what a killed run left, so that standing can be asked.
func killedConfirm(t *testing.T, dir string) error {
	t.Helper()
	ctx := context.Background()
	s, err := ledger.OpenExisting(ctx, filepath.Join(dir, "ledger.db"))
	if err != nil {
		return err
	}
	defer s.Close()
	runs, err := s.Runs(ctx)
	if err != nil {
		return err
	}
	for _, run := range runs {
		if run.Confirmed {
			continue
		}
		if err := s.Confirm(ctx, run.Number); err != nil {
			return err
		}
	}
	return nil
}
