package explanation

import "example.com/withhold/pkg/calc"

// A Remittance is what one employer owes one municipality for one period: how
// the period was determined, when it is due, and what the amount is made of.
type Remittance struct {
	EmployerID   string     `json:"employer_id"`
	Employer     string     `json:"employer,omitempty"` // its name
	Municipality string     `json:"municipality"`
	Period       string     `json:"period"`
	From         calc.Date  `json:"from,omitempty"`
	To           calc.Date  `json:"to,omitempty"`
	Frequency    string     `json:"frequency"` // "unknown" where no rule is known
	Months       []Month    `json:"months"`
	Due          Due        `json:"due"`
	Method       string     `json:"method"` // eft or any
	MethodCite   string     `json:"method_citation,omitempty"`
	People       []Employee `json:"employees"`
	Subject      calc.Cents `json:"subject"`
	Required     calc.Cents `json:"tax_required"`
	Withheld     calc.Cents `json:"tax_withheld"`
	AmountDue    calc.Cents `json:"amount_due"`
	AmountCite   string     `json:"amount_citation,omitempty"`
	Complete     bool       `json:"complete"` // no row of the employer was set aside
	Closed       *Closed    `json:"closed,omitempty"`
	Notes        []string   `json:"notes,omitempty"`
}

// A Month is how one month of the period was determined.
type Month struct {
	Month   calc.Month  `json:"month"`
	Rules   []Rule      `json:"rules"` // as they were tried; the last decided
	Figures []MonthsTax `json:"figures"`
}

// MonthsTax is the tax of one month that the rules look back at, the greater of
// withheld and required.
type MonthsTax struct {
	Month  calc.Month `json:"month"`
	Tax    calc.Cents `json:"tax"`
	Source string     `json:"source"` // payroll or history
}

// A Rule is one rule that was tried for a month.
type Rule struct {
	Frequency string   `json:"frequency"`
	Holds     bool     `json:"holds"`
	Tests     []Test   `json:"tests"`
	AnyOf     bool     `json:"any_of"` // of the tests of figures one is enough
	Other     []string `json:"other,omitempty"`
	Citation  string   `json:"citation"`
}

// A Test is one figure held against one amount.
type Test struct {
	Figure  string     `json:"figure"`
	Amount  calc.Cents `json:"amount"`
	Compare string     `json:"comparison"`
	Limit   calc.Cents `json:"limit"`
	Holds   bool       `json:"holds"`
	Turn    calc.Cents `json:"turns_with"` // so much more tax, or less below zero, would turn it
}

// Due is when the remittance is due.
type Due struct {
	Date     calc.Date `json:"due_date,omitempty"`
	PayBy    calc.Date `json:"pay_by,omitempty"`
	Rule     string    `json:"rule,omitempty"` // day 15 of the following month
	Citation string    `json:"citation,omitempty"`
	Moved    []Closing `json:"moved,omitempty"`
	MoveCite string    `json:"moved_citation,omitempty"`
}

// A Closing is a day on which offices are closed.
type Closing struct {
	Date calc.Date `json:"date"`
	Why  string    `json:"why"`
}

// An Employee is one person's part of a remittance.
type Employee struct {
	EmployeeID string     `json:"employee_id"`
	Name       string     `json:"name,omitempty"`
	Subject    calc.Cents `json:"subject"`
	Required   calc.Cents `json:"tax_required"`
	Withheld   calc.Cents `json:"tax_withheld"`
}

// Closed says that the period was remitted.
type Closed struct {
	Remitted calc.Cents `json:"remitted"`
	Credit   calc.Cents `json:"credit"` // applied, or below zero left for later periods
	PaidOn   calc.Date  `json:"paid_on,omitempty"`
	At       string     `json:"closed_at"`
	Who      string     `json:"closed_by"`
}
