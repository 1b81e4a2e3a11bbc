package calc

import "errors"

// This file decides whether winnings are an amount that must be reported to the
// federal government, and the municipal tax to withhold from them.
// Law: 004 192.053 (B), (D) and R.C. 718.031, which it copies; I.R.C. 6041 and
// 26 CFR 1.6041-10 for the amounts, which arrive as data.

// A PayerKind is who pays winnings.
type PayerKind uint8

// The kinds of payers. A sports gaming proprietor of type B withholds as a
// casino operator does: R.C. 718.031 as amended by H.B. 29.
const (
	Casino PayerKind = iota
	VideoLottery
	StateLottery
	SportsGaming

	numPayerKinds = iota
)

var payerKindNames = [numPayerKinds]string{"casino", "vlt", "lottery", "sports"}

// String is the kind's name in inputs and outputs.
func (k PayerKind) String() string { return payerKindNames[k] }

// PayerKindNames are the names of all kinds, in their order.
func PayerKindNames() []string { return payerKindNames[:] }

// A Reporting says when winnings of one game must be reported.
type Reporting struct {
	Game      string
	Amount    Cents
	Over      bool // only more than Amount; otherwise Amount is enough
	LessWager bool // the wager, or the buy-in, is taken off before comparing
	Times     int  // the winnings must also be so many times the wager; 0: no such test
	Cite      Citation
}

// ErrWager says that it depends on the wager whether winnings must be reported.
var ErrWager = errors.New("the wager decides whether these winnings must be reported; write it")

// A Win is what was won at once, and what was withheld from it. A reversal is
// negative.
type Win struct {
	Winnings, Wager, Withheld Cents
	WagerKnown, WithheldKnown bool
}

// Reached reports whether a win must be reported, and what was compared with the
// amount. A reversal is compared by its size, so that it cancels what it
// reverses. ErrWager is returned only where the answer depends on it.
func (r *Reporting) Reached(w *Win) (reached bool, compared Cents, err error) {
	won, wager := w.Winnings.Abs(), w.Wager.Abs()
	compared = won
	if r.LessWager && w.WagerKnown {
		compared -= wager
	}
	if !r.enough(won) {
		return false, compared, nil
	}
	if !w.WagerKnown && (r.LessWager || r.Times > 0) {
		return false, compared, ErrWager
	}
	return r.enough(compared) && won >= Cents(r.Times)*wager, compared, nil
}

func (r *Reporting) enough(c Cents) bool { return c > r.Amount || !r.Over && c == r.Amount }

// A WinningsLaw is what a municipality's law says of tax withheld from winnings.
type WinningsLaw struct {
	Monthly       DueRule // of a month's return
	Annual        DueRule // counted from December
	Penalty       Rate    // of tax remitted late or not at all
	ReturnPenalty Cents   // for each return filed late or not at all
	Cite          Citation
}

// A WinningsPart is a duty or a right that a division of the law is about.
type WinningsPart uint8

// The parts, each with its division for casino operators and for video lottery
// sales agents in [WinningsLaw.Division].
const (
	WithholdingDuty WinningsPart = iota
	MonthlyReturn
	AnnualReturn
	InformationReturn
	AwardReceipt
	ReceiptRecord
	SuccessorHoldBack
	LatePenalty
	LateReturnPenalty
	LateInterest

	numWinningsParts = iota
)

var winningsDivisions = [numWinningsParts][2]string{
	WithholdingDuty:   {"(B)", "(D)"},
	MonthlyReturn:     {"(C)(1)", "(E)(2)"},
	AnnualReturn:      {"(C)(2)", "(E)(4)"},
	InformationReturn: {"(C)(3)", "(E)(5)"},
	AwardReceipt:      {"", "(E)(1)"},
	ReceiptRecord:     {"", "(E)(3)"},
	SuccessorHoldBack: {"(C)(5)", "(F)"},
	LatePenalty:       {"(H)(1)", "(H)(1)"},
	LateReturnPenalty: {"(H)(2)", "(H)(2)"},
	LateInterest:      {"(H)", "(H)"},
}

// Division is the division of the law on a part, for a kind of payer.
func (l *WinningsLaw) Division(k PayerKind, p WinningsPart) Citation {
	if l.Cite == "" {
		return ""
	}
	i := 0
	if k == VideoLottery {
		i = 1
	}
	return l.Cite + Citation(winningsDivisions[p][i])
}

// A WinTax is the tax on a win.
type WinTax struct {
	Reportable         bool
	Compared           Cents
	Rate               Rate
	Required, Withheld Cents
}

// FromWin is the tax that the payer must withhold from a win: the rate of the
// facility's municipality times all of it, once it must be reported. An unknown
// amount withheld is what is required.
func (l *Law) FromWin(r *Reporting, w *Win) (t WinTax, err error) {
	t.Rate = l.Rate
	if t.Reportable, t.Compared, err = r.Reached(w); err != nil {
		return t, err
	}
	if t.Reportable {
		t.Required = l.Rate.Tax(w.Winnings)
	}
	t.Withheld = w.Withheld
	if !w.WithheldKnown {
		t.Withheld = t.Required
	}
	return t, nil
}
