package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/ledger"
	"example.com/withhold/pkg/ordinance"
)

// mustDate is a day that a test writes down; 0 for a blank.
func mustDate(s string) calc.Date {
	if s == "" {
		return 0
	}
	d, err := calc.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// TestAnswerLate: what a late remittance costs, by the law of its place and day.
// Law: R.C. 718.27; 004 192.053 (H).
func TestAnswerLate(t *testing.T) {
	for _, c := range []struct {
		name                         string
		place, kind, payBy, paid     string
		returnBy, filed, period      string
		interest, penalty, forReturn string
		estimate                     bool
		days                         int
		cites                        string
	}{
		{"winnings: 57 days at 7 %", "Municipality 004", record.WinningsTax, "2026-01-12", "2026-03-10", "", "", "", "10.93", "500.00", "0.00", false, 57,
			"R.C. 5703.47 (2026);004 192.053(H)(1)"},
		{"winnings across the year's end", "Municipality 004", record.WinningsTax, "2025-12-10", "2026-01-10", "", "", "", "6.52", "500.00", "0.00", false, 31,
			"R.C. 5703.47 (2025);R.C. 5703.47 (2026);004 192.053(H)(1)"},
		{"winnings: the return as well", "Toledo", record.WinningsTax, "2026-01-12", "2026-03-10", "2026-01-12", "2026-01-13", "", "10.93", "500.00", "500.00", false, 57,
			"R.C. 5703.47 (2026);R.C. 718.031(H)(1);R.C. 718.031(H)(2)"},
		{"wages: 57 days at 9 %", "Dublin", record.WithholdingTax, "2026-01-12", "2026-03-10", "", "", "", "14.05", "500.00", "0.00", true, 57,
			"R.C. 718.27 (2026);R.C. 718.27"},
		{"wages across the year's end", "City 003", record.WithholdingTax, "2025-12-15", "2026-01-20", "", "", "", "9.32", "500.00", "0.00", true, 36,
			"R.C. 718.27 (2025);R.C. 718.27 (2026);R.C. 718.27"},
		{"a leap year has 366 days", "Village 000", record.WithholdingTax, "2024-02-15", "2024-05-15", "", "", "", "24.59", "500.00", "0.00", true, 90,
			"R.C. 718.27 (2024);R.C. 718.27"},
		{"half is fixed before 2018", "Dublin", record.WithholdingTax, "2017-12-15", "2017-12-18", "", "", "", "0.49", "500.00", "0.00", false, 3,
			"R.C. 718.27 (2017);R.C. 718.27 (H.B. 5)"},
		{"a return of 2022 by months", "Dublin", record.WithholdingTax, "2023-01-31", "2023-01-31", "2023-01-31", "2023-04-30", "2022-Q4", "0.00", "0.00", "75.00", false, 0,
			"R.C. 718.27 (H.B. 5)"},
		{"a return of 2023 once", "Dublin", record.WithholdingTax, "2023-05-01", "2023-05-01", "2023-05-01", "2023-07-30", "2023-Q1", "0.00", "0.00", "25.00", true, 0,
			"R.C. 718.27 (H.B. 33)"},
		{"a growing penalty", "Vandalia", record.WithholdingTax, "2026-01-12", "2026-03-13", "", "", "", "14.79", "160.00", "0.00", false, 60,
			"R.C. 718.27 (2026);Vandalia, penalty and interest rates"},
		{"in time: the 10th is a Saturday", "Municipality 004", record.WinningsTax, "2026-01-10", "2026-01-12", "2026-01-10", "2026-01-12", "", "0.00", "0.00", "0.00", false, 0, "R.C. 1.14"},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := LateQuestion{Municipality: c.place, Kind: c.kind, PeriodEnd: PeriodEnd(c.period), Tax: 1000_00, PayBy: mustDate(c.payBy),
				Payments: []calc.Payment{{Amount: 1000_00, On: mustDate(c.paid)}}, ReturnBy: mustDate(c.returnBy), FiledOn: mustDate(c.filed)}
			a, err := AnswerLate(nil, q)
			if err != nil {
				t.Fatal(err)
			}
			if a.Interest.String() != c.interest || a.Penalty.String() != c.penalty || a.ReturnPenalty.String() != c.forReturn || a.Estimate != c.estimate || a.Days != c.days {
				t.Errorf("interest %s, penalty %s, return %s, estimate %v, %d days", a.Interest, a.Penalty, a.ReturnPenalty, a.Estimate, a.Days)
			}
			if got := joinCitations(a.Citations); got != c.cites {
				t.Errorf("cites %s, want %s", got, c.cites)
			}
			if a.Total() != 0 && !strings.Contains(strings.Join(a.Working, "\n"), "= $"+money(a.Total())) {
				t.Errorf("the working does not end in $%s: %q", a.Total(), a.Working)
			}
		})
	}
}

