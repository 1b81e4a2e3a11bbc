package worksheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// An Input is what one sheet is filled in with.
type Input struct {
	Employer   Employer
	Period     calc.Period // a year for reconciliations
	Due, PayBy calc.Date   // by the law, and moved to a business day; 0 where not known
	Amended    bool        // the return takes the place of one filed before
	Rows       []Row       // by municipality; one, unless [Form.Many]

	// Totals are figures of the whole sheet, counted on their own: where one is
	// given it stands for the sum of the rows, and ties compare the two. A person
	// paid in two municipalities is one W-2 here and one employee in each row.
	Totals Figures
}

// An Employer is who files. What is blank stays blank on the sheet.
type Employer struct {
	ID, EIN, Name             string
	Address, City, State, Zip string
	ResponsiblePerson         string
	Phone, Email              string
}

// A Row is one municipality of an employer.
type Row struct {
	Municipality string // id
	Name         string // as the form shows it
	Code         string // the administrator's
	Figures      Figures
	Before       Figures // the same as filed before, for an amended return

	// Parts are the periods of a reconciliation's year, each as it was filed, in
	// any order; none known is nil, none filed is an empty list.
	Parts []Part
	// PayDates are the days in the period on which wages were paid, likewise.
	PayDates []Part
}

// A Part is a shorter time within the period of the sheet.
type Part struct {
	From, To calc.Date // for a pay date the same day
	Figures  Figures
}

// sorted are the rows by name.
func (in *Input) sorted() []Row {
	rows := slices.Clone(in.Rows)
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Municipality, b.Municipality))
	})
	return rows
}

// field is what the header asks for; blank where it is not known.
func (in *Input) field(name string) string {
	e := &in.Employer
	switch name {
	case "employer_name":
		return e.Name
	case "ein":
		return e.EIN
	case "address":
		return e.Address
	case "city_state_zip":
		return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(e.City+", "+e.State), ",") + " " + e.Zip)
	case "responsible_person":
		return e.ResponsiblePerson
	case "phone":
		return e.Phone
	case "email":
		return e.Email
	case "municipality":
		if len(in.Rows) == 1 {
			return in.Rows[0].Name
		}
	case "amended":
		if in.Amended {
			return "yes"
		}
		return "no"
	}
	return in.when(name)
}

// when is a header field about time.
func (in *Input) when(name string) string {
	day := func(d calc.Date) string {
		if d == 0 {
			return ""
		}
		year, month, dom := d.Civil()
		return fmt.Sprintf("%02d/%02d/%04d", int(month), dom, year)
	}
	switch name {
	case "period":
		return in.Period.Name
	case "period_from":
		return day(in.Period.From)
	case "period_to":
		return day(in.Period.To)
	case "tax_year":
		if in.Period.To != 0 {
			return strconv.Itoa(in.Period.To.Year())
		}
	case "quarter":
		if in.Period.To != 0 {
			return strconv.Itoa(calc.MonthOf(in.Period.To).Quarter())
		}
	case "due_date":
		return day(in.Due)
	case "pay_by":
		return day(in.PayBy)
	}
	return ""
}
