package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rates runs "withhold rates" as a person would type it.
func rates(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	code = withhold(append([]string{"rates"}, args...), console{strings.NewReader(""), &out, &err})
	return out.String(), err.String(), code
}

func TestRatesList(t *testing.T) {
	out, stderr, code := rates(t, "list", "--at", "2026-11-30", "--csv")
	if code != exitDone || stderr != "" {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	for _, line := range []string{
		"name,kind,county,administrator,code,rate,credit_factor,credit_limit,as_of,id\n",
		"Akron,city,Summit,self,,0.025,1,0.025,2026-08-11,akron\n",
		"De Graff,village,Logan,RITA,249,0.0175,0,0,2026-08-11,de-graff\n",
		"Medina,city,Medina,RITA,487,0.0125,0.25,own rate over 0.005,2026-08-11,medina\n",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("no line %q", line)
		}
	}
	if strings.Contains(out, "Village 000") || strings.Count(out, "\n") != 821+1 {
		t.Errorf("%d lines, or an example among them", strings.Count(out, "\n"))
	}
	// A rate that is not known on the day is blank.
	if out, _, _ = rates(t, "list", "--at", "2022-01-01", "--csv"); !strings.Contains(out, "De Graff,village,Logan,RITA,249,,,,,de-graff\n") {
		t.Error("De Graff in 2022 is not blank")
	}
	out, _, _ = rates(t, "list", "--at", "2026-11-30", "--examples", "--administrator", "")
	if !strings.Contains(out, "Village 000") || !strings.Contains(out, "1.25 %") {
		t.Error("--examples lists none")
	}
	if out, _, _ = rates(t, "list", "--administrator", "cca", "--csv"); strings.Contains(out, "Akron") || !strings.Contains(out, "Cleveland,city") {
		t.Error("--administrator cca lists others, or not Cleveland")
	}
}

func TestRatesSearch(t *testing.T) {
	for text, want := range map[string]string{
		"oakwood": "Oakwood (Cuyahoga)|Oakwood (Montgomery)|Oakwood (Paulding)", "Clevland": "Cleveland",
		"rita 450": "Macedonia", "Village 00": "Village 000|Village 001|Village 002|Village 005|Village 006",
	} {
		out, stderr, code := rates(t, "search", "--csv", text)
		var names []string
		for line := range strings.Lines(out) {
			name, _, _ := strings.Cut(line, ",")
			names = append(names, name)
		}
		if got := strings.Join(names, "|"); code != exitDone || got != "name|"+want {
			t.Errorf("%s: exit %d, %s, %s; want %s", text, code, got, stderr, want)
		}
	}
	if _, stderr, code := rates(t, "search", "Timbuktu"); code != exitFailed || !strings.Contains(stderr, "Timbuktu") {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

func TestRatesShow(t *testing.T) {
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"Village", "000", "--at", "2026-11-30"}, []string{
			"Village 000 (village-000, an example ordinance)",
			"1.25 % since 2004-01-01 [000 (A)(1)]", "20 exempt in a calendar year",
			"monthly if last year's tax is over $2,399.00 or any month of the preceding quarter is over $200.00;",
			"2026-Q4: 2027-01-15", "[000 (A)(2)(a)2]", "[000 (A)(2)(j)]", "no rule known credit",
		}},
		{[]string{"City of Akron", "--at", "2016-06-30"}, []string{
			"akron, city, Summit County, FIPS 01000, administrator self", "2.25 % since 2004-01-01, known until 2017-12-31 [Ohio Finder 2020-07]",
			"rate as of 2020-07-11, confidence high", "(H.B. 5)",
		}},
		{[]string{"RITA 249", "--at", "2022-01-01"}, []string{
			"the rate of De Graff is not known on 2022-01-01; it is known until 2020-07-11 and from 2026-01-01 on",
		}},
		{[]string{"Dublin", "--at", "2003-01-01"}, []string{"the base of Dublin is not known on 2003-01-01; it is known from 2004-01-01 on"}},
	} {
		out, stderr, code := rates(t, append([]string{"show"}, c.args...)...)
		if code != exitDone || stderr != "" {
			t.Errorf("%q: exit %d, %s", c.args, code, stderr)
		}
		words := strings.Join(strings.Fields(out), " ")
		for _, part := range c.says {
			if !strings.Contains(words, part) {
				t.Errorf("%q does not say %q:\n%s", c.args, part, out)
			}
		}
		for line := range strings.Lines(out) {
			if len(line) > 101 {
				t.Errorf("%q: a line of %d", c.args, len(line))
			}
		}
	}
}

func TestRatesMistakes(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"show", "Clevland"}, exitFailed, `no municipality with a tax is called "Clevland"; write Cleveland`},
		{[]string{"show", "Oakwood"}, exitFailed, "write Oakwood (Cuyahoga), Oakwood (Montgomery) or Oakwood (Paulding)"},
		{[]string{"show", "Dublin", "--at", "June"}, exitUsage, "--at June: not a date; write 2026-03-31"},
		{[]string{"show"}, exitUsage, "name"},
		{[]string{"list", "--schedules", "nowhere"}, exitFailed, "nowhere"},
	} {
		if _, stderr, code := rates(t, c.args...); code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%q: exit %d, %s", c.args, code, stderr)
		}
	}
}

func TestRatesCheck(t *testing.T) {
	if out, _, code := rates(t, "check"); code != exitDone || out != "0 problems in the law of 828 municipalities\n" {
		t.Errorf("exit %d, %s", code, out)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "municipalities", "dublin.yaml")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	const text = "id: dublin\nname: Dublin\nrate:\n  - {from: 2027-01-01, rate: \"25%\"}\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, stderr, code := rates(t, "check", dir)
	if code != exitFailed || stderr != "withhold: 2 problems\n" || strings.Count(out, "\n") != 2 {
		t.Errorf("exit %d, %s, %s", code, stderr, out)
	}
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, file+":4: ") {
			t.Errorf("%s does not start with file and line", line)
		}
	}
}
