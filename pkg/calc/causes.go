package calc

import (
	"slices"
	"strings"
)

// This file compares what a payroll provider withheld on a check with what the
// law requires, and says why the two differ: each difference goes to the first
// cause in the order of Cause that explains it to the cent. A cause is tried by
// computing the check again with one thing changed, by the same functions.

// Cause is why a provider's figure is not ours.
type Cause uint8

// The causes, in the order in which they are tried. Agrees is no difference.
const (
	Agrees              Cause = iota
	OtherMunicipality         // a wrong or a missing municipality
	OtherDate                 // the rate of another date
	ResidentCredit            // another credit factor or limit of the residence
	WrongBase                 // a deduction or tips: what the tax is withheld on
	WrongExemption            // an exemption missed, or given where there is none
	DayCount                  // the rule of exempt days
	RoundingOrder             // within a cent
	CourtesyWithholding       // for the residence, not asked for or not done
	SignOrDuplicate           // the sign of a reversal, or a check counted twice
	NotExplained

	NumCauses = iota
)

var causeCodes = [NumCauses]string{"", "municipality", "rate_date", "resident_credit", "base", "exemption", "day_rule",
	"rounding", "courtesy", "sign_or_duplicate", "not_explained"}

// String is the cause's code in outputs.
func (c Cause) String() string { return causeCodes[c] }

// Facts are what a check's tax follows from.
type Facts struct {
	Shares   []Share
	Home     Home
	Person   *Person
	CatchUps []Line
}

func (f *Facts) lines() []Line {
	return append(Withhold(f.Shares, &f.Home, f.Person, nil), f.CatchUps...)
}

// PaidFor is what a provider withheld on a check for one municipality. That it
// is listed says that the provider names the municipality, even with no tax.
type PaidFor struct {
	Law  *Law // nil where none is named
	Ties Ties
	Tax  Cents
}

// Name is the municipality's.
func (p *PaidFor) Name() string { return nameOf(p.Law) }

func nameOf(l *Law) string {
	if l == nil {
		return ""
	}
	return l.Municipality
}

// An Audited is one check as a provider withheld on it, with what is needed to
// find out why it did so.
type Audited struct {
	Facts
	PayDate   Date
	Paid      []PaidFor // one for each municipality
	Deferral  Cents     // elective deferrals taken from gross wages
	Rows      [][]Share // the shares row by row, where rows of one check were added up
	Tolerance Cents     // differences of so many cents are accepted
	Guesses   Guesses
}

// Guesses are what a provider may have gone by instead of the law of the day.
type Guesses struct {
	Rates           map[string][]DatedRate // by municipality, the nearest date first
	Factors, Limits []Rate                 // of resident credits that are in use
	Age             int                    // from which pay is taxed where some is exempt for age
	Days            []DayGuess
	InUse           []RateInUse // rates of other municipalities, those that have to do with the check first
}

// A DatedRate is what a municipality levied at another date.
type DatedRate struct {
	From, Until Date // Until is 0 where no end is known
	Rate        Rate
	Credit      Credit
}

// A DayGuess is where a check's wages go if days are counted in another way.
type DayGuess struct {
	Detail   string
	Cite     Citation
	Shares   []Share
	CatchUps []Line
}

// A RateInUse is the rate of another municipality.
type RateInUse struct {
	Rate Rate
	Of   string // "Dublin, where the person lives"
}

// A Finding is what a provider withheld and what we compute on a check for one
// municipality; its cause is Agrees where they are the same or close enough.
type Finding struct {
	Law        *Law // nil where no municipality is named
	Paid, Ours Cents
	Cause      Cause
	Detail     string
	Cite       Citation
}

// Amount is the provider's figure less ours.
func (d *Finding) Amount() Cents { return d.Paid - d.Ours }

// A tax is an amount for one municipality; taxes are a check's, few of them.
type tax struct {
	law    *Law
	amount Cents
}

type taxes []tax

func (t taxes) of(name string) Cents {
	for i := range t {
		if nameOf(t[i].law) == name {
			return t[i].amount
		}
	}
	return 0
}

func (t taxes) add(l *Law, amount Cents) taxes {
	for i := range t {
		if nameOf(t[i].law) == nameOf(l) {
			t[i].amount += amount
			return t
		}
	}
	return append(t, tax{l, amount})
}

// taxesOf adds up the lines of each municipality.
func taxesOf(lines []Line) taxes {
	t := make(taxes, 0, 4)
	for i := range lines {
		if l := &lines[i]; l.Law != nil && l.Required != 0 {
			t = t.add(l.Law, l.Required)
		}
	}
	return t
}

