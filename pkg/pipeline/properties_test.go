package pipeline_test

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// TestPartsAddUp: what comes out is what went in, cut into parts that add up.
func TestPartsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := payrolls.Draw(t, "payroll")
		x := run(t, p, 1, 1)
		in, out := map[string]calc.Cents{}, map[string]calc.Cents{}
		for _, r := range p.rows {
			for _, item := range onTop {
				in[r["check_id"]] += cents(t, r, item)
			}
		}
		for _, l := range x.rows(t, "lines") {
			wages, not, subject := cents(t, l, "wages"), cents(t, l, "not_subject"), cents(t, l, "subject")
			if wages != not+subject {
				t.Errorf("%s: wages %s, not subject %s, subject %s", l["check_id"], wages, not, subject)
			}
			if not != 0 && l["reasons"] == "" {
				t.Errorf("%s: %s is not subject for no reason", l["check_id"], not)
			}
			if l["municipality"] != "" && l["citations"] == "" {
				t.Errorf("%s: a line for %s cites nothing", l["check_id"], l["municipality"])
			}
			if l["role"] == "work" {
				out[l["check_id"]] += wages
			}
		}
		if !maps.Equal(in, out) {
			t.Errorf("paid %v, in lines for where work was done %v", in, out)
		}
	})
}

// sums adds up columns of rows by some key.
func sums(t *rapid.T, rows []map[string]string, key, columns []string) map[string]calc.Cents {
	all := map[string]calc.Cents{}
	for _, r := range rows {
		var k []string
		for _, c := range key {
			k = append(k, r[c])
		}
		for _, c := range columns {
			all[strings.Join(append(k, c), " ")] += cents(t, r, c)
		}
	}
	return all
}

// TestRemittancesAddUpToLines: remittances, and the listings behind them, hold
// what the lines hold, no cent more or less, and the greater of the two is due.
func TestRemittancesAddUpToLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := run(t, payrolls.Draw(t, "payroll"), 1, 1)
		lines := slices.DeleteFunc(x.rows(t, "lines"), func(l map[string]string) bool { return l["municipality"] == "" })
		remittances, listing := x.rows(t, "remittances"), x.rows(t, "listing")
		place, amounts := []string{"employer_id", "municipality"}, []string{"subject", "tax_required", "tax_withheld"}
		if a, b := sums(t, lines, place, amounts), sums(t, remittances, place, amounts); !maps.Equal(a, b) {
			t.Errorf("lines %v\nremittances %v", a, b)
		}
		period := append(place, "period")
		if a, b := sums(t, listing, period, amounts), sums(t, remittances, period, amounts); !maps.Equal(a, b) {
			t.Errorf("listing %v\nremittances %v", a, b)
		}
		people := map[string]int{}
		for _, l := range listing {
			people[l["employer_id"]+l["municipality"]+l["period"]]++
			if v := cents(t, l, "tax_withheld") - cents(t, l, "tax_required"); v != cents(t, l, "variance") {
				t.Errorf("variance of %v is %s", l, v)
			}
		}
		for _, r := range remittances {
			required, withheld := cents(t, r, "tax_required"), cents(t, r, "tax_withheld")
			if due := max(required, withheld); due != cents(t, r, "amount_due") || due-withheld != cents(t, r, "shortfall") {
				t.Errorf("due or shortfall wrong in %v", r)
			}
			if n := people[r["employer_id"]+r["municipality"]+r["period"]]; n == 0 || r["employees"] != strconv.Itoa(n) {
				t.Errorf("%s employees, %d in the listing", r["employees"], n)
			}
		}
		if n := len(x.rows(t, "determinations")); n != len(remittances) {
			t.Errorf("%d determinations for %d remittances", n, len(remittances))
		}
		differ := 0
		for _, l := range x.rows(t, "lines") {
			if l["tax_required"] != l["tax_withheld"] {
				differ++
			}
		}
		if n := len(x.rows(t, "variances")); n != differ {
			t.Errorf("%d variances, %d lines differ", n, differ)
		}
	})
}

// TestReversalCancels: every check and the same check negated leave nothing in
// any remittance.
func TestReversalCancels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := payrolls.Draw(t, "payroll")
		for _, r := range slices.Clone(p.rows) {
			back := maps.Clone(r)
			back["check_id"] += "-reversed"
			for _, column := range money {
				if r[column] != "" {
					back[column] = (-cents(t, r, column)).String()
				}
			}
			p.rows = append(p.rows, back)
		}
		for _, r := range run(t, p, 1, 1).rows(t, "remittances") {
			for _, column := range []string{"subject", "tax_required", "tax_withheld", "amount_due", "shortfall"} {
				if r[column] != "0.00" {
					t.Errorf("%s is left as %s of %v", r[column], column, r)
				}
			}
		}
	})
}

// TestOrderDoesNotMatter: shuffled rows give the same lines as a set, and the
// same bytes wherever rows are not named.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := payrolls.Draw(t, "payroll")
		a := run(t, p, 1, 1)
		shuffled := *p
		shuffled.rows = rapid.Permutation(p.rows).Draw(t, "order")
		b := run(t, &shuffled, 1, 1)
		for name := range a {
			switch name {
			case "manifest.json", "problems.csv":
			case "lines.csv":
				if x, y := sorted(a[name]), sorted(b[name]); !slices.Equal(x, y) {
					t.Errorf("lines differ:\n%q\n%q", x, y)
				}
			default:
				if !bytes.Equal(a[name], b[name]) {
					t.Errorf("%s differs:\n%s\n%s", name, a[name], b[name])
				}
			}
		}
	})
}

func sorted(text []byte) []string {
	return slices.Sorted(strings.Lines(string(text)))
}

// TestCoresDoNotMatter: one goroutine and three write the same bytes.
func TestCoresDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := payrolls.Draw(t, "payroll")
		files := rapid.IntRange(1, 6).Draw(t, "files")
		a, b := run(t, p, files, 1), run(t, p, files, 3)
		for name := range a {
			if !bytes.Equal(a[name], b[name]) {
				t.Errorf("%s differs:\n%s\n%s", name, a[name], b[name])
			}
		}
		if len(a) != len(b) {
			t.Errorf("%d files, and %d", len(a), len(b))
		}
	})
}

// TestOthersDoNotMatter: another employee's checks change nobody else's lines.
func TestOthersDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := payrolls.Draw(t, "payroll")
		before := run(t, p, 1, 1)
		more := *p
		for i := range rapid.IntRange(1, 3).Draw(t, "more") {
			other := row(t, "other"+string(rune('a'+i)))
			other["employee_id"] = "99"
			more.rows = slices.Insert(slices.Clone(more.rows), rapid.IntRange(0, len(more.rows)).Draw(t, "at"), other)
		}
		after := slices.DeleteFunc(slices.Collect(strings.Lines(string(run(t, &more, 1, 1)["lines.csv"]))),
			func(l string) bool { return strings.Contains(l, ",99,other") })
		if was := string(before["lines.csv"]); strings.Join(after, "") != was {
			t.Errorf("lines were\n%s\nand are\n%s", was, strings.Join(after, ""))
		}
	})
}
