package pipeline

import (
	"fmt"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// joinFilings gives each payer what was filed and remitted. A row that cannot be
// used is set aside, and its payer's returns say that they are not complete.
func (g *gaming) joinFilings() error {
	for i := range g.filings {
		f := &g.filings[i]
		g.filed = true
		if f.PayerID == "" {
			continue
		}
		p := g.payer(f.PayerID)
		if f.Bad {
			p.incomplete = true
			continue
		}
		at, err := g.places.find(f.Municipality)
		if err == nil && at == nil {
			err = fmt.Errorf("no municipality; write the one that the return is for")
		}
		if err != nil {
			p.incomplete = true
			if err := g.filingFault(f, "municipality", f.Municipality, err); err != nil {
				return err
			}
			continue
		}
		b := p.book(at)
		b.filings = append(b.filings, *f)
		// A return without winnings of ours is a return all the same.
		entryOfSum(b.years, f.Year)
		if f.Month != 0 {
			entryOfSum(b.months, f.Month)
		}
	}
	return nil
}

func (g *gaming) filingFault(f *record.Filing, column, value string, err error) error {
	for _, in := range g.inputs {
		if in.name == f.File {
			return g.setAside(in, &table.Problem{Sheet: f.Sheet, Row: f.Row, Column: column, Code: column, Value: value, Message: err.Error()})
		}
	}
	return err
}

// filedOn is the day on which a return was filed, the first where there are
// several; 0 where it is not known to be. month 0 is the annual return.
func (b *gamingBook) filedOn(year int, month calc.Month) (day calc.Date) {
	for i := range b.filings {
		if f := &b.filings[i]; f.Year == year && f.Month == month && f.FiledOn != 0 && (day == 0 || f.FiledOn < day) {
			day = f.FiledOn
		}
	}
	return day
}

// remitted is what was remitted for a return by the end of a day.
func (b *gamingBook) remitted(year int, month calc.Month, by calc.Date) (sum calc.Cents) {
	for i := range b.filings {
		if f := &b.filings[i]; f.Year == year && f.Month == month && f.RemittedOn <= by {
			sum += f.Remitted
		}
	}
	return sum
}

// payments are what was remitted for a year, for its months in the order given.
func (b *gamingBook) payments(year int, months []calc.Month) (list []calc.Payment) {
	for i := range b.filings {
		f := &b.filings[i]
		if f.Year != year || f.Remitted == 0 {
			continue
		}
		p := calc.Payment{For: calc.AnyPeriod, Amount: f.Remitted, On: f.RemittedOn}
		for j, m := range months {
			if m == f.Month {
				p.For = j
			}
		}
		list = append(list, p)
	}
	return list
}
