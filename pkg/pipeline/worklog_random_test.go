package pipeline

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// TestWorklogAccount compares the lines and refunds of random small worlds with
// the plain account of 000 (B), 002 (f) and 004 192.052.
func TestWorklogAccount(t *testing.T) {
	useScratch(t)
	rapid.Check(t, func(t *rapid.T) {
		exact := rapid.Bool().Draw(t, "exact")
		w := anyWorld(t, exact)
		if diff := w.compare(t, exact); len(diff) > 0 {
			t.Fatalf("%s\n%s", strings.Join(diff, "\n"), w.tables())
		}
	})
}

// compare runs the pipeline over the world and lists how its lines and refunds
// differ from the account.
func (w *world) compare(t tester, exact bool) []string {
	t.Helper()
	lines, refunds := w.account(exact)
	for _, x := range refunds {
		x.subject = 0
	}
	out := w.tables().run(t, 1)
	got, claimed := plainLines{}, plainLines{}
	for _, row := range readCSV(t, out, "lines") {
		rate, _ := new(big.Rat).SetString(row["rate"])
		key := strings.Join([]string{row["employer_id"], row["employee_id"], row["check_id"], row["pay_date"], row["municipality"],
			row["role"], rate.FloatString(6)}, "|")
		got[key] = &plainLine{wages: cents(row["wages"]), subject: cents(row["subject"]), tax: cents(row["tax_required"])}
	}
	for _, row := range readCSV(t, out, "refunds") {
		key := fmt.Sprint(row["employer_id"], "|", row["employee_id"], "|", row["municipality"], "|", row["year"])
		claimed[key] = &plainLine{wages: cents(row["wages"]), tax: cents(row["tax"])}
	}
	if len(lines) == 0 {
		t.Fatalf("the account has no lines")
	}
	return append(lines.differences(got), refunds.differences(claimed)...)
}

func cents(s string) int64 {
	c, err := calc.ParseCents(s)
	if err != nil {
		panic(err)
	}
	return int64(c)
}

// anyWorld is one to three employees who are paid by the week and work in two to
// five places; thresholds are small by agreement, so that they are crossed.
func anyWorld(t *rapid.T, exact bool) *world {
	w := &world{}
	all := []string{"Village 000", "Village 001", "Village 002", "City 003", "Municipality 004", "Village 005", "Toledo", "Cleveland", ""}
	places := rapid.Permutation(all).Draw(t, "places")[:rapid.IntRange(2, 5).Draw(t, "places")]
	place := rapid.SampledFrom(places)
	rare := func(what string) bool { return rapid.IntRange(0, 5).Draw(t, what) == 0 }
	for i := range rapid.IntRange(1, 2).Draw(t, "employers") {
		e := &worldEmployer{id: fmt.Sprint("E", i+1), firstDays: rapid.Bool().Draw(t, "elected"), tiesByTime: !exact && rare("by time")}
		if rapid.Bool().Draw(t, "related") {
			e.group = "G"
		}
		if rare("fixed") {
			e.fixed = rapid.SampledFrom([]string{"City 003", "Toledo"}).Draw(t, "at")
		}
		w.employers = append(w.employers, e)
	}
	w.drawPeople(t, places)
	for i, e := range w.employers {
		for _, p := range places {
			if p == "" {
				continue
			}
			add := func(kind string, value int) {
				a := worldAgreement{employer: e, place: p, kind: kind, value: value}
				dated := kind != "threshold_days" && kind != "never_withhold"
				dated = dated || kind == "threshold_days" && open["threshold_by_the_day"] == "" || kind == "never_withhold" && open["never_is_not_caught_up"] == ""
				if dated && rare("from") {
					a.from = rapid.SampledFrom([]string{"2025-12-18", "2026-01-09", "2026-01-20"}).Draw(t, "from")
				}
				if dated && rare("to") {
					a.to = "2026-01-20"
				}
				w.agreements = append(w.agreements, a)
			}
			if rapid.IntRange(0, 3).Draw(t, "threshold") > 0 {
				add("threshold_days", rapid.IntRange(1, 6).Draw(t, "days"))
			}
			for _, kind := range []string{"withhold_from_first_day", "never_withhold", "not_withholding"} {
				if rare(kind) && rare(kind+" again") {
					add(kind, 0)
				}
			}
			if rare("site") {
				w.sites = append(w.sites, worldSite{fmt.Sprint("S", i, len(w.sites)), e, p, rapid.SampledFrom([]int{0, 12, 20, 21}).Draw(t, "nature"),
					rapid.SampledFrom([]int{0, 13, 30}).Draw(t, "contract")})
			}
		}
	}
	first := rapid.SampledFrom([]calc.Date{day("2025-12-15"), day("2026-01-05")}).Draw(t, "first day")
	for _, p := range w.people {
		w.drawLog(t, p, first, place)
		w.drawChecks(t, p, first, place, exact)
	}
	return w
}

