package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
)

// post runs payroll into a ledger of its own and gives its path.
func postPayroll(t *testing.T, files map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ledger.db")
	in := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(in, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Run(context.Background(), Options{Inputs: []string{in}, Out: filepath.Join(t.TempDir(), "out"), Workers: 2,
		Ledger: LedgerOptions{Path: path, Who: "dana", Now: time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)}})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestArchive(t *testing.T) {
	path := postPayroll(t, map[string]string{
		"payroll.csv": "employer_id,employee_id,check_id,pay_date,work_municipality,gross_wages\n" +
			"E1,1,a,2026-01-09,Village 000,1000.00\nE1,2,b,2026-03-06,Village 000,2000.00\nE2,9,c,2026-02-06,Village 002,500.00\n",
		"employees.csv": "employer_id,employee_id,first_name,last_name,ssn\nE1,1,Ada,Ash,900-11-2233\n",
	})
	a, err := openArchive(context.Background(), ArchiveOptions{Ledger: LedgerOptions{Path: path, Now: time.Now()}}, "testing")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.close(); err != nil {
			t.Error(err)
		}
	}()
	if err := a.readFacts(); err != nil {
		t.Fatal(err)
	}
	var got []string
	err = a.each(context.Background(), func(e *employer) error {
		for _, s := range a.settled(e) {
			for _, m := range s.list {
				got = append(got, fmt.Sprintln(e.id, s.place.Name, m.name, m.amountDue(), m.due, m.people[0].who.name))
			}
		}
		var wages calc.Cents
		for x, err := range a.posted(context.Background(), e, 0, 0) {
			if err != nil {
				return err
			}
			wages += x.Wages
		}
		got = append(got, fmt.Sprintln(e.id, wages))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"E1 Village 000 2026-Q1 37.50 2026-04-15 Ada Ash\n", "E1 3000.00\n", "E2 Village 002 2026-Q1 10.00 2026-04-30 \n", "E2 500.00\n"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if _, err := openArchive(context.Background(), ArchiveOptions{Ledger: LedgerOptions{Path: path + "x"}}, "testing"); err == nil {
		t.Error("a ledger that is not there was opened")
	}
}
