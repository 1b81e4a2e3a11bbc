package pipeline

import (
	"errors"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/ordinance"
)

// A winBatch is a run of consecutive rows of winnings on its way.
type winBatch struct {
	carried
	reader   *record.Winnings
	wins     []win
	problems []*table.Problem
	warnings []*table.Problem
	repeated []*payer // of rows that may have been given twice

	keys    []byte // of persons
	text    []byte // of a row
	lines   results.Row
	ends    []int // where each line ends
	records records
}

// A win is one row of winnings with what was found out about it.
type win struct {
	record.Win
	ok        bool
	payer     *payer
	game      *ordinance.Game // nil for the lottery
	reporting *calc.Reporting // the same
	lines     [2]winLine      // the second is a lottery winner's residence
	n         int             // how many of them
	person    []byte          // who won, see who
}

// A winLine is the tax of one municipality on a win.
type winLine struct {
	at      *place    // nil where no tax is levied
	law     *calc.Law // the same
	duty    calc.WinningsLaw
	because string
	lottery *lotteryYear
	calc.WinTax
}

// Why a win is reported or taxed, or is not.
const (
	becauseReached   = "reached"
	becauseBelow     = "below_amount"
	becauseMultiple  = "below_multiple_of_wager"
	becauseResident  = "resident"
	becauseTicket    = "ticket_bought_here"
	becauseNoLottery = "no_lottery_rule"
)

// A winWorker reads and computes batches on one goroutine.
type winWorker struct {
	*worker
	g      *gaming
	payers map[string]*payer
	names  map[gameText]foundGame
	cites  map[citeKey][]byte
}

type gameText struct {
	text string
	kind calc.PayerKind
}

type foundGame struct {
	game *ordinance.Game
	err  error
}

func newWinWorker(g *gaming) *winWorker {
	return &winWorker{worker: newWorker(g.run), g: g, payers: map[string]*payer{}, names: map[gameText]foundGame{}, cites: map[citeKey][]byte{}}
}

// start makes ready for the rows of a block.
func (b *winBatch) start() {
	b.wins, b.problems, b.warnings, b.repeated, b.keys = b.wins[:0], b.problems[:0], b.warnings[:0], b.repeated[:0], b.keys[:0]
	if b.reader == nil || b.reader.Table() != b.table {
		b.reader = record.NewWinnings(b.table, &b.source.layout)
	}
	b.block.Split()
}

// parse reads the rows of a batch and computes their tax.
func (w *winWorker) parse(b *winBatch) {
	b.start()
	for i := range b.block.Len() {
		cells := b.block.Row(i)
		b.wins = append(b.wins, win{})
		x := &b.wins[len(b.wins)-1]
		problems := b.reader.Read(&cells, &x.Win)
		x.ok = len(problems) == 0
		b.problems = append(b.problems, problems...)
		if len(x.PayerID) > 0 {
			x.payer = w.payer(x.PayerID)
		}
		if x.ok {
			b.who(x)
			w.resolve(b, x)
		}
		if x.ok && x.SSNUnreadable {
			b.warnings = append(b.warnings, b.reader.Fault(x.Row, record.ColumnSSN, "ssn", nil,
				"not a social security number; write nine digits, with or without dashes; until then it is among the omissions to cure"))
		}
	}
}

func (w *winWorker) payer(id []byte) *payer {
	p := w.payers[string(id)]
	if p == nil {
		p = w.g.payer(string(id))
		w.payers[p.id] = p
	}
	return p
}

// resolve finds place, law and game of a row and its tax. What cannot be found
// sets the row aside.
func (w *winWorker) resolve(b *winBatch, x *win) {
	column, code, value, err := w.tax(x)
	if err != nil {
		x.ok = false
		b.problems = append(b.problems, b.reader.Fault(x.Row, column, code, value, err.Error()))
	}
}

