package table

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// sharedTexts is the table of texts that cells refer to by number, one after the
// other in memory.
type sharedTexts struct {
	all  []byte
	ends []int
}

// at is the n-th text.
func (s *sharedTexts) at(n int) []byte {
	start := 0
	if n > 0 {
		start = s.ends[n-1]
	}
	return s.all[start:s.ends[n]]
}

// readTexts reads the table of shared texts. A text may be in runs of different
// looks; how it is pronounced is no part of it.
func (w *workbook) readTexts(part string) error {
	s := &w.texts
	s.all = make([]byte, 0, min(w.part(part).UncompressedSize64/3, largePart)) // the rest is tags
	start, inText, spoken := 0, false, 0
	return w.scan(part, func(x *xmlScanner, tok token) {
		switch tok {
		case tokenStart:
			switch string(x.name) {
			case "si":
				start = len(s.all)
			case "t":
				inText = spoken == 0
			case "rPh":
				spoken++
			}
		case tokenText:
			if inText {
				s.all = x.appendText(s.all)
			}
		case tokenEnd:
			switch string(x.name) {
			case "si":
				s.end(start)
				for spoken == 0 && !x.done {
					text, ok := x.plainText()
					if !ok {
						break
					}
					start, inText = len(s.all), false
					s.all = append(s.all, text...)
					s.end(start)
				}
			case "t":
				inText = false
			case "rPh":
				spoken--
			}
		}
	})
}

// plainText reads a shared text that is written as nearly all are, and that is in
// the buffer whole. Of any other it reads nothing.
func (x *xmlScanner) plainText() (text []byte, ok bool) {
	const start, end = "<si><t>", "</t></si>"
	b := x.buf[x.pos:x.end]
	if x.closing || !starts(b, start) {
		return nil, false
	}
	text = plain(b[len(start):])
	if !starts(b[len(start)+len(text):], end) {
		return nil, false
	}
	x.pos += len(start) + len(text) + len(end)
	return text, true
}

// end ends the text that starts there.
func (s *sharedTexts) end(start int) {
	s.all = s.all[:start+len(unescapeX(s.all[start:]))]
	s.ends = append(s.ends, len(s.all))
}

// appendText appends the last token's text as it is meant: entities resolved and
// line ends as XML has them.
func (x *xmlScanner) appendText(b []byte) []byte {
	text := x.text
	if x.cdata {
		return appendLines(b, text)
	}
	for {
		amp := bytes.IndexByte(text, '&')
		if amp < 0 {
			return appendLines(b, text)
		}
		b = appendLines(b, text[:amp])
		semi := amp + bytes.IndexByte(text[amp:], ';')
		b = appendEntity(b, text[amp+1:semi])
		text = text[semi+1:]
	}
}

// appendEntity appends the character of an entity that was checked before.
func appendEntity(b, name []byte) []byte {
	switch string(name) {
	case "amp":
		return append(b, '&')
	case "lt":
		return append(b, '<')
	case "gt":
		return append(b, '>')
	case "quot":
		return append(b, '"')
	case "apos":
		return append(b, '\'')
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, _ := strconv.ParseUint(string(digits), base, 32)
	return utf8.AppendRune(b, rune(n))
}

// appendLines appends text with \n for each line end.
func appendLines(b, text []byte) []byte {
	for {
		cr := bytes.IndexByte(text, '\r')
		if cr < 0 {
			return append(b, text...)
		}
		b = append(append(b, text[:cr]...), '\n')
		if text = text[cr+1:]; len(text) > 0 && text[0] == '\n' {
			text = text[1:]
		}
	}
}

// unescapeX resolves, in place, the _x000D_ in which workbooks write characters
// that XML has none for.
func unescapeX(s []byte) []byte {
	at := bytes.Index(s, []byte("_x"))
	if at < 0 {
		return s
	}
	out := s[:at]
	for i := at; i < len(s); {
		if i+7 <= len(s) && s[i] == '_' && s[i+1] == 'x' && s[i+6] == '_' {
			if n, err := strconv.ParseUint(string(s[i+2:i+6]), 16, 32); err == nil && utf8.ValidRune(rune(n)) {
				out = utf8.AppendRune(out, rune(n)) // at most three bytes for seven
				i += 7
				continue
			}
		}
		out = append(out, s[i])
		i++
	}
	return out
}

// readStyles reads what number format each style of a cell has.
func (w *workbook) readStyles(part string) error {
	codes := map[string]string{}
	cells := false
	return w.scan(part, func(x *xmlScanner, tok token) {
		switch name := string(x.name); {
		case name == "cellXfs":
			cells = tok == tokenStart
		case tok != tokenStart:
		case name == "numFmt":
			code := xmlScanner{text: x.attr("formatCode")}
			codes[string(x.attr("numFmtId"))] = string(code.appendText(nil))
		case name == "xf" && cells:
			id := string(x.attr("numFmtId"))
			if code, ok := codes[id]; ok {
				w.formats = append(w.formats, parseFormat(code))
				return
			}
			n, _ := strconv.Atoi(id)
			w.formats = append(w.formats, builtinFormat(n))
		}
	})
}
