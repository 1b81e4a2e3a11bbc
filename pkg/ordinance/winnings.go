package ordinance

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// winningsFile is the file that amounts and interest rates are edited in.
const winningsFile = "winnings.yaml"

// Winnings is winnings.yaml and what is laid over it: when winnings of each game
// must be reported, and the interest on tax withheld from them.
type Winnings struct {
	games    map[string]*Game
	byName   map[string]*Game // names and aliases, by gameKey
	interest map[int]calc.YearRate
}

// A Game is one type of gaming.
type Game struct {
	Name, Title string
	Payers      []calc.PayerKind // who pays its winnings
	Amounts     []GameAmount     // those that come first hold before the others

	aliases []string
	times   int
	less    bool
	at      place
}

// A GameAmount is a reporting amount and the days that it is for.
type GameAmount struct {
	From, To calc.Date
	Note     string
	calc.Reporting
}

func newWinnings() *Winnings {
	return &Winnings{games: map[string]*Game{}, byName: map[string]*Game{}, interest: map[int]calc.YearRate{}}
}

// A NoAmountError says that no reporting amount is known for a game on a day.
type NoAmountError struct {
	Game *Game
	On   calc.Date
}

// Error names the file in which to write it.
func (e *NoAmountError) Error() string {
	return fmt.Sprintf("the amount from which winnings at %s are reported is not known on %s; add it to games: %s: amounts: in %s in a --schedules directory",
		e.Game.Title, e.On, e.Game.Name, winningsFile)
}

// gameKey is a name as games are found by.
func gameKey(name string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			return c
		case c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		}
		return -1
	}, name)
}

// Game finds a game as people write it. Where the text is blank, it is the only
// game of the kind of payer.
func (w *Winnings) Game(text string, k calc.PayerKind) (*Game, error) {
	g := w.byName[gameKey(text)]
	var all []string // of the kind of payer
	for _, name := range w.names() {
		if slices.Contains(w.games[name].Payers, k) {
			all = append(all, name)
		}
	}
	switch {
	case strings.TrimSpace(text) == "" && len(all) == 1:
		g = w.games[all[0]]
	case strings.TrimSpace(text) == "" && len(all) > 1:
		return nil, fmt.Errorf("it is blank, and the amount depends on the game; write %s", orList(all))
	case g == nil && len(all) == 0:
		return nil, fmt.Errorf("no game is known that payers of kind %s pay; add it to games: in %s in a --schedules directory", k, winningsFile)
	case g == nil:
		return nil, fmt.Errorf("no such game is known; write %s, or add it to games: in %s in a --schedules directory", orList(all), winningsFile)
	}
	if !slices.Contains(g.Payers, k) {
		var names []string
		for _, p := range g.Payers {
			names = append(names, p.String())
		}
		return nil, fmt.Errorf("%s are paid by payers of kind %s, not %s; write the right game, or the right payer_kind", g.Title, orList(names), k)
	}
	return g, nil
}

func (w *Winnings) names() []string { return slices.Sorted(maps.Keys(w.games)) }

// Games are all games, by name.
func (w *Winnings) Games() (list []*Game) {
	for _, name := range w.names() {
		list = append(list, w.games[name])
	}
	return list
}

// On is when winnings of a game on a day must be reported. The error is a
// [*NoAmountError] where that is not known.
func (g *Game) On(day calc.Date) (*calc.Reporting, error) {
	for i := range g.Amounts {
		if a := &g.Amounts[i]; a.From <= day && day <= a.To {
			return &a.Reporting, nil
		}
	}
	return nil, &NoAmountError{g, day}
}

// Interest is the rates of interest on tax withheld from winnings.
func (w *Winnings) Interest() calc.YearRates { return yearRates(w.interest) }

// yearRates are rates by year, the oldest first.
func yearRates(rates map[int]calc.YearRate) (list calc.YearRates) {
	for _, year := range slices.Sorted(maps.Keys(rates)) {
		list = append(list, rates[year])
	}
	return list
}

// InterestHint says what to do where the rate of a year is not known.
func InterestHint(err error) error {
	return fmt.Errorf("%w; add it to interest: in %s in a --schedules directory", err, winningsFile)
}

// Winnings is what is known of games and of the interest on late tax.
func (b *Book) Winnings() *Winnings { return b.winnings }
