package worksheet

import (
	"slices"

	"example.com/withhold/pkg/calc"
)

// A Kind is what a form is filed for.
type Kind string

// The kinds of forms.
const (
	Return         Kind = "return"         // with the tax of a period
	Reconciliation Kind = "reconciliation" // of a year
	Amended        Kind = "amended"        // in place of the return of a period
)

// A Form is the profile of one form.
type Form struct {
	ID             string // rita-17
	Title          string // the agency's name of it
	Seen           string // the edition that the profile was made from
	Kinds          []Kind // Dayton's DW-1 is a return and, with a box checked, amends one
	Administrators []string
	Municipalities []string // ids; without these two it is for every municipality that has no form
	Source, URL    string
	Confidence     string    // high, medium, low
	Unverified     string    // what was not seen or tried; blank where all was
	From, To       calc.Date // periods that end in this time, both days included; 0 is open
	Covers         string    // quarter, or month for a month and its parts; blank for any period
	Notes          []string  // what the form says to its reader

	dollars bool // amounts are rounded to whole dollars (R.C. 718.25)
	header  []headerItem
	parts   []part
	ties    []tie
}

// Many reports whether one sheet covers all municipalities of an employer that
// the administrator collects for; other forms take one municipality a sheet.
func (f *Form) Many() bool { return len(f.Administrators) > 0 }

// generic forms serve where nobody's own is known.
func (f *Form) generic() bool { return len(f.Administrators)+len(f.Municipalities) == 0 }

// takes reports whether the form is for a period: its end, and its length.
func (f *Form) takes(p calc.Period) bool {
	long := calc.MonthOf(p.From) != calc.MonthOf(p.To)
	return f.From <= p.To && (f.To == 0 || p.To <= f.To) && (f.Covers == "" || long == (f.Covers == "quarter"))
}

// Forms are all profiles.
type Forms struct{ list []*Form } // by id

// All are the forms, by id.
func (f *Forms) All() []*Form { return slices.Clone(f.list) }

// For picks the forms of a kind for a municipality, by its id and the
// administrator that collects for it (RITA, CCA, self, or blank), as they stand
// at the end of the period, or year: its own, else the administrator's, else the
// one for everybody. More than one is possible, and all are then to be filed;
// they come by id. There is none only where the data lacks the one for everybody.
func (f *Forms) For(municipality, administrator string, kind Kind, period calc.Period) []*Form {
	for _, belongs := range []func(*Form) bool{
		func(form *Form) bool { return slices.Contains(form.Municipalities, municipality) },
		func(form *Form) bool { return slices.Contains(form.Administrators, administrator) },
		(*Form).generic,
	} {
		var found []*Form
		for _, form := range f.list {
			if slices.Contains(form.Kinds, kind) && form.takes(period) && belongs(form) {
				found = append(found, form)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// A headerItem is one line at the top: a field that is known, or a blank.
type headerItem struct {
	label, field string
	pattern      string // {ein}-1
	fillIn       string
}

// A part is one section, of lines or a grid.
type part struct {
	title, note string
	lines       []line
	grid        *grid
}

// A line is a line of the form.
type line struct {
	id, label, note string
	value           expr
	payOver         calc.Cents // amounts up to this are not paid; 0: no such rule
	payFrom         calc.Cents // amounts below this are not paid
}

// rowsOf is what the rows of a grid stand for.
type rowsOf string

const (
	ofMunicipalities rowsOf = "municipalities"
	ofMonths         rowsOf = "months"              // a quarter's figures stand in its last month
	ofQuarters       rowsOf = "quarters"            // months are added up
	ofMonthsQuarters rowsOf = "months_and_quarters" // each where it belongs
	ofPayDates       rowsOf = "pay_dates"
	ofNames          rowsOf = "named"
)

// A grid is a table of figures.
type grid struct {
	id        string
	rows      rowsOf
	where     []Figure // municipalities with any of these, not zero
	codes     bool     // a column for the administrator's code
	firstLine int      // rows are lines of the form, counted from this; 0: they are not
	columns   []column
	named     []namedRow
	noTotal   bool
}

type column struct {
	id, label, note string
	value           expr // of a cell; unused where rows are named
}

type namedRow struct {
	label string
	cells []expr // by column
}

// A tie is two sums that agree.
type tie struct {
	label       string
	left, right expr
	must        bool // the form must not be sent otherwise; else the difference is only shown
}
