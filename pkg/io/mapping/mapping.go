package mapping

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/io/table"
)

// A Mapping is how one export becomes a table of ours. A nil *Mapping maps by
// name alone.
type Mapping struct {
	Profile *Profile // of a built-in one, or of the one it is like

	Table      string // the table it is for: payroll, unless it says otherwise
	Sheet      string // the only sheet to read; empty for the one that matches
	HeaderRows int    // 2 where an upper row names groups of columns
	Dates      string // the order of dates: mdy, dmy, ymd, or empty for ISO alone
	ShortYears bool   // 1/9/26 is 2026
	Serials    string // 1900 or 1904 where a bare 46031 is a day
	DashIsZero bool   // an amount that is a dash is none
	SkipUnpaid bool   // people without any amount are left out

	Columns   map[string]*Field // our name -> where its value is
	Constants map[string]string // our name -> the value for every row

	FillDown []string // columns whose blank cells mean the value above
	Stop     *Rule    // the row from which on there are only sums
	Skip     []*Rule  // rows passed over
	Items    *Items   // amounts whose meaning another cell names
	Kinds    *Kinds   // rows that mean different things
	Parts    []*Part  // one row, several of ours
	Checks   []string // our names; neighbouring rows that agree in them are one check
	Void     *Void    // checks that were not paid after all

	file  string
	names map[string]mark // where our names stand
	count int
}

// A mark is where a name stands in a mapping.
type mark struct {
	file  string
	line  int
	order int
	what  string // columns or constants
}

// maxFile is far more than any mapping needs.
const maxFile = 1 << 20

// Load reads a mapping file, or takes the built-in profile of that name.
func Load(path string) (*Mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		missing := errors.Is(err, fs.ErrNotExist)
		if m := named(path); m != nil && missing {
			return m, nil
		}
		if missing && filepath.Ext(path) == "" && filepath.Base(path) == path {
			return nil, fmt.Errorf("%w; the built-in mappings are %s", err, profileNames())
		}
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
	var doc, more yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&doc); err == io.EOF {
		return nil, fmt.Errorf("%s: the mapping is empty", name)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := d.Decode(&more); err != io.EOF {
		return nil, fmt.Errorf("%s: more than one document in a mapping", name)
	}
	m := &Mapping{Table: "payroll", Columns: map[string]*Field{}, Constants: map[string]string{}, names: map[string]mark{}}
	if base := baseOf(doc.Content[0]); base != nil {
		like := named(base.Value)
		if like == nil {
			m.file = name
			return nil, m.at(base, fmt.Sprintf("like: there is no built-in mapping %q; there are %s", base.Value, profileNames()))
		}
		m = like
	}
	m.file = name
	if err := m.read(doc.Content[0]); err != nil {
		return nil, err
	}
	return m, m.check()
}

// baseOf is the value of like, if the mapping has one.
func baseOf(node *yaml.Node) *yaml.Node {
	if node.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == "like" {
				return node.Content[i+1]
			}
		}
	}
	return nil
}

// keys are what a mapping can say.
var keys = []string{"like", "profile", "table", "sheet", "header_rows", "dates", "short_years", "serials", "dash_is_zero",
	"columns", "constants", "fill_down", "stop", "skip", "items", "kinds", "parts", "checks", "void", "skip_unpaid"}

// read takes what a document says.
func (m *Mapping) read(node *yaml.Node) error {
	return m.each(node, "the mapping", func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "like":
		case "profile":
			err = m.readProfile(value)
		case "table":
			m.Table, err = m.text(value, key.Value)
		case "sheet":
			m.Sheet, err = m.text(value, key.Value)
		case "header_rows":
			m.HeaderRows, err = m.number(value, key.Value, 1, 2)
		case "dates":
			m.Dates, err = m.choice(value, "dates", "an order", "mdy", "dmy", "ymd")
		case "short_years":
			m.ShortYears, err = m.yes(value, key.Value)
		case "serials":
			m.Serials, err = m.choice(value, "serials", "a system", "1900", "1904")
		case "dash_is_zero":
			m.DashIsZero, err = m.yes(value, key.Value)
		case "skip_unpaid":
			m.SkipUnpaid, err = m.yes(value, key.Value)
		case "columns":
			err = m.readColumns(value)
		case "constants":
			err = m.readConstants(value)
		case "fill_down":
			m.FillDown, err = m.texts(value, key.Value)
		case "checks":
			m.Checks, err = m.texts(value, key.Value)
		case "stop":
			m.Stop, err = m.readRule(value, key.Value)
		case "skip":
			err = m.readSkip(value)
		case "items":
			err = m.readItems(value)
		case "kinds":
			err = m.readKinds(value)
		case "parts":
			err = m.readParts(value)
		case "void":
			err = m.readVoid(value)
		default:
			err = m.at(key, fmt.Sprintf("unknown key %q%s", key.Value, suggest(key.Value, keys)))
		}
		return err
	})
}

