package mapping

import (
	"bytes"
	"fmt"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// split makes of a row the parts it has. The first part that is filled has the
// row's own amounts, the others only theirs.
func (s *shape) split(r *table.Row, m *made, out *table.Rows) {
	if len(s.parts) == 0 || m.fault != nil {
		s.take(m, out)
		return
	}
	whole, first := m.clone(), true
	for _, fields := range s.parts {
		if !s.filled(fields, r.Cells) {
			continue
		}
		p := m
		if !first {
			p = s.part(whole)
			m.extra = append(m.extra, p)
		}
		for i, f := range fields {
			if f != nil {
				s.put(r, p, i, f)
			}
		}
		first, m.fault = false, firstOf(m.fault, p.fault)
	}
	s.take(m, out)
}

// part is a row of the same check without its amounts.
func (s *shape) part(m *made) *made {
	p := m.clone()
	p.extra, p.items, p.totals = nil, 0, nil
	for i, name := range s.names {
		switch {
		case name == "gross_wages":
			p.text[i], p.sum[i], p.known[i] = []byte("0.00"), 0, true
		case s.money[i]:
			p.text[i], p.sum[i], p.known[i] = nil, 0, false
		}
	}
	return p
}

// filled reports whether any column of a part has something to say.
func (s *shape) filled(fields []*source, cells [][]byte) bool {
	for i, f := range fields {
		if f == nil || f.isFixed {
			continue
		}
		for _, c := range f.columns {
			if len(cells[c]) == 0 {
				continue
			}
			if v, err := s.parse(cells[c]); !s.money[i] || err != nil || v != 0 {
				return true
			}
		}
	}
	return false
}

func (m *made) clone() *made {
	c := *m
	c.text = append([][]byte(nil), m.text...)
	c.sum = append([]calc.Cents(nil), m.sum...)
	c.known = append([]bool(nil), m.known...)
	return &c
}

// reverse takes a voided check back: the same with the other sign, on the day
// it was voided.
func (s *shape) reverse(r *table.Row, m *made, out *table.Rows) {
	if m.fault != nil {
		return
	}
	s.flush(out)
	v := m.clone()
	v.extra, v.totals = nil, nil
	for i, name := range s.names {
		switch {
		case s.money[i]:
			v.sum[i] = -v.sum[i]
		case name == "pay_date":
			v.text[i] = bytes.Clone(r.Cells[s.void.column])
		case name == "check_id" && len(v.text[i]) > 0:
			v.text[i] = append(bytes.Clone(v.text[i]), "-void"...)
		}
	}
	s.take(v, out)
	s.flush(out)
}

// take adds a row to the check it belongs to, or is done with it.
func (s *shape) take(m *made, out *table.Rows) {
	if len(s.key) == 0 {
		s.totals(m, m.items)
		s.emit(m, out)
		return
	}
	if s.open != nil && s.sameCheck(s.open, m) {
		s.join(m)
		return
	}
	s.flush(out)
	if s.doubt != nil && m.fault == nil {
		m.fault = s.doubted(m.number)
	}
	s.doubt = nil
	s.totals(m, m.items)
	s.open = m
}

func (s *shape) sameCheck(a, b *made) bool {
	for _, i := range s.key {
		if !bytes.Equal(a.text[i], b.text[i]) {
			return false
		}
	}
	return true
}

// join adds a row to the open check.
func (s *shape) join(m *made) {
	o := s.open
	for i := range s.names {
		switch {
		case s.computed[i]:
			o.sum[i], o.known[i] = o.sum[i]+m.sum[i], o.known[i] || m.known[i]
		case len(o.text[i]) == 0:
			o.text[i] = m.text[i]
		case len(m.text[i]) > 0 && !bytes.Equal(o.text[i], m.text[i]) && o.fault == nil && m.fault == nil:
			m.fault = &table.Problem{File: s.t.File, Sheet: s.t.Sheet, Row: m.number, Column: s.shown[i], Code: "check",
				Value: string(m.text[i]), Message: fmt.Sprintf("the rows of one check differ in this; row %d has %q", o.number, short(string(o.text[i])))}
		}
	}
	o.items += m.items
	o.extra = append(o.extra, m.extra...)
	o.fault = firstOf(o.fault, m.fault)
	s.totals(m, o.items)
}

// totals holds the totals in a row to the sum of its check's items so far.
func (s *shape) totals(m *made, sum calc.Cents) {
	for _, t := range m.totals {
		if t != sum && m.fault == nil {
			s.control.differs(m.number, "total of a check", s.header[s.items[0].amount], t, sum, sum)
		}
	}
	m.totals = nil
}

// unreadable sets a row aside. It may have been part of the check before or
// after it, which are then not whole.
func (s *shape) unreadable(row int, fault *table.Problem, out *table.Rows) {
	s.control.bad++
	if len(s.key) > 0 {
		s.doubt = fault
		if s.open != nil {
			s.open.fault = firstOf(s.open.fault, s.doubted(s.open.number))
		}
		s.flush(out)
	}
	out.Add(row, nil, fault)
}

// doubted says why a check beside an unreadable row is set aside.
func (s *shape) doubted(row int) *table.Problem {
	return &table.Problem{File: s.t.File, Sheet: s.t.Sheet, Row: row, Code: "part_of_check",
		Message: fmt.Sprintf("row %d, which may be part of this check, cannot be read", s.doubt.Row)}
}

// flush is done with the open check.
func (s *shape) flush(out *table.Rows) {
	if s.open != nil {
		s.emit(s.open, out)
	}
	s.open = nil
}

// emit gives a row of ours on.
func (s *shape) emit(m *made, out *table.Rows) {
	if m.fault != nil {
		s.control.bad++
		out.Add(m.number, nil, m.fault)
		return
	}
	paid := false
	for i := range s.names {
		if s.computed[i] {
			m.text[i] = nil
			if m.known[i] {
				m.text[i] = m.sum[i].Append(nil)
			}
		}
		if s.money[i] && len(m.text[i]) > 0 {
			paid = true
			if v, err := table.Money(m.text[i]); err == nil {
				s.control.sums[i] += v
			}
		}
	}
	if !paid && s.m.SkipUnpaid {
		s.count(&s.unpaid, 1, m.number)
		return
	}
	for i, name := range s.names {
		switch {
		case name == "gross_wages" && paid && s.items != nil && len(m.text[i]) == 0:
			m.text[i] = []byte("0.00") // all it has are items apart from the wages
		case s.needed[i] && len(m.text[i]) == 0 && s.pays(m):
			s.control.bad++
			out.Add(m.number, nil, &table.Problem{File: s.t.File, Sheet: s.t.Sheet, Row: m.number, Column: s.shown[i], Code: "missing",
				Message: "it is blank, and the row pays wages: say in the mapping what a blank means (" + name + ": blank)"})
			return
		}
	}
	s.all += m.items
	out.Add(m.number, m.text, nil)
	for _, p := range m.extra {
		s.emit(p, out)
	}
}

// pays reports whether a row has an amount other than tax.
func (s *shape) pays(m *made) bool {
	for i, name := range s.names {
		if s.money[i] && name != "tax_withheld" {
			if v, err := table.Money(m.text[i]); err != nil && len(m.text[i]) > 0 || v != 0 {
				return true
			}
		}
	}
	return false
}
