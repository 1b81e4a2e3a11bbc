package pipeline

import (
	"context"
	"fmt"
	"io/fs"
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

// reconcile reconciles a year of a ledger and gives the folder of the results.
func reconcile(t *testing.T, path string, year int, change ...func(*ReconcileOptions)) (dir string, report *ReconcileReport) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "out")
	o := ReconcileOptions{ArchiveOptions: ArchiveOptions{Ledger: LedgerOptions{Path: path, Now: time.Now()}, Out: dir, Version: "test"}, Year: year}
	for _, c := range change {
		c(&o)
	}
	report, err := Reconcile(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return dir, report
}

// rowsOfTable are some columns of a table of results.
func rowsOfTable(t *testing.T, dir string, table *results.Table, columns string) (rows []string) {
	t.Helper()
	for _, row := range readCSV(t, dir, table.Name) {
		var cells []string
		for _, c := range strings.Split(columns, ",") {
			cells = append(cells, row[c])
		}
		rows = append(rows, strings.Join(cells, ","))
	}
	return rows
}

func wantRows(t *testing.T, dir string, table *results.Table, columns string, want ...string) {
	t.Helper()
	if got := rowsOfTable(t, dir, table, columns); !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", table.Name, got, want)
	}
}

const (
	paidHeader   = "employer_id,employee_id,check_id,pay_date,work_municipality,gross_wages,section_125,tips_cash,tax_withheld,tax_municipality\n"
	peopleHeader = "employer_id,employee_id,ssn,first_name,last_name,address,city,state,zip,residence_municipality,courtesy_withholding,termination_date\n"
)

// aYear is an employer's year with what the law asks a reconciliation to tell
// apart: wages not subject for two reasons, tax that was not withheld, tax
// withheld for a place of no wages, and a check that was reversed.
var aYear = map[string]string{
	"payroll.csv": paidHeader +
		"E1,1,a,2027-01-08,City 003,1000.00,100.00,35.00,,\n" +
		"E1,1,b,2027-06-04,Village 000,1000.00,,,0.00,\n" +
		"E1,2,c,2027-03-05,Village 000,333.33,,,4.17,\n" +
		"E1,2,d,2027-03-12,Village 000,333.33,,,4.17,\n" +
		"E1,2,e,2027-03-19,Village 000,333.33,,,4.17,\n" +
		"E1,2,f,2027-03-19,Village 005,0.00,,,5.00,\n" +
		"E1,3,g,2027-04-02,City 003,200.00,,,,\n" +
		"E1,3,h,2027-04-09,City 003,-200.00,,,,\n" +
		"E1,4,i,2027-04-09,none,700.00,,,,\n" +
		"E1,1,j,2026-12-31,City 003,9999.00,,,,\n" +
		"E2,9,k,2028-01-07,City 003,500.00,,,,\n",
	"employees.csv": peopleHeader +
		"E1,1,900-11-2233,Ada,Ash,1 Elm St,Dublin,OH,43017,,,\nE1,2,XXX-XX-5544,Bo,Birch,,,,,,,\n",
	"employers.csv": "employer_id,ein,name,responsible_person\nE1,34-1234567,Ash Works,Dana Doe\n",
}

