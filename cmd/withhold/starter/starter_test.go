package starter

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// canonical are the columns of the program's inputs. These names are the
// interface; a template may leave some out, and may not invent any.
var canonical = map[string][]string{
	"payroll": strings.Fields(`employer_id employee_id check_id pay_date period_start period_end work_municipality gross_wages
		section_125 retirement_deferral tips_cash tips_charged tips_pooled iso_income iso_disposition_date nqdc_paid
		nqdc_deferred_on military_pay pension_disability election_pay parsonage transit_pay tax_withheld tax_municipality
		in_capacity`),
	"employees": strings.Fields(`employer_id employee_id ssn first_name last_name address city state zip birth_date hire_date
		termination_date residence_municipality principal_place_of_work courtesy_withholding class iso_issuer
		iso_successor_employee_until`),
	"employers": strings.Fields(`employer_id ein name address city state zip fixed_location related_group small_employer_years
		federal_eft first_days_election responsible_person contact_phone contact_email`),
	"history":    strings.Fields(`employer_id municipality month tax_withheld tax_required`),
	"agreements": strings.Fields(`employer_id municipality kind value from to reference`),
}

func rows(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := CSV(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatalf("%s.csv: %v", name, err)
	}
	return rows
}

func TestTemplatesUseTheNamesOfTheInterface(t *testing.T) {
	if len(Tables) != len(canonical) {
		t.Errorf("%d templates, want %d", len(Tables), len(canonical))
	}
	for _, table := range Tables {
		rows := rows(t, table[0])
		if len(rows) < 2 {
			t.Errorf("%s.csv has no example", table[0])
		}
		for _, name := range rows[0] {
			if !slices.Contains(canonical[table[0]], name) {
				t.Errorf("%s.csv has the column %q, which is none of the interface", table[0], name)
			}
		}
	}
}

func TestExampleNamesNobody(t *testing.T) {
	for _, row := range rows(t, "employees")[1:] {
		if !strings.HasPrefix(row[2], "900-") {
			t.Errorf("%s could be somebody's social security number", row[2])
		}
	}
	if ein := rows(t, "employers")[1][1]; !strings.HasPrefix(ein, "00-") {
		t.Errorf("%s could be somebody's EIN", ein)
	}
}

// The workbook holds the templates, cell for cell, under the same names.
func TestWorkbookIsTheTemplates(t *testing.T) {
	var out bytes.Buffer
	if err := Workbook(&out, "withhold run books/withhold.xlsx"); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := []string{"Read me"}
	for _, table := range Tables {
		want = append(want, table[0])
	}
	if got := f.GetSheetList(); !slices.Equal(got, want) {
		t.Fatalf("sheets %q, want %q", got, want)
	}
	for _, table := range Tables {
		cells, err := f.GetRows(table[0])
		if err != nil {
			t.Fatal(err)
		}
		templates := rows(t, table[0])
		if len(cells) != len(templates) {
			t.Errorf("sheet %s has %d rows, want %d", table[0], len(cells), len(templates))
			continue
		}
		for r, row := range templates {
			for c, want := range row {
				got := ""
				if c < len(cells[r]) {
					got = strings.ReplaceAll(strings.TrimSpace(cells[r][c]), ",", "")
				}
				if got != want {
					t.Errorf("sheet %s, row %d, %s is %q, want %q", table[0], r+1, templates[0][c], got, want)
				}
			}
		}
	}
	if got, _ := f.GetCellValue("Read me", "B4"); got != "withhold run books/withhold.xlsx" {
		t.Errorf("the reader is told to type %q", got)
	}
}
