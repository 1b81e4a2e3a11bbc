package calc

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Law: 000 (A)(2)(a)1.b and 2, 002 (a), 003 (a) and (e); R.C. 1.14.

// ohio is the calendar of R.C. 1.14, with offices closed on Saturdays.
func ohio() *Calendar {
	return &Calendar{
		Cite: "R.C. 1.14", Weekend: []time.Weekday{time.Saturday, time.Sunday},
		Holidays: []Holiday{
			{Name: "New Year's Day", Month: time.January, Day: 1, SundayMoves: true},
			{Name: "Martin Luther King Day", Month: time.January, Weekday: time.Monday, Nth: 3},
			{Name: "Washington-Lincoln Day", Month: time.February, Weekday: time.Monday, Nth: 3},
			{Name: "Memorial Day", Month: time.May, Weekday: time.Monday, Nth: -1},
			{Name: "Juneteenth", Month: time.June, Day: 19, SundayMoves: true, From: day("2021-06-18")},
			{Name: "Independence Day", Month: time.July, Day: 4, SundayMoves: true},
			{Name: "Labor Day", Month: time.September, Weekday: time.Monday, Nth: 1},
			{Name: "Columbus Day", Month: time.October, Weekday: time.Monday, Nth: 2},
			{Name: "Veterans' Day", Month: time.November, Day: 11, SundayMoves: true},
			{Name: "Thanksgiving Day", Month: time.November, Weekday: time.Thursday, Nth: 4},
			{Name: "Christmas Day", Month: time.December, Day: 25, SundayMoves: true},
		},
	}
}

var dueRules = map[string]DueRule{
	"monthly_10": {MonthsAfter: 1, Day: 10}, "monthly_15": {MonthsAfter: 1, Day: 15}, "monthly_19": {MonthsAfter: 1, Day: 19},
	"monthly_20": {MonthsAfter: 1, Day: 20}, "monthly_30": {MonthsAfter: 1, Day: 30}, "monthly_last": {MonthsAfter: 1, Day: LastDay},
	"quarterly_15": {MonthsAfter: 1, Day: 15}, "quarterly_last": {MonthsAfter: 1, Day: LastDay}, "third_month": {MonthsAfter: 2, Day: LastDay},
	"banking_1": {BankingDays: 1}, "banking_3": {BankingDays: 3}, "banking_5": {BankingDays: 5},
	"yearly_january": {MonthsAfter: 1, Day: 31}, "yearly_february": {MonthsAfter: 2, Day: LastDay}, "yearly_february_28": {MonthsAfter: 2, Day: 28},
}

func TestDueDates(t *testing.T) {
	type tc struct {
		of
		rule            string
		end, due, payBy Date
	}
	var cases []tc
	for _, row := range readCSV(t, "duedates.csv", "name", "cite", "rule", "period_end", "due", "pay_by") {
		cases = append(cases, tc{of: of{Name: row[0], Cite: Citation(row[1])}, rule: row[2], end: day(row[3]), due: day(row[4]), payBy: day(row[5])})
	}
	calendar, used := ohio(), map[string]bool{}
	each(t, cases, func(t *testing.T, c tc) {
		rule, ok := dueRules[c.rule]
		if !ok {
			t.Fatalf("no rule %q", c.rule)
		}
		used[c.rule] = true
		due := rule.Date(c.end, calendar)
		if due != c.due {
			t.Errorf("due %s (%s), want %s", due, due.Weekday(), c.due)
		}
		if got := calendar.NextBusinessDay(due); got != c.payBy {
			t.Errorf("pay by %s (%s), want %s", got, got.Weekday(), c.payBy)
		}
	})
	for name := range dueRules {
		if !used[name] {
			t.Errorf("no case uses %s", name)
		}
	}
}

