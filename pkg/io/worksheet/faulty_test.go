package worksheet

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/withhold/schedules"
)

// sound is a profile without a fault, to which faults are done.
const sound = `id: x
title: Form X
seen: form of 2024
kinds: [return]
municipalities: [dayton]
source: the city
confidence: high
header:
  - {label: Name, field: employer_name}
parts:
  - lines:
      - {line: "1", label: Tax, figure: workplace_tax}
      - {line: "2", label: Paid, figure: prior_payment}
      - {line: "3", label: Due, add: [line 1], less: [line 2]}
  - grid:
      id: g
      rows: municipalities
      columns:
        - {id: tax, label: Tax, figure: workplace_tax}
ties:
  - {label: It ties, left: [total g tax], right: [line 1]}
`

// faulty are faults: what in the sound profile becomes what, at which line the
// problem is and what it says. Those beyond a schema are for the reader alone.
var faulty = []struct {
	what, old, new string
	line           int
	says           string
	beyond         bool
}{
	{"unknown key", "seen: form", "sean: form", 3, `unknown key "sean"`, false},
	{"unknown figure", "figure: prior_payment", "figure: prior_paymnet", 13, `unknown figure "prior_paymnet"; write prior_payment`, false},
	{"unknown figure in a term", "add: [line 1]", "add: [figure wages]", 14, `unknown figure "wages"; write one of workplace_wages`, true},
	{"term of another kind", "add: [line 1]", "add: [row 1]", 14, `term "row 1" is not understood`, false},
	{"term of too many words", "add: [line 1]", "add: [line 1 2]", 14, `term "line 1 2" is not understood`, false},
	{"empty term", "add: [line 1]", `add: [" "]`, 14, "is not text", false},
	{"line below", "add: [line 1]", "add: [line 4]", 14, `nothing above is called "line 4"`, true},
	{"line itself", "add: [line 1]", "add: [line 3]", 14, `nothing above is called "line 3"`, true},
	{"grid that is not there", "[total g tax]", "[total h tax]", 21, `nothing above is called "total h tax"`, true},
	{"column of a row in a line", "add: [line 1]", "add: [column tax]", 14, `nothing above is called "column tax"`, true},
	{"people and money", "add: [line 1]", "add: [line 1, figure employees]", 14, "of another unit", true},
	{"sides of two units", "right: [line 1]", "right: [figure employees]", 21, "the two sides are of different units", true},
	{"sum of rates", "add: [line 1], less: [line 2]", "add: [figure rate, figure rate]", 14, "a rate, which is not added", true},
	{"two ways to a value", "figure: workplace_tax}\n      - {line: \"2\"", "figure: workplace_tax, fill_in: x}\n      - {line: \"2\"", 12, "a value needs one of", false},
	{"no way to a value", ", figure: prior_payment", "", 13, "a value needs one of", false},
	{"less without add", "add: [line 1], less", "figure: rate, less", 14, "a value needs one of", false},
	{"line twice", `line: "2"`, `line: "1"`, 13, "line 1 stands twice", true},
	{"no line", `line: "2", `, "", 13, "line is missing", false},
	{"line of signs", `line: "2"`, `line: "2.a"`, 13, "not the number of a line", false},
	{"rate in a label", "label: Paid", "label: Paid at 2.5%", 13, "write {rate}", false},
	{"rate in a title", "  - lines:", "  - title: Tax at 2 %\n    lines:", 11, "write {rate}", false},
	{"unknown placeholder", "label: Paid", `label: "Paid to {who}"`, 13, "label holds {who}", true},
	{"other id", "id: x\n", "id: y\n", 1, "write id: x", true},
	{"no title", "title: Form X\n", "", 1, "title is missing", false},
	{"no source", "source: the city\n", "", 1, "source is missing", false},
	{"no confidence", "confidence: high\n", "", 1, "confidence is missing", false},
	{"other confidence", "confidence: high", "confidence: sure", 7, `unknown confidence "sure"`, false},
	{"no kinds", "kinds: [return]\n", "", 1, "kinds is missing", false},
	{"other kind", "kinds: [return]", "kinds: [reconcilation]", 4, `unknown kind "reconcilation"; write reconciliation`, false},
	{"kinds not a list", "kinds: [return]", "kinds: return", 4, "kinds is not a list", false},
	{"name for an id", "municipalities: [dayton]", "municipalities: [Dayton]", 5, `"Dayton" is not the id`, false},
	{"one and many", "municipalities: [dayton]", "municipalities: [dayton]\nadministrators: [RITA]", 5, "keep one", false},
	{"covers a year", "source: the city", "covers: year\nsource: the city", 6, `unknown covers "year"`, false},
	{"not a day", "source: the city", "from: soon\nsource: the city", 6, `from "soon"`, false},
	{"ends before it begins", "source: the city", "from: 2026-01-01\nto: 2025-12-31\nsource: the city", 7, "is before", true},
	{"unknown field", "field: employer_name", "field: employer_nam", 9, `unknown field "employer_nam"; write employer_name`, false},
	{"field and blank", "field: employer_name", "field: ein, fill_in: x", 9, "needs one of field", false},
	{"pattern of nothing", "field: employer_name", "pattern: WTH-", 9, "write {ein}", false},
	{"no parts", sound[strings.Index(sound, "parts:"):], "", 1, "parts is missing", false},
	{"lines and a grid", "  - grid:", "    grid:", 11, "either lines or a grid", false},
	{"unknown rows", "rows: municipalities", "rows: cities", 17, `unknown rows "cities"`, false},
	{"codes of months", "rows: municipalities", "rows: months\n      codes: true", 16, "for rows of municipalities", false},
	{"where of months", "rows: municipalities", "rows: months\n      where: [workplace_tax]", 16, "for rows of municipalities", false},
	{"where of no figure", "rows: municipalities", "rows: municipalities\n      where: [tax]", 18, `unknown figure "tax"`, false},
	{"no columns", "      columns:\n        - {id: tax, label: Tax, figure: workplace_tax}\n", "", 16, "columns is missing", false},
	{"named without rows", "rows: municipalities", "rows: named", 16, "named lists the rows", false},
	{"rows named elsewhere", "rows: municipalities", "rows: months\n      named: [{label: A, cells: {tax: {figure: rate}}}]", 16, "named lists the rows", false},
	{"column of nothing", ", figure: workplace_tax}\nties", "}\nties", 19, "a value needs one of", false},
	{"one side", ", right: [line 1]", "", 21, "right is missing", false},
	{"payment of nothing", "label: Paid,", `label: Paid, pay_over: "0.00",`, 13, "not an amount over zero", true},
	{"payment of words", "label: Paid,", "label: Paid, pay_from: ten,", 13, "not an amount over zero", false},
	{"flag that is off", "label: Paid,", "label: Paid, not_below_zero: false,", 13, "not_below_zero is not true", false},
	{"alias", "field: employer_name", "field: &a employer_name", 9, "anchors and aliases", true},
	{"key twice", "source: the city", "source: the city\nsource: the town", 7, "source twice", true},
	{"number for a text", "title: Form X", "title: 17", 2, "title is not text", false},
	{"two documents", "\nties:", "\n---\nties:", 20, "second document", true},
	{"not YAML", "title: Form X", "title: [", 1, "not YAML", true},
}

