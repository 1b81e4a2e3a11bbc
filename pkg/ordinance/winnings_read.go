package ordinance

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/calc"
)

// This file reads winnings.yaml.

// readWinnings reads one winnings.yaml over what the layers before it say.
func readWinnings(shown string, text []byte, w *Winnings, layer int, probs *problems) {
	t := &textFile{shown, probs}
	root := t.root(text)
	if root == nil {
		return
	}
	f := t.fields(root, "winnings", "games", "interest")
	if n := f.values["games"]; n != nil && n.Kind == yaml.MappingNode {
		seen := map[string]bool{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if !isGameName(key.Value) || seen[key.Value] {
				t.fault(key, "game %q is there twice or is no name; write small letters and _, each game once", key.Value)
				continue
			}
			seen[key.Value] = true
			t.game(n.Content[i+1], key.Value, w, layer)
		}
	} else if n != nil {
		t.fault(n, "games is not a mapping; write the name of each game, and below it its amounts")
	}
	t.interest(f, w.interest)
	w.index(t)
}

func isGameName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz_") == ""
}

// game reads one game. What an overlay does not say of a known game stays.
func (t *textFile) game(n *yaml.Node, name string, w *Winnings, layer int) {
	f := t.fields(n, name, "title", "aliases", "payers", "less_wager", "times_wager", "amounts")
	if n.Kind != yaml.MappingNode {
		return
	}
	g := w.games[name]
	if g == nil {
		g = &Game{Name: name, at: place{t.name, n.Line, layer}}
		w.games[name] = g
		f.need("title", "what messages call it")
		f.need("payers", "[casino]")
		f.need("amounts", "a list of {from, to, cite, at_least}, the newest first")
	}
	if f.values["title"] != nil {
		g.Title = f.text("title")
	}
	for _, n := range f.list("aliases") {
		g.aliases = append(g.aliases, n.Value)
	}
	if f.values["payers"] != nil {
		g.Payers = nil
	}
	for _, n := range f.list("payers") {
		i := slices.Index(calc.PayerKindNames(), n.Value)
		if i < 0 || slices.Contains(g.Payers, calc.PayerKind(i)) {
			t.fault(n, "payer %q is unknown or there twice; %s", n.Value, suggest(n.Value, calc.PayerKindNames()))
			continue
		}
		g.Payers = append(g.Payers, calc.PayerKind(i))
	}
	g.less = f.boolean("less_wager", g.less)
	g.times = f.integer("times_wager", 1, 100_000, g.times)
	var amounts []GameAmount
	for _, n := range f.list("amounts") {
		if a, ok := t.gameAmount(n, g); ok {
			if k := len(amounts); k > 0 && a.To >= amounts[k-1].From {
				t.fault(n, "the amount from %s is not before the one above it; write the newest first, each day once", a.From)
				continue
			}
			amounts = append(amounts, a)
		}
	}
	g.Amounts = append(amounts, g.Amounts...)
}

func (t *textFile) gameAmount(n *yaml.Node, g *Game) (a GameAmount, ok bool) {
	f := t.fields(n, "an amount", "from", "to", "cite", "note", "at_least", "over")
	if n.Kind != yaml.MappingNode {
		return a, false
	}
	f.need("from", "2027-01-01")
	f.need("to", "2027-12-31, since the amounts are set year by year")
	f.need("cite", "where the amount is published")
	a = GameAmount{From: f.date("from"), To: f.date("to"), Note: f.text("note"), Reporting: calc.Reporting{
		Game: g.Name, LessWager: g.less, Times: g.times, Cite: calc.Citation(f.text("cite"))}}
	switch least, over := f.values["at_least"], f.values["over"]; {
	case (least == nil) == (over == nil):
		t.fault(n, `an amount needs one comparison; write at_least: "2000.00" or over: "5000.00"`)
	case over != nil:
		a.Amount, a.Over = f.cents("over"), true
	default:
		a.Amount = f.cents("at_least")
	}
	if a.To < a.From && a.To != 0 {
		t.fault(n, "it ends on %s, before it starts on %s", a.To, a.From)
	}
	return a, a.From != 0 && a.To >= a.From
}

// interest reads rates by year; those of a year that is known are replaced.
func (t *textFile) interest(f *fields, into map[int]calc.YearRate) {
	seen := map[int]bool{}
	for _, n := range f.list("interest") {
		g := t.fields(n, "a rate of interest", "year", "rate", "cite", "note")
		if n.Kind != yaml.MappingNode {
			continue
		}
		g.need("year", "2027")
		g.need("rate", `"7%"`)
		g.need("cite", "where the rate is published")
		r := calc.YearRate{Year: g.integer("year", 1900, 2199, 0), Rate: g.rate("rate"), Cite: calc.Citation(g.text("cite"))}
		g.text("note")
		if seen[r.Year] {
			t.fault(n, "the rate of %d is there twice; remove one", r.Year)
		}
		seen[r.Year] = true
		into[r.Year] = r
	}
}

// index enters the names by which games are found.
func (w *Winnings) index(t *textFile) {
	for _, name := range w.names() {
		g := w.games[name]
		for _, text := range append([]string{name}, g.aliases...) {
			key := gameKey(text)
			if other := w.byName[key]; other != nil && other != g {
				t.probs.add(t.name, g.at.line, "%q is a name of the games %s and %s; write another alias", text, other.Name, name)
				continue
			}
			w.byName[key] = g
		}
	}
}
