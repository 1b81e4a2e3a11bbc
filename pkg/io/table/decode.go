package table

import (
	"bufio"
	"bytes"
	"io"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// sniffed is how many bytes decide what a file is.
const sniffed = 4096

// kind is what a file is, as far as it is read here.
type kind int

const (
	kindText kind = iota
	kindWorkbook
)

// sniff tells by its first bytes what a file is. What cannot be read is a
// Problem that names it; whole is the file itself, for a second look.
func sniff(start []byte, whole io.ReaderAt) (kind, *Problem) {
	text := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\xef\xbb\xbf")), " \t\r\n"))
	is := func(prefixes ...string) bool {
		for _, p := range prefixes {
			if bytes.HasPrefix(text, []byte(p)) {
				return true
			}
		}
		return false
	}
	switch {
	case len(start) == 0:
		return 0, &Problem{Code: "empty", Message: "the file is empty"}
	case bytes.HasPrefix(start, []byte("PK\x03\x04")), bytes.HasPrefix(start, []byte("PK\x05\x06")):
		return kindWorkbook, nil
	case bytes.HasPrefix(start, []byte("\xd0\xcf\x11\xe0")):
		if holds(whole, utf16("EncryptedPackage")) {
			return 0, &Problem{Code: "protected", Message: "the workbook is password protected; save it without a password"}
		}
		return 0, &Problem{Code: "legacy_xls", Message: "a legacy .xls workbook (Excel 97-2003); save it as .xlsx"}
	case is("<?xml") && bytes.Contains(text, []byte("urn:schemas-microsoft-com:office:spreadsheet")):
		return 0, &Problem{Code: "xml_spreadsheet", Message: "an XML Spreadsheet of Excel 2003; save it as .xlsx"}
	case is("<!doctype html", "<html", "<table", "<head", "<meta", "<body", "<style", "<div", "<script"):
		return 0, &Problem{Code: "html", Message: "a web page, not a table; open it in Excel and save it as .xlsx, or export CSV"}
	case is("<?xml"):
		return 0, &Problem{Code: "xml", Message: "an XML file, not a table; export CSV or .xlsx"}
	case is("%pdf-"):
		return 0, &Problem{Code: "pdf", Message: "a PDF file, not a table; export CSV or .xlsx"}
	}
	return kindText, nil
}

// utf16 is ASCII s as a directory of an OLE file names its streams.
func utf16(s string) []byte {
	b := make([]byte, 0, 2*len(s))
	for _, c := range []byte(s) {
		b = append(b, c, 0)
	}
	return b
}

// holds reports whether a file contains what, in its first 256 MB.
func holds(file io.ReaderAt, what []byte) bool {
	buf := make([]byte, 1<<20)
	for at := int64(0); at < 256<<20; at += int64(len(buf) - len(what)) {
		n, err := file.ReadAt(buf, at)
		if bytes.Contains(buf[:n], what) {
			return true
		}
		if err != nil {
			return false
		}
	}
	return false
}

// decoded is text without its byte order mark, as UTF-8 where it was UTF-16, and
// what the mark says it was.
func decoded(r io.Reader) (text io.Reader, encoding string, err error) {
	b := bufio.NewReaderSize(r, 64<<10)
	mark, err := b.Peek(3)
	if err != nil && err != io.EOF {
		return nil, "", err
	}
	switch {
	case bytes.HasPrefix(mark, []byte("\xef\xbb\xbf")):
		_, err = b.Discard(3)
		return b, "UTF-8", err
	case bytes.HasPrefix(mark, []byte("\xff\xfe")), bytes.HasPrefix(mark, []byte("\xfe\xff")):
		return transform.NewReader(b, unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder()), "UTF-16", nil
	}
	return b, "", nil
}

// latin appends s, which is Windows-1252, to b as UTF-8.
func latin(b, s []byte) []byte {
	for _, c := range s {
		if c < 0x80 {
			b = append(b, c)
		} else {
			b = append(b, string(charmap.Windows1252.DecodeByte(c))...)
		}
	}
	return b
}

// lineEnd is the byte that ends the lines of a file: \n, or \r in a file whose
// first line ends with \r alone.
func lineEnd(head []byte) byte {
	quoted := false
	for i, c := range head {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\n':
			return '\n'
		case c == '\r':
			if rest := bytes.TrimLeft(head[i:], "\r"); len(rest) > 0 && rest[0] != '\n' {
				return '\r'
			}
		}
	}
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		return '\r'
	}
	return '\n'
}

// sep takes note of a first line like sep=; and passes over it.
func (c *csvSource) sep() {
	line := c.carry
	if n := bytes.IndexByte(line, c.csv.end); n >= 0 {
		line = line[:n]
	}
	line = bytes.Trim(bytes.TrimRight(line, "\r"), `"`)
	if len(line) == 5 && bytes.EqualFold(line[:4], []byte("sep=")) && bytes.IndexByte([]byte(",;\t|"), line[4]) >= 0 {
		c.declared = line[4]
		c.start = min(len(c.carry), bytes.IndexByte(c.carry, c.csv.end)+1)
		if c.start == 0 {
			c.start = len(c.carry)
		}
		c.first = 2
	}
}
