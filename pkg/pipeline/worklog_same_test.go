package pipeline

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// tries is rapid.Check with fewer tries than usual, for properties that run the
// pipeline several times; a number of tries asked for on the command line stands.
func tries(t *testing.T, n string, prop func(*rapid.T)) {
	t.Helper()
	f := flag.Lookup("rapid.checks")
	if f.Value.String() == f.DefValue {
		if err := f.Value.Set(n); err != nil {
			t.Fatal(err)
		}
		defer f.Value.Set(f.DefValue)
	}
	rapid.Check(t, prop)
}

// sameLines fails where two runs have other lines, whatever their order, or
// another table that must be the same to the byte.
func sameLines(t tester, a, b string, whole ...string) {
	t.Helper()
	if d := firstDifference(lineSet(t, a, ""), lineSet(t, b, "")); d != "" {
		t.Fatalf("lines differ: %s", d)
	}
	for _, name := range whole {
		x, err := os.ReadFile(filepath.Join(a, name+".csv"))
		y, err2 := os.ReadFile(filepath.Join(b, name+".csv"))
		if err != nil || err2 != nil || !bytes.Equal(x, y) {
			t.Fatalf("%s differs: %v %v\n%s\n%s", name, err, err2, x, y)
		}
	}
}

// lineSet is how often each line is there, of those that begin so.
func lineSet(t tester, dir, prefix string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "lines.csv"))
	if err != nil {
		t.Fatalf("%v", err)
	}
	set := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		if strings.HasPrefix(line, prefix) {
			set[line]++
		}
	}
	if len(set) == 0 {
		t.Fatalf("%s has no lines", dir)
	}
	return set
}

func firstDifference(a, b map[string]int) string {
	for _, line := range slices.Sorted(maps.Keys(a)) {
		if a[line] != b[line] {
			return fmt.Sprintf("%d times and %d times %s", a[line], b[line], line)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(b)) {
		if a[line] != b[line] {
			return fmt.Sprintf("%d times and %d times %s", a[line], b[line], line)
		}
	}
	return ""
}

var derived = []string{"remittances", "determinations", "listing", "refunds", "variances"}

// TestWorklogSameLines: what is computed depends on neither the order of rows,
// nor on how a log is cut into files or repeated, nor on the number of workers.
func TestWorklogSameLines(t *testing.T) {
	useScratch(t)
	tries(t, "40", func(t *rapid.T) {
		w := anyWorld(t, false)
		tab := w.tables()
		first := tab.run(t, 1)
		other, workers := maps.Clone(tab), 1
		switch how := rapid.IntRange(0, 5).Draw(t, "how"); how {
		case 0:
			for name, rows := range tab {
				other[name] = shuffled(t, rows)
			}
		case 1: // the log split over files anyhow
			other["worklog"], other["worklog-b"] = cut(tab["worklog"], func(int) bool { return rapid.Bool().Draw(t, "in the first") })
		case 2: // every other row, so that most days are in both files
			other["worklog"], other["worklog-b"] = cut(tab["worklog"], func(i int) bool { return i%2 == 0 })
		case 3: // the same log twice, and rows of it once more
			other["worklog-b"] = shuffled(t, append(slices.Clone(tab["worklog"]), tab["worklog"][1:]...))
		case 4:
			workers = 4
		case 5: // somebody else
			grown := *w
			e := &worldEmployer{id: "E9", group: "G", firstDays: true}
			p := &worldPerson{human: 9, employer: e, id: "999", ssn: "999999999"}
			grown.employers, grown.people = append(slices.Clone(w.employers), e), append(slices.Clone(w.people), p)
			grown.drawLog(t, p, day("2026-01-05"), rapid.SampledFrom([]string{"Village 002", "Toledo", "Village 000"}))
			grown.drawChecks(t, p, day("2026-01-05"), rapid.Just("Toledo"), false)
			second := grown.tables().run(t, 1)
			left := lineSet(t, second, "")
			maps.DeleteFunc(left, func(line string, _ int) bool { return strings.HasPrefix(line, "E9,") })
			if d := firstDifference(lineSet(t, first, ""), left); d != "" {
				t.Fatalf("somebody else changed lines: %s\n%s", d, grown.tables())
			}
			return
		}
		sameLines(t, first, other.run(t, workers), derived...)
	})
}

func shuffled(t *rapid.T, rows [][]string) [][]string {
	return append([][]string{rows[0]}, rapid.Permutation(rows[1:]).Draw(t, "order")...)
}

// cut puts rows into two tables.
func cut(rows [][]string, first func(int) bool) (a, b [][]string) {
	a, b = [][]string{rows[0]}, [][]string{rows[0]}
	for i, row := range rows[1:] {
		if first(i) {
			a = append(a, row)
		} else {
			b = append(b, row)
		}
	}
	return a, b
}

// TestWorklogByMonth: what a run of three months says of a month, a run of that
// month says too, given the log up to its end; and where a threshold reaches
// back, given the payroll up to its end as well.
func TestWorklogByMonth(t *testing.T) {
	useScratch(t)
	tries(t, "12", func(t *rapid.T) {
		w := anyWorld(t, false)
		whole := rapid.Bool().Draw(t, "payroll up to the end")
		if !whole {
			for _, e := range w.employers {
				e.firstDays = false
			}
			for _, p := range w.people {
				p.ppwGiven = true // else it is looked for by the periods of all checks
			}
			for i := range w.log {
				if w.log[i].place == "Village 002" {
					w.log[i].place = "Village 000"
					w.log[i].site = ""
				}
			}
		}
		all := lineSet(t, w.tables().run(t, 1), "")
		for _, end := range []string{"2025-12-31", "2026-01-31", "2026-02-28"} {
			in := func(c worldCheck) bool { return c.pay.String()[:7] == end[:7] }
			part, until := *w, day(end)
			part.checks = nil
			for _, c := range w.checks {
				if in(c) || whole && c.pay < until {
					part.checks = append(part.checks, c)
					until = max(until, c.end)
				}
			}
			part.log = slices.DeleteFunc(slices.Clone(w.log), func(x worldEntry) bool { return x.day > until })
			if !slices.ContainsFunc(part.checks, in) || len(part.log) == 0 {
				continue
			}
			month := func(line string, _ int) bool { return strings.Split(line, ",")[3][:7] != end[:7] }
			got, want := lineSet(t, part.tables().run(t, 1), ""), maps.Clone(all)
			maps.DeleteFunc(got, month)
			maps.DeleteFunc(want, month)
			if d := firstDifference(want, got); d != "" {
				t.Fatalf("%s: %s\n%s", end[:7], d, w.tables())
			}
		}
	})
}