// TestReconcileYear: the totals and the lists of 000 (A)(2)(h) and 003 (h).
func TestReconcileYear(t *testing.T) {
	dir, report := reconcile(t, postPayroll(t, aYear), 2027)

	// All compensation, what is not subject and why, what is subject: 003 (h). Due
	// is the greater of withheld and required of each period: 000 (A)(2)(a).
	wantRows(t, dir, results.Reconciliation,
		"employer_id,municipality,employees,total_compensation,not_subject,not_subject_reasons,subject,tax_required,tax_withheld,tax_due,balance",
		"E1,City 003,1,1035.00,135.00,section_125=100.00;tips_not_controlled=35.00,900.00,9.00,9.00,9.00,9.00",
		"E1,Village 000,2,1999.99,0.00,,1999.99,25.01,12.51,25.01,25.01",
		"E1,Village 005,1,0.00,0.00,,0.00,0.00,5.00,5.00,5.00")
	// The person responsible: 000 (A)(2)(i), 003 (g).
	wantRows(t, dir, results.Reconciliation, "ein,responsible_person,citation",
		"34-1234567,Dana Doe,003 (h);R.C. 718.03(B)(1);R.C. 718.01 (qualifying wages);R.C. 718.03(J)",
		"34-1234567,Dana Doe,000 (A)(2)(h);000 (A)(2)(a)",
		"34-1234567,Dana Doe,R.C. 718.03(H);R.C. 718.03(B)(1)")
	// Every other municipality for which tax was withheld or should have been:
	// 000 (A)(2)(h)3, 003 (h).
	wantRows(t, dir, results.ReconciliationEmployees, "municipality,employee_id,qualifying_wages,tax_withheld,other_municipalities,other_municipalities_due",
		"City 003,1,900.00,9.00,Village 000=0.00,Village 000=12.50",
		"Village 000,1,1000.00,0.00,City 003=9.00,",
		"Village 000,2,999.99,12.51,Village 005=5.00,Village 005=0.00",
		"Village 005,2,0.00,5.00,Village 000=12.51,")
	wantRows(t, dir, results.ReconciliationEmployees, "employee_id,name,address,ssn",
		"1,Ada Ash,1 Elm St, Dublin, OH 43017,900-11-2233", "1,Ada Ash,1 Elm St, Dublin, OH 43017,900-11-2233", "2,Bo Birch,,", "2,Bo Birch,,")
	wantRows(t, dir, results.Missing, "employer_id,employee_id,needed_for,field", "E1,2,reconciliation,address", "E1,2,reconciliation,ssn")
	wantRows(t, dir, results.Differences, "municipality,employee_id,rate,checks,tax_by_check,tax_by_year,difference,explanation",
		"Village 000,2,0.0125,3,12.51,12.50,0.01,rounding")
	if c := report.Manifest.Control; c.Employees != 3 || c.Checks != 9 || c.Untaxed != "700.00" || c.Required != "34.01" || c.Due != "39.01" {
		t.Errorf("%+v", c)
	}
}