func (w *winWorker) tax(x *win) (column int, code string, value []byte, err error) {
	if x.Kind == calc.StateLottery {
		return w.lotteryTax(x)
	}
	at, err := w.place(x.Facility)
	if err != nil {
		return record.ColumnFacility, "municipality", x.Facility, err
	}
	law, err := at.law(x.On)
	if err != nil {
		return record.ColumnWonOn, "law_unknown", nil, err
	}
	if x.game, err = w.game(x); err != nil {
		return record.ColumnGame, "game", x.Game, err
	}
	if x.reporting, err = x.game.On(x.On); err != nil {
		return record.ColumnWonOn, "amount_unknown", nil, err
	}
	l := &x.lines[0]
	x.n, l.at, l.law = 1, at, law
	levied := law
	if levied == nil {
		levied = &nowhereLaw
	}
	if l.WinTax, err = levied.FromWin(x.reporting, x.amounts()); err != nil {
		return record.ColumnWager, "wager", nil, err
	}
	l.because = whyReported(l, x.reporting)
	if at == nil {
		if l.Withheld != 0 {
			return record.ColumnFacility, "tax_municipality", x.Facility, errNoTaxPlace
		}
		return 0, "", nil, nil
	}
	if l.duty = law.Winnings; x.Kind == calc.SportsGaming || x.game.Name == "sports" {
		l.duty = w.g.book.WinningsLaw(x.On)
	}
	if l.duty.Cite == "" && (l.Reportable || l.Withheld != 0) {
		return record.ColumnWonOn, "law_unknown", nil, fmt.Errorf(
			"no rule on tax withheld from winnings is known for %s on %s; add a winnings topic to municipalities/%s.yaml in a --schedules directory",
			at.Name, x.On, at.ID)
	}
	return 0, "", nil, nil
}

// nowhereLaw is where no municipality levies a tax: a township with a racetrack.
var nowhereLaw calc.Law

func (x *win) amounts() *calc.Win {
	return &calc.Win{Winnings: x.Winnings, Wager: x.Wager, WagerKnown: x.WagerKnown, Withheld: x.Withheld, WithheldKnown: x.WithheldKnown}
}

func whyReported(l *winLine, r *calc.Reporting) string {
	switch {
	case l.Reportable:
		return becauseReached
	case l.Compared > r.Amount || l.Compared == r.Amount && !r.Over:
		return becauseMultiple
	}
	return becauseBelow
}

func (w *winWorker) game(x *win) (*ordinance.Game, error) {
	key := gameText{string(x.Game), x.Kind}
	f, ok := w.names[key]
	if !ok {
		f.game, f.err = w.g.games.Game(key.text, key.kind)
		w.names[key] = f
	}
	return f.game, f.err
}

var errReceiptTwice = errors.New("an earlier row with this receipt number is the same to the letter: the award would be counted twice; delete one of them")

// identify sets aside a row that repeats another of the same receipt, and marks
// one without a receipt. It runs for one batch at a time, in the order of rows.
func (b *winBatch) identify() {
	b.text = slices.Grow(b.text[:0], 1<<10)
	for i := range b.wins {
		x := &b.wins[i]
		if !x.ok || !x.counts() && len(x.ReceiptNo) == 0 {
			continue
		}
		if x.payer.seen.add(fingerprint(b.block.Text(i, b.text[:0]))) {
			continue
		}
		if len(x.ReceiptNo) == 0 {
			b.repeated = append(b.repeated, x.payer)
			continue
		}
		x.ok = false
		b.problems = append(b.problems, b.reader.Fault(x.Row, record.ColumnReceipt, "duplicate_receipt", x.ReceiptNo, errReceiptTwice.Error()))
	}
}

// counts reports whether the win is one that returns speak of.
func (x *win) counts() bool {
	for i := range x.n {
		if l := &x.lines[i]; l.Reportable || l.Withheld != 0 {
			return true
		}
	}
	return false
}
