package pipeline_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/explanation"
	"example.com/withhold/pkg/pipeline"
)

// explainFolders are the inputs of the known answers, and some with what they
// lack: related employers, elections, agreements, tied places, courtesy.
func explainFolders(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("../../fixtures/cases/*/in")
	if err != nil || len(all) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	all = slices.DeleteFunc(append(all, "../../fixtures/explain"), func(dir string) bool {
		payroll, _ := filepath.Glob(filepath.Join(dir, "payroll*.csv"))
		return len(payroll) == 0
	})
	return all
}

// linesFile is what a run of a folder writes to lines.csv, without its header.
func linesFile(t *testing.T, dir string) [][]string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	if _, err := pipeline.Run(context.Background(), pipeline.Options{Inputs: []string{dir}, Out: out, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(out, "lines.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%d lines: %v", len(rows), err)
	}
	return rows[1:]
}

// asRows is an explanation's lines with the columns of lines.csv.
func asRows(e *explanation.Explanation) (rows [][]string) {
	for _, l := range e.Lines {
		rows = append(rows, []string{e.EmployerID, e.EmployeeID, e.CheckID, e.PayDate.String(), l.Municipality, l.Role, l.Wages.String(),
			l.NotSubject.String(), l.Reasons, l.Subject.String(), l.Rate.String(), l.TaxRequired.String(), l.TaxWithheld.String(), l.Citations})
	}
	return rows
}

// TestExplainedLinesAreTheLines: every line of lines.csv is explained as it is,
// whether by check or by employee and year.
func TestExplainedLinesAreTheLines(t *testing.T) {
	for _, dir := range explainFolders(t) {
		t.Run(filepath.Base(strings.TrimSuffix(dir, "/in")), func(t *testing.T) {
			lines := linesFile(t, dir)
			queries := map[pipeline.Query][][]string{}
			for _, l := range lines {
				var year int
				fmt.Sscanf(l[3], "%d-", &year)
				byCheck, byYear := pipeline.Query{Employer: l[0], Check: l[2]}, pipeline.Query{Employer: l[0], Employee: l[1], Year: year}
				queries[byCheck] = append(queries[byCheck], l)
				queries[byYear] = append(queries[byYear], l)
			}
			for q, want := range queries {
				list, err := pipeline.Explain(context.Background(), pipeline.Options{Inputs: []string{dir}, Workers: 2}, q)
				if err != nil {
					t.Fatalf("%+v: %v", q, err)
				}
				var got [][]string
				for i := range list {
					got = append(got, asRows(&list[i])...)
					addsUp(t, &list[i])
				}
				byText := func(a, b []string) int { return slices.Compare(a, b) }
				slices.SortFunc(got, byText)
				slices.SortFunc(want, byText)
				if !slices.EqualFunc(got, want, slices.Equal) {
					t.Errorf("%+v explains\n%q, lines.csv has\n%q", q, got, want)
				}
			}
		})
	}
}

// addsUp checks that what an explanation shows makes the lines it explains.
func addsUp(t *testing.T, e *explanation.Explanation) {
	t.Helper()
	if len(e.SetAside) > 0 {
		return
	}
	var items, parts calc.Cents
	for _, i := range e.Items {
		items += i.Amount
	}
	for _, p := range e.Earned.Parts {
		parts += p.Amount
	}
	if items != e.Total || parts != e.Total {
		t.Errorf("%s: items %s and parts %s of %s", e.CheckID, items, parts, e.Total)
	}
	for _, l := range e.Lines {
		var wages, subject, caught calc.Cents
		for _, i := range l.Items {
			if i.Item == explanation.Section125 {
				subject -= i.NotSubject
				continue
			}
			wages += i.Amount
			subject += i.Subject
		}
		if wages != l.Wages || subject != l.Subject {
			t.Errorf("%s, %s %s: items of %s, subject %s; the line has %s and %s", e.CheckID, l.Municipality, l.Role, wages, subject, l.Wages, l.Subject)
		}
		if l.CatchUp == nil {
			if l.Role == calc.CatchUp.String() {
				t.Errorf("%s: %s is caught up for no reason", e.CheckID, l.Municipality)
			}
			continue
		}
		for _, p := range l.CatchUp.Parts {
			caught += p.Wages
		}
		if caught != l.Wages {
			t.Errorf("%s: checks paid %s of the %s caught up for %s", e.CheckID, caught, l.Wages, l.Municipality)
		}
	}
}

