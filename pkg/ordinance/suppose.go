package ordinance

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
)

// WithRate is the book as it would be if a municipality levied another rate from
// a day on, whatever is known of later days; b stays as it is. Lines computed with
// it show cite beside the rate. A rate is from 0 to 1, and may be over 3 %: here
// it is asked for and no slip of the pen.
//
// The credit for tax of other municipalities stays as it is, with one exception:
// where it goes up to the old rate, which is how a council writes "up to our own
// rate", it goes up to the new one, and shows cite too. All other law stays.
func (b *Book) WithRate(id string, rate calc.Rate, from calc.Date, cite calc.Citation) (*Book, error) {
	old := b.byID[id]
	switch {
	case old == nil:
		return nil, fmt.Errorf("no municipality has the id %q; withhold rates search finds it", id)
	case rate < 0 || rate > 100*rateOfOnePercent:
		return nil, fmt.Errorf("%s is no rate; write one from 0 to 100 %%", Percent(rate))
	case from <= 0:
		return nil, errors.New("no day on which the rate starts; write 2027-01-01")
	case cite == "":
		return nil, errors.New("no citation; write what the rate rests on, such as a draft ordinance")
	}
	m := *old
	m.own, m.intervals = new(topics), nil
	if old.own != nil {
		*m.own = *old.own
	}
	m.own.lay(topicRate, provision{from: from, file: "supposed", cite: cite, set: func(l *calc.Law) { l.Rate, l.RateCite = rate, cite }})
	if old.creditFollows(from) {
		m.own.lay(topicCredit, old.followingCredit(from, rate, cite)...)
	}
	m.settle()

	c := *b
	c.all, c.byID = slices.Clone(b.all), make(map[string]*Municipality, len(b.byID))
	for i, x := range c.all {
		if x == old {
			x, c.all[i] = &m, &m
		}
		c.byID[x.ID] = x
	}
	c.index = newIndex(c.all, new(problems)) // of the same names as before: it has no problem
	c.hash = sha256.Sum256(fmt.Appendf(b.hash[:], "%s %s %s %s", id, rate, from, cite))
	return &c, nil
}

const rateOfOnePercent = calc.Rate(100_000_000)

// lay puts entries in the place of those from the first one's day on.
func (t *topics) lay(which topic, list ...provision) {
	kept := slices.Clone(t[which])
	kept = slices.DeleteFunc(kept, func(p provision) bool { return p.from >= list[0].from })
	t[which] = append(kept, list...)
}

// followingDays are a day and those after it on which the law changes.
func (m *Municipality) followingDays(from calc.Date) []calc.Date {
	days := []calc.Date{from}
	for _, in := range m.intervals {
		if in.from > from {
			days = append(days, in.from)
		}
	}
	return days
}

// upToOwnRate reports whether a credit goes up to the rate of its own law.
func upToOwnRate(l *calc.Law) bool {
	k := l.Credit
	return k.Known && k.Kind == calc.CreditOfWorkRate && k.Limit == l.Rate && l.Rate != 0
}

// creditFollows reports whether, on a day or later, the credit goes up to the
// rate.
func (m *Municipality) creditFollows(from calc.Date) bool {
	return slices.ContainsFunc(m.followingDays(from), func(d calc.Date) bool {
		law, err := m.On(d)
		return err == nil && upToOwnRate(law)
	})
}

// followingCredit is the credit from a day on, up to another rate where it went up
// to the present one.
func (m *Municipality) followingCredit(from calc.Date, rate calc.Rate, cite calc.Citation) (list []provision) {
	for _, d := range m.followingDays(from) {
		p := provision{from: d, file: "supposed", cite: cite}
		if law, err := m.On(d); err == nil {
			credit := law.Credit
			if upToOwnRate(law) {
				credit.Limit, credit.Cite = rate, cite
			}
			p.set = func(l *calc.Law) { l.Credit = credit }
		} else if now := m.provision(topicCredit, d); now != nil {
			p.set = now.set
		}
		list = append(list, p)
	}
	return list
}
