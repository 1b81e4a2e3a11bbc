package mapping

import (
	"fmt"
	"maps"
	"strings"

	"example.com/withhold/pkg/io/table"
)

// bindRows binds what a mapping says of rows.
func (s *shape) bindRows(b *binder) {
	m := s.m
	rule := func(what string, r *Rule) *boundRule {
		if r == nil {
			return nil
		}
		column, maybe := strings.CutSuffix(r.Column, "?")
		if _, ok := b.columns[keyOf(column)]; !ok && maybe {
			return nil
		}
		bound := &boundRule{column: b.column(m.file+": "+what, column), is: map[string]bool{}}
		for _, word := range r.Is {
			bound.is[keyOf(word)] = true
		}
		return bound
	}
	s.stop = rule("stop", m.Stop)
	for _, r := range m.Skip {
		if bound := rule("skip", r); bound != nil {
			s.skip = append(s.skip, bound)
		}
	}
	if v := m.Void; v != nil {
		s.void = rule("void", &Rule{v.Column, v.is})
		if s.void != nil && v.is == nil {
			s.void.is = nil
		}
	}
	for _, c := range m.FillDown {
		s.fill = append(s.fill, b.column(m.file+": fill_down", c))
	}
	s.bindItems(b)
	s.bindKinds(b)
	for _, p := range m.Parts {
		s.bindPart(b, p)
	}
}

func (s *shape) bindItems(b *binder) {
	if s.m.Items == nil {
		return
	}
	for _, it := range s.m.Items.Columns {
		if !isPattern(it.Name) {
			s.items = append(s.items, boundItem{b.column(s.m.file+": items", it.Name), b.column(s.m.file+": items", it.Amount)})
			continue
		}
		for i, h := range b.t.Header {
			value, ok := match(it.Amount, h)
			if !ok {
				continue
			}
			name := strings.Replace(it.Name, "{}", value, 1)
			s.items = append(s.items, boundItem{b.column(fmt.Sprintf("%s: items, beside %q", s.m.file, h), name), i})
		}
	}
}

func (s *shape) bindKinds(b *binder) {
	k := s.m.Kinds
	if k == nil {
		return
	}
	s.kind, s.kinds = b.column(s.m.file+": kinds", k.Column), map[string][]*source{}
	for value, fields := range k.Are {
		if fields == nil {
			s.kinds[value] = nil
			continue
		}
		list := append([]*source(nil), s.base...)
		for i, name := range s.names {
			if f := fields[name]; f != nil {
				list[i] = b.field(fmt.Sprintf("%s:%d", s.m.file, f.line), name, f)
			}
		}
		s.kinds[value] = list
	}
}

// bindPart binds a part: itself, or one for each column like it.
func (s *shape) bindPart(b *binder, p *Part) {
	bound := func(fields map[string]*Field) {
		list := make([]*source, len(s.names))
		for i, name := range s.names {
			if f := fields[name]; f != nil {
				list[i] = b.field(fmt.Sprintf("%s:%d", s.m.file, f.line), name, f)
			}
		}
		s.parts = append(s.parts, list)
	}
	if p.Each == "" {
		bound(p.Fields)
		return
	}
	found := false
	for _, h := range b.t.Header {
		value, ok := match(p.Each, h)
		if !ok {
			continue
		}
		found = true
		fields := maps.Clone(p.Fields)
		fields[p.Is] = &Field{Column: []string{h}}
		fields[p.For] = &Field{Value: value}
		bound(fields)
	}
	if !found {
		s.parts = append(s.parts, make([]*source, len(s.names))) // no such tax in this export
	}
}

// titleOf is the text that a field takes from above the header.
func titleOf(t *table.Table, f *Field) (string, bool) {
	titles := t.Titles()
	if f.TitleLine > 0 {
		if f.TitleLine > len(titles) {
			return "", false
		}
		for _, c := range titles[f.TitleLine-1].Cells {
			if c != "" {
				return c, true
			}
		}
	}
	for _, l := range titles {
		for i, c := range l.Cells {
			name, rest, colon := strings.Cut(c, ":")
			if keyOf(name) != keyOf(f.Title) {
				continue
			}
			if rest = strings.TrimSpace(rest); colon && rest != "" {
				return rest, true
			}
			for _, next := range l.Cells[i+1:] {
				if next != "" {
					return next, true
				}
			}
		}
	}
	return "", false
}

// noTitle says that a title is not there, and what is.
func noTitle(t *table.Table, f *Field) string {
	var seen []string
	for _, l := range t.Titles() {
		for _, c := range l.Cells {
			if c != "" {
				seen = append(seen, c)
			}
		}
	}
	what := fmt.Sprintf("no %q with a value after it above the header", f.Title)
	if f.TitleLine > 0 {
		what = fmt.Sprintf("fewer than %d lines above the header", f.TitleLine)
	}
	if len(seen) == 0 {
		return what + ", which is the first line; write the value under constants"
	}
	return what + suggest(f.Title, seen)
}
