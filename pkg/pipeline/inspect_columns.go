package pipeline

import (
	"slices"
	"strings"

	"example.com/withhold/pkg/io/mapping"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// describe lists the columns of the file, what becomes of each, and a value.
func (i *inspector) describe(t *table.Table, m *mapping.Mapping) {
	for _, l := range t.Titles() {
		i.Titles = append(i.Titles, strings.Join(slices.DeleteFunc(slices.Clone(l.Cells), func(c string) bool { return c == "" }), " "))
	}
	examples, uses := i.examples(t), m.Describe(i.header, i.kind.Columns)
	for n, h := range i.header {
		c := InspectedColumn{Letter: table.Letters(n), Header: h, As: uses[n], Example: examples[n]}
		if name, _, _ := strings.Cut(c.As, ","); c.As == name && name != "" {
			c.As += i.kindOfValue(name, m)
		}
		if isSecret(h) || isSecret(c.As) {
			c.Example = mask(c.Example)
		}
		i.Columns = append(i.Columns, c)
	}
}

// examples is the first value of each column.
func (i *inspector) examples(t *table.Table) []string {
	examples := make([]string, len(i.header))
	for _, l := range t.Head() {
		if l.Row <= i.Header {
			continue
		}
		for n := range min(len(l.Cells), len(examples)) {
			if examples[n] == "" {
				examples[n] = l.Cells[n]
			}
		}
	}
	return examples
}

// kindOfValue says how a value of one of our columns is read.
func (i *inspector) kindOfValue(name string, m *mapping.Mapping) string {
	switch {
	case slices.Contains(strings.Fields("pay_date period_start period_end iso_disposition_date nqdc_deferred_on date birth_date hire_date "+
		"termination_date iso_successor_employee_until from to starts_on"), name):
		if m == nil || m.Dates == "" {
			return ", a date like 2026-03-31"
		}
		return ", a date, " + map[string]string{"mdy": "month first", "dmy": "day first", "ymd": "year first"}[m.Dates]
	case strings.Contains(name, "municipality") || name == "fixed_location" || name == "principal_place_of_work":
		return ", a municipality"
	case strings.HasSuffix(name, "_id"):
		return ", an id, as text"
	case name == "hours":
		return ", hours like 8.5"
	case slices.Contains(record.PayrollKind.Columns, name) && name != "in_capacity" && name != "transit_scheduled":
		return ", an amount"
	}
	return ""
}

// isSecret reports whether a column holds social security numbers.
func isSecret(name string) bool {
	k := table.Key(name)
	return strings.Contains(k, "ssn") || strings.Contains(k, "socialsecuritynumber") || strings.HasPrefix(k, "socialsec#")
}

// mask hides all but the last four digits of a number.
func mask(s string) string {
	hidden := []rune(s)
	left := 0
	for n := len(hidden) - 1; n >= 0; n-- {
		if hidden[n] >= '0' && hidden[n] <= '9' {
			if left++; left > 4 {
				hidden[n] = '*'
			}
		}
	}
	if left < 9 {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return '*'
			}
			return r
		}, s)
	}
	return string(hidden)
}

// synonyms are headers that often mean a column of ours. They are only written
// into a draft for a person to check; nothing is read by them.
var synonyms = map[string][]string{
	"employer_id":            {"Company ID", "Client ID", "Co Code", "Company Code", "Employer", "Company", "Firm"},
	"employee_id":            {"Employee ID", "Employee Number", "Emp ID", "Emp #", "Emp No", "Employee #", "Employee No", "File #", "Worker ID", "Person Number", "ID"},
	"check_id":               {"Check Number", "Check #", "Check No", "Check ID", "Chk #", "Chk No", "Chk"},
	"pay_date":               {"Pay Date", "Check Date", "Payment Date", "Pay Day"},
	"period_start":           {"Period Start", "Period Begin", "Pay Period Start"},
	"period_end":             {"Period End", "Pay Period End"},
	"work_municipality":      {"Work Location", "Work City", "Location", "Work Municipality", "City"},
	"municipality":           {"Location", "City", "Work Location"},
	"gross_wages":            {"Gross Pay", "Gross", "Gross Wages", "Gross Earnings", "Total Gross"},
	"section_125":            {"Section 125", "Sec 125", "Cafeteria"},
	"tips_cash":              {"Cash Tips", "Declared Tips", "Cash Tips Declared"},
	"tips_charged":           {"Charged Tips", "Charge Tips", "Paycheck Tips", "Non Cash Tips"},
	"tax_withheld":           {"Local Tax Withheld", "City Tax Withheld", "Local Tax", "City Tax", "Local Amt"},
	"tax_municipality":       {"Tax City", "Local Tax Name", "Local Tax Jurisdiction", "Local City"},
	"date":                   {"Date", "Work Date", "Apply Date", "In Date"},
	"hours":                  {"Hours", "Payable Hours", "Total Hours"},
	"ssn":                    {"Social Security Number", "SSN #"},
	"first_name":             {"First Name"},
	"last_name":              {"Last Name"},
	"residence_municipality": {"Resident City", "Lived In", "Home City"},
}
