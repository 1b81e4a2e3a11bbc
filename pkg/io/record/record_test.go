package record

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// open reads a CSV text as a table of a kind.
func open(t *testing.T, k *Kind, text string) (*table.Table, *Layout) {
	t.Helper()
	path := filepath.Join(t.TempDir(), k.Name+".csv")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := table.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	x := f.Tables[0]
	l := &Layout{Names: make([]string, len(x.Header))}
	for i, h := range x.Header {
		if slices.Contains(k.Columns, h) {
			l.Names[i] = h
		}
	}
	return x, l
}

// small reads a small table whose good row has one cell changed, and returns the
// problems as sentences.
func small(t *testing.T, k *Kind, good map[string]string, column, value string) []string {
	t.Helper()
	cells := make([]string, len(k.Columns))
	for i, c := range k.Columns {
		cells[i] = good[c]
		if c == column {
			cells[i] = value
		}
	}
	text := strings.Join(k.Columns, ",") + "\n" + strings.Join(cells, ",") + "\n"
	x, l := open(t, k, text)
	var problems []*table.Problem
	var err error
	bad := false
	switch k {
	case EmployeesKind:
		var r []Employee
		r, problems, err = Employees(x, l)
		bad = len(r) == 1 && r[0].Bad
	case EmployersKind:
		var r []Employer
		r, problems, err = Employers(x, l)
		bad = len(r) == 1 && r[0].Bad
	case AgreementsKind:
		var r []Agreement
		r, problems, err = Agreements(x, l)
		bad = len(r) == 1 && r[0].Bad
	case HistoryKind:
		var r []Month
		r, problems, err = History(x, l)
		bad = len(r) == 1 && r[0].Bad
	}
	if err != nil {
		t.Fatal(err)
	}
	if bad != (len(problems) > 0) {
		t.Errorf("%s %q: Bad is %v with %d problems", column, value, bad, len(problems))
	}
	return sentences(problems)
}

func sentences(problems []*table.Problem) (list []string) {
	for _, p := range problems {
		list = append(list, p.Error())
	}
	return list
}

var goodRows = map[*Kind]map[string]string{
	EmployeesKind:  {"employer_id": "E1", "employee_id": "1", "ssn": "900-12-3456", "birth_date": "1980-01-01"},
	EmployersKind:  {"employer_id": "E1", "fixed_location": "Dayton", "federal_eft": "yes"},
	AgreementsKind: {"employer_id": "E1", "municipality": "Dayton", "kind": "never_withhold", "from": "2026-01-01"},
	HistoryKind:    {"employer_id": "E1", "municipality": "Dayton", "month": "2025-12", "tax_withheld": "1.00"},
}

// TestEveryCellNamesItsPlace: what cannot be read names file, row and column,
// for every column that can be at fault.
func TestEveryCellNamesItsPlace(t *testing.T) {
	for _, c := range []struct {
		kind          *Kind
		column, value string
		want          string // "" where the row is good
	}{
		{EmployeesKind, "employer_id", "", "it is blank, and every row needs it"},
		{EmployeesKind, "employee_id", "", "it is blank, and every row needs it"},
		{EmployeesKind, "ssn", "900-12-345", "not a social security number; write nine digits, with or without dashes"},
		{EmployeesKind, "ssn", "", ""},
		{EmployeesKind, "birth_date", "1980-13-01", "no such day in the calendar; write 2026-03-31"},
		{EmployeesKind, "hire_date", "soon", "not a date; write 2026-03-31"},
		{EmployeesKind, "termination_date", "2026-02-30", "no such day in the calendar; write 2026-03-31"},
		{EmployeesKind, "iso_successor_employee_until", "x", "not a date; write 2026-03-31"},
		{EmployeesKind, "courtesy_withholding", "perhaps", "write yes or no"},
		{EmployeesKind, "class", "king", "write athlete, entertainer, public_figure, domestic, transit or leave it blank"},
		{EmployeesKind, "class", "Domestic", ""},
		{EmployersKind, "employer_id", "", "it is blank, and every row needs it"},
		{EmployersKind, "small_employer_years", "2025/2026", "write years with spaces between them: 2025 2026"},
		{EmployersKind, "small_employer_years", "26", "write years with spaces between them: 2025 2026"},
		{EmployersKind, "small_employer_years", "2025 2026", ""},
		{EmployersKind, "federal_eft", "sometimes", "write yes or no"},
		{EmployersKind, "first_days_election", "2", "write yes or no"},
		{AgreementsKind, "employer_id", "", "it is blank, and every row needs it"},
		{AgreementsKind, "municipality", "", "it is blank, and every row needs it"},
		{AgreementsKind, "kind", "", "it is blank, and every row needs it"},
		{AgreementsKind, "kind", "NEVER_WITHHOLD", ""},
		{AgreementsKind, "from", "x", "not a date; write 2026-03-31"},
		{AgreementsKind, "to", "x", "not a date; write 2026-03-31"},
		{HistoryKind, "employer_id", "", "it is blank, and every row needs it"},
		{HistoryKind, "municipality", "", "it is blank, and every row needs it"},
		{HistoryKind, "month", "", ""},
		{HistoryKind, "month", "2025-13", "not a month; write 2026-03"},
		{HistoryKind, "tax_withheld", "x", "not an amount; write 1234.56"},
		{HistoryKind, "tax_required", "1.005", "a fraction of a cent; write at most two decimals, 1234.56"},
	} {
		got := small(t, c.kind, goodRows[c.kind], c.column, c.value)
		if c.want == "" {
			if c.column != "month" && len(got) > 0 {
				t.Errorf("%s %q: %q", c.column, c.value, got)
			}
			if c.column == "month" && len(got) != 1 {
				t.Errorf("a blank month: %q", got)
			}
			continue
		}
		where := fmt.Sprintf("%s.csv, row 2, %s", c.kind.Name, c.column)
		if c.value != "" && c.column != "ssn" { // a bad number is not shown
			where += fmt.Sprintf(" %q", c.value)
		}
		if want := where + ": " + c.want; !slices.Equal(got, []string{want}) {
			t.Errorf("got %q\nwant %q", got, want)
		}
	}
}

