package ordinance

import (
	"errors"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
)

func TestWinningsLawByDate(t *testing.T) {
	b := book(t)
	half, january := calc.Rate(5_000_000_000), calc.DueRule{MonthsAfter: 1, Day: calc.LastDay}
	for _, c := range []struct {
		name, on string
		cite     calc.Citation
	}{
		{"Toledo", "2015-12-31", ""},
		{"Toledo", "2016-01-01", "R.C. 718.031"},
		{"Municipality 004", "2004-01-01", "004 192.053"},
		{"Municipality 004", "2026-01-01", "004 192.053"},
	} {
		l := lawOn(t, b, c.name, c.on).Winnings
		if l.Cite != c.cite {
			t.Errorf("%s on %s: cited as %q, want %q", c.name, c.on, l.Cite, c.cite)
		}
		if c.cite == "" {
			continue
		}
		january.Cite = c.cite
		if l.Monthly != (calc.DueRule{MonthsAfter: 1, Day: 10, Cite: c.cite}) || l.Annual != january || l.Penalty != half || l.ReturnPenalty != 50_000 {
			t.Errorf("%s on %s: %+v", c.name, c.on, l)
		}
	}
	if l := lawOn(t, b, "Village 001", "2026-01-01").Lottery; l != (calc.Lottery{Over: 500_000_000, Cite: "001 (A)(3)"}) {
		t.Errorf("lottery: %+v", l)
	}
	if l := lawOn(t, b, "Toledo", "2026-01-01").Lottery; l.Cite != "" {
		t.Errorf("state law has no rule on the lottery: %+v", l)
	}
}

// The interest rates of R.C. 5703.47.
func TestWinningsInterest(t *testing.T) {
	rates := map[int]string{}
	for _, r := range book(t).Winnings().Interest() {
		rates[r.Year] = Percent(r.Rate)
	}
	for year, want := range map[int]string{2004: "4 %", 2012: "3 %", 2019: "5 %", 2020: "5 %", 2021: "3 %", 2023: "5 %", 2024: "8 %", 2025: "8 %", 2026: "7 %", 2027: ""} {
		if rates[year] != want {
			t.Errorf("%d: %q, want %q", year, rates[year], want)
		}
	}
}

