package pipeline

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

const twoTables = winningsHeader +
	"C1,Municipality 004,casino,slot,2025-12-31,1200.00,5.00,A Person,1 Road,Toledo,OH,43604,900-00-0001\n" +
	"C1,Municipality 004,casino,keno,2026-01-06,2004.99,5.00,B Person,2 Road,Toledo,OH,43604,900-00-0002\n" +
	"V1,Municipality 004,vlt,,2026-01-07,2500.25,,C Person,3 Road,Toledo,OH,43604,\n"

const filed = "payer_id,municipality,period,filed_on,remitted,remitted_on\n" +
	"C1,Municipality 004,2025-12,2026-01-09,20.00,2026-01-09\n"

// A workbook with the sheets winnings and filings gives the same tables as two
// CSV files.
func TestGamingReadsWorkbooks(t *testing.T) {
	book := excelize.NewFile()
	for name, text := range map[string]string{"winnings": twoTables, "filings": filed} {
		if _, err := book.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			cell, _ := excelize.CoordinatesToCellName(1, i+1)
			if err := book.SetSheetRow(name, cell, &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := book.DeleteSheet("Sheet1"); err != nil {
		t.Fatal(err)
	}
	var xlsx bytes.Buffer
	if err := book.Write(&xlsx); err != nil {
		t.Fatal(err)
	}
	a, _ := gamingOf(t, map[string]string{"winnings.csv": twoTables, "filings.csv": filed})
	b, report := gamingOf(t, map[string]string{"books.xlsx": xlsx.String()})
	if len(a["gaming-lines"]) != 3 || len(a["gaming-returns"]) != 4 || report.Manifest.Rows != 4 {
		t.Fatalf("%d lines, %d returns, %d rows", len(a["gaming-lines"]), len(a["gaming-returns"]), report.Manifest.Rows)
	}
	for name := range a {
		if x, y := tableText(a[name]), tableText(b[name]); x != y {
			t.Errorf("%s:\n%s\n%s", name, x, y)
		}
	}
}

func tableText(rows []map[string]string) string {
	var b strings.Builder
	for _, r := range rows {
		for _, c := range []string{"payer_id", "won_on", "period", "winnings", "tax_required", "amount_due", "remitted", "receipt_no", "missing"} {
			b.WriteString(r[c] + ",")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// A township with a racetrack: reported, but nobody taxes it; and tax withheld
// there is for nobody.
func TestFacilityInNoMunicipality(t *testing.T) {
	tables, report := gamingOf(t, map[string]string{"winnings.csv": strings.TrimSuffix(winningsHeader, "\n") + ",tax_withheld\n" +
		"V1,none,vlt,,2026-01-07,2500.00,,A,1 Road,X,OH,43000,900-00-0001,\n" +
		"V1,none,vlt,,2026-01-07,2500.00,,A,1 Road,X,OH,43000,900-00-0001,50.00\n"})
	l := tables["gaming-lines"]
	if len(l) != 1 || l[0]["reportable"] != "yes" || l[0]["tax_required"] != "0.00" || l[0]["facility_municipality"] != "" || len(tables["gaming-returns"]) != 0 {
		t.Errorf("%v, %v", l, tables["gaming-returns"])
	}
	if report.Manifest.SetAside != 1 || !strings.Contains(report.Problems[0], "for no municipality") {
		t.Errorf("%d set aside: %v", report.Manifest.SetAside, report.Problems)
	}
}

// Sports gaming is withheld on under state law, since H.B. 29, even where the
// ordinance has words of its own on casinos: R.C. 718.031.
func TestSportsGamingCitesStateLaw(t *testing.T) {
	tables, _ := gamingOf(t, map[string]string{"winnings.csv": winningsHeader +
		"S1,Municipality 004,sports,,2026-01-07,3000.00,10.00,A,1 Road,X,OH,43000,900-00-0001\n"})
	if l := tables["gaming-lines"]; len(l) != 1 || !strings.HasPrefix(l[0]["citations"], "R.C. 718.031(B);I.R.C. 6041(a)") || l[0]["tax_required"] != "60.00" {
		t.Errorf("%v", l)
	}
}

// A run does not take winnings for payroll, nor gaming payroll for winnings.
func TestNeitherReadsTheOther(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"winnings.csv": twoTables, "filings.csv": filed,
		"payroll.csv": "employer_id,employee_id,check_id,pay_date,work_municipality,gross_wages\nE1,1,c1,2026-01-09,Village 000,1000.00\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Inputs: []string{dir}, Out: filepath.Join(t.TempDir(), "out"), Workers: 1}
	run, err := Run(context.Background(), o)
	if err != nil || run.Manifest.Rows != 1 || run.Manifest.Warnings != 2 {
		t.Errorf("%+v, %v", run, err)
	}
	o.Out += "2"
	games, err := Gaming(context.Background(), GamingOptions{Options: o})
	if err != nil || games.Manifest.Rows != 4 || games.Manifest.Warnings != 1 {
		t.Errorf("%+v, %v", games, err)
	}
}
