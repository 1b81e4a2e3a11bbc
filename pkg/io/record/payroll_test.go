package record

import (
	"io"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// readPayroll reads all rows of a payroll and what is wrong with each.
func readPayroll(t *testing.T, text string, l *Layout) (checks []Check, problems [][]string) {
	t.Helper()
	x, layout := open(t, PayrollKind, text)
	if l != nil {
		layout.Constants, layout.Dates = l.Constants, l.Dates
	}
	p := NewPayroll(x, layout)
	var b table.Block
	for {
		err := x.Next(&b)
		if err == io.EOF {
			return checks, problems
		}
		if err != nil {
			t.Fatal(err)
		}
		b.Split()
		for i := range b.Len() {
			r := b.Row(i)
			var c Check
			problems = append(problems, sentences(p.Read(&r, &c)))
			for _, text := range []*[]byte{&c.EmployerID, &c.EmployeeID, &c.CheckID, &c.Work, &c.TaxMunicipality} {
				*text = slices.Clone(*text)
			}
			checks = append(checks, c)
		}
	}
}

func TestPayrollRow(t *testing.T) {
	header := strings.Join(PayrollKind.Columns, ",")
	const row = "E1,100,c1,2026-01-09,2025-12-28,2026-01-03,Dayton,1000.00,1.00,2.00,3.00,4.00,5.00,6.00,2026-01-02,7.00,2003-06-25," +
		"8.00,9.00,10.00,11.00,12.00,yes,13.00,Toledo,no"
	if n, m := strings.Count(header, ","), strings.Count(row, ","); n != m {
		t.Fatalf("payroll has %d columns, the row %d cells: give the new column a value here", n+1, m+1)
	}
	checks, problems := readPayroll(t, header+"\n"+row+"\n", nil)
	if len(checks) != 1 || len(problems[0]) > 0 {
		t.Fatalf("%d checks, %q", len(checks), problems)
	}
	c := checks[0]
	pay := calc.Pay{calc.PayGross: 1000_00, calc.PayTipsCash: 3_00, calc.PayTipsCharged: 4_00, calc.PayTipsPooled: 5_00, calc.PayISO: 6_00,
		calc.PayNQDC: 7_00, calc.PayMilitary: 8_00, calc.PayPension: 9_00, calc.PayElection: 10_00, calc.PayParsonage: 11_00, calc.PayTransit: 12_00}
	if c.Pay.Pay != pay || c.Pay.Section125 != 1_00 || c.Withheld != 13_00 || !c.WithheldKnown {
		t.Errorf("money %v, section 125 %s, withheld %s", c.Pay.Pay, c.Pay.Section125, c.Withheld)
	}
	if c.Pay.PayDate != calc.NewDate(2026, 1, 9) || c.Pay.ISODisposed != calc.NewDate(2026, 1, 2) || c.Pay.NQDCDeferred != calc.NewDate(2003, 6, 25) ||
		c.PeriodStart != calc.NewDate(2025, 12, 28) || c.PeriodEnd != calc.NewDate(2026, 1, 3) {
		t.Errorf("dates %+v", c)
	}
	if got := string(c.EmployerID) + " " + string(c.EmployeeID) + " " + string(c.CheckID) + " " + string(c.Work) + " " + string(c.TaxMunicipality); got != "E1 100 c1 Dayton Toledo" {
		t.Errorf("texts %s", got)
	}
	if !c.Pay.TransitScheduled || c.InCapacity || c.Row != 2 {
		t.Errorf("%+v", c)
	}
}

// TestPayrollCellNamesItsPlace: for every column that can be at fault.
func TestPayrollCellNamesItsPlace(t *testing.T) {
	const date, amount, yes, missing = "not a date; write 2026-03-31", "not an amount; write 1234.56", "write yes or no", "it is blank, and every row needs it"
	for column, want := range map[string]string{"pay_date": date, "period_start": date, "period_end": date, "iso_disposition_date": date,
		"nqdc_deferred_on": date, "gross_wages": amount, "section_125": amount, "retirement_deferral": amount, "tips_cash": amount,
		"tips_charged": amount, "tips_pooled": amount, "iso_income": amount, "nqdc_paid": amount, "military_pay": amount,
		"pension_disability": amount, "election_pay": amount, "parsonage": amount, "transit_pay": amount, "tax_withheld": amount,
		"transit_scheduled": yes, "in_capacity": yes} {
		good := map[string]string{"employer_id": "E1", "employee_id": "1", "pay_date": "2026-01-09", "gross_wages": "1.00"}
		good[column] = "???"
		if got := faults(t, good); !slices.Equal(got, []string{`payroll.csv, row 2, ` + column + ` "???": ` + want}) {
			t.Errorf("%s: %q", column, got)
		}
	}
	for _, column := range PayrollKind.Needed {
		good := map[string]string{"employer_id": "E1", "employee_id": "1", "pay_date": "2026-01-09", "gross_wages": "1.00"}
		delete(good, column)
		if got := faults(t, good); !slices.Equal(got, []string{`payroll.csv, row 2, ` + column + `: ` + missing}) {
			t.Errorf("%s: %q", column, got)
		}
	}
}

func faults(t *testing.T, row map[string]string) []string {
	t.Helper()
	cells := make([]string, len(PayrollKind.Columns))
	for i, c := range PayrollKind.Columns {
		cells[i] = row[c]
	}
	_, problems := readPayroll(t, strings.Join(PayrollKind.Columns, ",")+"\n"+strings.Join(cells, ",")+"\n", nil)
	if len(problems) != 1 {
		t.Fatalf("%d rows", len(problems))
	}
	return problems[0]
}

// TestAllFaultsOfARow: a row with several is named with all of them.
func TestAllFaultsOfARow(t *testing.T) {
	got := faults(t, map[string]string{"employer_id": "E1", "pay_date": "x", "gross_wages": "y", "tips_cash": "z"})
	if len(got) != 4 {
		t.Errorf("%d faults, want 4: %q", len(got), got)
	}
}

// TestUnknownIsNotZero: a blank tax_withheld is not known, 0.00 is none.
func TestUnknownIsNotZero(t *testing.T) {
	checks, _ := readPayroll(t, "employer_id,employee_id,pay_date,gross_wages,tax_withheld\nE1,1,2026-01-09,1.00,\nE1,1,2026-01-09,1.00,0.00\n", nil)
	if len(checks) != 2 || checks[0].WithheldKnown || !checks[1].WithheldKnown || checks[1].Withheld != 0 {
		t.Errorf("%+v", checks)
	}
}

// TestConstantsFillColumns: what a mapping gives for every row counts as a cell.
func TestConstantsFillColumns(t *testing.T) {
	checks, problems := readPayroll(t, "employee_id,pay_date,gross_wages\n1,01/09/2026,1.00\n",
		&Layout{Constants: map[string]string{"employer_id": "0042", "tips_cash": "2.00"}, Dates: table.MDY})
	if len(checks) != 1 || len(problems[0]) > 0 {
		t.Fatalf("%d checks, %q", len(checks), problems)
	}
	if c := checks[0]; string(c.EmployerID) != "0042" || c.Pay.Pay[calc.PayTipsCash] != 2_00 || c.Pay.PayDate != calc.NewDate(2026, 1, 9) {
		t.Errorf("%+v", c)
	}
}

func TestSignsOfDeductions(t *testing.T) {
	for _, c := range []struct {
		gross, taken string
		bad          bool
	}{{"100.00", "5.00", false}, {"-100.00", "-5.00", false}, {"100.00", "-5.00", true}, {"-100.00", "5.00", true}, {"0.00", "5.00", false}, {"100.00", "100.00", false}, {"1.00", "234.00", true}, {"100.00", "", false}} {
		got := faults(t, map[string]string{"employer_id": "E1", "employee_id": "1", "pay_date": "2026-01-09", "gross_wages": c.gross, "section_125": c.taken})
		if (len(got) > 0) != c.bad {
			t.Errorf("gross %s, section 125 %s: %q", c.gross, c.taken, got)
		}
	}
}
