package record

import (
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// PaymentsKind is the table of what was paid, and when.
var PaymentsKind = &Kind{"payments", columns("employer_id municipality period kind tax pay_by paid_on paid return_by filed_on"),
	columns("employer_id municipality period tax pay_by paid_on")}

// LateKinds are the tables that are read to find what being late costs.
var LateKinds = []*Kind{PaymentsKind}

// A Payment is one row of payments: a period's tax, the day by which it was to be
// paid, and one payment of it. Several rows of a period are several payments.
type Payment struct {
	Source
	EmployerID, Municipality string
	Period                   string
	PeriodEnd                calc.Date
	Kind                     string // withholding, which is what a blank means, or winnings
	Tax                      calc.Cents
	TaxKnown                 bool // other rows of the period may say it
	PayBy                    calc.Date
	PaidOn                   calc.Date  // 0 where nothing was paid
	Paid                     calc.Cents // meaningful where PaidKnown
	PaidKnown                bool       // else all of the tax was paid on that day
	ReturnBy, FiledOn        calc.Date  // 0 where the row says nothing of it
}

// The kinds of tax that is paid late.
const (
	WithholdingTax = "withholding"
	WinningsTax    = "winnings"
)

type paymentText struct {
	EmployerID   string `csv:"employer_id"`
	Municipality string `csv:"municipality"`
	Period       string `csv:"period"`
	Kind         string `csv:"kind"`
	Tax          string `csv:"tax"`
	PayBy        string `csv:"pay_by"`
	PaidOn       string `csv:"paid_on"`
	Paid         string `csv:"paid"`
	ReturnBy     string `csv:"return_by"`
	FiledOn      string `csv:"filed_on"`
}

// Payments reads a whole table of payments; see Employees for faulty rows.
func Payments(t *table.Table, l *Layout) ([]Payment, []*table.Problem, error) {
	texts, numbers, problems, err := readSmall[paymentText](t, PaymentsKind, l)
	r := reader{table: t, dates: l.Dates, problems: problems}
	records := make([]Payment, 0, len(texts))
	for i, x := range texts {
		r.row = numbers[i]
		before := len(r.problems)
		p := Payment{
			EmployerID: r.needed("employer_id", x.EmployerID), Municipality: r.needed("municipality", x.Municipality),
			Period: strings.ToUpper(r.needed("period", x.Period)), Kind: r.choice("kind", x.Kind, WithholdingTax, WinningsTax),
			PayBy: r.date("pay_by", x.PayBy), PaidOn: r.date("paid_on", x.PaidOn),
			ReturnBy: r.date("return_by", x.ReturnBy), FiledOn: r.date("filed_on", x.FiledOn),
		}
		if p.Kind == "" {
			p.Kind = WithholdingTax
		}
		if p.PeriodEnd = PeriodEnd(p.Period); p.PeriodEnd == 0 && x.Period != "" {
			r.fault("period", "period", x.Period, "not a period; write 2026-03, 2026-Q1, 2026-03-P1 or 2026")
		}
		p.Tax, p.TaxKnown = r.amount("tax", x.Tax)
		p.Paid, p.PaidKnown = r.amount("paid", x.Paid)
		r.payment(&p, &x)
		p.Source = Source{t.File, t.Sheet, r.row, len(r.problems) > before}
		records = append(records, p)
	}
	return records, r.problems, err
}

// payment looks for what does not fit together.
func (r *reader) payment(p *Payment, x *paymentText) {
	switch {
	case p.Tax < 0:
		r.fault("tax", "sign", x.Tax, "below zero; what comes back is not late")
	case p.Paid < 0:
		r.fault("paid", "sign", x.Paid, "below zero; what came back is no payment")
	case p.Paid > 0 && x.PaidOn == "":
		r.fault("paid_on", "missing", "", "it is blank beside an amount paid; write the day on which it was paid")
	case x.FiledOn != "" && x.ReturnBy == "":
		r.fault("return_by", "missing", "", "it is blank beside filed_on; write the day by which the return was to be filed")
	}
}

// PeriodEnd is the last day of a period as remittances name it: 2026-03, 2026-Q1,
// 2026, and 2026-03-P1, of which it is the last day of the month. It is 0 where
// the text is none.
func PeriodEnd(s string) calc.Date {
	if m, err := calc.ParseMonth(s); err == nil {
		return m.Day(calc.LastDay)
	}
	if part, n, ok := strings.Cut(s, "-P"); ok {
		if m, err := calc.ParseMonth(part); err == nil && len(n) == 1 && n[0] >= '1' && n[0] <= '9' {
			return m.Day(calc.LastDay)
		}
		return 0
	}
	year, quarter, ok := strings.Cut(s, "-Q")
	y, err := strconv.Atoi(year)
	switch {
	case err != nil || len(year) != 4 || y < 1900 || y > 2199:
		return 0
	case !ok:
		return calc.NewDate(y, 12, 31)
	case len(quarter) != 1 || quarter[0] < '1' || quarter[0] > '4':
		return 0
	}
	return calc.Month(y*12 + 3*int(quarter[0]-'0') - 1).Day(calc.LastDay)
}

// Join adds what another row of the same period says of it. It names the column
// in which that contradicts what is known; "" where none does.
func (p *Payment) Join(o *Payment) (contradicts string) {
	if o.TaxKnown {
		if p.TaxKnown && p.Tax != o.Tax {
			return "tax"
		}
		p.Tax, p.TaxKnown = o.Tax, true
	}
	for _, day := range []struct {
		column string
		known  *calc.Date
		said   calc.Date
	}{{"pay_by", &p.PayBy, o.PayBy}, {"return_by", &p.ReturnBy, o.ReturnBy}, {"filed_on", &p.FiledOn, o.FiledOn}} {
		if day.said == 0 {
			continue
		}
		if *day.known != 0 && *day.known != day.said {
			return day.column
		}
		*day.known = day.said
	}
	return ""
}
