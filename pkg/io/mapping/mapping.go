package mapping

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"go.yaml.in/yaml/v3"
)

// A Mapping is how one export's columns map to ours. A nil *Mapping maps by
// name alone.
type Mapping struct {
	Table     string            // the table it is for: payroll, unless it says otherwise
	Sheet     string            // the only sheet to read; empty for all
	Dates     string            // the order of dates: mdy, dmy, ymd, or empty for ISO alone
	Columns   map[string]string // our name -> the export's header
	Constants map[string]string // our name -> the value for every row

	file  string
	lines map[string]int // where our names stand
	order []string       // of Columns, as written
}

// maxFile is far more than any mapping needs.
const maxFile = 1 << 20

// Load reads a mapping file.
func Load(path string) (*Mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	return Parse(filepath.Base(path), text)
}

// Parse reads the text of a mapping file; name is how errors call it.
func Parse(name string, text []byte) (*Mapping, error) {
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: larger than %d MB; is it a mapping file?", name, maxFile>>20)
	}
	m := &Mapping{Table: "payroll", file: name, lines: map[string]int{}}
	d := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	if err := d.Decode(&doc); err == io.EOF {
		return nil, fmt.Errorf("%s: the mapping is empty", name)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := d.Decode(&more); err != io.EOF {
		return nil, fmt.Errorf("%s: more than one document in a mapping", name)
	}
	err := m.each(doc.Content[0], "the mapping", func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "table":
			m.Table, err = m.text(value, key.Value)
		case "sheet":
			m.Sheet, err = m.text(value, key.Value)
		case "dates":
			if m.Dates, err = m.text(value, key.Value); err == nil && !slices.Contains([]string{"mdy", "dmy", "ymd"}, m.Dates) {
				err = m.at(value, fmt.Sprintf("dates: %q is not an order; write mdy, dmy or ymd", m.Dates))
			}
		case "columns":
			m.Columns, err = m.names(value, key.Value)
		case "constants":
			m.Constants, err = m.names(value, key.Value)
		default:
			err = m.at(key, fmt.Sprintf("unknown key %q; there are table, sheet, dates, columns and constants", key.Value))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// names reads a section of our names and a text for each.
func (m *Mapping) names(section *yaml.Node, what string) (map[string]string, error) {
	names := map[string]string{}
	err := m.each(section, what, func(key, value *yaml.Node) (err error) {
		if line, ok := m.lines[key.Value]; ok {
			return m.at(key, fmt.Sprintf("%s is already given in line %d", key.Value, line))
		}
		m.lines[key.Value] = key.Line
		if what == "columns" {
			m.order = append(m.order, key.Value)
		}
		names[key.Value], err = m.text(value, key.Value)
		return err
	})
	return names, err
}

// each calls f for the keys and values of a node, in order, each key once.
func (m *Mapping) each(node *yaml.Node, what string, f func(key, value *yaml.Node) error) error {
	if node.Kind != yaml.MappingNode {
		return m.at(node, what+" is not a list of key: value")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.Value == "" || key.Tag == "!!merge" {
			return m.at(key, "a key that is not a name")
		}
		if seen[key.Value] {
			return m.at(key, fmt.Sprintf("%s is given twice", key.Value))
		}
		seen[key.Value] = true
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}

// text is a value as written.
func (m *Mapping) text(value *yaml.Node, key string) (string, error) {
	if value.Kind != yaml.ScalarNode || value.Value == "" || value.Tag == "!!null" {
		return "", m.at(value, key+" needs a text")
	}
	return value.Value, nil
}

func (m *Mapping) at(node *yaml.Node, message string) error {
	return fmt.Errorf("%s:%d: %s", m.file, node.Line, message)
}

// Apply gives the name among known for each column of a header, "" for columns
// not used, and the constants. Headers and names are compared without case,
// spaces and punctuation. What the mapping names it takes; the other known names
// are found where a header is that name. A mapped column that the header lacks
// is an error.
func (m *Mapping) Apply(header, known []string) (names []string, constants map[string]string, err error) {
	names = make([]string, len(header))
	columns := make(map[string]int, len(header))
	for i, h := range header {
		if k := key(h); k != "" {
			columns[k] = i
		}
	}
	taken := map[string]bool{}
	if m != nil {
		if err := m.apply(header, known, columns, names); err != nil {
			return nil, nil, err
		}
		for name := range m.lines {
			taken[name] = true
		}
		constants = m.Constants
	}
	for _, name := range known {
		if i, ok := columns[key(name)]; ok && names[i] == "" && !taken[name] {
			names[i] = name
		}
	}
	return names, constants, nil
}

// apply enters the mapped columns in names.
func (m *Mapping) apply(header, known []string, columns map[string]int, names []string) error {
	var errs []error
	fail := func(name, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s:%d: %s", m.file, m.lines[name], fmt.Sprintf(format, args...)))
	}
	for _, name := range m.given() {
		if !slices.Contains(known, name) {
			fail(name, "%s has no column %q%s", m.Table, name, suggest(name, known))
		}
	}
	for _, name := range m.order {
		i, ok := columns[key(m.Columns[name])]
		switch {
		case !ok:
			fail(name, "%s: no column %q in the export%s", name, m.Columns[name], suggest(m.Columns[name], header))
		case names[i] != "":
			fail(name, "%s and %s are both mapped to column %q", names[i], name, header[i])
		default:
			names[i] = name
		}
	}
	return errors.Join(errs...)
}

// given is all names of the mapping, in the order of its lines.
func (m *Mapping) given() []string {
	list := make([]string, 0, len(m.lines))
	for name := range m.lines {
		list = append(list, name)
	}
	slices.SortFunc(list, func(a, b string) int { return m.lines[a] - m.lines[b] })
	return list
}