// Where the answer is not known it is an error that says what to give.
func TestAnswerLateUnknown(t *testing.T) {
	paid := func(on string) []calc.Payment { return []calc.Payment{{Amount: 1000_00, On: mustDate(on)}} }
	for _, c := range []struct {
		q    LateQuestion
		want string
	}{
		{LateQuestion{Municipality: "none", PayBy: mustDate("2026-01-12"), Payments: paid("2026-01-12")}, "no municipality; write the one that the tax is for"},
		{LateQuestion{Municipality: "Dubln", PayBy: mustDate("2026-01-12"), Payments: paid("2026-01-12")}, "write Dublin"},
		{LateQuestion{Municipality: "Dublin", PayBy: mustDate("2026-12-15"), Payments: paid("2027-01-01")},
			"the rate of interest of 2027 is not known; add it to interest: in interest.yaml in a --schedules directory"},
		{LateQuestion{Municipality: "Dublin", Kind: record.WinningsTax, PayBy: mustDate("2026-12-15"), Payments: paid("2027-01-01")},
			"the rate of interest of 2027 is not known; add it to interest: in winnings.yaml in a --schedules directory"},
		{LateQuestion{Municipality: "Dublin", PayBy: mustDate("2015-12-15"), Payments: paid("2016-01-01")},
			"no rule on tax withheld from wages that is paid late is known for Dublin on 2015-12-15; add a late_tax topic to municipalities/dublin.yaml in a --schedules directory"},
		{LateQuestion{Municipality: "Dublin", PayBy: mustDate("2026-01-12"), Payments: []calc.Payment{{Amount: 600_00, On: mustDate("2026-01-12")}}},
			"400.00 of 1000.00 is not paid; add its payment, or say as of which day it is asked (--as-of)"},
		{LateQuestion{Municipality: "Dublin", PayBy: mustDate("2026-01-12"), Payments: paid("2026-01-12"), ReturnBy: mustDate("2026-01-12")},
			"it is blank beside return_by; write the day on which the return was filed"},
		{LateQuestion{Municipality: "Dublin", PayBy: mustDate("2026-01-12"), Payments: paid("2026-01-12"), ReturnBy: mustDate("2015-12-15"), FiledOn: mustDate("2016-01-01")},
			"no rule on returns filed late is known for Dublin on 2015-12-15; add a late_return topic to municipalities/dublin.yaml in a --schedules directory"},
	} {
		if c.q.Kind == "" {
			c.q.Kind = record.WithholdingTax
		}
		c.q.Tax = 1000_00
		if _, err := AnswerLate(nil, c.q); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.q, err, c.want)
		}
	}
}

// However a tax is paid in parts, interest and penalty are those of the parts, and
// what is paid in time costs nothing.
func TestAnswerLateProperties(t *testing.T) {
	book, err := ordinance.Load()
	if err != nil {
		t.Fatal(err)
	}
	places := newPlaces(book)
	payBy := mustDate("2024-11-15")
	rapid.Check(t, func(t *rapid.T) {
		q := LateQuestion{Municipality: rapid.SampledFrom([]string{"Dublin", "Vandalia", "Municipality 004"}).Draw(t, "place"),
			Kind: rapid.SampledFrom([]string{record.WithholdingTax, record.WinningsTax}).Draw(t, "kind"), PayBy: payBy, AsOf: mustDate("2026-12-31")}
		var late calc.Cents
		for range rapid.IntRange(1, 5).Draw(t, "payments") {
			p := calc.Payment{Amount: calc.Cents(rapid.IntRange(1, 1_000_000).Draw(t, "amount")), On: payBy + calc.Date(rapid.IntRange(-10, 700).Draw(t, "on"))}
			q.Payments = append(q.Payments, p)
			q.Tax += p.Amount
			if p.On > payBy {
				late += p.Amount
			}
		}
		_, a, err := answerLate(book, places, &q)
		if err != nil {
			t.Fatal(err)
		}
		if a.LateTax != late || a.Unpaid != 0 || a.Penalty > late/2+1 || late == 0 && (a.Total() != 0 || a.Days != 0) || len(a.Working) == 0 {
			t.Fatalf("late %s: %+v", late, a)
		}
		slices.Reverse(q.Payments)
		_, b, _ := answerLate(book, places, &q)
		if b.Total() != a.Total() || !slices.Equal(b.Working, a.Working) && len(q.Payments) == 1 {
			t.Fatalf("%s in one order, %s in another", a.Total(), b.Total())
		}
		q.Payments = q.Payments[:len(q.Payments)-1]
		if _, c, _ := answerLate(book, places, &q); c.Total() < a.Total() || c.Unpaid == 0 {
			t.Fatalf("paying less costs less: %s, then %s", a.Total(), c.Total())
		}
	})
}

