package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/outdir"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/ordinance"
)

// GamingOptions are what is asked of Gaming.
type GamingOptions struct {
	Options
	// LateAsOf, where it is not 0, adds penalties and interest to the returns as
	// of the end of that day.
	LateAsOf calc.Date
}

// A GamingReport says what was done, for the person who started it.
type GamingReport struct {
	Manifest *GamingManifest
	Due      string   // to remit with the returns, in all
	Problems []string // the first problems, as sentences
}

// gaming is one pass from winnings to returns. It reads and writes by the
// mechanisms of a run.
type gaming struct {
	*run
	lateAsOf calc.Date
	games    *ordinance.Winnings
	returns  *results.Table
	filed    bool // filings are among the inputs: what they do not say did not happen

	mu     sync.Mutex
	payers map[string]*payer

	lotteryYears map[lotteryKey]*lotteryYear
	people       *spool.Sorter // by payer, municipality, year and person
	awards       *spool.Sorter // of video lottery terminals, by payer and day
	due          calc.Cents
	byDay        map[calc.Date]*owed
	totals       gamingTotals
}

// tables are the tables of gaming, in the order people read them.
func (g *gaming) tables() []*results.Table {
	return []*results.Table{g.returns, results.GamingInformation, results.GamingReceipts, results.GamingLottery, results.GamingLines,
		results.GamingVariances, results.GamingWinners, results.GamingCopies, results.GamingOmissions, results.Problems}
}

// sortedGaming are those whose rows are made as winnings stream by, to be sorted.
var sortedGaming = []*results.Table{results.GamingWinners, results.GamingOmissions, results.GamingVariances}

func (g *gaming) isResult(name string) bool {
	return name == reportName || name == outdir.Manifest ||
		slices.ContainsFunc(g.tables(), func(t *results.Table) bool { return t.File() == name })
}

func newGaming(r *run, lateAsOf calc.Date) *gaming {
	g := &gaming{run: r, lateAsOf: lateAsOf, games: r.book.Winnings(), returns: results.GamingReturns, payers: map[string]*payer{},
		lotteryYears: map[lotteryKey]*lotteryYear{}, byDay: map[calc.Date]*owed{}}
	r.kinds = record.GamingKinds
	if lateAsOf != 0 {
		g.returns = results.GamingLateReturns
	}
	return g
}

// Gaming reads winnings, computes the tax to withhold from them, and writes
// returns, information returns and receipts. On an error nothing has been
// written. The report is given with ErrStrict as well.
func Gaming(ctx context.Context, o GamingOptions) (report *GamingReport, err error) {
	r, err := newRun(o.Options)
	if err != nil {
		return nil, err
	}
	g := newGaming(r, o.LateAsOf)
	if r.stage, err = outdir.Open(o.Out, g.isResult); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.stage.Discard())
		}
	}()
	return g.steps(ctx)
}

func (g *gaming) steps(ctx context.Context) (*GamingReport, error) {
	var err error
	if g.out, err = openOutputs(g.stage, g.tables()); err != nil {
		return nil, err
	}
	temp := g.stage.Temp()
	g.people, g.awards = spool.New(temp), spool.New(temp)
	for _, t := range sortedGaming {
		g.out.sorted[t] = spool.New(temp)
	}
	if err := g.read1(ctx); err != nil {
		return nil, err
	}
	if err := g.stream(ctx, g.post); err != nil {
		return nil, err
	}
	if err := g.noRows(); err != nil {
		return nil, err
	}
	for _, t := range sortedGaming {
		if err := g.out.writeSorted(t); err != nil {
			return nil, err
		}
	}
	people, err := g.writePeople()
	if err != nil {
		return nil, err
	}
	receipts, err := g.writeReceipts()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(g.writeReturns(), g.writeLottery()); err != nil {
		return nil, err
	}
	manifest, err := g.balance(people, receipts)
	if err != nil {
		return nil, err
	}
	report := &GamingReport{manifest, g.due.String(), g.out.firstProblems}
	if g.Strict && manifest.SetAside > 0 {
		return report, ErrStrict
	}
	if err := g.finish(manifest); err != nil {
		return nil, err
	}
	if err := g.stage.Commit(); err != nil {
		return nil, err
	}
	return report, nil
}

// read1 finds the inputs and what must be known before the first line: what was
// filed, and what each person won in the lottery in a year.
func (g *gaming) read1(ctx context.Context) error {
	if err := g.findInputs(record.WinningsKind); err != nil {
		return err
	}
	if err := g.joinFilings(); err != nil {
		return err
	}
	return g.surveyLottery(ctx)
}

// stream runs a pass over all winnings.
func (g *gaming) stream(ctx context.Context, post func(*winBatch) error) error {
	return flow(ctx, g.run, record.WinningsKind, func() *winBatch { return &winBatch{} }, func() steps[*winBatch] {
		w := newWinWorker(g)
		return steps[*winBatch]{parse: w.parse, identify: (*winBatch).identify, assess: w.assess, post: post}
	})
}

func (g *gaming) noRows() error {
	for _, s := range g.payroll {
		if s.rows == 0 {
			err := g.out.problem(warning, &table.Problem{File: s.in.name, Sheet: s.sheet, Code: "no_rows", Message: "it has a header but no rows"})
			if err != nil {
				return err
			}
		}
	}
	if !slices.ContainsFunc(g.payroll, func(s *source) bool { return s.rows > 0 }) {
		return fmt.Errorf("%s: winnings has a header but no rows", g.payroll[0].in.name)
	}
	return nil
}

// A payer is a casino operator, video lottery sales agent, lottery or sports
// gaming proprietor, with what is added up of it.
type payer struct {
	id         string
	books      map[*place]*gamingBook
	totals     gamingTotals
	incomplete bool // a row of it was set aside
	seen       prints[uint64]
}

// A gamingBook is what one payer owes one municipality.
type gamingBook struct {
	kinds   [4]bool // by calc.PayerKind: those that paid winnings there
	months  map[calc.Month]*gamingSum
	years   map[int]*gamingSum
	filings []record.Filing
}

// A gamingSum is what the winnings of a month or a year add up to.
type gamingSum struct {
	winnings, required, withheld calc.Cents
	winners, omissions           int
}

func (s *gamingSum) due() calc.Cents { return calc.Due(s.required, s.withheld) }

// payer finds or makes a payer.
func (g *gaming) payer(id string) *payer {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.payers[id]
	if p == nil {
		p = &payer{id: id, books: map[*place]*gamingBook{}}
		g.payers[id] = p
	}
	return p
}

func (p *payer) book(at *place) *gamingBook {
	b := p.books[at]
	if b == nil {
		b = &gamingBook{months: map[calc.Month]*gamingSum{}, years: map[int]*gamingSum{}}
		p.books[at] = b
	}
	return b
}
