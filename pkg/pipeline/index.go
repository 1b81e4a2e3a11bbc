package pipeline

import (
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
)

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
	who := &employee{employer: e, rare: nothingRare, hash: hash}
	who.cells = string(results.AppendText(append(results.AppendText(nil, employerID), ','), id))
	if shown, ok := strings.CutPrefix(who.cells, e.id+","); ok && shown == string(id) {
		who.plain = true
	} else {
		who.own().id = string(id)
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

// likely looks each hash up twice at most, and gives nil where that is not enough
// to find somebody.
func (x index) likely(hashes []uint64, people []*employee) {
	for i, hash := range hashes {
		people[i] = x[hash&uint64(len(x)-1)].Load()
	}
	for i, hash := range hashes {
		if who := people[i]; who != nil && who.hash != hash {
			if who = x[(hash+1)&uint64(len(x)-1)].Load(); who != nil && who.hash != hash {
				who = nil
			}
			people[i] = who
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
	return e.rare.id == string(id) && e.employer.id == string(employerID)
}
