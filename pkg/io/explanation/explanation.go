// Package explanation lays out how the tax of a check came about, so that a
// payroll clerk can follow it and an auditor can check it: what was paid, where
// it was earned, what of it each municipality taxes, and at which rate.
//
// It decides nothing and computes no figure. The pipeline fills an [Explanation]
// with what it computed; [Explanation.WriteText] says it in English, and its
// JSON form is for programs, with amounts as text. Neither holds a social
// security number.
package explanation

import "example.com/withhold/pkg/calc"

// An Explanation is of one row of payroll.
type Explanation struct {
	EmployerID  string     `json:"employer_id"`
	EmployeeID  string     `json:"employee_id"`
	Name        string     `json:"name,omitempty"`
	CheckID     string     `json:"check_id"`
	PayDate     calc.Date  `json:"pay_date"`
	PeriodStart calc.Date  `json:"period_start,omitempty"`
	PeriodEnd   calc.Date  `json:"period_end,omitempty"`
	Source      string     `json:"source"`              // payroll.csv, row 4
	SetAside    []string   `json:"set_aside,omitempty"` // why the row is not used; then there is no more
	Items       []Item     `json:"items"`
	Total       calc.Cents `json:"total"`
	Section125  calc.Cents `json:"section_125"`
	Earned      Earned     `json:"earned"`
	Home        *Home      `json:"home,omitempty"` // nil where it is not known or levies no tax
	Lines       []Line     `json:"lines"`
	Paid        Paid       `json:"paid"`
	Notes       []string   `json:"notes,omitempty"`
}

// An Item is one pay item, by the name of its column in payroll.
type Item struct {
	Item   string     `json:"item"`
	Amount calc.Cents `json:"amount"`
}

// How it is known where wages were earned.
const (
	ByCheck         = "work_municipality"
	BySmallEmployer = "small_employer"
	ByWorkLog       = "work_log"
	ByPrincipal     = "principal_place_of_work" // neither log nor check says, but the place is given
)

// Earned is where the wages were earned.
type Earned struct {
	By           string      `json:"by"`
	Municipality string      `json:"municipality"` // "" is none that levies a tax; by a work log see Parts
	AsWritten    string      `json:"as_written,omitempty"`
	LogMissing   bool        `json:"log_missing,omitempty"` // the person has a log, but not in the period
	Citation     string      `json:"citation,omitempty"`
	Principal    []Principal `json:"principal,omitempty"`
	Days         []Day       `json:"days,omitempty"`
	Parts        []Part      `json:"parts"`
}

// How a principal place of work is known.
const (
	Given      = "given"
	AtWorksite = "worksite_location"
	MostDays   = "most_days"
	NotKnown   = "not_known"
)

// A Principal is the principal place of work for some days of the check.
type Principal struct {
	From       calc.Date   `json:"from"`
	To         calc.Date   `json:"to"`
	By         string      `json:"by"`
	Places     []string    `json:"places"` // "" is no municipality; several share
	SharedBy   string      `json:"shared_by,omitempty"`
	Source     string      `json:"source,omitempty"`
	Counted    []PlaceDays `json:"counted,omitempty"` // up to Until, where it follows from the days
	Until      calc.Date   `json:"until,omitempty"`
	OfLocation int         `json:"of_days,omitempty"` // AtWorksite: of so many days
}

// PlaceDays are days at one place.
type PlaceDays struct {
	Municipality string     `json:"municipality"`
	Days         int        `json:"days"`
	Hours        calc.Hours `json:"hours"`
}

// What becomes of a day.
const (
	DayMostTime = "most_time" // it counts for the municipality with the most time
	DayTie      = "tie"       // several have the most time
	DayOwnHours = "own_hours" // the one with the most time keeps its own hours only: the any-part rule
	DayNobodys  = "nobody"    // no municipality has time
)

// A Day is one day of the work log.
type Day struct {
	Date    calc.Date `json:"date"`
	Outcome string    `json:"outcome"`
	// Municipality is where the day counts, or where the most time was.
	Municipality string  `json:"municipality"`
	Entries      []Entry `json:"entries"`
	Places       []Visit `json:"places"` // the municipalities that had time
}

// An Entry is time of one day, and where the wages for it belong.
type Entry struct {
	EmployerID   string     `json:"employer_id,omitempty"` // a related employer, whose check pays for it
	Municipality string     `json:"municipality"`
	Hours        calc.Hours `json:"hours"`
	Activity     string     `json:"activity"`
	Affixed      bool       `json:"affixed,omitempty"`
	Worksite     string     `json:"worksite_id,omitempty"`
	AtPrincipal  bool       `json:"at_principal_place"` // its time counts as spent there
	Citation     string     `json:"citation,omitempty"` // of AtPrincipal
	// For is the municipality whose time it is; blank is the principal place
	// straight away, or nobody where To is nobody.
	For string   `json:"for"`
	To  []string `json:"to"`
}

// Why a day does not count for a place.
const (
	LessTime  = "less_time"
	Tied      = "tie"
	NoService = "no_service" // the time there is travel and the like
)

// A Visit is one municipality's claim on a day.
type Visit struct {
	Municipality string     `json:"municipality"`
	Hours        calc.Hours `json:"hours"`
	AnyPart      bool       `json:"any_part"` // any time there makes a day
	Counts       bool       `json:"counts"`
	Why          string     `json:"why,omitempty"`      // not
	Rank         int        `json:"rank,omitempty"`     // the day's number among those that count there this year
	ExemptDays   int        `json:"exempt_days"`        // by rule or agreement; -1 is all
	Decision     string     `json:"decision,omitempty"` // exempt, or why not
	Agreed       bool       `json:"by_agreement"`       // the number or the decision
	Presumed     calc.Date  `json:"presumed,omitempty"` // since when there is a presumed worksite
	Citation     string     `json:"citation,omitempty"`
}

// A Part is what of the check belongs to one municipality.
type Part struct {
	Municipality string     `json:"municipality"`
	Hours        calc.Hours `json:"hours,omitempty"`
	Amount       calc.Cents `json:"amount"`
	Items        []Item     `json:"items"`
	ExemptHours  calc.Hours `json:"exempt_hours,omitempty"` // what of the hours are exempt days elsewhere
	Minor        bool       `json:"under_age,omitempty"`
}
