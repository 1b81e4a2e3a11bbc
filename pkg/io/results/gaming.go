package results

import (
	"io/fs"
	"slices"
)

var person = text("name", "address", "city", "state", "zip", "ssn")

// returnColumns are those of a return; late stand between what is due and what
// was remitted.
func returnColumns(late ...[]Column) []Column {
	all := columns(text("payer_id", "municipality", "period"), one("due_date", Date, false), one("pay_by", Date, false),
		one("winners", Count, false), []Column{{"winnings", Money, false}, {"tax_required", Money, false}, {"tax_withheld", Money, false},
			{"amount_due", Money, false}})
	all = append(all, columns(late...)...)
	return append(all, columns([]Column{{"remitted", Money, false}, {"balance", Money, false}}, one("omissions", Count, false),
		text("complete", "citation"))...)
}

// The tables that "withhold gaming" writes.
var (
	GamingLines = &Table{"gaming-lines", columns(
		text("payer_id", "facility_municipality", "payer_kind", "game"), one("won_on", Date, false), text("name"),
		one("winnings", Money, false), text("reportable"), one("rate", Rate, false), money("tax_required", "tax_withheld"),
		[]Column{{"compared", Money, false}, {"reporting_amount", Money, false}}, text("because", "receipt_no", "citations"))}

	GamingReturns     = &Table{"gaming-returns", returnColumns()}
	GamingLateReturns = &Table{"gaming-returns", returnColumns(money("penalty", "return_penalty", "interest"))}

	// GamingWinners is what each monthly return says of each person.
	GamingWinners = &Table{"gaming-winners", columns(
		text("payer_id", "municipality", "period"), person, text("game"), one("won_on", Date, false),
		money("winnings", "tax_required", "tax_withheld"), text("missing", "citation"))}

	GamingInformation = &Table{"gaming-information-returns", columns(
		text("payer_id", "municipality", "year", "name", "ssn_last4"), money("winnings", "tax_withheld"),
		one("due_date", Date, false), one("pay_by", Date, false), text("missing", "citation"))}

	// GamingCopies are the administrator's copies of the information returns.
	GamingCopies = &Table{"gaming-administrator-copies", columns(
		text("payer_id", "municipality", "year"), person, money("winnings", "tax_withheld"),
		one("due_date", Date, false), one("pay_by", Date, false), text("missing", "citation"))}

	GamingReceipts = &Table{"gaming-receipts", columns(
		text("payer_id", "receipt_no", "municipality"), one("won_on", Date, false), text("name", "ssn_last4"),
		one("winnings", Money, true), one("rate", Rate, false), one("tax_withheld", Money, true), text("number", "citation"))}

	// GamingOmissions is what the annual return must indicate because monthly
	// returns left it out, or still leave it out.
	GamingOmissions = &Table{"gaming-omissions", columns(
		text("payer_id", "municipality", "year", "period"), person, text("game"), one("won_on", Date, false),
		money("winnings", "tax_withheld"), text("missing", "to_do", "citation"))}

	GamingVariances = &Table{"gaming-variances", columns(
		text("payer_id", "municipality"), one("won_on", Date, false), text("name", "game", "receipt_no"),
		money("winnings", "tax_required", "tax_withheld", "difference"))}

	GamingLottery = &Table{"gaming-lottery", columns(
		text("municipality", "year", "name", "ssn_last4", "because"), one("prizes", Count, false), money("winnings"),
		[]Column{{"only_over", Money, false}}, text("taxed"), money("tax_required", "tax_withheld", "balance"), text("citation"))}
)

// private are the tables that hold whole social security numbers.
var private = []*Table{GamingWinners, GamingCopies, GamingOmissions, ReconciliationEmployees, Contractors}

// Private reports whether a table holds whole social security numbers.
func (t *Table) Private() bool { return slices.Contains(private, t) }

// Perm is who may read the table's file: its owner alone, where it holds whole
// social security numbers.
func (t *Table) Perm() fs.FileMode {
	if t.Private() {
		return 0o600
	}
	return 0o666
}
