package record

import (
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

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

// Source is where a record was read, and whether a cell of it was at fault.
type Source struct {
	File, Sheet string
	Row         int
	Bad         bool
}

type employeeText struct {
	EmployerID   string `csv:"employer_id"`
	EmployeeID   string `csv:"employee_id"`
	SSN          string `csv:"ssn"`
	FirstName    string `csv:"first_name"`
	LastName     string `csv:"last_name"`
	BirthDate    string `csv:"birth_date"`
	HireDate     string `csv:"hire_date"`
	Termination  string `csv:"termination_date"`
	Residence    string `csv:"residence_municipality"`
	Principal    string `csv:"principal_place_of_work"`
	Courtesy     string `csv:"courtesy_withholding"`
	Class        string `csv:"class"`
	ISOIssuer    string `csv:"iso_issuer"`
	ISOSuccessor string `csv:"iso_successor_employee_until"`
}

// Employees reads a whole table of employees. A row with a fault is given as
// well, marked Bad, so that what depends on it can be set aside.
func Employees(t *table.Table, l *Layout) (records []Employee, problems []*table.Problem, err error) {
	r := reader{table: t, dates: l.Dates}
	known := map[string]string{}
	shared := func(s string) string { // what many have is kept once
		if have, ok := known[s]; ok {
			return have
		}
		known[s] = s
		return s
	}
	unread, err := eachSmall(t, EmployeesKind, l, func(x *employeeText, number int) {
		r.row = number
		before := len(r.problems)
		e := Employee{
			EmployerID: shared(r.needed("employer_id", x.EmployerID)), EmployeeID: r.needed("employee_id", x.EmployeeID),
			Name:      strings.TrimSpace(x.FirstName + " " + x.LastName),
			ISOIssuer: shared(x.ISOIssuer), Residence: shared(x.Residence), PrincipalPlaceOfWork: shared(x.Principal),
			Courtesy: r.yes("courtesy_withholding", x.Courtesy),
			Class:    r.choice("class", x.Class, "athlete", "entertainer", "public_figure", "domestic", "transit"),
			Person: calc.Person{Birth: r.date("birth_date", x.BirthDate), Hired: r.date("hire_date", x.HireDate),
				Terminated:     r.date("termination_date", x.Termination),
				SuccessorUntil: r.date("iso_successor_employee_until", x.ISOSuccessor)},
		}
		e.Person.Domestic = e.Class == "domestic"
		whole, last4, err := ssn(x.SSN)
		if err != nil {
			r.fault("ssn", "ssn", "", err.Error())
		}
		e.SSN, e.SSNLast4 = mark(whole), strings.Clone(last4) // nothing of the rest is kept
		e.Source = Source{t.File, t.Sheet, r.row, len(r.problems) > before}
		if n := len(records); n == cap(records) { // there may be hundreds of thousands: no room for as many again
			records = slices.Grow(records, max(n/8, t.Rows(n)-n, 64))
		}
		records = append(records, e)
	})
	return records, slices.Concat(unread, r.problems), err
}

// An Employer is one row of employers.
type Employer struct {
	Source
	EmployerID, Name   string
	FixedLocation      string
	RelatedGroup       string
	SmallYears         []int
	FederalEFT         bool
	FirstDaysElection  bool
	HomeDays           bool // days at home count as principal-place days, where the law leaves it to the employer
	TiesByTime         bool // exempt wages are shared among tied principal places by time, not equally
	ResponsiblePerson  string
	ContactPhone, EIN  string
	ContactEmail, City string
}

type employerText struct {
	EmployerID    string `csv:"employer_id"`
	EIN           string `csv:"ein"`
	Name          string `csv:"name"`
	Address       string `csv:"address"`
	City          string `csv:"city"`
	State         string `csv:"state"`
	Zip           string `csv:"zip"`
	FixedLocation string `csv:"fixed_location"`
	RelatedGroup  string `csv:"related_group"`
	SmallYears    string `csv:"small_employer_years"`
	FederalEFT    string `csv:"federal_eft"`
	FirstDays     string `csv:"first_days_election"`
	HomeDays      string `csv:"home_days_at_principal_place"`
	TiesByTime    string `csv:"tied_places_by_time"`
	Responsible   string `csv:"responsible_person"`
	Phone         string `csv:"contact_phone"`
	Email         string `csv:"contact_email"`
}

// Employers reads a whole table of employers; see Employees for faulty rows.
func Employers(t *table.Table, l *Layout) ([]Employer, []*table.Problem, error) {
	texts, numbers, problems, err := readSmall[employerText](t, EmployersKind, l)
	r := reader{table: t, dates: l.Dates, problems: problems}
	records := make([]Employer, 0, len(texts))
	for i, x := range texts {
		r.row = numbers[i]
		before := len(r.problems)
		e := Employer{
			EmployerID: r.needed("employer_id", x.EmployerID), Name: x.Name, FixedLocation: x.FixedLocation,
			RelatedGroup: x.RelatedGroup, SmallYears: r.years("small_employer_years", x.SmallYears),
			FederalEFT: r.yes("federal_eft", x.FederalEFT), FirstDaysElection: r.yes("first_days_election", x.FirstDays),
			HomeDays: r.yes("home_days_at_principal_place", x.HomeDays), TiesByTime: r.yes("tied_places_by_time", x.TiesByTime),
			ResponsiblePerson: x.Responsible, ContactPhone: x.Phone, ContactEmail: x.Email, EIN: x.EIN, City: x.City,
		}
		if len(e.SmallYears) > 0 && e.FixedLocation == "" {
			r.fault("fixed_location", "missing", "", "a small employer withholds for its fixed location only: write the municipality it is in, or none")
		}
		e.Source = Source{t.File, t.Sheet, r.row, len(r.problems) > before}
		records = append(records, e)
	}
	return records, r.problems, err
}

func (r *reader) years(column, value string) (years []int) {
	for _, word := range strings.Fields(value) {
		y, err := strconv.Atoi(word)
		if err != nil || y < 1900 || y > 2199 {
			r.fault(column, "year", value, "write years with spaces between them: 2025 2026")
			return nil
		}
		years = append(years, y)
	}
	return years
}

// An Agreement is one row of agreements.
type Agreement struct {
	Source
	EmployerID, Municipality, Kind, Value string
	From, To                              calc.Date // To is 0 where it has no end
	Days                                  int       // of a threshold_days agreement
}

// AgreementKinds are the kinds an agreement can be of.
var AgreementKinds = []string{"quarterly_approval", "withhold_from_first_day", "never_withhold", "threshold_days", "not_withholding"}

type agreementText struct {
	EmployerID   string `csv:"employer_id"`
	Municipality string `csv:"municipality"`
	Kind         string `csv:"kind"`
	Value        string `csv:"value"`
	From         string `csv:"from"`
	To           string `csv:"to"`
	Reference    string `csv:"reference"`
}

// Agreements reads a whole table of agreements; see Employees for faulty rows.
func Agreements(t *table.Table, l *Layout) ([]Agreement, []*table.Problem, error) {
	texts, numbers, problems, err := readSmall[agreementText](t, AgreementsKind, l)
	r := reader{table: t, dates: l.Dates, problems: problems}
	records := make([]Agreement, 0, len(texts))
	for i, x := range texts {
		r.row = numbers[i]
		before := len(r.problems)
		a := Agreement{
			EmployerID: r.needed("employer_id", x.EmployerID), Municipality: r.needed("municipality", x.Municipality),
			Kind: r.oneOf("kind", r.needed("kind", x.Kind), AgreementKinds...), Value: x.Value,
			From: r.date("from", x.From), To: r.date("to", x.To),
		}
		if a.Kind == "threshold_days" {
			if a.Days = r.count("value", r.needed("value", x.Value)); a.Days == 0 {
				r.fault("value", "count", x.Value, "write how many days are exempt; for none at all the kind is withhold_from_first_day")
			}
		}
		a.Source = Source{t.File, t.Sheet, r.row, len(r.problems) > before}
		records = append(records, a)
	}
	return records, r.problems, err
}

// A Month is one row of history: the tax of a month before the payroll at hand.
type Month struct {
	Source
	EmployerID, Municipality string
	Month                    calc.Month
	Tax                      calc.Cents // the greater of withheld and required
}

type historyText struct {
	EmployerID   string `csv:"employer_id"`
	Municipality string `csv:"municipality"`
	Month        string `csv:"month"`
	Withheld     string `csv:"tax_withheld"`
	Required     string `csv:"tax_required"`
}

// History reads a whole table of history; see Employees for faulty rows.
func History(t *table.Table, l *Layout) ([]Month, []*table.Problem, error) {
	texts, numbers, problems, err := readSmall[historyText](t, HistoryKind, l)
	r := reader{table: t, dates: l.Dates, problems: problems}
	records := make([]Month, 0, len(texts))
	for i, x := range texts {
		r.row = numbers[i]
		before := len(r.problems)
		withheld, knownW := r.amount("tax_withheld", x.Withheld)
		required, knownR := r.amount("tax_required", x.Required)
		if !knownW && !knownR && len(r.problems) == before {
			r.fault("tax_required", "missing", "", "write tax_withheld, tax_required or both")
		}
		m := Month{
			EmployerID: r.needed("employer_id", x.EmployerID), Municipality: r.needed("municipality", x.Municipality),
			Month: r.month("month", x.Month), Tax: max(withheld, required),
		}
		m.Source = Source{t.File, t.Sheet, r.row, len(r.problems) > before}
		records = append(records, m)
	}
	return records, r.problems, err
}
