package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// An xmlScanner reads the XML of a workbook's part from start to end. It is as
// strict as encoding/xml, and stricter in that it refuses a DTD, but makes no
// copies: the sheets it is for are hundreds of megabytes long.
type xmlScanner struct {
	r        io.Reader
	buf      []byte
	pos, end int
	eof      bool
	offset   int64 // of buf in the part

	name  []byte // of the last tag, without its prefix
	attrs []byte // of the last start tag, as written
	text  []byte // as written, not unescaped
	cdata bool   // text is of <![CDATA[ ]]>, in which nothing is escaped

	open    []byte // the names of open elements, one after the other
	lengths []int  // of each of them
	closing bool   // the last start tag was <x/>: its end comes next
	done    bool   // the root element has ended
}

type token int

const (
	tokenEOF token = iota
	tokenStart
	tokenEnd
	tokenText
)

// maxTag is the longest tag or comment accepted.
const maxTag = 1 << 20

var errDTD = errors.New("holds a document type definition, which no workbook needs")

// next is the next token. At the end of a part that is not whole it is an error.
func (x *xmlScanner) next() (token, error) {
	if x.closing {
		x.closing = false
		return tokenEnd, x.pop(nil)
	}
	for {
		if x.pos == x.end && !x.fill() {
			if _, failed := x.r.(failing); failed || !x.done || len(x.lengths) > 0 {
				return 0, x.fault("ends too early")
			}
			return tokenEOF, nil
		}
		if x.buf[x.pos] != '<' {
			x.cdata = false
			if err := x.chars(); err != nil {
				return 0, err
			}
			if len(x.lengths) == 0 {
				if len(bytes.Trim(x.text, " \t\r\n\ufeff")) > 0 {
					return 0, x.fault("text outside of any element")
				}
				continue
			}
			return tokenText, nil
		}
		tag, err := x.markup()
		if err != nil {
			return 0, err
		}
		switch {
		case tag == nil: // comment or processing instruction
		case tag[0] == '!':
			x.text, x.cdata = tag[len("![CDATA["):len(tag)-len("]]")], true
			return tokenText, x.valid(x.text)
		case tag[0] == '/':
			x.name = tag[1:]
			for n := len(x.name); n > 0 && x.name[n-1] <= ' '; n = len(x.name) {
				x.name = x.name[:n-1]
			}
			if err := x.valid(tag); err != nil {
				return 0, err
			}
			return tokenEnd, x.pop(x.name)
		default:
			return tokenStart, x.start(tag)
		}
	}
}

// fill reads more of the part behind what is not yet used.
func (x *xmlScanner) fill() bool {
	if x.pos > 0 {
		x.offset += int64(x.pos)
		x.end = copy(x.buf, x.buf[x.pos:x.end])
		x.pos = 0
	}
	if x.end == len(x.buf) {
		x.buf = append(x.buf, make([]byte, max(64<<10, len(x.buf)))...)
	}
	for !x.eof {
		n, err := x.r.Read(x.buf[x.end:])
		x.end += n
		if err == io.EOF {
			x.eof = true
		} else if err != nil {
			x.r = failing{err}
			return false
		}
		if n > 0 {
			return true
		}
	}
	return false
}

// failing is a reader that has failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// chars sets text to what comes before the next tag, or some of it.
func (x *xmlScanner) chars() error {
	n := bytes.IndexByte(x.buf[x.pos:x.end], '<')
	for n < 0 && x.end-x.pos < 32<<10 && x.fill() {
		n = bytes.IndexByte(x.buf[x.pos:x.end], '<')
	}
	whole := n >= 0
	if !whole {
		n = x.end - x.pos
		if !x.eof { // not within an entity or a character
			if amp := bytes.LastIndexByte(x.buf[x.pos:x.end], '&'); amp >= 0 && n-amp < 16 && amp > 0 {
				n = amp
			}
			for n > 1 && x.buf[x.pos+n-1] >= 0x80 && n > x.end-x.pos-utf8.UTFMax {
				n--
			}
		}
	}
	x.text = x.buf[x.pos : x.pos+n]
	x.pos += n
	if bytes.Contains(x.text, []byte("]]>")) {
		return x.fault("a stray ]]>")
	}
	if err := x.valid(x.text); err != nil {
		return err
	}
	return x.entities(x.text)
}

