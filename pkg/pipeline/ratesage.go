package pipeline

import (
	"fmt"
	"sync"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/ordinance"
)

// agedRates are the municipalities whose rate was read too long before the pay
// that it is used for. Each is warned of once. The latest month of pay is what
// counts and not today, so that the same inputs give the same warnings; that month
// must be too late as a whole.
type agedRates struct {
	mu     sync.Mutex
	latest map[*place]agedRate
}

type agedRate struct {
	month calc.Month // of pay, the latest
	read  string     // when the rate of that month was read
	limit ordinance.Age
}

func (a *agedRates) add(p *place, x agedRate) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.latest == nil {
		a.latest = map[*place]agedRate{}
	}
	if x.month > a.latest[p].month {
		a.latest[p] = x
	}
}

// problems are the warnings, in no order.
func (a *agedRates) problems() (list []*table.Problem) {
	for p, x := range a.latest {
		list = append(list, &table.Problem{Code: "rate_age", Value: p.Name, Message: fmt.Sprintf(
			"the rate of %s is as of %s and is used for pay of %s, more than %s later; check it, or take over a newer table with withhold rates import",
			p.Name, x.read, x.month, x.limit)})
	}
	return list
}

// noteAge looks at the age of the rate that a month of pay is taxed at. Of a rate
// that changes in the month it is the one of its first day.
func (r *run) noteAge(p *place, m calc.Month) {
	if r.RateAge == 0 {
		return
	}
	read := r.book.RateRead(p.Municipality, m.Day(1))
	if read == "" {
		read = r.book.RateRead(p.Municipality, m.Day(calc.LastDay))
	}
	if r.RateAge.Over(read, m.Day(1)) {
		r.notes.aged.add(p, agedRate{m, read, r.RateAge})
	}
}
