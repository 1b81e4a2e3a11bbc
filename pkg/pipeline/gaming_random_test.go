package pipeline

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// A madeWin is a row of winnings, with what a person with the law at hand would
// make of it.
type madeWin struct {
	payer, kind, game, place string
	on                       calc.Date
	won                      calc.Cents
	who                      int
	withheld                 string
	receipt                  string

	reported       bool
	required, held calc.Cents
}

var (
	wonOn = []calc.Date{calc.NewDate(2025, 12, 5), calc.NewDate(2025, 12, 31), calc.NewDate(2026, 1, 1), calc.NewDate(2026, 1, 20), calc.NewDate(2026, 2, 28)}
	wonAt = map[string]calc.Rate{"Municipality 004": 200_000_000, "Village 005": 50_000_000, "none": 0}
)

func drawWin(t *rapid.T) (w madeWin) {
	w.payer = rapid.SampledFrom([]string{"C1", "C2", "V1"}).Draw(t, "payer")
	w.kind, w.game = "casino", "slot"
	if w.payer == "V1" {
		w.kind, w.game = "vlt", ""
	}
	w.place = rapid.SampledFrom([]string{"Municipality 004", "Municipality 004", "Village 005", "none"}).Draw(t, "place")
	w.on = rapid.SampledFrom(wonOn).Draw(t, "on")
	w.won = calc.Cents(rapid.SampledFrom([]int64{119_999, 120_000, 199_999, 200_000, 250_013, -250_013}).Draw(t, "won"))
	w.who = rapid.IntRange(1, 4).Draw(t, "who")
	if w.place != "none" {
		w.withheld = rapid.SampledFrom([]string{"", "", "0.00", "7.00"}).Draw(t, "withheld")
	}
	if w.won < 0 {
		w.withheld = ""
	}
	if rapid.Bool().Draw(t, "receipt") {
		w.receipt = fmt.Sprintf("R%d", rapid.IntRange(1, 1_000_000).Draw(t, "number"))
	}
	least := calc.Cents(120_000)
	if w.on.Year() == 2026 {
		least = 200_000
	}
	if w.reported = w.won.Abs() >= least; w.reported {
		// Rounded half away from zero by hand: rates here are whole tenths of a percent.
		w.required = (w.won.Abs()*calc.Cents(wonAt[w.place]/10_000_000) + 500) / 1000
		if w.won < 0 {
			w.required = -w.required
		}
	}
	w.held = w.required
	if w.withheld != "" {
		w.held = must(calc.ParseCents(w.withheld))
	}
	return w
}

func (w *madeWin) row() string {
	return fmt.Sprintf("%s,%s,%s,%s,%s,%s,1.00,P%d,%d Road,X,OH,43000,900-00-%04d,%s,%s\n",
		w.payer, w.place, w.kind, w.game, w.on, w.won, w.who, w.who, w.who, w.withheld, w.receipt)
}

// Returns by month and year, information returns and receipts are what adding the
// rows up by hand gives, and the order of rows changes nothing but the order of
// lines. Law: 004 192.053 (B) to (E).
func TestGamingAddsUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		wins := rapid.SliceOfN(rapid.Custom(drawWin), 1, 25).Draw(rt, "wins")
		header := strings.TrimSuffix(winningsHeader, "\n") + ",tax_withheld,receipt_no\n"
		var rows []string
		for i := range wins {
			rows = append(rows, wins[i].row())
		}
		tables, report := gamingOf(t, map[string]string{"winnings.csv": header + strings.Join(rows, "")}, func(o *GamingOptions) { o.Workers = 1 })
		used := wins[:0:0]
		seen := map[string]bool{}
		for i := range wins {
			if w := wins[i]; w.receipt == "" || !seen[w.row()] {
				seen[w.row()] = true
				used = append(used, w)
			}
		}
		if report.Manifest.SetAside != len(wins)-len(used) || len(tables["gaming-lines"]) != len(used) {
			rt.Fatalf("%d rows set aside of %d, %d lines", report.Manifest.SetAside, len(wins), len(tables["gaming-lines"]))
		}
		checkReturns(rt, used, tables)

		shuffled := rapid.Permutation(rows).Draw(rt, "order")
		other, _ := gamingOf(t, map[string]string{"winnings.csv": header + strings.Join(shuffled, "")}, func(o *GamingOptions) { o.Workers = 2 })
		for name, rows := range tables {
			a, b := fmt.Sprint(rows), fmt.Sprint(other[name])
			if name == "gaming-lines" || name == "problems" {
				continue
			}
			if a != b {
				rt.Fatalf("%s: %s in one order, %s in another", name, a, b)
			}
		}
	})
}

