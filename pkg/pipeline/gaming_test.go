package pipeline

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
)

// gamingOf runs gaming on files of text and gives the tables that come out, as
// rows of columns by name.
func gamingOf(t testing.TB, files map[string]string, change ...func(*GamingOptions)) (map[string][]map[string]string, *GamingReport) {
	t.Helper()
	dir := t.TempDir()
	o := GamingOptions{Options: Options{Out: filepath.Join(dir, "out"), Workers: 2, Version: "test"}}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		o.Inputs = append(o.Inputs, path)
	}
	for _, f := range change {
		f(&o)
	}
	report, err := Gaming(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]map[string]string{}
	paths, _ := filepath.Glob(filepath.Join(o.Out, "*.csv"))
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(f).ReadAll()
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".csv")
		tables[name] = []map[string]string{}
		for _, row := range rows[1:] {
			m := map[string]string{}
			for i, c := range rows[0] {
				m[c] = row[i]
			}
			tables[name] = append(tables[name], m)
		}
	}
	return tables, report
}

const winningsHeader = "payer_id,facility_municipality,payer_kind,game,won_on,winnings,wager,name,address,city,state,zip,ssn\n"

// Every game and every year in the data, on both sides of its amount. Law: 004
// 192.053 (B) and (D); the amounts and their citations are those of the data.
func TestEveryAmountOnBothSides(t *testing.T) {
	book, err := ordinance.Load()
	if err != nil {
		t.Fatal(err)
	}
	type expectation struct {
		what, reportable string
		amount           *ordinance.GameAmount
	}
	var text strings.Builder
	text.WriteString(winningsHeader)
	var want []expectation
	years := map[int]bool{}
	for _, g := range book.Winnings().Games() {
		for i := range g.Amounts {
			a := &g.Amounts[i]
			for _, day := range daysOf(a) {
				years[day.Year()] = true
				win := func(won, wager calc.Cents, reportable bool) {
					fmt.Fprintf(&text, "P,Municipality 004,%s,%s,%s,%s,%s,A,1 Road,Toledo,OH,43604,900-00-0001\n", g.Payers[0], g.Name, day, won, wager)
					want = append(want, expectation{fmt.Sprintf("%s on %s: %s won, %s wagered", g.Name, day, won, wager), yesNo(reportable), a})
				}
				least := a.Amount
				if a.Over {
					least++
				}
				switch {
				case a.LessWager:
					win(least+10_00, 10_00, true)
					win(least+10_00-1, 10_00, false)
				case a.Times > 0:
					wager := least / calc.Cents(a.Times)
					win(least, wager, true)
					win(least-1, 1, false)
					win(calc.Cents(a.Times)*(wager+1)-1, wager+1, false)
					win(calc.Cents(a.Times)*(wager+1), wager+1, true)
				default:
					win(least, 10_00, true)
					win(least-1, 10_00, false)
				}
			}
		}
	}
	if len(want) < 8*22*2 || !years[2004] || !years[2026] || years[2027] {
		t.Fatalf("only %d wins in the years %v", len(want), years)
	}
	tables, report := gamingOf(t, map[string]string{"winnings.csv": text.String()})
	lines := tables["gaming-lines"]
	if len(lines) != len(want) || report.Manifest.SetAside > 0 {
		t.Fatalf("%d lines, want %d; %v", len(lines), len(want), report.Problems)
	}
	for i, x := range want {
		l := lines[i]
		if l["reportable"] != x.reportable || !strings.Contains(l["citations"], string(x.amount.Cite)) {
			t.Errorf("%s: reportable %s, want %s [%s]", x.what, l["reportable"], x.reportable, l["citations"])
		}
		if tax := calc.Rate(200_000_000).Tax(must(calc.ParseCents(l["winnings"]))); x.reportable == "yes" && l["tax_required"] != tax.String() {
			t.Errorf("%s: tax %s, want %s", x.what, l["tax_required"], tax)
		}
	}
}

// daysOf are the first and last day of an amount, and a day of each year between.
func daysOf(a *ordinance.GameAmount) (days []calc.Date) {
	days = append(days, a.From)
	for y := a.From.Year() + 1; y < a.To.Year(); y++ {
		days = append(days, calc.NewDate(y, 7, 1))
	}
	return append(days, a.To)
}

// A game, or a day, without an amount is an error that names the file to edit.
func TestAmountsNotKnown(t *testing.T) {
	book, err := ordinance.Load()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString(winningsHeader)
	rows := 0
	for _, g := range book.Winnings().Games() {
		last, first := g.Amounts[0].To, g.Amounts[len(g.Amounts)-1].From
		for _, day := range []calc.Date{first - 1, last + 1} {
			fmt.Fprintf(&text, "P,none,%s,%s,%s,9000.00,1.00,A,1 Road,Toledo,OH,43604,900-00-0001\n", g.Payers[0], g.Name, day)
			rows++
		}
	}
	text.WriteString("P,Municipality 004,casino,pachinko,2026-01-05,9000.00,1.00,A,1 Road,Toledo,OH,43604,900-00-0001\n")
	text.WriteString("P,Municipality 004,casino,slot,2026-01-05,1.00,1.00,A,1 Road,Toledo,OH,43604,900-00-0001\n")
	tables, report := gamingOf(t, map[string]string{"winnings.csv": text.String()})
	if report.Manifest.SetAside != rows+1 || len(tables["gaming-lines"]) != 1 {
		t.Fatalf("%d rows set aside, want %d", report.Manifest.SetAside, rows+1)
	}
	seen := 0
	for _, p := range tables["problems"] {
		if p["severity"] == "error" {
			seen++
			if !strings.Contains(p["message"], "winnings.yaml in a --schedules directory") {
				t.Errorf("row %s: %s", p["row"], p["message"])
			}
		}
	}
	if seen != rows+1 {
		t.Errorf("%d problems, want %d", seen, rows+1)
	}
}

func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}
