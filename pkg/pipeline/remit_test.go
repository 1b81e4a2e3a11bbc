package pipeline

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

const (
	remitCells  = "municipality,period,status,amount_due,remitted,credit_used,payment,credit_left"
	creditCells = "municipality,period,amount,what,open_credit"
)

func (r *remembering) options(o RemitOptions) RemitOptions {
	o.ArchiveOptions.Ledger = LedgerOptions{Path: r.ledger(), Wait: time.Second, Who: "dana", Now: time.Date(2026, 4, 20, 9, 30, 0, 0, time.UTC)}
	o.ArchiveOptions.Version = "test"
	if o.Out == "" {
		o.Out = filepath.Join(r.dir, "out")
		r.reset()
	}
	return o
}

// remit draws up returns into the folder of results.
func (r *remembering) remit(o RemitOptions) *RemitReport {
	r.Helper()
	report, err := Remit(context.Background(), r.options(o))
	if err != nil {
		r.Fatal(err)
	}
	return report
}

// refused is why returns are not drawn up.
func (r *remembering) refused(o RemitOptions, want string) {
	r.Helper()
	_, err := Remit(context.Background(), r.options(o))
	if err == nil || !strings.Contains(err.Error(), want) {
		r.Errorf("got %v, want %q", err, want)
	}
}

// pays posts payroll into a folder that is its own.
func (r *remembering) pays(rows ...string) {
	r.Helper()
	r.reset()
	r.pay(rows...)
}

// reset removes the results, which may be of another command.
func (r *remembering) reset() {
	r.Helper()
	if err := os.RemoveAll(filepath.Join(r.dir, "out")); err != nil {
		r.Fatal(err)
	}
}

var (
	byApril    = calc.NewDate(2026, 4, 30)
	byJuly     = calc.NewDate(2026, 7, 31)
	closeApril = RemitOptions{DueBy: byApril, Close: true}
	closeJuly  = RemitOptions{DueBy: byJuly, Close: true}
)

// TestRemitTwice: what was closed is not due again, and asked for by its period it
// is shown with nothing to pay.
func TestRemitTwice(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Village 000,1000.00", "a1,2026-04-10,Village 000,2000.00")
	for range 2 { // nothing is remembered
		r.remit(RemitOptions{DueBy: byApril})
		r.wants("remittances", remitCells, "Village 000,2026-Q1,open,12.50,0.00,0.00,12.50,0.00")
	}
	if m := r.remit(closeApril).Manifest; m.Closed != 1 {
		t.Errorf("%d closed", m.Closed)
	}
	r.wants("remittances", remitCells, "Village 000,2026-Q1,open,12.50,0.00,0.00,12.50,0.00")
	r.wants("listing", "period,employee_id,tax_required", "2026-Q1,1,12.50")
	for range 2 {
		if m := r.remit(closeApril).Manifest; m.Closed != 0 || m.Control.Remittances != 0 {
			t.Errorf("closed again: %+v", m)
		}
	}
	r.remit(RemitOptions{Period: "2026-Q1", Close: true})
	r.wants("remittances", remitCells, "Village 000,2026-Q1,closed,12.50,12.50,0.00,0.00,0.00")
	r.wants("payments", "period")
	r.remit(RemitOptions{DueBy: byJuly})
	r.wants("remittances", remitCells, "Village 000,2026-Q2,open,25.00,0.00,0.00,25.00,0.00")
}

// TestAmendedPeriod: what a correction adds to a closed period is a payment of its
// own for that period, once.
func TestAmendedPeriod(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Village 000,1000.00")
	r.remit(closeApril)
	r.pays("j1,2026-01-09,Village 000,1100.00", "m1,2026-03-27,Village 000,400.00")
	r.wants("amendments", amendedCells, "Village 000,2026-Q1,12.50,18.75,6.25")
	r.remit(closeApril)
	r.wants("remittances", remitCells, "Village 000,2026-Q1,amended,18.75,12.50,0.00,6.25,0.00")
	r.wants("payments", "municipality,period,amount", "Village 000,2026-Q1,6.25")
	r.remit(RemitOptions{Period: "2026-Q1"})
	r.wants("remittances", remitCells, "Village 000,2026-Q1,closed,18.75,18.75,0.00,0.00,0.00")
}

