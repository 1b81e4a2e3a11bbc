package pipeline

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"example.com/withhold/pkg/io/mapping"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// totalsLook looks for a word of totals at the start and the end of a file. Only
// where it finds one are rows looked at one by one before they are read, so that
// a plain file is read as fast as can be. A file whose groups end in totals ends
// in one.
type totalsLook struct {
	start, end []byte
}

// lookAt is how much of the start and of the end is looked at.
const lookAt = 64 << 10

// totalWords are parts of the words that start a row of totals.
var totalWords = [][]byte{[]byte("otal"), []byte("OTAL"), []byte("ount:"), []byte("OUNT:")}

func (l *totalsLook) Write(p []byte) (int, error) {
	l.start = append(l.start, p[:min(len(p), lookAt-len(l.start))]...)
	if over := len(l.end) + len(p) - lookAt; over > 0 {
		l.end = append(l.end[:0], l.end[min(len(l.end), over):]...)
	}
	l.end = append(l.end, p[max(0, len(p)-lookAt):]...)
	return len(p), nil
}

func (l *totalsLook) found() bool {
	for _, mark := range []string{"PK", "\xff\xfe", "\xfe\xff"} {
		if bytes.HasPrefix(l.start, []byte(mark)) {
			return true // the words of a workbook and of UTF-16 text do not show
		}
	}
	for _, word := range totalWords {
		if bytes.Contains(l.start, word) || bytes.Contains(l.end, word) {
			return true
		}
	}
	return false
}

// mayTotal reports whether rows of totals are to be looked for in a table.
func (r *run) mayTotal(t *table.Table, kind *record.Kind) bool {
	if kind != record.PayrollKind && kind != record.WorklogKind || r.memory.owns(t.File) {
		return false
	}
	for _, in := range r.inputs {
		if in.name == t.File {
			return in.totals
		}
	}
	return true
}

// inFile says which file a mapping does not fit. A problem of the file itself
// says so already.
func inFile(t *table.Table, err error) error {
	var known *table.Problem
	if errors.As(err, &known) {
		return err
	}
	if t.Sheet != "" {
		return fmt.Errorf("%s, sheet %s: %w", t.File, t.Sheet, err)
	}
	return fmt.Errorf("%s: %w", t.File, err)
}

// whichMap is what to try where a header lacks columns of ours.
func whichMap(t *table.Table) string {
	like := mapping.Recognise(t)
	switch {
	case len(like) == 0:
		return "a mapping file, --map, says what your columns mean"
	case like[0].Profile.Refuse != "":
		return like[0].Profile.Title + ": " + like[0].Profile.Refuse
	}
	return fmt.Sprintf("it looks like %s: try --map %s, and see withhold inspect", like[0].Profile.Title, like[0].Profile.Name)
}

// chooseSheet finds the sheet of a workbook that the mapping is for: the one
// asked for, the one it names, or the only one that has its columns.
func (l *loader) chooseSheet(in *input, f *table.File) error {
	m := l.run.mapping
	if m == nil || f.Tables[0].Sheet == "" {
		return nil
	}
	kind, name := l.run.kindNamed(m.Table), cmp.Or(l.run.Sheet, m.Sheet)
	var fit []string
	for _, t := range f.Tables {
		switch {
		case name == t.Sheet:
			in.sheet = t.Sheet
			return nil
		case name == "" && (kind == nil || len(f.Tables) == 1 || record.KindOf(t.Sheet) == kind):
			return nil
		case name == "" && m.Try(t, kind.Columns) == nil:
			fit = append(fit, t.Sheet)
		}
	}
	switch {
	case name != "":
		return UsageError{fmt.Errorf("%s: there is no visible sheet %s in it; there are %s", in.name, name, sheetNames(f))}
	case len(fit) == 1:
		in.sheet = fit[0]
		return nil
	case len(fit) > 1:
		return UsageError{fmt.Errorf("%s: the sheets %s all fit the mapping; say which one is meant with --sheet, or sheet: in the mapping",
			in.name, strings.Join(fit, ", "))}
	}
	return UsageError{fmt.Errorf("%s: none of its sheets (%s) has the columns of the mapping; say which one is meant with --sheet, or sheet: in the mapping",
		in.name, sheetNames(f))}
}

// refuseSplit refuses a mapping that makes several rows of one where what
// follows tells rows apart by their numbers: in catch-ups of a work log, and in
// the yearly limit of election pay.
func (r *run) refuseSplit(l *loader) error {
	if !r.mapping.Splits() {
		return nil
	}
	for _, s := range r.payroll {
		if s.has("election_pay") || len(l.worklogs) > 0 {
			return UsageError{fmt.Errorf("%s: a mapping with parts, or that reverses voided checks, cannot be used together with "+
				"a work log or election_pay; give those rows lines of their own", s.in.name)}
		}
	}
	return nil
}
