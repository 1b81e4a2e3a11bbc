package record

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

func openText(t testing.TB, name, text string) (*table.Table, error) {
	t.Helper()
	file, err := table.OpenReader(name, bytes.NewReader([]byte(text)))
	if err != nil {
		return nil, err
	}
	return file.Tables[0], nil
}

func TestContractors(t *testing.T) {
	const header = "employer_id,municipality,name,address,city,state,zip,tin,amount,year\n"
	for _, c := range []struct{ row, fault string }{
		{"E1,Dublin,Cole,1 St,Dublin,OH,43017,900-22-3344,2500.00,2026", ""},
		{"E1,Dublin,Cole,,,,,12-3456789,\"2,500\",2026", ""},
		{"E1,Dublin,Cole,,,,,,2500.00,2026", ""},
		{"E1,Dublin,Cole,,,,,XXX-XX-3344,2500.00,2026", ""},
		{"E1,Dublin,Cole,,,,,12345,2500.00,2026", "tin"},
		{"E1,Dublin,,,,,,,2500.00,2026", "missing"},
		{"E1,Dublin,Cole,,,,,,,2026", "missing"},
		{"E1,Dublin,Cole,,,,,,2500.00,", "missing"},
		{"E1,Dublin,Cole,,,,,,2500.00,26", "year"},
		{"E1,Dublin,Cole,,,,,,lots,2026", "amount"},
	} {
		tab, err := openText(t, "contractors.csv", header+c.row+"\n")
		if err != nil {
			t.Fatal(err)
		}
		list, problems, err := Contractors(tab, layoutOf(tab, ContractorsKind))
		if err != nil || len(list) != 1 || len(problems) > 1 {
			t.Fatalf("%s: %d records, %d problems, %v", c.row, len(list), len(problems), err)
		}
		fault := ""
		if len(problems) > 0 {
			if fault = problems[0].Code; problems[0].Row != 2 || problems[0].Column == "" {
				t.Errorf("%s: %v", c.row, problems[0])
			}
		}
		if fault != c.fault || list[0].Bad != (c.fault != "") {
			t.Errorf("%s: fault %q, want %q; bad %v", c.row, fault, c.fault, list[0].Bad)
		}
		if strings.Contains(list[0].TIN, "X") || fault == "" && list[0].Amount != 2500_00 {
			t.Errorf("%s: %+v", c.row, list[0])
		}
	}
}

func TestW2s(t *testing.T) {
	const header = "Employer ID,Employee ID,Year,Box 1,Box 12 DD,Box 13 Retirement,Middle Name\n"
	for _, c := range []struct{ row, fault string }{
		{"E1,7,2026,100.00,5.00,yes,Q", ""},
		{"E1,7,2026,100.00,5.00,perhaps,Q", "yes_no"},
		{"E1,7,2026,-100.00,5.00,yes,Q", "sign"},
		{"E1,7,2026,ten,5.00,yes,Q", "amount"},
		{"E1,7,MMXXVI,100.00,5.00,yes,Q", "year"},
		{"E1,,2026,100.00,5.00,yes,Q", "missing"},
	} {
		tab, err := openText(t, "w2.csv", header+c.row+"\n")
		if err != nil {
			t.Fatal(err)
		}
		list, problems, err := W2s(tab, layoutOf(tab, W2Kind))
		fault := ""
		if len(problems) == 1 {
			fault = problems[0].Code
		}
		if err != nil || len(list) != 1 || len(problems) > 1 || fault != c.fault || list[0].Bad != (fault != "") {
			t.Errorf("%s: %+v %v %v", c.row, list, problems, err)
		}
		if x := list[0]; fault == "" && (x.Boxes["box_1"] != 100_00 || x.Boxes["box_12_dd"] != 5_00 || !x.Flags["box_13_retirement"] || x.Middle != "Q" ||
			x.Year != 2026 || len(x.Boxes) != 2) {
			t.Errorf("%+v", x)
		}
	}
	// What is blank is not known, which is not zero.
	tab, err := openText(t, "w2.csv", header+"E1,7,2026,,0.00,,\n")
	if err != nil {
		t.Fatal(err)
	}
	list, _, err := W2s(tab, layoutOf(tab, W2Kind))
	if err != nil || len(list) != 1 || len(list[0].Flags) != 0 || len(list[0].Boxes) != 1 {
		t.Errorf("%+v %v", list, err)
	}
}