func TestHolidays(t *testing.T) {
	type tc struct {
		of
		date   Date
		closed bool
	}
	var cases []tc
	for _, row := range readCSV(t, "holidays.csv", "name", "cite", "date", "closed") {
		if row[3] != "yes" && row[3] != "no" {
			t.Fatalf("%s: closed is %q, not yes or no", row[0], row[3])
		}
		cases = append(cases, tc{of{Name: row[0], Cite: Citation(row[1])}, day(row[2]), row[3] == "yes"})
	}
	calendar := ohio()
	calendar.Weekend = nil
	each(t, cases, func(t *testing.T, c tc) {
		if got := calendar.Closed(c.date); got != c.closed {
			t.Errorf("%s, a %s, is closed: %t, want %t", c.date, c.date.Weekday(), got, c.closed)
		}
	})
}

// TestHolidayBegins: a holiday is one from its first observance on, and moves off
// a Sunday only where the law says so. R.C. 1.14.
func TestHolidayBegins(t *testing.T) {
	fixed := Holiday{Name: "Founders' Day", Month: time.June, Day: 19, From: day("2022-06-19")} // a Sunday
	for _, c := range []struct {
		date  string
		moves bool
		want  bool
	}{
		{"2021-06-19", false, false}, {"2022-06-19", false, true}, {"2022-06-20", false, false}, {"2023-06-19", false, true},
		{"2022-06-19", true, false}, {"2022-06-20", true, true}, {"2016-06-20", true, false},
	} {
		fixed.SundayMoves = c.moves
		if got := (&Calendar{Holidays: []Holiday{fixed}}).Closed(day(c.date)); got != c.want {
			t.Errorf("%s (moves: %t) is closed: %t, want %t", c.date, c.moves, got, c.want)
		}
	}
}

// TestHolidaysAYear: each holiday comes once a year, and weekends are closed.
func TestHolidaysAYear(t *testing.T) {
	calendar := ohio()
	for year := 2000; year <= 2032; year++ {
		for i := range calendar.Holidays {
			h := &calendar.Holidays[i]
			in := h.in(year)
			if in.Year() != year || h.Nth != 0 && in.Weekday() != h.Weekday || h.Nth == 0 && in.Weekday() == time.Sunday {
				t.Errorf("%s of %d is %s, a %s", h.Name, year, in, in.Weekday())
			}
		}
		holidays, weekends := 0, 0
		for d := NewDate(year, 1, 1); d <= NewDate(year, 12, 31); d++ {
			weekend := d.Weekday() == time.Saturday || d.Weekday() == time.Sunday
			switch closed := calendar.Closed(d); {
			case weekend && !closed:
				t.Errorf("%s, a %s, is open", d, d.Weekday())
			case weekend:
				weekends++
			case closed:
				holidays++
			}
		}
		if holidays < 8 || holidays > 11 || weekends < 104 || weekends > 106 {
			t.Errorf("%d has %d holidays on working days and %d weekend days", year, holidays, weekends)
		}
	}
}

// TestBusinessDays: the next business day is the first open one, and counting
// banking days passes over closed ones only.
func TestBusinessDays(t *testing.T) {
	calendar := ohio()
	rapid.Check(t, func(t *rapid.T) {
		from, n := anyDate().Draw(t, "from"), rapid.IntRange(1, 10).Draw(t, "banking days")
		next := calendar.NextBusinessDay(from)
		for d := from; d < next; d++ {
			if !calendar.Closed(d) {
				t.Fatalf("%s follows %s, though %s is open", next, from, d)
			}
		}
		due := DueRule{BankingDays: n, MonthsAfter: 1, Day: 15}.Date(from, calendar)
		open := 0
		for d := from + 1; d <= due; d++ {
			if !calendar.Closed(d) {
				open++
			}
		}
		if open != n || calendar.Closed(due) || calendar.Closed(next) {
			t.Fatalf("%d banking days from %s is %s: %d open days", n, from, due, open)
		}
	})
}

// R.C. 1.14: what closes offices is named by its holiday, before the weekday.
func TestClosedFor(t *testing.T) {
	for date, want := range map[string]string{
		"2026-07-03": "", "2026-07-04": "Independence Day", "2027-07-05": "Independence Day", "2026-11-28": "Saturday", "2026-11-29": "Sunday", "2026-11-30": "",
	} {
		if got := ohio().ClosedFor(day(date)); got != want {
			t.Errorf("%s: closed for %q, want %q", date, got, want)
		}
	}
}
