package ordinance

import (
	"maps"
	"slices"

	"example.com/withhold/pkg/calc"
)

// municipality makes the municipality that the rows describe, with its rates and
// credits as provisions that cite their source.
func (t *rateTable) municipality(sources map[string]*Source, probs *problems) *Municipality {
	r := t.rows[0]
	m := &Municipality{ID: r.ID, Name: r.Name, Kind: r.Kind, County: r.County, FIPS: r.FIPS,
		Administrator: r.Administrator, Code: r.Code, table: t, place: place{t.file, r.line, t.layer}}
	for i, r := range t.rows {
		rate := provision{from: r.from, file: t.file, line: r.line, note: r.Note}
		for _, key := range r.sources {
			if sources[key] == nil {
				probs.add(t.file, r.line, "unknown source %q; %s", key, suggest(key, slices.Sorted(maps.Keys(sources))))
			}
		}
		rate.cite = r.cites("rate", sources)
		if rate.cite == "" {
			probs.add(t.file, r.line, "no source of the row is for rates; write one whose `for` in sources.yaml has rate")
		}
		level := r.rate
		rate.set = func(l *calc.Law) { l.Rate, l.RateCite = level, rate.cite }
		credit := rate
		credit.cite, credit.set = r.cites("credit", sources), nil
		if c := r.credit; c.Known {
			c.Cite = credit.cite
			credit.set = func(l *calc.Law) { l.Credit = c }
		}
		m.rates[topicRate] = append(m.rates[topicRate], rate)
		m.rates[topicCredit] = append(m.rates[topicCredit], credit)
		if r.to != 0 && (i+1 == len(t.rows) || t.rows[i+1].from > r.to+1) {
			gap := provision{from: r.to + 1, file: t.file, line: r.line}
			m.rates[topicRate] = append(m.rates[topicRate], gap)
			m.rates[topicCredit] = append(m.rates[topicCredit], gap)
		}
	}
	return m
}

// cites is the short name of the row's first source that is for the use.
func (r *rateRow) cites(use string, sources map[string]*Source) calc.Citation {
	for _, key := range r.sources {
		if s := sources[key]; s != nil && slices.Contains(s.For, use) {
			return calc.Citation(s.Cite)
		}
	}
	return ""
}

// A RateSource says where the rate of a day comes from and how fresh it is.
type RateSource struct {
	From       calc.Date // since when this rate is known to hold
	To         calc.Date // the last day it is known to hold, or 0
	AsOf       string    // when the source was read; blank for an ordinance
	CreditAsOf string
	Confidence string   // high, medium or low; blank for an ordinance
	Sources    []string // keys, see [Book.Source]
	Cite       calc.Citation
	Note       string
}

// RateSource is the source of the rate on a day; ok is false where the rate is
// not known.
func (m *Municipality) RateSource(d calc.Date) (s RateSource, ok bool) {
	if p := m.own.on(topicRate, d); p != nil {
		s = RateSource{From: p.from, Cite: p.cite, Note: p.note}
		if p.source != "" {
			s.Sources = []string{p.source}
		}
		for _, later := range m.own[topicRate] {
			if later.from > d {
				s.To = later.from - 1
				break
			}
		}
		return s, true
	}
	p := m.rates.on(topicRate, d)
	if p == nil || p.set == nil {
		return s, false
	}
	for _, r := range m.table.rows {
		if r.from == p.from {
			s = RateSource{From: r.from, To: r.to, AsOf: r.AsOf, CreditAsOf: r.CreditAsOf, Confidence: r.Confidence,
				Sources: r.sources, Cite: p.cite, Note: r.Note}
		}
	}
	if m.own.on(topicCredit, d) != nil {
		s.CreditAsOf = "" // the ordinance says it
	}
	return s, true
}
