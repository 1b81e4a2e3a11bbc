package pipeline

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/record"
)

// benchPeople have a log of benchRows/benchPeople rows each.
const benchPeople, benchRows = 20_000, 1_000_000

// BenchmarkWorklog reads a log of a million rows of 20,000 people and works out
// their days: given principal places, and none, which follow from the days.
func BenchmarkWorklog(b *testing.B) {
	for _, given := range []bool{true, false} {
		b.Run(fmt.Sprintf("principal_given=%t", given), func(b *testing.B) {
			in := filepath.Join(b.TempDir(), "in")
			benchLog(b, in, given)
			b.ReportAllocs()
			var held, peak uint64
			for b.Loop() {
				var before, after runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				stop := watchHeap(&peak)
				r := logRun(b, in, filepath.Join(b.TempDir(), "out"))
				if err := r.survey(context.Background()); err != nil {
					b.Fatal(err)
				}
				stop()
				runtime.GC()
				runtime.ReadMemStats(&after)
				held = after.HeapAlloc - before.HeapAlloc
				if n := len(r.logs.people); n != benchPeople {
					b.Fatalf("%d people have a log", n)
				}
				for _, who := range r.logs.people {
					if who.days == nil || len(who.days.list) != benchRows/benchPeople {
						b.Fatalf("%s has no days", who.id())
					}
				}
				if err := r.stage.Discard(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(held)/benchRows, "state-B/row")
			b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
			b.ReportMetric(benchRows*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
		})
	}
}

// logRun is a run that has read its inputs but not its payroll.
func logRun(b *testing.B, in, out string) *run {
	r, err := newRun(Options{Inputs: []string{in}, Out: out, Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	if r.stage, err = outdir.Open(out, isResult); err != nil {
		b.Fatal(err)
	}
	if r.out, err = openOutputs(r.stage, runTables); err != nil {
		b.Fatal(err)
	}
	if err := r.findInputs(record.PayrollKind); err != nil {
		b.Fatal(err)
	}
	return r
}

// watchHeap keeps the largest heap it sees until it is stopped.
func watchHeap(peak *uint64) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			*peak = max(*peak, m.HeapAlloc)
			select {
			case <-done:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	return func() { close(done); <-ended }
}

func benchLog(b *testing.B, dir string, given bool) {
	places := []string{"Toledo", "Cleveland", "Village 000", "Village 002", "Columbus", "Akron", "none", "Dublin"}
	if err := os.Mkdir(dir, 0o777); err != nil {
		b.Fatal(err)
	}
	write := func(name string, fill func(*bufio.Writer)) {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			b.Fatal(err)
		}
		w := bufio.NewWriter(f)
		fill(w)
		if err := w.Flush(); err != nil {
			b.Fatal(err)
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
	write("payroll.csv", func(w *bufio.Writer) {
		fmt.Fprint(w, "employer_id,employee_id,pay_date,period_start,period_end,gross_wages\nE0,0,2026-01-09,2026-01-05,2026-01-09,100.00\n")
	})
	write("employees.csv", func(w *bufio.Writer) {
		fmt.Fprintln(w, "employer_id,employee_id,principal_place_of_work")
		for i := range benchPeople {
			place := ""
			if given {
				place = places[i%2]
			}
			fmt.Fprintf(w, "E%d,%d,%s\n", i%100, i, place)
		}
	})
	write("worklog.csv", func(w *bufio.Writer) {
		fmt.Fprintln(w, "employer_id,employee_id,date,municipality,hours,activity,affixed,worksite_id")
		first := calc.NewDate(2026, 1, 5)
		for n := range benchRows / benchPeople {
			d := (first + calc.Date(n)).String()
			for i := range benchPeople {
				fmt.Fprintf(w, "E%d,%d,%s,%s,%d,,,\n", i%100, i, d, places[(i+n/7)%len(places)], 4+i%5)
			}
		}
	})
}
