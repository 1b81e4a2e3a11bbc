package pipeline_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"example.com/withhold/pkg/pipeline"
)

// TestSteadyState holds that rows are not what memory is allocated for: a year of
// weekly checks takes no more allocations than one of checks twice a week, but for
// a few that grow what is kept of each person.
func TestSteadyState(t *testing.T) {
	const people, weeks = 400, 50
	once, twice := allocations(t, people, weeks, 1), allocations(t, people, weeks, 2)
	if more := float64(twice-once) / (people * weeks); more > 0.3 {
		t.Errorf("%.2f allocations a row more", more)
	}
}

// allocations is how many a run makes for checks of so many people, on so many days
// of each week.
func allocations(t *testing.T, people, weeks, daysOfWeek int) uint64 {
	t.Helper()
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "payroll.csv"))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, "employer_id,employee_id,check_id,pay_date,work_municipality,gross_wages,section_125,tips_cash,tax_withheld")
	for week := range weeks {
		for day := range daysOfWeek {
			for who := range people {
				fmt.Fprintf(w, "E%02d,%05d,C%d-%d-%d,2026-%02d-%02d,%s,%d.25,%d.00,12.00,20.00\n", who%10, who, week, day, who,
					1+week*12/weeks, 1+week%4*7+day, []string{"Columbus", "Dublin", "Mount Vernon"}[who%3], 500+who, who%7)
			}
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = pipeline.Run(context.Background(), pipeline.Options{Inputs: []string{dir}, Out: filepath.Join(t.TempDir(), "out"), Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}
