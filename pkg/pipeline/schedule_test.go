package pipeline

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	ics "github.com/arran4/golang-ical"

	"example.com/withhold/pkg/calc"
)

const calendarCells = "due_date,pay_by,municipality,what,period,so_far"

func (r *remembering) schedule(year int) *ScheduleReport {
	r.Helper()
	report, err := Schedule(context.Background(), ScheduleOptions{r.options(RemitOptions{}).ArchiveOptions, year})
	if err != nil {
		r.Fatal(err)
	}
	return report
}

// TestSchedule: 000 (A)(2)(a)1-2 and (h): a quarter is monthly if a month of the
// one before is over $200; what is not known yet is determined so far.
func TestSchedule(t *testing.T) {
	r := remember(t)
	r.pays("o1,2025-11-07,Village 000,20000.00", "j1,2026-01-09,Village 000,1000.00", "m1,2026-04-10,Village 000,1000.00")
	r.schedule(2026)
	over := "highest_month_of_preceding_quarter 250.00 is over 200.00"
	under := "prior_year_total 250.00 is not over 2399.00 and highest_month_of_preceding_quarter 12.50 is not over 200.00"
	soFar := "so far, with payroll to 2026-04: "
	r.wants("determinations", "period,frequency,reason", "2026-01,monthly,"+over, "2026-02,monthly,"+over, "2026-03,monthly,"+over,
		"2026-Q2,quarterly,2026-04: "+under+"; 2026-05: "+soFar+under+"; 2026-06: "+soFar+under,
		"2026-Q3,quarterly,"+soFar+under, "2026-Q4,quarterly,"+soFar+strings.Replace(under, "12.50", "0.00", 1))
	var want []string
	for _, x := range []string{"2026-02-15,2026-02-17,2026-01,no", "2026-03-15,2026-03-16,2026-02,no", "2026-04-15,2026-04-15,2026-03,no",
		"2026-07-15,2026-07-15,2026-Q2,yes", "2026-10-15,2026-10-15,2026-Q3,yes", "2027-01-15,2027-01-15,2026-Q4,yes"} {
		c := strings.Split(x, ",")
		want = append(want, c[0]+","+c[1]+",Village 000,payment,"+c[2]+","+c[3], c[0]+","+c[1]+",Village 000,return,"+c[2]+","+c[3])
	}
	r.wants("calendar", calendarCells, append(want, "2027-02-28,2027-03-01,Village 000,reconciliation,2026,no")...)
	r.schedule(2027) // tax in the year before is enough
	r.wants("determinations", "period,frequency", "2027-Q1,quarterly", "2027-Q2,quarterly", "2027-Q3,quarterly", "2027-Q4,quarterly")
	r.schedule(2028)
	r.wants("determinations", "period,frequency")
}

// TestScheduleFromHistory: history alone makes no remittance, but a schedule.
func TestScheduleFromHistory(t *testing.T) {
	r := remember(t)
	r.payWith(tables{"history": {{"employer_id", "municipality", "month", "tax_required"}, {"E2", "City 003", "2025-12", "500.00"}}},
		"j1,2026-01-09,Village 000,1000.00")
	r.reset()
	r.schedule(2026)
	r.hasTasks("E2", "City 003", "return", "payment", "reconciliation", "information return")
	rows := readCSV(t, filepath.Join(r.dir, "out"), "determinations")
	if n := len(rows); n != 4+12 || rows[n-1]["reason"] != "so far, without payroll: no standing quarterly_approval" {
		t.Errorf("%d determinations; %v", n, rows[n-1])
	}
	// 003 (h), (i): February 28, also in a leap year.
	r.wantsSome("calendar", calendarCells, "2027-02-28,2027-03-01,City 003,reconciliation,2026,no", "2027-02-28,2027-03-01,City 003,information return,2026,no")
}

// hasTasks holds the calendar to have all kinds for an employer, and to be sorted.
func (r *remembering) hasTasks(employer, place string, what ...string) {
	r.Helper()
	var all []string
	for _, row := range readCSV(r, filepath.Join(r.dir, "out"), "calendar") {
		cells := []string{row["employer_id"]}
		for _, c := range strings.Split(calendarCells, ",") {
			cells = append(cells, row[c])
		}
		all = append(all, strings.Join(cells, ","))
		if row["employer_id"] == employer && row["municipality"] == place {
			what = slices.DeleteFunc(what, func(w string) bool { return w == row["what"] })
		}
	}
	if len(what) > 0 || !slices.IsSortedFunc(all, func(a, b string) int { return strings.Compare(a[3:24], b[3:24]) }) {
		r.Errorf("%s, %s lacks %q, or the calendar is not sorted:\n%s", employer, place, what, strings.Join(all, "\n"))
	}
}

// wantsSome are rows that must be in a table of results.
func (r *remembering) wantsSome(name, columns string, want ...string) {
	r.Helper()
	for _, row := range readCSV(r, filepath.Join(r.dir, "out"), name) {
		var cells []string
		for _, c := range strings.Split(columns, ",") {
			cells = append(cells, row[c])
		}
		want = slices.DeleteFunc(want, func(w string) bool { return w == strings.Join(cells, ",") })
	}
	if len(want) > 0 {
		r.Errorf("%s lacks %q", name, want)
	}
}

