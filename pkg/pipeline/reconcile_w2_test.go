package pipeline

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/efw2"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
)

const aSubmitter = `ein: 34-7654321
user_id: ABCD1234
company: Sample Bureau
address: {delivery: 1 Public Square, city: Cleveland, state: OH, zip: "44113"}
contact: {name: Dana Doe, phone: 216-555-0100, email: dana@bureau.example}
preparer: S
`

// fiveTowns are municipalities that RITA collects for.
var fiveTowns = []string{"Aberdeen", "Ada", "Addyston", "Amanda", "Andover"}

// thousand is 1,000 employees of two employers in five municipalities: some work
// in two of them, some live in another and asked for withholding there.
func thousand() map[string]string {
	var pay, people, w2 strings.Builder
	pay.WriteString(paidHeader)
	people.WriteString(peopleHeader)
	w2.WriteString("employer_id,employee_id,year,Box 1,Box 2,Box 3,Box 4,Box 5,Box 6,Box 13 Retirement\n")
	for n := range 1000 {
		employer, home, courtesy := fmt.Sprintf("E%d", n%2), fiveTowns[n/5%5], ""
		if n%3 == 0 {
			courtesy = "yes"
		}
		fmt.Fprintf(&people, "%s,%d,900-%02d-%04d,First%d,Last%d,%d Elm St,%s,OH,43%03d,%s,%s,\n", employer, n, n/10000, n, n, n, n+1, home, n%1000, home, courtesy)
		var wages calc.Cents
		for check := range 3 {
			gross := calc.Cents(123_457 + 31*n + 17*check)
			plan := calc.Cents(n % 4 * 1111)
			wages += gross - plan
			fmt.Fprintf(&pay, "%s,%d,c%d,2025-%02d-14,%s,%s,%s,,,\n", employer, n, check, 1+4*check, fiveTowns[(n+n%7*check)%5], gross, plan)
		}
		fmt.Fprintf(&w2, "%s,%d,2025,%s,%s,%s,%s,%s,%s,yes\n", employer, n, wages, wages/8, wages, wages*62/1000, wages, wages*145/10000)
	}
	return map[string]string{"payroll.csv": pay.String(), "employees.csv": people.String(), "w2.csv": w2.String(),
		"employers.csv": "employer_id,ein,name,address,city,state,zip,responsible_person\n" +
			"E0,34-1000000,Zero Works,1 Main St,Ada,OH,45810,R\nE1,34-1000001,One Works,2 Main St,Ada,OH,45810,R\n"}
}

