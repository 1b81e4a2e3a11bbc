package calc

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
)

// This file reads the case files of testdata and holds the rule that every case
// on the law says which division it is about.

// of is the head of a case: its name in words and the division it tests.
type of struct {
	Name string
	Cite Citation
	Note string
}

func (o of) head() of { return o }

// knownLaw is how a citation begins: an ordinance, state law, or a table that an
// agency has published.
var knownLaw = regexp.MustCompile(`^(00[0-3] \([a-zA-D]\)|004 192\.05[23]|R\.C\. (1|718)\.\d+|CCA Schedule|RITA )`)

// each runs f on every case. No cases, a case without a name or a citation, and
// two cases of one name are failures.
func each[C interface{ head() of }](t *testing.T, cases []C, f func(*testing.T, C)) {
	t.Helper()
	if len(cases) == 0 {
		t.Fatal("no cases read: the test would pass without testing anything")
	}
	seen := map[string]bool{}
	for _, c := range cases {
		h := c.head()
		if h.Name == "" || seen[h.Name] {
			t.Fatalf("%q: a case needs a name of its own", h.Name)
		}
		seen[h.Name] = true
		t.Run(h.Name, func(t *testing.T) {
			if !knownLaw.MatchString(string(h.Cite)) {
				t.Fatalf("case cites no law (%q)", h.Cite)
			}
			t.Log(h.Cite)
			f(t, c)
		})
	}
}

// readYAML decodes a case file and refuses any key it does not know, so that a
// misspelt expectation fails the test instead of vanishing.
func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := yaml.NewDecoder(f)
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// readCSV reads a case file with exactly the columns named, in their order.
// Lines that begin with # are for the reader.
func readCSV(t *testing.T, name string, columns ...string) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.Comment = '#'
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 2 || !slices.Equal(rows[0], columns) {
		t.Fatalf("%s: want columns %q and at least one row", name, columns)
	}
	return rows[1:]
}

// text decodes an amount, a rate or a date that a case file holds as text.
func text[V any](n *yaml.Node, parse func(string) (V, error), quoted bool) (v V, err error) {
	if quoted && n.Tag != "!!str" {
		return v, fmt.Errorf("line %d: write %s as quoted text", n.Line, n.Value)
	}
	if v, err = parse(n.Value); err != nil {
		err = fmt.Errorf("line %d: %w", n.Line, err)
	}
	return v, err
}

// UnmarshalYAML takes quoted text only: no YAML reader may make a float of it.
func (c *Cents) UnmarshalYAML(n *yaml.Node) (err error) { *c, err = text(n, ParseCents, true); return }

func (r *Rate) UnmarshalYAML(n *yaml.Node) (err error) { *r, err = text(n, ParseRate, true); return }

func (d *Date) UnmarshalYAML(n *yaml.Node) (err error) { *d, err = text(n, ParseDate, false); return }

func (m *Month) UnmarshalYAML(n *yaml.Node) (err error) {
	*m, err = text(n, ParseMonth, false)
	return
}

func (f *Frequency) UnmarshalYAML(n *yaml.Node) error { return named(n, f, ParseFrequency) }

func (f *Figure) UnmarshalYAML(n *yaml.Node) error { return named(n, f, ParseFigure) }

func (r *Reason) UnmarshalYAML(n *yaml.Node) error { return named(n, r, ParseReason) }

func named[V any](n *yaml.Node, into *V, parse func(string) (V, bool)) error {
	v, ok := parse(n.Value)
	if !ok {
		return fmt.Errorf("line %d: unknown name %q", n.Line, n.Value)
	}
	*into = v
	return nil
}

// must is the value of a literal that a test writes down.
func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

func cents(s string) Cents { return must(ParseCents(s)) }
func rate(s string) Rate   { return must(ParseRate(s)) }
func day(s string) Date    { return must(ParseDate(s)) }
func month(s string) Month { return must(ParseMonth(s)) }

func TestCitationsAreRecognised(t *testing.T) {
	for cite, want := range map[Citation]bool{
		"000 (A)(2)(j)": true, "002 (a)": true, "004 192.052(B)(2)": true, "R.C. 718.03(B)": true, "R.C. 1.14": true,
		"": false, "000": false, "(A)(2)(j)": false, "005 (a)": false, "the law": false,
	} {
		if got := knownLaw.MatchString(string(cite)); got != want {
			t.Errorf("%q: a citation: %t, want %t", cite, got, want)
		}
	}
}
