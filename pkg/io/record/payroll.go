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
	table  *table.Table
	dates  table.DateOrder
	place  [pColumns]int // the column's place in the row, -1 where it has none
	fixed  [pColumns][]byte
	items  []calc.Item // the pay items that have a place
	faults []*table.Problem
}

// NewPayroll prepares to read t.
func NewPayroll(t *table.Table, l *Layout) *Payroll {
	p := &Payroll{table: t, dates: l.Dates}
	for c, name := range PayrollKind.Columns {
		p.place[c] = -1
		for i, n := range l.Names {
			if n == name {
				p.place[c] = i
			}
		}
		p.fixed[c] = []byte(l.Constants[name])
	}
	for item, c := range payItems {
		if p.has(c) {
			p.items = append(p.items, calc.Item(item))
		}
	}
	return p
}

// Table is the table that p reads the rows of.
func (p *Payroll) Table() *table.Table { return p.table }

// Clone is a Payroll for another goroutine.
func (p *Payroll) Clone() *Payroll { q := *p; q.faults = nil; return &q }

func (p *Payroll) has(c int) bool { return p.place[c] >= 0 || len(p.fixed[c]) > 0 }

func (p *Payroll) cell(r *table.Row, c int) []byte {
	if i := p.place[c]; i >= 0 {
		return r.Cells[i]
	}
	return p.fixed[c]
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
	c.Pay.ISODisposed, c.Pay.NQDCDeferred = p.date(r, pISODate), p.date(r, pNQDCDate)
	c.Pay.TransitScheduled = p.yes(r, pTransitScheduled)
	c.InCapacity = p.yes(r, pInCapacity)
	return p.faults
}

func (p *Payroll) money(r *table.Row, c *Check) {
	p.needed(r, pGross)
	for _, item := range p.items {
		c.Pay.Pay[item], _ = p.amount(r, payItems[item])
	}
	c.Pay.Section125, _ = p.amount(r, pSection125)
	p.amount(r, pDeferral) // no base depends on it, but an unreadable one is a fault of the row
	if gross := c.Pay.Pay[calc.PayGross]; gross != 0 && c.Pay.Section125 != 0 && (gross < 0) != (c.Pay.Section125 < 0) {
		p.fault(r, pSection125, "sign", "a deduction is written as a positive amount, and as a negative one only on a reversal")
	}
	c.Withheld, c.WithheldKnown = p.amount(r, pWithheld)
}

func (p *Payroll) needed(r *table.Row, c int) []byte {
	cell := p.cell(r, c)
	if len(cell) == 0 {
		p.fault(r, c, "missing", "it is blank, and every row needs it")
	}
	return cell
}

func (p *Payroll) date(r *table.Row, c int) calc.Date {
	cell := p.cell(r, c)
	if len(cell) == 0 {
		return 0
	}
	d, err := table.Date(cell, p.dates)
	if err != nil {
		p.fault(r, c, "date", err.Error())
	}
	return d
}

func (p *Payroll) amount(r *table.Row, c int) (amount calc.Cents, known bool) {
	cell := p.cell(r, c)
	if len(cell) == 0 {
		return 0, false
	}
	amount, err := table.Money(cell)
	if err != nil {
		p.fault(r, c, "amount", err.Error())
	}
	return amount, err == nil
}

func (p *Payroll) yes(r *table.Row, c int) bool {
	yes, err := parseYes(p.cell(r, c))
	if err != nil {
		p.fault(r, c, "yes_no", err.Error())
	}
	return yes
}

func (p *Payroll) fault(r *table.Row, c int, code, message string) {
	p.faults = append(p.faults, p.Fault(r.Number, c, code, p.cell(r, c), message))
}

// The columns that the pipeline has something to say about.
const (
	ColumnCheck           = pCheck
	ColumnWork            = pWork
	ColumnTaxMunicipality = pTaxMunicipality
	ColumnPayDate         = pPayDate
	ColumnEmployer        = pEmployer
	ColumnEmployee        = pEmployee
)

// Fault is a problem of one cell of the table. The column is named as the file
// names it, where that is not our name for it.
func (p *Payroll) Fault(row, column int, code string, value []byte, message string) *table.Problem {
	name := PayrollKind.Columns[column]
	if i := p.place[column]; i >= 0 && table.Key(p.table.Header[i]) != table.Key(name) {
		name = p.table.Header[i]
	}
	return &table.Problem{File: p.table.File, Sheet: p.table.Sheet, Row: row, Column: name,
		Code: code, Value: string(value), Message: message}
}

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
