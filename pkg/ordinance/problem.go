package ordinance

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Problem is one thing wrong with the data: where it is, and what to write
// instead.
type Problem struct {
	File string // as the reader knows it: municipalities/x.yaml, or a path in an overlay
	Line int    // 0 where it concerns the file as a whole
	Text string
}

// Error is the problem as editors and people look for it: file, line, text.
func (p *Problem) Error() string {
	if p.Line == 0 {
		return p.File + ": " + p.Text
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// problems collects faults, so that all of them are reported together.
type problems struct{ list []*Problem }

func (p *problems) add(file string, line int, format string, args ...any) {
	p.list = append(p.list, &Problem{file, line, fmt.Sprintf(format, args...)})
}

// err is all problems in order of file and line, each once; nil if there is none.
func (p *problems) err() error {
	slices.SortStableFunc(p.list, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	var errs []error
	for i, q := range p.list {
		if i == 0 || *q != *p.list[i-1] {
			errs = append(errs, q)
		}
	}
	return errors.Join(errs...)
}

// Problems takes an error of [Load] apart.
func Problems(err error) []*Problem {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []*Problem
		for _, e := range joined.Unwrap() {
			all = append(all, Problems(e)...)
		}
		return all
	}
	var p *Problem
	if errors.As(err, &p) {
		return []*Problem{p}
	}
	return nil
}

// suggest names what was probably meant, and otherwise everything allowed.
func suggest(word string, allowed []string) string {
	if near := nearest(word, allowed, 1); len(near) > 0 {
		return "write " + near[0]
	}
	switch len(allowed) {
	case 0:
		return "remove it"
	case 1:
		return "write " + allowed[0]
	}
	return "write one of " + strings.Join(allowed, ", ")
}
