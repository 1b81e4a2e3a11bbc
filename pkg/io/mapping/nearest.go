package mapping

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// suggest is the end of a message: the three names nearest to one not found.
func suggest(name string, among []string) string {
	type near struct {
		name string
		far  int
	}
	var list []near
	for _, a := range among {
		if keyOf(a) != "" {
			list = append(list, near{a, distance(keyOf(name), keyOf(a))})
		}
	}
	slices.SortStableFunc(list, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	var quoted []string
	for _, n := range list[:min(3, len(list))] {
		quoted = append(quoted, fmt.Sprintf("%q", n.name))
	}
	if len(quoted) == 0 {
		return ""
	}
	return "; nearest: " + strings.Join(quoted, ", ")
}

// distance is how many letters must change to make a into b, in hundredths, less
// where one contains the other.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	x, y = x[:min(len(x), 100)], y[:min(len(y), 100)]
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		last := row[0]
		row[0] = i + 1
		for j := range y {
			change := last
			if x[i] != y[j] {
				change++
			}
			last, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	d := 100 * row[len(y)]
	if strings.Contains(a, b) || strings.Contains(b, a) {
		d /= 2
	}
	return d
}
