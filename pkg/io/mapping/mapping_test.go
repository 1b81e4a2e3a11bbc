package mapping

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/io/table"
)

var payroll = []string{"employer_id", "employee_id", "pay_date", "work_municipality", "gross_wages",
	"tips_cash", "tips_charged", "tax_withheld"}

// TestSameRows reads one payroll as CSV and as a workbook through one mapping.
func TestSameRows(t *testing.T) {
	m, err := Load("testdata/good.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const want = `2: 0042 00417 2026-01-09 Columbus 1500.00 0.00 0.00 37.50
3: 0042 00418 2026-01-09 Cleveland 1280.40 210.15 35.00 37.26
4: 0042 00419 2026-01-09 Dayton 990.00 0.00 0.00 24.75
`
	for _, path := range []string{"testdata/c00_good.csv", "testdata/x00_good.xlsx"} {
		if got := rows(t, path, m); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", path, got, want)
		}
	}
}

func rows(t *testing.T, path string, m *Mapping) string {
	f, err := table.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	order, err := table.ParseDateOrder(m.Dates)
	if err != nil {
		t.Fatal(err)
	}
	names, constants, err := m.Apply(f.Tables[0].Header, payroll)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) int { return slices.Index(names, name) }
	var out strings.Builder
	var b table.Block
	for {
		if err := f.Tables[0].Next(&b); err == io.EOF {
			return out.String()
		} else if err != nil {
			t.Fatal(err)
		}
		b.Split()
		for i := range b.Len() {
			r := b.Row(i)
			day, err := table.Date(r.Cells[at("pay_date")], order)
			if err != nil {
				t.Error(err)
			}
			fmt.Fprintf(&out, "%d: %s %s %s %s", r.Number, constants["employer_id"],
				r.Cells[at("employee_id")], day, r.Cells[at("work_municipality")])
			for _, name := range []string{"gross_wages", "tips_charged", "tips_cash", "tax_withheld"} {
				c, err := table.Money(r.Cells[at(name)])
				if err != nil {
					t.Error(err)
				}
				fmt.Fprintf(&out, " %s", c)
			}
			out.WriteByte('\n')
		}
	}
}

func TestApply(t *testing.T) {
	tests := []struct {
		name, yaml, header, want string
	}{
		{"by name alone", "", "Employee ID|notes|GROSS-WAGES", "employee_id||gross_wages"},
		{"the mapping goes first", "columns: {gross_wages: Total Pay}", "gross_wages|total pay|Tips Cash", "|gross_wages|tips_cash"},
		{"a constant replaces a column", "constants: {employer_id: A}", "employer_id|employee_id", "|employee_id"},
		{"a missing column", "columns:\n  gross_wages: Gros Pay", "Net Pay|Gross Pay|Name",
			`map.yaml:2: gross_wages: no column "Gros Pay" in the export; nearest: "Gross Pay", "Net Pay", "Name"`},
		{"an unknown name", "columns:\n  gross_wage: Pay", "Pay",
			`map.yaml:2: payroll has no column "gross_wage"; nearest: "gross_wages", "pay_date", "tips_cash"`},
		{"one column twice", "columns:\n  tips_cash: Tips\n  tips_charged: tips", "Tips",
			`map.yaml:3: tips_cash and tips_charged are both mapped to column "Tips"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var m *Mapping
			if test.yaml != "" {
				var err error
				if m, err = Parse("map.yaml", []byte(test.yaml)); err != nil {
					t.Fatal(err)
				}
			}
			names, _, err := m.Apply(strings.Split(test.header, "|"), payroll)
			got := strings.Join(names, "|")
			if err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	m, err := Parse("m.yaml", []byte("sheet: March\ndates: dmy\nconstants: {employer_id: 0042, federal_eft: yes}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if m.Table != "payroll" || m.Sheet != "March" || m.Dates != "dmy" ||
		!maps.Equal(m.Constants, map[string]string{"employer_id": "0042", "federal_eft": "yes"}) {
		t.Errorf("got %+v", m)
	}
	for text, want := range map[string]string{
		"":                                    "m.yaml: the mapping is empty",
		"colums: {}":                          `m.yaml:1: unknown key "colums"`,
		"dates: mdy\ndates: mdy":              "m.yaml:2: dates is given twice",
		"columns: [a]":                        "m.yaml:1: columns is not a list of key: value",
		"columns:\n  a: {b: c}":               `m.yaml:2: a: unknown key "b"`,
		"columns:\n  a:":                      "m.yaml:2: a needs a text",
		"columns: {a: b}\nconstants:\n  a: c": "m.yaml:3: a is already given in line 1",
		"dates: American":                     `m.yaml:1: dates: "American" is not an order`,
		"table: x\n---\ntable: y":             "m.yaml: more than one document",
		"a: [":                                "m.yaml: yaml: line 1",
		"- a":                                 "m.yaml:1: the mapping is not a list of key: value",
	} {
		if _, err := Parse("m.yaml", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
