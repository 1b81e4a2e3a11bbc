package record

import (
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/mapping"
	"example.com/withhold/pkg/io/table"
)

// readText reads a text as a table of a kind with a function for whole tables.
// ok is false where it is no such table.
func readText[T any](k *Kind, text string, f func(*table.Table, *Layout) ([]T, []*table.Problem, error)) (rows []T, problems []*table.Problem, ok bool) {
	file, err := table.OpenReader(k.Name+".csv", strings.NewReader(text))
	if err != nil {
		return nil, nil, false
	}
	defer file.Close()
	t := file.Tables[0]
	t.FindHeader(func(key string) bool {
		return slices.ContainsFunc(k.Columns, func(c string) bool { return table.Key(c) == key })
	})
	var l Layout
	var none *mapping.Mapping
	if l.Names, l.Constants, err = none.Apply(t.Header, k.Columns); err != nil || t.Err() != nil || len(l.Missing(k)) > 0 {
		return nil, nil, false
	}
	rows, problems, err = f(t, &l)
	return rows, problems, err == nil
}

const factorsHeader = "employer_id,municipality,year,property_here,property_total,rent_here,rent_total,receipts_here,receipts_total,wages_here,wages_total,net_profit\n"

func TestFactorRows(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{"E1,Toledo,2025,20,100,1,2,30,100,40,100,100000", ""},
		{"E1,Toledo,2025,0,0,,,0,0,,,-5.50", ""},
		{"E1,Toledo,2025,,,,,0,0,,,1", "property_total: it is blank, as property_here is; write 0 in both where the business has none anywhere"},
		{"E1,Toledo,2025,,5,,,0,0,,,1", "property_here: it is blank beside property_total; write 0 where none is in the municipality"},
		{"E1,Toledo,2025,0,0,,,5,,,,1", "receipts_total: it is blank beside receipts_here; write what there is everywhere, the municipality included"},
		{"E1,Toledo,2025,0,0,,,5,,5,6,1", "receipts_total: it is blank beside receipts_here; write what there is everywhere, the municipality included"},
		{"E1,Toledo,2025,101,100,,,0,0,,,1", `property_here "101": 101.00 here is more than 100.00 everywhere, which includes it`},
		{"E1,Toledo,2025,0,0,,,-1,5,,,1", `receipts_here "-1": below zero; a factor is a part of a whole, and both are zero or more`},
		{"E1,Toledo,2025,0,0,,,0,0,0,-5,1", `wages_total "-5": below zero; a factor is a part of a whole, and both are zero or more`},
		{"E1,Toledo,2025,0,0,3,2,0,0,,,1", `rent_here "3": 3.00 here is more than 2.00 everywhere, which includes it`},
		{"E1,Toledo,2025,x,5,,,0,0,,,1", `property_here "x": not an amount; write 1234.56`},
		{"E1,Toledo,2025,0,0,,,0,0,,,", "net_profit: it is blank, and every row needs it"},
		{"E1,Toledo,25,0,0,,,0,0,,,1", `year "25": not a year; write 2025`},
		{"E1,Toledo,,0,0,,,0,0,,,1", "year: it is blank, and every row needs it"},
		{",Toledo,2025,0,0,,,0,0,,,1", "employer_id: it is blank, and every row needs it"},
		{"E1,,2025,0,0,,,0,0,,,1", "municipality: it is blank, and every row needs it"},
	} {
		rows, problems, ok := readText(FactorsKind, factorsHeader+c.row+"\n", FactorRows)
		if !ok || len(rows) != 1 || rows[0].Bad != (c.want != "") {
			t.Errorf("%s: %+v", c.row, rows)
			continue
		}
		got := strings.Join(sentences(problems), "|")
		if want := "factors.csv, row 2, " + c.want; c.want != "" && got != want || c.want == "" && got != "" {
			t.Errorf("%s\n got %s\nwant %s", c.row, got, want)
		}
	}
	rows, _, _ := readText(FactorsKind, factorsHeader+"E1,Toledo,2025,20,100,1,2,30,100,40,100,100000\nE2,Toledo,2025,0,0,,,0,0,,,-5.50\n", FactorRows)
	if x := rows[0]; x.Property != (calc.Factor{Here: 20_00, Everywhere: 100_00}) || x.Rent.Everywhere != 2_00 || x.Receipts.Here != 30_00 ||
		!x.WagesKnown || x.Wages.Here != 40_00 || x.NetProfit != 100_000_00 || x.Year != 2025 || x.Row != 2 {
		t.Errorf("%+v", x)
	}
	if x := rows[1]; x.WagesKnown || x.NetProfit != -5_50 {
		t.Errorf("%+v", x)
	}
}

const paymentsHeader = "employer_id,municipality,period,kind,tax,pay_by,paid_on,paid,return_by,filed_on\n"