// drawPeople draws human beings who may be at two related employers, told apart
// by their numbers or by their employee ids.
func (w *world) drawPeople(t *rapid.T, places []string) {
	for i := range rapid.IntRange(1, 3).Draw(t, "people") {
		p := &worldPerson{human: i, employer: rapid.SampledFrom(w.employers).Draw(t, "employer"), id: strconv.Itoa(100 + i)}
		if rapid.Bool().Draw(t, "known number") {
			p.ssn = fmt.Sprint("90000000", i)
		}
		w.people = append(w.people, p)
		if i == 2 || len(w.employers) < 2 || w.employers[0].group == "" || w.employers[1].group == "" || rapid.Bool().Draw(t, "one job") {
			continue
		}
		other := &worldPerson{human: i, id: p.id, ssn: p.ssn}
		for _, e := range w.employers {
			if e != p.employer {
				other.employer = e
			}
		}
		if p.ssn != "" {
			other.id = rapid.SampledFrom([]string{p.id, strconv.Itoa(200 + i)}).Draw(t, "other id")
		}
		w.people = append(w.people, other)
	}
	for _, p := range w.people {
		if p.ppwGiven = rapid.IntRange(0, 2).Draw(t, "principal given") > 0; p.ppwGiven {
			p.ppw = rapid.SampledFrom(slices.Concat(places, []string{"Toledo"})).Draw(t, "principal")
		}
		if open["travel_makes_no_any_part_day"] != "" && (!p.ppwGiven || p.ppw == "Village 002") && slices.Contains(places, "Village 002") {
			p.ppwGiven, p.ppw = true, "Toledo"
		}
		p.home = rapid.SampledFrom([]string{"", "", "City 003", "Cleveland", "Toledo", "Village 006"}).Draw(t, "home")
		p.courtesy = p.home != "" && rapid.Bool().Draw(t, "courtesy")
		p.class = rapid.SampledFrom([]string{"", "", "athlete", "entertainer", "public_figure", "transit"}).Draw(t, "class")
	}
}

// drawLog draws working days one after another, each of one to three entries.
func (w *world) drawLog(t *rapid.T, p *worldPerson, first calc.Date, place *rapid.Generator[string]) {
	activity := rapid.SampledFrom(slices.Concat(make([]string, 12), calc.ActivityNames()[1:]))
	day := first
	for range rapid.IntRange(1, 40).Draw(t, "days") {
		for range rapid.SampledFrom([]int{1, 1, 1, 2, 2, 3}).Draw(t, "entries") {
			x := worldEntry{who: p, day: day, place: place.Draw(t, "place"), activity: activity.Draw(t, "activity"),
				quarters: rapid.SampledFrom([]int{4, 8, 8, 12, 16, 16, 32, 1}).Draw(t, "time")}
			if x.activity == "delivery" {
				x.affixed = rapid.Bool().Draw(t, "affixed")
			}
			for _, s := range w.sites {
				if s.employer == p.employer && s.place == x.place && (p.ppwGiven || open["worksite_no_longer"] == "") && rapid.Bool().Draw(t, "at site") {
					x.site = s.id
				}
			}
			if !slices.Contains(w.log, x) { // what is repeated to the letter is one row
				w.log = append(w.log, x)
			}
		}
		day += calc.Date(rapid.SampledFrom([]int{1, 1, 1, 1, 2, 3}).Draw(t, "next"))
	}
}

// drawChecks draws weekly checks, some of them reversed, and some without a
// period. Exact amounts are those that split over time without a rest.
func (w *world) drawChecks(t *rapid.T, p *worldPerson, first calc.Date, place *rapid.Generator[string], exact bool) {
	for n := range 9 {
		c := worldCheck{who: p, id: fmt.Sprint(p.employer.id, p.id, "c", n), start: first + calc.Date(7*n), end: first + calc.Date(7*n+6)}
		c.pay = c.end + calc.Date(rapid.IntRange(-3, 6).Draw(t, "paid after"))
		c.inCapacity = rapid.Bool().Draw(t, "in capacity")
		switch rapid.IntRange(0, 19).Draw(t, "oddity") {
		case 0:
			c.start, c.end = 0, 0
		case 1:
			continue
		}
		if rapid.Bool().Draw(t, "work given") {
			c.work = place.Draw(t, "work")
		}
		unit := int64(1)
		if exact {
			for i := range w.log {
				if x := &w.log[i]; x.who == p && c.start <= x.day && x.day <= c.end {
					unit += int64(x.quarters)
				}
			}
			if unit > 1 {
				unit = (unit - 1) * 60
			}
		}
		c.cents, c.cafe = rapid.Int64Range(10_000, 500_000).Draw(t, "pay"), rapid.Int64Range(0, 5_000).Draw(t, "section 125")
		if exact {
			c.cents, c.cafe = unit*(1+c.cents%200), unit*(c.cafe%2)
		}
		w.checks = append(w.checks, c)
		if rapid.IntRange(0, 9).Draw(t, "reversed") == 0 {
			c.id, c.cents, c.cafe = c.id+"r", -c.cents, -c.cafe
			c.pay += calc.Date(rapid.IntRange(0, 20).Draw(t, "reversed after"))
			w.checks = append(w.checks, c)
		}
	}
}
