package pipeline

import (
	"bytes"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A remittance is what one employer owes one municipality for one period, with
// the determination behind it.
type remittance struct {
	period    calc.Period
	name      string // of the period
	frequency string
	due       calc.Date // 0 where no rule is known
	payBy     calc.Date
	eft       bool
	citations []calc.Citation
	reasons   []reason
	words     []byte // of the reasons
	priorYear calc.Cents
	highest   calc.Cents
	months    []calc.Month

	sum    entry
	people []person
}

// A reason is why a month is remitted as it is.
type reason struct {
	month calc.Month
	text  []byte // among its remittance's words
}

// because adds why a month is remitted as it is.
func (m *remittance) because(month calc.Month, text []byte) {
	start := len(m.words)
	m.words = append(m.words, text...)
	m.reasons = append(m.reasons, reason{month, m.words[start:len(m.words):len(m.words)]})
}

// A person is one employee's part of a remittance.
type person struct {
	who *employee
	sum entry
}

// settledPlace is what an employer remits to one municipality.
type settledPlace struct {
	place *place
	list  []*remittance
}

// placeEntries are an employer's entries of one municipality.
type placeEntries struct {
	place *place
	list  []personEntry
}

type personEntry struct {
	who *employee
	*entry
}

// months is the tax of each month, the greater of withheld and required:
// history where there is no payroll, payroll otherwise.
func (e *employer) months(s placeEntries) calc.Months { return e.monthsIn(nil, s) }

// monthsIn is months in the room that have has.
func (e *employer) monthsIn(have calc.Months, s placeEntries) calc.Months {
	months := append(have[:0], e.past(s.place)...)
	for list := s.list; len(list) > 0; {
		var sum entry
		month, n := list[0].slot.month(), 0
		for ; n < len(list) && list[n].slot.month() == month; n++ {
			sum.required += list[n].required
			sum.withheld += list[n].withheld
		}
		months.Set(month, max(sum.required, sum.withheld))
		list = list[n:]
	}
	return months
}

// newRemittance has room for a quarter of one person, which most small employers'
// remittances are: there are as many of them as of employers, municipalities and
// periods.
func newRemittance() *remittance {
	x := &struct {
		remittance
		months    [3]calc.Month
		reasons   [3]reason
		citations [2]calc.Citation
		people    [3]person
	}{}
	m := &x.remittance
	m.months, m.reasons, m.citations, m.people = x.months[:0], x.reasons[:0], x.citations[:0], x.people[:0]
	return m
}

// samePeriod is the remittance of a list that is for the same period, or nil.
func (m *remittance) samePeriod(list []*remittance) *remittance {
	for _, x := range list {
		if x.due == m.due && x.name == m.name && x.frequency == m.frequency {
			return x
		}
	}
	return nil
}

// merge joins another slot of the same period.
func (m *remittance) merge(o *remittance) {
	if !slices.Contains(m.months, o.months[0]) {
		m.months = append(m.months, o.months...)
		for _, x := range o.reasons {
			m.because(x.month, x.text)
		}
	}
	for _, c := range o.citations {
		if !slices.Contains(m.citations, c) {
			m.citations = append(m.citations, c)
		}
	}
	m.eft = m.eft || o.eft
}

func (m *remittance) take(x personEntry) {
	m.sum.subject += x.subject
	m.sum.required += x.required
	m.sum.withheld += x.withheld
	m.people = append(m.people, person{x.who, *x.entry})
}

// mergePeople adds up the entries of each person, in the order of their ids.
func mergePeople(list []person) []person {
	slices.SortFunc(list, func(a, b person) int { return strings.Compare(a.who.id(), b.who.id()) })
	merged := list[:0]
	for _, p := range list {
		if n := len(merged); n > 0 && merged[n-1].who == p.who {
			sum := &merged[n-1].sum
			sum.subject += p.sum.subject
			sum.required += p.sum.required
			sum.withheld += p.sum.withheld
			continue
		}
		merged = append(merged, p)
	}
	return merged
}

// amountDue is the greater of withheld and required, compared in total:
// 000 (A)(2)(a).
func (m *remittance) amountDue() calc.Cents { return calc.Due(m.sum.required, m.sum.withheld) }

// reason says why, by month where the months of a period differ.
func (m *remittance) reason() []byte {
	first := m.reasons[0].text
	if !slices.ContainsFunc(m.reasons, func(x reason) bool { return !bytes.Equal(x.text, first) }) {
		return first
	}
	var all []byte
	for i, x := range m.reasons {
		if i > 0 {
			all = append(all, "; "...)
		}
		all = append(append(append(all, x.month.String()...), ": "...), x.text...)
	}
	return all
}

func joinCitations(list []calc.Citation) string {
	if len(list) == 1 {
		return string(list[0])
	}
	var texts []string
	for _, c := range list {
		if c != "" {
			texts = append(texts, string(c))
		}
	}
	return strings.Join(texts, ";")
}