func checkReturns(t *rapid.T, wins []madeWin, tables map[string][]map[string]string) {
	type sums struct {
		won, required, held calc.Cents
		people              map[int]bool
	}
	want, info := map[string]*sums{}, map[string]calc.Cents{}
	var receipts calc.Cents
	for i := range wins {
		w := &wins[i]
		if w.place == "none" || !w.reported && w.held == 0 {
			continue
		}
		for _, period := range []string{w.on.String()[:4], w.on.String()[:7]} {
			key := w.payer + "," + w.place + "," + period
			if want[key] == nil {
				want[key] = &sums{people: map[int]bool{}}
			}
			s := want[key]
			s.won, s.required, s.held = s.won+w.won, s.required+w.required, s.held+w.held
			s.people[w.who] = true
		}
		info[fmt.Sprintf("%s,%s,%d,P%d", w.payer, w.place, w.on.Year(), w.who)] += w.held
		if w.kind == "vlt" {
			receipts += w.held
		}
	}
	got := tables["gaming-returns"]
	if len(got) != len(want) {
		t.Fatalf("%d returns, want %v", len(got), slices.Sorted(maps.Keys(want)))
	}
	for _, r := range got {
		s := want[r["payer_id"]+","+r["municipality"]+","+r["period"]]
		if s == nil || r["winnings"] != s.won.String() || r["tax_required"] != s.required.String() || r["tax_withheld"] != s.held.String() ||
			r["winners"] != fmt.Sprint(len(s.people)) {
			t.Fatalf("%v, want %+v", r, s)
		}
		if due := max(s.required, s.held); len(r["period"]) == 7 && r["amount_due"] != due.String() {
			t.Fatalf("%v, want %s due", r, due)
		}
	}
	for _, r := range tables["gaming-information-returns"] {
		key := fmt.Sprintf("%s,%s,%s,%s", r["payer_id"], r["municipality"], r["year"], r["name"])
		if r["tax_withheld"] != info[key].String() {
			t.Fatalf("%s: %s, want %s", key, r["tax_withheld"], info[key])
		}
		delete(info, key)
	}
	for key, held := range info {
		if held != 0 {
			t.Fatalf("no information return of %s with %s", key, held)
		}
	}
	var sum calc.Cents
	numbers := map[string]int{}
	for _, r := range tables["gaming-receipts"] {
		sum += must(calc.ParseCents(r["tax_withheld"]))
		if r["number"] == "made" {
			if numbers[r["payer_id"]+r["receipt_no"]]++; numbers[r["payer_id"]+r["receipt_no"]] > 1 {
				t.Fatalf("number %s twice", r["receipt_no"])
			}
		}
	}
	if sum != receipts {
		t.Fatalf("%s in receipts, want %s", sum, receipts)
	}
}

// On an error nothing is written, and what was there stays.
func TestGamingLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	path, out := filepath.Join(dir, "winnings.csv"), filepath.Join(dir, "out")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := GamingOptions{Options: Options{Inputs: []string{path}, Out: out, Workers: 2, Report: true}, LateAsOf: calc.NewDate(2026, 3, 10)}
	write(winningsHeader + "C1,Municipality 004,casino,slot,2026-01-05,2000.00,,A,,,,,\n")
	if _, err := Gaming(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(out, "gaming-returns.csv"))
	if err != nil {
		t.Fatal(err)
	}
	write(winningsHeader + "C1,Municipality 004,casino,slot,2026-01-05,3000.00,,A,,,,,\nC1,\"Muni")
	if _, err := Gaming(t.Context(), o); err == nil {
		t.Fatal("a quote that never closes is no error")
	}
	write(winningsHeader + "C1,Municipality 004,casino,slot,2026-01-05,3000.00,,A,,,,,\n")
	o.LateAsOf = calc.NewDate(2027, 3, 10)
	if _, err := Gaming(t.Context(), o); err == nil {
		t.Fatal("the rate of interest of 2027 is not known")
	}
	if after, _ := os.ReadFile(filepath.Join(out, "gaming-returns.csv")); string(after) != string(before) {
		t.Errorf("%s became %s", before, after)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("left behind: %v", entries)
	}
}
