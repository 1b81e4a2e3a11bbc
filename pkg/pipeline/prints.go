package pipeline

import "hash/maphash"

// prints are fingerprints of the payroll rows seen of one person. A row that is
// the same to the letter as an earlier one, its check id included, is the same
// check twice: it would be withheld on twice. Rows of one check that differ are
// parts of it.
type prints struct {
	few  []uint64
	many map[uint64]struct{}
}

// fewPrints is how many are searched one by one before a set is made.
const fewPrints = 64

// add reports whether the fingerprint is new.
func (p *prints) add(x uint64) bool {
	if p.many != nil {
		_, seen := p.many[x]
		p.many[x] = struct{}{}
		return !seen
	}
	for _, y := range p.few {
		if x == y {
			return false
		}
	}
	p.few = append(p.few, x)
	if len(p.few) > fewPrints {
		p.many = make(map[uint64]struct{}, 2*len(p.few))
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
