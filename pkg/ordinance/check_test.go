package ordinance

import (
	"regexp"
	"strings"
	"testing"
)

// A faulty file, what the loader says of it, and whether the schema sees the
// fault as well: it cannot where other lines or files are involved.
type faultyFile struct {
	what, text string
	line       int
	says       []string // parts of the message, what to write among them
	beyond     bool     // beyond what a schema can see
}

const named = "id: test-place\nname: Test Place\n" // two lines

// In a remittance, rules start on line 9.
const rate = "rate:\n  - {from: 2016-01-01, cite: T 1, rate: \"1%\"}\n"
const rules = named + rate + "remittance:\n  - from: 2016-01-01\n    cite: T 2\n    rules:\n"

var faultyFiles = []faultyFile{
	{"unknown key", named + rate + "remitance: []\n", 5, []string{`unknown key "remitance"`, "write remittance"}, false},
	{"unknown key in an entry", named + "rate:\n  - {from: 2016-01-01, cite: T, rate: \"1%\", until: 2020-01-01}\n", 4, []string{`unknown key "until" in rate`}, false},
	{"no cite", named + "rate:\n  - {from: 2016-01-01, rate: \"1%\"}\n", 4, []string{"cite is missing", "write cite:"}, false},
	{"blank cite", named + "rate:\n  - {from: 2016-01-01, cite: \"\", rate: \"1%\"}\n", 4, []string{"cite", "write cite:"}, false},
	{"cite read as a number", named + "rate:\n  - {from: 2016-01-01, cite: 181.07, rate: \"1%\"}\n", 4, []string{`write cite: "181.07"`}, false},
	{"no date", named + "rate:\n  - {cite: T, rate: \"1%\"}\n", 4, []string{"from is missing"}, false},
	{"no such date", named + "rate:\n  - {from: 2016-02-30, cite: T, rate: \"1%\"}\n", 4, []string{`from "2016-02-30": not a date; write 2026-03-31`}, true},
	{"bad date", named + "rate:\n  - {from: 1/1/2016, cite: T, rate: \"1%\"}\n", 4, []string{`from "1/1/2016"`}, false},
	{"bad rate", named + "rate:\n  - {from: 2016-01-01, cite: T, rate: \"1,5%\"}\n", 4, []string{`"1,5%" is not a rate; write 0.0125 or 1.25%`}, false},
	{"unquoted rate", named + "rate:\n  - {from: 2016-01-01, cite: T, rate: 0.01}\n", 4, []string{`write rate: "0.01"`}, false},
	{"rate over 3 %", named + "rate:\n  - {from: 2016-01-01, cite: T, rate: \"30%\"}\n", 4, []string{"rate 30 % is over 3 %", "confirmed: true"}, false},
	{"rate just over 3 %", named + "rate:\n  - {from: 2016-01-01, cite: T, rate: \"0.0301\"}\n", 4, []string{"over 3 %"}, false},
	{"no value", named + "rate:\n  - {from: 2016-01-01, cite: T}\n", 4, []string{"rate is missing"}, false},
	{"not a list", named + "rate: \"1%\"\n", 3, []string{"rate is not a list of dated entries"}, false},
	{"empty list", named + "rate: []\n", 3, []string{"rate is not a list of dated entries"}, false},
	{"entry that is no mapping", named + "rate: [1%]\n", 3, []string{"rate is not a mapping"}, false},
	{"oldest first", named + "rate:\n  - {from: 2016-01-01, cite: T, rate: \"1%\"}\n  - {from: 2018-01-01, cite: T, rate: \"2%\"}\n", 5,
		[]string{"rate from 2018-01-01 is not older than the entry above it", "write the newest first"}, true},
	{"the same day twice", named + "rate:\n  - {from: 2016-01-01, cite: T, rate: \"1%\"}\n  - {from: 2016-01-01, cite: T, rate: \"2%\"}\n", 5, []string{"each day once"}, true},
	{"key twice", named + rate + "rate:\n  - {from: 2016-01-01, cite: T, rate: \"1%\"}\n", 5, []string{"key rate twice"}, true},
	{"id is not the file", "id: other\nname: Test Place\n" + rate, 1, []string{`id "other"`, "write id: test-place"}, true},
	{"no id", "name: Test Place\n" + rate, 1, []string{"id is missing"}, false},
	{"no name", "id: test-place\n" + rate, 1, []string{"name is missing"}, false},
	{"no rate", named, 1, []string{"no rate", "rates.csv"}, true},
	{"unknown source", named + "rate:\n  - {from: 2016-01-01, cite: T, source: finder-2026-8, rate: \"1%\"}\n", 4,
		[]string{`unknown source "finder-2026-8"; write finder-2026-08`}, true},
	{"name is taken", "id: test-place\nname: City of  dublin\nrate:\n  - {from: 2016-01-01, cite: T, rate: \"1%\"}\naliases: [Columbus]\n", 2,
		[]string{`alias "Columbus" is taken by Columbus`}, true},
	{"credit of two formulas", named + rate + "credit:\n  - {from: 2016-01-01, cite: T, factor: \"1\", limit: \"1%\", of_own_rate: {factor: \"0.25\", above: \"0.5%\"}}\n", 6,
		[]string{"of_own_rate beside factor or limit"}, false},
	{"credit without a limit", named + rate + "credit:\n  - {from: 2016-01-01, cite: T, factor: \"1\"}\n", 6, []string{"limit is missing"}, false},
	{"follow and values", named + rate + "base:\n  - {from: 2016-01-01, cite: T, follow: state, base: gross_compensation}\n", 6, []string{"base beside follow: state"}, false},
	{"follow for a rate", named + rate + "credit:\n  - {from: 2016-01-01, cite: T, follow: state}\n", 6, []string{`unknown key "follow" in credit`}, false},
	{"follow what", named + rate + "base:\n  - {from: 2016-01-01, cite: T, follow: county}\n", 6, []string{`unknown follow "county"; write state`}, false},
	{"unknown base", named + rate + "base:\n  - {from: 2016-01-01, cite: T, base: gross_compensations}\n", 6, []string{"write gross_compensation"}, false},
	{"difference without employers", named + rate + "residents:\n  - {from: 2016-01-01, cite: T, rule: difference}\n", 6, []string{"employers is missing"}, false},
	{"days out of range", named + rate + "occasional_entrant:\n  - {from: 2016-01-01, cite: T, days: 400, counts: most_time, look_back: never}\n", 6, []string{"days 400 is not a whole number from 0 to 366"}, false},
	{"unknown look-back", named + rate + "occasional_entrant:\n  - {from: 2016-01-01, cite: T, days: 12, counts: any_part, look_back: always}\n", 6, []string{`unknown look_back "always"`, "never, elective, mandatory"}, false},
	{"applies is no truth value", named + rate + "electronic:\n  - {from: 2016-01-01, cite: T, applies: maybe}\n", 6, []string{"write applies: true"}, false},
	{"unknown reason", named + rate + "exclusions:\n  under_81:\n    - {from: 2016-01-01, cite: T}\n", 6, []string{`unknown key "under_81" in exclusions; write under_18`}, false},
	{"exclusion without its figure", named + rate + "exclusions:\n  election_official:\n    - {from: 2016-01-01, cite: T}\n", 7, []string{"limit is missing"}, false},
	{"exclusion with another's key", named + rate + "exclusions:\n  military_pay:\n    - {from: 2016-01-01, cite: T, age: 18}\n", 7, []string{`unknown key "age"`}, false},
	{"bad amount", named + rate + "exclusions:\n  election_official:\n    - {from: 2016-01-01, cite: T, limit: \"1,000\"}\n", 7, []string{`limit "1,000": not an amount; write 1234.56`}, false},
	{"late tax without a share", named + rate + "late_tax:\n  - {from: 2016-01-01, cite: T}\n", 6, []string{"share is missing", `up_to: "50%"`}, false},
	{"late tax in two forms", named + rate + "late_tax:\n  - {from: 2016-01-01, cite: T, share: \"50%\", up_to: \"50%\"}\n", 6, []string{"share beside up_to; write one form"}, false},
	{"late tax that grows without an end", named + rate + "late_tax:\n  - {from: 2016-01-01, cite: T, first_month: \"10%\", later_months: \"3%\"}\n", 6, []string{`most is missing; write most: the share in all, such as "50%"`}, false},
	{"late return in two forms", named + rate + "late_return:\n  - {from: 2016-01-01, cite: T, each_month: \"25.00\", amount: \"25.00\", most: \"150.00\"}\n", 6, []string{"amount beside each_month; write one form"}, false},
	{"late return without an amount", named + rate + "late_return:\n  - {from: 2016-01-01, cite: T, most: \"150.00\"}\n", 6, []string{"amount is missing"}, false},
	{"rent that does not count", named + rate + "net_profit:\n  - {from: 2016-01-01, cite: T, rent_times: 0}\n", 6, []string{"rent_times 0 is not a whole number from 1 to 100"}, false},
	{"reconciliation without a day", named + rate + "reconciliation:\n  - {from: 2016-01-01, cite: T, due: {month: 2}}\n", 6, []string{"day is missing"}, false},

	{"last rule has a condition", rules + "      - {frequency: monthly, when: {month_of_quarter: [1]}, due: {months_after: 1, day: 15}}\n", 9,
		[]string{"the last rule has a condition", "add a rule for the rest"}, false},
	{"rule never reached", rules + "      - {frequency: monthly, due: {months_after: 1, day: 15}}\n      - {frequency: quarterly, due: {months_after: 1, day: 15}}\n", 9,
		[]string{"those below it never apply"}, false},
	{"unknown frequency", rules + "      - {frequency: monthlly, due: {months_after: 1, day: 15}}\n", 9, []string{`unknown frequency "monthlly"; write monthly`}, false},
	{"no due day", rules + "      - {frequency: monthly}\n", 9, []string{"due is missing"}, false},
	{"two due rules", rules + "      - {frequency: monthly, due: {months_after: 1, day: 15, banking_days: 3}}\n", 9, []string{"banking_days beside"}, false},
	{"no such day", rules + "      - {frequency: monthly, due: {months_after: 1, day: 32}}\n", 9, []string{`day "32"`, "write 1 to 30, or last"}, false},
	{"ends of a month", rules + "      - {frequency: monthly, ends: [15, last], due: {months_after: 1, day: 15}}\n", 9, []string{"ends is for semi_monthly"}, false},
	{"parts without ends", rules + "      - {frequency: partial_month, due: {banking_days: 3}}\n", 9, []string{"ends is missing"}, false},
	{"parts that leave days out", rules + "      - {frequency: partial_month, ends: [7, 15], due: {banking_days: 3}}\n", 9, []string{"write last as its last day"}, false},
	{"parts out of order", rules + "      - {frequency: partial_month, ends: [15, 7, last], due: {banking_days: 3}}\n", 9, []string{"ends are not in order"}, true},
	{"unknown figure", rules + "      - {frequency: monthly, when: {all: [{figure: prior_year_totals, over: \"1.00\"}]}, due: {months_after: 1, day: 15}}\n      - {frequency: quarterly, due: {months_after: 1, day: last}}\n", 9,
		[]string{`unknown figure "prior_year_totals"; write prior_year_total`}, false},
	{"two comparisons", rules + "      - {frequency: monthly, when: {all: [{figure: this_month, over: \"1.00\", under: \"2.00\"}]}, due: {months_after: 1, day: 15}}\n      - {frequency: quarterly, due: {months_after: 1, day: last}}\n", 9,
		[]string{"a test needs one comparison"}, false},
	{"unquoted amount", rules + "      - {frequency: monthly, when: {any: [{figure: this_month, over: 200.00}]}, due: {months_after: 1, day: 15}}\n      - {frequency: quarterly, due: {months_after: 1, day: last}}\n", 9,
		[]string{`write over: "200.00"`}, false},
	{"unknown agreement", rules + "      - {frequency: monthly, when: {agreement: quarterly_aproval}, due: {months_after: 1, day: 15}}\n      - {frequency: quarterly, due: {months_after: 1, day: last}}\n", 9,
		[]string{"write quarterly_approval"}, false},
	{"no such month of a quarter", rules + "      - {frequency: monthly, when: {month_of_quarter: [4]}, due: {months_after: 1, day: 15}}\n      - {frequency: quarterly, due: {months_after: 1, day: last}}\n", 9,
		[]string{`month_of_quarter "4"`}, false},
	{"empty condition", rules + "      - {frequency: monthly, when: {}, due: {months_after: 1, day: 15}}\n      - {frequency: quarterly, due: {months_after: 1, day: last}}\n", 9,
		[]string{"when says nothing"}, false},
	{"an alias", named + "rate: &r\n  - {from: 2016-01-01, cite: T, rate: \"1%\"}\ncredit: *r\n", 5, []string{"anchors and aliases are not read"}, true},
	{"a second document", named + rate + "---\nid: other\n", 5, []string{"a second document"}, true},
	{"not YAML", named + "rate: [\n", 3, []string{"not YAML"}, true},
	{"empty", "", 1, []string{"the file is empty"}, true},
	{"a list", "- id: test-place\n", 1, []string{"the file is not a mapping"}, false},
}

