package ordinance

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"example.com/withhold/pkg/calc"
)

// A Coverage is what is known of the rates of all municipalities on a day, and
// how fresh it is. Example ordinances are not in it.
type Coverage struct {
	At    calc.Date
	Limit Age // what is older counts as old; 0 is nothing
	Rows  []Covered
}

// Covered is one municipality of a Coverage.
type Covered struct {
	*Municipality
	Known  bool // the rate of the day
	Rate   calc.Rate
	Credit calc.Credit
	Source RateSource
	Flags  []Flag
}

// A Flag is something about a municipality's data that wants looking after.
type Flag string

// The flags. What an ordinance file says has no day on which it was read, unless
// its source has one, and is not called old.
const (
	RateUnknown   Flag = "rate_unknown"   // no source gives a rate for the day
	RateOld       Flag = "rate_old"       // read longer ago than the limit
	CreditUnknown Flag = "credit_unknown" // the credit for tax of other municipalities
	CreditOld     Flag = "credit_old"
	LowConfidence Flag = "low_confidence"
)

// Coverage looks through all municipalities, by name.
func (b *Book) Coverage(at calc.Date, limit Age) *Coverage {
	c := &Coverage{At: at, Limit: limit}
	for _, m := range b.all {
		if !m.Example {
			c.Rows = append(c.Rows, b.cover(m, at, limit))
		}
	}
	return c
}

func (b *Book) cover(m *Municipality, at calc.Date, limit Age) Covered {
	x := Covered{Municipality: m}
	flag := func(f Flag, holds bool) {
		if holds {
			x.Flags = append(x.Flags, f)
		}
	}
	law, err := m.On(at)
	var unknown *UnknownError
	if err != nil && (!errors.As(err, &unknown) || unknown.What == "rate") {
		flag(RateUnknown, true)
		return x
	}
	x.Known = true
	x.Source, _ = m.RateSource(at)
	x.Source.AsOf, x.Source.CreditAsOf = b.RateRead(m, at), m.creditRead(at)
	if law == nil {
		// The base is not known; the rate is.
		law = new(calc.Law)
		for _, t := range []topic{topicRate, topicCredit} {
			if p := m.provision(t, at); p != nil && p.set != nil {
				p.set(law)
			}
		}
	}
	x.Rate, x.Credit = law.Rate, law.Credit
	flag(RateOld, limit.Over(x.Source.AsOf, at))
	// A joint district has no residents and so no credit to give.
	flag(CreditUnknown, !x.Credit.Known && !m.Joint())
	flag(CreditOld, x.Credit.Known && limit.Over(x.Source.CreditAsOf, at))
	flag(LowConfidence, x.Source.Confidence == "low")
	return x
}

// creditRead is when the credit of a day was read; blank where it is not known, or
// an ordinance gives it.
func (m *Municipality) creditRead(at calc.Date) string {
	if m.table == nil || m.own.on(topicCredit, at) != nil {
		return ""
	}
	for _, r := range m.table.rows {
		if r.from <= at && (r.to == 0 || r.to >= at) {
			return r.CreditAsOf
		}
	}
	return ""
}

// asOf is the latest day on which one of the sources was read; blank where none
// says.
func (b *Book) asOf(keys []string) (latest string) {
	for _, key := range keys {
		if s := b.sources[key]; s != nil {
			latest = max(latest, s.AsOf)
		}
	}
	return latest
}

// Joint reports whether m is a joint economic development district or zone: a
// tax on work there, and no residents.
func (m *Municipality) Joint() bool { return slices.Contains(jointKinds, m.Kind) }

var jointKinds = []string{"jedd", "jedz", "zone"}

// With is the rows that have a flag.
func (c *Coverage) With(f Flag) (list []Covered) {
	for _, x := range c.Rows {
		if slices.Contains(x.Flags, f) {
			list = append(list, x)
		}
	}
	return list
}

// A Tally counts municipalities by what they have in common.
type Tally struct {
	Key    string
	Count  int
	Of     map[string]int // the same by administrator
	Credit int            // how many have a credit that is known
	Code   int            // how many have an administrator's code
}

// By counts the rows by a key, in the order of the keys. A row whose key is blank
// is counted as unknown; a key may have several words, as a source has.
func (c *Coverage) By(key func(*Covered) []string) []Tally {
	byKey := map[string]*Tally{}
	for i := range c.Rows {
		x := &c.Rows[i]
		keys := key(x)
		if len(keys) == 0 {
			keys = []string{""}
		}
		for _, k := range keys {
			k = cmp.Or(k, unknown)
			t := byKey[k]
			if t == nil {
				t = &Tally{Key: k, Of: map[string]int{}}
				byKey[k] = t
			}
			t.add(x)
		}
	}
	var list []Tally
	for _, t := range byKey {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Tally) int {
		return cmp.Or(boolCompare(a.Key == unknown, b.Key == unknown), cmp.Compare(a.Key, b.Key))
	})
	return list
}

const unknown = "unknown"

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func (t *Tally) add(x *Covered) {
	t.Count++
	t.Of[cmp.Or(x.Administrator, unknown)]++
	if x.Credit.Known {
		t.Credit++
	}
	if x.Code != "" {
		t.Code++
	}
}

// Keys by which coverage is counted.
var (
	ByKind          = func(x *Covered) []string { return []string{x.Kind} }
	ByAdministrator = func(x *Covered) []string { return []string{x.Administrator} }
	ByConfidence    = func(x *Covered) []string { return x.ifKnown(x.Source.Confidence) }
	BySource        = func(x *Covered) []string { return x.Source.Sources }
	ByRead          = func(x *Covered) []string { return x.ifKnown(x.Source.AsOf[:min(4, len(x.Source.AsOf))]) }
	ByCreditRead    = func(x *Covered) []string { return x.ifKnown(x.Source.CreditAsOf[:min(4, len(x.Source.CreditAsOf))]) }
	ByStart         = func(x *Covered) []string {
		if !x.Known {
			return nil
		}
		return []string{strconv.Itoa(x.Source.From.Year())}
	}
)

func (x *Covered) ifKnown(s string) []string {
	if !x.Known {
		return nil
	}
	return []string{s}
}

// RateRead is when the rate of a day was read from its source: a day, a month or a
// year. It is blank where the rate is not known, or an ordinance gives it and says
// of no source when it was read: then it has no age.
func (b *Book) RateRead(m *Municipality, on calc.Date) string {
	s, ok := m.RateSource(on)
	if !ok {
		return ""
	}
	return cmp.Or(s.AsOf, b.asOf(s.Sources))
}
