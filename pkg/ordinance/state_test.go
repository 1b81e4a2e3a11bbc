package ordinance

import (
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
)

// What state law says by date, in a municipality without a file. Law: R.C.
// 718.03, 718.011 and their versions; the history in brief is in state.yaml.
func TestStateLawByDate(t *testing.T) {
	b := book(t)
	for _, c := range []struct {
		on     string
		days   int
		counts calc.DayRule
		back   calc.LookBack
		cite   calc.Citation
		refund calc.Citation
	}{
		{"2004-01-01", 12, calc.AnyPart, calc.MandatoryLookBack, "R.C. 718.011 (2001 to 2015)", ""},
		{"2015-12-31", 12, calc.AnyPart, calc.MandatoryLookBack, "R.C. 718.011 (2001 to 2015)", ""},
		{"2016-01-01", 20, calc.MostTime, calc.ElectiveLookBack, "R.C. 718.011(B), (D)", "R.C. 718.011(D)(3)"},
		{"2026-11-30", 20, calc.MostTime, calc.ElectiveLookBack, "R.C. 718.011(B), (D)", "R.C. 718.011(D)(3)"},
	} {
		got := lawOn(t, b, "Dublin", c.on).OccasionalEntrant
		if want := (calc.OccasionalEntrant{Days: c.days, Counts: c.counts, LookBack: c.back, Cite: c.cite, Refund: c.refund}); got != want {
			t.Errorf("days on %s: %+v, want %+v", c.on, got, want)
		}
	}
	for _, c := range []struct {
		on      string
		reason  calc.Reason
		applies bool
		cite    calc.Citation
	}{
		{"2023-12-31", calc.Under18, false, ""},
		{"2024-01-01", calc.Under18, true, "R.C. 718.01(C)(15)"},
		{"2004-01-01", calc.ElectionOfficial, true, "R.C. 718.01 (2004 to 2015)"},
		{"2026-01-01", calc.ElectionOfficial, true, "R.C. 718.01(C)(5)"},
		{"2026-01-01", calc.ISOFormerEmployee, true, "R.C. 718.03(D)"},
		{"2026-01-01", calc.DeferredBefore, true, "R.C. 718.03(F)"},
		{"2026-01-01", calc.TipsNotControlled, true, "R.C. 718.03(J)"},
		{"2026-01-01", calc.Section125, true, "R.C. 718.01 (qualifying wages)"},
		{"2026-01-01", calc.MilitaryPay, true, "R.C. 718.01(C)(1)"},
		{"2026-01-01", calc.PensionOrDisability, true, "R.C. 718.01(C)(3)"},
		{"2026-01-01", calc.Parsonage, true, "R.C. 718.01(C)(11)"},
		{"2015-12-31", calc.TransitOperator, true, "R.C. 718.01 (2004 to 2015)"},
		{"2026-01-01", calc.TransitOperator, false, "R.C. 718.01(C)"},
		{"2026-01-01", calc.DomesticServant, false, ""},
	} {
		e := lawOn(t, b, "Dublin", c.on).Exclusions[c.reason]
		if e.Applies != c.applies || e.Cite != c.cite {
			t.Errorf("%s on %s: %+v", c.reason, c.on, e)
		}
	}
	law := lawOn(t, b, "Dublin", "2026-01-01")
	if e := law.Exclusions[calc.Under18]; e.Age != 18 {
		t.Errorf("under 18: age %d", e.Age)
	}
	if e := law.Exclusions[calc.ElectionOfficial]; e.Limit != 100_000 {
		t.Errorf("election officials: limit %s", e.Limit)
	}
	if e := law.Exclusions[calc.DeferredBefore]; e.Before.String() != "2003-06-26" {
		t.Errorf("deferred before %s", e.Before)
	}
	if !law.Exclusions[calc.ISOFormerEmployee].Successor || lawOn(t, b, "Dublin", "2015-12-31").Exclusions[calc.ISOFormerEmployee].Successor {
		t.Error("the issuer's successor counts since 2016")
	}
}

func TestStateProvisionsStartIn2016(t *testing.T) {
	b := book(t)
	before, since := lawOn(t, b, "Dublin", "2015-12-31"), lawOn(t, b, "Dublin", "2016-01-01")
	if before.Remittance != nil || before.Reconciliation.Cite != "" || before.Electronic.Applies || before.SmallEmployer.Applies {
		t.Errorf("2015 has rules of 2016: %+v", before)
	}
	for cite, p := range map[calc.Citation]calc.Provision{
		"R.C. 718.011(E)": since.SmallEmployer, "R.C. 718.03(B)(2)": since.Electronic,
		"R.C. 718.03(K)": since.Request, "R.C. 718.03(B)(1)": since.GreaterOf,
	} {
		if p != (calc.Provision{Applies: true, Cite: cite}) {
			t.Errorf("%s: %+v", cite, p)
		}
	}
	if since.Residents != (calc.Residents{Cite: "R.C. 718.03(A)(2)"}) {
		t.Errorf("residents: %+v", since.Residents)
	}
	// The last day of February: 2024 has 29 of them.
	r := since.Reconciliation
	if got := r.Date(day(t, "2023-12-31"), b.Calendar()); got.String() != "2024-02-29" || r.Cite != "R.C. 718.03(H)" {
		t.Errorf("reconciliation for 2023 is due %s [%s]", got, r.Cite)
	}
}

// Days worked at home, H.B. 197 and H.B. 110.
func TestHomeDaysByDate(t *testing.T) {
	b := book(t)
	for on, applies := range map[string]bool{"2020-03-08": false, "2020-03-09": true, "2021-12-31": true, "2022-01-01": false} {
		p := b.HomeDays(day(t, on))
		if p.Applies != applies || lawOn(t, b, "Dublin", on).HomeDays != p {
			t.Errorf("%s: %+v", on, p)
		}
	}
}

// Days on which nothing can be paid: R.C. 1.14.
func TestCalendar(t *testing.T) {
	c := book(t).Calendar()
	if c.Cite != "R.C. 1.14" || len(c.Holidays) != 11 {
		t.Errorf("%d holidays, cited as %s", len(c.Holidays), c.Cite)
	}
	for from, want := range map[string]string{
		"2026-02-15": "2026-02-17", // a Sunday, then Washington-Lincoln Day
		"2026-08-15": "2026-08-17", // a Saturday
		"2026-05-31": "2026-06-01", // a Sunday
		"2026-10-10": "2026-10-13", // a Saturday, and Columbus Day on Monday
		"2027-02-15": "2027-02-16", // Washington-Lincoln Day
		"2028-01-15": "2028-01-18", // a Saturday, and Martin Luther King Day
		"2023-01-01": "2023-01-03", // New Year's Day on a Sunday moves to Monday
		"2022-06-19": "2022-06-21", // Juneteenth on a Sunday as well
		"2020-06-19": "2020-06-19", // not yet a holiday
		"2026-06-19": "2026-06-22", // a Friday
		"2026-07-04": "2026-07-06", // on a Saturday, Monday is a business day
		"2026-07-03": "2026-07-03", // and so is Friday
		"2026-11-26": "2026-11-27", // Thanksgiving Day
		"2026-05-25": "2026-05-26", // Memorial Day
		"2026-09-07": "2026-09-08", // Labor Day
		"2026-11-11": "2026-11-12", // Veterans' Day
		"2027-01-31": "2027-02-01", // a Sunday
	} {
		if got := c.NextBusinessDay(day(t, from)); got.String() != want {
			t.Errorf("%s (%s): %s, want %s", from, time.Weekday(day(t, from)%7), got, want)
		}
	}
}