// TestReconcileW2: a W-2 file of 1,000 employees in five municipalities, read
// again by itself, is to the cent what the lists of the reconciliation say of each
// person and municipality: 000 (A)(2)(h)1 to 4.
func TestReconcileW2(t *testing.T) {
	files := thousand()
	in := t.TempDir()
	submitter, w2 := filepath.Join(in, "submitter.yaml"), filepath.Join(in, "w2.csv")
	if err := errors.Join(os.WriteFile(submitter, []byte(aSubmitter), 0o600), os.WriteFile(w2, []byte(files["w2.csv"]), 0o600)); err != nil {
		t.Fatal(err)
	}
	delete(files, "w2.csv")
	dir, report := reconcile(t, postPayroll(t, files), 2025, func(o *ReconcileOptions) {
		o.EFW2, o.Submitter, o.Inputs = []string{"rita", "ssa", "cca"}, submitter, []string{w2}
	})
	wantRows(t, dir, results.Missing, "employee_id,needed_for,field", ",efw2-ssa,RE kind_of_employer", ",efw2-ssa,RE kind_of_employer")
	wantRows(t, dir, results.Problems, "file,code", "efw2-cca.txt,efw2_nobody")
	if _, err := os.Stat(filepath.Join(dir, "efw2-cca.txt")); err == nil {
		t.Error("there is a file for a recipient that is told of nobody")
	}
	path := filepath.Join(dir, "efw2-rita.txt")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("efw2-rita.txt: %v %v", info.Mode(), err)
	}

	// What the lists say, by person and municipality.
	wages, tax := map[[2]string]calc.Cents{}, map[[2]string]calc.Cents{}
	for _, row := range readCSV(t, dir, "reconciliation-employees") {
		key := [2]string{strings.ReplaceAll(row["ssn"], "-", ""), strings.ToUpper(row["municipality"])}
		wages[key] += must(calc.ParseCents(row["qualifying_wages"]))
		tax[key] += must(calc.ParseCents(row["tax_withheld"]))
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	profile, err := efw2.FindProfile("rita")
	if err != nil {
		t.Fatal(err)
	}
	people, records := 0, 0
	var total calc.Cents
	read, err := efw2.Read(f, profile, func(r *efw2.Record) error {
		switch r.Kind {
		case "RW":
			people++
		case "RS":
			records++
			key := [2]string{r.Text("ssn"), r.Text("supplemental_1")}
			if _, ok := wages[key]; !ok {
				return fmt.Errorf("a record for a municipality the lists do not have: %s", key[1])
			}
			wages[key] -= r.Money("box_18")
			tax[key] -= r.Money("box_19")
			total += r.Money("box_19")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for key := range wages {
		if wages[key] != 0 || tax[key] != 0 {
			t.Errorf("%s: lists and file differ by %s in wages, %s in tax", key[1], wages[key], tax[key])
		}
	}
	if people != 1000 || read.Employees != 1000 || read.Employers != 2 || records < 1500 || len(wages) == 0 {
		t.Errorf("%d people, %d employers, %d records, %d rows of the lists", people, read.Employers, records, len(wages))
	}
	if got := report.Manifest.Control.Withheld; got != total.String() || total == 0 {
		t.Errorf("tax in the file %s, in the ledger %s", total, got)
	}
	if m := report.Manifest.Files; len(m) != 2 || m[0].Name != "efw2-rita.txt" || m[0].Employees != 1000 || m[0].Tax != total.String() {
		t.Errorf("manifest: %+v", m)
	}
}

// TestReconcileW2Refused: what cannot be put into a file leaves nothing behind.
func TestReconcileW2Refused(t *testing.T) {
	in := t.TempDir()
	submitter, w2 := filepath.Join(in, "submitter.yaml"), filepath.Join(in, "w2.csv")
	text := "employer_id,employee_id,year,box_3,box_5\nE1,1,2025,900.00,800.00\n"
	if err := errors.Join(os.WriteFile(submitter, []byte(aSubmitter), 0o600), os.WriteFile(w2, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
	path := postPayroll(t, map[string]string{"payroll.csv": paidHeader + "E1,1,a,2025-01-10,Ada,900.00,,,,\n",
		"employers.csv": "employer_id,ein,name\nE1,34-1000000,Works\n"})
	for _, c := range []struct {
		want   string
		change func(*ReconcileOptions)
	}{
		{"Medicare wages 800.00 are less than social security wages", func(o *ReconcileOptions) { o.EFW2 = []string{"rita"} }},
		{"no W-2 recipient", func(o *ReconcileOptions) { o.EFW2 = []string{"nobody"} }},
		{"City of Columbus: no W-2 file is made for it", func(o *ReconcileOptions) { o.EFW2 = []string{"columbus"} }},
		{"twice", func(o *ReconcileOptions) { o.EFW2 = []string{"rita", "rita"} }},
		{"no such municipality", func(o *ReconcileOptions) { o.EFW2 = []string{"city=Nosuch"} }},
		{"which one? write city=NAME", func(o *ReconcileOptions) { o.EFW2 = []string{"city"} }},
		{"the profile rita is of one recipient; write rita, or city=Ada", func(o *ReconcileOptions) { o.EFW2 = []string{"rita=Ada"} }},
		{"--submitter is missing", func(o *ReconcileOptions) { o.EFW2, o.Submitter = []string{"rita"}, "" }},
		{"2031", func(o *ReconcileOptions) { o.EFW2, o.Year = []string{"rita"}, 2031 }},
		{"missing.csv", func(o *ReconcileOptions) { o.Strict, o.Inputs = true, nil }},
	} {
		o := ReconcileOptions{ArchiveOptions: ArchiveOptions{Ledger: LedgerOptions{Path: path}, Out: filepath.Join(in, "out")}, Year: 2025,
			Inputs: []string{w2}, Submitter: submitter}
		c.change(&o)
		_, err := Reconcile(t.Context(), o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q: %v", c.want, err)
		}
		if left, _ := filepath.Glob(filepath.Join(in, "*out*")); slices.ContainsFunc(left, func(s string) bool { return !strings.HasSuffix(s, ".lock") }) {
			t.Errorf("%s left %q behind", c.want, left)
		}
	}
}

// TestW2Boxes: the table w2 names boxes as the layout of every year does.
func TestW2Boxes(t *testing.T) {
	placed := map[string]bool{}
	for year := 2023; year <= 2026; year++ {
		l, err := efw2.LayoutOf(year)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range l.Boxes() {
			placed[b.Name] = true
			if !slices.Contains(record.W2Kind.Columns, b.Name) && b.Name != "box_18" && b.Name != "box_19" {
				t.Errorf("w2 has no column %s", b.Name)
			}
		}
		for name := range l.Unplaced {
			placed[name] = true
		}
	}
	for _, name := range record.W2Kind.Columns {
		if strings.HasPrefix(name, "box_") && !placed[name] {
			t.Errorf("no layout has a box %s", name)
		}
	}
	if len(placed) < 20 {
		t.Errorf("%d boxes were looked at", len(placed))
	}
}

// TestReconcileForms: RITA's Form 17 is one sheet for all its municipalities, and
// its sections tie; another municipality has a sheet of its own.
func TestReconcileForms(t *testing.T) {
	path := postPayroll(t, map[string]string{"payroll.csv": paidHeader +
		"E1,1,a,2026-01-09,Ada,1000.00,,,20.00,\nE1,2,b,2026-04-10,Aberdeen,1000.00,100.00,,5.00,\n" +
		"E1,3,c,2026-02-06,Village 000,1000.00,,,,\nE1,3,d,2026-05-08,Ada,500.00,,,,\n",
		"employees.csv": peopleHeader + "E1,1,900-00-0001,A,A,,,,,,,\nE1,2,900-00-0002,B,B,,,,,Ada,yes,2026-06-30\nE1,3,900-00-0003,C,C,,,,,,,\n",
		"employers.csv": "employer_id,ein,name\nE1,34-1000000,Works\n"})
	dir, _ := reconcile(t, path, 2026, func(o *ReconcileOptions) { o.EFW2 = []string{"none"} })
	got := map[string]string{}
	for _, row := range readCSV(t, dir, "worksheets") {
		key := row["form"] + " " + row["line"]
		if row["municipality"] != "" {
			key += " " + row["municipality"]
		}
		if row["line"] == "tie" || row["line"] == "section-5" {
			key += " " + row["label"]
		}
		got[key] = row["value"]
	}
	for key, want := range map[string]string{
		"rita-17 4a": "2400.00",
		"rita-17 4b": "37.25", // 20.00 withheld is more than 16.50 required; 9.00 required more than 5.00 withheld
		"rita-17 4c": "5.85",  // 900.00 at the 0.65 % left at home
		"rita-17 6b": "37.25",
		"rita-17 3a": "3",
		"rita-17 3c": "2", // one left in June
		"rita-17 tie Section 6 equals section 4 in workplace tax":          "yes",
		"rita-17 tie Section 6 equals section 4 in workplace wages":        "yes",
		"rita-17 tie Section 6 equals section 4 in residence tax":          "yes",
		"rita-17 section-5 Aberdeen Aberdeen: Workplace wages":             "900.00",
		"generic-reconciliation 1 Village 000":                             "1000.00",
		"generic-reconciliation 5 Village 000":                             "12.50",
		"generic-reconciliation tie Village 000 Line 3 is the wages taxed": "yes",
	} {
		if value, ok := got[key]; !ok || value != want {
			t.Errorf("%s: %q, want %q", key, value, want)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, worksheetsPage))
	if err != nil || !strings.Contains(string(page), "RITA Form 17") || strings.Contains(string(page), "900-00-") {
		t.Errorf("the page: %v, %d bytes", err, len(page))
	}
	wantRows(t, dir, results.Problems, "code")
}
