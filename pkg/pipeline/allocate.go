package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// scale makes the hours of one day divisible among up to six principal places.
const scale = 60

// A bucket is the time of a check that ends up in one municipality under one
// law.
type bucket struct {
	place  calc.PlaceID
	law    *calc.Law // nil nowhere
	minor  [3]bool   // earned before the age from which pay is taxed
	earned calc.Date // a day of it
	weight int64
	exempt []exemptTime // what of it are exempt days elsewhere
}

// exemptTime is time that a municipality exempts, and so the principal place's.
type exemptTime struct {
	place  calc.PlaceID
	law    *calc.Law
	day    calc.Date
	weight int64
	never  bool // by an agreement, so that no crossing reaches back to it
}

// allocate splits a check over the work log of its period. It reports false
// where the log has nothing in the period.
func (w *worker) allocate(b *batch, r *row) (bool, error) {
	if done, err := w.fill(r); !done || err != nil {
		return false, err
	}
	weights := make([]int64, len(w.buckets))
	for i := range w.buckets {
		weights[i] = w.buckets[i].weight
	}
	parts := calc.SplitCheck(&r.Pay, weights, nil)
	r.shares[0], r.portions[0] = len(b.shares), len(b.portions)
	for i := range w.buckets {
		x := &w.buckets[i]
		at := w.run.logs.places[x.place]
		parts[i].Earned = x.earned
		if len(r.who.crossings) > 0 && len(x.exempt) > 0 {
			w.portionsOf(b, r, x, &parts[i])
		}
		b.shares = append(b.shares, calc.Share{Law: x.law, Check: parts[i], Ties: ties(r.who, at), Exempt: w.exemptBy(x),
			Withholds: at != nil && !r.who.employer.standing("not_withholding", at, r.Pay.PayDate)})
	}
	r.shares[1], r.portions[1] = len(b.shares), len(b.portions)
	return true, nil
}

// fill puts the time of the check's period into buckets, by municipality. It
// reports false where there is none.
func (w *worker) fill(r *row) (bool, error) {
	log := r.who.inPeriod(r.PeriodStart, r.PeriodEnd)
	w.buckets = w.buckets[:0]
	for i := range log {
		if err := w.place1(r, &log[i]); err != nil {
			return false, err
		}
	}
	slices.SortFunc(w.buckets, func(a, b bucket) int {
		return cmp.Or(strings.Compare(w.name(a.place), w.name(b.place)), cmp.Compare(a.earned, b.earned))
	})
	return w.worked() > 0, nil
}

