package record

import (
	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// FactorsKind is the table of apportionment.
var FactorsKind = &Kind{"factors", columns(`employer_id municipality year property_here property_total rent_here rent_total
	receipts_here receipts_total wages_here wages_total net_profit`),
	columns("employer_id municipality year property_here property_total receipts_here receipts_total net_profit")}

// ApportionKinds are the tables that apportionment reads.
var ApportionKinds = []*Kind{FactorsKind}

// Factors is one row of factors: what a business has in a municipality and
// everywhere in a year.
type Factors struct {
	Source
	EmployerID, Municipality string
	Year                     int
	Property                 calc.Factor // at its original cost
	Rent                     calc.Factor // of real property, for the year
	Receipts, Wages          calc.Factor
	WagesKnown               bool // the row says what the wages are
	NetProfit                calc.Cents
}

type factorsText struct {
	EmployerID    string `csv:"employer_id"`
	Municipality  string `csv:"municipality"`
	Year          string `csv:"year"`
	PropertyHere  string `csv:"property_here"`
	PropertyTotal string `csv:"property_total"`
	RentHere      string `csv:"rent_here"`
	RentTotal     string `csv:"rent_total"`
	ReceiptsHere  string `csv:"receipts_here"`
	ReceiptsTotal string `csv:"receipts_total"`
	WagesHere     string `csv:"wages_here"`
	WagesTotal    string `csv:"wages_total"`
	NetProfit     string `csv:"net_profit"`
}

// FactorRows reads a whole table of factors; see Employees for faulty rows.
func FactorRows(t *table.Table, l *Layout) ([]Factors, []*table.Problem, error) {
	texts, numbers, problems, err := readSmall[factorsText](t, FactorsKind, l)
	r := reader{table: t, dates: l.Dates, problems: problems}
	records := make([]Factors, 0, len(texts))
	for i, x := range texts {
		r.row = numbers[i]
		before := len(r.problems)
		f := Factors{EmployerID: r.needed("employer_id", x.EmployerID), Municipality: r.needed("municipality", x.Municipality),
			Year: r.year("year", r.needed("year", x.Year))}
		f.Property, _ = r.factor("property", x.PropertyHere, x.PropertyTotal, true)
		f.Rent, _ = r.factor("rent", x.RentHere, x.RentTotal, false)
		f.Receipts, _ = r.factor("receipts", x.ReceiptsHere, x.ReceiptsTotal, true)
		f.Wages, f.WagesKnown = r.factor("wages", x.WagesHere, x.WagesTotal, false)
		f.NetProfit, _ = r.amount("net_profit", r.needed("net_profit", x.NetProfit))
		f.Source = Source{t.File, t.Sheet, r.row, len(r.problems) > before}
		records = append(records, f)
	}
	return records, r.problems, err
}

// factor is the amounts of two columns, what is here and what is everywhere. A
// blank is not zero: known is false where both are blank.
func (r *reader) factor(name, here, total string, needed bool) (f calc.Factor, known bool) {
	before := len(r.problems)
	f.Here, _ = r.amount(name+"_here", here)
	f.Everywhere, _ = r.amount(name+"_total", total)
	if len(r.problems) > before {
		return f, false
	}
	switch {
	case here == "" && total == "":
		if needed {
			r.fault(name+"_total", "missing", "", "it is blank, as "+name+"_here is; write 0 in both where the business has none anywhere")
		}
		return f, false
	case here == "":
		r.fault(name+"_here", "missing", "", "it is blank beside "+name+"_total; write 0 where none is in the municipality")
	case total == "":
		r.fault(name+"_total", "missing", "", "it is blank beside "+name+"_here; write what there is everywhere, the municipality included")
	default:
		if err := f.Check(); err != nil {
			column, value := name+"_here", here
			if f.Here >= 0 && f.Everywhere < 0 {
				column, value = name+"_total", total
			}
			r.fault(column, "factor", value, err.Error())
		}
	}
	return f, len(r.problems) == before
}
