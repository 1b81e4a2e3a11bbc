package ordinance

import (
	"fmt"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
)

func tallies(list []Tally) string {
	var words []string
	for _, t := range list {
		words = append(words, fmt.Sprintf("%s %d", t.Key, t.Count))
	}
	return strings.Join(words, ", ")
}

// The data that are built in: how many municipalities, by what is known of them.
// A number that changes is a change of the data, to be made on purpose.
func TestCoverageOfTheData(t *testing.T) {
	c := book(t).Coverage(day(t, "2026-11-30"), 24)
	if len(c.Rows) != 821 {
		t.Fatalf("%d municipalities", len(c.Rows))
	}
	for what, x := range map[string]struct {
		got  []Tally
		want string
	}{
		"kind":          {c.By(ByKind), "city 247, jedd 123, jedz 22, village 423, zone 6"},
		"administrator": {c.By(ByAdministrator), "CCA 36, City of St. Marys 11, RITA 474, self 212, unknown 88"},
		"confidence":    {c.By(ByConfidence), "high 607, low 19, medium 195"},
		"read":          {c.By(ByRead), "2026 821"},
	} {
		if got := tallies(x.got); got != x.want {
			t.Errorf("by %s: %s, want %s", what, got, x.want)
		}
	}
	codes, credits := 0, 0
	for _, tally := range c.By(ByAdministrator) {
		codes, credits = codes+tally.Code, credits+tally.Credit
	}
	if codes != 472+5 || credits != 638 {
		t.Errorf("%d codes, %d credits", codes, credits)
	}
	starts := 0
	for _, tally := range c.By(ByStart) {
		of := 0
		for _, n := range tally.Of {
			of += n
		}
		if starts += tally.Count; of != tally.Count {
			t.Errorf("%s: %d, by administrator %d", tally.Key, tally.Count, of)
		}
	}
	if starts != 821 {
		t.Errorf("%d by the year they began", starts)
	}
	for flag, want := range map[Flag]int{RateUnknown: 0, RateOld: 0, CreditUnknown: 32, CreditOld: 227, LowConfidence: 19} {
		if got := len(c.With(flag)); got != want {
			t.Errorf("%s: %d, want %d", flag, got, want)
		}
	}
	if old := book(t).Coverage(day(t, "2028-12-01"), 24).With(RateOld); len(old) != 821 {
		t.Errorf("two years on %d rates are old", len(old))
	}
}

// Codes are kept by administrator: two of them give some numbers to different
// places.
func TestCodesAreByAdministrator(t *testing.T) {
	b := book(t)
	byCode := map[string][]string{}
	for _, m := range b.All() {
		if m.Code == "" {
			continue
		}
		byCode[m.Code] = append(byCode[m.Code], m.Administrator+" "+m.Name)
		if found, err := b.Find(m.Administrator + " " + m.Code); err != nil || found != m {
			t.Errorf("%s %s: %v, want %s", m.Administrator, m.Code, err, m.Name)
		}
	}
	twice := 0
	for code, list := range byCode {
		if len(list) == 1 {
			continue
		}
		twice++
		if m, err := b.Find(code); err == nil {
			t.Errorf("%s is taken for %s, and is the code of %s", code, m.Name, strings.Join(list, " and of "))
		}
	}
	if twice != 2 { // 357 and 371
		t.Errorf("%d codes are of two administrators", twice)
	}
}

func TestCoverageFlags(t *testing.T) {
	b, err := overlay(map[string]string{
		"sources.yaml": "minutes: {title: Minutes, cite: Minutes, for: [rate], as_of: 2023-06}\n",
		"rates.csv": strings.Join(rateColumns, ",") + "\n" +
			"akron,Akron,city,Summit,01000,self,,0.025,,,2018-01-01,2027-12-31,2026-08-11,,low,finder-2026-08,\n",
		"municipalities/toledo.yaml": "id: toledo\nname: Toledo\nrate:\n  - {from: 2020-01-01, cite: T, source: minutes, rate: \"2%\"}\n",
		"municipalities/dublin.yaml": "id: dublin\nname: Dublin\nrate:\n  - {from: 2020-01-01, cite: D, rate: \"2%\"}\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	flags := func(c *Coverage, id string) string {
		for _, x := range c.Rows {
			if x.ID == id {
				return fmt.Sprintf("%v %v %s %s", x.Flags, x.Known, Percent(x.Rate), x.Source.AsOf)
			}
		}
		return "not covered"
	}
	for _, c := range []struct {
		on, id, want string
		limit        Age
	}{
		{"2027-12-31", "akron", "[credit_unknown low_confidence] true 2.5 % 2026-08-11", 24},
		{"2027-12-31", "akron", "[rate_old credit_unknown low_confidence] true 2.5 % 2026-08-11", 12},
		{"2028-01-01", "akron", "[rate_unknown] false 0 % ", 24},
		// An ordinance file is as old as its source, or of no age.
		{"2026-01-01", "toledo", "[rate_old credit_old] true 2 % 2023-06", 24},
		{"2099-01-01", "dublin", "[credit_old] true 2 % ", 24},
		// The base is not known then, the rate is.
		{"2003-06-30", "toledo", "[] true 2.25 % 2020-07-11", 24},
		{"2026-01-01", "village-000", "not covered", 24},
		// A joint district has no residents, and so no credit.
		{"2026-11-30", "zanesville-newton-jedd", "[] true 1.9 % 2026-09-01", 24},
	} {
		if got := flags(b.Coverage(day(t, c.on), c.limit), c.id); got != c.want {
			t.Errorf("%s on %s: %s, want %s", c.id, c.on, got, c.want)
		}
	}
	if read := b.RateRead(b.ByID("akron"), calc.NewDate(2028, 1, 1)); read != "" {
		t.Errorf("a rate that is not known was read %s", read)
	}
}
