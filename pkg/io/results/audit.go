package results

// The tables that "withhold audit" writes. An amount withheld too much is
// positive in difference, as it is in over; what was withheld too little is
// negative there and positive in under.
var (
	Audit = &Table{Name: "audit", Columns: columns(
		text("employer_id", "employee_id", "check_id", "municipality"), money("provider_tax", "our_tax", "difference"),
		text("cause", "detail", "citation"), one("pay_date", Date, false))}

	AuditCauses = &Table{Name: "causes", Columns: columns(text("cause", "in_words"), counts("differences"), []Column{{"people", Count, false}}, money("over", "under", "net"))}

	AuditMunicipalities = &Table{Name: "municipalities", Columns: columns(
		text("municipality"), counts("differences"), []Column{{"people", Count, false}}, money("over", "under", "net"))}

	AuditMonths = &Table{Name: "months", Columns: columns(
		text("month"), counts("differences"), []Column{{"people", Count, false}}, money("over", "under", "net"))}

	AuditPeople = &Table{Name: "people", Columns: columns(
		text("employer_id", "employee_id", "name"), counts("differences"), money("over", "under", "net"), text("causes"))}

	AuditAmended = &Table{Name: "amended", Columns: columns(
		text("employer_id", "municipality", "period", "frequency"), one("due_date", Date, false), counts("people"),
		money("provider_tax", "our_tax", "more_due", "withheld_too_much"), text("what"))}

	AuditRisks = &Table{Name: "risks", Columns: columns(
		text("employer_id", "employee_id", "fact", "question"), counts("checks"),
		money("provider_tax", "tax_if_yes", "tax_if_no", "cost_if_yes", "cost_if_no"), text("citation"))}
)

func counts(names ...string) (c []Column) {
	for _, n := range names {
		c = append(c, Column{Name: n, Kind: Count, Sum: true})
	}
	return c
}
