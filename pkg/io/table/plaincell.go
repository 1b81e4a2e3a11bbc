package table

import "bytes"

const (
	cellStart  = `<c r="`
	emptyCell  = `/>`
	valueStart = `><v>`
	valueEnd   = `</v></c>`
	textStart  = `><is><t>`
	textEnd    = `</t></is></c>`
)

// plainCell reads a cell that is written as nearly all are, like
// <c r="G14" s="2" t="s"><v>5</v></c>, and that is in the buffer whole. Of any
// other it reads nothing, and readCell reads it; both find the same.
func (s *sheetScan) plainCell(c *fact) bool {
	x := &s.xml
	b := x.buf[x.pos:x.end]
	if x.closing || !starts(b, cellStart) {
		return false
	}
	b = b[len(cellStart):]
	n, col := 0, 0
	for ; n < len(b) && n < 3 && b[n]-'A' < 26; n++ {
		col = col*26 + int(b[n]-'A') + 1
	}
	if b = b[n:]; n == 0 || col > maxCols || !bytes.HasPrefix(b, s.place) {
		return false
	}
	b = b[len(s.place):]
	*c = fact{col: col - 1, kind: 'n'}
	for len(b) > 4 && b[0] == ' ' {
		if b[2] != '=' || b[3] != '"' {
			return false
		}
		n := c.set(b[1], b[4:])
		if n == 0 {
			return false
		}
		b = b[4+n:]
	}
	var text []byte
	switch {
	case starts(b, emptyCell):
		x.pos = x.end - len(b) + len(emptyCell)
		return true
	case c.kind != 'i' && starts(b, valueStart):
		text = plain(b[len(valueStart):])
		if b = b[len(valueStart)+len(text):]; !starts(b, valueEnd) {
			return false
		}
		b = b[len(valueEnd):]
	case c.kind == 'i' && starts(b, textStart):
		text = plain(b[len(textStart):])
		if b = b[len(textStart)+len(text):]; !starts(b, textEnd) {
			return false
		}
		b = b[len(textEnd):]
	default:
		return false
	}
	x.pos = x.end - len(b)
	start := len(s.raw)
	s.raw = append(s.raw, text...)
	c.raw, c.value = s.raw[start:len(s.raw):len(s.raw)], true
	return true
}

// set takes the value of an attribute of one letter, if it is a plain one, and
// says how much of b it takes up with its closing quote.
func (c *fact) set(name byte, b []byte) int {
	if name == 't' && starts(b, `s"`) { // as of most cells that have it
		c.kind = 's'
		return 2
	}
	n := bytes.IndexByte(b[:min(len(b), 12)], '"')
	if n <= 0 {
		return 0
	}
	switch value := b[:n]; {
	case name == 's' && n < 9 && isDigits(value):
		c.style = 0
		for _, d := range value {
			c.style = c.style*10 + int(d-'0')
		}
	case name == 't' && n == 1 && (value[0] == 'n' || value[0] == 'b' || value[0] == 'e' || value[0] == 'd'):
		c.kind = value[0]
	case name == 't' && string(value) == "str":
		c.kind = 't'
	case name == 't' && string(value) == "inlineStr":
		c.kind = 'i'
	default:
		return 0
	}
	return n + 1
}

// plain is what b starts with that is printable ASCII and of no meaning to XML.
func plain(b []byte) []byte {
	for n, c := range b {
		if c-'.' < 12 { // a digit or a point, as most are
			continue
		}
		if c < ' ' || c >= 0x7f || c == '<' || c == '>' || c == '&' {
			return b[:n]
		}
	}
	return b
}

// starts is bytes.HasPrefix, without a call where the prefix is short.
func starts(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}