// markup is what stands between < and >; nil for what carries no data.
func (x *xmlScanner) markup() ([]byte, error) {
	for seen := 1; ; {
		rest := x.buf[x.pos:x.end]
		switch {
		case len(rest) < 2 || rest[1] != '!' && rest[1] != '?':
			n := bytes.IndexByte(rest[seen:], '>')
			if n < 0 {
				seen = len(rest)
				break
			}
			tag := rest[1 : seen+n]
			if insideQuotes(tag) {
				seen += n + 1
				continue
			}
			x.pos += len(tag) + 2
			if len(tag) == 0 {
				return nil, x.fault("an empty tag")
			}
			return tag, nil
		case bytes.HasPrefix(rest, []byte("<!--")):
			if n := bytes.Index(rest[4:], []byte("--")); n >= 0 && len(rest) > 4+n+2 {
				if rest[4+n+2] != '>' {
					return nil, x.fault("-- inside a comment")
				}
				x.pos += 4 + n + 3
				return nil, x.valid(rest[4 : 4+n])
			}
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			if n := bytes.Index(rest, []byte("]]>")); n >= 0 {
				if len(x.lengths) == 0 {
					return nil, x.fault("text outside of any element")
				}
				x.pos += n + 3
				return rest[1 : n+2], nil
			}
		case rest[1] == '?':
			if n := bytes.Index(rest, []byte("?>")); n >= 0 {
				x.pos += n + 2
				return nil, x.instruction(rest[min(2, n):n])
			}
		case !bytes.HasPrefix([]byte("<!--"), rest) && !bytes.HasPrefix([]byte("<![CDATA["), rest):
			return nil, errDTD
		}
		if len(rest) > maxTag || !x.fill() {
			return nil, x.fault("a tag does not end")
		}
	}
}

// insideQuotes reports whether a tag's text ends within an attribute's value.
func insideQuotes(tag []byte) bool {
	quote := byte(0)
	if bytes.IndexByte(tag, '\'') < 0 {
		return bytes.Count(tag, []byte{'"'})%2 == 1
	}
	for _, c := range tag {
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return quote != 0
}

// start takes note of a start tag.
func (x *xmlScanner) start(tag []byte) error {
	if x.done {
		return x.fault("a second root element")
	}
	if tag[len(tag)-1] == '/' {
		x.closing, tag = true, tag[:len(tag)-1]
	}
	n := 0
	for n < len(tag) && tag[n] > ' ' {
		n++
	}
	x.name, x.attrs = tag[:n], tag[n:]
	if !isName(x.name) || bytes.IndexByte(tag, '<') >= 0 {
		return x.fault("a malformed tag")
	}
	if err := x.valid(tag); err != nil {
		return err
	}
	for rest := x.attrs; ; {
		name, value, after, ok := attribute(rest)
		if !ok && len(after) == 0 {
			break
		}
		if !isName(name) {
			return x.fault("a malformed attribute")
		}
		if err := x.entities(value); err != nil {
			return err
		}
		rest = after
	}
	x.open = append(x.open, x.name...)
	x.lengths = append(x.lengths, n)
	if len(x.lengths) > 200 {
		return x.fault("elements nested too deeply")
	}
	x.name = local(x.name)
	return nil
}

// pop closes the innermost element, which must have that name; after <x/> there
// is none to compare.
func (x *xmlScanner) pop(name []byte) error {
	last := len(x.lengths) - 1
	if last < 0 {
		return x.fault("an end tag too many")
	}
	from := len(x.open) - x.lengths[last]
	if name != nil && !bytes.Equal(x.open[from:], name) {
		return x.fault(fmt.Sprintf("<%s> is closed by </%s>", x.open[from:], shorten(string(name))))
	}
	x.name = local(x.open[from:])
	x.open, x.lengths = x.open[:from], x.lengths[:last]
	x.done = last == 0
	return nil
}

// local is a name without its namespace prefix.
func local(name []byte) []byte { return name[bytes.IndexByte(name, ':')+1:] }

// attribute is the first attribute of attrs and what follows it.
func attribute(attrs []byte) (name, value, rest []byte, ok bool) {
	attrs = skipSpace(attrs)
	eq := bytes.IndexByte(attrs, '=')
	if eq <= 0 {
		return nil, nil, attrs, false
	}
	v := skipSpace(attrs[eq+1:])
	if len(v) < 2 || v[0] != '"' && v[0] != '\'' {
		return nil, nil, attrs, false
	}
	n := bytes.IndexByte(v[1:], v[0])
	if n < 0 {
		return nil, nil, attrs, false
	}
	for eq > 1 && attrs[eq-1] <= ' ' {
		eq--
	}
	return attrs[:eq], v[1 : 1+n], v[n+2:], true
}

func skipSpace(s []byte) []byte {
	for len(s) > 0 && s[0] <= ' ' {
		s = s[1:]
	}
	return s
}

// attr is the value of an attribute of the last start tag.
func (x *xmlScanner) attr(name string) []byte {
	for rest := x.attrs; ; {
		n, v, after, ok := attribute(rest)
		if !ok {
			return nil
		}
		if string(n) == name {
			return v
		}
		rest = after
	}
}

// fault is an error about the XML near here.
func (x *xmlScanner) fault(what string) error {
	if f, ok := x.r.(failing); ok {
		return f.err
	}
	return fmt.Errorf("damaged: XML broken near byte %d, %s", x.offset+int64(x.pos), what)
}