// TestCredits: what was remitted too much makes no payment, and is used for what
// is due next, in the order of due dates, until it is used up.
func TestCredits(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Village 000,4000.00")
	r.remit(closeApril)
	r.pays("j1,2026-01-09,Village 000,1000.00", "a1,2026-04-10,Village 000,1600.00", "u1,2026-08-07,Village 000,3200.00")
	r.remit(closeApril)
	r.wants("remittances", remitCells, "Village 000,2026-Q1,amended,12.50,50.00,0.00,0.00,37.50")
	r.wants("credits", creditCells, "Village 000,2026-Q1,37.50,more was remitted than is due now,37.50")
	r.wants("payments", "period")
	r.remit(closeJuly)
	r.wants("remittances", remitCells, "Village 000,2026-Q2,open,20.00,0.00,20.00,0.00,0.00")
	r.wants("credits", creditCells, "Village 000,,37.50,carried forward from closed periods,37.50", "Village 000,2026-Q2,-20.00,used for this period,17.50")
	r.remit(RemitOptions{DueBy: calc.NewDate(2026, 11, 2), Close: true})
	r.wants("remittances", remitCells, "Village 000,2026-Q3,open,40.00,0.00,17.50,22.50,0.00")
	// The correction was wrong: the whole is due after all, for the first quarter.
	r.pays("j1,2026-01-09,Village 000,4000.00")
	r.remit(RemitOptions{DueBy: calc.NewDate(2026, 11, 2), Close: true})
	r.wants("remittances", remitCells, "Village 000,2026-Q1,amended,50.00,50.00,0.00,37.50,0.00")
}

// TestNoPayment: amounts of zero or below make no payment and are listed.
func TestNoPayment(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Village 000,1000.00", "j2,2026-01-09,Village 000,-1000.00", "f1,2026-02-06,Village 002,-500.00", "a1,2026-05-08,Village 002,9000.00")
	r.remit(closeApril)
	r.wants("remittances", remitCells, "Village 000,2026-Q1,open,0.00,0.00,0.00,0.00,0.00", "Village 002,2026-Q1,open,-10.00,0.00,0.00,0.00,10.00")
	r.wants("credits", creditCells, "Village 000,2026-Q1,0.00,nothing is due,0.00", "Village 002,2026-Q1,10.00,more was reversed than is due,10.00")
	r.wants("payments", "period")
	r.remit(closeJuly)
	r.wants("payments", "municipality,period,amount", "Village 002,2026-05,170.00")
}

// TestDeferredMonths: 002 (a) lets small months wait for the quarter. The quarter
// is closed with them alone, and months that were remitted by themselves stay what
// they are.
func TestDeferredMonths(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Village 002,4000.00", "f1,2026-02-06,Village 002,6000.00", "m1,2026-03-06,Village 002,4500.00")
	r.wants("remittances", dueCells, "Village 002,2026-02,120.00", "Village 002,2026-Q1,170.00")
	r.refused(RemitOptions{Period: "2026-Q1", Close: true}, "2026-02 is within 2026-Q1 and is open: close both with --due-by 2026-04-30")
	r.remit(closeApril)
	r.pays("f1,2026-02-06,Village 002,6100.00", "m2,2026-03-13,Village 002,1000.00")
	r.wants("amendments", amendedCells, "Village 002,2026-02,120.00,122.00,2.00", "Village 002,2026-Q1,170.00,190.00,20.00")
	r.remit(RemitOptions{DueBy: byApril})
	r.wants("remittances", remitCells, "Village 002,2026-02,amended,122.00,120.00,0.00,2.00,0.00", "Village 002,2026-Q1,amended,190.00,170.00,0.00,20.00,0.00")
}

// TestClosedStaysClosed: a period that was closed by the quarter stays the
// quarter's, though a correction makes its months due by themselves.
func TestClosedStaysClosed(t *testing.T) {
	r := remember(t)
	r.pays("a1,2026-04-10,Village 000,1000.00", "o1,2026-01-09,Village 000,1000.00")
	r.remit(closeJuly)
	r.pays("o1,2026-01-09,Village 000,20000.00") // 250.00 in January makes the second quarter's months monthly
	r.wants("remittances", dueCells)
	r.remit(RemitOptions{DueBy: byJuly})
	r.wants("remittances", remitCells, "Village 000,2026-Q1,amended,250.00,12.50,0.00,237.50,0.00")
}

