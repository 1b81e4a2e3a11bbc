package pipeline

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// settledTogether is how many employers are settled before their rows are
// written, so that small ones do not wait for one another's turns.
const settledTogether = 16

// settle turns what was kept into remittances, determinations and listings:
// employers are worked out on all cores, and written in the order of their ids.
func (r *run) settle() (totals, error) {
	var all totals
	var failed error
	ids := slices.Collect(slices.Chunk(slices.Sorted(maps.Keys(r.people.employers)), settledTogether))
	written := newTurns()
	var next atomic.Int64
	var wait sync.WaitGroup
	for range max(1, r.Workers) {
		wait.Go(func() {
			rows, settler := newSettledRows(), newSettler(r)
			for i := int(next.Add(1)) - 1; i < len(ids); i = int(next.Add(1)) - 1 {
				write := func() {
					written.begin(i)
					if err := r.out.settled(rows); failed == nil {
						failed = err
					}
				}
				sum, err := settler.settleSome(ids[i], rows, write)
				write()
				all.add(&sum)
				if failed == nil {
					failed = err
				}
				written.end()
			}
		})
	}
	wait.Wait()
	all.SetAside += r.unplaced
	return all, failed
}

// settleSome settles some employers into rows, which are written when they are
// many.
func (x *settler) settleSome(ids []string, rows *settledRows, write func()) (sum totals, err error) {
	for _, id := range ids {
		e := x.people.employers[id]
		for _, s := range x.settleEmployer(e) {
			x.digest.add(s.place, s.list)
			rows.add(e, s.place, s.list)
			x.spare = append(x.spare, s.list...)
			if rows.many() {
				write()
			}
		}
		err = errors.Join(err, e.totals.ties("employer "+e.id))
		sum.add(&e.totals)
	}
	return sum, err
}

// noteUnknownPeople warns of people whom employees, where it is given for the
// employer, has no row for.
func (r *run) noteUnknownPeople(e *employer) {
	known, unknown := 0, 0
	for _, who := range e.people {
		if who.known() {
			known++
		} else if who.entries.any() {
			unknown++
		}
	}
	for ; known > 0 && unknown > 0; unknown-- {
		r.notes.add("employee_unknown", e.id)
	}
}
