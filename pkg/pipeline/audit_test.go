package pipeline_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"example.com/withhold/fixtures/audit/plant"
	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/pipeline"
)

// planted makes a register with errors in a folder and audits it.
func planted(t *testing.T, o plant.Options, a pipeline.AuditOptions) (dir string, report *pipeline.AuditReport) {
	t.Helper()
	dir = t.TempDir()
	r, err := plant.Make(o)
	if err == nil {
		err = r.Write(filepath.Join(dir, "in"), filepath.Join(dir, "planted.csv"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir, audited(t, dir, "in", "found", a)
}

func audited(t *testing.T, dir, in, out string, a pipeline.AuditOptions) *pipeline.AuditReport {
	t.Helper()
	a.Inputs, a.Out, a.Version = []string{filepath.Join(dir, in)}, filepath.Join(dir, out), "test"
	report, err := pipeline.Audit(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestAuditFindsWhatIsPlanted: each known error is found, as what it is, and
// nothing else is: cause by cause, and all causes in one register.
func TestAuditFindsWhatIsPlanted(t *testing.T) {
	for _, cause := range append(slices.Clone(plant.Causes), "", "none") {
		t.Run("cause="+cause, func(t *testing.T) {
			t.Parallel()
			dir, report := planted(t, plant.Options{Checks: 3000, Cause: cause, Every: 3}, pipeline.AuditOptions{})
			table, err := plant.Score(filepath.Join(dir, "planted.csv"), filepath.Join(dir, "found", "audit.csv"))
			if err != nil {
				t.Fatal(err)
			}
			if !table.Perfect() {
				t.Errorf("\n%s", table)
			}
			for _, r := range table.Rows {
				if wanted := cause == "" || cause == r.Cause; wanted != (r.Planted > 0) {
					t.Errorf("%s: %d errors planted", r.Cause, r.Planted)
				}
			}
			if c := report.Manifest.Control; c.Compared != 3000 || report.Manifest.SetAside != 0 {
				t.Errorf("compared %d checks, set %d rows aside", c.Compared, report.Manifest.SetAside)
			}
		})
	}
}

// TestAuditSameBytes: every file is the same whatever the number of cores and,
// but for the manifest with its hashes of the inputs, whatever the order of rows.
func TestAuditSameBytes(t *testing.T) {
	dir, _ := planted(t, plant.Options{Checks: 2500, Every: 4}, pipeline.AuditOptions{Options: pipeline.Options{Workers: 1, Report: true}})
	audited(t, dir, "in", "cores", pipeline.AuditOptions{Options: pipeline.Options{Workers: 5, Report: true}})
	if err := os.Rename(filepath.Join(dir, "in"), filepath.Join(dir, "then")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "in"), 0o777); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"payroll.csv", "employees.csv", "employers.csv", "worklog.csv"} {
		text, err := os.ReadFile(filepath.Join(dir, "then", name))
		if err != nil {
			t.Fatal(err)
		}
		rows := strings.SplitAfter(strings.TrimSuffix(string(text), "\n")+"\n", "\n")
		rows = rows[:len(rows)-1]
		random.Shuffle(len(rows)-1, func(i, j int) { rows[i+1], rows[j+1] = rows[j+1], rows[i+1] })
		if err := os.WriteFile(filepath.Join(dir, "in", name), []byte(strings.Join(rows, "")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	audited(t, dir, "in", "shuffled", pipeline.AuditOptions{Options: pipeline.Options{Workers: 3, Report: true}})
	files, err := os.ReadDir(filepath.Join(dir, "found"))
	if err != nil || len(files) < 9 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, f := range files {
		want, _ := os.ReadFile(filepath.Join(dir, "found", f.Name()))
		for _, other := range []string{"cores", "shuffled"} {
			got, err := os.ReadFile(filepath.Join(dir, other, f.Name()))
			if err != nil || !bytes.Equal(want, got) && (other == "cores" || f.Name() != "manifest.json") {
				t.Errorf("%s/%s differs: %v", other, f.Name(), err)
			}
		}
	}
}

// TestAuditFirstPage: the first page has words and charts, and nobody on it.
func TestAuditFirstPage(t *testing.T) {
	dir, report := planted(t, plant.Options{Checks: 1200, Every: 4}, pipeline.AuditOptions{Options: pipeline.Options{Report: true}})
	path := filepath.Join(dir, "found", "audit.xlsx")
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows("Summary")
	if err != nil {
		t.Fatal(err)
	}
	page := fmt.Sprint(rows)
	if len(report.Words) < 3 || !strings.Contains(page, report.Words[1]) {
		t.Errorf("the page does not say %q", report.Words)
	}
	for _, personal := range []string{"First", "Last", "900-", "C0000", "000001", "000017"} {
		if strings.Contains(page, personal) {
			t.Errorf("the first page has %q:\n%s", personal, page)
		}
	}
	if sheets := f.GetSheetList(); sheets[0] != "Summary" || len(sheets) != 9 {
		t.Errorf("sheets %q", sheets)
	}
	raw, err := os.ReadFile(path)
	if err != nil || bytes.Count(raw, []byte("xl/charts/chart")) < 6 {
		t.Errorf("fewer than six charts: %v", err)
	}
}

// TestAuditOfOurOwnTax: what a run requires, withheld to the cent on rows of
// whatever checks, is nothing to find.
func TestAuditOfOurOwnTax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := payrolls.Draw(t, "payroll")
		for _, r := range p.rows {
			r["tax_withheld"], r["tax_municipality"] = "", ""
		}
		due := map[string]map[string]calc.Cents{}
		ran := run(t, p, 1, 1)
		if bytes.Contains(ran["problems.csv"], []byte("credit_unknown")) {
			t.Skip("a run leaves out what an audit asks about")
		}
		for _, l := range ran.rows(t, "lines") {
			if due[l["check_id"]] == nil {
				due[l["check_id"]] = map[string]calc.Cents{}
			}
			if l["municipality"] != "" {
				due[l["check_id"]][l["municipality"]] += cents(t, l, "tax_required")
			}
		}
		for _, r := range slices.Clone(p.rows) {
			r["tax_withheld"] = "0.00"
			for name, amount := range due[r["check_id"]] {
				p.rows = append(p.rows, map[string]string{"employer_id": r["employer_id"], "employee_id": r["employee_id"], "check_id": r["check_id"],
					"pay_date": r["pay_date"], "gross_wages": "0.00", "tax_withheld": amount.String(), "tax_municipality": name})
			}
		}
		dir, err := os.MkdirTemp("", "audit")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		in := filepath.Join(dir, "in")
		for name, text := range map[string][]byte{"payroll.csv": asCSV(p.rows), "employees.csv": []byte(p.employees), "employers.csv": []byte(p.employers)} {
			if err := os.MkdirAll(in, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(in, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		report, err := pipeline.Audit(context.Background(), pipeline.AuditOptions{Options: pipeline.Options{Inputs: []string{in}, Out: filepath.Join(dir, "out")}})
		if err != nil {
			t.Fatal(err)
		}
		if c := report.Manifest.Control; c.Differences != 0 || report.Manifest.SetAside != 0 {
			found, _ := os.ReadFile(filepath.Join(dir, "out", "audit.csv"))
			t.Errorf("%+v\n%s", c, found)
		}
	})
}
