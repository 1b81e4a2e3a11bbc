package ledger

import (
	"cmp"
	"context"
	"iter"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A Key is what a check is known by.
type Key struct {
	EmployerID string
	PayDate    calc.Date
	EmployeeID string
	CheckID    string
}

// Compare puts keys in the ledger's order: employer, pay date, employee, check.
func (k *Key) Compare(o *Key) int {
	return cmp.Or(strings.Compare(k.EmployerID, o.EmployerID), cmp.Compare(k.PayDate, o.PayDate),
		strings.Compare(k.EmployeeID, o.EmployeeID), strings.Compare(k.CheckID, o.CheckID))
}

// A Check is one check as it is posted.
type Check struct {
	Key
	Number   int64 // given by the ledger
	Election bool  // it has pay that is taxed by the year's sum
	// Content is the check's rows of payroll: see [AppendRow].
	Content []byte
	// LinesHash tells whether the lines of two postings are the same.
	LinesHash []byte
	Lines     []Line
	Run       int64 // that posted it
}

// A Line is the tax of a check for one municipality in one role.
type Line struct {
	Municipality string // id; "" where no municipality levies a tax
	Role         string
	Rate         calc.Rate
	Wages        calc.Cents
	Subject      calc.Cents
	NotSubject   string // reason=cents, joined with ;
	Required     calc.Cents
	Withheld     calc.Cents
	Slot         int32 // the month, counted from year 0, times 32; plus the last day of a part of it
	Citations    string
}

// Amounts are what lines add up to.
type Amounts struct {
	Lines                       int64
	Subject, Required, Withheld calc.Cents
}

func (a *Amounts) add(l *Line, sign int64) {
	a.Lines += sign
	a.Subject += calc.Cents(sign) * l.Subject
	a.Required += calc.Cents(sign) * l.Required
	a.Withheld += calc.Cents(sign) * l.Withheld
}

func (a *Amounts) plus(b Amounts) {
	a.Lines += b.Lines
	a.Subject += b.Subject
	a.Required += b.Required
	a.Withheld += b.Withheld
}

// A SumKey is what a sum of lines is kept by, for one employer.
type SumKey struct {
	Municipality string
	Slot         int32
	EmployeeID   string
}

func (k SumKey) compare(o SumKey) int {
	return cmp.Or(strings.Compare(k.Municipality, o.Municipality), cmp.Compare(k.Slot, o.Slot), strings.Compare(k.EmployeeID, o.EmployeeID))
}

// A Fact is one row of a small table, or one person's day of the work log.
type Fact struct {
	Kind       string // the table
	EmployerID string
	EmployeeID string
	Item       string // what else it is known by
	Content    string
}

// A Run is one run that posted.
type Run struct {
	Number    int64
	ID        string // the same for runs of the same inputs, data and program
	Started   string // RFC 3339
	Who       string
	Version   string
	Schedules string // hash of the ordinance data
	Out       string
	Confirmed bool // its results were put in place
	Inputs    []Input
}

// An Input is one file of a run.
type Input struct {
	Name, SHA256   string
	Bytes          int64
	Rows, SetAside int
}

// A Closed period was remitted: what changes in it later is an amendment.
type Closed struct {
	EmployerID, Municipality string
	Period                   string
	From, To                 calc.Date
	Remitted                 calc.Cents // paid, never below zero
	// Credit is what earlier credits of the employer with the municipality paid
	// of it, or, below zero, what the period leaves as a credit for later ones.
	Credit  calc.Cents
	PaidOn  calc.Date // 0 where it is not known
	At, Who string
	Run     int64 // that closed it
}

// Settled is how much of what the period owes is dealt with.
func (c *Closed) Settled() calc.Cents { return c.Remitted + c.Credit }

// A Posted line is one in force, with the check it is of.
type Posted struct {
	Key
	Line // without its citations
}

// An Amendment is how an amount that was posted changed.
type Amendment struct {
	EmployerID, Municipality, Period string
	Before, After                    calc.Cents
}

// An EmployeeAmendment is one employee's part of it, by what is required and
// what was withheld.
type EmployeeAmendment struct {
	EmployerID, Municipality, Period, EmployeeID string
	Before, After                                Amounts // no more than required and withheld
}

// A Query chooses checks in force. Zero values choose all.
type Query struct {
	EmployerID string
	From, To   calc.Date // of pay dates
	Employees  []string
	Election   bool // those with election pay only
	Content    bool // read the content as well
	Lines      bool // read the lines as well, without their citations
	// AsOf chooses, for Posted alone, what was in force when that run posted or
	// closed, in place of what is now.
	AsOf int64
}

// A Store is a ledger's backend. Reads see what is committed, also while a Tx is
// under way, and may be interleaved with its writes.
type Store interface {
	// Checks gives the checks in force, in the order of their keys.
	Checks(ctx context.Context, q Query) iter.Seq2[*Check, error]
	// Employers gives the ids of the employers that have sums, closed periods or
	// history.
	Employers(ctx context.Context) ([]string, error)
	// Posted gives the lines of the checks that a query chooses, check by check,
	// as Checks does; Election, Content and Lines are not for it.
	Posted(ctx context.Context, q Query) iter.Seq2[*Posted, error]
	// Sums gives an employer's sums, those of no lines left out.
	Sums(ctx context.Context, employerID string) (map[SumKey]Amounts, error)
	// Facts gives the facts of a kind in force, by employer, employee and item.
	Facts(ctx context.Context, kind string) iter.Seq2[Fact, error]
	// Runs gives all runs with their inputs, by number.
	Runs(ctx context.Context) ([]Run, error)
	// Closed gives an employer's closed periods.
	Closed(ctx context.Context, employerID string) ([]Closed, error)
	// ClosedBefore gives them as they were before a run that closed periods.
	ClosedBefore(ctx context.Context, employerID string, run int64) ([]Closed, error)
	// Amendments gives those of one run.
	Amendments(ctx context.Context, run int64) ([]Amendment, error)
	// EmployeeAmendments gives those of one run by employee.
	EmployeeAmendments(ctx context.Context, run int64) ([]EmployeeAmendment, error)

	// Begin starts the one transaction that may be under way.
	Begin(ctx context.Context) (Tx, error)
	// Confirm marks a run's results as put in place.
	Confirm(ctx context.Context, run int64) error
	// ClosePeriods records a run that marks periods as remitted, all or none.
	// Closing one again replaces the amounts.
	ClosePeriods(ctx context.Context, r Run, list []Closed) (number int64, err error)
	// Close ends the use of the ledger.
	Close() error
}

// A Tx posts: all of it, or nothing. It may hold rows back until Commit.
type Tx interface {
	// Post adds a check, which must not be in force, and gives it its number.
	Post(c *Check) error
	// Supersede takes a check out of force.
	Supersede(check int64) error
	// SetSum sets what an employer's lines of a key add up to.
	SetSum(employerID string, k SumKey, a Amounts) error
	// SetFact puts a fact in force in place of the one of the same key. It
	// reports whether that changed anything.
	SetFact(f Fact) (changed bool, err error)
	// Amend records an amendment.
	Amend(a Amendment) error
	// AmendEmployee records an employee's part of one.
	AmendEmployee(a EmployeeAmendment) error
	// Commit records the run, under which everything was posted, and makes all
	// of it durable.
	Commit(r Run) (number int64, err error)
	// Rollback leaves the ledger as it was. After Commit it does nothing.
	Rollback() error
}
