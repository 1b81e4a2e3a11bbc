package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func runInit(dir string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = withhold([]string{"init", dir}, console{strings.NewReader(""), &out, &errs})
	return code, out.String(), errs.String()
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestInitWritesAWorkbookAndTemplates(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "books")
	code, out, errs := runInit(dir)
	if code != exitDone {
		t.Fatalf("exit %d: %s", code, errs)
	}
	want := []string{"csv/agreements.csv", "csv/employees.csv", "csv/employers.csv", "csv/history.csv", "csv/payroll.csv", "withhold.xlsx"}
	if got := filesIn(t, dir); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	if next := "withhold run --out withhold-out " + shellWord(filepath.Join(dir, "withhold.xlsx")); !strings.Contains(out, next) {
		t.Errorf("it says\n%s\nwithout %s", out, next)
	}
}

func TestInitLeavesWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "csv", "history.csv")
	if err := os.MkdirAll(filepath.Dir(mine), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runInit(dir)
	if code != exitFailed || out != "" || !strings.Contains(errs, mine) {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	if got := filesIn(t, dir); !slices.Equal(got, []string{"csv/history.csv"}) {
		t.Errorf("files %q", got)
	}
	if text, _ := os.ReadFile(mine); string(text) != "mine" {
		t.Errorf("the file now holds %q", text)
	}
}

func TestInitLeavesNothingBehindWhenItFails(t *testing.T) {
	parent := t.TempDir()
	file := filepath.Join(parent, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := runInit(filepath.Join(file, "books")); code != exitFailed || errs == "" {
		t.Errorf("exit %d, %q", code, errs)
	}
	if got := filesIn(t, parent); !slices.Equal(got, []string{"file"}) {
		t.Errorf("files %q", got)
	}
}

func TestShellWord(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("quoting of a POSIX shell")
	}
	for path, want := range map[string]string{"a/b.xlsx": "a/b.xlsx", "my books/b.xlsx": "'my books/b.xlsx'", "it's": `'it'\''s'`} {
		if got := shellWord(path); got != want {
			t.Errorf("%s becomes %s, want %s", path, got, want)
		}
	}
}
