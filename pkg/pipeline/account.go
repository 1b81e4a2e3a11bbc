package pipeline

import (
	"encoding/binary"
	"slices"

	"example.com/withhold/pkg/calc"
)

// An account is one employee's entries. The two that lines were added to last
// are at hand; the ones before, which most of a year's are, are packed: every
// employee has an account, and accounts are most of what a run keeps.
type account struct {
	last   [2]atHand
	packed []byte
}

// atHand is an entry with its place's number in place of it, from 1; 0 is none.
type atHand struct {
	number                      int32
	slot                        slot
	subject, required, withheld calc.Cents
}

// add adds another of the same place and slot.
func (x *atHand) add(subject, required, withheld calc.Cents) {
	x.subject += subject
	x.required += required
	x.withheld += withheld
}

// numbered are an employer's places.
type numbered []*place

func (n *numbered) of(p *place) int32 {
	i := slices.Index(*n, p)
	if i < 0 {
		i = len(*n)
		*n = append(*n, p)
	}
	return int32(i + 1)
}

func (n *numbered) entry(x *atHand) entry {
	return entry{(*n)[x.number-1], x.slot, x.subject, x.required, x.withheld}
}

// add adds what has a place.
func (a *account) add(x *entry, n *numbered) {
	for i := range a.last {
		if have := &a.last[i]; have.slot == x.slot && have.number != 0 && (*n)[have.number-1] == x.place {
			have.add(x.subject, x.required, x.withheld)
			return
		}
	}
	if a.last[1].number != 0 {
		a.pack(&a.last[1])
	}
	a.last[1], a.last[0] = a.last[0], atHand{n.of(x.place), x.slot, x.subject, x.required, x.withheld}
}

// any reports whether anything was added.
func (a *account) any() bool { return a.last[0].number != 0 }

// appendTo appends the entries to list, one for each place and slot.
func (a *account) appendTo(list []entry, n *numbered) []entry {
	start := len(list)
	for i := range a.last {
		if a.last[i].number != 0 {
			list = append(list, n.entry(&a.last[i]))
		}
	}
	for b := a.packed; len(b) > 0; {
		var packed atHand
		packed, b = unpack(b)
		x := n.entry(&packed)
		i := slices.IndexFunc(list[start:], func(y entry) bool { return y.place == x.place && y.slot == x.slot })
		if i >= 0 {
			list[start+i].add(&x)
		} else {
			list = append(list, x)
		}
	}
	return list
}

// joinAt is how many bytes are packed before entries of one place and slot are
// joined, of which there are several where somebody works in more than two places
// at a time.
const joinAt = 512

func (a *account) pack(x *atHand) {
	var room [5 * binary.MaxVarintLen64]byte
	b := appendPacked(room[:0], x)
	switch size := len(a.packed) + len(b); {
	case size <= cap(a.packed):
	case size > joinAt:
		a.join()
	default:
		a.packed = append(make([]byte, 0, size+32), a.packed...)
	}
	a.packed = append(a.packed, b...)
}

// join joins packed entries of one place and slot.
func (a *account) join() {
	var list []atHand
	for b := a.packed; len(b) > 0; {
		var x atHand
		x, b = unpack(b)
		i := slices.IndexFunc(list, func(y atHand) bool { return y.number == x.number && y.slot == x.slot })
		if i >= 0 {
			list[i].add(x.subject, x.required, x.withheld)
		} else {
			list = append(list, x)
		}
	}
	joined := a.packed[:0]
	for i := range list {
		joined = appendPacked(joined, &list[i])
	}
	a.packed = append(make([]byte, 0, max(joinAt, 2*len(joined))), joined...)
}

func appendPacked(b []byte, x *atHand) []byte {
	b = binary.AppendUvarint(b, uint64(x.number))
	b = binary.AppendUvarint(b, uint64(x.slot))
	b = binary.AppendVarint(b, int64(x.subject))
	b = binary.AppendVarint(b, int64(x.required))
	return binary.AppendVarint(b, int64(x.withheld-x.required))
}

// unpack takes one entry off b.
func unpack(b []byte) (x atHand, rest []byte) {
	unsigned := func() uint64 {
		u, size := binary.Uvarint(b)
		b = b[size:]
		return u
	}
	signed := func() calc.Cents {
		i, size := binary.Varint(b)
		b = b[size:]
		return calc.Cents(i)
	}
	x.number, x.slot = int32(unsigned()), slot(unsigned())
	x.subject, x.required, x.withheld = signed(), signed(), signed()
	x.withheld += x.required
	return x, b
}
