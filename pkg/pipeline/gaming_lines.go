package pipeline

import (
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
)

// assess writes down the lines of a batch, and what other tables need of them.
func (w *winWorker) assess(b *winBatch) {
	b.lines.Table = results.GamingLines
	b.lines.Reset()
	b.records.reset()
	b.ends = b.ends[:0]
	for i := range b.wins {
		x := &b.wins[i]
		if !x.ok {
			continue
		}
		for j := range x.n {
			w.write(b, x, &x.lines[j])
		}
		if l := &x.lines[0]; x.Kind != calc.StateLottery && l.at != nil && (l.Reportable || l.Withheld != 0) {
			w.keep(b, x, l)
		}
	}
}

// name is what outputs call the game.
func (x *win) name() string {
	if x.game == nil {
		return "lottery"
	}
	return x.game.Name
}

func (l *winLine) municipality() string {
	if l.at == nil {
		return ""
	}
	return l.at.Name
}

func (w *winWorker) write(b *winBatch, x *win, l *winLine) {
	r := &b.lines
	r.TextBytes(x.PayerID)
	r.Text(l.municipality())
	r.Text(x.Kind.String())
	r.Text(x.name())
	r.Date(x.On)
	r.TextBytes(x.Name)
	r.Money(x.Winnings)
	r.Text(yesNo(l.Reportable))
	r.Rate(l.Rate)
	r.Money(l.Required)
	r.Money(l.Withheld)
	r.Money(l.Compared)
	switch {
	case x.reporting != nil:
		r.Money(x.reporting.Amount)
	case l.lottery != nil:
		r.Money(l.law.Lottery.Over)
	default:
		r.Text("")
	}
	r.Text(l.because)
	r.TextBytes(x.ReceiptNo)
	r.Raw(w.citations(x, l))
	r.End()
	b.ends = append(b.ends, len(r.Bytes))
}

// A citeKey is what the citations of a line depend on.
type citeKey struct {
	law  *calc.Law
	rep  *calc.Reporting
	kind calc.PayerKind
}

// citations are the words of law behind a line: the duty to withhold, the amount
// that was compared, and the rate.
func (w *winWorker) citations(x *win, l *winLine) []byte {
	key := citeKey{l.law, x.reporting, x.Kind}
	text, ok := w.cites[key]
	if ok {
		return text
	}
	var all []calc.Citation
	add := func(c calc.Citation) {
		for _, have := range all {
			if have == c {
				return
			}
		}
		if c != "" {
			all = append(all, c)
		}
	}
	if x.reporting != nil {
		add(l.duty.Division(x.Kind, calc.WithholdingDuty))
		add(x.reporting.Cite)
	}
	if l.law != nil {
		if x.Kind == calc.StateLottery {
			add(l.law.Lottery.Cite)
		}
		add(l.law.RateCite)
	}
	text = results.AppendText(nil, joinCitations(all))
	w.cites[key] = text
	return text
}

// identityNames are what may be missing of a person.
var identityNames = []struct {
	bit  record.Identity
	name string
}{{record.PersonName, "name"}, {record.PersonAddress, "address"}, {record.PersonSSN, "ssn"}}

func missing(set record.Identity) string {
	var list []string
	for _, x := range identityNames {
		if set&x.bit != 0 {
			list = append(list, x.name)
		}
	}
	return strings.Join(list, ";")
}

// keep makes the records of a win that returns speak of.
func (w *winWorker) keep(b *winBatch, x *win, l *winLine) {
	recs, place := &b.records, l.at.Name
	month := calc.MonthOf(x.On)
	year := strconv.Itoa(month.Year())
	payer := x.payer.id
	r := &results.Row{Table: results.GamingWinners}
	recs.begin(toWinners, payer, place, month.String())
	r.Text(payer)
	r.Text(place)
	r.Text(month.String())
	x.writePerson(r)
	r.Text(x.name())
	r.Date(x.On)
	r.Money(x.Winnings)
	r.Money(l.Required)
	r.Money(l.Withheld)
	r.Text(missing(x.Missing))
	r.Text(string(l.duty.Division(x.Kind, calc.MonthlyReturn)))
	r.End()
	recs.end(r.Bytes)
	if x.Missing != 0 || x.Omitted {
		recs.begin(toOmissions, payer, place, year, month.String())
		recs.end(x.omission(l, place, year, month))
	}
	if l.Required != l.Withheld {
		recs.begin(toVariances, payer, place)
		recs.end(x.variance(l, place))
	}
	recs.begin(toPeople, payer, place, year, string(x.person))
	recs.end(x.appendPerson(nil, l, month))
	if x.Kind == calc.VideoLottery && l.Withheld != 0 {
		recs.begin(toAwards, payer, x.On.String())
		recs.end(x.appendAward(nil, l))
	}
}

// writePerson adds name, address and social security number.
func (x *win) writePerson(r *results.Row) {
	for _, text := range [][]byte{x.Name, x.Address, x.City, x.State, x.Zip} {
		r.TextBytes(text)
	}
	r.Text(showSSN(x.SSN))
}

// showSSN is nine digits as people write them.
func showSSN(s string) string {
	if len(s) != 9 {
		return s
	}
	return s[:3] + "-" + s[3:5] + "-" + s[5:]
}

// omission is a row of what an annual return has to make good.
func (x *win) omission(l *winLine, place, year string, month calc.Month) []byte {
	r := &results.Row{Table: results.GamingOmissions}
	r.Text(x.payer.id)
	r.Text(place)
	r.Text(year)
	r.Text(month.String())
	x.writePerson(r)
	r.Text(x.name())
	r.Date(x.On)
	r.Money(x.Winnings)
	r.Money(l.Withheld)
	r.Text(missing(x.Missing))
	var todo []string
	if x.Missing != 0 {
		todo = append(todo, "obtain")
	}
	if x.Omitted {
		todo = append(todo, "indicate_on_annual_return")
	}
	r.Text(strings.Join(todo, ";"))
	r.Text(string(l.duty.Division(x.Kind, calc.AnnualReturn)))
	r.End()
	return r.Bytes
}

func (x *win) variance(l *winLine, place string) []byte {
	r := &results.Row{Table: results.GamingVariances}
	r.Text(x.payer.id)
	r.Text(place)
	r.Date(x.On)
	r.TextBytes(x.Name)
	r.Text(x.name())
	r.TextBytes(x.ReceiptNo)
	r.Money(x.Winnings)
	r.Money(l.Required)
	r.Money(l.Withheld)
	r.Money(l.Withheld - l.Required)
	r.End()
	return r.Bytes
}
