package ordinance

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/calc"
)

// This file reads what it costs that tax withheld from wages is late: the topics
// late_tax and late_return, and interest.yaml.

// interestFile is the file that rates of interest on late tax are edited in. It
// is not part of state.yaml, which is replaced as a whole, so that the rate of a
// new year can be added alone.
const interestFile = "interest.yaml"

// readInterest reads one interest.yaml over what the layers before it say.
func readInterest(shown string, text []byte, into map[int]calc.YearRate, probs *problems) {
	t := &textFile{shown, probs}
	root := t.root(text)
	if root == nil {
		return
	}
	f := t.fields(root, "interest rates", "interest")
	if root.Kind == yaml.MappingNode {
		f.need("interest", `a list of {year: 2027, rate: "9%", cite: where it is published}`)
	}
	t.interest(f, into)
}

// LateInterest is the rates of interest on municipal tax paid late.
func (b *Book) LateInterest() calc.YearRates { return yearRates(b.interest) }

// LateInterestHint says what to do where the rate of a year is not known.
func LateInterestHint(err error) error {
	return fmt.Errorf("%w; add it to interest: in %s in a --schedules directory", err, interestFile)
}

// LateTax is what state law says, on a day, of tax paid late.
func (b *Book) LateTax(d calc.Date) calc.TaxPenalty { return b.stateLaw(topicLateTax, d).LateTax }

// LateReturn is what state law says, on a day, of a return filed late.
func (b *Book) LateReturn(d calc.Date) calc.ReturnPenalty {
	return b.stateLaw(topicLateReturn, d).LateReturn
}

// stateLaw is a law with what state law says of one topic.
func (b *Book) stateLaw(which topic, d calc.Date) (law calc.Law) {
	if p := b.state.on(which, d); p != nil && p.set != nil {
		p.set(&law)
	}
	return law
}

// readLateTax reads one of three forms: a share, the most that may be asked, or a
// share that grows by months.
func readLateTax(f *fields, cite calc.Citation) func(*calc.Law) {
	p := calc.TaxPenalty{Cite: cite}
	switch {
	case f.values["first_month"] != nil:
		f.need("later_months", `the share for each later month or part of one, such as "3%"`)
		f.need("most", `the share in all, such as "50%"`)
		p.First, p.Later, p.Most = f.rate("first_month"), f.rate("later_months"), f.rate("most")
		f.alone("first_month", "share", "up_to")
	case f.values["up_to"] != nil:
		p.First, p.UpTo = f.rate("up_to"), true
		f.alone("up_to", "share", "later_months", "most")
	default:
		f.need("share", `the share of the tax that was late, such as "50%"; or up_to: "50%"; or first_month, later_months and most`)
		p.First = f.rate("share")
		f.alone("share", "later_months", "most")
	}
	return func(l *calc.Law) { l.LateTax = p }
}

// readLateReturn reads one of three forms: an amount, the most that may be asked,
// or an amount for each month.
func readLateReturn(f *fields, cite calc.Citation) func(*calc.Law) {
	p := calc.ReturnPenalty{Cite: cite}
	switch {
	case f.values["each_month"] != nil:
		f.need("most", `the amount in all, such as "150.00"`)
		p.Amount, p.Most, p.Monthly = f.cents("each_month"), f.cents("most"), true
		f.alone("each_month", "amount", "up_to")
	case f.values["up_to"] != nil:
		p.Amount, p.UpTo = f.cents("up_to"), true
		f.alone("up_to", "amount", "most")
	default:
		f.need("amount", `what each late return costs, such as "25.00"; or up_to: "25.00"; or each_month and most`)
		p.Amount = f.cents("amount")
		f.alone("amount", "most")
	}
	return func(l *calc.Law) { l.LateReturn = p }
}

// alone reports keys of another form of the entry.
func (f *fields) alone(key string, others ...string) {
	for _, k := range others {
		if n := f.values[k]; n != nil {
			f.fault(n, "%s beside %s; write one form", k, key)
		}
	}
}

// LateTaxWords says what late tax costs.
func LateTaxWords(p calc.TaxPenalty) string {
	switch {
	case p.Later != 0:
		return fmt.Sprintf("%s of the tax, and %s for each later month, to %s", Percent(p.First), Percent(p.Later), Percent(p.Most))
	case p.UpTo:
		return fmt.Sprintf("up to %s of the tax", Percent(p.First))
	}
	return fmt.Sprintf("%s of the tax", Percent(p.First))
}

// LateReturnWords says what a late return costs.
func LateReturnWords(p calc.ReturnPenalty) string {
	switch {
	case p.Monthly:
		return fmt.Sprintf("%s for each month, to %s", dollars(p.Amount), dollars(p.Most))
	case p.UpTo:
		return "up to " + dollars(p.Amount)
	}
	return dollars(p.Amount)
}
