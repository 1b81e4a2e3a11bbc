package ordinance

import (
	"testing"

	"example.com/withhold/pkg/calc"
)

// TestContractors: 003 (i) asks for a listing by February 28; the others, and
// state law, do not speak of one.
func TestContractors(t *testing.T) {
	b, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	last := calc.NewDate(2027, 12, 31)
	for id, want := range map[string]string{"city-003": "2028-02-28 003 (i)", "village-000": " ", "village-005": " ", "dublin": " "} {
		law, err := b.ByID(id).On(last)
		if err != nil {
			t.Fatal(err)
		}
		got := " "
		if r := law.Contractors; r.Cite != "" {
			got = r.Date(last, b.Calendar()).String() + " " + string(r.Cite)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}
