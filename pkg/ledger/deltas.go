package ledger

import "slices"

// deltas are what a run changes in the sums of an employer.
type deltas struct {
	list   []*delta
	latest map[string]*delta // by employee
}

// A delta is what it changes in one of them.
type delta struct {
	SumKey
	earlier          *delta // of the same employee
	corrected, fresh Amounts
	amended          bool
}

// of finds or makes the delta of a line. An employee has few, and a line is
// mostly of the latest.
func (d *deltas) of(l *Line, employee string) *delta {
	latest := d.latest[employee]
	for x := latest; x != nil; x = x.earlier {
		if x.Slot == l.Slot && x.Municipality == l.Municipality {
			return x
		}
	}
	x := &delta{SumKey: SumKey{l.Municipality, l.Slot, employee}, earlier: latest}
	d.list, d.latest[employee] = append(d.list, x), x
	return x
}

// balances are what sums were, which they take, and are, in the order of their keys.
func (d *deltas) balances(sums map[SumKey]Amounts) []Balance {
	list := make([]Balance, 0, len(sums)+len(d.list))
	for _, x := range d.list {
		b := Balance{SumKey: x.SumKey, Before: sums[x.SumKey], Amended: x.amended}
		delete(sums, x.SumKey)
		b.Corrected = b.Before
		b.Corrected.plus(x.corrected)
		b.After = b.Corrected
		b.After.plus(x.fresh)
		list = append(list, b)
	}
	for k, a := range sums {
		list = append(list, Balance{SumKey: k, Before: a, Corrected: a, After: a})
	}
	slices.SortFunc(list, func(a, b Balance) int { return a.compare(b.SumKey) })
	return list
}