// TestPartsOfMonths: periods shorter than a month are in the schedule, each with
// its days, and are remitted and closed one by one.
func TestPartsOfMonths(t *testing.T) {
	r := remember(t)
	dir := filepath.Join(r.dir, "own", "municipalities")
	text := "id: twice\nname: Twice\nrate:\n  - {from: 2004-01-01, cite: T 1, rate: \"1%\"}\nremittance:\n  - from: 2004-01-01\n    cite: T 2\n    rules:\n" +
		"      - {frequency: semi_monthly, due: {banking_days: 5}}\n"
	if err := errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, "twice.yaml"), []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
	in := filepath.Join(r.dir, "payroll.csv")
	rows := [][]string{{"employer_id", "employee_id", "check_id", "pay_date", "work_municipality", "gross_wages"},
		{"E1", "1", "a", "2026-02-13", "Twice", "1000.00"}, {"E1", "1", "b", "2026-02-27", "Twice", "2000.00"}}
	if err := writeCSV(in, rows); err != nil {
		t.Fatal(err)
	}
	o := r.options(RemitOptions{DueBy: calc.NewDate(2026, 2, 28), Close: true})
	o.Schedules = []string{filepath.Dir(dir)}
	if _, err := Run(context.Background(), Options{Inputs: []string{in}, Out: filepath.Join(r.dir, "run"), Workers: 1, Ledger: o.Ledger, Schedules: o.Schedules}); err != nil {
		t.Fatal(err)
	}
	if _, err := Schedule(context.Background(), ScheduleOptions{o.ArchiveOptions, 2026}); err != nil {
		t.Fatal(err)
	}
	r.wantsSome("calendar", calendarCells, "2026-02-23,2026-02-23,Twice,payment,2026-02-P1,no", "2026-02-23,2026-02-23,Twice,return,2026-02-P1,no",
		"2026-03-06,2026-03-06,Twice,payment,2026-02-P2,no", "2027-01-08,2027-01-08,Twice,payment,2026-12-P2,yes")
	if n := len(readCSV(t, o.Out, "determinations")); n != 24 {
		t.Errorf("%d determinations", n)
	}
	r.reset()
	for range 2 {
		if _, err := Remit(context.Background(), o); err != nil {
			t.Fatal(err)
		}
	}
	r.wants("remittances", remitCells)
	o.DueBy, o.Close = calc.NewDate(2026, 3, 31), false
	if _, err := Remit(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	r.wants("remittances", remitCells, "Twice,2026-02-P2,open,20.00,0.00,0.00,20.00,0.00", "Twice,2026-03-P1,zero,0.00,0.00,0.00,0.00,0.00")
	o.Schedules = nil
	if _, err := Remit(context.Background(), o); err == nil || !strings.Contains(err.Error(), "give the --schedules folder that the runs were given") {
		t.Errorf("without the ordinance: %v", err)
	}
}

// TestScheduleEvents: an event for each thing to do, without amounts, that keeps
// its UID while its day and frequency change.
func TestScheduleEvents(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Village 000,1000.00", "j2,2026-01-09,Village 001,1000.00")
	r.schedule(2026)
	first := readEvents(r)
	if len(first) != 2*(4+1) {
		t.Errorf("%d events", len(first))
	}
	raw, err := os.ReadFile(filepath.Join(r.dir, "out", icsName))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(raw, []byte("12.50")) || !bytes.Contains(raw, []byte("\r\n")) {
		t.Errorf("%s", raw)
	}
	r.schedule(2026)
	if again, _ := os.ReadFile(filepath.Join(r.dir, "out", icsName)); !bytes.Equal(again, raw) {
		t.Error("drawn up again, the calendar is another")
	}
	r.pays("o1,2025-12-09,Village 000,20000.00") // monthly in the first quarter after all
	r.schedule(2026)
	second, kept := readEvents(r), 0
	for uid := range first {
		if _, ok := second[uid]; ok {
			kept++
		}
	}
	if kept != len(first)-1 || len(second) != len(first)+2 {
		t.Errorf("%d of %d events kept, %d now", kept, len(first), len(second))
	}
}

// readEvents are the days of the calendar by UID.
func readEvents(r *remembering) map[string]string {
	r.Helper()
	f, err := os.Open(filepath.Join(r.dir, "out", icsName))
	if err != nil {
		r.Fatal(err)
	}
	defer f.Close()
	c, err := ics.ParseCalendar(f)
	if err != nil {
		r.Fatal(err)
	}
	days := map[string]string{}
	for _, e := range c.Events() {
		days[e.Id()] = e.GetProperty(ics.ComponentPropertyDtStart).Value
	}
	if len(days) != len(c.Events()) {
		r.Errorf("%d events have %d UIDs", len(c.Events()), len(days))
	}
	return days
}
