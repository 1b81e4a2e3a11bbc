package mapping

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/io/table"
)

// A source is a Field bound to the columns of a table.
type source struct {
	*Field
	columns []int
	fixed   []byte // of a title or a constant
	isFixed bool
}

// A shape makes the rows of an export rows of ours.
type shape struct {
	m      *Mapping
	t      *table.Table
	header []string // of the export
	shown  []string // of the rows made: how the export calls each column, where it does
	names  []string // our names for them

	base  []*source            // by our column; nil where there is none
	kinds map[string][]*source // the same, for rows of a kind; nil for those passed over
	kind  int                  // the column of the kind
	parts [][]*source
	items []boundItem
	fill  []int
	stop  *boundRule
	skip  []*boundRule
	void  *boundRule
	key   []int // our columns that say which check it is

	money    []bool // by our column: it is an amount
	needed   []bool // and may not be blank where the row pays
	computed []bool // and one that is added up here
	control  *control
	rowState
}

type boundItem struct {
	name, amount int
}

type boundRule struct {
	column int
	is     map[string]bool // nil: any text
}

func (r *boundRule) picks(cells [][]byte) bool {
	c := cells[r.column]
	return len(c) > 0 && (r.is == nil || r.is[keyOf(string(c))])
}

// A binder finds the columns that a mapping names.
type binder struct {
	m       *Mapping
	t       *table.Table
	columns map[string]int
	errs    []error
}

