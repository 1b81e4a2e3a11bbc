package pipeline

import (
	"maps"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/worksheet"
)

// This file finds the figures that the forms of a year ask for.

// figuresOf are what is known of a municipality's year.
func (c *reconciling) figuresOf(b *yearBook, t *townBook) worksheet.Figures {
	f, sum := worksheet.Figures{}, t.sum.all()
	work, home := t.taxes()
	f.Money(worksheet.WorkplaceWages, t.sum[forWork].subject)
	f.Money(worksheet.ResidenceWages, t.sum[forHome].subject)
	f.Money(worksheet.WorkplaceTax, work)
	f.Money(worksheet.ResidenceTax, home)
	f.Money(worksheet.TaxRequired, sum.required)
	f.Money(worksheet.TaxWithheld, sum.withheld)
	f.Money(worksheet.AmountDue, t.due)
	f.Money(worksheet.TaxRemitted, t.remitted)
	f.Money(worksheet.CreditCarried, t.credits)
	f.Money(worksheet.TotalCompensation, sum.wages)
	f.Money(worksheet.NotSubject, sum.wages-sum.subject)
	f.Number(worksheet.Employees, t.employees)
	f.Number(worksheet.W2Count, t.employees)
	c.rateFigures(f, b, t)
	c.contractFigures(f, b, t)
	return f
}

// contractFigures are how many people who are no employees were paid for services
// in the municipalities, and how much; nothing where no table was given.
func (c *reconciling) contractFigures(f worksheet.Figures, b *yearBook, towns ...*townBook) {
	if len(c.contractors) == 0 {
		return
	}
	people, amount := map[string]bool{}, calc.Cents(0)
	for _, x := range c.contractsOfFirm(b.id) {
		if slices.ContainsFunc(towns, func(t *townBook) bool { return t.place == x.at }) {
			people[x.person()] = true
			amount += x.Amount
		}
	}
	f.Number(worksheet.ContractorCount, len(people))
	f.Money(worksheet.ContractorAmount, amount)
}

// rateFigures are the rates in use, and what they make of wages. Where there is
// one rate, the forms compute what follows from it and show how.
func (c *reconciling) rateFigures(f worksheet.Figures, b *yearBook, t *townBook) {
	work := map[calc.Rate]calc.Cents{} // wages, by rate
	for _, p := range b.people {
		if x := p.towns[t.place]; x != nil {
			for _, r := range x.rates {
				if r.role != calc.Residence && r.role != calc.Courtesy {
					work[r.rate] += r.subject
				}
			}
		}
	}
	home, homeRates := map[calc.Rate]calc.Cents{}, map[calc.Rate]calc.Cents{} // by the municipality's rate, and by the rate taken
	full := maps.Clone(work)
	var less homeSum
	for key, sum := range t.homes {
		home[key.full] += sum.subject
		homeRates[key.rate] += sum.subject
		if key.rate >= key.full {
			full[key.full] += sum.subject
			continue
		}
		less.subject += sum.subject
		less.required += sum.required
	}
	for _, of := range []map[calc.Rate]calc.Cents{work, home, homeRates, full} {
		maps.DeleteFunc(of, func(_ calc.Rate, wages calc.Cents) bool { return wages == 0 })
	}
	f.Money(worksheet.FullRateWages, t.sum[forWork].subject+t.sum[forHome].subject-less.subject)
	f.Money(worksheet.LowerRateWages, less.subject)
	f.Money(worksheet.LowerRateTax, less.required)
	if rate, one := oneRate(homeRates); one {
		f.Share(worksheet.ResidenceRate, rate)
	}
	all := maps.Clone(work)
	maps.Copy(all, home)
	if rate, one := oneRate(all); one {
		f.Share(worksheet.TaxRate, rate)
		return
	}
	f.Money(worksheet.TaxAtRate, atRates(work))
	f.Money(worksheet.FullRateTax, atRates(full))
	_, tax := t.taxes()
	f.Money(worksheet.OtherCityCredit, max(0, atRates(home)-tax))
}

// oneRate is the only rate that there is.
func oneRate(wages map[calc.Rate]calc.Cents) (rate calc.Rate, one bool) {
	for rate = range wages {
		one = len(wages) == 1
	}
	return rate, one
}

// atRates is the tax of wages by rate, each rounded once.
func atRates(wages map[calc.Rate]calc.Cents) (tax calc.Cents) {
	for rate, subject := range wages {
		tax += rate.Tax(subject)
	}
	return tax
}

// taxes are what is due for the year, by where it comes from.
func (t *townBook) taxes() (work, home calc.Cents) {
	for _, m := range t.periods {
		w, h := t.taxesOf(m)
		work += w
		home += h
	}
	return work, home
}