// Each fault is found, on its line, and the message says what to write.
func TestFaultyFiles(t *testing.T) {
	for _, c := range faultyFiles {
		t.Run(c.what, func(t *testing.T) {
			_, err := overlay(map[string]string{"municipalities/test-place.yaml": c.text})
			expect(t, err, "over/municipalities/test-place.yaml", c.line, c.says)
		})
	}
}

// expect finds a problem with the given file, line and parts of its text.
func expect(t *testing.T, err error, file string, line int, says []string) {
	t.Helper()
	for _, p := range Problems(err) {
		said := p.File == file && p.Line == line
		for _, part := range says {
			said = said && strings.Contains(p.Text, part)
		}
		if said {
			return
		}
	}
	t.Errorf("no problem %s:%d with %q in:\n%v", file, line, says, err)
}

func TestFaultyRates(t *testing.T) {
	head := strings.Join(rateColumns, ",") + "\n"
	row := func(rate, from, to, source string) string {
		return "test-place,Test Place,village,,,,," + rate + ",,," + from + "," + to + ",2026,,high," + source + ",\n"
	}
	good := row("0.01", "2004-01-01", "2015-12-31", "finder-2026-08")
	for _, c := range []struct {
		what, text string
		line       int
		says       []string
	}{
		{"columns", "id,name\nx,X\n", 1, []string{"write id,name,kind"}},
		{"empty", "", 1, []string{"write id,name,kind"}},
		{"too few cells", head + "x,X\n", 2, []string{"not CSV"}},
		{"bad quote", head + "x,\"X\"y,,,,,,,,,,,,,,,\n", 2, []string{"not CSV"}},
		{"no id", head + strings.Replace(good, "test-place", "Test Place", 1), 2, []string{`id "Test Place" is no id`}},
		{"no name", head + strings.Replace(good, "Test Place", "", 1), 2, []string{"name is blank"}},
		{"unknown kind", head + strings.Replace(good, "village", "vilage", 1), 2, []string{`unknown kind "vilage"; write village`}},
		{"bad rate", head + row("1,5", "2004-01-01", "", "finder-2026-08")[:40] + "\n", 2, []string{"not CSV"}},
		{"no rate", head + row("", "2004-01-01", "", "finder-2026-08"), 2, []string{`rate: "" is not a rate`}},
		{"rate over 3 %", head + row("0.031", "2004-01-01", "", "finder-2026-08"), 2, []string{"rate 3.1 % is over 3 %", "municipalities/test-place.yaml"}},
		{"bad date", head + row("0.01", "1/1/2004", "", "finder-2026-08"), 2, []string{`from "1/1/2004"`}},
		{"ends before it starts", head + row("0.01", "2004-01-01", "2003-12-31", "finder-2026-08"), 2, []string{"to 2003-12-31 is before from 2004-01-01"}},
		{"no source", head + row("0.01", "2004-01-01", "", ""), 2, []string{"source is blank"}},
		{"unknown source", head + row("0.01", "2004-01-01", "", "finder-2026-8"), 2, []string{`unknown source "finder-2026-8"; write finder-2026-08`}},
		{"source for credits only", head + row("0.01", "2004-01-01", "", "credits-2019-12"), 2, []string{"no source of the row is for rates"}},
		{"half a credit", head + strings.Replace(good, "0.01,,,", "0.01,1,,", 1), 2, []string{"credit_factor and credit_limit go together"}},
		{"code of nobody", head + strings.Replace(good, ",,,,,0.01", ",,,,123,0.01", 1), 2, []string{"code 123 without administrator"}},
		{"bad place code", head + strings.Replace(good, "village,,,", "village,,123,", 1), 2, []string{`fips "123"`}},
		{"place code is taken", head + strings.Replace(good, "village,,,", "village,,01000,", 1), 2, []string{`fips "01000" is taken by Akron`}},
		{"code is taken", head + strings.Replace(good, ",,,,,0.01", ",,,RITA,450,0.01", 1), 2, []string{`code "RITA 450" is taken by Macedonia`}},
		{"name is taken", head + strings.Replace(good, "Test Place", "Dublin", 1), 2, []string{`"Dublin" is taken by`}},
		{"overlap", head + good + row("0.02", "2015-12-31", "", "finder-2026-08"), 3, []string{"overlaps line 2", "write 2016-01-01 or later"}},
		{"no end before the next", head + row("0.01", "2004-01-01", "", "finder-2026-08") + row("0.02", "2016-01-01", "", "finder-2026-08"), 2,
			[]string{"has no end, but line 3 starts on 2016-01-01; write to: 2015-12-31"}},
		{"newest first", head + row("0.02", "2016-01-01", "", "finder-2026-08") + good, 3, []string{"is not later than line 2"}},
		{"two names", head + good + strings.Replace(row("0.02", "2016-01-01", "", "finder-2026-08"), "Test Place", "Test Places", 1), 3, []string{"differs from line 2"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			_, err := overlay(map[string]string{"rates.csv": c.text})
			expect(t, err, "over/rates.csv", c.line, c.says)
		})
	}
}

