package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/ledger"
)

// contractorsOf reconciles 2027 with a table of contractors.
func contractorsOf(t *testing.T, rows string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "contractors.csv")
	if err := os.WriteFile(path, []byte("employer_id,municipality,name,address,city,state,zip,tin,amount,year\n"+rows), 0o600); err != nil {
		t.Fatal(err)
	}
	dir, _ := reconcile(t, postPayroll(t, aYear), 2027, func(o *ReconcileOptions) { o.Inputs, o.EFW2 = []string{path}, []string{"none"} })
	return dir
}

// TestContractorNumberWithOrWithoutDashes: 003 (i) lists a person once, however
// the number is written.
func TestContractorNumberWithOrWithoutDashes(t *testing.T) {
	const who = "E1,City 003,Cole,3 Oak St,Dublin,OH,43017,"
	dir := contractorsOf(t, who+"900-22-0099,2500.00,2027\n"+who+"900220099,100.00,2027\n"+who+"900-22-0098,1.00,2027\n")
	wantRows(t, dir, results.Contractors, "tin,amount", "900-22-0098,1.00", "900-22-0099,2600.00")
}

// TestContractorHalfAnAddress: an address that cannot be written to is missing.
func TestContractorHalfAnAddress(t *testing.T) {
	dir := contractorsOf(t, "E1,City 003,Cole,3 Oak St,,,,900-22-0099,2500.00,2027\n")
	if rows := rowsOfTable(t, dir, results.Missing, "needed_for,field"); !slices.Contains(rows, "contractors,address of Cole") {
		t.Errorf("%q", rows)
	}
}

// TestContractorDoubts: an employer that the ledger does not know, and payments
// that come to nothing, are told.
func TestContractorDoubts(t *testing.T) {
	dir := contractorsOf(t, "E7,City 003,Cole,3 Oak St,X,OH,43017,900-22-0099,2500.00,2027\nE1,City 003,Dee,3 Oak St,X,OH,43017,900-22-0098,-5.00,2027\n")
	rows := rowsOfTable(t, dir, results.Problems, "code,value")
	for _, want := range []string{"contractor_employer,E7", "contractor_nothing,E1"} {
		if !slices.Contains(rows, want) {
			t.Errorf("no %s: %q", want, rows)
		}
	}
}

