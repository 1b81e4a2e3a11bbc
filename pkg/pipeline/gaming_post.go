package pipeline

import (
	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
)

// records are what a batch has for the tables that are written sorted, made on
// all cores and handed over in the order of rows.
type records struct {
	data []byte
	list []recordOf
}

// A recordOf is one of them; data[start:key] is its key.
type recordOf struct {
	to              recordKind
	start, key, end int
}

type recordKind uint8

const (
	toWinners recordKind = iota
	toOmissions
	toVariances
	toPeople
	toAwards
)

func (r *records) reset() { r.data, r.list = r.data[:0], r.list[:0] }

// begin starts a record with a key of texts.
func (r *records) begin(to recordKind, key ...string) {
	x := recordOf{to: to, start: len(r.data)}
	for _, k := range key {
		r.data = append(append(r.data, k...), 0)
	}
	x.key = len(r.data)
	r.list = append(r.list, x)
}

// end finishes it with what it holds.
func (r *records) end(rest []byte) {
	r.data = append(r.data, rest...)
	r.list[len(r.list)-1].end = len(r.data)
}

// post adds a batch to what is kept and writes its lines.
func (g *gaming) post(b *winBatch) error {
	if err := g.add(b); err != nil {
		return err
	}
	g.out.rows[results.GamingLines] += len(b.ends)
	if _, err := g.out.files[results.GamingLines].buf.Write(b.lines.Bytes); err != nil {
		return err
	}
	if err := g.out.keepLines(results.GamingLines, b.lines.Bytes, b.ends); err != nil {
		return err
	}
	sorters := [...]*spool.Sorter{
		toWinners:   g.out.sorted[results.GamingWinners],
		toOmissions: g.out.sorted[results.GamingOmissions],
		toVariances: g.out.sorted[results.GamingVariances],
		toPeople:    g.people,
		toAwards:    g.awards,
	}
	tables := [...]*results.Table{toWinners: results.GamingWinners, toOmissions: results.GamingOmissions, toVariances: results.GamingVariances}
	data := b.records.data
	for _, x := range b.records.list {
		if int(x.to) < len(tables) {
			g.out.rows[tables[x.to]]++
		}
		if err := sorters[x.to].Add(data[x.start:x.key], data[x.key:x.end]); err != nil {
			return err
		}
	}
	return nil
}

// add adds the rows of a batch to the sums of their payers, and records what is
// wrong with them.
func (g *gaming) add(b *winBatch) error {
	in := b.source.in
	in.rows += len(b.wins)
	b.source.rows += len(b.wins)
	for i := range b.wins {
		x := &b.wins[i]
		if !x.ok {
			in.setAside++
			if x.payer != nil {
				x.payer.incomplete = true
				x.payer.totals.SetAside++
			}
			continue
		}
		t := &x.payer.totals
		t.Wins++
		t.MoneyIn += x.Winnings
		for j := range x.n {
			l := &x.lines[j]
			t.line(x, l, j == 0)
			if x.Kind == calc.StateLottery {
				if l.lottery != nil {
					l.lottery.take(x, l)
				}
				g.noteLottery(x, l)
			} else if l.at != nil && (l.Reportable || l.Withheld != 0) {
				g.sum(x, l)
			}
		}
	}
	for _, p := range b.repeated {
		g.notes.add("win_repeated", p.id)
	}
	for _, p := range b.problems {
		p.File = in.name
		if err := g.out.problem(severe, p); err != nil {
			return err
		}
	}
	for _, p := range b.warnings {
		p.File = in.name
		if err := g.out.problem(warning, p); err != nil {
			return err
		}
	}
	return nil
}

// sum adds a line to the month and the year of its municipality.
func (g *gaming) sum(x *win, l *winLine) {
	book := x.payer.book(l.at)
	book.kinds[x.Kind] = true
	month := calc.MonthOf(x.On)
	for _, s := range []*gamingSum{entryOfSum(book.months, month), entryOfSum(book.years, month.Year())} {
		s.winnings += x.Winnings
		s.required += l.Required
		s.withheld += l.Withheld
		if x.Missing != 0 || x.Omitted {
			s.omissions++
		}
	}
}

func entryOfSum[K comparable](m map[K]*gamingSum, k K) *gamingSum {
	if m[k] == nil {
		m[k] = &gamingSum{}
	}
	return m[k]
}

// noteLottery warns of what no law provides for.
func (g *gaming) noteLottery(x *win, l *winLine) {
	if l.Withheld != 0 {
		g.notes.add("lottery_withheld", x.payer.id)
	}
}
