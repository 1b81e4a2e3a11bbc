package record

import (
	"bytes"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// The tables of gaming.
var (
	WinningsKind = &Kind{"winnings", columns(`payer_id facility_municipality payer_kind game won_on winnings wager name address
		city state zip ssn tax_withheld receipt_no ticket_bought_in residence_municipality omitted_from_monthly`),
		columns("payer_id facility_municipality payer_kind won_on winnings")}
	FilingsKind = &Kind{"filings", columns("payer_id municipality period filed_on remitted remitted_on reference"),
		columns("payer_id municipality period")}
)

// GamingKinds are the tables that gaming reads, by name. A run does not, so that
// winnings in a folder of payroll are never taken for wages.
var GamingKinds = []*Kind{WinningsKind, FilingsKind}

// A Win is one row of winnings. Its texts are slices of the row and live as long
// as the row does.
type Win struct {
	Row                             int
	PayerID, Facility               []byte
	Kind                            calc.PayerKind
	Game                            []byte // as written; blank where the kind of payer has one game only
	On                              calc.Date
	Winnings, Wager, Withheld       calc.Cents
	WagerKnown, WithheldKnown       bool
	Name, Address, City, State, Zip []byte
	SSN, SSNLast4                   string // nine digits, or blank; the last four of a masked number as well
	SSNUnreadable                   bool
	ReceiptNo                       []byte
	BoughtIn, Residence             []byte // of a lottery prize; as written
	Omitted                         bool   // the monthly return left the person or the amount out
	Missing                         Identity
}

// Identity is a set of what the returns must say of a person.
type Identity uint8

// Name, address and social security number: 004 192.053(C)(1), (E)(1).
const (
	PersonName Identity = 1 << iota
	PersonAddress
	PersonSSN
)

// winnings' columns, in the order of WinningsKind.Columns.
const (
	wnPayer = iota
	wnFacility
	wnKind
	wnGame
	wnOn
	wnWinnings
	wnWager
	wnName
	wnAddress
	wnCity
	wnState
	wnZip
	wnSSN
	wnWithheld
	wnReceipt
	wnBoughtIn
	wnResidence
	wnOmitted
)

// The columns of winnings that the pipeline has something to say about.
const (
	ColumnFacility  = wnFacility
	ColumnGame      = wnGame
	ColumnWonOn     = wnOn
	ColumnWager     = wnWager
	ColumnSSN       = wnSSN
	ColumnReceipt   = wnReceipt
	ColumnBoughtIn  = wnBoughtIn
	ColumnResidence = wnResidence
)

// Winnings reads the rows of one table of winnings.
type Winnings struct {
	cells
	oneLine bool // the table has no city, state and zip: address is all of it
}

// NewWinnings prepares to read t.
func NewWinnings(t *table.Table, l *Layout) *Winnings {
	w := &Winnings{cells: newCells(t, l, WinningsKind)}
	w.oneLine = !w.has(wnCity) && !w.has(wnState) && !w.has(wnZip)
	return w
}

// Kind is the kind of payer of a row, without the rest of it. ok is false where
// it cannot be read.
func (w *Winnings) Kind(r *table.Row) (k calc.PayerKind, ok bool) {
	if r.Err != nil {
		return 0, false
	}
	cell := w.cell(r, wnKind)
	for i, name := range calc.PayerKindNames() {
		if len(cell) == len(name) && bytes.EqualFold(cell, []byte(name)) {
			return calc.PayerKind(i), true
		}
	}
	return 0, false
}

// Read fills x from a row. It returns what is wrong with the row, all of it; the
// slice is reused by the next call. A social security number that cannot be read
// is no fault of the row, whose tax must be remitted all the same: it is missing.
func (w *Winnings) Read(r *table.Row, x *Win) []*table.Problem {
	w.faults = w.faults[:0]
	*x = Win{Row: r.Number}
	if r.Err != nil {
		return append(w.faults, asProblem(r.Err))
	}
	x.PayerID, x.Facility = w.needed(r, wnPayer), w.needed(r, wnFacility)
	var ok bool
	if x.Kind, ok = w.Kind(r); !ok && len(w.needed(r, wnKind)) > 0 {
		w.fault(r, wnKind, "choice", "write casino, vlt, lottery or sports")
	}
	x.Game = w.cell(r, wnGame)
	w.needed(r, wnOn)
	x.On = w.date(r, wnOn)
	w.needed(r, wnWinnings)
	x.Winnings, _ = w.amount(r, wnWinnings)
	x.Wager, x.WagerKnown = w.amount(r, wnWager)
	if x.Wager < 0 && x.Winnings > 0 {
		w.fault(r, wnWager, "sign", "a wager is written as a positive amount, and as a negative one only on a reversal")
	}
	x.Withheld, x.WithheldKnown = w.amount(r, wnWithheld)
	if x.Withheld != 0 && x.Winnings != 0 && (x.Withheld < 0) != (x.Winnings < 0) {
		w.fault(r, wnWithheld, "sign", "the tax withheld and the winnings have different signs")
	}
	x.ReceiptNo, x.BoughtIn, x.Residence = w.cell(r, wnReceipt), w.cell(r, wnBoughtIn), w.cell(r, wnResidence)
	x.Omitted = w.yes(r, wnOmitted)
	w.person(r, x)
	return w.faults
}

// person reads who won, and finds what is missing of it.
func (w *Winnings) person(r *table.Row, x *Win) {
	x.Name, x.Address, x.City, x.State, x.Zip = w.cell(r, wnName), w.cell(r, wnAddress), w.cell(r, wnCity), w.cell(r, wnState), w.cell(r, wnZip)
	var err error
	if x.SSN, x.SSNLast4, err = ssn(string(w.cell(r, wnSSN))); err != nil {
		x.SSN, x.SSNLast4, x.SSNUnreadable = "", "", true
	}
	if len(x.Name) == 0 {
		x.Missing |= PersonName
	}
	if len(x.Address) == 0 || !w.oneLine && (len(x.City) == 0 || len(x.State)+len(x.Zip) == 0) {
		x.Missing |= PersonAddress
	}
	if x.SSN == "" {
		x.Missing |= PersonSSN
	}
}
