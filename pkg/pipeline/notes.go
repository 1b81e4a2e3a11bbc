package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"example.com/withhold/pkg/io/table"
)

// notes are warnings that concern many rows alike. Each is reported once, with
// how many rows it concerns and no row of its own, so that they do not depend on
// the order of rows.
type notes struct {
	mu    sync.Mutex
	count map[note]int
	aged  agedRates
}

type note struct{ code, about string }

var noteTexts = map[string]string{
	"credit_unknown": "the credit that %s gives its residents is not known, so the courtesy withholding asked for was not computed (checks: %d); " +
		"add the credit to rates.csv in a --schedules folder",
	"remittance_unknown": "how often tax is remitted to %s in that time is not known (months: %d): its remittances have no due date; " +
		"add an ordinance file in a --schedules folder",
	"catch_up_incomplete": "people of employer %s crossed a threshold that reaches back to days which no payroll among the inputs pays " +
		"(people: %d): what is caught up is short by them; give the payroll of the whole year",
	"log_repeated": "the work log of employer %s repeats rows to the letter (rows: %d); each was counted once: where both are right, add their hours up in one row",
	"log_hours":    "the work log of employer %s has days of more than 24 hours (days: %d)",
	"principal_unknown": "time of people of employer %s belongs to a principal place of work that neither employees nor their days tell " +
		"(checks: %d): nothing is withheld on it; give principal_place_of_work",
	"log_missing": "checks of employer %s are for people with a work log that has nothing in the check's period (checks: %d); " +
		"they belong to their work_municipality or, where that is blank, to the principal place of work given",
	"win_repeated":        "rows of payer %s repeat others to the letter and have no receipt number (rows: %d); all were counted: check that none was given twice",
	"two_names":           "social security numbers of winners of payer %s come with more than one name (people: %d): the latest name is on the information return",
	"receipt_twice":       "receipt numbers of payer %s are on more than one award (awards: %d); every award has a receipt of its own",
	"lottery_withheld":    "payer %s withheld tax from lottery prizes (lines: %d), which no ordinance asks for: no return speaks of it; see gaming-lottery.csv",
	"no_filings":          "no table %s is among the inputs (wanted: %d): monthly returns are taken to be filed and remitted whole, so that annual returns have nothing left to remit",
	"other_year":          "rows of %s are of other years than the one reconciled (rows: %d); they were left out",
	"w2_without_pay":      "w2 has rows for people whom employer %s paid nothing in the year, by the ledger (rows: %d); they are in no file",
	"efw2_no_layout":      "no W-2 file was made: its layout for %s is not known (years: %d)",
	"efw2_no_submitter":   "no W-2 file was made: %s does not say who sends it, and it is not one employer alone (files: %d); give it, or --efw2 none",
	"contractor_nothing":  "contractors of employer %s are paid zero or less in all (people: %d), which no form reports: correct their amounts",
	"contractor_employer": "contractors names employer %s, of whom the ledger has nothing (people: %d): check its employer_id",
	"nothing_in_year":     "the ledger has nothing of the year %s (years: %d): check --year and --ledger",
	"due_unknown":         "by when the year is reconciled with %s is not known (employers: %d): add a reconciliation to its ordinance file in a --schedules folder",
	"paid_unknown": "the ledger does not know when employer %s paid some closed periods (periods: %d): they are taken to be paid in time; " +
		"withhold remit --close keeps the day where --paid-on or a bank file gives it",
	"undated": "by when employer %s is to remit for some periods is not known (returns: %d), so that --due-by leaves them out: draw them up with --period, " +
		"or add an ordinance file in a --schedules folder",
	"not_over": "periods of employer %s are closed before they are over (returns: %d): payroll that is posted to them from now on is an amended return",
	"no_payroll": "the ledger has no payroll at all of employer %s in the months of some returns of zeros (returns: %d): where it is missing, post it first; " +
		"where none was paid they are right",
	"check_missed": "the ledger has checks of employer %s, paid on days of this run, that a file of the same name brought and that are not in it any more " +
		"(checks: %d): they still count; to withdraw a check, give it again with amounts of zero",
	"negated_check": "checks of employer %s were given again with their amounts negated, under the same check_id (checks: %d): each takes the place of " +
		"the one posted before; to reverse a check, give the negated one a check_id of its own, to withdraw it give it with amounts of zero",
	"employee_unknown": "employees has no row for some people of %s (people: %d): where they live and when they were born is not known",
}

func (n *notes) add(code, about string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.count == nil {
		n.count = map[note]int{}
	}
	n.count[note{code, about}]++
}

// problems are the notes as warnings, in order.
func (n *notes) problems() []*table.Problem {
	list := n.aged.problems()
	for x, count := range n.count {
		list = append(list, &table.Problem{Code: x.code, Value: x.about, Message: fmt.Sprintf(noteTexts[x.code], x.about, count)})
	}
	slices.SortFunc(list, func(a, b *table.Problem) int {
		return cmp.Or(strings.Compare(a.Code, b.Code), strings.Compare(a.Value, b.Value))
	})
	return list
}
