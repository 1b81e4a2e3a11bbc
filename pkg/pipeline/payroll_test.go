package pipeline_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
	"example.com/withhold/pkg/pipeline"
)

// TestMain keeps the properties quick: each of their payrolls is a whole run.
// -rapid.checks N tries N of them.
func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		if err := flag.Set("rapid.checks", "15"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// columns are those of the payrolls made up here; money are the amounts among
// them, and onTop those that come on top of gross_wages.
var (
	columns = strings.Fields(`employer_id employee_id check_id pay_date work_municipality gross_wages tips_cash tips_charged
		tips_pooled iso_income iso_disposition_date nqdc_paid nqdc_deferred_on military_pay pension_disability election_pay
		parsonage section_125 retirement_deferral tax_withheld tax_municipality`)
	onTop = strings.Fields(`gross_wages tips_cash tips_charged tips_pooled iso_income nqdc_paid military_pay pension_disability
		election_pay parsonage`)
	money = append(slices.Clone(onTop), "section_125", "retirement_deferral", "tax_withheld")
)

// A payroll is a made-up payroll: rows by column, and people.
type payroll struct {
	rows      []map[string]string
	employees string // CSV
	employers string // CSV
}

// towns are the municipalities whose law is known all through 2026.
var towns = func() (names []string) {
	book, err := ordinance.Load()
	if err != nil {
		panic(err)
	}
	for _, m := range book.All() {
		_, err1 := m.On(calc.NewDate(2026, 1, 1))
		_, err2 := m.On(calc.NewDate(2026, 12, 31))
		if err1 == nil && err2 == nil {
			names = append(names, m.Name)
		}
	}
	return names
}()

// town is a municipality, more often an example than not.
var town = rapid.OneOf(rapid.SampledFrom([]string{"Village 000", "Village 001", "Village 002", "City 003", "Municipality 004",
	"Village 005", "Village 006"}), rapid.SampledFrom(towns))

var (
	amount = rapid.OneOf(rapid.Int64Range(-500_00, 9000_00), rapid.SampledFrom([]int64{0, 1, 40, 214_00, -214_00}))
	day    = rapid.Custom(func(t *rapid.T) string {
		return (calc.NewDate(2026, 1, 1) + calc.Date(rapid.IntRange(0, 364).Draw(t, "day"))).String()
	})
	who  = rapid.SampledFrom([]string{"1", "2", "3", "4"})
	firm = rapid.SampledFrom([]string{"E1", "E2", "E3"})
)

// payrolls are small payrolls of which every row can be computed.
var payrolls = rapid.Custom(func(t *rapid.T) *payroll {
	p := &payroll{}
	for i := range rapid.IntRange(1, 12).Draw(t, "rows") {
		p.rows = append(p.rows, row(t, fmt.Sprintf("c%d", i)))
	}
	p.employers = "employer_id,fixed_location,federal_eft\n"
	p.employees = "employer_id,employee_id,birth_date,termination_date,residence_municipality,courtesy_withholding\n"
	for _, e := range []string{"E1", "E2", "E3"} {
		p.employers += fmt.Sprintf("%s,%s,%s\n", e, town.Draw(t, "fixed"), rapid.SampledFrom([]string{"", "yes"}).Draw(t, "eft"))
		for _, id := range []string{"1", "2", "3"} { // of employee 4 nothing is known
			p.employees += fmt.Sprintf("%s,%s,%s,%s,%s,%s\n", e, id, rapid.SampledFrom([]string{"", "1980-01-01", "2008-06-15"}).Draw(t, "born"),
				rapid.SampledFrom([]string{"", "2026-03-31"}).Draw(t, "left"),
				rapid.OneOf(rapid.Just(""), town).Draw(t, "home"), rapid.SampledFrom([]string{"", "yes"}).Draw(t, "courtesy"))
		}
	}
	return p
})

func row(t *rapid.T, id string) map[string]string {
	r := map[string]string{"employer_id": firm.Draw(t, "employer"), "employee_id": who.Draw(t, "employee"), "check_id": id,
		"pay_date": day.Draw(t, "paid"), "work_municipality": rapid.OneOf(rapid.Just("none"), town, town).Draw(t, "work")}
	sign := int64(1)
	gross := amount.Draw(t, "gross")
	if gross < 0 {
		sign = -1
	}
	r["gross_wages"] = calc.Cents(gross).String()
	total := calc.Cents(gross)
	for _, item := range onTop[1:] {
		if rapid.IntRange(0, 3).Draw(t, "item") == 0 {
			more := calc.Cents(amount.Draw(t, item))
			r[item] = more.String()
			total += more
		}
	}
	for _, taken := range []string{"section_125", "retirement_deferral"} {
		if rapid.Bool().Draw(t, "taken") {
			// No more can be taken than is paid.
			r[taken] = calc.Cents(sign * rapid.Int64Range(0, min(300_00, int64(total.Abs()))).Draw(t, taken)).String()
		}
	}
	r["iso_disposition_date"] = rapid.SampledFrom([]string{"", "2026-03-31", "2026-04-01"}).Draw(t, "disposed")
	r["nqdc_deferred_on"] = rapid.SampledFrom([]string{"", "2003-06-25", "2003-06-26"}).Draw(t, "deferred")
	if rapid.Bool().Draw(t, "withheld known") {
		r["tax_withheld"] = calc.Cents(sign * rapid.Int64Range(0, 200_00).Draw(t, "withheld")).String()
		if r["work_municipality"] == "none" || rapid.IntRange(0, 3).Draw(t, "for another") == 0 {
			r["tax_municipality"] = town.Draw(t, "withheld for")
		}
	}
	return r
}

// tables are the files that a run wrote, by name.
type tables map[string][]byte

// run computes a payroll, its rows spread over several files so that several
// batches are under way at once.
func run(t *rapid.T, p *payroll, files, workers int) tables {
	dir, err := os.MkdirTemp("", "pipeline")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(in, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(in, 0o777); err != nil {
		t.Fatal(err)
	}
	size := (len(p.rows) + files - 1) / files
	n := 0
	for rows := range slices.Chunk(p.rows, size) {
		n++
		write(fmt.Sprintf("payroll-%d.csv", n), asCSV(rows))
	}
	write("employees.csv", []byte(p.employees))
	write("employers.csv", []byte(p.employers))
	report, err := pipeline.Run(context.Background(), pipeline.Options{Inputs: []string{in}, Out: out, Workers: workers, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if report.Manifest.SetAside > 0 || report.Manifest.Control.Checks != len(p.rows) {
		t.Fatalf("%d of %d checks computed, %d rows set aside: %q", report.Manifest.Control.Checks, len(p.rows), report.Manifest.SetAside, report.Problems)
	}
	entries, err := os.ReadDir(out)
	if err != nil || len(entries) < 8 {
		t.Fatalf("%d files of results: %v", len(entries), err)
	}
	written := tables{}
	for _, e := range entries {
		if written[e.Name()], err = os.ReadFile(filepath.Join(out, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return written
}

func asCSV(rows []map[string]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(columns)
	for _, r := range rows {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = r[c]
		}
		w.Write(cells)
	}
	w.Flush()
	return b.Bytes()
}

// rows are the rows of a table by column.
func (x tables) rows(t *rapid.T, name string) (rows []map[string]string) {
	all, err := csv.NewReader(bytes.NewReader(x[name+".csv"])).ReadAll()
	if err != nil || len(all) == 0 {
		t.Fatalf("%s: %d rows: %v", name, len(all), err)
	}
	for _, cells := range all[1:] {
		r := map[string]string{}
		for i, c := range all[0] {
			r[c] = cells[i]
		}
		rows = append(rows, r)
	}
	return rows
}

// cents is an amount of a row; blank is nothing.
func cents(t *rapid.T, r map[string]string, column string) calc.Cents {
	if r[column] == "" {
		return 0
	}
	c, err := calc.ParseCents(r[column])
	if err != nil {
		t.Fatalf("%s %q: %v", column, r[column], err)
	}
	return c
}
