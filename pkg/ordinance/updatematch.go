package ordinance

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// An updateGroup is the rows of a table that mean one municipality, the oldest
// first.
type updateGroup struct {
	m      *Municipality // nil for a new one
	id     string
	name   string
	rows   []*Update
	doubts map[*Update][]Doubt
	unread bool // a row that could not be read is missing from rows
}

// match sorts the rows of a table by the municipality they mean.
func (b *Book) match(updates []Update) []*updateGroup {
	byKey := map[string]*updateGroup{}
	taken := map[string]bool{} // names and ids of new ones
	var groups []*updateGroup
	for _, i := range inOrder(updates) {
		u := &updates[i]
		m, doubt := b.meant(u)
		var key string
		switch {
		case m != nil:
			key = m.ID
		case u.FIPS != "":
			key = "fips " + u.FIPS
		default:
			key = "name " + normal(b.newName(u))
		}
		g := byKey[key]
		if g == nil {
			g = &updateGroup{m: m, doubts: map[*Update][]Doubt{}}
			if m != nil {
				g.id, g.name = m.ID, m.Name
			} else {
				g.id, g.name = b.newcomer(u, taken)
			}
			byKey[key] = g
			groups = append(groups, g)
		}
		if u.Unread {
			g.unread = true
			continue
		}
		if doubt != nil {
			g.doubts[u] = append(g.doubts[u], *doubt)
		}
		g.rows = append(g.rows, u)
	}
	return groups
}

// newcomer is the id and the name of a new municipality, which nothing else has.
func (b *Book) newcomer(u *Update, taken map[string]bool) (id, name string) {
	if name = b.newName(u); taken[normal(name)] {
		name += " (" + cmp.Or(u.County, u.FIPS) + ")"
	}
	if id = slug(name); u.ID != "" && isSlug(u.ID) {
		id = u.ID
	}
	base := cmp.Or(id, "place-"+u.FIPS)
	id = base
	for n := 2; b.byID[id] != nil || b.index.exact[normal(id)] != nil || taken[normal(id)]; n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	taken[normal(name)], taken[normal(id)] = true, true
	return id, name
}

// inOrder is the places of the rows in an order that does not depend on theirs.
func inOrder(updates []Update) []int {
	order := make([]int, len(updates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		x, y := &updates[i], &updates[j]
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.County, y.County), cmp.Compare(x.FIPS, y.FIPS),
			cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To), cmp.Compare(x.Rate, y.Rate), cmp.Compare(x.Row, y.Row))
	})
	return order
}

// meant is the municipality a row means, by id, place code, name and county; nil
// where the data do not have it. The doubt says that it cannot be told.
func (b *Book) meant(u *Update) (*Municipality, *Doubt) {
	if m := b.byID[u.ID]; m != nil && !m.Example {
		return m, b.otherName(u, m)
	}
	if m := b.index.exact[u.FIPS]; u.FIPS != "" && m != nil && m.FIPS == u.FIPS {
		return m, b.otherName(u, m)
	}
	if u.Name == "" {
		return nil, &Doubt{"no_name", "a place code or id that the data do not have, and no name; write the name", true}
	}
	m, err := b.named(u)
	var ambiguous *AmbiguousError
	var missing *NotFoundError
	switch {
	case errors.As(err, &ambiguous) && u.FIPS == "" && u.County == "":
		return nil, &Doubt{"several", err.Error() + ", or give the place code", true}
	case errors.As(err, &missing) && len(missing.Nearest) > 0 && u.FIPS == "":
		return nil, &Doubt{"like_another", fmt.Sprintf("a new name much like %s; write that, or accept it where it is another place", missing.Nearest[0]), false}
	case err != nil:
		return nil, nil
	case m.Example:
		return nil, &Doubt{"example", "the name of an example ordinance; write another", true}
	case u.County != "" && m.County != "" && normal(u.County) != normal(m.County) && (u.FIPS == "" || m.FIPS == ""):
		return nil, &Doubt{"other_county", fmt.Sprintf("%s is in %s County in the data; give the place code, or accept it where it is another place", m.Name, m.County), false}
	case u.County != "" && m.County != "" && normal(u.County) != normal(m.County):
		return nil, nil
	case u.FIPS != "" && m.FIPS != "":
		return m, &Doubt{"other_code", fmt.Sprintf("the place code of %s is %s here and %s in the data; correct one of them", m.Name, u.FIPS, m.FIPS), true}
	}
	return m, nil
}

// named is the municipality of the row's name, in its county where it has one.
func (b *Book) named(u *Update) (*Municipality, error) {
	if u.County != "" {
		if m, err := b.Find(u.Name + " (" + u.County + ")"); err == nil {
			return m, nil
		}
	}
	return b.Find(u.Name)
}

// otherName is a doubt where a row has the code of one municipality and the name
// of another.
func (b *Book) otherName(u *Update, m *Municipality) *Doubt {
	if u.Name == "" {
		return nil
	}
	named, err := b.named(u)
	if err != nil || named == m {
		return nil
	}
	short, _, _ := strings.Cut(m.Name, " (")
	if normal(u.Name) == normal(short) {
		return nil
	}
	return &Doubt{"other_name", fmt.Sprintf("the code is that of %s, the name that of %s; correct one of them", m.Name, named.Name), true}
}

// newName is what a new municipality is called: with its county where its name is
// taken.
func (b *Book) newName(u *Update) string {
	name := properName(u.Name)
	if _, err := b.Find(name); err == nil || errors.As(err, new(*AmbiguousError)) {
		if where := cmp.Or(u.County, u.FIPS); where != "" {
			return name + " (" + where + ")"
		}
	}
	return name
}

// properName is a name in capitals as people write it; any other as it is.
func properName(name string) string {
	if strings.ToUpper(name) != name {
		return name
	}
	start := true
	return strings.Map(func(c rune) rune {
		first := start
		start = !unicode.IsLetter(c) && c != '\''
		if first {
			return c
		}
		return unicode.ToLower(c)
	}, name)
}

// slug is a name as an id: small letters and digits, with hyphens between words.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(plainLetters(strings.ReplaceAll(name, "'", ""))), func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9')
	})
	return strings.Join(words, "-")
}