// Cost is how far what was withheld is from what the facts require, in all.
func (a *Audited) Cost() Cents {
	var sum Cents
	for _, d := range a.Compare() {
		sum += d.Amount().Abs()
	}
	return sum
}

// Due is what the facts require, in all.
func (a *Audited) Due() Cents {
	var sum Cents
	for _, t := range taxesOf(a.lines()) {
		sum += t.amount
	}
	return sum
}

// Compare is what was withheld and what is due, without causes.
func (a *Audited) Compare() []Finding { return a.compare(taxesOf(a.lines())) }

// compare puts both sides of each municipality together, by name. An amount that
// either side has or names is there.
func (a *Audited) compare(ours taxes) []Finding {
	all := make([]Finding, 0, 4)
	for i := range a.Paid {
		p := &a.Paid[i]
		all = append(all, Finding{Law: p.Law, Paid: p.Tax, Ours: ours.of(p.Name())})
	}
	for i := range ours {
		if !a.names(nameOf(ours[i].law)) {
			all = append(all, Finding{Law: ours[i].law, Ours: ours[i].amount})
		}
	}
	slices.SortFunc(all, func(x, y Finding) int { return strings.Compare(nameOf(x.Law), nameOf(y.Law)) })
	return all
}

// names reports whether the provider names the municipality on the check.
func (a *Audited) names(name string) bool {
	return slices.ContainsFunc(a.Paid, func(p PaidFor) bool { return p.Name() == name })
}

func (a *Audited) paid(name string) Cents {
	for i := range a.Paid {
		if a.Paid[i].Name() == name {
			return a.Paid[i].Tax
		}
	}
	return 0
}

// Explain compares a check's taxes and finds the cause of each difference. One
// cause that explains all differences of the check is taken before causes that
// explain them one by one.
func (a *Audited) Explain() []Finding {
	lines := a.lines()
	ours := taxesOf(lines)
	all := a.compare(ours)
	if !slices.ContainsFunc(all, a.differs) {
		return all
	}
	list := a.suppose(lines)
	tried := make([]taxes, len(list))
	for i := range list {
		tried[i] = list[i].taxes(a)
	}
	for _, weak := range []bool{false, true} {
		for i := range list {
			if list[i].weak == weak && a.fits(all, tried[i]) {
				for j := range all {
					if a.differs(all[j]) {
						list[i].explain(&all[j])
					}
				}
				return all
			}
		}
	}
	for j := range all {
		if a.differs(all[j]) {
			a.explainAlone(&all[j], list, tried)
		}
	}
	return all
}

func (a *Audited) differs(d Finding) bool { return d.Amount().Abs() > a.Tolerance }

// fits reports whether taxes are what the provider withheld, for each
// municipality: to the cent where we differ, and closely enough elsewhere.
func (a *Audited) fits(all []Finding, t taxes) bool {
	known := 0
	for i := range all {
		d := &all[i]
		v := t.of(nameOf(d.Law))
		if a.differs(*d) && v != d.Paid || (v-d.Paid).Abs() > a.Tolerance {
			return false
		}
		if slices.ContainsFunc(t, func(x tax) bool { return nameOf(x.law) == nameOf(d.Law) }) {
			known++
		}
	}
	// What the supposition taxes elsewhere, the provider did not.
	return known == len(t)
}

// explainAlone finds the cause of one difference of a check that has several.
func (a *Audited) explainAlone(d *Finding, list []supposition, tried []taxes) {
	for _, weak := range []bool{false, true} {
		for i := range list {
			v := tried[i].of(nameOf(d.Law))
			if list[i].weak == weak && v == d.Paid && v != d.Ours {
				list[i].explain(d)
				return
			}
		}
	}
	d.Cause, d.Detail = NotExplained, "no one cause gives this figure"
	if d.Law != nil {
		d.Cite = d.Law.RateCite
	}
	// Two at once are named but stay unexplained: with so many pairs to try, one
	// may fit by chance.
	for i := range list {
		for j := range list {
			x, y := &list[i], &list[j]
			if x.cause != OtherDate || x.change == nil || y.change == nil || y.cause != WrongBase && y.cause != WrongExemption {
				continue
			}
			f := y.change(x.change(a.Facts))
			if taxesOf(f.lines()).of(nameOf(d.Law)) == d.Paid {
				d.Detail = "two causes together give it: " + x.detail + "; " + y.detail
				return
			}
		}
	}
}
