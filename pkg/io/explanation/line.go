package explanation

import "example.com/withhold/pkg/calc"

// A Line is one line of tax, with the columns of lines.csv and what led to them.
type Line struct {
	Municipality string     `json:"municipality"`
	Role         string     `json:"role"`
	Items        []LineItem `json:"items"`
	Wages        calc.Cents `json:"wages"`
	NotSubject   calc.Cents `json:"not_subject"`
	Reasons      string     `json:"reasons"`
	Subject      calc.Cents `json:"subject"`
	Base         string     `json:"base,omitempty"`
	BaseCitation string     `json:"base_citation,omitempty"`
	Rate         calc.Rate  `json:"rate"`
	RateSince    calc.Date  `json:"rate_since,omitempty"`           // of the municipality's own rate
	RateOlder    bool       `json:"rate_since_or_longer,omitempty"` // before RateSince it is not known
	RateCitation string     `json:"rate_citation,omitempty"`
	HomeRates    []HomeRate `json:"home_rates,omitempty"` // where Rate follows from others
	CatchUp      *CatchUp   `json:"catch_up,omitempty"`
	Product      string     `json:"product"` // subject × rate, exact
	TaxRequired  calc.Cents `json:"tax_required"`
	TaxWithheld  calc.Cents `json:"tax_withheld"`
	Stray        bool       `json:"withheld_only,omitempty"`  // tax was withheld where none is required
	Requested    bool       `json:"more_requested,omitempty"` // more was withheld at the employee's request, and counts as required
	Citations    string     `json:"citations"`
}

// A LineItem is what of a pay item is subject. Section 125 deductions are an
// item of their own, none of which is in the wages.
type LineItem struct {
	Item       string     `json:"item"`
	Amount     calc.Cents `json:"amount"`
	Subject    calc.Cents `json:"subject"`
	NotSubject calc.Cents `json:"not_subject"`
	Reason     string     `json:"reason,omitempty"`
	Citation   string     `json:"citation,omitempty"`
}

// Section125 is the item of cafeteria plan deductions.
const Section125 = "section_125"

// What a home takes from wages, and why nothing.
const (
	Levied             = "levied"
	EarnedThere        = "earned_there"
	NotAsked           = "not_asked"
	EmployerNotLocated = "employer_not_located"
	RateNotHigher      = "rate_not_higher"
	CreditCovers       = "credit_covers"
	CreditUnknown      = "credit_unknown"
)

// A Home is the municipality that the person lives in.
type Home struct {
	Municipality string     `json:"municipality"`
	Asked        bool       `json:"asked"` // for withholding there
	Parts        []HomeRate `json:"parts"`
}

// A HomeRate is how the rate for the home follows from that of the place where
// wages were earned.
type HomeRate struct {
	Municipality string    `json:"municipality"` // where they were earned
	Outcome      string    `json:"outcome"`
	Role         string    `json:"role,omitempty"`
	Own          calc.Rate `json:"own_rate"`
	Work         calc.Rate `json:"work_rate"`
	WorkWithheld bool      `json:"work_withheld"`
	Factor       calc.Rate `json:"credit_factor,omitempty"`
	Limit        calc.Rate `json:"credit_limit,omitempty"`
	OfOwnOver    bool      `json:"credit_of_own_rate,omitempty"` // the credit is a part of the own rate over Above
	Above        calc.Rate `json:"credit_above,omitempty"`
	Rate         calc.Rate `json:"rate"`
	Citation     string    `json:"citation,omitempty"`
}

// A CatchUp is what a crossed threshold reaches back to.
type CatchUp struct {
	CrossedOn  calc.Date     `json:"crossed_on"`
	ExemptDays int           `json:"exempt_days"`
	Elected    bool          `json:"elected"` // by the employer; by law otherwise
	Citation   string        `json:"citation"`
	Parts      []CatchUpPart `json:"parts"`
}

// A CatchUpPart is what one check paid for the days.
type CatchUpPart struct {
	CheckID string     `json:"check_id"`
	PayDate calc.Date  `json:"pay_date"`
	Wages   calc.Cents `json:"wages"`
	Subject calc.Cents `json:"subject"`
	From    string     `json:"from"` // the principal place that had it
}

// Paid is what the payroll system withheld on the check, and for whom.
type Paid struct {
	Known        bool       `json:"known"`
	Amount       calc.Cents `json:"amount"`
	Municipality string     `json:"municipality"` // "" is where the work was
}
