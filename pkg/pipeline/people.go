package pipeline

import (
	"fmt"
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"

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
	small      []int // the years in which it is a small employer
	agreements []agreement
	history    map[*place]*calc.Months
	people     []*employee
	places     numbered

	// unusable says why none of its payroll can be computed.
	unusable string
	// incomplete: a row of it was set aside.
	incomplete bool
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
// them. What each of a person's rows looks at stands first, so that it comes into
// the processor's cache together.
type employee struct {
	cells    string // both ids as the tables of results show them
	hash     uint64 // of both ids
	employer *employer
	home     *place
	*logged
	person calc.Person

	plain    bool // cells are the ids and a comma
	courtesy bool // withholding was asked for where the person lives

	id       string
	record   *record.Employee // nil where employees has no row for the person
	ppw      *place           // the principal place of work given for the person
	unusable string

	entries account
	seen    seenRows
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
	mu        sync.Mutex // held while somebody is added
	employers map[string]*employer
	index     atomic.Pointer[index]
	count     int
}

func newPeople() *people {
	p := &people{employers: map[string]*employer{}}
	p.index.Store(newIndex(1 << 8))
	return p
}

// employer finds or makes an employer.
func (p *people) employer(id string) *employer {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.employerLocked(id)
}

func (p *people) employerLocked(id string) *employer {
	e := p.employers[id]
	if e == nil {
		e = &employer{id: id, history: map[*place]*calc.Months{}}
		p.employers[id] = e
	}
	return e
}

// employee finds or makes a person of an employer.
func (p *people) employee(employerID, id string) *employee {
	var room [64]byte
	key := append(append(append(room[:0], employerID...), 0), id...)
	return p.find(key[:len(employerID)], key[len(employerID)+1:], maphash.Bytes(seed, key))
}

// find is employee for rows: hash is that of both ids with a zero byte between.
func (p *people) find(employerID, id []byte, hash uint64) *employee {
	if who := p.index.Load().find(employerID, id, hash); who != nil {
		return who
	}
	return p.add(employerID, id, hash)
}

func (p *people) add(employerID, id []byte, hash uint64) *employee {
	p.mu.Lock()
	defer p.mu.Unlock()
	if who := p.index.Load().find(employerID, id, hash); who != nil {
		return who
	}
	e := p.employerLocked(string(employerID))
	who := &employee{id: string(id), employer: e, logged: noLog, hash: hash}
	who.cells = string(results.AppendText(append(results.AppendText(nil, employerID), ','), id))
	if plain, ok := strings.CutPrefix(who.cells, e.id+","); ok && plain == who.id {
		who.id, who.plain = plain, true // in the same memory
	}
	e.people = append(e.people, who)
	if p.count++; p.count > len(*p.index.Load())/2 {
		p.index.Store(p.index.Load().grown())
	}
	p.index.Load().put(who)
	return who
}

// An index finds people by the hash of their ids. It is read while people are
// added to it, but by one goroutine at a time. At most half of it is used.
type index []atomic.Pointer[employee]

func newIndex(size int) *index {
	x := make(index, size)
	return &x
}

func (x index) find(employerID, id []byte, hash uint64) *employee {
	for i := hash; ; i++ {
		who := x[i&uint64(len(x)-1)].Load()
		if who == nil || who.hash == hash && who.is(employerID, id) {
			return who
		}
	}
}

// likely looks each hash up once, and gives nil where that is not enough to find
// somebody.
func (x index) likely(hashes []uint64, people []*employee) {
	for i, hash := range hashes {
		people[i] = x[hash&uint64(len(x)-1)].Load()
	}
	for i, hash := range hashes {
		if people[i] != nil && people[i].hash != hash {
			people[i] = nil
		}
	}
}

func (x index) put(who *employee) {
	i := who.hash
	for x[i&uint64(len(x)-1)].Load() != nil {
		i++
	}
	x[i&uint64(len(x)-1)].Store(who)
}

// grown is an index of twice the size with the same people.
func (x index) grown() *index {
	g := newIndex(2 * len(x))
	for i := range x {
		if who := x[i].Load(); who != nil {
			g.put(who)
		}
	}
	return g
}

// is reports whether the person has these ids.
func (e *employee) is(employerID, id []byte) bool {
	if n := len(employerID); e.plain {
		return len(e.cells) == n+1+len(id) && e.cells[:n] == string(employerID) && e.cells[n+1:] == string(id)
	}
	return e.id == string(id) && e.employer.id == string(employerID)
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