// fault does a fault to the sound profile.
func fault(t testing.TB, what, old, new string) string {
	t.Helper()
	if strings.Count(sound, old) == 0 {
		t.Fatalf("%s: %q is not in the sound profile", what, old)
	}
	return strings.Replace(sound, old, new, 1)
}

func TestFaultsAreNamedWhereTheyAre(t *testing.T) {
	if _, err := Load(oneFile("x.yaml", sound)); err != nil {
		t.Fatal(err)
	}
	for _, c := range faulty {
		_, err := Load(oneFile("x.yaml", fault(t, c.what, c.old, c.new)))
		if err == nil {
			t.Errorf("%s: no error", c.what)
			continue
		}
		at := regexp.MustCompile(`(?m)^forms/x\.yaml:(\d+): .*$`).FindAllStringSubmatch(err.Error(), -1)
		found := false
		for _, m := range at {
			found = found || strings.Contains(m[0], c.says) && m[1] == strconv.Itoa(c.line)
		}
		if !found {
			t.Errorf("%s: want line %d and %q, got\n%v", c.what, c.line, c.says, err)
		}
	}
}

// TestFaultsOfAllFilesAreReportedTogether: nobody should correct one to find the next.
func TestFaultsOfAllFilesAreReportedTogether(t *testing.T) {
	files := oneFile("x.yaml", fault(t, "", "seen: form", "sean: form"))
	files["forms/a.yaml"] = oneFile("a.yaml", "")["forms/a.yaml"]
	_, err := Load(files)
	if err == nil || !strings.Contains(err.Error(), "forms/a.yaml:1: not YAML: the file is empty") || !strings.Contains(err.Error(), `forms/x.yaml:3: unknown key`) {
		t.Errorf("got %v", err)
	}
}

// FuzzProfile: any bytes are a form or problems that each name their line, never
// a panic; and a form can be filled in with nothing but a municipality.
func FuzzProfile(f *testing.F) {
	f.Add(sound)
	for _, c := range faulty {
		f.Add(strings.Replace(sound, c.old, c.new, 1))
	}
	files, err := fs.Glob(schedules.FS, "forms/*.yaml")
	if err != nil || len(files) < 13 {
		f.Fatalf("%d profiles, %v", len(files), err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(schedules.FS, name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(strings.Replace(string(text), "id: "+strings.TrimSuffix(path.Base(name), ".yaml"), "id: x", 1))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var faults []*Problem
		form := Parse("forms/x.yaml", []byte(text), func(p *Problem) { faults = append(faults, p) })
		for _, p := range faults {
			if p.Line < 1 || p.File != "forms/x.yaml" || p.Text == "" {
				t.Errorf("a problem that is not located: %v", p)
			}
		}
		if (form == nil) != (len(faults) > 0) {
			t.Fatalf("a form %v with %d problems", form != nil, len(faults))
		}
		if form == nil {
			return
		}
		s, err := form.Fill(input(year, Row{Municipality: "m", Name: "M"}))
		if err != nil {
			t.Fatalf("it cannot be filled in: %v", err)
		}
		for r := range s.Rows() {
			told := slices.Contains([]string{"form", "header", "tie", "check", "note"}, r.Line) || strings.HasSuffix(r.Label, "Code")
			if r.Value != "" && !told && made(form) {
				t.Errorf("nothing is known, and yet %s %s is %s", r.Line, r.Label, r.Value)
			}
		}
	})
}

// made reports whether every value of a form rests on a figure, so that nothing
// known is nothing computed.
func made(f *Form) bool {
	for _, p := range f.parts {
		if g := p.grid; g != nil && (g.where != nil || g.rows != ofMunicipalities && g.rows != ofNames) {
			return false
		}
	}
	return true
}
