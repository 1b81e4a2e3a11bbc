package calc

import (
	"slices"
	"testing"
)

// TestMost finds the place with the most days: 000 (B)(1)(c)1-3.
func TestMost(t *testing.T) {
	d := func(sums ...PlaceTime) []PlaceTime { return sums }
	for _, c := range []struct {
		law    string
		days   [][]PlaceTime
		byTime bool
		want   []Principal
	}{
		{"no day", nil, false, nil},
		{"one place", [][]PlaceTime{d(PlaceTime{1, 8})}, false, []Principal{{1, 1}}},
		{"(c)3: a township is a location", [][]PlaceTime{d(PlaceTime{Nowhere, 8}, PlaceTime{1, 7})}, false, []Principal{{Nowhere, 1}}},
		{"a tied day is nobody's", [][]PlaceTime{d(PlaceTime{1, 4}, PlaceTime{2, 4}), d(PlaceTime{2, 1})}, false, []Principal{{2, 1}}},
		{"days, not hours", [][]PlaceTime{d(PlaceTime{1, 1}), d(PlaceTime{1, 1}), d(PlaceTime{2, 24})}, false, []Principal{{1, 1}}},
		{"(c)2: a tie, equally", [][]PlaceTime{d(PlaceTime{2, 3}), d(PlaceTime{1, 5})}, false, []Principal{{1, 1}, {2, 1}}},
		{"(c)2: a tie, by all the time there", [][]PlaceTime{d(PlaceTime{2, 3}, PlaceTime{1, 1}), d(PlaceTime{1, 5})}, true, []Principal{{1, 6}, {2, 3}}},
		{"(c)2: a township leaves it to municipalities", [][]PlaceTime{d(PlaceTime{Nowhere, 8}), d(PlaceTime{1, 8})}, false, []Principal{{1, 1}}},
		{"no service, no day", [][]PlaceTime{nil, d(PlaceTime{1, 0})}, false, nil},
	} {
		var tally Tally
		for _, sums := range c.days {
			tally.Count(sums)
		}
		if got := tally.Most(c.byTime); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.law, got, c.want)
		}
	}
}
