package pipeline

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"example.com/withhold/pkg/io/mapping"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// totalsLook looks through a file's bytes for a word of totals. Only where it
// finds one are rows looked at one by one before they are read, so that a plain
// file is read as fast as can be.
type totalsLook struct {
	found   bool
	started bool
	tail    []byte // the end of what came before
}

// totalWords are parts of the words that start a row of totals.
var totalWords = [][]byte{[]byte("otal"), []byte("OTAL"), []byte("ount:"), []byte("OUNT:")}

func (l *totalsLook) Write(p []byte) (int, error) {
	if !l.started && len(p) > 1 {
		// Words of UTF-16 text and of a workbook's packed parts do not show.
		l.started = true
		l.found = bytes.HasPrefix(p, []byte("PK")) || bytes.HasPrefix(p, []byte("\xff\xfe")) || bytes.HasPrefix(p, []byte("\xfe\xff"))
	}
	if l.found {
		return len(p), nil
	}
	seam := append(l.tail, p[:min(len(p), 8)]...)
	for _, word := range totalWords {
		l.found = l.found || bytes.Contains(p, word) || bytes.Contains(seam, word)
	}
	l.tail = append(l.tail[:0], p[max(0, len(p)-8):]...)
	return len(p), nil
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
	for _, m := range mapping.Recognise(t) {
		if m.Profile.Refuse != "" {
			return m.Profile.Title + ": " + m.Profile.Refuse
		}
		return fmt.Sprintf("it looks like %s: try --map %s, and see withhold inspect", m.Profile.Title, m.Profile.Name)
	}
	return "a mapping file, --map, says what your columns mean"
}

// chooseSheet finds the sheet of a workbook that the mapping is for: the one it
// names, or the only one that has its columns.
func (l *loader) chooseSheet(in *input, f *table.File) error {
	m := l.run.mapping
	if m == nil || f.Tables[0].Sheet == "" {
		return nil
	}
	kind := l.run.kindNamed(m.Table)
	var fit []string
	for _, t := range f.Tables {
		switch {
		case m.Sheet == t.Sheet:
			in.sheet = t.Sheet
			return nil
		case m.Sheet == "" && (kind == nil || len(f.Tables) == 1 || record.KindOf(t.Sheet) == kind):
			return nil
		case m.Sheet == "" && m.Try(t, kind.Columns) == nil:
			fit = append(fit, t.Sheet)
		}
	}
	switch {
	case m.Sheet != "":
		return UsageError{fmt.Errorf("%s: there is no visible sheet %s in it; there are %s", in.name, m.Sheet, sheetNames(f))}
	case len(fit) == 1:
		in.sheet = fit[0]
		return nil
	case len(fit) > 1:
		return UsageError{fmt.Errorf("%s: the sheets %s all fit the mapping; say which one is meant with sheet: in the mapping",
			in.name, strings.Join(fit, ", "))}
	}
	return UsageError{fmt.Errorf("%s: none of its sheets (%s) has the columns of the mapping; say which one is meant with sheet: in the mapping",
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
