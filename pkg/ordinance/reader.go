package ordinance

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/strictyaml"
)

// A source file is read strictly, node by node rather than into structs: that
// way every fault knows its line, and one fault does not hide the next.

// textFile is one YAML file being read.
type textFile struct {
	name  string // as problems name it
	probs *problems
}

func (t *textFile) fault(n *yaml.Node, format string, args ...any) {
	t.probs.add(t.name, max(n.Line, 1), format, args...)
}

// yaml is the file as it is read.
func (t *textFile) yaml() *strictyaml.File {
	return &strictyaml.File{Report: func(line int, text string) { t.probs.add(t.name, line, "%s", text) }, Suggest: suggest}
}

// root parses a file that must hold one mapping; nil after a fault.
func (t *textFile) root(text []byte) *yaml.Node {
	return t.yaml().Root(text, "id, name and the topics that differ from state law", "")
}

// fields is one mapping whose keys have been checked.
type fields struct {
	*textFile
	node   *yaml.Node
	values map[string]*yaml.Node
}

// fields reads a mapping that may have the given keys only.
func (t *textFile) fields(n *yaml.Node, what string, known ...string) *fields {
	return &fields{t, n, t.yaml().Keys(n, what, known...)}
}

// scalar is the text of a key; ok is false where it is absent or faulty.
func (f *fields) scalar(key string) (n *yaml.Node, ok bool) {
	n = f.values[key]
	if n == nil {
		return nil, false
	}
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" || n.Value == "" {
		f.fault(n, "%s has no value of one word or line; write %s: and a value, or remove it", key, key)
		return nil, false
	}
	return n, true
}

// need reports a key that must be there.
func (f *fields) need(key, example string) bool {
	if f.values[key] == nil {
		f.fault(f.node, "%s is missing; write %s: %s", key, key, example)
		return false
	}
	return true
}

func (f *fields) text(key string) string {
	n, ok := f.scalar(key)
	if !ok {
		return ""
	}
	if n.Tag != "!!str" {
		f.fault(n, "%s is not text; write %s: %q", key, key, n.Value)
		return ""
	}
	return n.Value
}

func (f *fields) date(key string) calc.Date {
	n, ok := f.scalar(key)
	if !ok {
		return 0
	}
	d, err := calc.ParseDate(n.Value)
	if err != nil {
		f.fault(n, "%s %q: %v", key, n.Value, err)
	}
	return d
}

// quoted is the text of a figure, which must be quoted so that no reader of the
// file makes a binary fraction of it.
func (f *fields) quoted(key string) (string, *yaml.Node) {
	n, ok := f.scalar(key)
	if ok && n.Tag != "!!str" {
		f.fault(n, "%s %s is not quoted; write %s: %q", key, n.Value, key, n.Value)
		return "", n
	}
	if !ok {
		return "", n
	}
	return n.Value, n
}

func (f *fields) cents(key string) calc.Cents {
	text, n := f.quoted(key)
	if text == "" {
		return 0
	}
	c, err := calc.ParseCents(text)
	switch {
	case err != nil:
		f.fault(n, "%s %q: %v", key, text, err)
	case c < 0:
		f.fault(n, "%s %q is below zero; write 0.00 or more", key, text)
	}
	return c
}

func (f *fields) rate(key string) calc.Rate {
	text, n := f.quoted(key)
	if text == "" {
		return 0
	}
	r, err := calc.ParseRate(text)
	if err != nil {
		f.fault(n, "%s: %v", key, err)
	}
	return r
}

// integer is a number in a range; missing is what an absent key means.
func (f *fields) integer(key string, low, high, missing int) int {
	n, ok := f.scalar(key)
	if !ok {
		return missing
	}
	i, err := strconv.Atoi(n.Value)
	if err != nil || n.Tag != "!!int" || i < low || i > high {
		f.fault(n, "%s %s is not a whole number from %d to %d; write %s: %d", key, n.Value, low, high, key, low)
		return low
	}
	return i
}

// boolean is true or false; missing is what an absent key means.
func (f *fields) boolean(key string, missing bool) bool {
	n, ok := f.scalar(key)
	if !ok {
		return missing
	}
	if n.Value != "true" && n.Value != "false" || n.Tag != "!!bool" {
		f.fault(n, "%s %s is neither true nor false; write %s: true", key, n.Value, key)
	}
	return n.Value == "true"
}

// choice is the place of a word among those allowed; -1 after a fault.
func (f *fields) choice(key string, allowed ...string) int {
	n, ok := f.scalar(key)
	if !ok {
		return -1
	}
	i := slices.Index(allowed, n.Value)
	if i < 0 {
		f.fault(n, "unknown %s %q; %s", key, n.Value, suggest(n.Value, allowed))
	}
	return i
}

// list is the items of a key, none where it is absent.
func (f *fields) list(key string) []*yaml.Node {
	n := f.values[key]
	if n == nil {
		return nil
	}
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		f.fault(n, "%s is not a list; write each item on a line of its own after a dash", key)
		return nil
	}
	return f.items(n)
}

// items are those of a list, without aliases, which are faults.
func (t *textFile) items(n *yaml.Node) []*yaml.Node { return t.yaml().Items(n) }

// day is a day of the month: 1 to 31, or last.
func (t *textFile) day(n *yaml.Node) int {
	if n.Value == "last" {
		return calc.LastDay
	}
	i, err := strconv.Atoi(n.Value)
	if err != nil || n.Kind != yaml.ScalarNode || i < 1 || i > 30 {
		t.fault(n, "day %q is not a day of the month; write 1 to 30, or last", n.Value)
		return calc.LastDay
	}
	return i
}
