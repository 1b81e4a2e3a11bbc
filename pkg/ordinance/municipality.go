package ordinance

import (
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A Municipality is a city, village or joint district, and its law at all times.
type Municipality struct {
	ID            string // never reused, never renamed
	Name          string // as outputs show it; no two have the same
	Kind          string // city, village, jedd, jedz, zone
	County        string
	FIPS          string // the place code, five digits
	Administrator string // RITA, CCA, self, ...; blank where not known
	Code          string // the administrator's code for it
	Aliases       []string
	Example       bool // an example ordinance, not a real place

	own   *topics // its file; nil without one
	state *topics
	table *rateTable // its rows in rates.csv; nil without any
	rates topics     // the same as provisions
	place place      // where its name stands

	intervals []interval // by day; the last has no end
}

// An interval is a span of days with the same law.
type interval struct {
	from calc.Date
	law  *calc.Law // nil where the rate or the base is not known
}

// An UnknownError says that the law of a day is not known.
type UnknownError struct {
	Municipality string
	ID           string
	What         string // rate or base
	On           calc.Date
	Before       calc.Date // the last earlier day for which it is known, or 0
	After        calc.Date // the first later day for which it is known, or 0
}

// Error says what is not known, since when it is, and what to do.
func (e *UnknownError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the %s of %s is not known on %s", e.What, e.Municipality, e.On)
	switch {
	case e.Before != 0 && e.After != 0:
		fmt.Fprintf(&b, "; it is known until %s and from %s on", e.Before, e.After)
	case e.After != 0:
		fmt.Fprintf(&b, "; it is known from %s on", e.After)
	case e.Before != 0:
		fmt.Fprintf(&b, "; it is known until %s", e.Before)
	}
	if e.What == "rate" {
		b.WriteString("; add its rows to rates.csv in a --schedules directory")
	} else {
		fmt.Fprintf(&b, "; add a base to municipalities/%s.yaml in a --schedules directory", e.ID)
	}
	return b.String()
}

// On is the law of the municipality on a day. Days of the same interval share one
// Law. The error is an [*UnknownError] where the rate or the base of that day is
// not known.
func (m *Municipality) On(d calc.Date) (*calc.Law, error) {
	low, high := 0, len(m.intervals)
	for low < high {
		if mid := (low + high) / 2; m.intervals[mid].from <= d {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == 0 || m.intervals[low-1].law == nil {
		return nil, m.unknown(d, low)
	}
	return m.intervals[low-1].law, nil
}

// unknown explains why there is no law on a day; next is the place of the
// interval that starts after it.
func (m *Municipality) unknown(d calc.Date, next int) error {
	e := &UnknownError{Municipality: m.Name, ID: m.ID, What: "base", On: d}
	if p := m.provision(topicRate, d); p == nil || p.set == nil {
		e.What = "rate"
	}
	for _, i := range m.intervals[next:] {
		if i.law != nil {
			e.After = i.from
			break
		}
	}
	for i := next - 2; i >= 0; i-- {
		if m.intervals[i].law != nil {
			e.Before = m.intervals[i+1].from - 1
			break
		}
	}
	return e
}

// provision is the entry that decides a topic on a day, or nil.
func (m *Municipality) provision(which topic, d calc.Date) *provision {
	if p := m.own.on(which, d); p != nil && !p.follow {
		return p
	}
	if p := m.rates.on(which, d); p != nil {
		return p
	}
	return m.state.on(which, d)
}

// settle works out the law of every span of days.
func (m *Municipality) settle() {
	for _, from := range m.changes() {
		law := m.compose(from)
		if n := len(m.intervals); n > 0 && sameLaw(m.intervals[n-1].law, law) {
			continue
		}
		m.intervals = append(m.intervals, interval{from, law})
	}
	for i, in := range m.intervals {
		if in.law != nil && i+1 < len(m.intervals) {
			in.law.Until = m.intervals[i+1].from - 1
		}
	}
}

// changes are the days on which something in the law may change, in order.
func (m *Municipality) changes() []calc.Date {
	var days []calc.Date
	for _, t := range []*topics{m.own, &m.rates, m.state} {
		if t == nil {
			continue
		}
		for _, list := range t {
			for _, p := range list {
				days = append(days, p.from)
			}
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// compose is the law from a day on; nil where the rate or the base is not known.
func (m *Municipality) compose(from calc.Date) *calc.Law {
	law := &calc.Law{Municipality: m.Name, From: from}
	for i := range numTopics {
		p := m.provision(topic(i), from)
		if p != nil && p.set != nil {
			p.set(law)
		} else if topic(i) == topicRate || topic(i) == topicBase {
			return nil
		}
	}
	// What section 125 takes from wages follows from the base, unless the
	// ordinance speaks of it.
	if law.Base == calc.GrossCompensation && m.own.on(topicExclusion+topic(calc.Section125), from) == nil {
		law.Exclusions[calc.Section125] = calc.Exclusion{Cite: law.BaseCite}
	}
	return law
}

// sameLaw reports whether two spans differ in their days only.
func sameLaw(a, b *calc.Law) bool {
	if a == nil || b == nil {
		return a == b
	}
	c := *b
	c.From, c.Until = a.From, a.Until
	return *a == c
}
