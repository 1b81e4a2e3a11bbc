// Package results knows the tables that commands write: their names, their
// columns, and how a value looks in them.
//
// It knows no rule and computes nothing. What it promises: UTF-8, comma, header
// row, LF, dates as 2026-03-31, money as 1234.56, and no text that a spreadsheet
// would run as a formula.
package results

// Kind is what a column holds, for those that show it to people.
type Kind uint8

// The kinds of columns.
const (
	Text Kind = iota
	Money
	Rate
	Date
	Count
)

// A Column is one column of a table. Sum says that its total means something.
type Column struct {
	Name string
	Kind Kind
	Sum  bool
}

// A Table is one file of results.
type Table struct {
	Name    string
	Columns []Column
}

// File is the table's file name.
func (t *Table) File() string { return t.Name + ".csv" }

func text(names ...string) (c []Column) {
	for _, n := range names {
		c = append(c, Column{Name: n})
	}
	return c
}

func money(names ...string) (c []Column) {
	for _, n := range names {
		c = append(c, Column{Name: n, Kind: Money, Sum: true})
	}
	return c
}

func columns(groups ...[]Column) (all []Column) {
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

func one(name string, k Kind, sum bool) []Column { return []Column{{name, k, sum}} }

// The tables that "withhold run" writes.
var (
	Lines = &Table{"lines", columns(
		text("employer_id", "employee_id", "check_id"), one("pay_date", Date, false), text("municipality", "role"),
		money("wages", "not_subject"), text("reasons"), money("subject"), one("rate", Rate, false),
		money("tax_required", "tax_withheld"), text("citations"))}

	Remittances = &Table{"remittances", columns(
		text("employer_id", "municipality", "period", "frequency"), one("due_date", Date, false), one("pay_by", Date, false),
		text("method"), one("employees", Count, false),
		money("subject", "tax_required", "tax_withheld", "amount_due", "shortfall"), text("complete", "citation"))}

	Determinations = &Table{"determinations", columns(
		text("employer_id", "municipality", "period", "frequency", "reason"),
		[]Column{{"prior_year_total", Money, false}, {"highest_month_of_preceding_quarter", Money, false}}, text("citation"))}

	Listing = &Table{"listing", columns(
		text("employer_id", "municipality", "period", "employee_id", "name", "ssn_last4"),
		money("subject", "tax_required", "tax_withheld", "variance"))}

	Refunds = &Table{"refunds", columns(
		text("employer_id", "employee_id", "municipality", "year"), money("wages", "tax"), text("reason", "citation"))}

	Variances = &Table{"variances", columns(
		text("employer_id", "employee_id", "check_id", "municipality"), money("tax_required", "tax_withheld", "difference"))}

	Amendments = &Table{"amendments", columns(
		text("employer_id", "municipality", "period"), []Column{{"before", Money, false}, {"after", Money, false}}, money("difference"))}

	// EmployeeAmendments are the employees behind them; difference is of what is
	// required.
	EmployeeAmendments = &Table{"amendments-employees", columns(text("employer_id", "municipality", "period", "employee_id", "name"),
		[]Column{{"required_before", Money, false}, {"required_after", Money, false}}, money("difference"),
		[]Column{{"withheld_before", Money, false}, {"withheld_after", Money, false}})}

	Problems = &Table{"problems", columns(
		text("severity", "file", "sheet"), one("row", Count, false), text("column", "code", "value", "message"))}
)
