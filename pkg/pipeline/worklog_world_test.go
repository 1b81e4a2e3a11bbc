package pipeline

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
)

// A world is a small payroll with work logs, made up or written down, that the
// plain account of the rules and the pipeline both compute.
type world struct {
	employers  []*worldEmployer
	people     []*worldPerson
	sites      []worldSite
	agreements []worldAgreement
	log        []worldEntry
	checks     []worldCheck

	principals map[personDay]parts
	counted    map[humanDay]bool
}

type worldEmployer struct {
	id, group, fixed                string
	small                           string // years
	firstDays, tiesByTime, homeDays bool
}

type worldPerson struct {
	human      int // one number for one human being, at whatever employer
	employer   *worldEmployer
	id, ssn    string
	home       string
	courtesy   bool
	class      string
	ppwGiven   bool
	ppw, birth string
}

type worldSite struct {
	id               string
	employer         *worldEmployer
	place            string
	nature, contract int
}

type worldAgreement struct {
	employer    *worldEmployer
	place, kind string
	value       int
	from, to    string
}

// A worldEntry is one row of a work log. Time is in quarters of an hour.
type worldEntry struct {
	who      *worldPerson
	day      calc.Date
	place    string // "" is no municipality
	quarters int
	activity string
	affixed  bool
	site     string
}

type worldCheck struct {
	who             *worldPerson
	id, work        string
	pay, start, end calc.Date // start and end are 0 where no period is given
	cents, cafe     int64
	inCapacity      bool
}

// tables are the input files by name, each with its header.
type tables map[string][][]string

func (w *world) tables() tables {
	t := tables{
		"employers": {strings.Fields("employer_id related_group fixed_location small_employer_years first_days_election tied_places_by_time home_days_at_principal_place")},
		"employees": {strings.Fields("employer_id employee_id ssn residence_municipality courtesy_withholding class principal_place_of_work birth_date")},
		"worklog":   {strings.Fields("employer_id employee_id date municipality hours activity affixed worksite_id")},
		"payroll": {strings.Fields("employer_id employee_id check_id pay_date period_start period_end work_municipality " +
			"gross_wages section_125 in_capacity")},
	}
	add := func(name string, cells ...string) { t[name] = append(t[name], cells) }
	for _, e := range w.employers {
		add("employers", e.id, e.group, e.fixed, e.small, yes(e.firstDays), yes(e.tiesByTime), yes(e.homeDays))
	}
	for _, p := range w.people {
		ppw := ""
		if p.ppwGiven {
			ppw = orNone(p.ppw)
		}
		add("employees", p.employer.id, p.id, p.ssn, p.home, yes(p.courtesy), p.class, ppw, p.birth)
	}
	for _, x := range w.log {
		add("worklog", x.who.employer.id, x.who.id, x.day.String(), orNone(x.place), hours(x.quarters), x.activity, yes(x.affixed), x.site)
	}
	for _, c := range w.checks {
		add("payroll", c.who.employer.id, c.who.id, c.id, c.pay.String(), orBlank(c.start), orBlank(c.end), c.work,
			calc.Cents(c.cents).String(), calc.Cents(c.cafe).String(), yes(c.inCapacity))
	}
	if len(w.sites) > 0 {
		t["worksites"] = [][]string{strings.Fields("worksite_id employer_id municipality nature_days contract_days")}
	}
	for _, s := range w.sites {
		add("worksites", s.id, s.employer.id, orNone(s.place), fmt.Sprint(s.nature), fmt.Sprint(s.contract))
	}
	if len(w.agreements) > 0 {
		t["agreements"] = [][]string{strings.Fields("employer_id municipality kind value from to")}
	}
	for _, a := range w.agreements {
		value := ""
		if a.value > 0 {
			value = fmt.Sprint(a.value)
		}
		add("agreements", a.employer.id, a.place, a.kind, value, a.from, a.to)
	}
	return t
}

// String shows all rows, for a failure.
func (tab tables) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(tab)) {
		fmt.Fprintf(&b, "-- %s.csv --\n", name)
		for _, row := range tab[name] {
			fmt.Fprintln(&b, strings.Join(row, ","))
		}
	}
	return b.String()
}

func yes(b bool) string { return map[bool]string{true: "yes"}[b] }

func orNone(place string) string {
	if place == "" {
		return "none"
	}
	return place
}

func orBlank(d calc.Date) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

func hours(quarters int) string { return fmt.Sprintf("%d.%02d", quarters/4, quarters%4*25) }

// day is a date written as it is in files.
func day(s string) calc.Date {
	d, err := calc.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// tester is a test, or one try of a random one.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// run writes the tables into a folder, runs the pipeline over it and returns the
// folder of results.
func (tab tables) run(t tester, workers int) string {
	t.Helper()
	dir, err := os.MkdirTemp(scratch, "")
	if err != nil {
		t.Fatalf("%v", err)
	}
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.Mkdir(in, 0o777); err != nil {
		t.Fatalf("%v", err)
	}
	for name, rows := range tab {
		if err := writeCSV(filepath.Join(in, name+".csv"), rows); err != nil {
			t.Fatalf("%v", err)
		}
	}
	if _, err := Run(context.Background(), Options{Inputs: []string{in}, Out: out, Workers: workers, Version: "test"}); err != nil {
		t.Fatalf("run: %v", err)
	}
	return out
}

// scratch is where the runs of a test are; see useScratch.
var scratch string

// useScratch gives the runs of a test a folder that goes with it.
func useScratch(t testing.TB) { scratch = t.TempDir() }

func writeCSV(path string, rows [][]string) error {
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}

// readCSV is the rows of a table of results as maps from column to cell.
func readCSV(t tester, dir, name string) (list []map[string]string) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, name+".csv"))
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%s: %d rows: %v", name, len(rows), err)
	}
	for _, cells := range rows[1:] {
		row := map[string]string{}
		for i, column := range rows[0] {
			row[column] = cells[i]
		}
		list = append(list, row)
	}
	return list
}
