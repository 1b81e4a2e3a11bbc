package outdir

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func mine(name string) bool { return name == Manifest || filepath.Ext(name) == ".csv" }

// fill stages a table and a manifest.
func fill(t *testing.T, dir, text string) *Stage {
	t.Helper()
	s, err := Open(dir, mine)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lines.csv", Manifest} {
		if err := s.Write(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func put(t *testing.T, dir, text string) {
	t.Helper()
	if err := fill(t, dir, text).Commit(); err != nil {
		t.Fatal(err)
	}
}

// look checks what dir holds and that nothing but it is in its parent.
func look(t *testing.T, dir, text string) {
	t.Helper()
	for _, name := range []string{"lines.csv", Manifest} {
		if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != text {
			t.Errorf("%s holds %q, %v; want %q", name, b, err, text)
		}
	}
	alone(t, dir)
}

func alone(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(dir) {
			t.Errorf("%s is left", e.Name())
		}
	}
}

func TestCommitPutsAndReplaces(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	put(t, dir, "first")
	look(t, dir, "first")
	s := fill(t, dir, "second")
	if b, _ := os.ReadFile(filepath.Join(dir, "lines.csv")); string(b) != "first" {
		t.Errorf("before Commit it holds %q", b)
	}
	if err := os.WriteFile(filepath.Join(s.Temp(), "scratch"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	look(t, dir, "second")
	if _, err := os.Stat(filepath.Join(dir, "scratch")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is no result was kept: %v", err)
	}
}

func TestDiscardLeavesEarlierResults(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	put(t, dir, "first")
	if err := fill(t, dir, "second").Discard(); err != nil {
		t.Fatal(err)
	}
	look(t, dir, "first")
}

func TestEmptyFolderIsTaken(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "first")
	look(t, dir, "first")
}

// TestKilledRun lays out what a run killed at each of its steps leaves, and
// wants the next run to go on from there.
func TestKilledRun(t *testing.T) {
	for _, c := range []struct {
		name              string
		kept              string // what Open alone must restore
		final             string
		partial, replaced string
	}{
		{"while it was filling, no results before", "", "", "half", ""},
		{"while it was filling", "first", "first", "half", ""},
		{"between two renames", "first", "", "whole", "first"},
		{"after the exchange", "whole", "whole", "first", ""},
		{"after two renames", "whole", "whole", "", "first"},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "out")
			for name, text := range map[string]string{"out": c.final, ".out.partial": c.partial, ".out.old": c.replaced} {
				if text == "" {
					continue
				}
				if err := os.Mkdir(filepath.Join(parent, name), 0o777); err != nil {
					t.Fatal(err)
				}
				for _, f := range []string{"lines.csv", Manifest} {
					if err := os.WriteFile(filepath.Join(parent, name, f), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := os.WriteFile(filepath.Join(parent, ".out.lock"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := fill(t, dir, "next").Discard(); err != nil {
				t.Fatal(err)
			}
			if c.kept != "" {
				look(t, dir, c.kept)
			} else {
				alone(t, dir)
			}
			put(t, dir, "next")
			look(t, dir, "next")
		})
	}
}

func TestSomebodysFolderIsRefused(t *testing.T) {
	for name, files := range map[string][]string{
		"another file":       {Manifest, "letter.txt"},
		"no manifest":        {"lines.csv"},
		"a folder in it":     {Manifest, "lines.csv", "kept/old.csv"},
		"only a folder":      {"kept/old.csv"},
		"a folder so called": {Manifest, "lines.csv/x"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "out")
			for _, f := range files {
				path := filepath.Join(dir, f)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			_, err := Open(dir, mine)
			if err == nil || !strings.Contains(err.Error(), "give --out a new or empty folder") {
				t.Errorf("error %v", err)
			}
			for _, f := range files {
				if b, err := os.ReadFile(filepath.Join(dir, f)); string(b) != "mine" {
					t.Errorf("%s holds %q, %v", f, b, err)
				}
			}
			alone(t, dir)
		})
	}
}

func TestSecondRunIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	first := fill(t, dir, "first")
	if _, err := Open(dir, mine); err == nil || !strings.Contains(err.Error(), "another run is writing there") {
		t.Errorf("a second run: %v", err)
	}
	if err := first.Commit(); err != nil {
		t.Fatal(err)
	}
	look(t, dir, "first")
	put(t, dir, "second")
	look(t, dir, "second")
}

func TestParentThatCannotBeWritten(t *testing.T) {
	if os.Getuid() == 0 {
		// Root may write anywhere but where the kernel makes the files.
		if _, err := os.Stat("/proc/self"); err != nil {
			t.Skip("run by root, without /proc")
		}
		if _, err := Open("/proc/out", mine); err == nil || !strings.Contains(err.Error(), "its parent folder must be writable") {
			t.Errorf("/proc/out: %v", err)
		}
		return
	}
	parent := t.TempDir()
	if err := os.Chmod(parent, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(parent, 0o777)
	for _, dir := range []string{"out", "deep/out"} {
		_, err := Open(filepath.Join(parent, dir), mine)
		if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "its parent folder must be writable") {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestParentThatIsAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(file, "out"), mine); err == nil {
		t.Error("a folder in a file was opened")
	}
}

func TestSwapInTwo(t *testing.T) {
	parent := t.TempDir()
	temp, final, old := filepath.Join(parent, "temp"), filepath.Join(parent, "final"), filepath.Join(parent, "old")
	for _, d := range []string{temp, final} {
		if err := os.WriteFile(d, []byte(filepath.Base(d)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := swapInTwo(temp, final, old); err != nil {
		t.Fatal(err)
	}
	a, _ := os.ReadFile(final)
	b, _ := os.ReadFile(old)
	if !slices.Equal([]string{string(a), string(b)}, []string{"temp", "final"}) {
		t.Errorf("final holds %q, old %q", a, b)
	}
	// Nothing to put there: what was there comes back.
	os.Remove(old)
	if err := swapInTwo(temp, final, old); err == nil {
		t.Error("nothing was put in place, and no error")
	}
	if a, err := os.ReadFile(final); string(a) != "temp" {
		t.Errorf("final holds %q, %v", a, err)
	}
}

// TestFinished: files that are made durable ahead are put in place with the rest,
// and one that cannot be made durable keeps the earlier results.
func TestFinished(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	put(t, dir, "first")
	s := fill(t, dir, "second")
	s.Finished("lines.csv")
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	look(t, dir, "second")
	s = fill(t, dir, "third")
	s.Finished("missing.csv")
	if err := s.Commit(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there is durable: %v", err)
	}
	look(t, dir, "second")
}