// TestContractorOfTwoMunicipalities: who performed services in two of RITA's
// municipalities gets one form, and Form 17 counts it once.
func TestContractorOfTwoMunicipalities(t *testing.T) {
	path := filepath.Join(t.TempDir(), "contractors.csv")
	rows := "employer_id,municipality,name,tin,amount,year\nE1,Ada,Cole,900-22-0099,700.00,2027\nE1,Addyston,Cole,900220099,800.00,2027\nE1,Addyston,Dee,,800.00,2027\n"
	if err := os.WriteFile(path, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	paid := postPayroll(t, map[string]string{"payroll.csv": paidHeader + "E1,1,a,2027-01-08,Ada,1000.00,,,,\nE1,1,b,2027-01-08,Addyston,1000.00,,,,\n"})
	dir, _ := reconcile(t, paid, 2027, func(o *ReconcileOptions) { o.Inputs = []string{path} })
	if got := formLine(t, dir, "rita-17", "3b"); got != "2" {
		t.Errorf("%s forms", got)
	}
}

// TestYearOfNothing: a year in which nobody was paid is told as such, and nothing
// else is.
func TestYearOfNothing(t *testing.T) {
	dir, report := reconcile(t, postPayroll(t, aYear), 2025)
	wantRows(t, dir, results.Problems, "code,value", "nothing_in_year,2025")
	if report.Manifest.Control.Rows != 0 || report.Manifest.Employers == nil {
		t.Errorf("%+v", report.Manifest)
	}
}

// TestYearShortOfRows: rows that a run set aside are not in the ledger; who signs
// for the year is told, and --strict signs nothing.
func TestYearShortOfRows(t *testing.T) {
	path := postPayroll(t, map[string]string{"payroll.csv": paidHeader + "E1,1,a,2027-01-08,City 003,1000.00,,,,\nE1,1,b,2027-01-15,Nowhere,1000.00,,,,\n" +
		"E2,1,c,2027-01-08,City 003,1000.00,,,,\n"})
	dir, _ := reconcile(t, path, 2027, func(o *ReconcileOptions) { o.EFW2 = []string{"none"} })
	wantRows(t, dir, results.Problems, "code,value", "incomplete,E1")
	out := filepath.Join(t.TempDir(), "out")
	_, err := Reconcile(t.Context(), ReconcileOptions{ArchiveOptions: ArchiveOptions{Ledger: LedgerOptions{Path: path}, Out: out}, Year: 2027, Strict: true})
	if err == nil || !strings.Contains(err.Error(), "rows were set aside when they were to be posted") {
		t.Errorf("strict: %v", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
}

// TestLedgerShortOfRows: what was late, and a wage factor, are warned of likewise,
// once for each employer.
func TestLedgerShortOfRows(t *testing.T) {
	o := Options{Ledger: LedgerOptions{Path: postPayroll(t, map[string]string{"payroll.csv": paidHeader +
		"E1,1,a,2025-01-08,Village 001,1000.00,,,,\nE1,1,b,2025-01-15,Nowhere,1000.00,,,,\nE2,1,c,2025-01-08,Village 001,1000.00,,,,\n"})}}
	if _, r := late(t, LateOptions{Options: o, AsOf: mustDate("2025-12-31")}); r.Manifest.Warnings != 1 {
		t.Errorf("late: %d warnings", r.Manifest.Warnings)
	}
	_, problems := apportionText(t, o, "employer_id,municipality,year,property_here,property_total,receipts_here,receipts_total,wages_here,wages_total,net_profit\n"+
		"E1,Village 001,2025,0,0,1,2,,,100\nE1,City 003,2025,0,0,1,2,,,100\nE2,Village 001,2025,0,0,1,2,,,100\n")
	if strings.Count(problems, ",incomplete,E1,") != 1 || strings.Contains(problems, ",incomplete,E2,") {
		t.Errorf("apportion:\n%s", problems)
	}
}

// formLine is a value of worksheets.csv by form and line.
func formLine(t *testing.T, dir, form, line string) string {
	t.Helper()
	for _, row := range readCSV(t, dir, "worksheets") {
		if row["form"] == form && row["line"] == line {
			return row["value"]
		}
	}
	t.Fatalf("no line %s of %s", line, form)
	return ""
}

// TestResidentsOnForms: wages of residents that are taxed at the full rate stand
// with those earned in Akron, and Cincinnati's credit is known where nobody works
// in the city and where its rate changed in the year (2.1 to 1.8 %, October 2020).
func TestResidentsOnForms(t *testing.T) {
	people := peopleHeader + "E1,1,900-00-0001,A,A,,,,,Akron,yes,\nE1,2,900-00-0002,B,B,,,,,Cincinnati,yes,\n"
	pay := func(year string) map[string]string {
		return map[string]string{"employees.csv": people, "payroll.csv": strings.ReplaceAll(paidHeader+
			"E1,1,a,Y-09-14,Akron,1000.00,,,,\nE1,1,b,Y-09-21,Addyston,2000.00,,,,\nE1,1,c,Y-10-26,none,500.00,,,,\n"+
			"E1,2,d,Y-09-28,Addyston,2000.00,,,,\nE1,2,e,Y-10-26,none,1000.00,,,,\n", "Y", year)}
	}
	for _, c := range []struct {
		year int
		want map[string]string // by form and line
	}{
		{2025, map[string]string{
			"akron-aw-3 3":      "1500.00", // 1,000 earned in it, 500 where no municipality taxes
			"akron-aw-3 4":      "2000.00",
			"akron-aw-3 5":      "57.50",   // 2.5 % of 1,500 and the 1 % that Addyston leaves of 2,000
			"cincinnati-w-3 16": "54.00",   // 1.8 % of 3,000
			"cincinnati-w-3 17": "30.00",   // Addyston's 1.5 % of 2,000
			"cincinnati-w-3 18": "24.00"}}, // 6.00 and 18.00
		{2020, map[string]string{"cincinnati-w-3 16": "60.00", "cincinnati-w-3 17": "30.00", "cincinnati-w-3 18": "30.00"}},
	} {
		year := calc.NewDate(c.year, 1, 1).String()[:4]
		dir, _ := reconcile(t, postPayroll(t, pay(year)), c.year, func(o *ReconcileOptions) { o.EFW2 = []string{"none"} })
		for key, want := range c.want {
			form, line, _ := strings.Cut(key, " ")
			if got := formLine(t, dir, form, line); got != want {
				t.Errorf("%d, %s: %q, want %q", c.year, key, got, want)
			}
		}
	}
}

// TestEmployedOnTheLastDay: whose last day is the year's last is an employee at
// year end; who left the day before is none.
func TestEmployedOnTheLastDay(t *testing.T) {
	dir, _ := reconcile(t, postPayroll(t, map[string]string{
		"payroll.csv":   paidHeader + "E1,1,a,2027-01-08,Ada,1000.00,,,,\nE1,2,b,2027-01-08,Ada,1000.00,,,,\n",
		"employees.csv": peopleHeader + "E1,1,900-00-0001,A,A,,,,,,,2027-12-31\nE1,2,900-00-0002,B,B,,,,,,,2027-12-30\n"}), 2027)
	if got := formLine(t, dir, "rita-17", "3c"); got != "1" {
		t.Errorf("%s employees", got)
	}
}

// TestFormCountsCredits: the balance of the sheet is the balance of the
// reconciliation, credits of another year included.
func TestFormCountsCredits(t *testing.T) {
	path := postPayroll(t, map[string]string{"payroll.csv": paidHeader + "E1,1,a,2026-02-13,Village 000,10000.00,,,,\n"})
	err := CloseLedgerPeriod(context.Background(), LedgerOptions{Path: path, Now: time.Now()}, ledger.Closed{EmployerID: "E1", Municipality: "village-000",
		Period: "2026-Q1", From: calc.NewDate(2026, 1, 1), To: calc.NewDate(2026, 3, 31), Remitted: 100_00, Credit: 20_00})
	if err != nil {
		t.Fatal(err)
	}
	dir, _ := reconcile(t, path, 2026)
	wantRows(t, dir, results.Reconciliation, "tax_due,tax_remitted,credits,balance", "125.00,100.00,20.00,5.00")
	for line, want := range map[string]string{"7": "100.00", "7a": "20.00", "8": "5.00"} {
		if got := formLine(t, dir, "generic-reconciliation", line); got != want {
			t.Errorf("line %s: %q, want %q", line, got, want)
		}
	}
}

// TestNumberOfNobody: an EIN that lacks a digit and a social security number of
// zeros are missing from returns, as those that nobody gave: 000 (A)(2)(h)1.
func TestNumberOfNobody(t *testing.T) {
	dir, _ := reconcile(t, postPayroll(t, map[string]string{"payroll.csv": paidHeader + "E1,1,a,2027-01-08,City 003,1000.00,,,,\n",
		"employees.csv": peopleHeader + "E1,1,000-00-0000,Ada,Ash,1 Elm St,Dublin,OH,43017,,,\n",
		"employers.csv": "employer_id,ein,name,responsible_person\nE1,34-123456,Ash Works,Dana Doe\n"}), 2027)
	wantRows(t, dir, results.Missing, "employee_id,field,what_to_give", ",ein,ein in employers, nine digits", "1,ssn,the whole ssn in employees")
	wantRows(t, dir, results.ReconciliationEmployees, "ssn", "")
}

// TestWorkbookNamesEmployers: the first page has who signs for what, at most two
// hundred, and no total that would be of a part.
func TestWorkbookNamesEmployers(t *testing.T) {
	c := &reconciling{}
	b := newYearBook(&employer{id: "E1"}, 2027)
	b.about = map[string]string{"name": "Ash Works", "ein": "34-1234567"}
	sum := &reconcileTotals{Employees: 3, sum: yearSum{required: 10_00, withheld: 9_00}, due: 10_00, remitted: 4_00, credits: 1_00}
	c.addFirm(b, sum)
	block := c.firmsBlock()
	want := []string{"Ash Works (E1), 34-1234567", "3", "10.00", "9.00", "10.00", "4.00", "1.00", "5.00"}
	if !slices.Equal(block.Rows[0], want) || !block.Total || len(block.Columns) != len(want) {
		t.Errorf("%+v", block)
	}
	for range mostFirms {
		c.addFirm(b, sum)
	}
	if block = c.firmsBlock(); len(block.Rows) != mostFirms || block.Total || block.Heading != "By employer: the first 200 of 201" {
		t.Errorf("%s, %d rows", block.Heading, len(block.Rows))
	}
}
