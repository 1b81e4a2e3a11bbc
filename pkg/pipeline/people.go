package pipeline

import (
	"fmt"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
)

// An employer is what a run knows and adds up of one employer.
type employer struct {
	// What rows are read with.
	id         string
	record     *record.Employer // nil where employers has no row for it
	fixed      *place
	related    string
	small      []int // the years in which it is a small employer
	agreements []agreement
	unusable   string // why none of its payroll can be computed
	history    map[*place]*calc.Months
	people     []*employee
	_          apart

	// What their lines are added to.
	places     numbered
	incomplete bool // a row of it was set aside
	totals     totals
}

// past is what history tells of the employer's tax for a municipality.
func (e *employer) past(at *place) calc.Months {
	if months := e.history[at]; months != nil {
		return *months
	}
	return nil
}

type agreement struct {
	record.Agreement
	place *place
}

// standing reports whether an agreement of a kind is in force on a day.
func (e *employer) standing(kind string, p *place, day calc.Date) bool {
	return e.agreement(kind, p, day) != nil
}

// agreement is the agreement of a kind that is in force on a day, or nil.
func (e *employer) agreement(kind string, p *place, day calc.Date) *agreement {
	for i := range e.agreements {
		a := &e.agreements[i]
		if a.Kind == kind && a.place == p && day >= a.From && (a.To == 0 || day <= a.To) {
			return a
		}
	}
	return nil
}

// thresholdDays is the number of exempt days an agreement sets, or 0.
func (e *employer) thresholdDays(p *place, day calc.Date) int {
	if a := e.agreement("threshold_days", p, day); a != nil {
		return a.Days
	}
	return 0
}

// An employee is one person at one employer. There are hundreds of thousands of
// them, so that every byte counts. What each of a person's rows looks at stands
// first: it comes into the processor's cache together.
type employee struct {
	cells    string // both ids as the tables of results show them
	hash     uint64 // of both ids
	employer *employer
	home     *place
	*rare
	person   calc.Person
	plain    bool // cells are the ids and a comma
	courtesy bool // withholding was asked for where the person lives

	// What else employees says, where it has a row of the person.
	lives     bool           // a residence is given
	principal bool           // a principal place of work is given
	performs  bool           // an athlete, entertainer or public figure
	last4     [4]byte        // of the social security number; zeros where they are not known
	row       int32          // where it was read, and from what
	from      *record.Source // without its row; nil where there is none
	name      string         // how the returns call the person
	ssn       record.SSNMark
	ppw       *place // the principal place of work

	entries account
	seen    seenRows
}

// rare is what a run knows of few people: those with a work log, and some with a
// fault.
type rare struct {
	id       string            // where cells show it otherwise
	unusable string            // why no payroll of the person can be computed
	made     map[calc.Date]int // checks without an id, for each pay date

	log       []calc.LogEntry // by day
	periods   []period        // of its checks, where its principal place follows from its days
	tracked   []tracked       // the principal place as the year went on, where it is not known otherwise
	days      *days           // nil where there is no log
	fixedAt   []calc.Principal
	crossings []*crossing
}

// nothingRare is that of everybody else, to which nothing is written.
var nothingRare = &rare{}

// own is the person's own rare, to be written to.
func (e *employee) own() *rare {
	if e.rare == nothingRare {
		e.rare = &rare{}
	}
	return e.rare
}

// id is the employee id.
func (e *employee) id() string {
	if e.plain {
		return e.cells[len(e.employer.id)+1:]
	}
	return e.rare.id
}

// known reports whether employees has a row of the person.
func (e *employee) known() bool { return e.from != nil }

// source is where that row is.
func (e *employee) source() record.Source {
	s := *e.from
	s.Row = int(e.row)
	return s
}

// lastFour is the end of the person's social security number.
func (e *employee) lastFour() string {
	if e.last4 == [4]byte{} {
		return ""
	}
	return string(e.last4[:])
}

// at says where a record was read, for messages.
func at(s record.Source) string {
	if s.Sheet != "" {
		return fmt.Sprintf("%s, sheet %s, row %d", s.File, s.Sheet, s.Row)
	}
	return fmt.Sprintf("%s, row %d", s.File, s.Row)
}