// TestExplainDays: the days that a log of two weeks is made of, and their ranks.
// Law: 002 (f).
func TestExplainDays(t *testing.T) {
	list, err := pipeline.Explain(context.Background(), pipeline.Options{Inputs: []string{"../../fixtures/cases/11-twelve-days/in"}}, pipeline.Query{Check: "w3"})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d explanations: %v", len(list), err)
	}
	var got []string
	for _, d := range list[0].Earned.Days {
		for _, v := range d.Places {
			got = append(got, fmt.Sprint(d.Date, " ", v.Municipality, " ", v.Rank, " of ", v.ExemptDays, " ", v.Decision))
		}
	}
	want := []string{
		"2026-03-16 Cleveland 11 of 20 principal_place_of_work", "2026-03-16 Village 002 11 of 12 exempt",
		"2026-03-17 Cleveland 12 of 20 principal_place_of_work", "2026-03-17 Village 002 12 of 12 exempt",
		"2026-03-18 Cleveland 13 of 20 principal_place_of_work", "2026-03-18 Village 002 13 of 12 over_threshold",
		"2026-03-19 Cleveland 14 of 20 principal_place_of_work", "2026-03-19 Village 002 14 of 12 over_threshold",
		"2026-03-20 Cleveland 15 of 20 principal_place_of_work", "2026-03-20 Village 002 15 of 12 over_threshold",
	}
	if !slices.Equal(got, want) {
		t.Errorf("days\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestExplainMoneyIsText: programs get amounts and rates as text.
func TestExplainMoneyIsText(t *testing.T) {
	list, err := pipeline.Explain(context.Background(), pipeline.Options{Inputs: []string{"../../fixtures/explain"}}, pipeline.Query{Check: "a2"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"total":"1000.01"`, `"rate":"0.011"`, `"tax_required":"9.90"`, `"pay_date":"2026-03-13"`, `"hours":"2.5"`, `"product":"18.0002"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if strings.Contains(string(text), "6789") {
		t.Errorf("a social security number in %s", text)
	}
}

func TestExplainNothing(t *testing.T) {
	in := pipeline.Options{Inputs: []string{"../../fixtures/explain"}}
	for _, c := range []struct {
		query pipeline.Query
		want  string
	}{
		{pipeline.Query{}, "say what to explain: --check ID, --employee ID with --year YEAR, or --period PERIOD"},
		{pipeline.Query{Employee: "1"}, "say what to explain: --check ID, --employee ID with --year YEAR, or --period PERIOD"},
		{pipeline.Query{Check: "a1", Employee: "1", Year: 2026}, "say what to explain: --check ID, --employee ID with --year YEAR, or --period PERIOD"},
		{pipeline.Query{Check: "A1"}, `payroll has no check "A1"; did you mean "a1", "a2", "a3"?`},
		{pipeline.Query{Check: "c1", Employer: "E1"}, `payroll has no check "c1" of employer E1; did you mean "a1", "b1", "a2"?`},
		{pipeline.Query{Check: "c1", Employer: "E4"}, `the inputs have nobody of employer "E4"; did you mean "E1", "E2", "E3"?`},
		{pipeline.Query{Employee: "1", Year: 2025}, `payroll has no check of employee "1" paid in 2025; it has some paid in 2026`},
		{pipeline.Query{Employee: "11", Year: 2026}, `payroll has no check of employee "11"; did you mean "1", "1b", "2"?`},
	} {
		_, err := pipeline.Explain(context.Background(), in, c.query)
		if err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.query, err, c.want)
		}
	}
}
