package pipeline

import (
	"errors"
	"slices"
	"testing"

	"example.com/withhold/pkg/calc"
)

// TestSettledAsClosed: a correction of an earlier quarter makes months of what was
// closed as a quarter. What was filed stays the quarter, for the schedule and for
// what is late, and no return is asked for months.
func TestSettledAsClosed(t *testing.T) {
	r := remember(t)
	r.pays("o1,2025-10-10,Village 000,1000.00", "j1,2026-01-09,Village 000,1000.00", "f1,2026-02-06,Village 000,1000.00")
	r.remit(RemitOptions{DueBy: byApril, Close: true, PaidOn: calc.NewDate(2026, 4, 15)})
	r.pays("o1,2025-10-10,Village 000,20000.00")
	a, err := openArchive(t.Context(), r.options(RemitOptions{}).ArchiveOptions, "testing")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	err = a.each(t.Context(), func(e *employer) error {
		for _, s := range a.settled(e) {
			for _, m := range s.list {
				got = append(got, m.name+" "+m.frequency+" "+m.due.String()+" "+m.amountDue().String())
			}
		}
		return nil
	})
	err = errors.Join(err, a.close())
	want := []string{"2025-Q4 quarterly 2026-01-15 250.00", "2026-Q1 quarterly 2026-04-15 25.00"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v\ngot  %q\nwant %q", err, got, want)
	}
	if _, err := Schedule(t.Context(), ScheduleOptions{ArchiveOptions: r.options(RemitOptions{}).ArchiveOptions, Year: 2026}); err != nil {
		t.Fatal(err)
	}
	r.wants("determinations", "period,frequency", "2026-Q1,quarterly", "2026-Q2,quarterly", "2026-Q3,quarterly", "2026-Q4,quarterly")
}

// TestDeferredMonthsOnce: 002 (a) makes of a quarter one month that is remitted by
// itself and two that wait. The year's worksheet has each month's tax once.
func TestDeferredMonthsOnce(t *testing.T) {
	r := remember(t)
	r.pays("j1,2026-01-09,Village 002,4000.00", "f1,2026-02-06,Village 002,6000.00", "m1,2026-03-06,Village 002,4500.00")
	check := func() {
		t.Helper()
		dir, _ := reconcile(t, r.ledger(), 2026, func(o *ReconcileOptions) { o.EFW2 = []string{"none"} })
		var got []string
		for _, row := range readCSV(t, dir, "worksheets") {
			if row["line"] == "periods" && (row["label"] == "Quarter 1: Tax" || row["label"] == "February: Tax" || row["label"] == "Total: Tax") {
				got = append(got, row["label"]+" "+row["value"])
			}
		}
		if want := []string{"February: Tax 120.00", "Quarter 1: Tax 170.00", "Total: Tax 290.00"}; !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
	check()
	r.remit(closeApril)
	check()
}
