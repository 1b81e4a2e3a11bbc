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
	"example.com/withhold/pkg/ledger"
)

// This file keeps a second account of what is paid, with nothing of the program
// but its outputs: lists of checks and closed periods, added up by hand.

// An aCheck is a check as the account knows it, and who and when by its key.
type aCheck struct {
	town           string
	gross          int64
	required, held int64 // cents
}

type aKey struct{ employer, employee, id, day string }

// accountTowns are municipalities with the rate of each in hundredths of a
// percent: by the month, by months that may wait, by approval, and by halves of
// months.
var accountTowns = map[string]int64{"Village 000": 125, "Village 002": 200, "City 003": 100, "West Jefferson": 100}

// accountStart is before the day on which state law took the place of West
// Jefferson's own halves of months.
var accountStart = calc.NewDate(2015, 7, 1)

// An accounting is a ledger, and the account beside it.
type accounting struct {
	t      *rapid.T
	dir    string
	checks map[aKey]aCheck
	paid   map[string]int64 // by employer and municipality
	closed map[string][]ledger.Closed
	n      int
}

func (a *accounting) options() LedgerOptions {
	return LedgerOptions{Path: filepath.Join(a.dir, "l.db"), Wait: time.Second, Who: "test", Now: time.Date(2017, 6, 1, 12, 0, 0, 0, time.UTC)}
}

func (a *accounting) out() string { return filepath.Join(a.dir, fmt.Sprint("out", a.n)) }

// tax is gross × rate, half a cent away from zero.
func tax(gross, rate int64) int64 {
	if gross < 0 {
		return -tax(-gross, rate)
	}
	return (gross*rate + 5000) / 10000
}