func TestFaultyStateAndSources(t *testing.T) {
	for _, c := range []struct {
		what, file, text string
		line             int
		says             []string
	}{
		{"no calendar", "state.yaml", "base: [{from: 2004-01-01, cite: T, base: qualifying_wages}]\n", 1, []string{"calendar is missing"}},
		{"follow itself", "state.yaml", "calendar: {cite: T}\nbase: [{from: 2004-01-01, cite: T, follow: state}]\n", 2, []string{`unknown key "follow"`}},
		{"a rate of the state", "state.yaml", "calendar: {cite: T}\nrate: []\n", 2, []string{`unknown key "rate"`}},
		{"unknown weekday", "state.yaml", "calendar:\n  cite: T\n  weekend: [saturnday]\n", 3, []string{"write saturday"}},
		{"a week of weekends", "state.yaml", "calendar:\n  cite: T\n  weekend: [sunday, monday, tuesday, wednesday, thursday, friday, saturday]\n", 2, []string{"every day is in the weekend"}},
		{"no such day", "state.yaml", "calendar:\n  cite: T\n  holidays: [{name: H, month: 2, day: 30}]\n", 3, []string{"day 30 is not a whole number from 1 to 29"}},
		{"day and weekday", "state.yaml", "calendar:\n  cite: T\n  holidays: [{name: H, month: 2, day: 3, weekday: monday, nth: 1}]\n", 3, []string{"day beside weekday"}},
		{"no nth", "state.yaml", "calendar:\n  cite: T\n  holidays: [{name: H, month: 2, weekday: monday, nth: 0}]\n", 3, []string{"nth 0 is no day"}},
		{"source without use", "sources.yaml", "x:\n  title: X\n  cite: X\n", 2, []string{"for is missing"}},
		{"unknown use", "sources.yaml", "x:\n  title: X\n  cite: X\n  for: [rates]\n", 4, []string{`unknown use "rates"; write rate`}},
		{"key of a source", "sources.yaml", "X Y: {title: X, cite: X, for: [rate]}\n", 1, []string{`key "X Y"`}},
		{"file out of place", "test-place.yaml", named, 0, []string{"write it as municipalities/test-place.yaml"}},
		{"table out of place", "more.csv", "x", 0, []string{"write its rows in rates.csv"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			_, err := overlay(map[string]string{c.file: c.text})
			expect(t, err, "over/"+c.file, c.line, c.says)
		})
	}
}

