package efw2

import (
	"fmt"
	"strings"
)

// A Fault is what is wrong at one place of a file that was read. It shows counts, amounts
// and single characters, and nothing else that a record of a person holds.
type Fault struct {
	Record   int    // from 1; 0 where it is the file as a whole
	Kind     string // RW, or "" where that is what is wrong
	From, To int    // positions of the record, from 1; 0 where it is the record as a whole
	Field    string
	Message  string
}

// Error puts where before what: record 3 (RW), positions 188-198, box_1: ...
func (f *Fault) Error() string {
	var where []string
	switch {
	case f.Kind != "":
		where = append(where, fmt.Sprintf("record %d (%s)", f.Record, f.Kind))
	case f.Record > 0:
		where = append(where, fmt.Sprintf("record %d", f.Record))
	}
	switch {
	case f.From > 0 && f.To > f.From:
		where = append(where, fmt.Sprintf("positions %d-%d", f.From, f.To))
	case f.From > 0:
		where = append(where, fmt.Sprintf("position %d", f.From))
	}
	if f.Field != "" {
		where = append(where, f.Field)
	}
	if len(where) == 0 {
		return f.Message
	}
	return strings.Join(where, ", ") + ": " + f.Message
}

// maxFaults is after how many a reader gives up.
const maxFaults = 50

// Faults is all that is wrong with a file, in order, up to where its records could
// no longer be told apart, or fifty.
type Faults []*Fault

func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, one := range f {
		lines[i] = one.Error()
	}
	if len(f) == maxFaults {
		lines = append(lines, "that is enough; the rest was not read")
	}
	return strings.Join(lines, "\n")
}
