package record

import (
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

func columns(names string) []string { return strings.Fields(names) }

// A Filing is one row of filings: that a return was filed, that money was
// remitted, or both.
type Filing struct {
	Source
	PayerID, Municipality string
	Year                  int
	Month                 calc.Month // 0: the annual return
	FiledOn               calc.Date  // 0 where the row says nothing of it
	Remitted              calc.Cents
	RemittedOn            calc.Date
}

type filingText struct {
	PayerID      string `csv:"payer_id"`
	Municipality string `csv:"municipality"`
	Period       string `csv:"period"`
	FiledOn      string `csv:"filed_on"`
	Remitted     string `csv:"remitted"`
	RemittedOn   string `csv:"remitted_on"`
	Reference    string `csv:"reference"`
}

// Filings reads a whole table of filings; see Employees for faulty rows.
func Filings(t *table.Table, l *Layout) ([]Filing, []*table.Problem, error) {
	texts, numbers, problems, err := readSmall[filingText](t, FilingsKind, l)
	r := reader{table: t, dates: l.Dates, problems: problems}
	records := make([]Filing, 0, len(texts))
	for i, x := range texts {
		r.row = numbers[i]
		before := len(r.problems)
		f := Filing{
			PayerID: r.needed("payer_id", x.PayerID), Municipality: r.needed("municipality", x.Municipality),
			FiledOn: r.date("filed_on", x.FiledOn), RemittedOn: r.date("remitted_on", x.RemittedOn),
		}
		f.Year, f.Month = r.period("period", r.needed("period", x.Period))
		f.Remitted, _ = r.amount("remitted", x.Remitted)
		switch {
		case f.Remitted != 0 && x.RemittedOn == "":
			r.fault("remitted_on", "missing", "", "it is blank beside an amount; write the day on which it was remitted")
		case f.Remitted < 0:
			r.fault("remitted", "sign", x.Remitted, "below zero; what came back is no remittance")
		case x.FiledOn == "" && f.Remitted == 0:
			r.fault("filed_on", "missing", "", "the row says nothing; write filed_on, or remitted and remitted_on")
		}
		f.Source = Source{t.File, t.Sheet, r.row, len(r.problems) > before}
		records = append(records, f)
	}
	return records, r.problems, err
}

// period is a month, or a year for the annual return.
func (r *reader) period(column, value string) (year int, month calc.Month) {
	if y, err := strconv.Atoi(value); err == nil && len(value) == 4 && y >= 1900 && y <= 2199 {
		return y, 0
	}
	if value == "" {
		return 0, 0
	}
	m, err := calc.ParseMonth(value)
	if err != nil {
		r.fault(column, "period", value, "neither a month nor a year; write 2026-03, or 2026 for the annual return")
	}
	return m.Year(), m
}
