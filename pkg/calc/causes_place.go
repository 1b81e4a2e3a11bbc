package calc

import (
	"fmt"
	"slices"
)

// This file supposes that a provider withheld for another municipality, at the
// rate of another date, or with another credit for residents.

// changed is the facts under a law that differs in one thing, for the
// municipality of that name or, where name is "", for all.
func (f Facts) changed(name string, change func(*Law)) Facts {
	copies := map[*Law]*Law{}
	of := func(l *Law) *Law {
		if l == nil || name != "" && l.Municipality != name {
			return l
		}
		c := copies[l]
		if c == nil {
			c = new(Law)
			*c = *l
			change(c)
			copies[l] = c
		}
		return c
	}
	f.Shares = slices.Clone(f.Shares)
	for i := range f.Shares {
		f.Shares[i].Law = of(f.Shares[i].Law)
	}
	f.Home.Law = of(f.Home.Law)
	f.CatchUps = slices.Clone(f.CatchUps)
	for i := range f.CatchUps {
		l := &f.CatchUps[i]
		l.Law = of(l.Law)
		l.Rate = l.Law.Rate
		l.Required = l.Rate.Tax(l.Wages.Subject)
	}
	return f
}

// movedTo is the facts with the work of one municipality done in another; from
// "" is work where no tax is levied, and all is all work.
func (f Facts) movedTo(to *PaidFor, from string, all bool) Facts {
	f.Shares = slices.Clone(f.Shares)
	for i := range f.Shares {
		if s := &f.Shares[i]; all || nameOf(s.Law) == from {
			s.Law, s.Ties, s.Withholds, s.Small = to.Law, to.Ties, true, false
		}
	}
	f.CatchUps = slices.DeleteFunc(slices.Clone(f.CatchUps), func(l Line) bool { return all || l.Municipality() == from })
	return f
}

