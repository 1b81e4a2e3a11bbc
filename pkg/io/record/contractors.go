package record

import (
	"errors"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// ContractorsKind are payments to people who are not employees: 003 (i).
var ContractorsKind = &Kind{"contractors", columns("employer_id municipality name address city state zip tin amount year"),
	columns("employer_id municipality name amount year")}

// ReconcileKinds are the tables that reconcile reads, by name.
var ReconcileKinds = []*Kind{ContractorsKind, W2Kind}

// A Contractor is one row of contractors.
type Contractor struct {
	Source
	EmployerID, Municipality        string
	Name, Address, City, State, Zip string
	TIN                             string // as written, or blank; it is nine digits with or without dashes
	Amount                          calc.Cents
	Year                            int
}

type contractorText struct {
	EmployerID   string `csv:"employer_id"`
	Municipality string `csv:"municipality"`
	Name         string `csv:"name"`
	Address      string `csv:"address"`
	City         string `csv:"city"`
	State        string `csv:"state"`
	Zip          string `csv:"zip"`
	TIN          string `csv:"tin"`
	Amount       string `csv:"amount"`
	Year         string `csv:"year"`
}

// Contractors reads a whole table of contractors; see Employees for faulty rows.
func Contractors(t *table.Table, l *Layout) ([]Contractor, []*table.Problem, error) {
	texts, numbers, problems, err := readSmall[contractorText](t, ContractorsKind, l)
	r := reader{table: t, dates: l.Dates, problems: problems}
	records := make([]Contractor, 0, len(texts))
	for i, x := range texts {
		r.row = numbers[i]
		before := len(r.problems)
		c := Contractor{
			EmployerID: r.needed("employer_id", x.EmployerID), Municipality: r.needed("municipality", x.Municipality),
			Name: r.needed("name", x.Name), Address: x.Address, City: x.City, State: x.State, Zip: x.Zip,
			Year: r.year("year", r.needed("year", x.Year)),
		}
		c.Amount, _ = r.amount("amount", r.needed("amount", x.Amount))
		var err error
		if c.TIN, err = tin(x.TIN); err != nil {
			r.fault("tin", "tin", "", err.Error())
		}
		c.Source = Source{t.File, t.Sheet, r.row, len(r.problems) > before}
		records = append(records, c)
	}
	return records, r.problems, err
}

// year is one calendar year; 0 where it is blank.
func (r *reader) year(column, value string) int {
	y, err := strconv.Atoi(value)
	if value != "" && (err != nil || len(value) != 4 || y < 1900 || y > 2199) {
		r.fault(column, "year", value, "not a year; write 2025")
	}
	return y
}

var errTIN = errors.New("neither a social security number nor an employer identification number; write nine digits, as 900-12-3456 or 12-3456789")

// tin is a taxpayer identification number as written. One that is masked cannot
// be reported and counts as not given.
func tin(value string) (string, error) {
	whole, last4, err := ssn(value)
	switch {
	case err != nil:
		return "", errTIN
	case whole == "" && last4 != "":
		return "", nil
	}
	return strings.TrimSpace(value), nil
}

// WholeSSN is a social security number as 900-12-3456, and its last four digits.
// whole is blank where the value is masked or blank.
func WholeSSN(value string) (whole, last4 string, err error) {
	whole, last4, err = ssn(value)
	if whole != "" {
		whole = whole[:3] + "-" + whole[3:5] + "-" + whole[5:]
	}
	return whole, last4, err
}
