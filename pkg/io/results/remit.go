package results

// The tables of the commands that work from the ledger, beside those of "withhold
// run".
var (
	// Calendar is what is to be done by which day.
	Calendar = &Table{"calendar", columns(
		one("due_date", Date, false), one("pay_by", Date, false),
		text("employer_id", "municipality", "what", "period", "frequency", "method", "so_far", "citation"))}

	// Remitted is remittances.csv of "withhold remit": that of a run, with what
	// was remitted before and what is to be paid now.
	Remitted = &Table{"remittances", columns(Remittances.Columns,
		text("status"), money("remitted", "credit_used", "payment", "credit_left"),
		money("workplace_wages", "workplace_tax", "residence_wages", "residence_tax"),
		text("administrator", "employer_name", "ein", "responsible_person", "contact_phone", "contact_email"))}

	// Payments are those of the remittances, and whether the payment file has them.
	Payments = &Table{"payments", columns(
		text("employer_id", "municipality", "period"), money("amount"), text("method", "recipient"), one("effective_date", Date, false),
		text("in_file", "trace", "note"))}

	// Credits is what employers have with municipalities: each row moves it.
	Credits = &Table{"credits", columns(
		text("employer_id", "municipality", "period"), money("amount"), text("what"), one("open_credit", Money, false))}
)
