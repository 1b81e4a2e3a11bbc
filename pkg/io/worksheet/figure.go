package worksheet

import (
	"fmt"

	"example.com/withhold/pkg/calc"
)

// A Unit is what a figure counts.
type Unit uint8

// The units of figures.
const (
	Cents Unit = iota // money, in cents
	Count             // people, forms
	Rate              // a share of one in units of 10^-10, as calc.Rate
)

// A Figure names one amount, count or rate that the caller gives for one
// employer, municipality and period. The list is closed: a profile that names
// another is refused.
type Figure uint8

// The figures. What each means is in its entry of the table below.
const (
	WorkplaceWages Figure = iota
	WorkplaceTax
	ResidenceWages
	ResidenceTax
	TotalTax
	TaxAtRate
	FullRateWages
	FullRateTax
	LowerRateWages
	LowerRateTax
	OtherCityCredit
	TaxRequired
	TaxWithheld
	AmountDue
	PriorPayment
	CreditCarried
	Adjustment
	TaxRemitted
	TotalCompensation
	NotSubject
	Employees
	EmployeesAtYearEnd
	W2Count
	ContractorCount
	ContractorAmount
	TaxRate
	ResidenceRate
	numFigures
)

// figures is the table of names, units and meanings.
var figures = [numFigures]struct {
	name    string
	unit    Unit
	meaning string
}{
	WorkplaceWages:     {"workplace_wages", Cents, "qualifying wages taxed because they were earned in the municipality"},
	WorkplaceTax:       {"workplace_tax", Cents, "tax on workplace wages, as the return reports it: the greater of required and withheld where the ordinance says so"},
	ResidenceWages:     {"residence_wages", Cents, "wages of residents, earned elsewhere, from which tax is withheld for the municipality"},
	ResidenceTax:       {"residence_tax", Cents, "tax on residence wages, as the return reports it"},
	TotalTax:           {"total_tax", Cents, "workplace tax and residence tax; added up where it is not given"},
	TaxAtRate:          {"tax_at_rate", Cents, "workplace wages times the rate, rounded once; computed where it is not given, so it must be given where the rate changed in the period"},
	FullRateWages:      {"full_rate_wages", Cents, "wages taxed at the municipality's rate: all workplace wages, and residence wages on which no other municipality's tax counts"},
	FullRateTax:        {"full_rate_tax", Cents, "those wages times the rate, rounded once; computed where it is not given, as tax_at_rate is"},
	LowerRateWages:     {"lower_rate_wages", Cents, "residence wages taxed at less than the municipality's rate"},
	LowerRateTax:       {"lower_rate_tax", Cents, "tax required to be withheld from lower_rate_wages"},
	OtherCityCredit:    {"other_city_credit", Cents, "residence wages times the rate, less residence tax: the credit for other cities' tax; computed where it is not given"},
	TaxRequired:        {"tax_required", Cents, "tax that the ordinance requires to be withheld"},
	TaxWithheld:        {"tax_withheld", Cents, "tax that was withheld"},
	AmountDue:          {"amount_due", Cents, "tax due for the period, before payments, credits and adjustments"},
	PriorPayment:       {"prior_payment", Cents, "already paid for this period"},
	CreditCarried:      {"credit_carried", Cents, "credit of earlier periods used for this one"},
	Adjustment:         {"adjustment", Cents, "correction of earlier periods: positive is more to pay, negative is less"},
	TaxRemitted:        {"tax_remitted", Cents, "paid to the administrator for the period"},
	TotalCompensation:  {"total_compensation", Cents, "all compensation paid to the employees, taxed by the municipality or not"},
	NotSubject:         {"not_subject", Cents, "the part of total compensation that is not taxed by the municipality"},
	Employees:          {"employees", Count, "people with wages in the period"},
	EmployeesAtYearEnd: {"employees_at_year_end", Count, "people employed on the last day of the year"},
	W2Count:            {"w2_count", Count, "forms W-2 issued"},
	ContractorCount:    {"contractor_count", Count, "forms 1099-NEC or 1099-MISC issued"},
	ContractorAmount:   {"contractor_amount", Cents, "what they report"},
	TaxRate:            {"rate", Rate, "the municipality's rate in the period; left out where it changed"},
	ResidenceRate:      {"residence_rate", Rate, "the rate withheld from residence wages; left out where it varies"},
}

// Name is the figure as profiles write it: workplace_wages.
func (f Figure) Name() string { return figures[f].name }

// Unit is what it counts.
func (f Figure) Unit() Unit { return figures[f].unit }

// Meaning says what it is.
func (f Figure) Meaning() string { return figures[f].meaning }

// FigureNames are all names, in the order of the constants.
func FigureNames() []string {
	var names []string
	for _, f := range figures {
		names = append(names, f.name)
	}
	return names
}

func figureNamed(name string) (Figure, bool) {
	for i, f := range figures {
		if f.name == name {
			return Figure(i), true
		}
	}
	return 0, false
}

// Figures are what is known of one employer, municipality and period. A figure
// that is not in it is not known, which is not the same as zero.
type Figures map[Figure]int64

// Money sets an amount.
func (f Figures) Money(which Figure, c calc.Cents) { f.set(which, Cents, int64(c)) }

// Number sets a count.
func (f Figures) Number(which Figure, n int) { f.set(which, Count, int64(n)) }

// Share sets a rate.
func (f Figures) Share(which Figure, r calc.Rate) { f.set(which, Rate, int64(r)) }

// set holds the caller to the unit; another is a defect of the program.
func (f Figures) set(which Figure, unit Unit, n int64) {
	if which.Unit() != unit {
		panic(fmt.Sprintf("worksheet: %s is not set in its unit", which.Name()))
	}
	f[which] = n
}

// get is a figure, given or following from those given, and how it follows.
func (f Figures) get(which Figure) (n int64, how string, ok bool) {
	if n, ok := f[which]; ok {
		return n, "", true
	}
	switch which {
	case TotalTax:
		work, okWork := f[WorkplaceTax]
		home, okHome := f[ResidenceTax]
		return work + home, "workplace tax + residence tax", okWork && okHome
	case TaxAtRate:
		return f.atRate(WorkplaceWages, "workplace wages")
	case FullRateTax:
		return f.atRate(FullRateWages, "full rate wages")
	case OtherCityCredit:
		full, how, ok := f.atRate(ResidenceWages, "residence wages")
		tax, okTax := f[ResidenceTax]
		return max(0, full-tax), how + " - residence tax", ok && okTax
	}
	return 0, "", false
}

// atRate is wages times the rate.
func (f Figures) atRate(which Figure, name string) (tax int64, how string, ok bool) {
	wages, rate, ok := f.times(which)
	if how = name + " × " + percent(rate); wages == 0 {
		how = "no " + name
	}
	return int64(rate.Tax(wages)), how, ok
}

// times is wages and the rate to multiply them by. No wages need no rate.
func (f Figures) times(which Figure) (calc.Cents, calc.Rate, bool) {
	wages, ok := f[which]
	rate, okRate := f[TaxRate]
	return calc.Cents(wages), calc.Rate(rate), ok && (okRate || wages == 0)
}

// percent is a rate as forms print it: 2.5%.
func percent(r calc.Rate) string { return r.Decimal().Shift(2).String() + "%" }
