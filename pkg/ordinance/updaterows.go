package ordinance

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/calc"
)

// follow is the rows of the municipality as they are with the table's. What the
// table does not speak of stays: days before it, and credits.
func (g *updateGroup) follow(sources map[string]*Source) []*rateRow {
	var rows []*rateRow
	for _, r := range g.known() {
		c := *r
		rows = append(rows, &c)
	}
	for i, u := range g.rows {
		if g.repeats(i) || g.m != nil && u.Rate == 0 && len(g.known()) == 0 {
			continue
		}
		rows = g.lay(rows, u, g.end(i), sources)
	}
	if last := g.rows[len(g.rows)-1]; last.To != 0 {
		rows = cutAfter(rows, last.To)
	}
	newest := g.rows[len(g.rows)-1]
	for _, r := range rows {
		if newest.Administrator != "" && newest.Administrator != r.Administrator {
			r.Administrator, r.Code = newest.Administrator, ""
		}
		if r.Administrator != "" {
			r.Code = cmp.Or(newest.Code, r.Code)
		}
	}
	return rows
}

// lay puts one row of the table over the rows. A row that says the same stays
// whole, with the day on which it was read.
func (g *updateGroup) lay(rows []*rateRow, u *Update, end calc.Date, sources map[string]*Source) []*rateRow {
	var out []*rateRow
	for _, s := range stretches(rows, u.From, end) {
		switch {
		case s.row == nil && u.Rate == 0 && g.m != nil:
			// No tax where none is known: nothing to add.
		case s.row == nil:
			out = append(out, g.fresh(u, s.from, s.to))
		case s.row.rate == u.Rate && (!u.Credit.Known || sameCredit(s.row.credit, u.Credit)):
			s.row.refresh(u, sources)
		default:
			r := *s.row
			r.from, r.to = s.from, s.to
			r.replace(u, sources)
			out = append(out, &r)
			if s.to != 0 && (s.row.to == 0 || s.row.to > s.to) {
				right := *s.row
				right.from = s.to + 1
				out = append(out, &right)
			}
			s.row.to = s.from - 1 // what is left of it is before, or nothing
		}
	}
	out = append(out, rows...)
	out = slices.DeleteFunc(out, func(r *rateRow) bool { return r.to != 0 && r.to < r.from })
	slices.SortFunc(out, func(a, b *rateRow) int { return cmp.Compare(a.from, b.from) })
	return out
}

// cutAfter ends the rows on a day.
func cutAfter(rows []*rateRow, last calc.Date) []*rateRow {
	rows = slices.DeleteFunc(rows, func(r *rateRow) bool { return r.from > last })
	for _, r := range rows {
		if r.to == 0 || r.to > last {
			r.to = last
		}
	}
	return rows
}

// fresh is a row for days of which nothing was known.
func (g *updateGroup) fresh(u *Update, from, to calc.Date) *rateRow {
	r := &rateRow{ID: g.id, Name: g.name, Kind: u.Kind, County: u.County, FIPS: u.FIPS, Administrator: u.Administrator, Code: u.Code}
	if g.m != nil {
		r.Name, r.Kind, r.County, r.FIPS, r.Administrator, r.Code = g.m.Name, g.m.Kind, g.m.County, g.m.FIPS, g.m.Administrator, g.m.Code
	}
	r.from, r.to, r.rate = from, to, u.Rate
	r.credit, r.CreditAsOf = u.Credit, u.CreditAsOf
	if u.Credit.Known {
		r.CreditAsOf = cmp.Or(u.CreditAsOf, u.AsOf)
	}
	r.AsOf, r.Confidence, r.Note, r.sources = u.AsOf, cmp.Or(u.Confidence, "medium"), u.Note, []string{u.Source}
	if r.Kind == "" {
		r.Kind, r.Note = "village", strings.TrimPrefix(r.Note+"; the table does not say what kind of place it is", "; ")
	}
	if r.Administrator == "" {
		r.Code = ""
	}
	return r
}

