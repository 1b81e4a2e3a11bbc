package pipeline

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/ledger"
)

// remembering is a ledger with a folder of results, posted to by small payrolls.
type remembering struct {
	*testing.T
	dir string
}

func remember(t *testing.T) *remembering {
	useScratch(t)
	return &remembering{t, t.TempDir()}
}

func (r *remembering) ledger() string { return filepath.Join(r.dir, "ledger.db") }

// pay posts rows of employee 1: check id, pay date, place, gross.
func (r *remembering) pay(rows ...string) *Report {
	r.Helper()
	return r.payWith(tables{}, rows...)
}

func (r *remembering) payWith(tab tables, rows ...string) *Report {
	r.Helper()
	tab["payroll"] = [][]string{{"employer_id", "employee_id", "check_id", "pay_date", "work_municipality", "gross_wages"}}
	for _, row := range rows {
		tab["payroll"] = append(tab["payroll"], append([]string{"E1", "1"}, strings.Split(row, ",")...))
	}
	return tab.post(r, r.ledger(), filepath.Join(r.dir, "out"))
}

// wants compares a table of results, cut down to some columns.
func (r *remembering) wants(name, columns string, want ...string) {
	r.Helper()
	var got []string
	for _, row := range readCSV(r, filepath.Join(r.dir, "out"), name) {
		var cells []string
		for _, c := range strings.Split(columns, ",") {
			cells = append(cells, row[c])
		}
		got = append(got, strings.Join(cells, ","))
	}
	if !slices.Equal(got, want) {
		r.Errorf("%s:\n got %q\nwant %q", name, got, want)
	}
}

const dueCells, amendedCells = "municipality,period,amount_due", "municipality,period,before,after,difference"

// TestAmendments: a new check is no amendment; a corrected one is, by what the
// correction alone changes, also where it moves the tax elsewhere.
func TestAmendments(t *testing.T) {
	r := remember(t)
	r.pay("j1,2026-01-09,Village 000,1000.00")
	r.wants("amendments", amendedCells)
	r.pay("j2,2026-01-23,Village 000,1000.00")
	r.wants("amendments", amendedCells)
	r.pay("j1,2026-01-09,Village 000,1200.00", "f1,2026-02-06,Village 000,2000.00")
	r.wants("amendments", amendedCells, "Village 000,2026-Q1,25.00,27.50,2.50")
	r.wants("remittances", dueCells, "Village 000,2026-Q1,52.50")
	report := r.pay("j1,2026-01-09,Village 000,1200.00", "f1,2026-02-06,Village 000,2000.00")
	r.wants("amendments", amendedCells)
	r.wants("remittances", dueCells, "Village 000,2026-Q1,52.50")
	if c := report.Manifest.Ledger; c.Same != 2 || c.New+c.Replaced+c.Relined != 0 {
		t.Errorf("posted again: %+v", c)
	}
	r.pay("f1,2026-02-06,Village 002,2000.00")
	r.wants("amendments", amendedCells, "Village 000,2026-Q1,52.50,27.50,-25.00", "Village 002,2026-Q1,0.00,40.00,40.00")
}

// TestReversal: a check reversed by a check of its own leaves nothing, nor does
// one withdrawn by zeros.
func TestReversal(t *testing.T) {
	r := remember(t)
	r.pay("j1,2026-01-09,Village 000,1000.00", "j2,2026-01-16,Village 000,500.00")
	r.pay("j1r,2026-01-20,Village 000,-1000.00")
	r.wants("remittances", dueCells, "Village 000,2026-Q1,6.25")
	r.pay("j2,2026-01-16,Village 000,0.00")
	r.wants("remittances", dueCells, "Village 000,2026-Q1,0.00")
	r.wants("amendments", amendedCells, "Village 000,2026-Q1,6.25,0.00,-6.25")
}

// TestHistoryIsForSilentMonths: history counts only where the ledger has no check
// of that employer and municipality.
func TestHistoryIsForSilentMonths(t *testing.T) {
	r := remember(t)
	history := func() tables {
		return tables{"history": {{"employer_id", "municipality", "month", "tax_required"}, {"E1", "Village 000", "2025-10", "300.00"}}}
	}
	r.payWith(history(), "j1,2026-01-09,Village 000,1000.00")
	r.wants("determinations", "period,frequency", "2026-01,monthly")
	r.payWith(history(), "o1,2025-10-09,Village 000,10.00")
	r.wants("determinations", "period,frequency", "2025-Q4,quarterly", "2026-Q1,quarterly")
	r.pay("j2,2026-02-06,Village 000,1000.00") // history is remembered, and still gives way
	r.wants("determinations", "period,frequency", "2025-Q4,quarterly", "2026-Q1,quarterly")
}