// TestWorksheets: a form that is for all municipalities of an administrator has
// them on one sheet; amended, it says what was filed and restates them all.
func TestWorksheets(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Ada,1000.00", "j2,2026-01-09,Aberdeen,2000.00", "j3,2026-01-09,Village 000,1000.00")
	wages := func(want ...string) {
		t.Helper()
		var got []string
		for _, row := range readCSV(t, filepath.Join(r.dir, "out"), "worksheets") {
			if strings.HasSuffix(row["label"], ": Workplace wages") || strings.HasPrefix(row["label"], "Wages earned in ") {
				got = append(got, row["form"]+" "+row["line"]+" "+row["label"]+" "+row["value"])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
	r.remit(closeApril)
	wages("generic-return 1 Wages earned in Village 000 1000.00", "rita-11 municipalities Aberdeen: Workplace wages 2000.00",
		"rita-11 municipalities Ada: Workplace wages 1000.00", "rita-11 municipalities Total: Workplace wages 3000.00")
	r.pays("j1,2026-01-09,Ada,4000.00")
	want := []string{"rita-11a filed Aberdeen: Workplace wages 2000.00", "rita-11a filed Ada: Workplace wages 1000.00", "rita-11a filed Total: Workplace wages 3000.00",
		"rita-11a amended Aberdeen: Workplace wages 2000.00", "rita-11a amended Ada: Workplace wages 4000.00", "rita-11a amended Total: Workplace wages 6000.00"}
	r.remit(RemitOptions{DueBy: byApril})
	wages(want...)
	r.remit(RemitOptions{Period: "2026-Q1"})
	wages(append([]string{"generic-return 1 Wages earned in Village 000 1000.00"}, want...)...)
	if rows := readCSV(t, filepath.Join(r.dir, "out"), "problems"); len(rows) > 0 {
		t.Errorf("%v", rows)
	}
}

// TestCutOff: closed, and the results not in place. The same command makes them, to
// the byte, and closes nothing more; any other is refused until then.
func TestCutOff(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Village 000,4000.00")
	r.remit(closeApril)
	r.pays("j1,2026-01-09,Village 000,3000.00", "a1,2026-04-10,Village 000,1600.00")
	o := closeJuly
	o.Out = filepath.Join(r.dir, "july")
	want := cutOff(r, o)
	for _, other := range []RemitOptions{{DueBy: byJuly}, {DueBy: byApril, Close: true}, {Period: "2026-Q2"}} {
		r.refused(other, "first run the same again")
	}
	report, err := CheckLedger(context.Background(), r.ledger())
	if err != nil || len(report.Unconfirmed) != 1 || !strings.HasPrefix(report.Unconfirmed[0].ID, "remit --due-by 2026-07-31 --close") {
		t.Fatalf("%+v %v", report, err)
	}
	r.remit(o)
	if got := folderBytes(t, o.Out); got != want {
		t.Errorf("made again\n%s\nwant\n%s", got, want)
	}
	if report, err = CheckLedger(context.Background(), r.ledger()); err != nil || len(report.Unconfirmed) != 0 {
		t.Errorf("%+v %v", report, err)
	}
	r.remit(RemitOptions{DueBy: byJuly})
	r.wants("remittances", remitCells)
	// And once more, though it was not cut off.
	o.Again = true
	r.remit(o)
	if got := folderBytes(t, o.Out); got != want {
		t.Errorf("--again\n%s\nwant\n%s", got, want)
	}
}

// TestSameWords: what was cut off is known again whatever the order of employers,
// and the words that are asked for can be given to a shell.
func TestSameWords(t *testing.T) {
	a, b := closeApril, closeApril
	a.Employers, b.Employers = []string{"E1", "Bob's diner", "E1"}, []string{"Bob's diner", "E1"}
	want := `remit --due-by 2026-04-30 --employer 'Bob'\''s diner' --employer E1 --close`
	if a.request() != want || b.request() != want {
		t.Errorf("got %s and %s, want %s", a.request(), b.request(), want)
	}
}

var errStopped = errors.New("stopped")

// cutOff stops a command between closing and its results, and gives what they
// would have been.
func cutOff(r *remembering, o RemitOptions) (sealed string) {
	pause = func(at string) {
		if at == "closed" {
			sealed = folderBytes(r, filepath.Join(filepath.Dir(o.Out), "."+filepath.Base(o.Out)+".partial"))
			panic(errStopped)
		}
	}
	defer func() {
		pause = func(string) {}
		if recover() != errStopped {
			r.Error("it was not stopped")
		}
	}()
	r.remit(o)
	return sealed
}

// folderBytes are all files of a folder with their names.
func folderBytes(t tester, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatalf("%v", err)
	}
	var all strings.Builder
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatalf("%v", err)
		}
		all.WriteString("== " + e.Name() + "\n" + string(b))
	}
	return all.String()
}

// CloseLedgerPeriod closes a period as it is told, which no command does.
func CloseLedgerPeriod(ctx context.Context, o LedgerOptions, c ledger.Closed) (err error) {
	s, err := openLedger(ctx, o.Path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	n, err := s.ClosePeriods(ctx, ledger.Run{ID: "closed", Started: o.Now.UTC().Format(time.RFC3339), Who: o.Who}, []ledger.Closed{c})
	return errors.Join(err, s.Confirm(ctx, n))
}
