package record

import (
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// Source is where a record was read, and whether a cell of it was at fault.
type Source struct {
	File, Sheet string
	Row         int
	Bad         bool
}

// Faulty reports whether a cell was at fault.
func (s Source) Faulty() bool { return s.Bad }

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
