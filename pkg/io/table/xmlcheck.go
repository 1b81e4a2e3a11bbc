package table

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// isName reports whether s is a name as the parts of workbooks use them, ASCII
// with at most one colon.
func isName(s []byte) bool {
	colons := 0
	for i, c := range s {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c == '_':
		case i > 0 && (c-'0' <= 9 || c == '-' || c == '.'):
		case c == ':' && i > 0 && i < len(s)-1:
			colons++
		default:
			return false
		}
	}
	return len(s) > 0 && colons <= 1
}

// valid refuses bytes that are no UTF-8 and characters XML does not know.
func (x *xmlScanner) valid(s []byte) error {
	ascii := true
	for _, c := range s {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return x.fault("a control character")
		}
		ascii = ascii && c < 0x80
	}
	if !ascii && (!utf8.Valid(s) || bytes.Contains(s, []byte("\uffff")) || bytes.Contains(s, []byte("\ufffe"))) {
		return x.fault("not UTF-8")
	}
	return nil
}

// instruction refuses what stands between <? and ?> if it is malformed, or says
// that the part is not XML 1.0 in UTF-8.
func (x *xmlScanner) instruction(s []byte) error {
	n := bytes.IndexAny(s, " \t\r\n")
	if n < 0 {
		n = len(s)
	}
	if !isName(s[:n]) {
		return x.fault("a malformed instruction")
	}
	for rest := s[n:]; string(s[:n]) == "xml"; {
		name, value, after, ok := attribute(rest)
		if !ok && len(after) == 0 {
			break
		}
		switch v := string(value); {
		case string(name) == "version" && v == "1.0":
		case string(name) == "encoding" && strings.EqualFold(v, "utf-8"):
		case string(name) == "standalone" && (v == "yes" || v == "no"):
		default:
			return x.fault("not declared to be XML 1.0 in UTF-8")
		}
		rest = after
	}
	return x.valid(s)
}

// entities refuses an & that starts no entity XML defines.
func (x *xmlScanner) entities(s []byte) error {
	for {
		amp := bytes.IndexByte(s, '&')
		if amp < 0 {
			return nil
		}
		s = s[amp+1:]
		semi := bytes.IndexByte(s, ';')
		if semi < 0 {
			return x.fault("an & that is not written &amp;")
		}
		switch name := s[:semi]; {
		case len(name) > 1 && name[0] == '#' && len(name) < 10:
			if !charRef(name[1:]) {
				return x.fault("a malformed character reference")
			}
		case string(name) != "amp" && string(name) != "lt" && string(name) != "gt" && string(name) != "quot" && string(name) != "apos":
			return x.fault("an & that is not written &amp;")
		}
		s = s[semi+1:]
	}
}

// charRef reports whether s is what stands between &# and ; for a character
// that XML allows.
func charRef(s []byte) bool {
	base, n := 10, 0
	if s[0] == 'x' {
		base, s = 16, s[1:]
	}
	for _, c := range s {
		d := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		if c >= '0' && c <= '9' {
			d = int(c - '0')
		}
		if d < 0 || d >= base {
			return false
		}
		n = n*base + d
	}
	return len(s) > 0 && (n >= ' ' || n == '\t' || n == '\n' || n == '\r') && n != 0xFFFE && n != 0xFFFF &&
		utf8.ValidRune(rune(n))
}
