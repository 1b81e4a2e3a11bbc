package efw2

import (
	"iter"

	"example.com/withhold/pkg/calc"
)

// A File is what is to be written. Employees are taken one by one, so that memory
// does not grow with their number.
type File struct {
	Submitter Submitter
	Employers []Employer
	Note      func(Note) // is given what is missing, cut or left out; may be nil
}

// An Address is as USPS Publication 28 has it. City, State (two letters) and ZIP
// are of the United States; elsewhere Country (two letters) is given, with
// ForeignState and ForeignPostal in place of State and ZIP.
type Address struct {
	Location string // suite, attention; 22 characters, as Delivery
	Delivery string // street and number, or PO box
	City     string
	State    string
	ZIP      string // 43016, 43016-1234 or nine digits

	ForeignState, ForeignPostal, Country string
}

// A Contact is who answers questions about a file.
type Contact struct {
	Name, Phone, Extension, Fax, Email string
}

// A Submitter is who sends the file (RA).
type Submitter struct {
	EIN       string // nine digits, with or without a dash; needed
	UserID    string // of the recipient's service; the SSA's has eight characters
	Vendor    string // the vendor code of the software
	Software  string // 98 made in-house; blank is 99, off the shelf
	Company   string
	Address   Address // of the company
	Name      string  // who submits, where another than Company; blank is Company
	Mail      Address // of Name; blank is Address
	Contact   Contact
	Preparer  string // A accountant, L self, S service bureau, P parent, O other
	Resubmits string // the number that the SSA gave to the file which this one replaces
}

// An Employer is an employer and its employees (RE, RT).
type Employer struct {
	ID      string // ours: in notes and refusals, not in the file
	EIN     string // nine digits, with or without a dash; needed
	Name    string
	Address Address
	Contact Contact
	Account string // the employer's account with the recipient, for profiles with {account}

	Kind           string // F federal, S state or local, T tax exempt, Y both, N none of these
	Employment     string // blank is R, regular
	Establishment  string // four characters that tell apart RE records of one EIN
	OtherEIN       string // another EIN used this year
	Terminating    bool   // the business ended in the year
	ThirdPartySick bool   // it pays sick pay for others
	SickPayTax     calc.Cents

	Employees iter.Seq2[*Employee, error] // an error ends the writing
}

// An Employee is an employee of one employer in one year (RW, RS). A box that is
// not in Boxes or Flags is not known: it is zero in the file and in the notes,
// where the recipient needs it. Layout.Boxes names them. Amounts are not below
// zero: the layout has no sign.
type Employee struct {
	ID                          string // ours: in notes and refusals, not in the file
	SSN                         string // nine digits, with or without dashes; "" if not known
	First, Middle, Last, Suffix string
	Address                     Address
	Boxes                       map[string]calc.Cents
	Flags                       map[string]bool // box 13
	Local                       []LocalWage
}

// A LocalType says why a municipality taxes the wages.
type LocalType byte

// The two kinds of local wages, of which a municipality may have one record each.
const (
	Workplace LocalType = 'C'
	Residence LocalType = 'R'
)

// A LocalWage is boxes 18 to 20 for one municipality: one RS record.
type LocalWage struct {
	Municipality string
	Code         string // the recipient's code for it; "" if it has none
	Own          bool   // it is the recipient, or the recipient administers its tax
	Type         LocalType
	Wages, Tax   calc.Cents
}

// The boxes that are not the federal government's.
const (
	boxStateWages = "box_16"
	boxStateTax   = "box_17"
	boxLocalWages = "box_18"
	boxLocalTax   = "box_19"
)
