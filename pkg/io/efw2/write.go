package efw2

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"example.com/withhold/pkg/calc"
)

// ohio is the state's code in RS.
const ohio = "39"

// neededFields can stand in Profile.Needs beside boxes. Names, addresses and social
// security numbers are noted for every recipient.
var neededFields = []string{"user_id", "vendor", "contact", "phone", "email", "preparer", "kind_of_employer", "account"}

// ErrNobody is that a file would be without employees, which the layout does not
// allow: there is nothing to send.
var ErrNobody = errors.New("no employee is to be reported")

// Write writes the file of a tax year for a recipient and says what is in it. What
// is not known goes to f.Note. Faulty input is an error of type *Refusals that
// names all of it; whatever was written until then is of no use. To learn what is
// missing without a file, write to io.Discard.
func Write(w io.Writer, f *File, p *Profile, year int) (*Totals, error) {
	l, err := LayoutOf(year)
	if err != nil {
		return nil, err
	}
	if err := p.refused(); err != nil {
		return nil, err
	}
	out := &writer{out: bufio.NewWriterSize(w, 1<<16), layout: l, profile: p, lineEnd: []byte(p.lineEnd()), note: f.Note, totals: newTotals(year)}
	if out.note == nil {
		out.note = func(Note) {}
	}
	out.submitter(&f.Submitter)
	for i := range f.Employers {
		if err := out.employer(&f.Employers[i]); err != nil {
			return nil, err
		}
	}
	if out.employees == 0 && len(out.refusals.List) == 0 {
		return nil, fmt.Errorf("%s: %w", p.Title, ErrNobody)
	}
	out.start("RF")
	out.number("count", int64(out.employees))
	out.end()
	if err := out.refusals.err(); err != nil {
		return nil, err
	}
	return out.totals.finish(), out.out.Flush()
}

// A writer is a file being written.
type writer struct {
	out       *bufio.Writer
	layout    *Layout
	profile   *Profile
	lineEnd   []byte
	note      func(Note)
	refusals  Refusals
	totals    *Totals
	employees int // RW records

	line   [recordLen]byte // the record being filled, of the kind rec
	rec    *record
	person [recordLen]byte // the last RW

	employerID, employeeID string
	account                string
	codeless               map[string]bool // municipalities of the employer noted as without a code
	sums                   map[string]calc.Cents
	count                  int  // RW records of the employer
	open                   bool // its RE is written
}

func (w *writer) refuse(field, format string, args ...any) {
	w.refusals.add(&Refusal{w.employerID, w.employeeID, field, fmt.Sprintf(format, args...)})
}

func (w *writer) tell(code, field, format string, args ...any) {
	w.note(Note{w.employerID, w.employeeID, w.rec.kind, field, code, fmt.Sprintf(format, args...)})
}

// needs notes a field that the recipient asks for and nobody gave.
func (w *writer) needs(field, value, give string) {
	if value == "" && slices.Contains(w.profile.Needs, field) {
		w.tell(noteMissing, field, "not known, left blank; give %s", give)
	}
}

// employer writes RE before the first employee that the recipient is told of, and
// RT after the last.
func (w *writer) employer(e *Employer) error {
	w.employerID, w.employeeID, w.account = e.ID, "", e.Account
	w.open, w.count, w.sums, w.codeless = false, 0, map[string]calc.Cents{}, map[string]bool{}
	for employee, err := range e.Employees {
		if err != nil {
			return err
		}
		if !w.concerns(employee) {
			continue
		}
		if !w.open {
			w.employeeID = ""
			w.startEmployer(e)
		}
		w.employeeID = employee.ID
		w.employee(employee)
	}
	w.employeeID = ""
	if w.open {
		w.endEmployer(e)
	}
	return nil
}

// concerns says that the recipient is told of an employee: 000 (A)(2)(h)(1) asks
// for those from whose wages tax was withheld for it or should have been.
func (w *writer) concerns(e *Employee) bool {
	return w.profile.Employees != "own" || slices.ContainsFunc(e.Local, func(l LocalWage) bool { return l.Own })
}

func (w *writer) endEmployer(e *Employer) {
	w.start("RT")
	w.number("count", int64(w.count))
	for _, f := range w.rec.money() {
		w.money(f.name, w.sums[f.name])
	}
	w.money(boxSickPayTax, e.SickPayTax)
	w.totals.Boxes[boxSickPayTax] += e.SickPayTax
	w.end()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