// TestKindsOfReconcile: w2 is known by its digit, and payroll never by w2's name.
func TestKindsOfReconcile(t *testing.T) {
	for name, want := range map[string]*Kind{"w2.csv": W2Kind, "W2-2026.csv": W2Kind, "w2": W2Kind, "contractors 2026": ContractorsKind,
		"w3.csv": nil, "w.csv": nil, "contractorsof.csv": nil, "payroll.csv": nil} {
		if got := KindAmong(ReconcileKinds, name); got != want {
			t.Errorf("%s is %v", name, got)
		}
	}
	if KindOf("w2.csv") != nil || KindOf("payroll2026.csv") != PayrollKind || KindOf("payrolls.csv") != nil {
		t.Error("the tables of a run are named otherwise")
	}
}

// TestWholeSSN: only all nine digits are whole.
func TestWholeSSN(t *testing.T) {
	for value, want := range map[string]string{"900112233": "900-11-2233 2233", "900-11-2233": "900-11-2233 2233", "XXX-XX-2233": " 2233", "": " "} {
		whole, last4, err := WholeSSN(value)
		if err != nil || whole+" "+last4 != want {
			t.Errorf("%q: %q %q %v", value, whole, last4, err)
		}
	}
	if _, _, err := WholeSSN("90011223"); err == nil {
		t.Error("eight digits passed")
	}
}

// FuzzContractors: every row is taken or is a problem that names it; what is taken
// is within bounds.
func FuzzContractors(f *testing.F) {
	f.Add("employer_id,municipality,name,tin,amount,year\nE1,Dublin,Cole,900-22-3344,2500.00,2026\n")
	f.Add("year;amount;name;municipality;employer_id;zip\n2026;1e3;\xff;;E1;\"4\n3\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		tab, err := openText(t, "contractors.csv", text)
		if err != nil {
			return
		}
		l := layoutOf(tab, ContractorsKind)
		if tab.Err() != nil || len(l.Missing(ContractorsKind)) > 0 {
			return
		}
		list, problems, err := Contractors(tab, l)
		if err != nil {
			return
		}
		checkRows(t, problems)
		for _, x := range list {
			if !x.Bad && (x.EmployerID == "" || x.Municipality == "" || x.Name == "" || x.Year < 1900 || x.Year > 2199 || x.Amount.Abs() > calc.MaxCents) {
				t.Errorf("taken: %+v", x)
			}
		}
	})
}

// FuzzW2: the same for w2, of which no box is below zero.
func FuzzW2(f *testing.F) {
	f.Add("employer_id,employee_id,year,box_1,box_13_sick_pay\nE1,7,2026,100.00,no\nE1,7,2026,-1,maybe\n")
	f.Add("year,box1,employee id,employer id\n,,,\n")
	f.Fuzz(func(t *testing.T, text string) {
		tab, err := openText(t, "w2.csv", text)
		if err != nil {
			return
		}
		l := layoutOf(tab, W2Kind)
		if tab.Err() != nil || len(l.Missing(W2Kind)) > 0 {
			return
		}
		list, problems, err := W2s(tab, l)
		if err != nil {
			return
		}
		checkRows(t, problems)
		for _, x := range list {
			if x.Bad {
				continue
			}
			if x.EmployerID == "" || x.EmployeeID == "" || x.Year < 1900 || x.Year > 2199 {
				t.Errorf("taken: %+v", x)
			}
			for box, c := range x.Boxes {
				if c < 0 || c > calc.MaxCents || !slices.Contains(W2Kind.Columns, box) {
					t.Errorf("taken: %s %s", box, c)
				}
			}
		}
	})
}

func checkRows(t *testing.T, problems []*table.Problem) {
	t.Helper()
	for _, p := range problems {
		if p.Row < 1 || p.Message == "" || p.Column == "" && !slices.Contains(wholeRow, p.Code) {
			t.Errorf("%v (%s)", p, p.Code)
		}
	}
}
