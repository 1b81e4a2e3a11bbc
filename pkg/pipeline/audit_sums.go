package pipeline

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
)

// This file is what differences add up to: by cause, municipality, month and
// person. What is kept is a few amounts for each of these.

// amounts are what differences come to.
type amounts struct {
	n, people   int
	over, under calc.Cents // withheld too much, and too little; neither is negative
	last        *employee  // who was counted last: all of a person comes together
}

func (a *amounts) add(who *employee, difference calc.Cents) {
	a.n++
	if a.last != who {
		a.last, a.people = who, a.people+1
	}
	a.over += max(0, difference)
	a.under += max(0, -difference)
}

func (a *amounts) merge(o *amounts) {
	a.n += o.n
	a.people += o.people
	a.over += o.over
	a.under += o.under
}

func (a *amounts) size() calc.Cents { return a.over + a.under }

// personAmounts are one person's, with the causes as bits.
type personAmounts struct {
	amounts
	causes uint16
}

// An askKey is what the provider is to be asked for: it did the same wherever it
// did so.
type askKey struct {
	cause  calc.Cause
	detail string
}

// auditSums are the sums of one worker, and at the end those of all.
type auditSums struct {
	checks, compared, unknown, incomplete, differing int
	lines, accepted                                  int
	read                                             calc.Cents // what the provider withheld on all checks
	paid, ours, acceptedSum                          calc.Cents // of the checks compared
	all                                              amounts
	causes                                           [calc.NumCauses]amounts
	places                                           map[string]*amounts
	months                                           map[calc.Month]*amounts
	people                                           map[*employee]*personAmounts
	asks                                             map[askKey]*amounts
	risks                                            map[riskKey]*risk
	amended                                          map[string]*amended
}

func newAuditSums() *auditSums {
	return &auditSums{places: map[string]*amounts{}, months: map[calc.Month]*amounts{}, people: map[*employee]*personAmounts{},
		asks: map[askKey]*amounts{}, risks: map[riskKey]*risk{}, amended: map[string]*amended{}}
}

// add adds one finding.
func (s *auditSums) add(who *employee, day calc.Date, f *calc.Finding) {
	s.lines++
	s.paid += f.Paid
	s.ours += f.Ours
	d := f.Amount()
	if f.Cause == calc.Agrees {
		if d != 0 {
			s.accepted++
			s.acceptedSum += d
		}
		return
	}
	name := ""
	if f.Law != nil {
		name = f.Law.Municipality
	}
	p := made(s.people, who)
	p.causes |= 1 << f.Cause
	for _, a := range []*amounts{&s.all, &s.causes[f.Cause], made(s.places, name), made(s.months, calc.MonthOf(day)), &p.amounts,
		made(s.asks, askKey{f.Cause, f.Detail})} {
		a.add(who, d)
	}
}

// made is the entry of a key, made if there is none.
func made[K comparable, V any](m map[K]*V, k K) *V {
	if m[k] == nil {
		m[k] = new(V)
	}
	return m[k]
}

// merge adds the sums of another worker, who had other people.
func (s *auditSums) merge(o *auditSums) {
	s.checks += o.checks
	s.compared += o.compared
	s.unknown += o.unknown
	s.incomplete += o.incomplete
	s.differing += o.differing
	s.lines += o.lines
	s.accepted += o.accepted
	s.read += o.read
	s.paid += o.paid
	s.ours += o.ours
	s.acceptedSum += o.acceptedSum
	s.all.merge(&o.all)
	for c := range s.causes {
		s.causes[c].merge(&o.causes[c])
	}
	mergeAll(s.places, o.places)
	mergeAll(s.months, o.months)
	mergeAll(s.asks, o.asks)
	maps.Copy(s.people, o.people)
	maps.Copy(s.risks, o.risks)
}

func mergeAll[K comparable](all, some map[K]*amounts) {
	for k, v := range some {
		made(all, k).merge(v)
	}
}

// ties proves that no money was lost between reading and comparing, and that
// the causes make up the difference.
func (s *auditSums) ties(read calc.Cents) error {
	var byCause calc.Cents
	for c := range s.causes {
		byCause += s.causes[c].over - s.causes[c].under
	}
	var errs []error
	if s.read != read {
		errs = append(errs, fmt.Errorf("tax withheld as read %s, on the checks %s, do not tie; nothing was written", read, s.read))
	}
	if s.paid-s.ours != byCause+s.acceptedSum {
		errs = append(errs, fmt.Errorf("the difference of the taxes %s, that of the causes %s, do not tie; nothing was written", s.paid-s.ours, byCause+s.acceptedSum))
	}
	return errors.Join(errs...)
}

// resetOut empties the room for rows of audit.csv.
func (w *auditor) resetOut() {
	w.out.rows.Table = results.Audit
	w.out.rows.Reset()
	w.out.keys, w.out.ends = w.out.keys[:0], w.out.ends[:0]
}

// flush gives the rows found to be sorted. One worker does so at a time.
func (w *auditor) flush() error {
	w.a.out.rows[results.Audit] += len(w.out.ends)
	err := w.out.addTo(w.a.found)
	w.resetOut()
	return err
}

// writeSums writes the tables of what was added up.
func (a *audit) writeSums() error {
	s := a.sums
	tail := func(r *results.Row, x *amounts) {
		r.Count(x.n)
		r.Count(x.people)
		r.Money(x.over)
		r.Money(x.under)
		r.Money(x.over - x.under)
	}
	for c := range calc.Cause(calc.NumCauses) {
		if x := &s.causes[c]; x.n > 0 {
			if err := a.out.row(results.AuditCauses, func(r *results.Row) { r.Text(c.String()); r.Text(causeWords[c]); tail(r, x) }); err != nil {
				return err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.places)) {
		if err := a.out.row(results.AuditMunicipalities, func(r *results.Row) { r.Text(name); tail(r, s.places[name]) }); err != nil {
			return err
		}
	}
	for _, month := range slices.Sorted(maps.Keys(s.months)) {
		if err := a.out.row(results.AuditMonths, func(r *results.Row) { r.Text(month.String()); tail(r, s.months[month]) }); err != nil {
			return err
		}
	}
	return a.writePeople()
}

func (a *audit) writePeople() error {
	people := slices.SortedFunc(maps.Keys(a.sums.people), func(x, y *employee) int {
		return cmp.Or(strings.Compare(x.employer.id, y.employer.id), strings.Compare(x.id(), y.id()))
	})
	for _, who := range people {
		x := a.sums.people[who]
		var causes []string
		for c := range calc.Cause(calc.NumCauses) {
			if x.causes&(1<<c) != 0 {
				causes = append(causes, c.String())
			}
		}
		if err := a.out.row(results.AuditPeople, func(r *results.Row) {
			r.Text(who.employer.id)
			r.Text(who.id())
			r.Text(who.name)
			r.Count(x.n)
			r.Money(x.over)
			r.Money(x.under)
			r.Money(x.over - x.under)
			r.Text(strings.Join(causes, ";"))
		}); err != nil {
			return err
		}
	}
	return nil
}
