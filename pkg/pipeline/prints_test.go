package pipeline

import (
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// TestSeenRows holds what is kept of a person's rows against a map: a row is new
// the first time, in whatever order rows come, many or few.
func TestSeenRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s seenRows
		type row struct {
			day  calc.Date
			text int
		}
		seen := map[row]bool{}
		expected := rapid.IntRange(0, 64).Draw(t, "expected")
		for range rapid.IntRange(0, 300).Draw(t, "rows") {
			x := row{calc.Date(rapid.IntRange(1, 60).Draw(t, "day")), rapid.IntRange(0, 2).Draw(t, "text")}
			print := short(fingerprint([]byte{byte(x.day), byte(x.text)}))
			if fresh := s.add(print, x.day, expected); fresh == seen[x] {
				t.Fatalf("row %v is new: %v", x, fresh)
			}
			seen[x] = true
		}
	})
}
