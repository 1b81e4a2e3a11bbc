package calc

// This file decides whether the wages of a day are exempt in the municipality
// the day counts for. Law: 000 (B)(2)-(6), 002 (f), 004 192.052 (B)-(F).

// Exception is why the exemption of an occasional entrant does not apply, or
// that it does.
type Exception uint8

// The exceptions, in the order in which they are looked at.
const (
	Exempt               Exception = iota // none: the day is exempt
	ByAgreement                           // the Tax Administrator agreed to withholding from the first day: (B)(6)
	PrincipalPlace                        // the principal place of work is there: (B)(2)(a)1
	PresumedWorksite                      // services at a presumed worksite there: (B)(2)(a)2
	ResidentRequest                       // a resident asked for withholding there: (B)(2)(a)c
	InCapacity                            // an athlete, entertainer or public figure: (B)(2)(a)d
	PrincipalNotWithheld                  // the principal place's tax is not withheld: (B)(3)
	NoRule                                // the municipality exempts no days
	OverThreshold                         // the day is beyond the number of exempt days: (B)(4)(a)
)

var exceptionNames = [...]string{"exempt", "agreement", "principal_place_of_work", "presumed_worksite", "resident_request",
	"in_capacity", "principal_place_not_withheld", "no_rule", "over_threshold"}

// String is the exception's code.
func (e Exception) String() string { return exceptionNames[e] }

// Visit is what decides about a day that counts for a municipality.
type Visit struct {
	Rule *OccasionalEntrant // of the municipality, by the calendar year
	Rank int                // the day's place among the days that count there this year, from 1

	FromFirstDay bool // an agreement: withhold from the first day
	Never        bool // an agreement: never withhold
	Days         int  // an agreement: another number of days; 0 for none

	Principal            bool // the person's principal place of work is there
	Presumed             bool // the person has served at a presumed worksite there, this year up to this day
	ResidentAsked        bool
	InCapacity           bool
	PrincipalNotWithheld bool // the principal place levies a tax that the employer does not withhold
}

// Limit is the number of days in the calendar year that are exempt.
func (v *Visit) Limit() int {
	if v.Days > 0 {
		return v.Days
	}
	return v.Rule.Days
}

// Decide is whether the day is exempt, and why not.
func (v *Visit) Decide() Exception {
	limit := v.Limit()
	switch {
	case v.Never:
		return Exempt
	case v.FromFirstDay:
		return ByAgreement
	case v.Principal:
		return PrincipalPlace
	case v.Presumed:
		return PresumedWorksite
	case v.ResidentAsked:
		return ResidentRequest
	case v.InCapacity:
		return InCapacity
	case v.PrincipalNotWithheld:
		return PrincipalNotWithheld
	case limit == 0:
		return NoRule
	case v.Rank > limit:
		return OverThreshold
	}
	return Exempt
}

// Presumes reports whether services expected to need so many days, by their
// nature or by contract, make a presumed worksite: more than the exempt days.
func (r *OccasionalEntrant) Presumes(natureDays, contractDays int) bool {
	return r.Days > 0 && max(natureDays, contractDays) > r.Days
}
