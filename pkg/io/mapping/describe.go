package mapping

import (
	"fmt"
	"slices"
	"strings"
)

// Name is how people call the mapping: its file, or the built-in one's name.
func (m *Mapping) Name() string {
	if m == nil {
		return "by the names of the columns alone"
	}
	return m.file
}

// Describe says for each column of a header what becomes of it; "" where it is
// not read.
func (m *Mapping) Describe(header, known []string) []string {
	uses := make([][]string, len(header))
	columns := indexOf(header)
	use := func(column, what string) {
		column = strings.TrimSuffix(column, "?")
		if i, ok := columns[keyOf(column)]; ok && !slices.Contains(uses[i], what) {
			uses[i] = append(uses[i], what)
		}
	}
	field := func(name string, f *Field, when string) {
		for _, c := range f.Column {
			use(c, name+f.how()+when)
		}
		for _, c := range f.Add {
			use(c, name+" (added up)"+f.how()+when)
		}
		for _, c := range f.Join {
			use(c, name+" (joined)"+f.how()+when)
		}
	}
	for _, name := range known {
		if !m.gives(name) {
			use(name, name)
		}
	}
	if m != nil {
		for _, name := range m.given() {
			if f := m.Columns[name]; f != nil {
				field(name, f, "")
			}
		}
		m.describeRows(header, use, field)
	}
	list := make([]string, len(header))
	for i, u := range uses {
		list[i] = strings.Join(u, "; ")
	}
	return list
}

// describeRows is Describe for what the mapping says of rows.
func (m *Mapping) describeRows(header []string, use func(column, what string), field func(name string, f *Field, when string)) {
	for _, c := range m.FillDown {
		use(c, "filled down")
	}
	for _, r := range append([]*Rule{m.Stop}, m.Skip...) {
		if r != nil {
			use(r.Column, "tells rows of sums")
		}
	}
	if m.Void != nil {
		use(m.Void.Column, "tells voided checks")
	}
	if m.Items != nil {
		for _, it := range m.Items.Columns {
			for _, h := range header {
				value, ok := match(it.Amount, h)
				if !isPattern(it.Amount) {
					value, ok = "", keyOf(it.Amount) == keyOf(h)
				}
				if ok {
					use(h, "amount of an item")
					use(strings.Replace(it.Name, "{}", value, 1), "what the item is")
				}
			}
		}
	}
	if m.Kinds != nil {
		use(m.Kinds.Column, "tells the kinds of rows")
		for _, k := range m.Kinds.order {
			for _, name := range sorted(m.Kinds.Are[keyOf(k)]) {
				field(name, m.Kinds.Are[keyOf(k)][name], " where the kind is "+k)
			}
		}
	}
	for n, p := range m.Parts {
		for _, name := range sorted(p.Fields) {
			field(name, p.Fields[name], fmt.Sprintf(" of part %d", n+1))
		}
		for _, h := range header {
			if value, ok := match(p.Each, h); ok && p.Each != "" {
				use(h, fmt.Sprintf("%s for %s %s", p.Is, p.For, value))
			}
		}
	}
}

// how says what is taken out of a cell.
func (f *Field) how() string {
	var list []string
	if f.Split != "" {
		list = append(list, fmt.Sprintf("part %d between %q", f.Part, f.Split))
	}
	if f.Like != "" {
		list = append(list, fmt.Sprintf("out of %q", f.Like))
	}
	for _, x := range []struct {
		is   bool
		what string
	}{{f.City, "the city of it"}, {f.Day, "the day of it"}, {f.Clock, "8:30 is 8.5"}, {f.Words != nil, "by the mapping's words"},
		{f.Negate, "with the other sign"}, {f.Blank != "", "blank is " + f.Blank}} {
		if x.is {
			list = append(list, x.what)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return ", " + strings.Join(list, ", ")
}
