// Package strictyaml reads YAML node by node rather than into structs, so that
// every fault knows its line and one fault does not hide the next. Ordinance
// files and the profiles of forms are read with it; what their keys mean is for
// the packages that read them.
package strictyaml

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A File is one YAML file being read.
type File struct {
	Report func(line int, text string) // takes a fault; lines count from 1
	// Suggest says what to write instead of a word that is not allowed.
	Suggest func(word string, allowed []string) string
}

// Fault reports a fault of a node.
func (f *File) Fault(n *yaml.Node, format string, args ...any) {
	f.Report(max(n.Line, 1), fmt.Sprintf(format, args...))
}

// Root is the one mapping that a file must hold; nil after a fault. Write says
// what belongs into the file, each what it is to be one of.
func (f *File) Root(text []byte, write, each string) *yaml.Node {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); err != nil {
		f.syntax(err, write)
		return nil
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		f.Fault(&more, "a second document begins; write one file for each%s", each)
		return nil
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		f.Report(1, "nothing in it; write "+write)
		return nil
	}
	return doc.Content[0]
}

// syntax reports what the YAML reader says, with the line it names.
func (f *File) syntax(err error, write string) {
	said, line := strings.TrimPrefix(err.Error(), "yaml: "), 1
	if rest, ok := strings.CutPrefix(said, "line "); ok {
		number, after, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			said, line = after, max(n, 1)
		}
	}
	if errors.Is(err, io.EOF) {
		said = "the file is empty; write " + write
	}
	f.Report(line, "not YAML: "+said)
}

// Keys are the values of a mapping that may have the known keys only, each once.
// Aliases are faults: what a file says must stand where it is looked for.
func (f *File) Keys(n *yaml.Node, what string, known ...string) map[string]*yaml.Node {
	values := map[string]*yaml.Node{}
	if n.Kind != yaml.MappingNode {
		f.Fault(n, "%s is not a mapping; write keys and values, such as %s: ...", what, known[0])
		return values
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode || !slices.Contains(known, key.Value):
			f.Fault(key, "unknown key %q in %s; %s", key.Value, what, f.Suggest(key.Value, known))
		case values[key.Value] != nil:
			f.Fault(key, "key %s twice in %s; remove one", key.Value, what)
		case f.plain(value):
			values[key.Value] = value
		}
	}
	return values
}

// Items are those of a list, without aliases, which are faults.
func (f *File) Items(n *yaml.Node) []*yaml.Node {
	items := make([]*yaml.Node, 0, len(n.Content))
	for _, item := range n.Content {
		if f.plain(item) {
			items = append(items, item)
		}
	}
	return items
}

// plain reports whether a node is neither an alias nor what one points at.
func (f *File) plain(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		f.Fault(n, "anchors and aliases are not read; write the value out")
		return false
	}
	return true
}
