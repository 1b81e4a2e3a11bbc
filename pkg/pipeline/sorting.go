package pipeline

import (
	"cmp"
	"slices"
	"strings"
)

// byPlace sorts an employer's entries by municipality, slot and employee.
func (e *employer) byPlace() []placeEntries { return new(sorting).byPlace(e) }

// A sorting is room for sorting entries, employer by employer.
type sorting struct {
	places []*place // by name
	sums   []entry
	whose  []*employee
	keys   []sortKey
	list   []personEntry
	all    []placeEntries
}

// A sortKey stands for the entry at a place of sums: numbers are quicker to
// compare than names.
type sortKey struct {
	order uint64 // 16 bits of the municipality's, 20 of the slot, 28 of the employee's
	at    int
}

func (x *sorting) byPlace(e *employer) []placeEntries {
	x.add(e)
	slices.SortFunc(x.keys, func(a, b sortKey) int { return cmp.Compare(a.order, b.order) })
	x.list, x.all = x.list[:0], x.all[:0]
	for _, k := range x.keys {
		x.list = append(x.list, personEntry{x.whose[k.at], &x.sums[k.at]})
	}
	for list := x.list; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].place == list[0].place {
			n++
		}
		x.all = append(x.all, placeEntries{list[0].place, list[:n]})
		list = list[n:]
	}
	return x.all
}

// add collects the entries of an employer, whose people it puts into the order of
// their ids.
func (x *sorting) add(e *employer) {
	x.places = append(x.places[:0], e.places...)
	slices.SortFunc(x.places, func(a, b *place) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(e.people, func(a, b *employee) int { return strings.Compare(a.id(), b.id()) })
	x.sums, x.whose, x.keys = x.sums[:0], x.whose[:0], x.keys[:0]
	for number, who := range e.people {
		x.sums = who.entries.appendTo(x.sums, &e.places)
		for i := len(x.whose); i < len(x.sums); i++ {
			s := &x.sums[i]
			order := uint64(slices.Index(x.places, s.place))<<48 | uint64(s.slot)<<28 | uint64(number)
			x.whose, x.keys = append(x.whose, who), append(x.keys, sortKey{order, i})
		}
	}
}