// replace makes a row say what the table says. A credit that went up to the old
// rate went with it, and is not known any more; any other stays.
func (r *rateRow) replace(u *Update, sources map[string]*Source) {
	followed := r.credit.Known && r.credit.Limit == r.rate && r.rate != u.Rate && r.rate != 0
	r.rate, r.AsOf, r.Confidence, r.Note = u.Rate, u.AsOf, cmp.Or(u.Confidence, "medium"), u.Note
	switch {
	case u.Credit.Known:
		r.credit, r.CreditAsOf = u.Credit, cmp.Or(u.CreditAsOf, u.AsOf)
	case followed:
		r.credit, r.CreditAsOf = calc.Credit{}, ""
		r.Note = strings.TrimPrefix(r.Note+"; the credit went up to the old rate and is not known since", "; ")
	}
	r.sources = r.with(u, sources)
}

// refresh notes that a row was found again in a later table.
func (r *rateRow) refresh(u *Update, sources map[string]*Source) {
	if !readLater(u.AsOf, r.AsOf) {
		return
	}
	r.AsOf, r.Confidence = u.AsOf, cmp.Or(u.Confidence, r.Confidence)
	if u.Credit.Known {
		r.CreditAsOf = cmp.Or(u.CreditAsOf, u.AsOf)
	}
	r.sources = r.with(u, sources)
}

// with is the table as the source of the rate, and the earlier sources of what
// the table does not say.
func (r *rateRow) with(u *Update, sources map[string]*Source) []string {
	list := []string{u.Source}
	for _, key := range r.sources {
		s := sources[key]
		if s == nil || key == u.Source {
			continue // of the same table
		}
		credit := r.credit.Known && !u.Credit.Known && slices.Contains(s.For, "credit")
		if credit || slices.Contains(s.For, "code") && r.Code != "" {
			list = append(list, key)
		}
	}
	return list
}

// Rows is how many rows the comparison would write, of how many municipalities.
func (c *Comparison) Rows() (rows, places int) {
	for _, list := range c.rows {
		rows += len(list)
	}
	return rows, len(c.rows)
}

// WriteRates writes the rows of every municipality that the table would change,
// all of each, as a rates.csv to be laid over the data.
func (c *Comparison) WriteRates(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(rateColumns)
	for _, id := range slices.Sorted(maps.Keys(c.rows)) {
		for _, r := range c.rows[id] {
			factor, limit := "", ""
			if r.credit.Known {
				factor, limit = r.credit.Factor.String(), r.credit.Limit.String()
			}
			out.Write([]string{r.ID, r.Name, r.Kind, r.County, r.FIPS, r.Administrator, r.Code, r.rate.String(), factor, limit,
				r.from.String(), r.to.String(), r.AsOf, r.CreditAsOf, r.Confidence, strings.Join(r.sources, ";"), r.Note})
		}
	}
	out.Flush()
	return out.Error()
}

// WriteSource writes a sources.yaml that describes one source.
func WriteSource(w io.Writer, s *Source) error {
	type fields struct {
		Title string   `yaml:"title"`
		Cite  string   `yaml:"cite"`
		For   []string `yaml:"for,flow"`
		AsOf  string   `yaml:"as_of,omitempty"`
		Note  string   `yaml:"note,omitempty"`
	}
	var text bytes.Buffer
	e := yaml.NewEncoder(&text)
	e.SetIndent(2)
	if err := e.Encode(map[string]fields{s.Key: {s.Title, s.Cite, s.For, s.AsOf, s.Note}}); err != nil {
		return fmt.Errorf("writing the source: %w", err)
	}
	_, err := w.Write(text.Bytes())
	return err
}

// ImportSource describes a table that rates were taken from, under a key of its
// title and the day it was read.
func ImportSource(title, asOf, note string) *Source {
	key := slug(title)
	key = strings.Trim(key[:min(len(key), 40)]+"-"+asOf, "-")
	return &Source{Key: key, Title: title, Cite: title + " " + asOf, For: []string{"rate", "credit"}, AsOf: asOf, Note: note}
}
