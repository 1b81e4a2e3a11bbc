package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// A full disk is made in two ways: a limit on the size of every file, which any
// user can set for a process, and a small file system in memory, which needs root.

const roomEnv, roomDir, roomDoes = "WITHHOLD_TEST_ROOM", "WITHHOLD_TEST_ROOM_DIR", "WITHHOLD_TEST_ROOM_DOES"

// TestInLittleRoom is the process of which no file may grow beyond a limit.
func TestInLittleRoom(t *testing.T) {
	room, err := strconv.ParseUint(os.Getenv(roomEnv), 10, 64)
	if err != nil {
		t.Skip("it is run by TestNoRoom")
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: room, Max: room}); err != nil {
		t.Fatal(err)
	}
	if err := doIn(os.Getenv(roomDir), os.Getenv(roomDoes)); err != nil {
		fmt.Println("failed:", err)
	}
}

// doIn posts payroll, or closes what is due.
func doIn(dir, does string) error {
	l := LedgerOptions{Path: filepath.Join(dir, "ledger.db"), Wait: 10 * time.Second, Who: "test", Now: time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)}
	if does == "close" {
		_, err := Remit(context.Background(), RemitOptions{DueBy: byJuly, Close: true, ArchiveOptions: ArchiveOptions{Ledger: l, Out: filepath.Join(dir, "out")}})
		return err
	}
	_, err := Run(context.Background(), Options{Inputs: []string{filepath.Join(dir, does)}, Out: filepath.Join(dir, "out"), Workers: 2, Ledger: l})
	return err
}

// littleRoom does it in a process of its own.
func littleRoom(t *testing.T, dir, does string, room int) (failed string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestInLittleRoom$")
	cmd.Env = append(os.Environ(), roomEnv+"="+strconv.Itoa(room), roomDir+"="+dir, roomDoes+"="+does)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s in %d bytes: %v\n%s", does, room, err, out)
	}
	failed, _, _ = strings.Cut(string(out), "\n")
	return strings.TrimSuffix(failed, "PASS")
}

// TestNoRoom: in whatever room, posting and closing are done whole or fail with a
// reason; the ledger stays sound, nothing is half posted, and the results are the
// earlier ones or the new ones.
func TestNoRoom(t *testing.T) {
	r := remember(t)
	writeKilled(t, r.dir, "first", 1)
	writeKilled(t, r.dir, "second", 50)
	for _, step := range []struct{ before, does string }{{"first", "second"}, {"second", "close"}} {
		r.reset()
		if err := doIn(r.dir, step.before); err != nil {
			t.Fatal(err)
		}
		if step.does == "close" { // into a folder of returns
			r.reset()
		}
		failures := 0
		for room := 1 << 10; ; room += room / 2 {
			before := statusOf(t, r.dir)
			failed := littleRoom(t, r.dir, step.does, room)
			after := statusOf(t, r.dir)
			if failed == "" {
				break
			}
			failures++
			if !strings.Contains(failed, "file too large") && !strings.Contains(failed, "full or failing disk") {
				t.Fatalf("%s in %d bytes: %s", step.does, room, failed)
			}
			if before.posted == after.posted && before.results != after.results {
				t.Fatalf("%s in %d bytes: nothing was posted, but the results are new: %s", step.does, room, failed)
			}
			if before.posted != after.posted && !strings.Contains(failed, "run the same again") && !strings.Contains(failed, "does not say so") {
				t.Fatalf("%s in %d bytes: it was posted, and this does not say so: %s", step.does, room, failed)
			}
			if room > 1<<30 {
				t.Fatal("it never ends")
			}
		}
		if failures < 3 {
			t.Errorf("%s failed for want of room %d times only", step.does, failures)
		}
	}
	if got := settledSum(t, r.ledger()); got != dueOf(50) {
		t.Errorf("%s are settled, %s were due", got, dueOf(50))
	}
}

// dueOf is the tax of the payroll that writeKilled makes.
func dueOf(n int) (sum calc.Cents) {
	for i := range 30 {
		sum += calc.Cents(((1000+i*(n+1))*125 + 50) / 100)
	}
	return sum
}

type status struct{ posted, results string }

// statusOf is what the ledger and the results say. The ledger must be sound.
func statusOf(t *testing.T, dir string) (s status) {
	t.Helper()
	ctx := context.Background()
	l, err := ledger.OpenExisting(ctx, filepath.Join(dir, "ledger.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	report, err := l.Check(ctx)
	if err != nil || len(report.Faults) > 0 {
		t.Fatalf("the ledger is not sound: %+v %v", report, err)
	}
	runs, err := l.Runs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	s.posted = fmt.Sprint(len(runs), report.InForce, report.Superseded)
	if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
		s.results = folderBytes(t, filepath.Join(dir, "out"))
	}
	return s
}

// TestDiskFull: on a file system without a byte left nothing is posted or closed,
// the message says what is wrong, and with room again it is done.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("a small file system cannot be made here: %v", err)
	}
	defer syscall.Unmount(dir, 0)
	writeKilled(t, dir, "first", 1)
	writeKilled(t, dir, "second", 50)
	if err := doIn(dir, "first"); err != nil {
		t.Fatal(err)
	}
	for _, does := range []string{"second", "close"} {
		if does == "close" {
			if err := os.RemoveAll(filepath.Join(dir, "out")); err != nil {
				t.Fatal(err)
			}
		}
		before := statusOf(t, dir)
		for left := 0; left < 64<<10; left += 8 << 10 {
			fill(t, dir, left)
			err := doIn(dir, does)
			if rm := os.Remove(filepath.Join(dir, "fill")); rm != nil {
				t.Fatal(rm)
			}
			if after := statusOf(t, dir); err == nil || after != before {
				t.Fatalf("%s with %d bytes left: %v\n%+v\n%+v", does, left, err, before, after)
			}
			if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, ledger.ErrFull) && !strings.Contains(err.Error(), "full or failing disk") {
				t.Errorf("%s with %d bytes left: %v", does, left, err)
			}
		}
		if err := doIn(dir, does); err != nil {
			t.Fatal(err)
		}
	}
	if got := settledSum(t, filepath.Join(dir, "ledger.db")); got != dueOf(50) {
		t.Errorf("%s are settled, %s were due", got, dueOf(50))
	}
}

// fill leaves so many bytes of a file system.
func fill(t *testing.T, dir string, left int) {
	t.Helper()
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "fill"), make([]byte, int(s.Bavail)*int(s.Bsize)-left), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestReadOnlyFolder: where nothing may be written, posting and closing fail with
// what must be writable, and change nothing.
func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	r := remember(t)
	writeKilled(t, r.dir, "first", 1)
	writeKilled(t, r.dir, "second", 50)
	if err := doIn(r.dir, "first"); err != nil {
		t.Fatal(err)
	}
	before := statusOf(t, r.dir)
	if err := os.Chmod(r.dir, 0o500); err != nil { //nolint:gosec // a folder needs the x
		t.Fatal(err)
	}
	second, closing := doIn(r.dir, "second"), doIn(r.dir, "close")
	if err := os.Chmod(r.dir, 0o700); err != nil { //nolint:gosec // as above
		t.Fatal(err)
	}
	for _, err := range []error{second, closing} {
		if err == nil || !strings.Contains(err.Error(), "writable") && !errors.Is(err, os.ErrPermission) {
			t.Errorf("got %v", err)
		}
	}
	if after := statusOf(t, r.dir); after != before {
		t.Errorf("before %+v\nafter  %+v", before, after)
	}
}
