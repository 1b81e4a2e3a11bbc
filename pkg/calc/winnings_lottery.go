package calc

// This file decides the tax on lottery winnings. Law: 001 (A)(3).

// A Lottery is a municipality's rule on lottery winnings: none up to an amount,
// and above it from the first dollar on. Its Cite is blank where there is no
// rule.
type Lottery struct {
	Over Cents
	Cite Citation
}

// Taxed reports whether winnings that add up to a total are taxed. The total is
// a person's for a calendar year: of a resident all lottery winnings, of others
// those from tickets bought in the municipality.
func (l Lottery) Taxed(total Cents) bool { return l.Cite != "" && total > l.Over }

// FromLottery is the tax on one prize of a person whose winnings of the year add
// up to total. It is the winner's to pay: the law puts no duty on the payer, so
// that an unknown amount withheld is none.
func (l *Law) FromLottery(w *Win, total Cents) WinTax {
	t := WinTax{Rate: l.Rate, Compared: total, Withheld: w.Withheld}
	if t.Reportable = l.Lottery.Taxed(total); t.Reportable {
		t.Required = l.Rate.Tax(w.Winnings)
	}
	return t
}
