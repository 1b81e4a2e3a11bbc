package record

import (
	"bytes"
	"errors"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// A Check is one row of payroll. Its texts are slices of the row and live as
// long as the row does.
type Check struct {
	Row                             int
	EmployerID, EmployeeID, CheckID []byte // CheckID may be blank
	PeriodStart, PeriodEnd          calc.Date
	Work                            []byte // the work municipality as written
	Pay                             calc.Check
	Total                           calc.Cents // of the pay
	Deferral                        calc.Cents // elective deferrals taken from gross wages; no base depends on them
	Withheld                        calc.Cents
	WithheldKnown                   bool
	TaxMunicipality                 []byte // blank: the work municipality
	InCapacity                      bool
}

// payroll's columns, in the order of PayrollKind.Columns.
const (
	pEmployer = iota
	pEmployee
	pCheck
	pPayDate
	pPeriodStart
	pPeriodEnd
	pWork
	pGross
	pSection125
	pDeferral
	pTipsCash
	pTipsCharged
	pTipsPooled
	pISO
	pISODate
	pNQDC
	pNQDCDate
	pMilitary
	pPension
	pElection
	pParsonage
	pTransit
	pTransitScheduled
	pWithheld
	pTaxMunicipality
	pInCapacity
	pColumns
)

var payItems = [calc.NumItems]int{
	calc.PayGross: pGross, calc.PayTipsCash: pTipsCash, calc.PayTipsCharged: pTipsCharged, calc.PayTipsPooled: pTipsPooled,
	calc.PayISO: pISO, calc.PayNQDC: pNQDC, calc.PayMilitary: pMilitary, calc.PayPension: pPension,
	calc.PayElection: pElection, calc.PayParsonage: pParsonage, calc.PayTransit: pTransit,
}

// Payroll reads the rows of one payroll table. It may be used by one goroutine
// at a time; Clone gives another its own.
type Payroll struct {
	cells
	items []calc.Item // the pay items that have a place
	rare  bool        // one of the columns that few files have does
}

// NewPayroll prepares to read t.
func NewPayroll(t *table.Table, l *Layout) *Payroll {
	p := &Payroll{cells: newCells(t, l, PayrollKind)}
	for item, c := range payItems {
		if p.has(c) {
			p.items = append(p.items, calc.Item(item))
		}
	}
	p.rare = p.has(pISODate) || p.has(pNQDCDate) || p.has(pTransitScheduled) || p.has(pInCapacity)
	return p
}

// Read fills c from a row. It returns what is wrong with the row, all of it; the
// slice is reused by the next call.
func (p *Payroll) Read(r *table.Row, c *Check) []*table.Problem {
	p.faults = p.faults[:0]
	*c = Check{Row: r.Number}
	if r.Err != nil {
		return append(p.faults, asProblem(r.Err))
	}
	c.EmployerID = p.needed(r, pEmployer)
	c.EmployeeID = p.needed(r, pEmployee)
	c.CheckID = p.cell(r, pCheck)
	c.Work = p.cell(r, pWork)
	c.TaxMunicipality = p.cell(r, pTaxMunicipality)
	p.needed(r, pPayDate)
	c.Pay.PayDate = p.date(r, pPayDate)
	c.Pay.Earned = c.Pay.PayDate
	c.PeriodStart, c.PeriodEnd = p.date(r, pPeriodStart), p.date(r, pPeriodEnd)
	if c.PeriodEnd != 0 && c.PeriodEnd < c.PeriodStart {
		p.fault(r, pPeriodEnd, "period", "the period ends before it starts")
	}
	p.money(r, c)
	if p.rare {
		c.Pay.ISODisposed, c.Pay.NQDCDeferred = p.date(r, pISODate), p.date(r, pNQDCDate)
		c.Pay.TransitScheduled = p.yes(r, pTransitScheduled)
		c.InCapacity = p.yes(r, pInCapacity)
	}
	return p.faults
}

func (p *Payroll) money(r *table.Row, c *Check) {
	p.needed(r, pGross)
	for _, item := range p.items {
		c.Pay.Pay[item], _ = p.amount(r, payItems[item])
	}
	c.Pay.Section125, _ = p.amount(r, pSection125)
	// No base depends on the deferral, but one that cannot be is a sign of cells
	// that have moved, as after a thousands comma without quotes.
	deferral, _ := p.amount(r, pDeferral)
	c.Deferral = deferral
	c.Total = c.Pay.Pay.Total()
	paid := c.Total.Abs()
	if taken, column := largest(c.Pay.Section125, deferral); paid != 0 && taken > paid && len(p.faults) == 0 {
		p.fault(r, column, "deduction", "more is taken than the check pays, "+paid.String()+"; an amount over 999.99 with a comma needs quotes")
	}
	if gross := c.Pay.Pay[calc.PayGross]; gross != 0 && c.Pay.Section125 != 0 && (gross < 0) != (c.Pay.Section125 < 0) {
		p.fault(r, pSection125, "sign", "a deduction is written as a positive amount, and as a negative one only on a reversal")
	}
	c.Withheld, c.WithheldKnown = p.amount(r, pWithheld)
}

// largest is the larger of two deductions and its column.
func largest(section125, deferral calc.Cents) (calc.Cents, int) {
	if section125.Abs() >= deferral.Abs() {
		return section125.Abs(), pSection125
	}
	return deferral.Abs(), pDeferral
}

// The columns that the pipeline has something to say about.
const (
	ColumnCheck           = pCheck
	ColumnWork            = pWork
	ColumnSection125      = pSection125
	ColumnTaxMunicipality = pTaxMunicipality
	ColumnPayDate         = pPayDate
	ColumnEmployer        = pEmployer
	ColumnEmployee        = pEmployee
)

func asProblem(err error) *table.Problem {
	var p *table.Problem
	if errors.As(err, &p) {
		return p
	}
	return &table.Problem{Code: "row", Message: err.Error()}
}

var errYes = errors.New("write yes or no")

func parseYes(cell []byte) (bool, error) {
	switch string(bytes.ToLower(cell)) {
	case "yes", "y", "true", "1":
		return true, nil
	case "", "no", "n", "false", "0":
		return false, nil
	}
	return false, errYes
}