// taxesOf is what is due for a period, by where it comes from: of what was
// withheld or of what had to be, whichever is more in all.
func (t *townBook) taxesOf(m *remittance) (work, home calc.Cents) {
	sum := t.sumOf(m)
	if m.sum.withheld > m.sum.required {
		return sum[forWork].withheld, sum[forHome].withheld
	}
	return sum[forWork].required, sum[forHome].required
}

// sumOf is what is in a period.
func (t *townBook) sumOf(m *remittance) (sum twoSum) {
	for s, x := range t.slots {
		if in := m.holds(s); in {
			sum[forWork].plus(&x[forWork])
			sum[forHome].plus(&x[forHome])
		}
	}
	return sum
}

// holds reports whether a slot of time is in the period: a quarter of deferred
// months (002 (a)) has not all of its months. One without a rule is a month.
func (m *remittance) holds(s slot) bool {
	in := m.period.To == 0 || m.period.From <= s.day() && s.day() <= m.period.To
	return in && slices.Contains(m.months, s.month())
}

// partsOf are the periods of the year as they were, or are to be, filed.
func (c *reconciling) partsOf(b *yearBook, t *townBook) []worksheet.Part {
	parts := []worksheet.Part{}
	paid := map[[2]calc.Date]calc.Cents{}
	for _, x := range c.memory.closed[b.id] {
		if x.Municipality == t.ID && x.To.Year() == c.year {
			paid[[2]calc.Date{x.From, x.To}] += x.Remitted
		}
	}
	for _, m := range t.periods {
		if m.period.To == 0 {
			return nil // when it is remitted is not known
		}
		sum := t.sumOf(m)
		work, home := t.taxesOf(m)
		f := worksheet.Figures{}
		f.Money(worksheet.WorkplaceWages, sum[forWork].subject)
		f.Money(worksheet.ResidenceWages, sum[forHome].subject)
		f.Money(worksheet.WorkplaceTax, work)
		f.Money(worksheet.ResidenceTax, home)
		f.Money(worksheet.TotalTax, work+home)
		key := [2]calc.Date{m.period.From, m.period.To}
		f.Money(worksheet.TaxRemitted, paid[key])
		delete(paid, key)
		parts = append(parts, worksheet.Part{From: m.period.From, To: m.period.To, Figures: f})
	}
	for key, amount := range paid { // closed, and nothing is left in it
		f := worksheet.Figures{}
		for _, which := range []worksheet.Figure{worksheet.WorkplaceWages, worksheet.ResidenceWages, worksheet.WorkplaceTax, worksheet.ResidenceTax,
			worksheet.TotalTax} {
			f.Money(which, 0)
		}
		f.Money(worksheet.TaxRemitted, amount)
		parts = append(parts, worksheet.Part{From: key[0], To: key[1], Figures: f})
	}
	slices.SortFunc(parts, func(x, y worksheet.Part) int { return int(x.To - y.To) })
	return parts
}

// sheetTotals counts what is not the sum of municipalities.
func (c *reconciling) sheetTotals(b *yearBook, towns []*townBook) worksheet.Figures {
	people := 0
	for _, p := range b.people {
		if slices.ContainsFunc(towns, func(t *townBook) bool { return p.in(t) }) {
			people++
		}
	}
	f := worksheet.Figures{}
	f.Number(worksheet.W2Count, people)
	f.Number(worksheet.Employees, people)
	c.contractFigures(f, b, towns...)
	return f
}

func (p *payee) in(t *townBook) bool {
	x := p.towns[t.place]
	if x == nil {
		return false
	}
	sum := x.all()
	return !sum.zero()
}

// atYearEnd distributes those still employed at the end of the year over the
// municipalities of a sheet, each to the one where most was earned; nil where it
// is not known who is.
func (b *yearBook) atYearEnd(c *reconciling, towns []*townBook) map[*townBook]int {
	count := map[*townBook]int{}
	for _, p := range b.people {
		best := bestTown(p, towns)
		if best == nil {
			continue
		}
		if !p.about.known {
			return nil
		}
		if left, err := calc.ParseDate(p.about.left); p.about.left == "" || err == nil && left >= c.last {
			count[best]++
		}
	}
	return count
}

func bestTown(p *payee, towns []*townBook) (best *townBook) {
	for _, t := range towns { // by name
		if p.in(t) && (best == nil || p.towns[t.place].twoSum[forWork].subject > p.towns[best.place].twoSum[forWork].subject) {
			best = t
		}
	}
	return best
}