func TestPayments(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{"E1,Toledo,2025-12,,1000.00,2026-01-15,2026-03-10,,,", ""},
		{"E1,Toledo,2025-q4,Winnings,,,2026-03-10,5.00,2026-02-02,2026-02-03", ""},
		{"E1,Toledo,December,,1000.00,2026-01-15,2026-03-10,,,", `period "December": not a period; write 2026-03, 2026-Q1, 2026-03-P1 or 2026`},
		{"E1,Toledo,,,1000.00,2026-01-15,2026-03-10,,,", "period: it is blank, and every row needs it"},
		{"E1,Toledo,2025-12,sales,1000.00,2026-01-15,2026-03-10,,,", `kind "sales": write withholding, winnings or leave it blank`},
		{"E1,Toledo,2025-12,,-1000.00,2026-01-15,2026-03-10,,,", `tax "-1000.00": below zero; what comes back is not late`},
		{"E1,Toledo,2025-12,,1000.00,2026-01-15,2026-03-10,-5.00,,", `paid "-5.00": below zero; what came back is no payment`},
		{"E1,Toledo,2025-12,,1000.00,2026-01-15,,5.00,,", "paid_on: it is blank beside an amount paid; write the day on which it was paid"},
		{"E1,Toledo,2025-12,,1000.00,2026-01-15,2026-03-10,,,2026-02-03", "return_by: it is blank beside filed_on; write the day by which the return was to be filed"},
		{"E1,Toledo,2025-12,,1000.00,soon,2026-03-10,,,", `pay_by "soon": not a date; write 2026-03-31`},
	} {
		rows, problems, ok := readText(PaymentsKind, paymentsHeader+c.row+"\n", Payments)
		if !ok || len(rows) != 1 || rows[0].Bad != (c.want != "") {
			t.Errorf("%s: %+v", c.row, rows)
			continue
		}
		got := strings.Join(sentences(problems), "|")
		if want := "payments.csv, row 2, " + c.want; c.want != "" && got != want || c.want == "" && got != "" {
			t.Errorf("%s\n got %s\nwant %s", c.row, got, want)
		}
	}
	rows, _, _ := readText(PaymentsKind, paymentsHeader+"E1,Toledo,2025-q4,Winnings,,,2026-03-10,5.00,2026-02-02,2026-02-03\n", Payments)
	if x := rows[0]; x.Period != "2025-Q4" || x.PeriodEnd != calc.NewDate(2025, 12, 31) || x.Kind != WinningsTax || x.TaxKnown || !x.PaidKnown || x.Paid != 5_00 {
		t.Errorf("%+v", x)
	}
}

func TestPeriodEnd(t *testing.T) {
	for text, want := range map[string]string{"2026-02": "2026-02-28", "2024-02": "2024-02-29", "2026-Q1": "2026-03-31", "2026-Q4": "2026-12-31", "2026": "2026-12-31",
		"2026-03-P1": "2026-03-31", "2026-Q5": "", "2026-Q": "", "2026-13": "", "Q1": "", "": "", "26": "", "2026-03-P": "", "2026-03-P10": "", "2026-Q1-P1": "", "0001": ""} {
		if got := PeriodEnd(text).String(); got != want {
			t.Errorf("%q ends on %q, want %q", text, got, want)
		}
	}
}

// located checks that each problem names a row of the text and says what is wrong.
func located(t *testing.T, problems []*table.Problem) {
	for _, p := range problems {
		if p.Row < 1 || p.Code == "" || p.Message == "" {
			t.Fatalf("a fault without a place or a reason: %+v", p)
		}
	}
}

// FuzzFactors: whatever the text, a row is either a part of a whole in each factor
// or its faults say where they are.
func FuzzFactors(f *testing.F) {
	f.Add(factorsHeader + "E1,Toledo,2025,20,100,1,2,30,100,40,100,100000\nE2,Toledo,2025,0,0,,,0,0,,,-5.50\n")
	f.Add("net profit;year;receipts here;receipts total;property here;property total;employer id;municipality\n1;2025;1;2;;;E;T\n")
	f.Add(factorsHeader + "\"E1\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows, problems, _ := readText(FactorsKind, text, FactorRows)
		located(t, problems)
		for _, x := range rows {
			if x.Bad {
				continue
			}
			for _, p := range []calc.Factor{x.Property, x.Rent, x.Receipts, x.Wages} {
				if p.Check() != nil || p.Everywhere > calc.MaxCents {
					t.Fatalf("a sound row is no part of a whole: %+v", x)
				}
			}
			if x.EmployerID == "" || x.Municipality == "" || x.Year < 1900 {
				t.Fatalf("a sound row lacks what it needs: %+v", x)
			}
		}
	})
}

// FuzzPayments: whatever the text, a row is either sound or its faults say where
// they are.
func FuzzPayments(f *testing.F) {
	f.Add(paymentsHeader + "E1,Toledo,2025-12,,1000.00,2026-01-15,2026-03-10,,,\n")
	f.Add("paid on;pay by;tax;period;municipality;employer id\n2026-03-10;2026-01-15;5;2025-Q4;T;E\n")
	f.Add(paymentsHeader + "E1,Toledo,2026-P1,winnings,-1,x,,5,,2026-02-30\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows, problems, _ := readText(PaymentsKind, text, Payments)
		located(t, problems)
		for _, x := range rows {
			if !x.Bad && (x.EmployerID == "" || x.PeriodEnd == 0 || x.Tax < 0 || x.Paid < 0 || x.Paid > 0 && x.PaidOn == 0 ||
				x.Kind != WithholdingTax && x.Kind != WinningsTax) {
				t.Fatalf("a sound row lacks what it needs: %+v", x)
			}
		}
	})
}