// readColumns reads a section of our names and where each is found.
func (m *Mapping) readColumns(section *yaml.Node) error {
	return m.each(section, "columns", func(key, value *yaml.Node) error {
		if err := m.name(key, "columns"); err != nil {
			return err
		}
		f, err := m.readField(value, key.Value)
		delete(m.Constants, key.Value)
		m.Columns[key.Value] = f
		return err
	})
}

// readConstants reads a section of our names and a text for each.
func (m *Mapping) readConstants(section *yaml.Node) error {
	return m.each(section, "constants", func(key, value *yaml.Node) error {
		if err := m.name(key, "constants"); err != nil {
			return err
		}
		text, err := m.text(value, key.Value)
		delete(m.Columns, key.Value)
		m.Constants[key.Value] = text
		return err
	})
}

// name takes note of where one of our names stands. What a profile said of it
// is replaced.
func (m *Mapping) name(key *yaml.Node, what string) error {
	if at, ok := m.names[key.Value]; ok && at.file == m.file && at.what != what {
		return m.at(key, fmt.Sprintf("%s is already given in line %d", key.Value, at.line))
	}
	m.count++
	m.names[key.Value] = mark{m.file, key.Line, m.count, what}
	return nil
}

// check holds what the parts of a mapping ask of one another.
func (m *Mapping) check() error {
	if m.Void != nil && m.Void.Reverse && m.Void.is != nil {
		return fmt.Errorf("%s: void: then: reverse needs the column of the day on which a check was voided, and no is", m.file)
	}
	return nil
}

// DateOrder is how dates are read.
func (m *Mapping) DateOrder() table.DateOrder {
	if m == nil {
		return table.ISO
	}
	order, _ := table.ParseDateOrder(m.Dates)
	if m.ShortYears {
		order |= table.ShortYears
	}
	switch m.Serials {
	case "1900":
		order |= table.Serials1900
	case "1904":
		order |= table.Serials1904
	}
	return order
}

// Plain reports whether the mapping only gives columns other names, so that the
// rows can be read as they are.
func (m *Mapping) Plain() bool {
	if m == nil {
		return true
	}
	return !m.DashIsZero && !m.SkipUnpaid && m.FillDown == nil && m.Stop == nil && m.Skip == nil && m.Items == nil && m.Kinds == nil &&
		m.Parts == nil && m.Checks == nil && m.Void == nil &&
		!slices.ContainsFunc(m.given(), func(name string) bool { f := m.Columns[name]; return f != nil && !f.plain() })
}

// Splits reports whether one row of the export can become several of ours.
func (m *Mapping) Splits() bool {
	return m != nil && (m.Parts != nil || m.Void != nil && m.Void.Reverse)
}

// given is all names of the mapping, in the order of its lines.
func (m *Mapping) given() []string {
	list := make([]string, 0, len(m.names))
	for name := range m.names {
		list = append(list, name)
	}
	slices.SortFunc(list, func(a, b string) int { return m.names[a].order - m.names[b].order })
	return list
}

// Headers is the headers that the mapping looks for.
func (m *Mapping) Headers() []string {
	if m == nil {
		return nil
	}
	var list []string
	add := func(names ...string) {
		for _, n := range names {
			if n != "" && !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	field := func(f *Field) {
		add(f.Column...)
		add(f.Add...)
		add(f.Join...)
	}
	for _, name := range m.given() {
		if f := m.Columns[name]; f != nil {
			field(f)
		}
	}
	add(m.FillDown...)
	if m.Items != nil {
		for _, p := range m.Items.Columns {
			add(p.Name, p.Amount)
		}
	}
	if m.Kinds != nil {
		add(m.Kinds.Column)
		for _, k := range m.Kinds.order {
			for _, name := range sorted(m.Kinds.Are[keyOf(k)]) {
				field(m.Kinds.Are[keyOf(k)][name])
			}
		}
	}
	for _, p := range m.Parts {
		for _, name := range sorted(p.Fields) {
			field(p.Fields[name])
		}
	}
	if m.Void != nil {
		add(m.Void.Column)
	}
	return list
}
