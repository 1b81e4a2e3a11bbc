package efw2

import (
	"fmt"
	"strings"
)

// A Note is something that the file says less well than it should: what was not
// known, or did not fit. The file can be sent, and the recipient may refuse it.
type Note struct {
	EmployerID, EmployeeID string // blank where it is not about one
	Record, Field          string // RW, box_5
	Code                   string // missing, cut, letters, unplaced
	Message                string // what the file says instead, and what to give
}

// String is n for a log: employer E1, employee 17, RW box_5: not known ...
func (n Note) String() string {
	return who(n.EmployerID, n.EmployeeID) + n.Record + " " + n.Field + ": " + n.Message
}

// A Refusal is input that no valid file can be made of.
type Refusal struct {
	EmployerID, EmployeeID string
	Field                  string // the box or field, or the municipality
	Message                string
}

func (r *Refusal) Error() string {
	where := who(r.EmployerID, r.EmployeeID)
	if r.Field != "" {
		where += r.Field + ": "
	}
	return where + r.Message
}

// who names a person or a firm by our ids.
func who(employer, employee string) string {
	switch {
	case employee != "":
		return fmt.Sprintf("employer %s, employee %s, ", employer, employee)
	case employer != "":
		return fmt.Sprintf("employer %s, ", employer)
	}
	return "submitter, "
}

// maxRefusals is how many a Refusals keeps, so that the faults of a whole table do
// not fill a screen.
const maxRefusals = 100

// Refusals is all that is wrong with an input, in order of the file.
type Refusals struct {
	List []*Refusal // the first hundred
	More int        // how many there are beside them
}

func (r *Refusals) add(one *Refusal) {
	if len(r.List) == maxRefusals {
		r.More++
		return
	}
	r.List = append(r.List, one)
}

func (r *Refusals) Error() string {
	var b strings.Builder
	for i, one := range r.List {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(one.Error())
	}
	if r.More > 0 {
		fmt.Fprintf(&b, "\nand %d more", r.More)
	}
	return b.String()
}

// err is r as an error, or nil where nothing is wrong.
func (r *Refusals) err() error {
	if len(r.List) == 0 {
		return nil
	}
	return r
}