// draw makes a check: one that was posted before, with other content, or a new
// one.
func (a *accounting) draw(t *rapid.T) (aKey, aCheck, string) {
	k := aKey{rapid.SampledFrom([]string{"E1", "E1", "E2"}).Draw(t, "employer"), fmt.Sprint(rapid.IntRange(1, 2).Draw(t, "who")), fmt.Sprint("c", len(a.checks)),
		(accountStart + calc.Date(rapid.IntRange(0, 430).Draw(t, "day"))).String()}
	if len(a.checks) > 0 && rapid.IntRange(0, 2).Draw(t, "corrects") == 0 {
		all := slices.SortedFunc(maps.Keys(a.checks), func(x, y aKey) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
		k = rapid.SampledFrom(all).Draw(t, "of")
	}
	c := aCheck{town: rapid.SampledFrom([]string{"Village 000", "Village 002", "City 003", "West Jefferson"}).Draw(t, "town")}
	c.gross = rapid.SampledFrom([]int64{0, 99_99, 1_000_00, 4_999_50, 5_000_00, 12_345_67, 40_000_00, 95_000_00, -5_000_00, -20_000_01}).Draw(t, "gross")
	c.required = tax(c.gross, accountTowns[c.town])
	c.held = c.required
	held := ""
	if rapid.IntRange(0, 4).Draw(t, "held") == 0 {
		c.held = rapid.SampledFrom([]int64{0, 50_00, 1500_00, -10_00}).Draw(t, "held cents")
		held = calc.Cents(c.held).String()
	}
	return k, c, held
}

// post posts some checks, and holds amendments.csv and remittances.csv to the
// account.
func (a *accounting) post(t *rapid.T) {
	before := a.owed()
	tab := tables{"payroll": {{"employer_id", "employee_id", "check_id", "pay_date", "work_municipality", "gross_wages", "tax_withheld"}}}
	if rapid.IntRange(0, 3).Draw(t, "agreements") == 0 {
		row := []string{"E1", "City 003", "quarterly_approval", (accountStart + calc.Date(rapid.IntRange(-90, 300).Draw(t, "from"))).String(), ""}
		if rapid.Bool().Draw(t, "revoked") {
			row[4] = (accountStart + calc.Date(rapid.IntRange(301, 430).Draw(t, "to"))).String()
		}
		tab["agreements"] = [][]string{{"employer_id", "municipality", "kind", "from", "to"}, row}
	}
	if rapid.IntRange(0, 2).Draw(t, "history") == 0 {
		tab["history"] = [][]string{{"employer_id", "municipality", "month", "tax_required"}, {
			rapid.SampledFrom([]string{"E1", "E2"}).Draw(t, "employer"), rapid.SampledFrom([]string{"Village 000", "City 003", "West Jefferson"}).Draw(t, "town"),
			rapid.SampledFrom([]string{"2014-03", "2014-12", "2015-04", "2015-06"}).Draw(t, "month"),
			rapid.SampledFrom([]string{"0.00", "200.00", "200.01", "2399.01", "13000.00"}).Draw(t, "tax")}}
	}
	here := map[aKey]bool{}
	employers := map[string]bool{}
	for range rapid.IntRange(1, 8).Draw(t, "checks") {
		k, c, held := a.draw(t)
		if here[k] {
			continue
		}
		here[k], employers[k.employer], a.checks[k] = true, true, c
		tab["payroll"] = append(tab["payroll"], []string{k.employer, k.employee, k.id, k.day, c.town, calc.Cents(c.gross).String(), held})
	}
	a.n++
	in := filepath.Join(a.dir, fmt.Sprint("in", a.n))
	if err := os.Mkdir(in, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, rows := range tab {
		if err := writeCSV(filepath.Join(in, name+".csv"), rows); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Run(context.Background(), Options{Inputs: []string{in}, Out: a.out(), Workers: 1, Ledger: a.options()}); err != nil {
		t.Fatalf("run: %v", err)
	}
	a.amendments(before)
	var open int64
	for k, c := range a.checks {
		if a.periodOf(k, c) == nil && employers[k.employer] {
			open += c.required
		}
	}
	for _, row := range readCSV(t, a.out(), "remittances") {
		open -= centsOf(t, row["tax_required"])
	}
	if open != 0 {
		t.Fatalf("remittances.csv is short by %s of what no closed period has", calc.Cents(open))
	}
}

// amendments holds amendments.csv to what closed periods owe more or less.
func (a *accounting) amendments(before map[string]int64) {
	want := map[string]string{}
	for key, after := range a.owed() {
		if was := before[key]; was != after {
			want[key] = fmt.Sprint(calc.Cents(was), " ", calc.Cents(after))
		}
	}
	got := map[string]string{}
	for _, row := range readCSV(a.t, a.out(), "amendments") {
		key := row["employer_id"] + "/" + row["municipality"] + "/" + row["period"]
		if _, closed := before[key]; closed {
			got[key] = row["before"] + " " + row["after"]
		}
	}
	if !maps.Equal(got, want) {
		a.t.Fatalf("amendments of closed periods:\ngot  %v\nwant %v", got, want)
	}
}

// periodOf is the closed period that a check is in: the shortest around its day.
func (a *accounting) periodOf(k aKey, c aCheck) (in *ledger.Closed) {
	day := must(calc.ParseDate(k.day))
	list := a.closed[k.employer]
	for i := range list {
		p := &list[i]
		if townIDs[c.town] == p.Municipality && p.From <= day && day <= p.To && (in == nil || p.To-p.From < in.To-in.From) {
			in = p
		}
	}
	return in
}

var townIDs = map[string]string{"Village 000": "village-000", "Village 002": "village-002", "City 003": "city-003", "West Jefferson": "west-jefferson"}

func nameOf(id string) string {
	for name, x := range townIDs {
		if x == id {
			return name
		}
	}
	return id
}

func closedKey(p *ledger.Closed) string {
	return p.EmployerID + "/" + nameOf(p.Municipality) + "/" + p.Period
}

// owed is what each closed period owes: the greater of withheld and required, in
// total.
func (a *accounting) owed() map[string]int64 {
	required, held, owed := map[string]int64{}, map[string]int64{}, map[string]int64{}
	for k, c := range a.checks {
		if p := a.periodOf(k, c); p != nil {
			required[closedKey(p)] += c.required
			held[closedKey(p)] += c.held
		}
	}
	for _, list := range a.closed {
		for i := range list {
			key := closedKey(&list[i])
			owed[key] = max(required[key], held[key])
		}
	}
	return owed
}

// remit closes what is asked for, and holds what it pays to the account.
func (a *accounting) remit(o RemitOptions) (returns int) {
	a.n++
	o.Close = true
	o.ArchiveOptions = ArchiveOptions{Ledger: a.options(), Out: a.out(), Employers: o.Employers}
	report, err := Remit(context.Background(), o)
	if err != nil && (strings.Contains(err.Error(), "close both with") || strings.Contains(err.Error(), "has nothing of an employer")) {
		return 0
	}
	if err != nil {
		a.t.Fatalf("remit: %v", err)
	}
	for _, row := range readCSV(a.t, a.out(), "payments") {
		amount := centsOf(a.t, row["amount"])
		if amount <= 0 {
			a.t.Fatalf("a payment of %s", row["amount"])
		}
		a.paid[row["employer_id"]+"/"+row["municipality"]] += amount
	}
	a.read()
	owed := a.owed()
	credit, settled, due := map[string]int64{}, map[string]int64{}, map[string]int64{}
	for _, list := range a.closed {
		for i := range list {
			p := &list[i]
			key := p.EmployerID + "/" + nameOf(p.Municipality)
			credit[key] -= int64(p.Credit)
			settled[key] += int64(p.Remitted)
			due[key] += owed[closedKey(p)]
		}
	}
	for _, row := range readCSV(a.t, a.out(), "remittances") {
		name := row["employer_id"] + "/" + row["municipality"] + "/" + row["period"]
		if row["status"] == "zero" && (row["employees"] != "0" || row["payment"] != "0.00" || !a.silent(row)) {
			a.t.Fatalf("a return of zeros: %v", row)
		}
		if row["amount_due"] != calc.Cents(owed[name]).String() {
			a.t.Fatalf("%s: %s due, by the account %s", name, row["amount_due"], calc.Cents(owed[name]))
		}
	}
	for key := range credit {
		if credit[key] < 0 || settled[key] != a.paid[key] {
			a.t.Fatalf("%s: credit %d, remitted by the ledger %d, paid %d", key, credit[key], settled[key], a.paid[key])
		}
		if o.DueBy == evenLater && a.paid[key]-credit[key] != due[key] {
			a.t.Fatalf("%s: %d paid less %d of credit, and %d due", key, a.paid[key], credit[key], due[key])
		}
	}
	return report.Manifest.Control.Remittances
}

// silent reports whether no check is in a period that was just closed.
func (a *accounting) silent(row map[string]string) bool {
	for k, c := range a.checks {
		p := a.periodOf(k, c)
		if k.employer == row["employer_id"] && c.town == row["municipality"] && p != nil && p.Period == row["period"] {
			return false
		}
	}
	return true
}

// read reads closed periods back.
func (a *accounting) read() {
	s, err := ledger.OpenExisting(context.Background(), a.options().Path)
	if err != nil {
		a.t.Fatal(err)
	}
	defer s.Close()
	for _, id := range []string{"E1", "E2"} {
		if a.closed[id], err = s.Closed(context.Background(), id); err != nil {
			a.t.Fatal(err)
		}
	}
}

func centsOf(t tester, s string) int64 {
	c, err := calc.ParseCents(s)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return int64(c)
}

var evenLater = calc.NewDate(2018, 1, 1)

// TestAccountOfYears: whatever is corrected, moved, approved and closed in
// whatever order, what was paid less open credits is what is due, a closed period
// keeps its checks, and nothing is due twice.
func TestAccountOfYears(t *testing.T) {
	useScratch(t)
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(scratch, "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		a := &accounting{t: t, dir: dir, checks: map[aKey]aCheck{}, paid: map[string]int64{}, closed: map[string][]ledger.Closed{}}
		for range rapid.IntRange(1, 5).Draw(t, "rounds") {
			a.post(t)
			o := RemitOptions{DueBy: accountStart + calc.Date(rapid.IntRange(0, 500).Draw(t, "due by"))}
			switch rapid.IntRange(0, 5).Draw(t, "remit") {
			case 0:
				continue
			case 1:
				o = RemitOptions{Period: rapid.SampledFrom([]string{"2015-Q3", "2015-09", "2015-10", "2015-11-P2", "2016-Q1", "2016-02"}).Draw(t, "period")}
			case 2:
				o.Employers = []string{"E1"}
			}
			a.remit(o)
		}
		a.remit(RemitOptions{DueBy: evenLater})
		if n := a.remit(RemitOptions{DueBy: evenLater}); n != 0 {
			t.Fatalf("%d returns are due twice", n)
		}
		for k, c := range a.checks {
			if a.periodOf(k, c) == nil {
				t.Fatalf("check %v is in no closed period", k)
			}
		}
		a.scheduled()
	})
}
