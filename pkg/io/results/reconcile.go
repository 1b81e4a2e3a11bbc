package results

// The tables that "withhold reconcile" writes.
var (
	Reconciliation = &Table{"reconciliation", columns(
		text("employer_id", "municipality", "year"), one("due_date", Date, false), one("pay_by", Date, false),
		one("employees", Count, false), money("total_compensation", "not_subject"), text("not_subject_reasons"),
		money("subject", "tax_required", "tax_withheld", "tax_remitted", "balance", "tax_due", "credits"),
		text("employer_name", "ein", "responsible_person", "citation"))}

	ReconciliationEmployees = &Table{"reconciliation-employees", columns(
		text("employer_id", "municipality", "year", "employee_id", "name", "address", "ssn"),
		money("total_compensation", "not_subject", "qualifying_wages", "tax_withheld"), text("other_municipalities"),
		text("not_subject_reasons"), money("tax_required"), text("other_municipalities_due"))}

	Contractors = &Table{"contractors", columns(
		text("employer_id", "municipality", "year"), one("due_date", Date, false), one("pay_by", Date, false),
		text("name", "address", "city", "state", "zip", "tin"), money("amount"), text("citation"))}

	// Differences are where the tax of a year's checks is not the rate times the
	// year's wages.
	Differences = &Table{"differences", columns(
		text("employer_id", "municipality", "year", "employee_id", "name", "role"), one("rate", Rate, false), one("checks", Count, false),
		money("subject", "tax_by_check", "tax_by_year", "difference"), text("explanation"))}

	// Missing is what a return must say and nobody gave.
	Missing = &Table{"missing", text("employer_id", "employee_id", "needed_for", "field", "what_to_give", "citation")}
)