// workplaces are the municipalities of the shares, "" for none.
func (f *Facts) workplaces() (names []string) {
	for i := range f.Shares {
		if n := nameOf(f.Shares[i].Law); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// supposeRates: the rate of the work place or of the residence at another date.
func (a *Audited) supposeRates(list []supposition) []supposition {
	names := a.workplaces()
	if home := nameOf(a.Home.Law); home != "" && !slices.Contains(names, home) {
		names = append(names, home)
	}
	for _, name := range names {
		var tried []Rate
		for _, r := range a.Guesses.Rates[name] {
			if !slices.Contains(tried, r.Rate) {
				tried = append(tried, r.Rate)
				list = append(list, supposition{cause: OtherDate, detail: a.dated(name, &r),
					change: func(f Facts) Facts { return f.changed(name, func(l *Law) { l.Rate = r.Rate }) }})
			}
			if r.Credit.Known && name == nameOf(a.Home.Law) {
				list = append(list, supposition{cause: OtherDate, detail: a.dated(name, &r) + ", with the credit of that time",
					change: func(f Facts) Facts {
						return f.changed(name, func(l *Law) { l.Rate, l.Credit = r.Rate, r.Credit })
					}})
			}
		}
	}
	return list
}

// dated says which rate it is: the rate before or from a day.
func (a *Audited) dated(name string, r *DatedRate) string {
	when := "from " + r.From.String() + " on"
	if r.From <= a.PayDate {
		when = "before " + (r.Until + 1).String()
	}
	return fmt.Sprintf("the rate of %s %s, %s", name, when, percent(r.Rate))
}

// percent is a rate as people write it.
func percent(r Rate) string { return (100 * r).String() + " %" }

// supposeCredits: another credit for tax withheld at work. A residence that the
// provider does not name at all was not computed with any.
func (a *Audited) supposeCredits(list []supposition) []supposition {
	home := a.Home.Law
	if home == nil || !a.names(home.Municipality) || !a.Home.Courtesy && home.Residents.Rule != Difference {
		return list
	}
	credit := func(detail string, c Credit) {
		c.Known = true
		list = append(list, supposition{cause: ResidentCredit, detail: detail, by: byCredit, change: func(f Facts) Facts {
			f = f.changed(home.Municipality, func(l *Law) { l.Credit, l.Residents.Rule = c, OnRequest })
			f.Home.Courtesy = true
			return f
		}})
	}
	own := home.Credit
	if home.Residents.Rule == Difference || !own.Known {
		own = Credit{Known: true, Factor: rateUnit, Limit: home.Rate} // the difference of rates, as a credit
	}
	for _, v := range a.Guesses.Factors {
		if c := own; v != own.Factor {
			c.Factor = v
			credit(fmt.Sprintf("credit factor %s instead of %s", v, own.Factor), c)
		}
	}
	for _, v := range a.Guesses.Limits {
		if c := own; v != own.Limit && own.Kind == CreditOfWorkRate {
			c.Limit = v
			credit(fmt.Sprintf("credit limit %s instead of %s", percent(v), percent(own.Limit)), c)
		}
	}
	credit("credit of the whole rate at work, without limit", Credit{Factor: rateUnit, Limit: rateUnit})
	for _, r := range a.Guesses.Rates[home.Municipality] {
		if r.Credit.Known && r.Credit != own {
			credit(fmt.Sprintf("the credit of %s of another date: factor %s, limit %s", home.Municipality, r.Credit.Factor, percent(r.Credit.Limit)), r.Credit)
		}
	}
	return append(list, a.printedRate())
}

// printedRate: the rate left for the residence as tables print it, in hundredths
// of a percent: CCA Schedule R has 0.63 % for 0.625 %.
func (a *Audited) printedRate() supposition {
	home := a.Home
	return supposition{cause: ResidentCredit, detail: "the residence rate rounded to hundredths of a percent", by: byCredit,
		figures: func(t taxes) taxes {
			t = slices.Clone(t)
			for _, l := range Withhold(a.Shares, &home, a.Person, nil) {
				if l.Role == Residence || l.Role == Courtesy {
					const step = rateUnit / 10_000
					t = t.add(l.Law, ((l.Rate+step/2)/step*step).Tax(l.Wages.Subject)-l.Required)
				}
			}
			return t
		}}
}

// supposePlaces: withheld for another municipality, for none, or for one where
// nothing is due.
func (a *Audited) supposePlaces(list []supposition) []supposition {
	weak := func(detail string, s supposition) {
		s.cause, s.detail, s.weak = OtherMunicipality, detail, true
		list = append(list, s)
	}
	for i := range a.Paid {
		if to := &a.Paid[i]; to.Law != nil && to.Tax != 0 {
			a.supposeMoved(to, weak)
		}
	}
	ours := taxesOf(a.lines())
	for _, due := range ours {
		name := nameOf(due.law)
		if a.paid(name) != 0 {
			continue
		}
		weak("nothing was withheld for "+name, supposition{figures: without(name)})
		weak("nothing was withheld for "+name, supposition{figures: without(name), change: func(f Facts) Facts {
			f.Shares = slices.Clone(f.Shares)
			for i := range f.Shares {
				f.Shares[i].Withholds = f.Shares[i].Withholds && nameOf(f.Shares[i].Law) != name
			}
			return f
		}})
	}
	for i := range a.Paid {
		if p := &a.Paid[i]; p.Tax != 0 && ours.of(p.Name()) == 0 {
			detail := "withheld for no municipality that is named"
			switch {
			case p.Law == nil:
			case p.Name() == nameOf(a.Home.Law):
				s := supposition{cause: CourtesyWithholding, weak: true, detail: "withheld for the residence, which was not asked for", by: byRequest}
				s.figures = func(t taxes) taxes { return slices.Clone(t).add(p.Law, p.Tax) }
				list = append(list, s)
				continue
			default:
				detail = "nothing is due for " + p.Name() + ": neither the work was there nor the residence"
			}
			weak(detail, supposition{figures: func(t taxes) taxes { return slices.Clone(t).add(p.Law, p.Tax) }})
		}
	}
	return list
}

// supposeMoved: what was earned in one municipality was taxed for another.
func (a *Audited) supposeMoved(to *PaidFor, weak func(string, supposition)) {
	places := a.workplaces()
	for _, from := range places {
		if from == to.Name() || from != "" && a.paid(from) != 0 {
			continue
		}
		s := supposition{change: func(f Facts) Facts { return f.movedTo(to, from, false) }}
		detail := "withheld for " + to.Name() + " instead of " + from
		if from == "" {
			detail = "withheld for " + to.Name() + ", but the work was where no municipality levies a tax"
		}
		if i := slices.IndexFunc(a.Shares, func(s Share) bool { return s.Small }); i >= 0 && a.Shares[i].Law != nil {
			detail += ": a small employer withholds for its fixed location only"
			s.by, s.cite = byText, a.Shares[i].Law.SmallEmployer.Cite
		}
		weak(detail, s)
		weak(detail+", at the rate due there", supposition{figures: func(t taxes) taxes {
			return without(from)(t).add(to.Law, t.of(from))
		}})
	}
	if len(places) > 1 {
		weak("all withheld for "+to.Name(), supposition{change: func(f Facts) Facts { return f.movedTo(to, "", true) }})
	}
}

// without leaves out what is due for a municipality.
func without(name string) func(taxes) taxes {
	return func(t taxes) taxes {
		return slices.DeleteFunc(slices.Clone(t), func(x tax) bool { return nameOf(x.law) == name })
	}
}

// supposeOthersRates: the municipality is right and the rate is another's.
func (a *Audited) supposeOthersRates(list []supposition) []supposition {
	for _, name := range a.workplaces() {
		if name == "" || a.paid(name) == 0 {
			continue
		}
		for _, r := range a.Guesses.InUse {
			list = append(list, supposition{cause: OtherMunicipality, weak: true,
				detail: fmt.Sprintf("%s, the rate of %s", percent(r.Rate), r.Of),
				change: func(f Facts) Facts { return f.changed(name, func(l *Law) { l.Rate = r.Rate }) }})
		}
	}
	return list
}
