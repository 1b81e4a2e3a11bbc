package pipeline

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// This file holds a reconciliation to a plain account: what anyone can add up from
// the CSV files of withhold ledger export, the periods of withhold schedule, and
// the table of employees.

// TestReconcileAccount compares every column of a year's reconciliation, and every
// record of its W-2 file, with the plain account, over random payrolls with work
// logs, of which some periods are closed and some checks corrected afterwards.
func TestReconcileAccount(t *testing.T) {
	useScratch(t)
	files := 0
	rapid.Check(t, func(t *rapid.T) {
		y := closedYear(t, anyWorld(t, false))
		year := rapid.SampledFrom([]int{2025, 2026, 2026}).Draw(t, "year")
		out, a := y.reconcile(t, year), y.account(t, year)
		var diff []string
		differ := func(table string, want, got []string) {
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				diff = append(diff, fmt.Sprintf("%s of %d:\n  account\n    %s\n  file\n    %s", table, year, strings.Join(want, "\n    "), strings.Join(got, "\n    ")))
			}
		}
		differ("reconciliation", a.townRows(), rowsUnder(t, out, "reconciliation", accountTownColumns))
		differ("employees", a.personRows(), rowsUnder(t, out, "reconciliation-employees", accountPersonColumns))
		differ("differences", a.differences(), rowsUnder(t, out, "differences", accountDifferenceColumns))
		told, sound := a.told()
		text, err := os.ReadFile(filepath.Join(out, "efw2-all.txt"))
		switch {
		case err == nil && sound:
			files++
			differ("W-2 records", told, plainRS(t, string(text)))
		case err == nil:
			t.Fatalf("a W-2 file with amounts below zero")
		case sound && len(told) > 0:
			t.Fatalf("no W-2 file: %v", err)
		}
		differ("balances of sheets", a.balances(), sheetBalances(t, out))
		if len(diff) > 0 {
			t.Fatalf("%s\n%s", strings.Join(diff, "\n"), y.tables)
		}
	})
	if files == 0 {
		t.Error("no world had a W-2 file")
	}
}

// A ledgerYear is a world in a ledger.
type ledgerYear struct {
	tables  tables
	root    string
	ledger  LedgerOptions
	periods []map[string]string // determinations of both years
	lines   []map[string]string
	closed  []map[string]string
}

// closedYear posts a world, closes what is due by some day, corrects some checks,
// closes again and exports the ledger.
func closedYear(t *rapid.T, w *world) *ledgerYear {
	root, err := os.MkdirTemp(scratch, "")
	if err != nil {
		t.Fatalf("%v", err)
	}
	y := &ledgerYear{tables: w.tables(), root: root,
		ledger: LedgerOptions{Path: filepath.Join(root, "l.db"), Now: time.Date(2027, 1, 4, 0, 0, 0, 0, time.UTC)}}
	y.addColumns(t)
	y.post(t)
	if rapid.Bool().Draw(t, "close") {
		y.close(t)
		for _, row := range y.tables["payroll"][1:] {
			if rapid.IntRange(0, 4).Draw(t, "corrected") == 0 {
				row[7] = calc.Cents(rapid.IntRange(10_000, 300_000).Draw(t, "gross")).String()
			}
		}
		y.post(t)
		if rapid.Bool().Draw(t, "close again") {
			y.close(t)
		}
	}
	for _, year := range []int{2025, 2026} {
		dir := filepath.Join(root, fmt.Sprint("schedule", year))
		if _, err := Schedule(context.Background(), ScheduleOptions{ArchiveOptions{Ledger: y.ledger, Out: dir}, year}); err != nil {
			t.Fatalf("schedule: %v", err)
		}
		y.periods = append(y.periods, readCSV(t, dir, "determinations")...)
	}
	dump := filepath.Join(root, "export")
	if _, err := ExportLedger(context.Background(), y.ledger.Path, dump, "test"); err != nil {
		t.Fatalf("export: %v", err)
	}
	inForce := func(name string) (list []map[string]string) {
		for _, row := range readCSV(t, dump, name) {
			if row["superseded_by"] == "" && row["superseded"] != "yes" {
				list = append(list, row)
			}
		}
		return list
	}
	y.lines, y.closed = inForce("lines"), inForce("closed")
	return y
}

// addColumns gives the tables what a year's end asks for: names, addresses, EINs,
// tips, military pay, and what was withheld.
func (y *ledgerYear) addColumns(t *rapid.T) {
	add := func(table string, names string, cells func(i int) []string) {
		rows := y.tables[table]
		rows[0] = append(rows[0], strings.Fields(names)...)
		for i := range rows[1:] {
			rows[i+1] = append(rows[i+1], cells(i)...)
		}
	}
	add("employers", "ein name responsible_person", func(i int) []string {
		return []string{fmt.Sprint("34-000000", i+1), fmt.Sprint("Firm ", i), "Dana Doe"}
	})
	add("employees", "first_name last_name address city state zip", func(i int) []string {
		return []string{rapid.SampledFrom([]string{"Zoë", "Al", ""}).Draw(t, "first"), fmt.Sprint("Person", i),
			rapid.SampledFrom([]string{"1 Elm Street, Apt 2", ""}).Draw(t, "street"), "Dublin", "OH", "43017"}
	})
	few := func(what string) string {
		return rapid.SampledFrom([]string{"", "", "", "10.01", "33.33"}).Draw(t, what)
	}
	add("payroll", "tips_cash military_pay tax_withheld", func(i int) []string {
		if strings.HasPrefix(y.tables["payroll"][i+1][7], "-") {
			return []string{"", "", ""}
		}
		return []string{few("tips"), few("military"), few("withheld")}
	})
}

