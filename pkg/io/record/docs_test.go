package record

import (
	"os"
	"regexp"
	"testing"
)

// TestColumnsAreExplained: docs/inputs.md names every column of the tables that a
// run reads.
func TestColumnsAreExplained(t *testing.T) {
	text, err := os.ReadFile("../../../docs/inputs.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []*Kind{
		PayrollKind, EmployeesKind, EmployersKind, WorklogKind, WorksitesKind, AgreementsKind, HistoryKind,
	} {
		for _, column := range kind.Columns {
			if !regexp.MustCompile(`\b` + column + `\b`).Match(text) {
				t.Errorf("docs/inputs.md does not tell of %s in %s", column, kind.Name)
			}
		}
	}
}
