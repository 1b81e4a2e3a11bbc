package ordinance

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// This file and its neighbours compare a newer table of rates with the data, and
// write what it would change as a directory that [Load] lays over them. Nothing
// is changed here: the directory is for people to read and then to give to Load.
//
//	update.go       what a row says, what the comparison says of it
//	updatematch.go  which municipality a row means
//	updatediff.go   what the row would change, and what is doubtful about it
//	updaterows.go   the rows of rates.csv that follow

// An Update is one row of a newer table: what a municipality levies from a day
// on. What the table does not say is blank.
type Update struct {
	Row                      int // in the table, for people
	ID, Name, Kind           string
	County, FIPS             string
	Administrator, Code      string
	Rate                     calc.Rate
	Credit                   calc.Credit // Known where the table says
	From, To                 calc.Date   // To is the last day, or 0
	AsOf, CreditAsOf         string      // when it was read; AsOf is never blank
	Confidence, Source, Note string      // Source is a key of sources.yaml; never blank
	// Unread is a row of which no more could be read than whose it is. Without it
	// the others of the municipality would say something else, an end perhaps.
	Unread bool
}

// UpdateRules say what is doubtful in a table.
type UpdateRules struct {
	Change calc.Rate // a change by more than this
	Rate   calc.Rate // a rate over this
	Ahead  Age       // a rate that starts longer than this after the table was read
	Accept bool      // take in what is doubtful but could be right
}

// DefaultUpdateRules are half a point, 3 % and two years.
var DefaultUpdateRules = UpdateRules{Change: 50_000_000, Rate: highestRate, Ahead: 24}

// A ChangeKind is what a row would do to the data.
type ChangeKind string

// What a row would do, the most important first.
const (
	ChangeNew       ChangeKind = "new"       // a municipality that the data do not have
	ChangeRate      ChangeKind = "changed"   // another rate, credit, administrator or code than the data have
	ChangeEnded     ChangeKind = "ended"     // the tax ends
	ChangeEarlier   ChangeKind = "added"     // a rate for days on which none is known
	ChangeConfirmed ChangeKind = "confirmed" // the same, read later
	ChangeNone      ChangeKind = "unchanged" // the same, read no later
	ChangeNoTax     ChangeKind = "no tax"    // a place without a tax that the data do not have either
)

// ChangeKinds are all of them, in that order.
var ChangeKinds = []ChangeKind{ChangeNew, ChangeRate, ChangeEnded, ChangeEarlier, ChangeConfirmed, ChangeNone, ChangeNoTax}

// A Change is what one row of the table would do.
type Change struct {
	Kind    ChangeKind
	Field   string // rate, credit, administrator or code
	ID      string // of the municipality; of a new one, what it would be
	Name    string
	Old     string // as rates.csv has it; blank where there is none
	New     string
	From    calc.Date // the first day that is otherwise
	To      calc.Date // the last day the row speaks of, or 0
	Doubts  []Doubt
	Remark  string // what follows from it that should be looked at
	Left    bool   // doubtful, and so not in the rows that follow
	Update  *Update
	present *Municipality // nil for a new one
}

// A Doubt is a reason to look twice at a row.
type Doubt struct {
	Code string // a word for programs: big_change, high_rate, ...
	Text string // what is doubtful, and what to do about it
	// Final: it cannot be taken in as it is, whatever is accepted.
	Final bool
}

// A Comparison is what a newer table would do to the data.
type Comparison struct {
	Changes []Change // by kind, name and day
	Missing []string // names of municipalities that the table says nothing of
	// MissingJoint is how many of them are joint districts, which a table of
	// municipalities does not have.
	MissingJoint int
	rows         map[string][]*rateRow
}

// Compare finds what the rows of a newer table would change. The order of the
// rows does not matter. Rows of one municipality stand or fall together: where one
// of them is left out as doubtful, all are.
func (b *Book) Compare(updates []Update, rules UpdateRules) *Comparison {
	c := &Comparison{rows: map[string][]*rateRow{}}
	groups := b.match(updates)
	seen := map[string]bool{}
	for _, g := range groups {
		changes := g.compare(rules)
		left := g.unread
		for i := range changes {
			x := &changes[i]
			for _, d := range x.Doubts {
				left = left || d.Final || !rules.Accept
			}
		}
		if g.m != nil {
			seen[g.m.ID] = true
		}
		for i := range changes {
			changes[i].Left = left
		}
		c.Changes = append(c.Changes, changes...)
		if !left {
			c.take(g, changes, b.sources)
		}
	}
	c.leaveCodesTaken(b)
	for _, m := range b.all {
		if !m.Example && !seen[m.ID] {
			c.Missing = append(c.Missing, m.Name)
			if m.Joint() {
				c.MissingJoint++
			}
		}
	}
	slices.SortStableFunc(c.Changes, func(x, y Change) int {
		return cmp.Or(cmp.Compare(slices.Index(ChangeKinds, x.Kind), slices.Index(ChangeKinds, y.Kind)), cmp.Compare(x.Name, y.Name),
			cmp.Compare(x.From, y.From), cmp.Compare(x.Update.Row, y.Update.Row))
	})
	return c
}

// Of is the changes of a kind that are taken in.
func (c *Comparison) Of(k ChangeKind) (list []Change) {
	for _, x := range c.Changes {
		if x.Kind == k && !x.Left {
			list = append(list, x)
		}
	}
	return list
}

// Doubtful is the changes that are left out, or were taken in though doubtful.
func (c *Comparison) Doubtful(left bool) (list []Change) {
	for _, x := range c.Changes {
		if x.Left == left && (left || len(x.Doubts) > 0) {
			list = append(list, x)
		}
	}
	return list
}

// take adds the rows that follow from the changes of one municipality, unless all
// stays as it is.
func (c *Comparison) take(g *updateGroup, changes []Change, sources map[string]*Source) {
	for i := range changes {
		if k := changes[i].Kind; k != ChangeNone && k != ChangeNoTax {
			c.rows[changes[0].ID] = g.follow(sources)
			return
		}
	}
}

// leaveCodesTaken leaves out what would give a municipality the code of another.
func (c *Comparison) leaveCodesTaken(b *Book) {
	for again := true; again; {
		again = false
		has := map[string]string{}
		for _, m := range b.all {
			if c.rows[m.ID] == nil && m.Code != "" {
				has[m.codeKey()] = m.Name
			}
		}
		for _, id := range slices.Sorted(maps.Keys(c.rows)) {
			r := c.rows[id][0]
			key := (&Municipality{Administrator: r.Administrator, Code: r.Code}).codeKey()
			if other := has[key]; r.Code != "" && other != "" {
				delete(c.rows, id)
				c.leave(id, Doubt{"code_taken", fmt.Sprintf("%s %s is the code of %s; correct one of them", r.Administrator, r.Code, other), true})
				again = true
				break
			}
			has[key] = r.Name
		}
	}
}

// codeKey is the administrator and the code, as far as they tell codes apart.
func (m *Municipality) codeKey() string {
	return normal(m.Administrator + " " + strings.TrimLeft(m.Code, "0"))
}

// leave leaves all changes of a municipality out.
func (c *Comparison) leave(id string, why Doubt) {
	for i := range c.Changes {
		if x := &c.Changes[i]; x.ID == id {
			x.Left, x.Doubts = true, append(x.Doubts, why)
		}
	}
}
