package calc

// A Citation points at the words of law behind a figure, as the outputs show it:
// "000 (A)(2)(j)", "R.C. 718.03(B)(1)".
type Citation string

// A Law is what one municipality's law says on one day: the provisions of its
// own ordinance and, where that is silent, those of state law. It is read-only
// and may be shared.
type Law struct {
	Municipality string // its name as outputs show it
	From, Until  Date   // the days on which all of this holds; Until is 0 where no end is known

	Rate     Rate // 0 where it levies no tax
	RateCite Citation

	Credit    Credit
	Residents Residents

	Base       Base
	BaseCite   Citation
	Exclusions [NumReasons]Exclusion

	OccasionalEntrant OccasionalEntrant
	HomeDays          Provision // days at home count for the principal place where the employer chose so: H.B. 197, H.B. 110
	SmallEmployer     Provision // all wages to the fixed location: 000 (B)(5), 004 (E)

	Remittance     *Schedule     // nil where no rule is known for that day
	Electronic     Provision     // payment by EFT where federal tax is paid so: 000 (A)(2)(b)
	Request        Provision     // tax withheld at the employee's request counts as required: 000 (A)(2)(k)
	GreaterOf      Provision     // the greater of withheld and required is remitted: 000 (A)(2)(a)
	Winnings       WinningsLaw   // tax withheld from winnings: R.C. 718.031, 004 192.053; its Cite is blank where no rule is known
	Lottery        Lottery       // 001 (A)(3)
	LateTax        TaxPenalty    // tax remitted late: R.C. 718.27; its Cite is blank where no rule is known
	LateReturn     ReturnPenalty // a return filed late: the same
	NetProfit      NetProfit     // 001 (C); the same
	Reconciliation DueRule       // 000 (h), 003 (h); its Cite is blank where no rule is known
	Contractors    DueRule       // the listing of payments to people who are not employees: 003 (i); its Cite is blank where none is asked for
}

// A Provision either applies or not, and says why.
type Provision struct {
	Applies bool
	Cite    Citation
}

// Base is what the tax is withheld on.
type Base uint8

const (
	// QualifyingWages are Medicare wages without the cap, adjusted: R.C. 718.01.
	// Section 125 deductions reduce them, elective deferrals do not.
	QualifyingWages Base = iota
	// GrossCompensation is reduced by neither: 002 (a).
	GrossCompensation
)

// A Reason is why an amount is not subject. Reasons are in the alphabetical
// order of their codes.
type Reason uint8

// The reasons an amount is not subject to withholding.
const (
	DeferredBefore Reason = iota
	DomesticServant
	ElectionOfficial
	ISOFormerEmployee
	MilitaryPay
	Parsonage
	PensionOrDisability
	Section125
	TipsNotControlled
	TransitOperator
	Under18

	NumReasons = iota
)

var reasonCodes = [NumReasons]string{
	"deferred_before_2003_06_26", "domestic_servant", "election_official", "iso_former_employee",
	"military_pay", "parsonage", "pension_or_disability", "section_125", "tips_not_controlled",
	"transit_operator", "under_18",
}

// String is the reason's code in outputs and in ordinance files.
func (r Reason) String() string { return reasonCodes[r] }

// ParseReason finds a reason by its code.
func ParseReason(code string) (Reason, bool) {
	for r, c := range reasonCodes {
		if c == code {
			return Reason(r), true
		}
	}
	return 0, false
}

// An Exclusion is whether and how far an ordinance leaves one kind of pay
// untaxed. Only the fields that the reason needs are set.
type Exclusion struct {
	Applies   bool
	Cite      Citation
	Age       int   // under_18: the birthday from which pay is taxable
	Limit     Cents // election_official: what is free in a calendar year
	Before    Date  // deferred_before_2003_06_26: the first day of deferral that is taxed
	Successor bool  // iso_former_employee: an employee of the issuer's successor is still withheld on
}

// Residents is how a municipality has tax withheld for its residents who work
// elsewhere.
type Residents struct {
	Rule ResidentRule
	// LocatedEmployersOnly limits the rule to employers whose fixed location is
	// in the municipality, as 003 (j) does.
	LocatedEmployersOnly bool
	Cite                 Citation
}

// ResidentRule names the ways of Residents.
type ResidentRule uint8

const (
	// OnRequest: residence tax only where the employee asks (courtesy
	// withholding), at the rate left after the residence's credit.
	OnRequest ResidentRule = iota
	// Difference: the employer must withhold the difference of rates, and the
	// full rate where no municipal tax is withheld at the place of work: 003 (j).
	Difference
)

// A Credit is what a municipality lets its residents deduct for tax paid where
// they work.
type Credit struct {
	Known  bool
	Kind   CreditKind
	Factor Rate // share of the credited rate
	Limit  Rate // CreditOfWorkRate: the highest work rate that is credited
	Above  Rate // CreditOfOwnRate: the part of the own rate that is never credited
	Cite   Citation
}

// CreditKind is the formula of a Credit.
type CreditKind uint8

const (
	// CreditOfWorkRate is factor × min(work rate, limit).
	CreditOfWorkRate CreditKind = iota
	// CreditOfOwnRate is factor × (own rate − above), whatever the work rate.
	CreditOfOwnRate
)

// OccasionalEntrant is the rule of exempt days: 000 (B), 002 (f), 004 192.052.
type OccasionalEntrant struct {
	Days     int // the number of days in a calendar year that are exempt
	Counts   DayRule
	LookBack LookBack
	Cite     Citation
	Refund   Citation // who may claim what was withheld elsewhere on days reached back to: 004 192.052 (D)(3)
}

// DayRule is when a day counts for a municipality.
type DayRule uint8

// The two day rules: more time there than in any other municipality, or any
// time at all.
const (
	MostTime DayRule = iota
	AnyPart
)

// LookBack is whether crossing the threshold reaches back to the exempt days.
type LookBack uint8

// Never, only where the employer elected it, or always.
const (
	NoLookBack LookBack = iota
	ElectiveLookBack
	MandatoryLookBack
)
