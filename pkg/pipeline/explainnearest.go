package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// nothing says that nothing matches the query, and what is like it.
func (x *explainer) nothing(ctx context.Context) error {
	all := x.run.people.employers
	if e := all[x.Employer]; x.Employer != "" && (e == nil || len(e.people) == 0) {
		near := &nearest{to: x.Employer}
		for id := range all {
			near.add(id)
		}
		return fmt.Errorf("the inputs have nobody of employer %q%s", x.Employer, near.words("; did you mean "))
	}
	within := ""
	if x.Employer != "" {
		within = " of employer " + x.Employer
	}
	if x.Check == "" {
		return x.noEmployee(within)
	}
	near := &nearest{to: x.Check}
	x.run.people.forgetChecks() // for payroll is read once more
	err := x.run.stream(ctx, pass{post: func(b *batch) error {
		for i := range b.rows {
			if r := &b.rows[i]; x.Employer == "" || string(r.EmployerID) == x.Employer {
				near.add(string(r.CheckID))
			}
		}
		return nil
	}})
	return errors.Join(fmt.Errorf("payroll has no check %q%s%s", x.Check, within, near.words("; did you mean ")), err)
}

func (x *explainer) noEmployee(within string) error {
	if len(x.years) > 0 {
		var years []string
		for _, y := range slices.Sorted(maps.Keys(x.years)) {
			years = append(years, strconv.Itoa(y))
		}
		return fmt.Errorf("payroll has no check of employee %q%s paid in %d; it has some paid in %s", x.Employee, within, x.Year, strings.Join(years, ", "))
	}
	near := &nearest{to: x.Employee}
	for id, e := range x.run.people.employers {
		if x.Employer != "" && id != x.Employer {
			continue
		}
		for _, who := range e.people {
			near.add(who.id())
		}
	}
	return fmt.Errorf("payroll has no check of employee %q%s%s", x.Employee, within, near.words("; did you mean "))
}

// nearest are the ids most like one that was not found.
type nearest struct {
	to   string
	list []likeness
}

type likeness struct {
	id  string
	far int
}

// maxNear is how many are told.
const maxNear = 3

// add takes one id into account; the order of ids makes no difference.
func (n *nearest) add(id string) {
	if id == "" || id == n.to {
		return
	}
	x := likeness{id, distance(strings.ToLower(n.to), strings.ToLower(id))}
	order := func(a, b likeness) int { return cmp.Or(cmp.Compare(a.far, b.far), strings.Compare(a.id, b.id)) }
	i, known := slices.BinarySearchFunc(n.list, x, order)
	if !known && i < maxNear {
		n.list = slices.Insert(n.list, i, x)
		n.list = n.list[:min(maxNear, len(n.list))]
	}
}

// words lists them after an opening, or is nothing where there are none.
func (n *nearest) words(opening string) string {
	var ids []string
	for _, x := range n.list {
		ids = append(ids, strconv.Quote(x.id))
	}
	if len(ids) == 0 {
		return ""
	}
	return opening + strings.Join(ids, ", ") + "?"
}

// distance is how many letters must be changed, put in or left out to make one
// text of the other; beyond a hundred letters it does not look.
func distance(a, b string) int {
	a, b = a[:min(len(a), 100)], b[:min(len(b), 100)]
	var room [101]int
	row := room[:len(b)+1]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
