package results

import (
	"os"
	"regexp"
	"testing"
)

// TestColumnsAreExplained: docs/outputs.md names every table and column that is not
// one of "withhold audit" or "withhold gaming", which have documents of their own.
func TestColumnsAreExplained(t *testing.T) {
	text, err := os.ReadFile("../../../docs/outputs.md")
	if err != nil {
		t.Fatal(err)
	}
	told := func(word string) bool { return regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).Match(text) }
	for _, table := range []*Table{
		Lines, Remittances, Determinations, Listing, Variances, Refunds, Amendments, EmployeeAmendments, Problems,
		Calendar, Remitted, Payments, Credits, Worksheets,
		Reconciliation, ReconciliationEmployees, Contractors, Differences, Missing, Late, Apportionment,
	} {
		if !told(table.Name + ".csv") {
			t.Errorf("docs/outputs.md does not tell of %s.csv", table.Name)
		}
		for _, c := range table.Columns {
			if !told(c.Name) {
				t.Errorf("docs/outputs.md does not tell of %s in %s.csv", c.Name, table.Name)
			}
		}
	}
}
