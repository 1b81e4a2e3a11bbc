package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// apportionText runs Apportion on a table of factors and gives apportionment.csv
// and problems.csv without their headers.
func apportionText(t *testing.T, o Options, factors string) (rows, problems string) {
	t.Helper()
	in := filepath.Join(t.TempDir(), "factors.csv")
	if err := os.WriteFile(in, []byte(factors), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Inputs, o.Out = []string{in}, filepath.Join(t.TempDir(), "out")
	if _, err := Apportion(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	return body(t, o.Out, "apportionment.csv"), body(t, o.Out, "problems.csv")
}

func body(t *testing.T, out, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(out, name))
	if err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(string(text), "\n")
	return rows
}

// TestWagesOfLedger: where factors leaves the wages blank they are those of the
// year's checks, by where the services were performed. Law: 001 (C)(1)(c).
func TestWagesOfLedger(t *testing.T) {
	path := postPayroll(t, map[string]string{
		"payroll.csv": "employer_id,employee_id,check_id,pay_date,work_municipality,gross_wages\n" +
			"E1,1,a,2025-03-07,Village 001,3000.00\nE1,2,b,2025-06-06,City 003,4000.00\nE1,2,c,2025-07-04,none,1000.00\n" +
			"E1,1,d,2026-01-09,Village 001,9000.00\nE2,1,e,2025-01-10,Village 001,7.00\n",
		// Residence tax is a second line of the same wages.
		"employees.csv": "employer_id,employee_id,residence_municipality,courtesy_withholding\nE1,1,Village 006,yes\n",
	})
	o := Options{Ledger: LedgerOptions{Path: path, Now: time.Now()}}
	const header = "employer_id,municipality,year,property_here,property_total,receipts_here,receipts_total,wages_here,wages_total,net_profit\n"
	rows, problems := apportionText(t, o, header+"E1,Village 001,2025,0,0,50,100,,,100000\nE1,City 003,2025,0,0,10,100,,,100000\n"+
		"E1,Village 006,2025,0,0,0,100,,,100000\nE1,Village 001,2024,0,0,50,100,,,100000\nE9,Village 001,2025,0,0,50,100,,,100000\nE2,Village 001,2025,0,0,50,100,1,4,100000\n")
	want := "E1,City 003,2025,,0.100000,0.500000,2,0.300000,100000.00,30000.00,0.01,300.00,ledger,R.C. 718.02\n" +
		"E1,Village 001,2025,,0.500000,0.375000,2,0.437500,100000.00,43750.00,0.015,656.25,ledger,001 (C)\n" +
		"E1,Village 006,2025,,0.000000,0.000000,2,0.000000,100000.00,0.00,0.02,0.00,ledger,R.C. 718.02\n" +
		"E2,Village 001,2025,,0.500000,0.250000,2,0.375000,100000.00,37500.00,0.015,562.50,factors,001 (C)\n"
	if rows != want {
		t.Errorf("got\n%swant\n%s", rows, want)
	}
	for _, employer := range []string{`5,wages_total,wages,,"it is blank, as wages_here is, and the ledger has no payroll of employer ""E1"" in 2024`, `6,wages_total,wages,,"it is blank, as wages_here is, and the ledger has no payroll of employer ""E9"" in 2025`} {
		if !strings.Contains(problems, employer) {
			t.Errorf("%s is not in\n%s", employer, problems)
		}
	}
}

// Rows in another order give the same bytes.
func TestApportionOrder(t *testing.T) {
	const header = "employer_id,municipality,year,property_here,property_total,receipts_here,receipts_total,wages_here,wages_total,net_profit\n"
	lines := []string{"E1,Village 001,2025,20,100,30,100,40,100,100000\n", "E1,City 003,2025,10,100,30,100,40,100,100000\n", "E0,Toledo,2024,0,0,30,100,40,100,-5\n"}
	first, _ := apportionText(t, Options{}, header+strings.Join(lines, ""))
	again, _ := apportionText(t, Options{}, header+lines[2]+lines[1]+lines[0])
	if first != again || strings.Count(first, "\n") != 3 {
		t.Errorf("%s\n%s", first, again)
	}
}
