package pipeline

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// diner is the mapping of the exports that most awkward files are spoilt copies
// of. Their columns, where one lacks some, are in lesser.
const diner = `
table: payroll
dates: mdy
columns:
  employee_id: Employee ID
  pay_date: Pay Date
  work_municipality: Work Location
  gross_wages: Gross Pay
  tips_charged: Charged Tips
  tips_cash: Cash Tips
  tax_withheld: Local Tax Withheld
constants: {employer_id: "0042"}
`

// TestAwkward reads every file of fixtures/awkward. None may be left out: a file
// without an expectation fails the test, and so does an expectation without its
// file. What is got is put in one line: rows, how many are set aside and why,
// the sums, what is warned of; or the error.
func TestAwkward(t *testing.T) {
	const root = "../../fixtures/awkward"
	files, err := os.ReadDir(root)
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	left := maps.Clone(awkward)
	var report strings.Builder
	for _, file := range files {
		name := file.Name()
		c, ok := left[name]
		if !ok {
			t.Errorf("%s has no expectation", name)
			continue
		}
		delete(left, name)
		t.Run(name, func(t *testing.T) {
			if c.expect == "" {
				t.Error("says not what is expected")
			}
			got := readAwkward(t, filepath.Join(root, name), c)
			verdict := "pass"
			if got != c.want {
				verdict = "fail"
				t.Errorf("%s\n got %s\nwant %s", c.expect, got, c.want)
			}
			fmt.Fprintf(&report, "%s\t%s\t%s\t%s\n", name, c.expect, got, verdict)
		})
	}
	for name := range left {
		t.Errorf("there is no %s", name)
	}
	if path := os.Getenv("AWKWARD_REPORT"); path != "" {
		if err := os.WriteFile(path, []byte(report.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// readAwkward reads a file through the loader's own steps.
func readAwkward(t *testing.T, path string, c awkwardFile) string {
	t.Helper()
	o := Options{}
	if c.mapping != "none" {
		text := c.mapping
		if text == "" {
			text = diner
		}
		o.Map = filepath.Join(t.TempDir(), "map.yaml")
		if err := os.WriteFile(o.Map, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := newRun(o)
	if err != nil {
		t.Fatal(err)
	}
	r.out = &outputs{}
	in := &input{path: path, name: filepath.Base(path), table: record.PayrollKind}
	r.inputs = []*input{in}
	if c.mapping != "none" {
		in.table = r.kindNamed(r.mapping.Table)
	}
	if err := in.look(); err != nil {
		t.Fatal(err)
	}
	l := &loader{run: r}
	if err := l.open(in); err != nil {
		return "error: " + strings.ReplaceAll(err.Error(), in.name, "FILE")
	}
	sums := awkwardSums{days: map[string]bool{}}
	for _, s := range slices.Concat(r.payroll, l.worklogs) {
		kind := in.table
		err := s.open(r, kind, func(tab *table.Table) error { return sums.read(r, tab, &s.layout, kind) })
		if err != nil {
			return "error: " + strings.ReplaceAll(err.Error(), in.name, "FILE")
		}
	}
	for _, told := range r.out.told {
		sums.warnings = append(sums.warnings, strings.TrimPrefix(strings.ReplaceAll(told, "warning: "+in.name, ""), ", "))
	}
	return sums.String()
}

type awkwardSums struct {
	rows, aside int
	ids         []string
	days        map[string]bool
	gross, cash calc.Cents
	charged     calc.Cents
	tax         calc.Cents
	hours       string
	problems    []string
	warnings    []string
}

func (a *awkwardSums) read(r *run, t *table.Table, l *record.Layout, kind *record.Kind) error {
	if kind == record.WorklogKind {
		n, problems, err := record.Worklog(t, l, func(x *record.LogRow) (string, error) {
			a.hours += fmt.Sprintf(" %s in %s", x.Hours, x.Municipality)
			_, err := r.places.find(string(x.Municipality))
			return "municipality", err
		})
		a.rows += n
		a.fault(problems)
		return err
	}
	reader := record.NewPayroll(t, l)
	var b table.Block
	var c record.Check
	for {
		if err := t.Next(&b); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		b.Split()
		for i := range b.Len() {
			row := b.Row(i)
			a.rows++
			problems := slices.Clone(reader.Read(&row, &c))
			if len(problems) == 0 {
				for _, place := range [][]byte{c.Work, c.TaxMunicipality} {
					if _, err := r.places.find(string(place)); err != nil {
						problems = append(problems, &table.Problem{Row: row.Number, Value: string(place), Code: "municipality"})
						break
					}
				}
			}
			if a.fault(problems); len(problems) > 0 {
				continue
			}
			if id := string(c.EmployeeID); !slices.Contains(a.ids, id) {
				a.ids = append(a.ids, id)
			}
			a.days[c.Pay.PayDate.String()] = true
			a.gross += c.Pay.Pay[calc.PayGross]
			a.cash += c.Pay.Pay[calc.PayTipsCash]
			a.charged += c.Pay.Pay[calc.PayTipsCharged]
			a.tax += c.Withheld
		}
	}
}

func (a *awkwardSums) fault(problems []*table.Problem) {
	row := -1
	for _, p := range problems {
		if p.Row != row {
			a.aside++
		}
		row = p.Row
		text := fmt.Sprintf("%d %s", p.Row, p.Code)
		if p.Column != "" {
			text += " " + p.Column
		}
		if p.Value != "" {
			text += fmt.Sprintf(" %q", p.Value)
		}
		a.problems = append(a.problems, text)
	}
}

func (a *awkwardSums) String() string {
	s := fmt.Sprintf("%d rows, %d aside", a.rows, a.aside)
	if len(a.ids) > 0 {
		s += fmt.Sprintf("; people %s; days %s; gross %s, charged %s, cash %s, tax %s", strings.Join(a.ids, " "),
			strings.Join(slices.Sorted(maps.Keys(a.days)), " "), a.gross, a.charged, a.cash, a.tax)
	}
	if a.hours != "" {
		s += "; hours" + a.hours
	}
	if len(a.problems) > 0 {
		s += "; problems: " + strings.Join(a.problems, ", ")
	}
	if len(a.warnings) > 0 {
		s += "; warned: " + strings.Join(a.warnings, " / ")
	}
	return s
}
