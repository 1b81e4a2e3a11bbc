package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// notYet are the cases whose subject is not built: each is skipped by name, so
// that none is forgotten, and taken off the list with what makes it pass.
var notYet = map[string]string{}

// aCase is a folder of fixtures/cases: in/ holds the inputs, want/ the tables
// that must come out, case.json the commands and the law they follow from. In
// the arguments {in} is in/, {out} a new folder, {ledger} a new file.
type aCase struct {
	Law, Text string
	Runs      [][]string
	Exit      int
}

// TestCases runs every known answer. want/NAME.csv gives all rows of NAME.csv,
// cut down to the columns it names, in any order; want/NAME.some.csv gives rows
// that must be among them. The last run must end with the code of the case,
// earlier ones with 0.
func TestCases(t *testing.T) {
	const root = "../../fixtures/cases"
	dirs, err := os.ReadDir(root)
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no case found in %s: %v", root, err)
	}
	for _, d := range dirs {
		t.Run(d.Name(), func(t *testing.T) {
			c := readCase(t, filepath.Join(root, d.Name()))
			if why := notYet[d.Name()]; why != "" {
				t.Skip(why)
			}
			c.run(t, filepath.Join(root, d.Name()))
		})
	}
	for name := range notYet {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Errorf("%s is skipped, but there is no such case", name)
		}
	}
}

func readCase(t *testing.T, dir string) (c aCase) {
	text, err := os.ReadFile(filepath.Join(dir, "case.json"))
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(c.Law) == "" || strings.TrimSpace(c.Text) == "" {
		t.Fatal("the case cites no law or says not what it shows")
	}
	if len(c.Runs) == 0 {
		t.Fatal("the case runs nothing")
	}
	return c
}

func (c *aCase) run(t *testing.T, dir string) {
	tmp := t.TempDir()
	out := filepath.Join(tmp, "out")
	put := strings.NewReplacer("{in}", filepath.Join(dir, "in"), "{out}", out, "{ledger}", filepath.Join(tmp, "ledger.db"))
	for i, args := range c.Runs {
		filled := make([]string, len(args))
		for j, a := range args {
			filled[j] = put.Replace(a)
		}
		want := exitDone
		if i == len(c.Runs)-1 {
			want = c.Exit
		}
		var stdout, stderr bytes.Buffer
		if code := withhold(filled, console{strings.NewReader(""), &stdout, &stderr}); code != want {
			t.Fatalf("%s\nrun %d ended with %d, want %d: %s", c.Law, i+1, code, want, &stderr)
		}
	}
	tables, err := filepath.Glob(filepath.Join(dir, "want", "*.csv"))
	if err != nil || len(tables) == 0 {
		t.Fatalf("the case wants nothing: %v", err)
	}
	for _, want := range tables {
		name, some := strings.CutSuffix(strings.TrimSuffix(filepath.Base(want), ".csv"), ".some")
		for _, fault := range compare(readTable(t, want), readTable(t, filepath.Join(out, name+".csv")), some) {
			t.Errorf("%s, %s.csv: %s", c.Law, name, fault)
		}
	}
}

// compare lists what keeps got from being what is wanted.
func compare(want, got [][]string, some bool) (faults []string) {
	at := make([]int, len(want[0]))
	for i, column := range want[0] {
		if at[i] = slices.Index(got[0], column); at[i] < 0 {
			return []string{"no column " + column}
		}
	}
	balance := map[string]int{}
	for _, row := range want[1:] {
		balance[strings.Join(row, ",")]--
	}
	for _, row := range got[1:] {
		cut := make([]string, len(at))
		for i, j := range at {
			cut[i] = strings.TrimSpace(row[j])
		}
		balance[strings.Join(cut, ",")]++
	}
	for _, row := range slices.Sorted(maps.Keys(balance)) {
		switch n := balance[row]; {
		case n < 0:
			faults = append(faults, "missing "+row)
		case n > 0 && !some:
			faults = append(faults, "unexpected "+row)
		}
	}
	return faults
}

func readTable(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%s: %d rows: %v", path, len(rows), err)
	}
	return rows
}

// TestCompare makes sure that the comparison can fail.
func TestCompare(t *testing.T) {
	got := [][]string{{"a", "b"}, {"1", "2"}, {"1", "2"}, {"3", "4"}}
	for _, c := range []struct {
		want   [][]string
		some   bool
		faults int
	}{
		{[][]string{{"b", "a"}, {"4", "3"}, {"2", "1"}, {"2", "1"}}, false, 0},
		{[][]string{{"b"}, {"4"}, {"2"}}, false, 1},
		{[][]string{{"b"}, {"4"}, {"2"}}, true, 0},
		{[][]string{{"b"}, {"5"}}, true, 1},
		{[][]string{{"c"}, {"5"}}, true, 1},
	} {
		if faults := compare(c.want, got, c.some); len(faults) != c.faults {
			t.Errorf("%v gives %q, want %d faults", c.want, faults, c.faults)
		}
	}
}
