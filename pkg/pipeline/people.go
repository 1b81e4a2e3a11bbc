package pipeline

import (
	"fmt"
	"strings"
	"sync"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
)

// An employer is what a run knows and adds up of one employer.
type employer struct {
	id         string
	record     *record.Employer // nil where employers has no row for it
	fixed      *place
	related    string
	small      map[int]bool // the years in which it is a small employer
	agreements []agreement
	history    map[*place]calc.Months
	people     map[string]*employee
	places     numbered

	// unusable says why none of its payroll can be computed.
	unusable string
	// incomplete: a row of it was set aside.
	incomplete bool
	totals     totals
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

// An employee is one person at one employer.
type employee struct {
	id       string
	cells    string // both ids as the tables of results show them
	employer *employer
	record   *record.Employee // nil where employees has no row for the person
	person   calc.Person
	home     *place
	ppw      *place // the principal place of work given for the person

	unusable string
	*logged
	entries account
	seen    prints[shortPrint]
	made    map[calc.Date]int // checks without an id, for each pay date
}

// logged is what a run knows of a person with a work log besides.
type logged struct {
	log       []calc.LogEntry // by day
	periods   []period        // of its checks, where its principal place follows from its days
	tracked   []tracked       // the principal place as the year went on, where it is not known otherwise
	days      *days           // nil where there is no log
	fixedAt   []calc.Principal
	crossings []*crossing
}

// noLog is that of everybody else, to which nothing is written.
var noLog = &logged{}

// people are all employers and employees of a run.
type people struct {
	mu        sync.Mutex
	employers map[string]*employer
}

func newPeople() *people { return &people{employers: map[string]*employer{}} }

// employer finds or makes an employer.
func (p *people) employer(id string) *employer {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.employerLocked(id)
}

func (p *people) employerLocked(id string) *employer {
	e := p.employers[id]
	if e == nil {
		e = &employer{id: id, people: map[string]*employee{}, history: map[*place]calc.Months{}}
		p.employers[id] = e
	}
	return e
}

// employee finds or makes a person of an employer.
func (p *people) employee(employerID, id string) *employee {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.employerLocked(employerID)
	who := e.people[id]
	if who == nil {
		who = &employee{id: id, employer: e, logged: noLog}
		who.cells = string(results.AppendText(append(results.AppendText(nil, employerID), ','), id))
		if plain, ok := strings.CutPrefix(who.cells, employerID+","); ok && plain == id {
			who.id = plain // in the same memory
		}
		e.people[who.id] = who
	}
	return who
}

// name is how the returns call the person.
func (e *employee) name() string {
	if e.record == nil {
		return ""
	}
	return e.record.Name
}

// last4 is the end of the person's social security number.
func (e *employee) last4() string {
	if e.record == nil {
		return ""
	}
	return e.record.SSNLast4
}

// at says where a record was read, for messages.
func at(s record.Source) string {
	if s.Sheet != "" {
		return fmt.Sprintf("%s, sheet %s, row %d", s.File, s.Sheet, s.Row)
	}
	return fmt.Sprintf("%s, row %d", s.File, s.Row)
}
