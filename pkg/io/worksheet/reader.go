package worksheet

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/strictyaml"
)

// A profile is read strictly and node by node: so every fault knows its line,
// and one fault does not hide the next.

// maxFile is far more than any profile needs.
const maxFile = 1 << 20

// textFile is one profile being read.
type textFile struct {
	name  string
	probs *problems
}

func (t *textFile) fault(n *yaml.Node, format string, args ...any) {
	line := 1
	if n != nil {
		line = n.Line
	}
	t.probs.add(t.name, line, format, args...)
}

// root is the one mapping that a file holds; nil after a fault.
func (t *textFile) root(text []byte) *yaml.Node {
	if len(text) > maxFile {
		t.fault(nil, "larger than %d MB; is it the profile of a form?", maxFile>>20)
		return nil
	}
	return t.yaml().Root(text, "id, title, kinds and parts", " form")
}

// yaml is the file as it is read.
func (t *textFile) yaml() *strictyaml.File {
	return &strictyaml.File{Report: func(line int, text string) { t.probs.add(t.name, line, "%s", text) }, Suggest: suggest}
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

func (f *fields) has(key string) bool { return f.values[key] != nil }

// text is a text of one line or paragraph; blank where it is absent or faulty.
func (f *fields) text(key string) string {
	n := f.values[key]
	if n == nil {
		return ""
	}
	return f.word(n, key)
}

// word is the text of a node.
func (t *textFile) word(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" || strings.TrimSpace(n.Value) == "" {
		t.fault(n, "%s is not text; write it in quotes", what)
		return ""
	}
	return n.Value
}

// need is a text that must be there.
func (f *fields) need(key, example string) string {
	if !f.has(key) {
		f.fault(f.node, "%s is missing; write %s: %s", key, key, example)
	}
	return f.text(key)
}

// choice is one of the words allowed; blank after a fault, or where it is absent.
func (f *fields) choice(key string, allowed ...string) string {
	word := f.text(key)
	if word != "" && !slices.Contains(allowed, word) {
		f.fault(f.values[key], "unknown %s %q; %s", key, word, suggest(word, allowed))
		return ""
	}
	return word
}

// flag is true or false, false where it is absent.
func (f *fields) flag(key string) bool {
	n := f.values[key]
	if n == nil {
		return false
	}
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Value != "true" {
		f.fault(n, "%s is not true; write %s: true, or leave it out", key, key)
		return false
	}
	return true
}

func (f *fields) date(key string) calc.Date {
	n := f.values[key]
	if n == nil {
		return 0
	}
	d, err := calc.ParseDate(n.Value)
	if err != nil {
		f.fault(n, "%s %q: %v", key, n.Value, err)
	}
	return d
}

// cents is an amount in quotes, over zero; 0 where it is absent.
func (f *fields) cents(key string) calc.Cents {
	text := f.text(key)
	if text == "" {
		return 0
	}
	c, err := calc.ParseCents(text)
	if err != nil || c <= 0 {
		f.fault(f.values[key], "%s %q is not an amount over zero; write 10.00", key, text)
		return 0
	}
	return c
}

// items are those of a list; none where the key is absent.
func (f *fields) items(key string) []*yaml.Node {
	n := f.values[key]
	if n == nil {
		return nil
	}
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		f.fault(n, "%s is not a list; write each item after a dash", key)
		return nil
	}
	return f.yaml().Items(n)
}

// texts is a list of texts.
func (f *fields) texts(key string) []string {
	var list []string
	for _, n := range f.items(key) {
		if s := f.word(n, "an item of "+key); s != "" {
			list = append(list, s)
		}
	}
	return list
}
