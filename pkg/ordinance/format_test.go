package ordinance

import (
	"os"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
)

// What other ordinances say about remittance is said in data, without new code.
func TestFormatExpressesOtherSchedules(t *testing.T) {
	const head = "id: test-place\nname: Test Place\nrate:\n  - {from: 2016-01-01, cite: T 1, rate: \"1%\"}\nremittance:\n  - from: 2016-01-01\n    cite: T 2\n    rules:\n"
	load := func(rules string) *Book {
		t.Helper()
		b, err := overlay(map[string]string{"municipalities/test-place.yaml": head + rules})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		what, rules string
		cases       []remittanceCase
	}{
		{"semi-monthly over $11,999 last year or over $1,000 in a month of the preceding quarter, by the third banking day", `
      - frequency: semi_monthly
        cite: T 2(a)
        when:
          any:
            - {figure: prior_year_total, over: "11999.00"}
            - {figure: highest_month_of_preceding_quarter, over: "1000.00"}
        due: {banking_days: 3}
      - frequency: quarterly
        due: {months_after: 1, day: last}
`, []remittanceCase{
			{"over last year", "2026-01", "2025-03=11999.01", false, "2026-01-P1", "2026-01-21", "T 2(a)"}, // 01-19 is a holiday
			{"at the limits", "2026-01", "2025-03=10999.00 2025-11=1000.00", false, "2026-Q1", "2026-04-30", "T 2"},
			{"over in a month", "2026-01", "2025-11=1000.01", false, "2026-01-P1", "2026-01-21", "T 2(a)"},
		}},
		{"monthly from the first month of this year that reaches $250", `
      - frequency: monthly
        cite: T 2(b)
        when: {all: [{figure: highest_month_of_this_year, at_least: "250.00"}]}
        due: {months_after: 1, day: 20}
      - frequency: quarterly
        due: {months_after: 1, day: 30}
`, []remittanceCase{
			{"before", "2026-01", "2025-12=900.00 2026-01=249.99", false, "2026-Q1", "2026-04-30", "T 2"},
			{"the first", "2026-02", "2026-02=250.00", false, "2026-02", "2026-03-20", "T 2(b)"},
			{"after", "2026-07", "2026-02=250.00", false, "2026-07", "2026-08-20", "T 2(b)"},
		}},
		{"a quarter's third month goes with the quarter", `
      - frequency: monthly
        cite: T 2(c)
        when:
          month_of_quarter: [1, 2]
          all: [{figure: prior_year_total, at_least: "1200.00"}]
        due: {months_after: 1, day: 15}
      - frequency: quarterly
        due: {months_after: 1, day: last}
`, []remittanceCase{
			{"second month", "2026-02", "2025-03=1200.00", false, "2026-02", "2026-03-15", "T 2(c)"},
			{"third month", "2026-03", "2025-03=1200.00", false, "2026-Q1", "2026-04-30", "T 2"},
		}},
		{"monthly under no condition but an average and a highest month of last year", `
      - frequency: monthly
        cite: T 2(d)
        when:
          all:
            - {figure: average_month_of_prior_year, over: "100.00"}
            - {figure: highest_month_of_prior_year, at_most: "500.00"}
        due: {months_after: 0, day: last}
      - frequency: quarterly
        due: {months_after: 2, day: 10}
`, []remittanceCase{
			{"both hold", "2026-02", "2025-03=500.00 2025-04=500.00 2025-05=200.01", false, "2026-02", "2026-02-28", "T 2(d)"},
			{"one fails", "2026-02", "2025-03=500.01 2025-04=1000.00", false, "2026-Q1", "2026-05-10", "T 2"},
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := load(c.rules)
			for _, r := range c.cases {
				r.check(t, b, lawOn(t, b, "Test Place", "2026-01-01").Remittance)
			}
		})
	}

	t.Run("eight partial periods a month", func(t *testing.T) {
		b := load(`
      - frequency: partial_month
        ends: [3, 7, 11, 15, 19, 22, 25, last]
        due: {banking_days: 3}
`)
		rule := &lawOn(t, b, "Test Place", "2026-01-01").Remittance.Rules[0]
		for _, c := range []struct{ on, period, to, due string }{
			{"2026-02-01", "2026-02-P1", "2026-02-03", "2026-02-06"},
			{"2026-02-07", "2026-02-P2", "2026-02-07", "2026-02-11"},
			{"2026-02-08", "2026-02-P3", "2026-02-11", "2026-02-17"}, // 02-16 is a holiday
			{"2026-02-15", "2026-02-P4", "2026-02-15", "2026-02-19"},
			{"2026-02-19", "2026-02-P5", "2026-02-19", "2026-02-24"},
			{"2026-02-22", "2026-02-P6", "2026-02-22", "2026-02-25"},
			{"2026-02-23", "2026-02-P7", "2026-02-25", "2026-03-02"},
			{"2026-02-26", "2026-02-P8", "2026-02-28", "2026-03-04"},
		} {
			p := rule.PeriodOf(day(t, c.on))
			if due := rule.Due.Date(p.To, b.Calendar()); p.Name != c.period || p.To.String() != c.to || due.String() != c.due {
				t.Errorf("%s: %s to %s due %s, want %+v", c.on, p.Name, p.To, due, c)
			}
		}
		if rule.Frequency != calc.PartialMonth {
			t.Errorf("frequency %s", rule.Frequency)
		}
	})

	t.Run("quarterly only, by the 30th", func(t *testing.T) {
		b := load("      - frequency: quarterly\n        due: {months_after: 1, day: 30}\n")
		remittanceCase{"", "2026-12", "2025-03=99999.00", false, "2026-Q4", "2027-01-30", "T 2"}.check(t, b,
			lawOn(t, b, "Test Place", "2026-12-01").Remittance)
	})
}

