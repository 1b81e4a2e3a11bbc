package table

import "bytes"

var (
	cellStart  = []byte(`<c r="`)
	cellKinds  = []byte("nsbed")
	emptyCell  = []byte("/>")
	valueStart = []byte("><v>")
	valueEnd   = []byte("</v></c>")
)

// plainCell reads a cell that is written as nearly all are, like
// <c r="G14" s="2" t="s"><v>5</v></c>, and that is in the buffer whole. Of any
// other it reads nothing, and readCell reads it; both find the same.
func (s *sheetScan) plainCell() (c fact, ok bool) {
	x := &s.xml
	rest, found := bytes.CutPrefix(x.buf[x.pos:x.end], cellStart)
	if !found || x.closing {
		return c, false
	}
	ref, rest, found := shortValue(rest)
	at, valid := parseRef(ref)
	if !found || !valid || at.row != s.row.number {
		return c, false
	}
	c = fact{col: at.col, kind: 'n'}
	for len(rest) > 4 && rest[0] == ' ' {
		name := rest[1]
		if rest[2] != '=' || rest[3] != '"' {
			return c, false
		}
		var value []byte
		if value, rest, found = shortValue(rest[4:]); !found || !c.set(name, value) {
			return c, false
		}
	}
	if after, found := bytes.CutPrefix(rest, emptyCell); found {
		x.pos = x.end - len(after)
		return c, true
	}
	rest, found = bytes.CutPrefix(rest, valueStart)
	n := 0
	for n < len(rest) && rest[n] >= ' ' && rest[n] < 0x7f && rest[n] != '<' && rest[n] != '>' && rest[n] != '&' {
		n++
	}
	after, whole := bytes.CutPrefix(rest[n:], valueEnd)
	if !found || !whole {
		return c, false
	}
	start := len(s.raw)
	s.raw = append(s.raw, rest[:n]...)
	c.raw, c.value = s.raw[start:len(s.raw):len(s.raw)], true
	x.pos = x.end - len(after)
	return c, true
}

// shortValue is the short value of an attribute whose quote was opened, and what
// follows it.
func shortValue(b []byte) (value, rest []byte, ok bool) {
	for i, c := range b[:min(len(b), 12)] {
		if c == '"' {
			return b[:i], b[i+1:], true
		}
	}
	return nil, b, false
}

// set takes the value of an attribute of one letter, if it is a plain one.
func (c *fact) set(name byte, value []byte) bool {
	switch {
	case name == 's' && len(value) < 9 && isDigits(value):
		c.style = 0
		for _, d := range value {
			c.style = c.style*10 + int(d-'0')
		}
	case name == 't' && string(value) == "str":
		c.kind = 't'
	case name == 't' && len(value) == 1 && bytes.IndexByte(cellKinds, value[0]) >= 0:
		c.kind = value[0]
	default:
		return false
	}
	return true
}
