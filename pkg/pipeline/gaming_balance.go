package pipeline

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/workbook"
)

// gamingTotals are the control totals of one payer, or of all. What is read and
// what is written are added up apart, so that a difference shows.
type gamingTotals struct {
	Wins, SetAside, Lines, Reported int
	MoneyIn, MoneyLines             calc.Cents
	Required, Withheld              calc.Cents // of all lines
	LotteryRequired                 calc.Cents // of those, the lottery's, of which no return speaks
	LotteryWithheld                 calc.Cents
	VLTWithheld                     calc.Cents
	MonthRequired, MonthWithheld    calc.Cents // of the monthly returns
	YearRequired, YearWithheld      calc.Cents // of the annual returns
	Due                             calc.Cents
	Late                            calc.Cents // penalties and interest
}

// line adds a line; first tells a row's money from the line of a residence.
func (t *gamingTotals) line(x *win, l *winLine, first bool) {
	t.Lines++
	t.Required += l.Required
	t.Withheld += l.Withheld
	if first {
		t.MoneyLines += x.Winnings
	}
	if l.Reportable {
		t.Reported++
	}
	switch {
	case x.Kind == calc.StateLottery:
		t.LotteryRequired += l.Required
		t.LotteryWithheld += l.Withheld
	case x.Kind == calc.VideoLottery:
		t.VLTWithheld += l.Withheld
	}
}

func (t *gamingTotals) add(u *gamingTotals) {
	t.Wins += u.Wins
	t.SetAside += u.SetAside
	t.Lines += u.Lines
	t.Reported += u.Reported
	for _, p := range [][2]*calc.Cents{{&t.MoneyIn, &u.MoneyIn}, {&t.MoneyLines, &u.MoneyLines}, {&t.Required, &u.Required},
		{&t.Withheld, &u.Withheld}, {&t.LotteryRequired, &u.LotteryRequired}, {&t.LotteryWithheld, &u.LotteryWithheld},
		{&t.VLTWithheld, &u.VLTWithheld}, {&t.MonthRequired, &u.MonthRequired}, {&t.MonthWithheld, &u.MonthWithheld},
		{&t.YearRequired, &u.YearRequired}, {&t.YearWithheld, &u.YearWithheld}, {&t.Due, &u.Due}, {&t.Late, &u.Late}} {
		*p[0] += *p[1]
	}
}

// ties is an error naming what does not tie.
func (t *gamingTotals) ties(who string) error {
	check := func(what string, a calc.Cents, other string, b calc.Cents) error {
		if a == b {
			return nil
		}
		return fmt.Errorf("control totals of %s do not tie: %s %s, %s %s, difference %s; nothing was written", who, what, a, other, b, b-a)
	}
	return errors.Join(
		check("money read", t.MoneyIn, "money in lines", t.MoneyLines),
		check("tax required in lines", t.Required-t.LotteryRequired, "in monthly returns", t.MonthRequired),
		check("tax withheld in lines", t.Withheld-t.LotteryWithheld, "in monthly returns", t.MonthWithheld),
		check("tax required in monthly returns", t.MonthRequired, "in annual returns", t.YearRequired),
		check("tax withheld in monthly returns", t.MonthWithheld, "in annual returns", t.YearWithheld))
}

// A GamingManifest says what went into gaming and what came out: manifest.json.
type GamingManifest struct {
	Command   string                `json:"command"`
	Version   string                `json:"version"`
	Schedules string                `json:"schedules"`
	LateAsOf  string                `json:"late_as_of,omitempty"`
	Inputs    []ManifestInput       `json:"inputs"`
	Rows      int                   `json:"rows"`
	SetAside  int                   `json:"set_aside"`
	Warnings  int                   `json:"warnings"`
	Control   GamingControl         `json:"control_totals"`
	Payers    []PayerTotals         `json:"payers"`
	Tables    map[string]TableTotal `json:"tables"`
}

// GamingControl is what ties: money read is money in lines; what lines require
// and say was withheld is in returns by month and by year, and in information
// returns and receipts.
type GamingControl struct {
	Winnings            int    `json:"winnings"`
	SetAside            int    `json:"winnings_set_aside"`
	Lines               int    `json:"lines"`
	Reportable          int    `json:"reportable"`
	MoneyIn             string `json:"money_in"`
	MoneyLines          string `json:"money_in_lines"`
	TaxRequired         string `json:"tax_required"`
	TaxWithheld         string `json:"tax_withheld"`
	LotteryRequired     string `json:"of_it_lottery_required"`
	LotteryWithheld     string `json:"of_it_lottery_withheld"`
	ReturnsRequired     string `json:"required_in_returns"`
	ReturnsWithheld     string `json:"withheld_in_returns"`
	InformationWithheld string `json:"withheld_in_information_returns,omitempty"`
	ReceiptsWithheld    string `json:"withheld_in_receipts"`
}

// PayerTotals are the control totals of one payer.
type PayerTotals struct {
	PayerID string `json:"payer_id"`
	GamingControl
}

