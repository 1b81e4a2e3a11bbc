package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
)

// This file finds who is taxed on lottery winnings, and where. Whether a prize is
// taxed depends on all of the person's prizes of the year, so that they are added
// up before the first line is made. Law: 001 (A)(3).

// A lotteryKey names a person's winnings of a year as one municipality sees them.
type lotteryKey struct {
	at      *place
	year    int
	because string // resident, or ticket bought here
	person  string
}

// A lotteryYear is what they add up to.
type lotteryYear struct {
	total                        calc.Cents // of all rows, found ahead
	prizes                       int
	winnings, required, withheld calc.Cents
	rule                         calc.Lottery
	latest                       calc.Date // of whose row the name is
	name, last4                  string
}

// lotteryPlaces are the municipality in which the ticket was bought and the one
// in which the winner lives; nil where there is none or it is not known.
func (w *winWorker) lotteryPlaces(x *win) (bought, home *place, column int, value []byte, err error) {
	column, value = record.ColumnBoughtIn, x.BoughtIn
	if len(value) == 0 {
		column, value = record.ColumnFacility, x.Facility
	}
	if bought, err = w.place(value); err != nil {
		return nil, nil, column, value, err
	}
	home, err = w.place(x.Residence)
	return bought, home, record.ColumnResidence, x.Residence, err
}

// lotteryTax makes the lines of a prize: one where the ticket was bought, and one
// of the residence where that is another municipality with a rule.
func (w *winWorker) lotteryTax(x *win) (column int, code string, value []byte, err error) {
	bought, home, column, value, err := w.lotteryPlaces(x)
	if err != nil {
		return column, "municipality", value, err
	}
	law, err := bought.law(x.On)
	if err != nil {
		return record.ColumnWonOn, "law_unknown", nil, err
	}
	because := becauseTicket
	if home != nil && home == bought {
		because = becauseResident
	}
	x.n = 1
	w.lotteryLine(x, &x.lines[0], bought, law, because)
	if home != nil && home != bought {
		law, err := home.law(x.On)
		if err != nil {
			return record.ColumnWonOn, "law_unknown", nil, err
		}
		if law.Lottery.Cite != "" {
			x.n = 2
			w.lotteryLine(x, &x.lines[1], home, law, becauseResident)
		}
	}
	// What was withheld is for a municipality that taxes it, the first.
	if first := &x.lines[0]; x.n == 2 && !first.Reportable && (x.lines[1].Reportable || bought == nil) {
		first.Withheld = 0
	} else {
		x.lines[1].Withheld = 0
		if bought == nil && first.Withheld != 0 {
			return record.ColumnFacility, "tax_municipality", x.Facility, errNoTaxPlace
		}
	}
	return 0, "", nil, nil
}

func (w *winWorker) lotteryLine(x *win, l *winLine, at *place, law *calc.Law, because string) {
	l.at, l.law, l.because = at, law, because
	if law == nil {
		law = &nowhereLaw
	}
	var total calc.Cents
	if law.Lottery.Cite == "" {
		l.because = becauseNoLottery
	} else if l.lottery = w.g.lotteryYears[lotteryKey{at, x.On.Year(), because, string(x.person)}]; l.lottery != nil {
		total = l.lottery.total
	}
	l.WinTax = law.FromLottery(x.amounts(), total)
}

// surveyLottery adds up the lottery winnings of each person and year.
func (g *gaming) surveyLottery(ctx context.Context) error {
	g.read.passes++
	err := flow(ctx, g.run, record.WinningsKind, func() *winBatch { return &winBatch{} }, func() steps[*winBatch] {
		w := newWinWorker(g)
		return steps[*winBatch]{parse: w.parseLottery, identify: (*winBatch).identify, post: func(b *winBatch) error {
			for i := range b.wins {
				if x := &b.wins[i]; x.ok {
					g.addLottery(w, x)
				}
			}
			return nil
		}}
	})
	for _, p := range g.payers {
		p.seen = prints[uint64]{}
	}
	return err
}

// parseLottery reads the lottery's rows of a batch and no others.
func (w *winWorker) parseLottery(b *winBatch) {
	b.start()
	for i := range b.block.Len() {
		cells := b.block.Row(i)
		b.wins = append(b.wins, win{})
		x := &b.wins[len(b.wins)-1]
		if k, ok := b.reader.Kind(&cells); !ok || k != calc.StateLottery {
			continue
		}
		if x.ok = len(b.reader.Read(&cells, &x.Win)) == 0; x.ok {
			x.payer = w.payer(x.PayerID)
			b.who(x)
		}
	}
}

// addLottery adds a prize to the sums of the places that may tax it.
func (g *gaming) addLottery(w *winWorker, x *win) {
	bought, home, _, _, err := w.lotteryPlaces(x)
	if err != nil {
		return // its row is set aside later
	}
	add := func(at *place, because string) {
		law, err := at.law(x.On)
		if at == nil || err != nil || law.Lottery.Cite == "" {
			return
		}
		key := lotteryKey{at, x.On.Year(), because, string(x.person)}
		y := g.lotteryYears[key]
		if y == nil {
			y = &lotteryYear{}
			g.lotteryYears[key] = y
		}
		y.total += x.Winnings
	}
	if home != nil {
		add(home, becauseResident)
	}
	if home == nil || home != bought {
		add(bought, becauseTicket)
	}
}

// takeLottery adds a line to what is written of its person and year.
func (y *lotteryYear) take(x *win, l *winLine) {
	y.prizes++
	y.winnings += x.Winnings
	y.required += l.Required
	y.withheld += l.Withheld
	y.rule = l.law.Lottery
	name := string(x.Name)
	if c := cmp.Or(cmp.Compare(x.On, y.latest), strings.Compare(name, y.name), strings.Compare(x.SSNLast4, y.last4)); c >= 0 {
		y.latest, y.name, y.last4 = x.On, name, x.SSNLast4
	}
}

// writeLottery writes what each winner of the lottery owes, by municipality.
func (g *gaming) writeLottery() error {
	keys := slices.Collect(maps.Keys(g.lotteryYears))
	rows := map[lotteryKey][]byte{}
	r := results.Row{Table: results.GamingLottery}
	for _, k := range keys {
		y := g.lotteryYears[k]
		if y.prizes == 0 {
			continue
		}
		r.Reset()
		r.Text(k.at.Name)
		r.Count(k.year)
		r.Text(y.name)
		r.Text(y.last4)
		r.Text(k.because)
		r.Count(y.prizes)
		r.Money(y.winnings)
		r.Money(y.rule.Over)
		r.Text(yesNo(y.rule.Taxed(y.total)))
		r.Money(y.required)
		r.Money(y.withheld)
		r.Money(y.required - y.withheld)
		r.Text(string(y.rule.Cite))
		r.End()
		rows[k] = bytes.Clone(r.Bytes)
	}
	keys = slices.DeleteFunc(keys, func(k lotteryKey) bool { return rows[k] == nil })
	slices.SortFunc(keys, func(a, b lotteryKey) int {
		return cmp.Or(strings.Compare(a.at.Name, b.at.Name), cmp.Compare(a.year, b.year), bytes.Compare(rows[a], rows[b]))
	})
	for _, k := range keys {
		g.out.rows[results.GamingLottery]++
		if _, err := g.out.files[results.GamingLottery].buf.Write(rows[k]); err != nil {
			return err
		}
	}
	return nil
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
