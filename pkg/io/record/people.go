package record

import (
	"bytes"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// This file reads the small tables that are not small: a bureau has hundreds of
// thousands of employees, and of months before the payroll at hand. Their cells are
// read where they stand, as those of payroll are.

// An Employee is one row of employees.
type Employee struct {
	Source
	EmployerID, EmployeeID string
	Name, SSNLast4         string
	SSN                    SSNMark // tells whether two whole numbers are the same; 0 where none is known
	Person                 calc.Person
	ISOIssuer              string
	Residence              string // as written; blank is not known
	PrincipalPlaceOfWork   string
	Courtesy               bool
	Class                  string
}

// employees' columns, in the order of EmployeesKind.Columns.
const (
	eEmployer = iota
	eEmployee
	eSSN
	eFirstName
	eLastName
	eAddress
	eCity
	eState
	eZip
	eBirth
	eHired
	eTerminated
	eResidence
	ePrincipal
	eCourtesy
	eClass
	eISOIssuer
	eISOSuccessor
)

// Employees reads a whole table of employees. A row with a fault is given as
// well, marked Bad, so that what depends on it can be set aside.
func Employees(t *table.Table, l *Layout) (records []Employee, problems []*table.Problem, err error) {
	p := peopleCells{cells: newCells(t, l, EmployeesKind), known: map[string]string{}}
	err = p.each(&problems, func(r *table.Row) {
		e := p.employee(r)
		e.Source = Source{t.File, t.Sheet, r.Number, len(p.faults) > 0}
		records = append(withRoom(records, t), e)
	})
	return records, problems, err
}

// peopleCells reads cells of which many rows have the same.
type peopleCells struct {
	cells
	known map[string]string
}

// each gives do the rows of the table, and collects what is wrong with them.
func (p *cells) each(problems *[]*table.Problem, do func(r *table.Row)) error {
	return eachRow(p.table, func(r *table.Row) {
		if r.Err != nil {
			*problems = append(*problems, asProblem(r.Err))
			return
		}
		p.faults = p.faults[:0]
		do(r)
		*problems = append(*problems, p.faults...)
	})
}

// shared is a cell's text, kept once however many rows have it.
func (p *peopleCells) shared(cell []byte) string {
	s, ok := p.known[string(cell)]
	if !ok {
		s = string(cell)
		p.known[s] = s
	}
	return s
}

func (p *peopleCells) employee(r *table.Row) Employee {
	e := Employee{
		EmployerID: p.shared(p.needed(r, eEmployer)), EmployeeID: string(p.needed(r, eEmployee)),
		Name:      string(bytes.TrimSpace(bytes.Join([][]byte{p.cell(r, eFirstName), p.cell(r, eLastName)}, []byte{' '}))),
		ISOIssuer: p.shared(p.cell(r, eISOIssuer)), Residence: p.shared(p.cell(r, eResidence)), PrincipalPlaceOfWork: p.shared(p.cell(r, ePrincipal)),
		Courtesy: p.yes(r, eCourtesy),
		Class:    p.choice(r, eClass, "athlete", "entertainer", "public_figure", "domestic", "transit"),
		Person: calc.Person{Birth: p.date(r, eBirth), Hired: p.date(r, eHired), Terminated: p.date(r, eTerminated),
			SuccessorUntil: p.date(r, eISOSuccessor)},
	}
	e.Person.Domestic = e.Class == "domestic"
	whole, last4, err := ssnDigits(p.cell(r, eSSN))
	if err != nil {
		p.faults = append(p.faults, p.Fault(r.Number, eSSN, "ssn", nil, err.Error())) // without the number
	}
	e.SSN, e.SSNLast4 = mark(whole), string(last4) // nothing of the rest is kept
	return e
}

// choice is one of the words given, or blank.
func (p *peopleCells) choice(r *table.Row, c int, words ...string) string {
	cell := p.cell(r, c)
	if len(cell) == 0 {
		return ""
	}
	word := strings.ToLower(p.shared(cell))
	if !slices.Contains(words, word) {
		p.fault(r, c, "choice", "write "+strings.Join(words, ", ")+" or leave it blank")
	}
	return word
}

// withRoom has room for another record, and no more than are to be expected by how
// far the table is read.
func withRoom[T any](records []T, t *table.Table) []T {
	if n := len(records); n == cap(records) {
		return slices.Grow(records, max(n/8, t.Rows(n)-n, 64))
	}
	return records
}

// A Month is one row of history: the tax of a month before the payroll at hand.
type Month struct {
	Source
	EmployerID, Municipality string
	Month                    calc.Month
	Tax                      calc.Cents // the greater of withheld and required
}

// history's columns, in the order of HistoryKind.Columns.
const (
	hEmployer = iota
	hMunicipality
	hMonth
	hWithheld
	hRequired
)

// History reads a whole table of history; see Employees for faulty rows.
func History(t *table.Table, l *Layout) (records []Month, problems []*table.Problem, err error) {
	p := peopleCells{cells: newCells(t, l, HistoryKind), known: map[string]string{}}
	err = p.each(&problems, func(r *table.Row) {
		withheld, knownW := p.amount(r, hWithheld)
		required, knownR := p.amount(r, hRequired)
		if !knownW && !knownR && len(p.faults) == 0 {
			p.fault(r, hRequired, "missing", "write tax_withheld, tax_required or both")
		}
		m := Month{EmployerID: p.shared(p.needed(r, hEmployer)), Municipality: p.shared(p.needed(r, hMunicipality)),
			Tax: max(withheld, required)}
		if m.Month, err = calc.ParseMonth(p.shared(p.cell(r, hMonth))); err != nil {
			p.fault(r, hMonth, "month", err.Error())
		}
		m.Source = Source{t.File, t.Sheet, r.Number, len(p.faults) > 0}
		records = append(withRoom(records, t), m)
	})
	return records, problems, err
}