// All faults of all files are reported together, in order, each on its line.
func TestProblemsTogether(t *testing.T) {
	_, err := overlay(map[string]string{
		"municipalities/a-place.yaml": "id: a-place\nname: A Place\nrate:\n  - {from: 2016-01-01, rate: \"5%\"}\nbses: []\n",
		"municipalities/b-place.yaml": "id: b-place\nname: B Place\n",
		"examples/a-place.yaml":       "id: a-place\nname: A Place\n" + rate,
		"rates.csv":                   "id\n",
	})
	want := []string{
		"over/examples/a-place.yaml", // the other a-place is read after it
		"over/municipalities/a-place.yaml:1: ", "over/municipalities/a-place.yaml:4: ", "over/municipalities/a-place.yaml:4: ",
		"over/municipalities/a-place.yaml:5: ", "over/municipalities/b-place.yaml:1: ", "over/rates.csv:1: ",
	}[1:]
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != len(want) || len(Problems(err)) != len(want) {
		t.Fatalf("%d problems, want %d:\n%v", len(lines), len(want), err)
	}
	located := regexp.MustCompile(`^over/[a-z/-]+\.(yaml|csv):[1-9][0-9]*: `)
	for i, line := range lines {
		if !strings.HasPrefix(line, want[i]) || !located.MatchString(line) {
			t.Errorf("problem %d: %s, want %s", i, line, want[i])
		}
	}
}