func TestSocialSecurityNumbers(t *testing.T) {
	for _, c := range []struct{ text, whole, last4 string }{
		{"900-12-3456", "900123456", "3456"},
		{"900123456", "900123456", "3456"},
		{"900 12 3456", "900123456", "3456"},
		{"XXX-XX-3456", "", "3456"},
		{"***-**-3456", "", "3456"},
		{"xxxxx3456", "", "3456"},
		{"", "", ""},
	} {
		if whole, last4, err := ssn(c.text); whole != c.whole || last4 != c.last4 || err != nil {
			t.Errorf("%q: %q, %q, %v", c.text, whole, last4, err)
		}
	}
	for _, bad := range []string{"90012345", "9001234567", "3456", "XXX-3456", "900-12-345X", "900.12.3456", "9.00123456E+08", "none", "-", "９００１２３４５６"} {
		whole, last4, err := ssn(bad)
		if err == nil || whole != "" || last4 != "" {
			t.Errorf("%q: %q, %q, %v; want an error", bad, whole, last4, err)
		}
		if err != nil && strings.Contains(err.Error(), bad) && bad != "-" {
			t.Errorf("the message repeats the number: %v", err)
		}
	}
}

func TestYesAndNo(t *testing.T) {
	for text, want := range map[string]bool{"yes": true, "YES": true, "y": true, "True": true, "1": true,
		"": false, "no": false, "N": false, "FALSE": false, "0": false} {
		if got, err := parseYes([]byte(text)); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"maybe", "ja", "2", "yes!", "true false"} {
		if got, err := parseYes([]byte(bad)); got || err == nil {
			t.Errorf("%q: %v, %v; want an error", bad, got, err)
		}
	}
}

func TestKindOf(t *testing.T) {
	for name, want := range map[string]*Kind{"payroll.csv": PayrollKind, "payroll-2026-03-06.csv": PayrollKind, "Payroll March": PayrollKind,
		"EMPLOYEES.CSV": EmployeesKind, "employers_2026.xlsx": EmployersKind, "history": HistoryKind, "agreements.csv": AgreementsKind,
		"payrolls.csv": nil, "my payroll.csv": nil, "": nil, "2026-payroll.csv": nil} {
		if got := KindOf(name); got != want {
			t.Errorf("%q is %v, want %v", name, got, want)
		}
	}
}

func TestHistoryTakesTheGreater(t *testing.T) {
	x, l := open(t, HistoryKind, "employer_id,municipality,month,tax_withheld,tax_required\nE1,Dayton,2025-01,5.00,7.50\n"+
		"E1,Dayton,2025-02,8.00,\nE1,Dayton,2025-03,,9.00\nE1,Dayton,2025-04,,\n")
	months, problems, err := History(x, l)
	if err != nil || len(months) != 4 {
		t.Fatalf("%d months: %v", len(months), err)
	}
	for i, want := range []calc.Cents{7_50, 8_00, 9_00} {
		if months[i].Tax != want || months[i].Bad {
			t.Errorf("month %d: %+v, want %s", i+1, months[i], want)
		}
	}
	if want := "history.csv, row 5, tax_required: write tax_withheld, tax_required or both"; !months[3].Bad || !slices.Equal(sentences(problems), []string{want}) {
		t.Errorf("got %q, want %q", sentences(problems), want)
	}
}
