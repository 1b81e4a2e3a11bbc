package ordinance

import (
	"fmt"
	"slices"
	"strings"
)

// A NotFoundError says that no municipality has a name, and what is like it.
type NotFoundError struct {
	Name    string
	Nearest []string
}

func (e *NotFoundError) Error() string {
	if len(e.Nearest) == 0 {
		return fmt.Sprintf("no municipality with a tax is called %q; see withhold rates list", e.Name)
	}
	return fmt.Sprintf("no municipality with a tax is called %q; write %s", e.Name, strings.Join(e.Nearest, ", "))
}

// An AmbiguousError says that a name could mean several municipalities.
type AmbiguousError struct {
	Name       string
	Candidates []string
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q could be more than one place; write %s", e.Name, orList(e.Candidates))
}

func orList(words []string) string {
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + " or " + words[n]
}

// Find is the municipality that people mean by a name: its name, id or alias,
// with "City of", "Village of" or ", OH" around it, abbreviated (Hts, Mt, St), in
// any case; a place code of five digits; or its administrator's code (RITA 450).
// A name that several places share needs the county: Oakwood (Cuyahoga). The
// error is a [*NotFoundError] or an [*AmbiguousError].
func (b *Book) Find(name string) (*Municipality, error) {
	if m := b.index.exact[name]; m != nil {
		return m, nil
	}
	key := normal(name)
	var shared []*Municipality
	for _, k := range forms(key) {
		if m := b.index.exact[k]; m != nil {
			return m, nil
		}
		if shared == nil {
			shared = b.index.shared[k]
		}
	}
	if len(shared) == 1 && b.index.code[key] == shared[0] {
		return shared[0], nil
	}
	if shared != nil {
		return nil, &AmbiguousError{name, names(shared)}
	}
	if m := b.inOtherCounty(name); m != nil {
		return nil, &NotFoundError{name, []string{m.Name + " (" + m.County + ")"}}
	}
	return nil, &NotFoundError{name, b.index.nearest(key)}
}

// inOtherCounty is a municipality of the name that is written with the county of
// another. It may be a place without a tax that has the same name, so that it is
// named and not taken; or a place in several counties, of which the data have one.
func (b *Book) inOtherCounty(name string) *Municipality {
	for _, sign := range []string{" (", ", "} {
		if i := strings.LastIndex(name, sign); i > 0 {
			if m := b.index.exact[normal(name[:i])]; m != nil && m.County != "" {
				return m
			}
		}
	}
	return nil
}

// Search is every municipality whose name, id, county or codes have the text in
// them, and where there is none, those whose names are most like it; by name.
func (b *Book) Search(text string) []*Municipality {
	key := normal(text)
	var found []*Municipality
	for _, m := range b.all {
		all := strings.Join([]string{m.Name, m.ID, strings.Join(m.Aliases, " "), m.County, m.FIPS, m.Administrator, m.Code}, " ")
		if key != "" && strings.Contains(normal(all), key) {
			found = append(found, m)
		}
	}
	if found == nil {
		for _, name := range b.index.nearest(key) {
			found = append(found, b.index.exact[name])
		}
	}
	return found
}

// index finds municipalities by the forms of their names.
type index struct {
	exact  map[string]*Municipality   // as written, and normal; ids, aliases, codes
	shared map[string][]*Municipality // what several could mean, or one beside others we do not know
	code   map[string]*Municipality   // bare codes
	plain  []string                   // normal names and aliases, for nearest
	shown  map[string]string          // by the same
}

func newIndex(all []*Municipality, probs *problems) *index {
	x := &index{map[string]*Municipality{}, map[string][]*Municipality{}, map[string]*Municipality{}, nil, map[string]string{}}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *Municipality) int { return a.place.layer - b.place.layer })
	for _, m := range all {
		x.claim(m, "name", m.Name, probs)
		x.claim(m, "id", m.ID, probs)
	}
	for _, m := range all {
		for _, alias := range m.Aliases {
			x.claim(m, "alias", alias, probs)
		}
		if m.FIPS != "" {
			x.claim(m, "fips", m.FIPS, probs)
		}
		if m.Code != "" {
			x.claim(m, "code", m.Administrator+" "+m.Code, probs)
			x.claim(m, "code", m.Administrator+" "+strings.TrimLeft(m.Code, "0"), probs)
		}
	}
	// The rest gives way to what was claimed.
	for _, m := range all {
		if m.County != "" {
			x.offer(m, normal(m.Name+" "+m.County))
		}
		if m.Code != "" {
			x.share(m, normal(m.Code))
			x.code[normal(m.Code)] = m
		}
		if short, _, ok := strings.Cut(m.Name, " ("); ok {
			x.share(m, normal(short))
		}
	}
	for key, list := range x.shared {
		if len(list) > 1 {
			delete(x.code, key)
		}
	}
	return x
}

// claim enters what must mean one municipality only.
func (x *index) claim(m *Municipality, what, text string, probs *problems) {
	key := normal(text)
	if key == "" {
		probs.add(m.place.file, m.place.line, "%s %q has no letter or digit; write a name", what, text)
		return
	}
	if other := x.exact[key]; other != nil && other != m {
		probs.add(m.place.file, m.place.line, "%s %q is taken by %s (%s:%d); write another", what, text, other.Name, other.place.file, other.place.line)
		return
	}
	x.exact[key], x.exact[text] = m, m
	if (what == "name" || what == "alias") && x.shown[key] == "" {
		x.plain, x.shown[key] = append(x.plain, key), m.Name
	}
}

// offer enters a form of a name where nothing else has it.
func (x *index) offer(m *Municipality, key string) {
	if x.exact[key] == nil {
		x.exact[key] = m
	}
}

func (x *index) share(m *Municipality, key string) {
	if x.exact[key] == nil {
		x.shared[key] = append(x.shared[key], m)
	}
}

// nearest are the names most like a key.
func (x *index) nearest(key string) []string {
	var out []string
	for _, k := range forms(key) {
		for _, near := range nearest(k, x.plain, 3) {
			if shown := x.shown[near]; !slices.Contains(out, shown) {
				out = append(out, shown)
			}
		}
	}
	return out[:min(3, len(out))]
}

func names(list []*Municipality) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.Name
	}
	slices.Sort(out)
	return out
}
