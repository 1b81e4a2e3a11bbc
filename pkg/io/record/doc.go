// Package record turns rows of the input tables into records: it knows which
// columns each table has, which are needed, and how a cell becomes a date, an
// amount or a yes. The names of its columns are the interface.
//
// It does not know what a municipality is, nor any rule: a place is text here,
// and the pipeline resolves it. A cell that cannot be read is a problem of its
// row, named with file, row and column; nothing is read as zero or skipped.
package record

import (
	"slices"
	"strings"

	"example.com/withhold/pkg/io/table"
)

// A Kind is one of the input tables.
type Kind struct {
	Name    string
	Columns []string
	Needed  []string
}

// The input tables of the interface.
var (
	PayrollKind = &Kind{"payroll", strings.Fields(`employer_id employee_id check_id pay_date period_start period_end
		work_municipality gross_wages section_125 retirement_deferral tips_cash tips_charged tips_pooled iso_income
		iso_disposition_date nqdc_paid nqdc_deferred_on military_pay pension_disability election_pay parsonage transit_pay
		transit_scheduled tax_withheld tax_municipality in_capacity`), strings.Fields("employer_id employee_id pay_date gross_wages")}
	EmployeesKind = &Kind{"employees", strings.Fields(`employer_id employee_id ssn first_name last_name address city state zip
		birth_date hire_date termination_date residence_municipality principal_place_of_work courtesy_withholding class
		iso_issuer iso_successor_employee_until`), strings.Fields("employer_id employee_id")}
	EmployersKind = &Kind{"employers", strings.Fields(`employer_id ein name address city state zip fixed_location related_group
		small_employer_years federal_eft first_days_election home_days_at_principal_place tied_places_by_time responsible_person
		contact_phone contact_email`),
		strings.Fields("employer_id")}
	AgreementsKind = &Kind{"agreements", strings.Fields(`employer_id municipality kind value from to reference`),
		strings.Fields("employer_id municipality kind")}
	HistoryKind = &Kind{"history", strings.Fields(`employer_id municipality month tax_withheld tax_required`),
		strings.Fields("employer_id municipality month")}
	WorklogKind = &Kind{"worklog", strings.Fields(`employer_id employee_id date municipality hours activity affixed worksite_id`),
		strings.Fields("employer_id employee_id date municipality hours")}
	WorksitesKind = &Kind{"worksites", strings.Fields(`worksite_id employer_id municipality starts_on nature_days contract_days`),
		strings.Fields("worksite_id employer_id municipality")}
)

// Kinds are the input tables that a run reads, by name.
var Kinds = []*Kind{PayrollKind, EmployeesKind, EmployersKind, AgreementsKind, HistoryKind, WorklogKind, WorksitesKind}

// KindOf is the table that a file or sheet name announces by its first word, or
// nil: payroll-2026-03-06.csv and "Payroll March" are payroll.
func KindOf(name string) *Kind { return KindAmong(Kinds, name) }

// KindAmong is KindOf for other tables than those of a run.
func KindAmong(kinds []*Kind, name string) *Kind {
	name = strings.ToLower(name)
	i := slices.IndexFunc(kinds, func(k *Kind) bool {
		rest, ok := strings.CutPrefix(name, k.Name)
		return ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z')
	})
	if i < 0 {
		return nil
	}
	return kinds[i]
}

// A Layout says where a table's columns are found in its rows.
type Layout struct {
	Names     []string          // for each column of the rows, its canonical name or ""
	Constants map[string]string // canonical name -> the value of every row
	Dates     table.DateOrder
}

// Missing lists the needed columns that the layout has no place for.
func (l *Layout) Missing(k *Kind) (missing []string) {
	for _, n := range k.Needed {
		if _, ok := l.Constants[n]; !ok && !slices.Contains(l.Names, n) {
			missing = append(missing, n)
		}
	}
	return missing
}