// The example of the guide is a sound file.
func TestGuideExample(t *testing.T) {
	guide, err := os.ReadFile("../../docs/ordinance-files.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(guide), "```yaml\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the guide has no example")
	}
	b, err := overlay(map[string]string{"municipalities/riverbend.yaml": example})
	if err != nil {
		t.Fatal(err)
	}
	if law := lawOn(t, b, "River Bend", "2027-01-01"); law.Remittance.Rules[0].Cite != "R.C. 718.03(B)(1)(b)" {
		t.Errorf("2027: %+v", law)
	}
	if err := schema(t, "ordinance.schema.json").Validate(parse(t, []byte(example))); err != nil {
		t.Error(err)
	}
}

// A local rule ends with follow: state, and begins where its oldest entry does.
func TestFollowState(t *testing.T) {
	b, err := overlay(map[string]string{"municipalities/dublin.yaml": `id: dublin
name: Dublin
base:
  - {from: 2020-01-01, cite: R.C. 718.03(A)(1), follow: state}
  - {from: 2018-01-01, cite: Dublin 1, base: gross_compensation}
exclusions:
  section_125:
    - {from: 2019-01-01, cite: Dublin 2}
`})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		on         string
		base       calc.Base
		cite       calc.Citation
		section125 calc.Exclusion
	}{
		{"2017-12-31", calc.QualifyingWages, "R.C. 718.03(A)(1)", calc.Exclusion{Applies: true, Cite: "R.C. 718.01 (qualifying wages)"}},
		{"2018-12-31", calc.GrossCompensation, "Dublin 1", calc.Exclusion{Cite: "Dublin 1"}},
		{"2019-12-31", calc.GrossCompensation, "Dublin 1", calc.Exclusion{Applies: true, Cite: "Dublin 2"}},
		{"2020-01-01", calc.QualifyingWages, "R.C. 718.03(A)(1)", calc.Exclusion{Applies: true, Cite: "Dublin 2"}},
	} {
		law := lawOn(t, b, "Dublin", c.on)
		if law.Base != c.base || law.BaseCite != c.cite || law.Exclusions[calc.Section125] != c.section125 {
			t.Errorf("%s: base %v [%s], section 125 %+v", c.on, law.Base, law.BaseCite, law.Exclusions[calc.Section125])
		}
	}
}