// TestReconcileDue: 000 (A)(2)(h) says the last day of February, 003 (h) February
// 28, and both move to a business day.
func TestReconcileDue(t *testing.T) {
	for _, c := range []struct {
		year                                 int
		due000, pay000, due003, pay003, list string
	}{
		{2023, "2024-02-29", "2024-02-29", "2024-02-28", "2024-02-28", "2024-02-28"},
		{2025, "2026-02-28", "2026-03-02", "2026-02-28", "2026-03-02", "2026-02-28"},
		{2027, "2028-02-29", "2028-02-29", "2028-02-28", "2028-02-28", "2028-02-28"},
	} {
		path := postPayroll(t, map[string]string{"payroll.csv": paidHeader +
			fmt.Sprintf("E1,1,a,%d-01-09,City 003,1000.00,,,,\nE1,1,b,%[1]d-01-09,Village 000,1000.00,,,,\n", c.year)})
		contractors := filepath.Join(t.TempDir(), "contractors.csv")
		text := "employer_id,municipality,name,amount,year\n" + fmt.Sprintf("E1,City 003,Cole,2500.00,%d\nE1,Village 000,Cole,2500.00,%[1]d\n", c.year)
		if err := os.WriteFile(contractors, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		dir, _ := reconcile(t, path, c.year, func(o *ReconcileOptions) { o.Inputs = []string{contractors} })
		wantRows(t, dir, results.Reconciliation, "municipality,due_date,pay_by",
			"City 003,"+c.due003+","+c.pay003, "Village 000,"+c.due000+","+c.pay000)
		// 003 (i) asks for the listing; 000 does not speak of it.
		wantRows(t, dir, results.Contractors, "municipality,due_date,amount,citation", "City 003,"+c.list+",2500.00,003 (i)", "Village 000,,2500.00,")
	}
}

// TestReconcileBalance: what was remitted, and credits, against what was due. A
// credit of an earlier period pays of a later one; one that is left for later
// periods is not the year's.
func TestReconcileBalance(t *testing.T) {
	path := postPayroll(t, map[string]string{"payroll.csv": paidHeader +
		"E1,1,a,2026-02-13,Village 000,10000.00,,,,\nE1,1,b,2026-05-15,Village 000,10000.00,,,,\nE1,1,c,2026-08-14,Village 000,10000.00,,,,\n"})
	closePeriod := func(name string, from, to calc.Date, remitted, credit calc.Cents) {
		t.Helper()
		err := CloseLedgerPeriod(context.Background(), LedgerOptions{Path: path, Now: time.Now()}, ledger.Closed{EmployerID: "E1", Municipality: "village-000",
			Period: name, From: from, To: to, Remitted: remitted, Credit: credit})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := func(row string) {
		t.Helper()
		dir, _ := reconcile(t, path, 2026)
		wantRows(t, dir, results.Reconciliation, "tax_due,tax_remitted,credits,balance", row)
	}
	want("375.00,0.00,0.00,375.00")
	closePeriod("2026-Q1", calc.NewDate(2026, 1, 1), calc.NewDate(2026, 3, 31), 150_00, -25_00)
	want("375.00,150.00,-25.00,250.00")
	closePeriod("2026-Q2", calc.NewDate(2026, 4, 1), calc.NewDate(2026, 6, 30), 100_00, 25_00)
	want("375.00,250.00,0.00,125.00")
	closePeriod("2026-Q3", calc.NewDate(2026, 7, 1), calc.NewDate(2026, 9, 30), 130_00, 0)
	want("375.00,380.00,0.00,-5.00")
	closePeriod("2025-Q4", calc.NewDate(2025, 10, 1), calc.NewDate(2025, 12, 31), 77_00, 0)
	want("375.00,380.00,0.00,-5.00")
}

// TestReconcilePrivacy: whole social security numbers are in files for their
// owner alone; the workbook has their last four digits.
func TestReconcilePrivacy(t *testing.T) {
	dir, _ := reconcile(t, postPayroll(t, aYear), 2027, func(o *ReconcileOptions) { o.Report = true })
	for name, perm := range map[string]fs.FileMode{"reconciliation-employees.csv": 0o600, "contractors.csv": 0o600} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != perm {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
	for number, want := range map[string]string{"900-11-2233": "XXX-XX-2233", "12-3456789": "XX-XXX6789", "900112233": "XXXXX2233", "": ""} {
		if got := masked(number); got != want {
			t.Errorf("%q is shown as %q", number, got)
		}
	}
	var b strings.Builder
	table := "employer_id,municipality,year,employee_id,name,address,ssn,total_compensation,not_subject,qualifying_wages,tax_withheld," +
		"other_municipalities,not_subject_reasons,tax_required,other_municipalities_due\nE1,X,2027,1,A,,900-11-2233,1.00,0.00,1.00,0.01,,,0.01,\n"
	if err := maskRows(&b, strings.NewReader(table), results.ReconciliationEmployees); err != nil || !strings.Contains(b.String(), ",XXX-XX-2233,") {
		t.Errorf("%v\n%s", err, &b)
	}
}

// TestLineSum: a line of the ledger whose parts do not add up is not reconciled.
func TestLineSum(t *testing.T) {
	for _, c := range []struct {
		line ledger.Line
		want string
	}{
		{ledger.Line{Role: "work", Wages: 100, Subject: 60, NotSubject: "section_125=30;under_18=10"}, ""},
		{ledger.Line{Role: "catch_up", Wages: -100, Subject: -60, NotSubject: "section_125=-40"}, ""},
		{ledger.Line{Role: "work", Wages: 100, Subject: 60, NotSubject: "section_125=30"}, "does not tie"},
		{ledger.Line{Role: "work", Wages: 100, Subject: 60, NotSubject: "unknown=40"}, "cannot be read"},
		{ledger.Line{Role: "work", Wages: 100, Subject: 60, NotSubject: "section_125"}, "cannot be read"},
		{ledger.Line{Role: "play", Wages: 100, Subject: 100}, "cannot be read"},
	} {
		_, _, err := lineSum(&ledger.Posted{Line: c.line})
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.line, err)
		}
	}
}

// TestYearTies: each of the four ways of adding up a year is held to the others.
func TestYearTies(t *testing.T) {
	at := &place{}
	made := func() *yearBook {
		b := newYearBook(&employer{id: "E1"}, 2027)
		sum := yearSum{wages: 500, subject: 400, required: 4, withheld: 3}
		b.all = sum
		b.town(at).sum[forWork] = sum
		b.town(at).periods = []*remittance{{sum: entry{subject: 400, required: 4, withheld: 3}}}
		b.people["1"] = &payee{towns: map[*place]*townShare{at: {twoSum: twoSum{sum}}}}
		return b
	}
	if err := made().ties(); err != nil {
		t.Errorf("a year that ties: %v", err)
	}
	for what, spoil := range map[string]func(*yearBook){
		"compensation":  func(b *yearBook) { b.all.wages++ },
		"wages subject": func(b *yearBook) { b.town(at).sum[forHome].subject++ },
		"tax required":  func(b *yearBook) { b.town(at).periods[0].sum.required++ },
		"tax withheld":  func(b *yearBook) { b.people["1"].towns[at].twoSum[forHome].withheld-- },
	} {
		b := made()
		spoil(b)
		if err := b.ties(); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestExplanation: rounding a check is at most half a cent off, and so is the
// rounding of the year.
func TestExplanation(t *testing.T) {
	for _, c := range []struct {
		role       calc.Role
		checks     int
		difference calc.Cents
		want       string
	}{
		{calc.Work, 1, 1, "rounding"}, {calc.Work, 1, 2, "more than rounding"}, {calc.Work, 26, 13, "rounding"}, {calc.Work, 26, -13, "rounding"},
		{calc.Work, 26, 14, "more than rounding"}, {calc.Courtesy, 26, 14, "the employee asked for another amount"},
	} {
		x := rateSum{role: c.role, checks: c.checks, required: 1000 + c.difference}
		if got := x.explanation(1000); got != c.want {
			t.Errorf("%v: %s", c, got)
		}
	}
}

// TestReconcileRoles: wages caught up count where they were caught up and at the
// principal place that they were attributed to before (002 (f)); a resident's
// wages count where they were earned and, with the difference of rates, at home
// (003 (j)).
func TestReconcileRoles(t *testing.T) {
	log := "employer_id,employee_id,date,municipality,hours\n"
	for d := range 13 {
		log += fmt.Sprintf("E1,1,%s,Village 002,8\n", calc.NewDate(2026, 3, 2)+calc.Date(d))
	}
	path := postPayroll(t, map[string]string{
		"payroll.csv": "employer_id,employee_id,check_id,pay_date,period_start,period_end,work_municipality,gross_wages\n" +
			"E1,1,a,2026-03-20,2026-03-02,2026-03-14,,1300.00\nE1,2,b,2026-03-20,,,Village 005,1000.00\n",
		"worklog.csv": log,
		"employees.csv": "employer_id,employee_id,residence_municipality,principal_place_of_work\nE1,1,,Village 000\n" +
			"E1,2,City 003,\n",
		"employers.csv": "employer_id,fixed_location\nE1,City 003\n"})
	dir, report := reconcile(t, path, 2026)
	wantRows(t, dir, results.Reconciliation, "municipality,total_compensation,subject,tax_required",
		"City 003,1000.00,1000.00,5.00", // 1 % less 0.5 %
		"Village 000,1200.00,1200.00,15.00",
		"Village 002,1300.00,1300.00,26.00", // 100.00 of the 13th day, and 1200.00 of the first 12
		"Village 005,1000.00,1000.00,5.00")
	if got := report.Manifest.Control.Compensation; got != "4500.00" {
		t.Errorf("in all %s", got)
	}
}

// TestReconcileStandardFile: where no recipient is asked for, one file has all,
// sent by the employer itself; with two employers nobody is known to send it.
func TestReconcileStandardFile(t *testing.T) {
	firms := "employer_id,ein,name\nE1,34-1234567,One\nE2,34-1234568,Two\n"
	pay := paidHeader + "E1,1,a,2026-01-09,Village 000,1000.00,,,,\nE1,2,b,2026-01-09,none,1000.00,,,,\n"
	for _, c := range []struct {
		name, payroll, firms, problem string
		year, employees               int
		change                        func(*ReconcileOptions)
	}{
		{"one employer", pay, firms, "efw2_missing", 2026, 2, func(*ReconcileOptions) {}},
		{"two employers", pay + "E2,1,a,2026-01-09,Village 000,1000.00,,,,\n", firms, "efw2_no_submitter", 2026, 0, func(*ReconcileOptions) {}},
		{"one of two", pay + "E2,1,a,2026-01-09,Village 000,1000.00,,,,\n", firms, "efw2_missing", 2026, 2, func(o *ReconcileOptions) { o.Employers = []string{"E1"} }},
		{"no EIN", pay, "employer_id,name\nE1,One\n", "efw2_refused", 2026, 0, func(*ReconcileOptions) {}},
		{"no layout", strings.ReplaceAll(pay, "2026", "2021"), firms, "efw2_no_layout", 2021, 0, func(*ReconcileOptions) {}},
		{"none", pay, firms, "", 2026, 0, func(o *ReconcileOptions) { o.EFW2 = []string{"none"} }},
	} {
		dir, report := reconcile(t, postPayroll(t, map[string]string{"payroll.csv": c.payroll, "employers.csv": c.firms}), c.year, c.change)
		problem, employees := "", 0
		if rows := rowsOfTable(t, dir, results.Problems, "code"); len(rows) > 0 {
			problem = strings.Join(rows, " ")
		}
		if m := report.Manifest.Files; len(m) == 1 && m[0].Name == "efw2-all.txt" {
			employees = m[0].Employees
		}
		_, err := os.Stat(filepath.Join(dir, "efw2-all.txt"))
		if problem != c.problem || employees != c.employees || (err == nil) != (c.employees > 0) {
			t.Errorf("%s: problems %q, %d employees, %v", c.name, problem, employees, err)
		}
	}
}
