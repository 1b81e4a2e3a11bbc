package pipeline

import (
	"hash/maphash"
	"slices"
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

// add reports whether the fingerprint is new.
func (p *prints[P]) add(x P) bool { return p.addOf(x, 8) }

// addOf is add where so many are to be expected.
func (p *prints[P]) addOf(x P, expected int) bool {
	if p.many != nil {
		_, seen := p.many[x]
		p.many[x] = struct{}{}
		return !seen
	}
	if slices.Contains(p.few, x) {
		return false
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
	return true
}

// seed makes fingerprints that nobody outside the run can make collide. They
// decide only whether two rows are the same, so that they do not show in any
// output.
var seed = maphash.MakeSeed()

// fingerprint is one of a row's cells.
func fingerprint(cells [][]byte) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, c := range cells {
		h.Write(c)
		h.WriteByte(0)
	}
	return h.Sum64()
}
