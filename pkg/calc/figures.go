package calc

import "slices"

// This file adds up the amounts that remittance rules test. Law: that of
// frequency.go.

// Months gives the tax of each month, the greater of withheld and required, in
// the order of the months; a month that is not in it had none. It is filled by
// Set.
type Months []MonthTax

// A MonthTax is the tax of one month.
type MonthTax struct {
	Month Month
	Tax   Cents
}

// at is the place of month m, or the one that it would have. Most months are
// asked for or set in order, so that it is looked for from the end.
func (t Months) at(m Month) (i int, found bool) {
	for i = len(t); i > 0 && t[i-1].Month >= m; i-- {
	}
	return i, i < len(t) && t[i].Month == m
}

// Set makes tax that of month m.
func (t *Months) Set(m Month, tax Cents) {
	if i, found := t.at(m); found {
		(*t)[i].Tax = tax
	} else {
		*t = slices.Insert(*t, i, MonthTax{m, tax})
	}
}

// Of is the tax of month m, and whether it is in t.
func (t Months) Of(m Month) (tax Cents, found bool) {
	if i, found := t.at(m); found {
		return t[i].Tax, true
	}
	return 0, false
}

// Figures are the amounts that a determination for one month looks at.
type Figures struct {
	amounts [numFigures]Cents
	month   Month
}

// FiguresFor collects what rules may ask about month m.
func (t Months) FiguresFor(m Month) Figures {
	f := Figures{month: m}
	january, quarter := m-Month(m.Number()-1), m-Month((m.Number()-1)%3)
	highest := func(which Figure, tax Cents) { f.amounts[which] = max(f.amounts[which], tax) }
	for _, x := range t {
		if x.Month < january-12 || x.Month > m {
			continue
		}
		if x.Month < january {
			f.amounts[PriorYearTotal] += x.Tax
			highest(HighestMonthOfPriorYear, x.Tax)
		} else {
			highest(HighestMonthOfThisYear, x.Tax)
		}
		switch {
		case x.Month >= quarter:
			highest(HighestMonthOfThisQuarter, x.Tax)
		case x.Month >= quarter-3:
			highest(HighestMonthOfPrecedingQuarter, x.Tax)
		}
		if x.Month == m {
			f.amounts[ThisMonth] = x.Tax
		}
	}
	return f
}

// Amount is the value of one figure. The average is not an exact number of
// cents in general: it is shown rounded, and tested exactly.
func (f *Figures) Amount(which Figure) Cents {
	if which == AverageMonthOfPriorYear {
		return (f.amounts[PriorYearTotal] + 6) / 12
	}
	return f.amounts[which]
}