func (t *gamingTotals) control() GamingControl {
	return GamingControl{t.Wins, t.SetAside, t.Lines, t.Reported, t.MoneyIn.String(), t.MoneyLines.String(), t.Required.String(), t.Withheld.String(),
		t.LotteryRequired.String(), t.LotteryWithheld.String(), t.MonthRequired.String(), t.MonthWithheld.String(), "", t.VLTWithheld.String()}
}

// balance proves that the money ties and draws up the manifest.
func (g *gaming) balance(people, receipts calc.Cents) (*GamingManifest, error) {
	var all gamingTotals
	m := &GamingManifest{Command: "gaming", Version: g.Version, Schedules: g.run.book.Hash(), Tables: map[string]TableTotal{}}
	if g.lateAsOf != 0 {
		m.LateAsOf = g.lateAsOf.String()
	}
	for _, id := range slices.Sorted(maps.Keys(g.payers)) {
		t := &g.payers[id].totals
		if err := t.ties("payer " + id); err != nil {
			return nil, err
		}
		all.add(t)
		if t.Wins+t.SetAside > 0 {
			m.Payers = append(m.Payers, PayerTotals{id, t.control()})
		}
	}
	if people != all.MonthWithheld || receipts != all.VLTWithheld {
		return nil, fmt.Errorf("control totals do not tie: withheld %s in returns and %s in information returns; %s from awards and %s in receipts; nothing was written",
			all.MonthWithheld, people, all.VLTWithheld, receipts)
	}
	if !g.filed && g.due != 0 {
		g.notes.add("no_filings", "filings")
	}
	for _, p := range g.notes.problems() {
		if err := g.out.problem(warning, p); err != nil {
			return nil, err
		}
	}
	m.Control = all.control()
	m.Control.InformationWithheld = people.String()
	m.Inputs, m.Rows, m.SetAside = g.manifestInputs()
	m.Warnings = g.out.warnings
	for _, t := range g.tables() {
		m.Tables[t.Name] = TableTotal{g.out.rows[t]}
	}
	g.totals = all
	return m, nil
}

// finish completes the files: sorted tables, workbook, manifest.
func (g *gaming) finish(m *GamingManifest) error {
	if err := g.out.close(); err != nil {
		return err
	}
	if g.Report {
		// What holds whole social security numbers is not for the workbook.
		shown := slices.DeleteFunc(g.tables(), (*results.Table).Private)
		if err := g.writeBook(g.summary(m), shown, results.GamingLines, gamingNotes); err != nil {
			return err
		}
	}
	return g.writeManifest(m)
}

var gamingNotes = map[*results.Table]string{
	results.GamingReturns: "The returns by payer, municipality and period; a year's row is the annual return. The amount due is the greater of " +
		"what was withheld and what had to be, in the annual return what of it was not remitted before.",
	results.GamingLateReturns: "The returns by payer, municipality and period, with penalties and interest as of the day asked for. They may be imposed; " +
		"the Tax Administrator decides.",
	results.GamingInformation: "One row a person and year. The copies for the Tax Administrator, with whole numbers, are in gaming-administrator-copies.csv.",
	results.GamingReceipts:    "The register of receipts for awards of video lottery terminals.",
	results.GamingLottery:     "What winners of the lottery owe: nothing up to the amount, and above it from the first dollar on.",
	results.GamingLines:       "One row a win and municipality.",
	results.GamingVariances:   "Wins on which the tax withheld is not the tax required.",
	results.Problems:          "Rows that were set aside, with what to write instead, and warnings.",
}

func (g *gaming) summary(m *GamingManifest) workbook.Summary {
	t := &g.totals
	facts := [][2]string{
		{"Payers", strconv.Itoa(len(m.Payers))},
		{"Wins computed", strconv.Itoa(t.Wins)},
		{"   of them reported or taxed", strconv.Itoa(t.Reported)},
		{"Rows set aside (see problems)", strconv.Itoa(m.SetAside)},
		{"Winnings, as read", money(t.MoneyIn)},
		{"Winnings in lines, as computed", money(t.MoneyLines)},
		{"Tax required", money(t.Required)},
		{"Tax withheld", money(t.Withheld)},
		{"To remit with monthly returns", money(g.due)},
	}
	if g.lateAsOf != 0 {
		facts = append(facts, [2]string{"Penalties and interest as of " + m.LateAsOf, money(t.Late)})
	}
	facts = append(facts, [2]string{"Program", "withhold " + m.Version}, [2]string{"Ordinance data", m.Schedules[:16]})
	days := workbook.Block{Heading: "Returns to file, by the day to act on", Total: true, Columns: []workbook.Column{
		{Name: "File and pay by", Kind: workbook.Date}, {Name: "Returns", Kind: workbook.Count, Sum: true}, {Name: "Amount due", Kind: workbook.Money, Sum: true}}}
	for _, day := range slices.Sorted(maps.Keys(g.byDay)) {
		o := g.byDay[day]
		days.Rows = append(days.Rows, []string{day.String(), strconv.Itoa(o.count), o.due.String()})
	}
	return workbook.Summary{Title: "Municipal income tax on winnings", Facts: facts, Blocks: []workbook.Block{days, inputsBlock(&Manifest{Inputs: m.Inputs})}}
}