func (b *binder) fail(where, format string, args ...any) {
	b.errs = append(b.errs, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
}

// column finds a header.
func (b *binder) column(where, name string) int {
	i, ok := b.columns[keyOf(name)]
	if !ok {
		b.fail(where, "no column %q in the export%s", name, suggest(name, b.t.Header))
	}
	return i
}

// bind finds all that m names in t, whose header is chosen.
func (m *Mapping) bind(t *table.Table, known []string) (*shape, error) {
	b := &binder{m: m, t: t, columns: indexOf(t.Header), errs: m.unknown(known)}
	s := &shape{m: m, t: t, header: t.Header}
	s.choose(known, b)
	s.base = make([]*source, len(s.names))
	for i, name := range s.names {
		switch f, ok := m.Columns[name]; {
		case ok:
			s.base[i] = b.field(m.where(name), name, f)
		case m.Constants[name] != "":
			s.base[i] = &source{Field: &Field{}, fixed: []byte(m.Constants[name]), isFixed: true}
		case !m.gives(name):
			if column, ok := b.columns[keyOf(name)]; ok {
				s.base[i] = &source{Field: &Field{Column: []string{t.Header[column]}}, columns: []int{column}}
			}
		}
	}
	s.bindRows(b)
	for _, name := range m.Checks {
		i := slices.Index(s.names, name)
		if i < 0 {
			b.fail(m.file, "checks: nothing says where %s is", name)
			continue
		}
		s.key = append(s.key, i)
	}
	s.finish()
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	return s, nil
}

// choose lists the columns of the rows to be made, in the order of the table.
func (s *shape) choose(known []string, b *binder) {
	given := map[string]bool{}
	for _, name := range s.m.given() {
		given[name] = true
	}
	for _, name := range known {
		if _, ok := b.columns[keyOf(name)]; ok {
			given[name] = true
		}
	}
	if it := s.m.Items; it != nil {
		for _, word := range it.Mean {
			given[word] = true
		}
	}
	add := func(fields map[string]*Field) {
		for _, name := range sorted(fields) {
			if given[name] = true; !slices.Contains(known, name) {
				b.fail(fmt.Sprintf("%s:%d", s.m.file, fields[name].line), "%s has no column %q%s", s.m.Table, name, suggest(name, known))
			}
		}
	}
	if s.m.Kinds != nil {
		for _, k := range s.m.Kinds.order {
			add(s.m.Kinds.Are[keyOf(k)])
		}
	}
	for _, p := range s.m.Parts {
		add(p.Fields)
		given[p.Is], given[p.For] = true, true
	}
	for _, name := range known {
		if given[name] {
			s.names = append(s.names, name)
		}
	}
}

// field binds one field. It is nil for an optional one that the export lacks.
func (b *binder) field(where, name string, f *Field) *source {
	s := &source{Field: f}
	where += ": " + name
	switch {
	case f.Value != "":
		s.fixed, s.isFixed = []byte(f.Value), true
	case f.Title != "" || f.TitleLine > 0:
		text, ok := titleOf(b.t, f)
		if !ok && f.Optional {
			return nil
		}
		if !ok {
			b.fail(where, "%s", noTitle(b.t, f))
		}
		s.fixed, s.isFixed = []byte(text), true
	case len(f.Column) > 0:
		for _, c := range f.Column {
			if i, ok := b.columns[keyOf(c)]; ok {
				s.columns = append(s.columns, i)
			}
		}
		switch {
		case len(s.columns) > 1:
			b.fail(where, "the export has both %q and %q; name the one that counts", b.t.Header[s.columns[0]], b.t.Header[s.columns[1]])
		case len(s.columns) == 0 && f.Optional:
			return nil
		case len(s.columns) == 0:
			s.columns = []int{b.column(where, f.Column[0])}
		}
	default:
		for _, c := range slices.Concat(f.Add, f.Join) {
			c, maybe := strings.CutSuffix(c, "?")
			if i, ok := b.columns[keyOf(c)]; ok {
				s.columns = append(s.columns, i)
			} else if !f.Optional && !maybe {
				b.column(where, c)
			}
		}
		if len(s.columns) == 0 && f.Optional {
			return nil
		}
	}
	return s
}

// finish works out what follows from what is bound.
func (s *shape) finish() {
	byItem := map[string]bool{}
	if s.m.Items != nil {
		for _, word := range s.m.Items.Mean {
			byItem[word] = true
		}
	}
	fields := [][]*source{s.base}
	for _, k := range s.kinds {
		fields = append(fields, k)
	}
	fields = append(fields, s.parts...)
	s.money, s.needed, s.computed = make([]bool, len(s.names)), make([]bool, len(s.names)), make([]bool, len(s.names))
	s.shown = slices.Clone(s.names)
	s.control = newControl(s.t, s.names)
	for i, name := range s.names {
		s.money[i] = isAmount(name)
		s.computed[i] = s.money[i] && (byItem[name] || len(s.key) > 0 || s.m.Void != nil && s.m.Void.Reverse)
		for _, list := range fields {
			if list != nil && list[i] != nil {
				s.computed[i] = s.computed[i] || list[i].isAdded()
				s.needed[i] = s.needed[i] || list[i].Needed
			}
		}
		if f := s.base[i]; f != nil && !f.isFixed {
			if len(f.columns) == 1 {
				s.shown[i] = s.header[f.columns[0]]
			}
			if s.money[i] && !byItem[name] && s.m.Kinds == nil {
				s.control.columns[i], s.control.negate[i] = f.columns, f.Negate
			}
			if slices.Contains([]string{"employee_id", "check_id", "pay_date", "date"}, name) {
				s.control.ids = append(s.control.ids, f.columns...)
			}
		}
	}
}

// install makes the table's rows ours.
func (s *shape) install() {
	used, ids := make([]bool, len(s.header)), make([]bool, len(s.header))
	mark := func(list []*source) {
		for i, f := range list {
			if f == nil {
				continue
			}
			for _, c := range f.columns {
				used[c] = true
				ids[c] = ids[c] || slices.Contains(identities, s.names[i])
			}
		}
	}
	mark(s.base)
	for _, k := range s.kinds {
		mark(k)
	}
	for _, p := range s.parts {
		mark(p)
	}
	for _, it := range s.items {
		used[it.name], used[it.amount] = true, true
	}
	for _, c := range s.fill {
		used[c] = true
	}
	for _, r := range append(s.skip, s.stop, s.void) {
		if r != nil {
			used[r.column] = true
		}
	}
	if s.kinds != nil {
		used[s.kind] = true
	}
	s.t.Use(func(c int) bool { return used[c] })
	s.t.Identify(func(c int) bool { return ids[c] })
	s.start()
	s.t.Reshape(s.shown, s)
}
