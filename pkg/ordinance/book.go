package ordinance

import (
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A Book is all law that was loaded. It is read-only and may be shared.
type Book struct {
	all      []*Municipality // by name
	byID     map[string]*Municipality
	index    *index
	calendar *calc.Calendar
	sources  map[string]*Source
	state    *topics
	winnings *Winnings
	interest map[int]calc.YearRate // on late tax, by year
	hash     [32]byte
}

// ByID is the municipality with that id, or nil.
func (b *Book) ByID(id string) *Municipality { return b.byID[id] }

// All is every municipality, example ordinances among them, sorted by name. The
// caller must not change it.
func (b *Book) All() []*Municipality { return b.all }

// Calendar is the days on which offices are closed.
func (b *Book) Calendar() *calc.Calendar { return b.calendar }

// HomeDays is whether, on a day, state law lets an employer count days worked at
// home for the principal place of work.
func (b *Book) HomeDays(d calc.Date) calc.Provision {
	var law calc.Law
	if p := b.state.on(topicHomeDays, d); p != nil && p.set != nil {
		p.set(&law)
	}
	return law.HomeDays
}

// WinningsLaw is what state law says, on a day, of tax withheld from winnings. It
// holds for sports gaming even where an ordinance has words of its own on casinos.
func (b *Book) WinningsLaw(d calc.Date) calc.WinningsLaw {
	var law calc.Law
	if p := b.state.on(topicWinnings, d); p != nil && p.set != nil {
		p.set(&law)
	}
	return law.Winnings
}

// Source is the source of a key, or nil.
func (b *Book) Source(key string) *Source { return b.sources[key] }

// Hash identifies the data as loaded, overlays included: SHA-256 in hexadecimal
// over the name and content of every file. It does not depend on where an
// overlay's directory lies.
func (b *Book) Hash() string { return hex.EncodeToString(b.hash[:]) }

// build makes the book of the files of all layers. Faults go to probs; the book
// is of use only if there were none.
func build(files *lawFiles, probs *problems) *Book {
	b := &Book{byID: map[string]*Municipality{}, sources: files.sources, calendar: files.state.calendar, state: &files.state.topics, winnings: files.games, interest: files.interest}
	for id, t := range files.tables {
		m := t.municipality(files.sources, probs)
		m.state, b.byID[id] = &files.state.topics, m
	}
	for id, f := range files.own {
		m := b.byID[id]
		if m == nil {
			m = &Municipality{ID: id, Name: f.name, Kind: f.kind, County: f.county, FIPS: f.fips,
				Administrator: f.administrator, Code: f.code, state: &files.state.topics}
			b.byID[id] = m
		} else {
			f.agrees(m, files.tables[id], probs)
		}
		m.Aliases, m.Example, m.own = f.aliases, f.example, &f.topics
		if m.table == nil || f.place.layer > m.place.layer {
			m.place = f.place
		}
		if m.table == nil && len(f.topics[topicRate]) == 0 {
			probs.add(f.file, 1, "no rate: %s has no row in rates.csv; write a rate topic, or add the row", f.name)
		}
	}
	for _, m := range b.byID {
		b.all = append(b.all, m)
	}
	slices.SortFunc(b.all, func(a, c *Municipality) int { return strings.Compare(a.Name, c.Name) })
	b.checkSources(&files.state.topics, probs)
	for _, m := range b.all {
		b.checkSources(m.own, probs)
		m.settle()
	}
	b.index = newIndex(b.all, probs)
	return b
}

// checkSources reports entries that name a source nobody described.
func (b *Book) checkSources(t *topics, probs *problems) {
	if t == nil {
		return
	}
	for _, list := range t {
		for _, p := range list {
			if p.source != "" && b.sources[p.source] == nil {
				probs.add(p.file, p.line, "unknown source %q; %s", p.source, suggest(p.source, slices.Sorted(maps.Keys(b.sources))))
			}
		}
	}
}
