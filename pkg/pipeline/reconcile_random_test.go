package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// yearOf posts rows of payroll and reconciles 2027; it gives every CSV file by
// name.
func yearOf(t tester, rows []string) map[string]string {
	t.Helper()
	root, err := os.MkdirTemp(scratch, "")
	if err != nil {
		t.Fatalf("%v", err)
	}
	in, path, out := filepath.Join(root, "in"), filepath.Join(root, "l.db"), filepath.Join(root, "out")
	people := peopleHeader + "E1,1,900-00-0001,A,A,1 St,X,OH,43001,Village 001,yes,\nE1,2,900-00-0002,B,B,2 St,X,OH,43001,City 003,,\n" +
		"E2,1,900-00-0003,C,C,3 St,X,OH,43001,Village 006,yes,\n"
	firms := "employer_id,ein,name,fixed_location,responsible_person\nE1,34-1234567,One,City 003,R\nE2,34-1234568,Two,,R\n"
	for name, text := range map[string]string{"payroll.csv": paidHeader + strings.Join(rows, ""), "employees.csv": people, "employers.csv": firms} {
		if err := os.MkdirAll(in, 0o700); err != nil {
			t.Fatalf("%v", err)
		}
		if err := os.WriteFile(filepath.Join(in, name), []byte(text), 0o600); err != nil {
			t.Fatalf("%v", err)
		}
	}
	l := LedgerOptions{Path: path, Now: time.Date(2028, 1, 3, 0, 0, 0, 0, time.UTC)}
	if _, err := Run(context.Background(), Options{Inputs: []string{in}, Out: filepath.Join(root, "run"), Workers: 2, Ledger: l}); err != nil {
		t.Fatalf("run: %v", err)
	}
	if _, err := Reconcile(context.Background(), ReconcileOptions{ArchiveOptions: ArchiveOptions{Ledger: l, Out: out}, Year: 2027}); err != nil {
		t.Fatalf("reconcile: %v", err)
	}
	files := map[string]string{}
	for _, table := range reconcileTables {
		text, err := os.ReadFile(filepath.Join(out, table.File()))
		if err != nil {
			t.Fatalf("%v", err)
		}
		files[table.Name] = string(text)
	}
	files["out"] = out
	return files
}

// drawPaid draws a check that can be used: with a plan of more than its gross
// wages it would be set aside, which is told of.
func drawPaid(t *rapid.T, n int) string {
	employer := rapid.SampledFrom([]string{"E1", "E1", "E2"}).Draw(t, "employer")
	day := calc.NewDate(2026, 12, 20) + calc.Date(rapid.IntRange(0, 390).Draw(t, "day"))
	town := rapid.SampledFrom([]string{"Village 000", "Village 001", "Village 002", "City 003", "Village 005", "none"}).Draw(t, "town")
	held := ""
	if town != "none" {
		held = rapid.SampledFrom([]string{"", "", "0.00", "7.77"}).Draw(t, "withheld")
	}
	return fmt.Sprintf("%s,%d,c%d,%s,%s,%s,%s,%s,%s,\n", employer, rapid.IntRange(1, 3).Draw(t, "who"), n, day, town,
		calc.Cents(rapid.IntRange(2_500, 500_000).Draw(t, "gross")), rapid.SampledFrom([]string{"", "25.00"}).Draw(t, "plan"),
		rapid.SampledFrom([]string{"", "31.13"}).Draw(t, "tips"), held)
}

// countsChecks are the tables that may tell of a check that was reversed: how many
// checks were rounded, and who was paid without a row in employees.
var countsChecks = []string{"differences", "missing", "worksheets"}

// TestReconcileRandom: the employees' rows add up to their municipality's; the
// order of rows changes nothing; and a check that was reversed leaves no trace.
func TestReconcileRandom(t *testing.T) {
	useScratch(t)
	rapid.Check(t, func(t *rapid.T) {
		var rows []string
		for n := range rapid.IntRange(1, 25).Draw(t, "checks") {
			rows = append(rows, drawPaid(t, n))
		}
		files := yearOf(t, rows)
		sumsAgree(t, files["out"])

		shuffled := rapid.Permutation(rows).Draw(t, "order")
		again := yearOf(t, shuffled)
		extra := strings.Split(drawPaid(t, 99), ",")
		back := slices.Clone(extra)
		back[2] = "reversal"
		for _, i := range []int{5, 6, 7, 8} {
			if back[i] != "" {
				back[i] = "-" + back[i]
			}
		}
		reversed := yearOf(t, append(slices.Clone(rows), strings.Join(extra, ","), strings.Join(back, ",")))
		for _, table := range reconcileTables {
			if name := table.Name; files[name] != again[name] {
				t.Fatalf("%s depends on the order of rows:\n%s\n%s", name, files[name], again[name])
			} else if !slices.Contains(countsChecks, name) && files[name] != reversed[name] {
				t.Fatalf("a check and its reversal change %s:\n%s\n%s", name, files[name], reversed[name])
			}
		}
	})
}

// sumsAgree adds the employees' rows up by hand.
func sumsAgree(t tester, out string) {
	t.Helper()
	type key struct{ employer, town string }
	sums := map[key]map[string]calc.Cents{}
	count := map[key]int{}
	for _, row := range readCSV(t, out, "reconciliation-employees") {
		k := key{row["employer_id"], row["municipality"]}
		if sums[k] == nil {
			sums[k] = map[string]calc.Cents{}
		}
		count[k]++
		for mine, theirs := range map[string]string{"total_compensation": "total_compensation", "not_subject": "not_subject",
			"qualifying_wages": "subject", "tax_required": "tax_required", "tax_withheld": "tax_withheld"} {
			sums[k][theirs] += must(calc.ParseCents(row[mine]))
		}
	}
	for _, row := range readCSV(t, out, "reconciliation") {
		k := key{row["employer_id"], row["municipality"]}
		for column, sum := range sums[k] {
			if row[column] != sum.String() {
				t.Fatalf("%v: %s %s, of the employees %s", k, column, row[column], sum)
			}
		}
		if row["employees"] != fmt.Sprint(count[k]) || must(calc.ParseCents(row["total_compensation"])) !=
			must(calc.ParseCents(row["subject"]))+must(calc.ParseCents(row["not_subject"])) {
			t.Fatalf("%v: %v", k, row)
		}
		delete(sums, k)
	}
	if len(sums) > 0 {
		t.Fatalf("employees of no reconciliation: %v", sums)
	}
}
