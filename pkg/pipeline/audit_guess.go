package pipeline

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"example.com/withhold/pkg/calc"
)

// This file finds what a provider may have gone by instead of the law of the
// day: rates of other dates and of other municipalities, credits that are in use,
// and days counted in another way.

// guessCache is what is in use on a day.
type guessCache map[calc.Date]*inUse

type inUse struct {
	rates           []calc.RateInUse
	factors, limits []calc.Rate
	age             int
}

// guess fills in the guesses for a check that differs.
func (w *auditor) guess(x *checked, au *calc.Audited) error {
	day := au.PayDate
	use := w.guesses[day]
	if use == nil {
		use = w.inUse(day)
		w.guesses[day] = use
	}
	g := &au.Guesses
	g.Factors, g.Limits, g.Age, g.Rates = use.factors, use.limits, use.age, map[string][]calc.DatedRate{}
	for _, near := range []struct {
		at  *place
		why string
	}{{x.who.home, "where the person lives"}, {x.who.employer.fixed, "where the employer is located"}, {x.who.ppw, "the principal place of work"}} {
		if law, err := near.at.law(day); err == nil && law != nil && law.Rate > 0 {
			g.InUse = append(g.InUse, calc.RateInUse{Rate: law.Rate, Of: law.Municipality + ", " + near.why})
		}
	}
	g.InUse = append(g.InUse, use.rates...)
	laws := []*calc.Law{au.Home.Law}
	for i := range au.Shares {
		laws = append(laws, au.Shares[i].Law)
	}
	for _, law := range laws {
		if law != nil && g.Rates[law.Municipality] == nil {
			g.Rates[law.Municipality] = w.history(law.Municipality, day)
		}
	}
	if len(x.apart) > 1 {
		for i := range x.apart {
			f, err := w.facts(x, x.apart[i:i+1])
			if err != nil {
				return err
			}
			au.Rows = append(au.Rows, f.Shares)
		}
	}
	if x.who.days == nil {
		return nil
	}
	return w.guessDays(x, au)
}

// history is what a municipality levied at other dates, the nearest first.
func (w *auditor) history(name string, day calc.Date) []calc.DatedRate {
	at, err := w.place([]byte(name))
	if err != nil || at == nil {
		return nil
	}
	var all []calc.DatedRate
	for _, law := range at.Laws() {
		if n := len(all) - 1; n >= 0 && all[n].Rate == law.Rate && all[n].Credit == law.Credit && all[n].Until+1 == law.From {
			all[n].Until = law.Until // something else of the law changed
			continue
		}
		all = append(all, calc.DatedRate{From: law.From, Until: law.Until, Rate: law.Rate, Credit: law.Credit})
	}
	all = slices.DeleteFunc(all, func(r calc.DatedRate) bool { return r.From <= day && (r.Until == 0 || day <= r.Until) })
	apart := func(r calc.DatedRate) calc.Date {
		if r.From > day {
			return r.From - day
		}
		return day - r.Until
	}
	slices.SortStableFunc(all, func(a, b calc.DatedRate) int { return cmp.Compare(apart(a), apart(b)) })
	return all
}

// inUse finds what real municipalities levy and credit on a day, and the round
// numbers that a form may hold instead.
func (w *auditor) inUse(day calc.Date) *inUse {
	byRate, first := map[calc.Rate]int{}, map[calc.Rate]string{}
	factors, limits := map[calc.Rate]bool{}, map[calc.Rate]bool{}
	age := 0
	for _, m := range w.run.book.All() {
		law, err := m.On(day)
		if err != nil {
			continue
		}
		if x := &law.Exclusions[calc.Under18]; x.Applies {
			age = max(age, x.Age)
		}
		if m.Example || law.Rate == 0 {
			continue
		}
		if byRate[law.Rate]++; first[law.Rate] == "" {
			first[law.Rate] = m.Name
		}
		if law.Credit.Known && law.Credit.Kind == calc.CreditOfWorkRate {
			factors[law.Credit.Factor], limits[law.Credit.Limit] = true, true
		}
	}
	const whole = calc.Rate(10_000_000_000)
	for i := range calc.Rate(11) {
		factors[i*whole/10] = true
		limits[i*whole/400] = true // quarters of a percent
	}
	u := &inUse{factors: slices.Sorted(maps.Keys(factors)), limits: slices.Sorted(maps.Keys(limits)), age: age}
	for _, rate := range slices.Sorted(maps.Keys(byRate)) {
		of := first[rate]
		if n := byRate[rate] - 1; n > 0 {
			of += fmt.Sprintf(" and %d others", n)
		}
		u.rates = append(u.rates, calc.RateInUse{Rate: rate, Of: of})
	}
	return u
}

// guessDays computes where the pay goes if days are counted in another way.
func (w *auditor) guessDays(x *checked, au *calc.Audited) error {
	defer func() { w.suppose = nil }()
	all := calc.DayGuess{Detail: "withheld as if no day were exempt, from the first on"}
	w.suppose = func(v *calc.Visit) { v.Never, v.FromFirstDay = false, true }
	f, err := w.facts(x, x.parts)
	if err != nil {
		return err
	}
	all.Shares = f.Shares
	var cite calc.Citation
	for i := range f.Shares {
		if law := f.Shares[i].Law; law != nil && law.OccasionalEntrant.Days > 0 && (cite == "" || !w.isPrincipal(x, law)) {
			cite = law.OccasionalEntrant.Cite
		}
	}
	all.Cite = cite
	au.Guesses.Days = append(au.Guesses.Days, all)
	try := func(detail string, suppose func(v *calc.Visit)) error {
		w.suppose = suppose
		f, err := w.facts(x, x.parts)
		au.Guesses.Days = append(au.Guesses.Days, calc.DayGuess{Detail: detail, Cite: cite, Shares: f.Shares})
		return err
	}
	if err := try("not withheld after the exempt days: as if every day were exempt", func(v *calc.Visit) { v.Never = true }); err != nil {
		return err
	}
	for _, by := range []int{-1, 1} {
		detail := map[int]string{-1: "withheld a day too early", 1: "withheld a day too late"}[by]
		if err := try(detail, counting(func(v *calc.Visit) int { return v.Limit() + by })); err != nil {
			return err
		}
	}
	for _, n := range []int{12, 20} {
		if err := try(fmt.Sprintf("withheld as if %d days were exempt", n), counting(func(*calc.Visit) int { return n })); err != nil {
			return err
		}
	}
	return nil
}

// counting supposes another number of exempt days, where any are.
func counting(days func(*calc.Visit) int) func(*calc.Visit) {
	return func(v *calc.Visit) {
		if !v.Never && !v.FromFirstDay && v.Limit() > 0 {
			v.Days = days(v)
		}
	}
}

// isPrincipal reports whether a municipality is the person's principal place of
// work when a check is paid.
func (w *auditor) isPrincipal(x *checked, law *calc.Law) bool {
	return slices.ContainsFunc(x.who.principalOn(cmp.Or(x.first.PeriodEnd, x.first.Pay.PayDate)), func(p calc.Principal) bool {
		return w.name(p.Place) == law.Municipality
	})
}
