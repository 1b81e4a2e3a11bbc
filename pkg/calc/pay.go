package calc

// An Item is one kind of pay on a check. Together the items are everything the
// employee was paid; none contains another.
type Item uint8

// The pay items. PayGross is what is not in any of the others.
const (
	PayGross Item = iota
	PayTipsCash
	PayTipsCharged
	PayTipsPooled
	PayISO
	PayNQDC
	PayMilitary
	PayPension
	PayElection
	PayParsonage
	PayTransit

	NumItems = iota
)

// Pay is a check's money by item.
type Pay [NumItems]Cents

// Total is the sum of all items.
func (p *Pay) Total() Cents {
	var sum Cents
	for _, c := range p {
		sum += c
	}
	return sum
}

// A Check is what was paid to one person on one date, or the part of it that
// was earned in one municipality.
type Check struct {
	PayDate Date
	Earned  Date // the day the pay was earned; PayDate where that is not known
	Pay     Pay
	// Section125 is what a cafeteria plan took from PayGross before tax, with
	// the sign of the check. Elective deferrals do not matter to any base.
	Section125 Cents

	ISODisposed  Date // when the stock option's shares were disposed of
	NQDCDeferred Date // when the deferred compensation was deferred
	// ElectionBefore is the person's earlier election pay of the calendar year.
	ElectionBefore Cents
	// TransitScheduled: the transit pay is for a regularly scheduled route.
	TransitScheduled bool
}

// A Person is what the rules ask about an employee. Zero dates are unknown.
type Person struct {
	Birth, Hired, Terminated Date
	// IssuedElsewhere: the stock option is on the stock of another corporation
	// than the employer.
	IssuedElsewhere bool
	// SuccessorUntil is the last day as an employee of the issuer's successor.
	SuccessorUntil Date
	// Domestic: a servant who works exclusively in or about the employer's home.
	Domestic bool
}

// Ties are what binds a person or an employer to one municipality.
type Ties struct {
	Resident     bool // the person lives there
	Headquarters bool // the employer's fixed location is there
}
