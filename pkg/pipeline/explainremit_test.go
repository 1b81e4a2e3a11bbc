package pipeline_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/explanation"
	"example.com/withhold/pkg/pipeline"
)

// TestExplainedRemittancesAreTheRemittances: every row of remittances.csv is
// explained as it is, from the inputs and from the ledger they were posted to.
func TestExplainedRemittancesAreTheRemittances(t *testing.T) {
	for _, dir := range explainFolders(t) {
		t.Run(filepath.Base(strings.TrimSuffix(dir, "/in")), func(t *testing.T) {
			out, ledger := filepath.Join(t.TempDir(), "out"), pipeline.LedgerOptions{Path: filepath.Join(t.TempDir(), "ledger.db"), Now: time.Now()}
			if _, err := pipeline.Run(context.Background(), pipeline.Options{Inputs: []string{dir}, Out: out, Workers: 2, Ledger: ledger}); err != nil {
				t.Fatal(err)
			}
			for period, want := range byPeriod(t, filepath.Join(out, "remittances.csv")) {
				q := pipeline.RemittanceQuery{Period: period}
				list, err := pipeline.ExplainRemittances(context.Background(), pipeline.Options{Inputs: []string{dir}, Workers: 2}, q)
				posted, ledgerErr := pipeline.ExplainPosted(context.Background(), pipeline.ArchiveOptions{Ledger: ledger}, q)
				if err := errors.Join(err, ledgerErr); err != nil {
					t.Fatalf("%s: %v", period, err)
				}
				same(t, period, remittanceRows(t, list), want)
				same(t, period+" in the ledger", remittanceRows(t, posted), want)
			}
		})
	}
}

func same(t *testing.T, what string, got, want [][]string) {
	t.Helper()
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%s explains\n%q, remittances.csv has\n%q", what, got, want)
	}
}

// explained are the columns of remittances.csv that an explanation has.
var explained = []string{"employer_id", "municipality", "period", "frequency", "due_date", "pay_by", "method", "subject", "tax_required", "amount_due", "complete"}

func byPeriod(t *testing.T, path string) map[string][][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	all := map[string][][]string{}
	for _, row := range rows[1:] {
		var some []string
		for _, name := range explained {
			some = append(some, row[slices.Index(rows[0], name)])
		}
		all[some[2]] = append(all[some[2]], some)
	}
	return all
}

// remittanceRows are explanations with the columns of remittances.csv. What
// employees add up to, and what decides, is checked on the way.
func remittanceRows(t *testing.T, list []explanation.Remittance) (rows [][]string) {
	t.Helper()
	for _, r := range list {
		rows = append(rows, []string{r.EmployerID, r.Municipality, r.Period, r.Frequency, r.Due.Date.String(), r.Due.PayBy.String(), r.Method,
			r.Subject.String(), r.Required.String(), r.AmountDue.String(), map[bool]string{true: "yes", false: "no"}[r.Complete]})
		var required calc.Cents
		for _, p := range r.People {
			required += p.Required
		}
		if required != r.Required {
			t.Errorf("%s %s: employees add up to %s of %s", r.Municipality, r.Period, required, r.Required)
		}
		for _, m := range r.Months {
			if n := len(m.Rules); n > 0 && m.Rules[n-1].Frequency != r.Frequency {
				t.Errorf("%s %s: remitted %s, but the rule that applies is %s", r.Municipality, r.Period, r.Frequency, m.Rules[n-1].Frequency)
			}
		}
		if int(r.Due.PayBy-r.Due.Date) != len(r.Due.Moved) {
			t.Errorf("%s: from %s to %s, %v", r.Period, r.Due.Date, r.Due.PayBy, r.Due.Moved)
		}
	}
	return rows
}

// A page holds what the text does, with nothing of it taken for markup.
func TestRemittancePage(t *testing.T) {
	list := []explanation.Remittance{{EmployerID: "E1", Employer: "Ash & <b>Sons", Municipality: "Dublin", Period: "2026-03", Frequency: "monthly",
		Required: 12_50, AmountDue: 12_50, People: []explanation.Employee{{EmployeeID: "7", Name: "O'Hara", Required: 12_50}}}}
	var page bytes.Buffer
	if err := pipeline.WriteRemittancePage(&page, list); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Ash &amp; &lt;b&gt;Sons", "<h2>How much</h2>", `<td class="amount">12.50</td>`, "O&#39;Hara"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, outside := range []string{"http:", "https:", "src=", "<b>"} {
		if strings.Contains(page.String(), outside) {
			t.Errorf("the page has %s", outside)
		}
	}
}
