package ordinance

import (
	"cmp"
	"slices"
)

// nearest finds the names most like a word, at most n of them and only those
// that differ in a third of its letters or less; the most like first, then by name.
func nearest(word string, names []string, n int) []string {
	type near struct {
		name string
		far  int
	}
	limit := max(1, len(word)/3)
	var found []near
	for _, name := range names {
		if d := len(name) - len(word); d > limit || -d > limit {
			continue
		}
		if far := distance(word, name); far <= limit {
			found = append(found, near{name, far})
		}
	}
	slices.SortFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.name, b.name))
	})
	out := make([]string, 0, n)
	for _, f := range found[:min(n, len(found))] {
		out = append(out, f.name)
	}
	return out
}

// distance counts the letters to insert, drop, change or swap with their
// neighbour to make b of a.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
