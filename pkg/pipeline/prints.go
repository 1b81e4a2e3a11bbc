package pipeline

import (
	"hash/maphash"
	"slices"

	"example.com/withhold/pkg/calc"
)

// prints are fingerprints of the payroll rows seen of one person. A row that is
// the same to the letter as an earlier one, its check id included, is the same
// check twice: it would be withheld on twice. Rows of one check that differ are
// parts of it.
type prints[P comparable] struct {
	few  []P
	many map[P]struct{}
}

// A shortPrint is all that is kept of an employee's row, since every row leaves
// one: 48 bits. Among ten million checks of 200,000 people, the chance that any
// two different rows of a person are taken for one is one in a million.
type shortPrint [3]uint16

func short(x uint64) shortPrint { return shortPrint{uint16(x), uint16(x >> 16), uint16(x >> 32)} }

// fewPrints is how many are searched one by one before a set is made.
const fewPrints = 64

// has reports whether the fingerprint is there.
func (p *prints[P]) has(x P) bool {
	if p.many != nil {
		_, seen := p.many[x]
		return seen
	}
	return slices.Contains(p.few, x)
}

// add reports whether the fingerprint is new.
func (p *prints[P]) add(x P) bool {
	if p.has(x) {
		return false
	}
	p.addNew(x, 8)
	return true
}

// addNew adds a fingerprint that is known to be new, where so many are to be
// expected.
func (p *prints[P]) addNew(x P, expected int) {
	if p.many != nil {
		p.many[x] = struct{}{}
		return
	}
	if n := len(p.few); n == cap(p.few) { // with little to spare: everybody has some
		p.few = append(make([]P, 0, max(expected, n+8)), p.few...)
	}
	p.few = append(p.few, x)
	if len(p.few) > fewPrints {
		p.many = make(map[P]struct{}, 2*len(p.few))
		for _, y := range p.few {
			p.many[y] = struct{}{}
		}
		p.few = nil
	}
}

// seenRows are the prints of one person's payroll rows, and the last pay date
// among them: a row of a later one is new.
type seenRows struct {
	prints[shortPrint]
	last calc.Date
}

// add reports whether a row of a pay date is new, where so many are to be
// expected.
func (s *seenRows) add(x shortPrint, day calc.Date, expected int) bool {
	if day > s.last {
		s.last = day
	} else if s.has(x) {
		return false
	}
	s.addNew(x, expected)
	return true
}

// seed makes fingerprints that nobody outside the run can make collide. They
// decide only whether two rows are the same, so that they do not show in any
// output.
var seed = maphash.MakeSeed()

// fingerprint is one of a row's text.
func fingerprint(text []byte) uint64 { return maphash.Bytes(seed, text) }
