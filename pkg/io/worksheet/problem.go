package worksheet

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Problem is one thing wrong with a profile: where it is, and what to write
// instead.
type Problem struct {
	File string
	Line int
	Text string
}

// Error is the problem as editors look for it: file, line, text.
func (p *Problem) Error() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// problems collects faults, so that all are reported together.
type problems struct{ list []*Problem }

func (p *problems) add(file string, line int, format string, args ...any) {
	p.list = append(p.list, &Problem{file, max(line, 1), fmt.Sprintf(format, args...)})
}

// err is all problems in order of file and line; nil if there is none.
func (p *problems) err() error {
	slices.SortStableFunc(p.list, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	var errs []error
	for _, q := range p.list {
		errs = append(errs, q)
	}
	return errors.Join(errs...)
}

func quote(s string) string { return strconv.Quote(s) }

// suggest names the word that begins alike, or everything allowed.
func suggest(word string, allowed []string) string {
	best, most := "", 2
	for _, a := range allowed {
		n := 0
		for n < len(a) && n < len(word) && a[n] == word[n] {
			n++
		}
		if n > most {
			best, most = a, n
		}
	}
	if best != "" {
		return "write " + best
	}
	return "write one of " + strings.Join(allowed, ", ")
}