// TestClosedPeriod: what was remitted is not remitted again; whatever changes in
// it is an amendment.
func TestClosedPeriod(t *testing.T) {
	r := remember(t)
	r.pay("j1,2026-01-09,Village 000,1000.00")
	r.remit(closeApril)
	r.pays("a1,2026-04-10,Village 000,1000.00")
	r.wants("remittances", dueCells, "Village 000,2026-Q2,12.50")
	r.wants("amendments", amendedCells)
	r.pay("j1,2026-01-09,Village 000,1100.00")
	r.wants("remittances", dueCells, "Village 000,2026-Q2,12.50")
	r.wants("amendments", amendedCells, "Village 000,2026-Q1,12.50,13.75,1.25")
	r.pay("j9,2026-03-27,Village 000,100.00")
	r.wants("amendments", amendedCells, "Village 000,2026-Q1,13.75,15.00,1.25")
}

// TestResultsAreMadeAgain: a run that posted and then could not put its results
// in place is told of, and made again by the same run, amendments and all.
func TestResultsAreMadeAgain(t *testing.T) {
	r := remember(t)
	r.pay("j1,2026-01-09,Village 000,1000.00")
	stopped := errors.New("stopped")
	pause = func(at string) {
		if at == "posted" {
			panic(stopped)
		}
	}
	defer func() { pause = func(string) {} }()
	func() {
		defer func() {
			if recover() != stopped {
				t.Error("it was not stopped")
			}
		}()
		r.pay("j1,2026-01-09,Village 000,1100.00")
	}()
	pause = func(string) {}
	r.wants("remittances", dueCells, "Village 000,2026-Q1,12.50")
	report, err := CheckLedger(context.Background(), r.ledger())
	if err != nil || len(report.Unconfirmed) != 1 {
		t.Fatalf("%+v %v", report, err)
	}
	r.pay("j1,2026-01-09,Village 000,1100.00")
	r.wants("remittances", dueCells, "Village 000,2026-Q1,13.75")
	r.wants("amendments", amendedCells, "Village 000,2026-Q1,12.50,13.75,1.25")
	if report, err = CheckLedger(context.Background(), r.ledger()); err != nil || len(report.Unconfirmed) != 0 {
		t.Fatalf("%+v %v", report, err)
	}
}

// TestFactsAreRemembered: who people are is known to later runs, and a row given
// anew takes the place of the ledger's.
func TestFactsAreRemembered(t *testing.T) {
	r := remember(t)
	people := func(home string) tables {
		return tables{"employees": {{"employer_id", "employee_id", "first_name", "ssn", "residence_municipality", "courtesy_withholding"},
			{"E1", "1", "Dana", "123-45-6789", home, "yes"}}}
	}
	r.payWith(people("Village 006"), "j1,2026-01-09,Village 000,1000.00")
	r.pay("f1,2026-02-06,Village 000,1000.00")
	r.wants("lines", "municipality,role", "Village 000,work", "Village 006,courtesy")
	r.wants("listing", "municipality,name,ssn_last4", "Village 000,Dana,6789", "Village 006,Dana,6789")
	r.payWith(people("Village 000"), "m1,2026-03-06,Village 000,1000.00")
	r.wants("lines", "municipality,role", "Village 000,work")
	info, err := os.Stat(r.ledger())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// TestContentHasPayrollsColumns: the ledger names payroll's columns by place.
func TestContentHasPayrollsColumns(t *testing.T) {
	have := record.PayrollKind.Columns
	if len(have) < len(ledger.Columns) || !slices.Equal(have[:len(ledger.Columns)], ledger.Columns) {
		t.Errorf("payroll has %q\nthe ledger %q", have, ledger.Columns)
	}
	for column, name := range map[int]string{colPeriodStart: "period_start", colWork: "work_municipality", colGross: "gross_wages", colISODate: "iso_disposition_date",
		colElection: "election_pay", colTransitScheduled: "transit_scheduled", colWithheld: "tax_withheld", colInCapacity: "in_capacity"} {
		if ledger.Columns[column] != name {
			t.Errorf("column %d is %s, want %s", column, ledger.Columns[column], name)
		}
	}
}
