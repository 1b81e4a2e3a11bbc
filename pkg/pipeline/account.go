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
	last   [2]entry
	packed []byte
}

// numbered are an employer's places, so that a packed entry needs a number only.
type numbered []*place

func (n *numbered) of(p *place) int {
	i := slices.Index(*n, p)
	if i < 0 {
		i = len(*n)
		*n = append(*n, p)
	}
	return i
}

// add adds what has a place.
func (a *account) add(x *entry, n *numbered) {
	for i := range a.last {
		if have := &a.last[i]; have.place == x.place && have.slot == x.slot {
			have.add(x)
			return
		}
	}
	if a.last[1].place != nil {
		a.pack(&a.last[1], n)
	}
	a.last[1], a.last[0] = a.last[0], *x
}

// any reports whether anything was added.
func (a *account) any() bool { return a.last[0].place != nil }

// appendTo appends the entries to list, one for each place and slot.
func (a *account) appendTo(list []entry, n *numbered) []entry {
	start := len(list)
	for i := range a.last {
		if a.last[i].place != nil {
			list = append(list, a.last[i])
		}
	}
	for b := a.packed; len(b) > 0; {
		var x entry
		x, b = unpack(b, n)
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

func (a *account) pack(x *entry, n *numbered) {
	var room [5 * binary.MaxVarintLen64]byte
	b := appendPacked(room[:0], x, n)
	switch size := len(a.packed) + len(b); {
	case size <= cap(a.packed):
	case size > joinAt:
		a.join(n)
	default:
		a.packed = append(make([]byte, 0, size+32), a.packed...)
	}
	a.packed = append(a.packed, b...)
}

func (a *account) join(n *numbered) {
	list := (&account{packed: a.packed}).appendTo(nil, n)
	joined := a.packed[:0]
	for i := range list {
		joined = appendPacked(joined, &list[i], n)
	}
	a.packed = append(make([]byte, 0, max(joinAt, 2*len(joined))), joined...)
}

func appendPacked(b []byte, x *entry, n *numbered) []byte {
	b = binary.AppendUvarint(b, uint64(n.of(x.place)))
	b = binary.AppendUvarint(b, uint64(x.slot))
	b = binary.AppendVarint(b, int64(x.subject))
	b = binary.AppendVarint(b, int64(x.required))
	return binary.AppendVarint(b, int64(x.withheld-x.required))
}

// unpack takes one entry off b.
func unpack(b []byte, n *numbered) (x entry, rest []byte) {
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
	x.place, x.slot = (*n)[unsigned()], slot(unsigned())
	x.subject, x.required, x.withheld = signed(), signed(), signed()
	x.withheld += x.required
	return x, b
}