// late runs Late and gives the rows of late.csv without the working.
func late(t *testing.T, o LateOptions) (rows []string, r *TablesReport) {
	t.Helper()
	o.Out = filepath.Join(t.TempDir(), "out")
	r, err := Late(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(o.Out, "late.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		cells := strings.SplitN(line, ",", 13)
		rows = append(rows, strings.Join(cells[:12], ","))
	}
	return rows, r
}

// What a ledger knows to be open after its day is late; what is not yet due is
// left out.
func TestLateOfLedger(t *testing.T) {
	path := postPayroll(t, map[string]string{
		"payroll.csv": "employer_id,employee_id,check_id,pay_date,work_municipality,gross_wages\n" +
			"E1,1,a,2026-01-09,Village 000,80000.00\nE1,1,c,2026-04-10,Village 000,80000.00\nE2,9,b,2026-02-06,Village 002,500.00\n",
	})
	o := LateOptions{Options: Options{Ledger: LedgerOptions{Path: path, Now: time.Now()}}, AsOf: mustDate("2026-05-04")}
	rows, r := late(t, o)
	// Village 000 by 2026-04-15: 1,000.00, 19 days at 9 %. Village 002 by 2026-04-30: 10.00, 4 days.
	want := []string{"E1,Village 000,2026-Q1,1000.00,2026-04-15,,19,4.68,500.00,0.00,504.68,yes", "E2,Village 002,2026-Q1,10.00,2026-04-30,,4,0.01,5.00,0.00,5.01,yes"}
	if !slices.Equal(rows, want) {
		t.Errorf("got  %q\nwant %q", rows, want)
	}
	if r.Manifest.AsOf != "2026-05-04" || r.Manifest.Control["interest"] != "4.69" {
		t.Errorf("%+v", r.Manifest)
	}
	o.AsOf = mustDate("2026-04-15")
	if rows, _ := late(t, o); rows != nil {
		t.Errorf("on the day itself: %q", rows)
	}
	o.AsOf = 0
	if _, err := Late(context.Background(), o); err == nil || !strings.Contains(err.Error(), "a ledger needs --as-of") {
		t.Error(err)
	}
}

// A period that was closed is late by the day it was paid; what changed in it
// since is open; one paid on a day not known is taken to be in time, and warned of.
func TestLateOfClosedPeriods(t *testing.T) {
	path := postPayroll(t, map[string]string{
		"payroll.csv": "employer_id,employee_id,check_id,pay_date,work_municipality,gross_wages\n" +
			"E1,1,a,2026-01-09,Village 000,80000.00\nE1,1,c,2026-01-09,Village 002,50000.00\nE1,1,d,2026-01-09,Municipality 004,50000.00\n",
	})
	now := LedgerOptions{Path: path, Who: "dana", Now: time.Now()}
	q1 := func(at, period string, paid calc.Cents, on string) {
		to := PeriodEnd(period)
		c := ledger.Closed{EmployerID: "E1", Municipality: at, Period: period, From: mustDate("2026-01-01"), To: to, Remitted: paid, PaidOn: mustDate(on)}
		if err := CloseLedgerPeriod(context.Background(), now, c); err != nil {
			t.Fatal(err)
		}
	}
	q1("village-000", "2026-Q1", 800_00, "2026-04-20")  // 5 days late, and 200.00 open
	q1("village-002", "2026-01", 1000_00, "2026-03-02") // by 2026-02-28, a Saturday: in time
	q1("municipality-004", "2026-Q1", 1000_00, "")      // not known when
	rows, r := late(t, LateOptions{Options: Options{Ledger: now}, AsOf: mustDate("2026-05-04")})
	// 800.00 for 5 days and 200.00 for 19 at 9 %: 0.986301 + 0.936986.
	want := []string{"E1,Village 000,2026-Q1,1000.00,2026-04-15,2026-04-20,19,1.92,500.00,0.00,501.92,yes"}
	if !slices.Equal(rows, want) {
		t.Errorf("got  %q\nwant %q", rows, want)
	}
	if r.Manifest.Warnings != 1 {
		t.Errorf("%d warnings, want that of the day not known", r.Manifest.Warnings)
	}
}