// exemptBy cites the rules by which time in a bucket is exempt elsewhere.
func (w *worker) exemptBy(x *bucket) calc.Citation {
	var rules []string
	for _, t := range x.exempt {
		if rule := string(w.run.logs.ruleOf(t.place, t.day).Cite); !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	slices.Sort(rules)
	return calc.Citation(strings.Join(rules, ";"))
}

func (w *worker) name(id calc.PlaceID) string {
	if id == calc.Nowhere {
		return ""
	}
	return w.run.logs.places[id].Name
}

func (w *worker) worked() (sum int64) {
	for i := range w.buckets {
		sum += w.buckets[i].weight
	}
	return sum
}

// inPeriod is the person's log from a day to another.
func (e *employee) inPeriod(start, end calc.Date) []calc.LogEntry {
	if len(e.log) == 0 || start == 0 || end == 0 {
		return nil
	}
	from, _ := slices.BinarySearchFunc(e.log, start, func(x calc.LogEntry, d calc.Date) int { return cmp.Compare(x.Day, d) })
	to, _ := slices.BinarySearchFunc(e.log, end+1, func(x calc.LogEntry, d calc.Date) int { return cmp.Compare(x.Day, d) })
	return e.log[from:to]
}

// place1 puts the time of one log entry where it belongs: the municipality whose
// time it is or, where that is none or exempts the day, the principal place.
func (w *worker) place1(r *row, x *calc.LogEntry) error {
	where, weight := w.whose(r.who, x), int64(x.Hours)*scale
	if where == principal {
		return w.toPrincipal(r, x.Day, weight, nil)
	}
	law, err := w.run.logs.places[where].law(x.Day)
	if err != nil {
		return fmt.Errorf("%s, by the work log: %w", w.run.logs.places[where].Name, err)
	}
	if where != calc.Nowhere && w.visit(r, where, x.Day).Decide() == calc.Exempt {
		return w.toPrincipal(r, x.Day, weight, &exemptTime{where, law, x.Day, weight, w.visiting.Never})
	}
	w.put(r, where, law, x.Day, weight, nil)
	return nil
}

// whose is the municipality whose time a log entry is, were no day exempt: the
// one the day counts for; under the any-part rule the entry's own; principal
// where nobody wins the day.
func (w *worker) whose(who *employee, x *calc.LogEntry) calc.PlaceID {
	service := !x.AtPrincipal(w.run.homeDays(who, x))
	if x.Place != calc.Nowhere && service && w.run.logs.ruleOf(x.Place, x.Day).Counts == calc.AnyPart {
		return x.Place
	}
	where := who.days.rest(x.Day)
	if where == calc.Nowhere && (x.Place != calc.Nowhere || !service) {
		return principal
	}
	return where
}

// toPrincipal gives time to the principal place, or shares it among several.
func (w *worker) toPrincipal(r *row, day calc.Date, weight int64, from *exemptTime) error {
	places := r.who.principalOn(day)
	r.noPrincipal = r.noPrincipal || &places[0] == &nowhere[0]
	var weights [8]int64
	var parts [8]calc.Cents
	list := weights[:0]
	for _, p := range places {
		list = append(list, p.Weight)
	}
	shared := calc.Split(calc.Cents(weight), list, append(parts[:0], make([]calc.Cents, len(list))...))
	for i, p := range places {
		law, err := w.run.logs.places[p.Place].law(day)
		if err != nil {
			return fmt.Errorf("principal place of work %s: %w", w.run.logs.places[p.Place].Name, err)
		}
		var exempt *exemptTime
		if from != nil {
			exempt = &exemptTime{from.place, from.law, from.day, int64(shared[i]), from.never}
		}
		w.put(r, p.Place, law, day, int64(shared[i]), exempt)
	}
	return nil
}

// put adds time to a bucket.
func (w *worker) put(r *row, at calc.PlaceID, law *calc.Law, day calc.Date, weight int64, exempt *exemptTime) {
	// The age is asked for by the law of the place, of the home, and of the place
	// that may catch the day up.
	var minor [3]bool
	minor[0] = law != nil && law.Minor(&r.who.person, day)
	if r.who.home != nil {
		if home, err := r.who.home.law(day); err == nil {
			minor[1] = home.Minor(&r.who.person, day)
		}
	}
	minor[2] = exempt != nil && exempt.law.Minor(&r.who.person, day)
	i := slices.IndexFunc(w.buckets, func(b bucket) bool { return b.place == at && b.law == law && b.minor == minor })
	if i < 0 {
		i = len(w.buckets)
		w.buckets = append(w.buckets, bucket{place: at, law: law, minor: minor, earned: day})
	}
	b := &w.buckets[i]
	b.weight += weight
	b.earned = min(b.earned, day)
	if exempt != nil {
		b.exempt = append(b.exempt, *exempt)
	}
}

// visit is what decides whether a day that counts for a municipality is exempt
// there.
func (w *worker) visit(r *row, where calc.PlaceID, day calc.Date) *calc.Visit {
	logs, who := w.run.logs, r.who
	at, e := logs.places[where], r.who.employer
	y := who.days.look(where, day.Year())
	v := &w.visiting
	*v = calc.Visit{
		Rule: logs.ruleOf(where, day), Rank: y.set.Rank(day.DayOfYear()), Days: e.thresholdDays(at, day),
		FromFirstDay: e.standing("withhold_from_first_day", at, day), Never: e.standing("never_withhold", at, day),
		Presumed:      y.presumed != 0 && day >= y.presumed,
		ResidentAsked: who.home == at && who.courtesy,
		InCapacity:    r.InCapacity && who.performs,
	}
	for _, p := range who.principalOn(day) {
		v.Principal = v.Principal || p.Place == where
		if at := logs.places[p.Place]; at != nil && e.standing("not_withholding", at, day) {
			law, err := at.law(day)
			v.PrincipalNotWithheld = v.PrincipalNotWithheld || err == nil && law.Rate > 0
		}
	}
	if w.suppose != nil {
		w.suppose(v)
	}
	return v
}