func TestFindGame(t *testing.T) {
	w := book(t).Winnings()
	for _, c := range []struct {
		text string
		kind calc.PayerKind
		want string // or part of what is wrong
	}{
		{"slot", calc.Casino, "slot"},
		{"Slot Machines", calc.Casino, "slot"},
		{"POKER-TOURNAMENT", calc.Casino, "poker_tournament"},
		{"Blackjack", calc.Casino, "table"},
		{"", calc.VideoLottery, "vlt"},
		{" ", calc.SportsGaming, "sports"},
		{"sports betting", calc.Casino, "sports"},
		{"", calc.Casino, "write bingo, keno, other, poker_tournament, slot, sports or table"},
		{"slot", calc.VideoLottery, "slot machines are paid by payers of kind casino, not vlt"},
		{"pachinko", calc.Casino, "winnings.yaml"},
		{"raffle", calc.StateLottery, "no game is known that payers of kind lottery pay"},
	} {
		g, err := w.Game(c.text, c.kind)
		switch {
		case err == nil && g.Name != c.want:
			t.Errorf("%q: %s, want %s", c.text, g.Name, c.want)
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// An overlay adds amounts and rates, and replaces them on the days it speaks of.
func TestWinningsOverlay(t *testing.T) {
	dir := write(t, map[string]string{"winnings.yaml": `
games:
  slot:
    amounts:
      - {from: 2027-01-01, to: 2027-12-31, cite: 2027 list, at_least: "2060.00"}
      - {from: 2026-07-01, to: 2026-12-31, cite: a correction, at_least: "2010.00"}
  raffle:
    title: raffles
    payers: [casino]
    times_wager: 300
    amounts:
      - {from: 2027-01-01, to: 2027-12-31, cite: 2027 list, over: "600.00"}
interest:
  - {year: 2027, rate: "6%", cite: list}
  - {year: 2026, rate: "6.5%", cite: list}
`})
	b, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	slot, err := b.Winnings().Game("slots", calc.Casino)
	if err != nil {
		t.Fatal(err)
	}
	for on, want := range map[string]string{"2025-12-31": "1200.00", "2026-06-30": "2000.00", "2026-07-01": "2010.00", "2027-12-31": "2060.00"} {
		if r, err := slot.On(day(t, on)); err != nil || r.Amount.String() != want {
			t.Errorf("%s: %+v, %v, want %s", on, r, err, want)
		}
	}
	var missing *NoAmountError
	if _, err := slot.On(day(t, "2028-01-01")); !errors.As(err, &missing) {
		t.Errorf("2028: %v", err)
	}
	raffle, err := b.Winnings().Game("raffle", calc.Casino)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := raffle.On(day(t, "2027-03-01")); err != nil || !r.Over || r.Times != 300 {
		t.Errorf("%+v, %v", r, err)
	}
	for _, r := range b.Winnings().Interest() {
		if want := map[int]string{2025: "8 %", 2026: "6.5 %", 2027: "6 %"}[r.Year]; want != "" && Percent(r.Rate) != want {
			t.Errorf("%d: %s, want %s", r.Year, Percent(r.Rate), want)
		}
	}
	if book(t).Winnings().byName["slot"].Amounts[0].To.Year() != 2026 {
		t.Error("the overlay changed the built-in data")
	}
}

// Faults of the file, each with its line and what to write.
func TestFaultyWinnings(t *testing.T) {
	for text, want := range map[string]string{
		"games: 5\n":                                         "winnings.yaml:1: games is not a mapping",
		"games:\n  Slot: {}\n":                               `winnings.yaml:2: game "Slot" is there twice or is no name`,
		"games:\n  slot:\n    payers: [bank]\n":              `winnings.yaml:3: payer "bank" is unknown or there twice`,
		"games:\n  slot:\n    aliases: [keno]\n":             `"keno" is a name of the games keno and slot`,
		"interest:\n  - {year: 2027, cite: x}\n":             "winnings.yaml:2: rate is missing",
		"interest:\n  - {year: 27, rate: \"7%\", cite: x}\n": "winnings.yaml:2: year 27 is not a whole number from 1900 to 2199",
		"interest:\n  - {year: 2027, rate: \"7%\", cite: x}\n  - {year: 2027, rate: \"7%\", cite: x}\n":                                                                             "winnings.yaml:3: the rate of 2027 is there twice",
		"games:\n  slot:\n    amounts:\n      - {from: 2027-01-01, cite: x, over: \"1.00\"}\n":                                                                                      "winnings.yaml:4: to is missing",
		"games:\n  slot:\n    amounts:\n      - {from: 2027-02-01, to: 2027-01-01, cite: x, over: \"1.00\"}\n":                                                                      "winnings.yaml:4: it ends on 2027-01-01, before it starts",
		"games:\n  slot:\n    amounts:\n      - {from: 2027-01-01, to: 2027-12-31, cite: x, over: \"1.00\", at_least: \"1.00\"}\n":                                                  "winnings.yaml:4: an amount needs one comparison",
		"games:\n  slot:\n    amounts:\n      - {from: 2027-01-01, to: 2027-12-31, cite: x, over: \"1.00\"}\n      - {from: 2027-06-01, to: 2027-12-31, cite: x, over: \"1.00\"}\n": "winnings.yaml:5: the amount from 2027-06-01 is not before the one above it",
	} {
		_, err := Load(write(t, map[string]string{"winnings.yaml": text}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestWinningsInWords(t *testing.T) {
	b := book(t)
	for name, want := range map[string]string{
		"Municipality 004": "returns of tax withheld by the 10th of the next month and by the last day of January; late tax costs 50 %, a late return $500.00",
		"Village 001":      "winnings of a year over $5,000,000.00, from the first dollar on: of residents, and from tickets bought here",
	} {
		found := false
		m, _ := b.Find(name)
		for _, l := range b.Sheet(m, day(t, "2026-01-01")) {
			found = found || l.Text == want && l.Cite != ""
		}
		if !found {
			t.Errorf("%s: no line says %s", name, want)
		}
	}
}
