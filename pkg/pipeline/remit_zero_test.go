package pipeline

import (
	"path/filepath"
	"testing"
)

const zeroCells = "municipality,period,status,employees,amount_due,payment"

// TestZeroReturns: a period that is over and in which nothing was paid is a return
// of zeros: listed and put on a worksheet, with no payment; closed, it is not due
// again, and a check that comes later amends it.
func TestZeroReturns(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,City 003,1000.00", "f1,2026-02-06,Village 000,1000.00")
	for _, o := range []RemitOptions{{DueBy: byJuly}, {DueBy: byJuly, Close: true}} { // April to June are not over
		m := r.remit(o).Manifest
		r.wants("remittances", zeroCells, "City 003,2026-01,open,1,10.00,10.00", "City 003,2026-02,zero,0,0.00,0.00",
			"City 003,2026-03,zero,0,0.00,0.00", "Village 000,2026-Q1,open,1,12.50,12.50")
		r.wants("listing", "municipality,period", "City 003,2026-01", "Village 000,2026-Q1")
		r.wants("payments", "municipality,period", "City 003,2026-01", "Village 000,2026-Q1")
		r.wants("credits", creditCells)
		r.wants("problems", "code,value", "no_payroll,E1") // of March
		if m.Control.Remittances != 4 || m.Control.ZeroReturns != 2 {
			t.Errorf("%+v", m.Control)
		}
		sheets := map[string]bool{}
		for _, row := range readCSV(r, filepath.Join(r.dir, "out"), "worksheets") {
			sheets[row["municipality"]+" "+row["period"]] = true
		}
		if len(sheets) != 4 {
			t.Errorf("worksheets for %v", sheets)
		}
	}
	if m := r.remit(closeJuly).Manifest; m.Closed != 0 || m.Control.Remittances != 0 {
		t.Errorf("due again: %+v", m.Control)
	}
	r.remit(RemitOptions{Period: "2026-02"})
	r.wants("remittances", zeroCells, "City 003,2026-02,closed,0,0.00,0.00")
	r.pays("f2,2026-02-20,City 003,3000.00")
	r.wants("amendments", amendedCells, "City 003,2026-02,0.00,30.00,30.00")
	r.remit(closeJuly)
	r.wants("remittances", zeroCells, "City 003,2026-02,amended,1,30.00,30.00")
}

// TestNoZeroReturns: they can be left out, and are due later all the same.
func TestNoZeroReturns(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,City 003,1000.00")
	r.remit(RemitOptions{DueBy: byApril, Close: true, NoZeroReturns: true})
	r.wants("remittances", zeroCells, "City 003,2026-01,open,1,10.00,10.00")
	r.remit(RemitOptions{DueBy: byApril})
	r.wants("remittances", zeroCells, "City 003,2026-02,zero,0,0.00,0.00", "City 003,2026-03,zero,0,0.00,0.00")
}

// TestZeroReturnsEnd: a municipality leaves the schedule with the end of the year
// after the one in which there was tax last, and with it zeros end.
func TestZeroReturnsEnd(t *testing.T) {
	r := remember(t)
	r.pays("n1,2024-11-08,Village 000,1000.00", "j1,2026-01-09,Village 005,1000.00")
	r.remit(RemitOptions{DueBy: byApril})
	r.wants("remittances", zeroCells, "Village 000,2024-Q4,open,1,12.50,12.50", "Village 000,2025-Q1,zero,0,0.00,0.00",
		"Village 000,2025-Q2,zero,0,0.00,0.00", "Village 000,2025-Q3,zero,0,0.00,0.00", "Village 000,2025-Q4,zero,0,0.00,0.00",
		"Village 005,2026-Q1,open,1,5.00,5.00")
}

// TestZeroReturnsAfterHistory: what history tells of was another's to file, and so
// was what came before the first payroll; a municipality that only history has
// gets its returns from then on.
func TestZeroReturnsAfterHistory(t *testing.T) {
	r := remember(t)
	history := tables{"history": {{"employer_id", "municipality", "month", "tax_required"}, {"E1", "City 003", "2025-10", "300.00"},
		{"E1", "City 003", "2026-02", "0.00"}, {"E1", "Village 005", "2024-12", "10.00"}}}
	r.payWith(history, "f1,2026-02-06,Village 000,1000.00")
	r.reset()
	r.remit(RemitOptions{DueBy: byApril})
	r.wants("remittances", zeroCells, "City 003,2026-03,zero,0,0.00,0.00", "Village 000,2026-Q1,open,1,12.50,12.50")
}

// TestZeroReturnOfDeferredMonths: 002 (a) lets months without tax wait for the
// quarter; where every other month was remitted by itself, the quarter is of zeros.
func TestZeroReturnOfDeferredMonths(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Village 002,9000.00")
	r.remit(closeApril)
	r.wants("remittances", zeroCells, "Village 002,2026-01,open,1,180.00,180.00", "Village 002,2026-Q1,zero,0,0.00,0.00")
	r.pays("j1,2026-01-09,Village 002,9100.00", "f1,2026-02-06,Village 002,1000.00")
	r.wants("amendments", amendedCells, "Village 002,2026-01,180.00,182.00,2.00", "Village 002,2026-Q1,0.00,20.00,20.00")
}

// TestZeroReturnCutOff: what was cut off after closing is made again with its
// returns of zeros, to the byte.
func TestZeroReturnCutOff(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,City 003,4000.00")
	o := closeApril
	o.Out = filepath.Join(r.dir, "april")
	want := cutOff(r, o)
	r.remit(o)
	if got := folderBytes(t, o.Out); got != want {
		t.Errorf("made again\n%s\nwant\n%s", got, want)
	}
	r.pays("f1,2026-02-06,City 003,500.00") // payroll after it, and made once more
	o.Again = true
	m := r.remit(o).Manifest
	if m.Closed != 3 || m.Control.Payments != "40.00" {
		t.Errorf("--again: %+v", m)
	}
}

// TestUndated: where no rule says by when a period is to be remitted, no day asks
// for it, and a warning says so; once remitted, a correction is due at once.
func TestUndated(t *testing.T) {
	r := remember(t)
	r.pays("j1,2010-01-08,Dublin,1000.00", "j2,2026-01-09,Village 000,1000.00")
	r.remit(RemitOptions{DueBy: byApril})
	r.wants("remittances", zeroCells, "Village 000,2026-Q1,open,1,12.50,12.50")
	r.wants("problems", "code,value", "remittance_unknown,Dublin", "undated,E1")
	r.remit(RemitOptions{Period: "2010-01", Close: true})
	r.pays("j1,2010-01-08,Dublin,1100.00")
	r.remit(RemitOptions{DueBy: byApril})
	r.wants("remittances", zeroCells, "Dublin,2010-01,amended,1,22.00,2.00", "Village 000,2026-Q1,open,1,12.50,12.50")
	r.wants("problems", "code,value")
}

// TestClosedBeforeItIsOver: a quarter can be closed with its last payroll, before
// its last day; a warning says what comes of payroll that follows.
func TestClosedBeforeItIsOver(t *testing.T) {
	r := remember(t)
	r.pays("a1,2026-04-10,Village 000,1000.00")
	r.remit(RemitOptions{Period: "2026-Q2"})
	r.wants("problems", "code,value")
	r.remit(RemitOptions{Period: "2026-Q2", Close: true})
	r.wants("problems", "code,value", "not_over,E1")
	r.pays("a2,2026-04-17,Village 000,1000.00")
	r.wants("amendments", amendedCells, "Village 000,2026-Q2,12.50,25.00,12.50")
}
