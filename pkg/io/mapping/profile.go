package mapping

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/io/table"
)

//go:embed profiles/*.yaml
var profileFiles embed.FS

// Schema is the JSON Schema of mapping files, for editors.
//
//go:embed mapping.schema.json
var Schema []byte

// A Profile is what is known of a payroll product's export besides the mapping.
type Profile struct {
	Name       string // gusto
	Title      string // Gusto: Payroll Journal
	Confidence string // high, medium or low: how sure it is that exports look so
	Seen       string // what that rests on
	Signs      []string
	Anywhere   []string
	Needs      []string // our names that the export cannot tell
	Refuse     string   // why such a file cannot be read, and what to do
}

func (m *Mapping) readProfile(node *yaml.Node) error {
	p := &Profile{}
	m.Profile = p
	return m.each(node, "profile", func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "title":
			p.Title, err = m.text(value, "title")
		case "confidence":
			p.Confidence, err = m.choice(value, "confidence", "a degree", "high", "medium", "low")
		case "seen":
			p.Seen, err = m.text(value, "seen")
		case "signs":
			p.Signs, err = m.texts(value, "signs")
		case "anywhere":
			p.Anywhere, err = m.texts(value, "anywhere")
		case "needs":
			p.Needs, err = m.texts(value, "needs")
		case "refuse":
			p.Refuse, err = m.text(value, "refuse")
		default:
			err = m.at(key, fmt.Sprintf("unknown key %q of a profile", key.Value))
		}
		return err
	})
}

// ProfileText is the text of a built-in mapping, or nil.
func ProfileText(name string) []byte {
	text, err := profileFiles.ReadFile("profiles/" + name + ".yaml")
	if err != nil || strings.ContainsAny(name, `/\`) {
		return nil
	}
	return text
}

// named is a built-in mapping, or nil.
func named(name string) *Mapping {
	text := ProfileText(name)
	if text == nil {
		return nil
	}
	m, err := Parse("built-in "+name, text)
	if err != nil {
		panic(err) // a defect, found by the tests
	}
	m.Profile.Name = name
	return m
}

// Profiles is all built-in mappings, by name.
func Profiles() (list []*Mapping) {
	entries, _ := profileFiles.ReadDir("profiles")
	for _, e := range entries {
		list = append(list, named(strings.TrimSuffix(e.Name(), path.Ext(e.Name()))))
	}
	return list
}

func profileNames() string {
	var names []string
	for _, m := range Profiles() {
		if m.Profile.Refuse == "" {
			names = append(names, m.Profile.Name)
		}
	}
	return strings.Join(names, ", ")
}

// Recognise is the built-in mappings whose signs a table shows, the likeliest
// first.
func Recognise(t *table.Table) (list []*Mapping) {
	signs := map[*Mapping]int{}
	for _, m := range Profiles() {
		if n := m.Profile.shows(t); n > 0 {
			signs[m] = n
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b *Mapping) int { return signs[b] - signs[a] })
	return list
}

// shows counts the signs of a profile that a table shows: all of them, or 0.
func (p *Profile) shows(t *table.Table) int {
	t.FindHeader(func(key string) bool {
		return slices.ContainsFunc(p.Signs, func(s string) bool { return keyOf(s) == key })
	})
	columns, anywhere := indexOf(t.Header), map[string]bool{}
	for _, l := range t.Head() {
		for _, c := range l.Cells {
			anywhere[keyOf(c)] = true
		}
	}
	for _, s := range p.Signs {
		if _, ok := columns[keyOf(s)]; !ok {
			return 0
		}
	}
	for _, s := range p.Anywhere {
		if !anywhere[keyOf(s)] {
			return 0
		}
	}
	return len(p.Signs) + len(p.Anywhere)
}