// post runs the tables into the ledger. Rows may be set aside: the account is of
// what is in the ledger.
func (y *ledgerYear) post(t *rapid.T) {
	in := filepath.Join(y.root, "in")
	if err := os.MkdirAll(in, 0o700); err != nil {
		t.Fatalf("%v", err)
	}
	for name, rows := range y.tables {
		if err := writeCSV(filepath.Join(in, name+".csv"), rows); err != nil {
			t.Fatalf("%v", err)
		}
	}
	if _, err := Run(context.Background(), Options{Inputs: []string{in}, Out: filepath.Join(y.root, "run"), Workers: 1, Ledger: y.ledger}); err != nil {
		t.Fatalf("run: %v", err)
	}
}

func (y *ledgerYear) close(t *rapid.T) {
	by := rapid.SampledFrom([]string{"2026-01-20", "2026-02-28", "2026-06-30"}).Draw(t, "due by")
	_, err := Remit(context.Background(), RemitOptions{ArchiveOptions: ArchiveOptions{Ledger: y.ledger, Out: filepath.Join(y.root, "remit")},
		DueBy: day(by), Close: true, CloseIncomplete: true})
	if err != nil {
		t.Fatalf("remit: %v", err)
	}
}

func (y *ledgerYear) reconcile(t *rapid.T, year int) string {
	sender := filepath.Join(y.root, "submitter.yaml")
	if err := os.WriteFile(sender, []byte("ein: 34-7654321\n"), 0o600); err != nil {
		t.Fatalf("%v", err)
	}
	out := filepath.Join(y.root, fmt.Sprint("year", year))
	_, err := Reconcile(context.Background(), ReconcileOptions{ArchiveOptions: ArchiveOptions{Ledger: y.ledger, Out: out}, Year: year, Submitter: sender})
	if err != nil {
		t.Fatalf("reconcile: %v", err)
	}
	return out
}

// rowsUnder are the cells of a table under the columns, as one text each row.
func rowsUnder(t tester, dir, table, columns string) (rows []string) {
	for _, row := range readCSV(t, dir, table) {
		var cells []string
		for _, c := range strings.Fields(columns) {
			cells = append(cells, row[c])
		}
		rows = append(rows, strings.Join(cells, "|"))
	}
	return rows
}

// sheetBalances are the balances of the sheets that follow no agency's form, and
// the ties of any sheet that do not hold.
func sheetBalances(t tester, dir string) (rows []string) {
	for _, row := range readCSV(t, dir, "worksheets") {
		key := row["employer_id"] + "|" + row["municipality"] + "|"
		switch {
		case row["form"] == "generic-reconciliation" && row["line"] == "8":
			rows = append(rows, key+row["value"])
		case row["line"] == "tie" && row["value"] != "yes":
			rows = append(rows, key+row["label"]+": "+row["value"])
		}
	}
	return rows
}

// about finds a row of a table of the world by its first cells.
func (y *ledgerYear) about(table string, ids ...string) map[string]string {
	rows := y.tables[table]
	for _, row := range rows[1:] {
		if slices.Equal(row[:len(ids)], ids) {
			cells := map[string]string{}
			for i, name := range rows[0] {
				cells[name] = row[i]
			}
			return cells
		}
	}
	return map[string]string{}
}

// plainName is a municipality's name by its id: village-000 is Village 000.
func plainName(id string) string {
	words := strings.Split(id, "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// plainRS takes the RS records of a W-2 file apart by their positions: EIN of the
// employer, number, municipality, type, wages, tax.
func plainRS(t tester, text string) (rows []string) {
	ein := ""
	for record := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(record) != 512 {
			t.Fatalf("a record of %d characters", len(record))
		}
		at := func(from, to int) string { return strings.TrimRight(record[from-1:to], " ") }
		switch at(1, 2) {
		case "RE":
			ein = at(8, 16)
		case "RS":
			rows = append(rows, strings.Join([]string{ein, at(10, 18), at(338, 412), at(308, 308), plainDigits(at(309, 319)), plainDigits(at(320, 330))}, "|"))
		}
	}
	return rows
}

// plainDigits is an amount without the zeros before it.
func plainDigits(s string) string {
	if s = strings.TrimLeft(s, "0"); s == "" {
		return "0"
	}
	return s
}

// sortedKeysOf are the keys of a map in order.
func sortedKeysOf[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
