package pipeline

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// daily makes each day of the log a check of its own, so that lines show what
// became of a day, and gives everybody the principal place.
func (w *world) daily(ppw string) {
	w.checks = nil
	for _, p := range w.people {
		p.ppwGiven, p.ppw = true, ppw
		for _, d := range w.daysOf(is(p), day("2025-01-01"), day("2026-12-31")) {
			w.checks = append(w.checks, worldCheck{who: p, id: fmt.Sprint(p.employer.id, p.id, d), pay: d, start: d, end: d, cents: 24_000})
		}
	}
}

// work is the wages of work lines by check and municipality.
func work(t tester, dir string) map[[2]string]string {
	t.Helper()
	found := map[[2]string]string{}
	for _, row := range readCSV(t, dir, "lines") {
		if row["role"] == "work" {
			found[[2]string{row["check_id"], row["municipality"]}] = row["wages"]
		}
	}
	return found
}

// TestWorklogExemptDays: in each municipality and calendar year no more days of a
// human being are exempt than the municipality allows, 20 or 12, over related
// employers too: 000 (B)(2)(a), (B)(1)(a); 002 (f)(1). Days that count show in a
// run in which all are withheld on from the first day: (B)(6).
func TestWorklogExemptDays(t *testing.T) {
	useScratch(t)
	tries(t, "12", func(t *rapid.T) {
		w := anyWorld(t, false)
		w.agreements, w.sites = nil, nil
		for i := range w.log {
			w.log[i].site = ""
		}
		first := day("2025-12-15")
		for n := range calc.Date(50) { // enough days to cross a threshold as the law has it
			x := worldEntry{who: w.people[0], day: first + n, place: rapid.SampledFrom([]string{"Village 000", "Village 002"}).Draw(t, "place"), quarters: 33}
			w.log = append(w.log, x)
		}
		w.daily("Cleveland")
		plain := work(t, w.tables().run(t, 1))
		for _, e := range w.employers {
			for place := range plainRules {
				w.agreements = append(w.agreements, worldAgreement{employer: e, place: place, kind: "withhold_from_first_day"})
			}
		}
		type year struct {
			human, year int
			place       string
		}
		exempt := map[year][]calc.Date{}
		for key, wages := range work(t, w.tables().run(t, 1)) {
			if key[1] == "" || key[1] == "Cleveland" || plain[key] == wages {
				continue
			}
			i := slices.IndexFunc(w.checks, func(c worldCheck) bool { return c.id == key[0] })
			y := year{w.checks[i].who.human, w.checks[i].pay.Year(), key[1]}
			if !slices.Contains(exempt[y], w.checks[i].pay) {
				exempt[y] = append(exempt[y], w.checks[i].pay)
			}
		}
		if len(exempt) == 0 {
			t.Fatalf("no day is exempt anywhere")
		}
		for y, days := range exempt {
			if limit := plainRules[y.place].days; len(days) > limit {
				t.Fatalf("%v: %d days are exempt, the limit is %d\n%s", y, len(days), limit, w.tables())
			}
		}
	})
}

// TestWorklogMoreHours: more service time in a municipality never takes a day
// from it: 000 (B)(2)(b), 002 (f)(1).
func TestWorklogMoreHours(t *testing.T) {
	useScratch(t)
	tries(t, "12", func(t *rapid.T) {
		w := anyWorld(t, false)
		w.agreements = nil
		for _, e := range w.employers {
			for place := range plainRules {
				w.agreements = append(w.agreements, worldAgreement{employer: e, place: place, kind: "withhold_from_first_day"})
			}
		}
		w.daily("")
		i := rapid.IntRange(0, len(w.log)-1).Draw(t, "entry")
		place := w.log[i].place
		if place == "" || w.log[i].travels() {
			return
		}
		count := func() (n int) {
			for key, wages := range work(t, w.tables().run(t, 1)) {
				if key[1] == place && wages != "0.00" {
					n++
				}
			}
			return n
		}
		before := count()
		w.log[i].quarters += rapid.IntRange(1, 40).Draw(t, "more")
		if slices.Contains(w.log[:i], w.log[i]) || slices.Contains(w.log[i+1:], w.log[i]) {
			return // it repeats another row to the letter now, and counts once
		}
		if after := count(); after < before {
			t.Fatalf("%s has %d days, and with more time %d\n%s", place, before, after, w.tables())
		}
	})
}
