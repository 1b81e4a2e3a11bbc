package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// post runs the pipeline over the tables with a ledger.
func (tab tables) post(t tester, path, out string) *Report {
	t.Helper()
	in, err := os.MkdirTemp(scratch, "")
	if err != nil {
		t.Fatalf("%v", err)
	}
	for name, rows := range tab {
		if err := writeCSV(filepath.Join(in, name+".csv"), rows); err != nil {
			t.Fatalf("%v", err)
		}
	}
	report, err := Run(context.Background(), Options{Inputs: []string{in}, Out: out, Workers: 2, Version: "test",
		Ledger: LedgerOptions{Path: path, Wait: time.Second, Who: "test", Now: time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)}})
	if err != nil {
		t.Fatalf("run: %v\n%s", err, tab)
	}
	return report
}

// standing is what a ledger says now, whatever the way it came to say so.
func standing(t tester, path string) string {
	t.Helper()
	ctx := context.Background()
	s, err := ledger.OpenExisting(ctx, path)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer s.Close()
	if r, err := s.Check(ctx); err != nil || len(r.Faults)+len(r.Unconfirmed) > 0 || r.InForce == 0 || r.Lines == 0 {
		t.Fatalf("check: %+v %v", r, err)
	}
	var all []string
	add := func(name string, cells []string) { all = append(all, name+": "+strings.Join(cells, ",")) }
	if err := s.Payroll(ctx, ledger.Query{}, func(cells []string) error { add("payroll", cells); return nil }); err != nil {
		t.Fatalf("%v", err)
	}
	for _, d := range ledger.Dumps {
		header := d.Header()
		if d.Name != "lines" && d.Name != "sums" && d.Name != "facts" {
			continue
		}
		over := slices.Index(header, "superseded_by")
		err := s.Dump(ctx, d, func(cells []string) error {
			if over >= 0 && cells[over] != "" || d.Name == "facts" && cells[slices.Index(header, "kind")] == asideKind {
				return nil // what was set aside on the way is not what is posted
			}
			var kept []string
			for i, c := range cells {
				if !slices.Contains([]string{"number", "check_number", "run", "superseded_by"}, header[i]) {
					kept = append(kept, c)
				}
			}
			add(d.Name, kept)
			return nil
		})
		if err != nil {
			t.Fatalf("%v", err)
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// year adds people without a work log who are paid through the year, some as
// precinct officials, and gives every row of payroll its election pay.
func (tab tables) year(t *rapid.T) {
	tab["payroll"][0] = append(tab["payroll"][0], "election_pay")
	for i := range tab["payroll"][1:] {
		tab["payroll"][i+1] = append(tab["payroll"][i+1], "")
	}
	for p := range rapid.IntRange(1, 3).Draw(t, "others") {
		id := fmt.Sprint(900 + p)
		tab["employees"] = append(tab["employees"], []string{"E1", id, "", "Village 001", "yes", "", "", ""})
		work := rapid.SampledFrom([]string{"Village 000", "Village 001", "Village 002"}).Draw(t, "works in")
		for n := range 26 {
			paid := calc.NewDate(2026, 1, 2) + calc.Date(14*n)
			pay := ""
			if rapid.IntRange(0, 4).Draw(t, "election") == 0 {
				pay = fmt.Sprintf("%d.50", rapid.IntRange(1, 700).Draw(t, "election pay"))
			}
			tab["payroll"] = append(tab["payroll"], []string{"E1", id, fmt.Sprint("y", n), paid.String(), "", "", work,
				fmt.Sprintf("%d.00", rapid.IntRange(100, 5000).Draw(t, "gross")), "", "", pay})
		}
	}
}

// scatter spreads payroll and work log over several runs, in any order, with
// wrong versions that come first and repeats that come after. Where rows are set
// aside nothing corrects what was wrong, so that there are to be none.
func (tab tables) scatter(t *rapid.T, wrongs bool) (runs []tables) {
	n := rapid.IntRange(2, 5).Draw(t, "runs")
	for range n {
		x := maps.Clone(tab)
		x["payroll"], x["worklog"] = tab["payroll"][:1:1], tab["worklog"][:1:1]
		runs = append(runs, x)
	}
	put := func(name string, rows [][]string, wrong func(row []string)) {
		at := rapid.IntRange(0, n-1).Draw(t, "run")
		for i := range n {
			switch {
			case wrongs && i < at && rapid.IntRange(0, 5).Draw(t, "wrong") == 0:
				for _, row := range rows {
					row = slices.Clone(row)
					wrong(row)
					runs[i][name] = append(runs[i][name], row)
				}
			case i == at || i > at && rapid.IntRange(0, 5).Draw(t, "again") == 0:
				runs[i][name] = append(runs[i][name], rows...)
			}
		}
	}
	for _, rows := range byFirst(tab["payroll"][1:], 4) {
		put("payroll", rows, func(row []string) { row[7] = "7" + strings.TrimPrefix(row[7], "-"); row[len(row)-1] = "900.00" })
	}
	for _, rows := range byFirst(tab["worklog"][1:], 3) {
		put("worklog", rows, func(row []string) { row[3], row[4], row[7] = "Village 006", "1.25", "" })
	}
	for i := range runs {
		if len(runs[i]["payroll"]) == 1 {
			groups := byFirst(tab["payroll"][1:], 4)
			runs[i]["payroll"] = append(runs[i]["payroll"], groups[len(groups)-1]...)
		}
		rows := rapid.Permutation(runs[i]["payroll"][1:]).Draw(t, "order")
		runs[i]["payroll"] = append(runs[i]["payroll"][:1:1], rows...)
	}
	return runs
}

// byFirst groups rows that begin with the same cells: those of one check, or of
// one person's day.
func byFirst(rows [][]string, n int) (groups [][][]string) {
	at := map[string]int{}
	for _, row := range rows {
		key := strings.Join(row[:n], ",")
		if _, ok := at[key]; !ok {
			at[key], groups = len(groups), append(groups, nil)
		}
		groups[at[key]] = append(groups[at[key]], row)
	}
	return groups
}

// TestLedgerOrder: a year of payroll posted in any order, with repeats and
// corrections, ends with the ledger of one clean run; posting it all once more
// changes nothing, and the results cover the whole as the clean run's do.
func TestLedgerOrder(t *testing.T) {
	useScratch(t)
	rapid.Check(t, func(t *rapid.T) {
		tab := anyWorld(t, false).tables()
		tab.year(t)
		dir, err := os.MkdirTemp(scratch, "")
		if err != nil {
			t.Fatal(err)
		}
		clean, many := filepath.Join(dir, "clean.db"), filepath.Join(dir, "many.db")
		aside := tab.post(t, clean, filepath.Join(dir, "clean")).Manifest.SetAside
		want := standing(t, clean)
		for _, x := range tab.scatter(t, aside == 0) {
			x.post(t, many, filepath.Join(dir, "many"))
		}
		if got := standing(t, many); got != want {
			t.Fatalf("ledgers differ:\n%s", linesApart(got, want))
		}
		again := tab.post(t, many, filepath.Join(dir, "many")).Manifest.Ledger
		if again.New+again.Replaced+again.Relined+again.Amendments > 0 || again.Same == 0 {
			t.Fatalf("posting once more changed %+v", again)
		}
		for _, name := range []string{"lines", "remittances", "determinations", "listing", "variances", "amendments"} {
			a, err1 := os.ReadFile(filepath.Join(dir, "clean", name+".csv"))
			b, err2 := os.ReadFile(filepath.Join(dir, "many", name+".csv"))
			if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
				t.Fatalf("%s differs: %v %v\n%s", name, err1, err2, linesApart(string(b), string(a)))
			}
		}
	})
}

// linesApart shows where two lists of lines part.
func linesApart(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for _, line := range a {
		if !slices.Contains(b, line) && n < 8 {
			n++
			fmt.Fprintf(os.Stderr, "only in got:  %s\n", line)
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) && n < 16 {
			n++
			fmt.Fprintf(os.Stderr, "only in want: %s\n", line)
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}
