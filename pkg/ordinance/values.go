package ordinance

import (
	"example.com/withhold/pkg/calc"
)

// highestRate is the rate above which a figure is taken for a slip of the pen
// until the entry says otherwise.
const highestRate = calc.Rate(300_000_000) // 3 %

func readRate(f *fields, cite calc.Citation) func(*calc.Law) {
	f.need("rate", `a share of one or a percentage in quotes, such as "1.25%"`)
	r := f.rate("rate")
	if r > highestRate && !f.boolean("confirmed", false) {
		f.fault(f.values["rate"], "rate %s is over 3 %%; write the right one, or add confirmed: true", Percent(r))
	}
	return func(l *calc.Law) { l.Rate, l.RateCite = r, cite }
}

func readCredit(f *fields, cite calc.Citation) func(*calc.Law) {
	if own := f.values["of_own_rate"]; own != nil {
		if f.values["factor"] != nil || f.values["limit"] != nil {
			f.fault(own, "of_own_rate beside factor or limit; write one formula")
		}
		g := f.fields(own, "of_own_rate", "factor", "above")
		g.need("factor", `the share that is credited, such as "0.25"`)
		g.need("above", `the part of the own rate that is never credited, such as "0.50%"`)
		c := calc.Credit{Known: true, Kind: calc.CreditOfOwnRate, Factor: g.rate("factor"), Above: g.rate("above"), Cite: cite}
		return func(l *calc.Law) { l.Credit = c }
	}
	f.need("factor", `the share of the work rate that is credited, such as "1"`)
	f.need("limit", `the highest work rate that is credited, such as "2%"`)
	c := calc.Credit{Known: true, Kind: calc.CreditOfWorkRate, Factor: f.rate("factor"), Limit: f.rate("limit"), Cite: cite}
	return func(l *calc.Law) { l.Credit = c }
}

func readBase(f *fields, cite calc.Citation) func(*calc.Law) {
	f.need("base", "qualifying_wages or gross_compensation")
	base := calc.QualifyingWages
	if f.choice("base", "qualifying_wages", "gross_compensation") == 1 {
		base = calc.GrossCompensation
	}
	return func(l *calc.Law) { l.Base, l.BaseCite = base, cite }
}

func readResidents(f *fields, cite calc.Citation) func(*calc.Law) {
	f.need("rule", "on_request or difference")
	r := calc.Residents{Cite: cite}
	if f.choice("rule", "on_request", "difference") == 1 {
		r.Rule = calc.Difference
		f.need("employers", "located or all")
	}
	r.LocatedEmployersOnly = f.choice("employers", "located", "all") == 0
	return func(l *calc.Law) { l.Residents = r }
}

func readOccasionalEntrant(f *fields, cite calc.Citation) func(*calc.Law) {
	f.need("days", "the number of days in a calendar year that are exempt, such as 20")
	f.need("counts", "most_time or any_part")
	f.need("look_back", "never, elective or mandatory")
	o := calc.OccasionalEntrant{
		Days:     f.integer("days", 0, 366, 0),
		Counts:   calc.DayRule(max(0, f.choice("counts", "most_time", "any_part"))),
		LookBack: calc.LookBack(max(0, f.choice("look_back", "never", "elective", "mandatory"))),
		Cite:     cite,
		Refund:   calc.Citation(f.text("refund")),
	}
	return func(l *calc.Law) { l.OccasionalEntrant = o }
}

// readReconciliation reads a day of the year after; a due rule counts months
// from the end of the period, which is December here.
func readReconciliation(f *fields, cite calc.Citation) func(*calc.Law) {
	r, ok := f.dayAfterTheYear(cite)
	if !ok {
		return nil
	}
	return func(l *calc.Law) { l.Reconciliation = r }
}

func (f *fields) dayAfterTheYear(cite calc.Citation) (r calc.DueRule, ok bool) {
	const example = "{month: 2, day: last}"
	if !f.need("due", example) {
		return r, false
	}
	g := f.fields(f.values["due"], "due", "month", "day")
	g.need("month", "2")
	g.need("day", "last")
	r = calc.DueRule{MonthsAfter: g.integer("month", 1, 12, 2), Day: calc.LastDay, Cite: cite}
	if n, ok := g.scalar("day"); ok {
		r.Day = g.day(n)
	}
	return r, true
}

// provisionReader reads a topic that holds unless it says `applies: false`.
func provisionReader(field func(*calc.Law) *calc.Provision) topicReader {
	return topicReader{[]string{"applies"}, func(f *fields, cite calc.Citation) func(*calc.Law) {
		p := calc.Provision{Applies: f.boolean("applies", true), Cite: cite}
		return func(l *calc.Law) { *field(l) = p }
	}}
}

// exclusionKeys are what an exclusion needs to say beyond that it applies.
var exclusionKeys = map[calc.Reason]string{
	calc.Under18:           "age",
	calc.ElectionOfficial:  "limit",
	calc.DeferredBefore:    "before",
	calc.ISOFormerEmployee: "successor",
}

var exclusionExamples = map[string]string{
	"age": "18", "limit": `"1000.00"`, "before": "2003-06-26",
	"successor": "true, or false where an employee of the issuer's successor is left out as well",
}

func exclusionReader(reason calc.Reason) topicReader {
	keys := []string{"applies"}
	own := exclusionKeys[reason]
	if own != "" {
		keys = append(keys, own)
	}
	return topicReader{keys, func(f *fields, cite calc.Citation) func(*calc.Law) {
		e := calc.Exclusion{Applies: f.boolean("applies", true), Cite: cite}
		if own != "" && e.Applies {
			f.need(own, exclusionExamples[own])
		}
		switch own {
		case "age":
			e.Age = f.integer(own, 1, 100, 0)
		case "limit":
			e.Limit = f.cents(own)
		case "before":
			e.Before = f.date(own)
		case "successor":
			e.Successor = f.boolean(own, false)
		}
		return func(l *calc.Law) { l.Exclusions[reason] = e }
	}}
}

func reasonCodes() []string {
	codes := make([]string, calc.NumReasons)
	for i := range codes {
		codes[i] = calc.Reason(i).String()
	}
	return codes
}
