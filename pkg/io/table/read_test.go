package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readText is read of a CSV text.
func readText(text string) string {
	f, err := OpenReader("t.csv", strings.NewReader(text))
	if err != nil {
		return fmt.Sprintf("error: %v\n", err)
	}
	return dump(f, known)
}

func TestCSV(t *testing.T) {
	filler := strings.Repeat("00417,2026-01-09\n", 40_000) // more than two blocks
	const header = "Employee ID,Pay Date\n"
	tests := []struct{ name, text, want string }{
		{"too few cells", "a,b,c\n1,2\n", "row 2! 2 cells where the header has 3\n"},
		{"blank cells too many", "a,b\n1,2,,\n", "row 2: 1|2\n"},
		{"blank columns at the header's end", "a,b,,\n1,2\n3,4,,\n5,6,,7\n", "row 2: 1|2\nrow 3: 3|4\nrow 4! 4 cells where the header has 2"},
		{"doubled quotes", "a,b\n\"say \"\"hi\"\"\",\"\"\n", "row 2: say \"hi\"|\n"},
		{"text after a quote", "a,b\n\"x\"y,2\n3,4\n", "row 2! text follows a closing quote"},
		{"a swallowed row", "a,b\n\"x,2\n\"y\",4\n5,6\n", "error: t.csv, row 2: a quote opens here and never closes\n"},
		{"no line end at the end", "a,b\n1,2\n3,", "row 2: 1|2\nrow 3: 3|\n"},
		{"one column", "a\n1\n\n2\n", "row 2: 1\nrow 4: 2\n"},
		{"tabs", "a\tb\n1\t2\n", "row 2: 1|2\n"},
		{"bars", "a|b\n1|2,5\n", "row 2: 1|2,5\n"},
		{"a declared separator", "sep=;\na;b,c\n1;2\n", "header 2: a|b,c\nrow 3: 1|2\n"},
		{"known names decide the separator", "Total;a;b;c\nEmployee ID,Pay Date\n1,2\n", "header 2: Employee ID|Pay Date\nrow 3: 1|2\n"},
		{"CR and LF doubled", "a,b\r\r\n1,2\r\r\n\"3\",\"4\"\r\r\n", "row 2: 1|2\nrow 3: 3|4\n"},
		{"no-break spaces", "a,b\n\u00a01\u00a0, 2\t\n", "row 2: 1|2\n"},
		{"only blank lines", "\n \n,,\n", "error: t.csv: the file holds no rows\n"},
		{"a long cell", "a,b\n1," + strings.Repeat("x", 300_000) + "\n3,4\n", "row 2! a cell of 300000 bytes; at most 65536 are read\nrow 3: 3|4\n"},
		{"a row without end", "a,b\n1," + strings.Repeat("x", 9<<20), "error: t.csv, row 2: no row ends within 4 MB"},
		{"an open quote without end", "a,b\n1,\"" + strings.Repeat("x\n", 5<<20), "error: t.csv, row 2: no row ends within 4 MB"},
		{"a header without end", strings.Repeat("x", 9<<20), "error: t.csv: no header in the first 256 kB"},
		{"a late NUL", header + filler + "\x00,b\n", "error: t.csv, row 40002: a NUL byte"},
		{"a late quote", header + filler + "\"x,b\n", "error: t.csv, row 40002: a quote opens here"},
		{"late Windows-1252", header + filler + "Pe\xf1a,Jos\xe9\nZo\xeb,b\n", "row 40002: Peña|José\nrow 40003: Zoë|b\n" +
			"warning: t.csv, row 40002: not UTF-8"},
		{"UTF-16 with the high byte first", "\xfe\xff\x00a\x00,\x00b\x00\n\x00\xf1\x00,\x002\x00\n", "row 2: ñ|2\n"},
		{"UTF-16 without a mark", "a\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00", "error: t.csv, row 1: NUL bytes throughout; if this is UTF-16"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := readText(test.text)
			if i := strings.Index(got, test.want); i < 0 {
				t.Errorf("got\n%s\nwant\n%s", got[max(0, len(got)-500):], test.want)
			}
		})
	}
}

// TestRefused names what a file is that cannot be read.
func TestRefused(t *testing.T) {
	for content, want := range map[string]string{
		"<!DOCTYPE html><html>": "a web page",
		"\ufeff  <table><tr>":   "a web page",
		"<?xml version='1.0'?>\n<Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'>": "an XML Spreadsheet of Excel 2003",
		"%PDF-1.7":                  "a PDF file",
		"\xd0\xcf\x11\xe0 rest":     "a legacy .xls workbook",
		"PK\x03\x04 and no archive": "a damaged or incomplete workbook",
		"":                          "the file is empty",
	} {
		path := filepath.Join(t.TempDir(), "f.xlsx")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(path)
		var p *Problem
		if !errors.As(err, &p) || !strings.Contains(p.Message, want) || p.File != "f.xlsx" {
			t.Errorf("%q: got %v, want %s", content, err, want)
		}
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: got %v", err)
	}
	if _, err := Open("no such file"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: got %v", err)
	}
}

// TestFailingReader holds that a read error is not taken for the end.
func TestFailingReader(t *testing.T) {
	for _, broken := range []error{errors.New("disk on fire"), io.ErrUnexpectedEOF} {
		text := "a,b\n" + strings.Repeat("1,2\n", 200_000)
		f, err := OpenReader("t.csv", io.MultiReader(strings.NewReader(text), failing{broken}))
		if err != nil {
			t.Fatal(err)
		}
		if got := dump(f, nil); !strings.Contains(got, "error: t.csv") {
			t.Errorf("%v: got %s", broken, got[len(got)-100:])
		}
	}
}

// TestNoAllocations holds that reading allocates nothing per row.
func TestNoAllocations(t *testing.T) {
	text := []byte("a,b,c\n" + strings.Repeat("1234,\"x \"\"y\"\"\",5\n6,7,8\n", 300_000))
	f, err := OpenReader("t.csv", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var b Block
	next := func() {
		if err := f.Tables[0].Next(&b); err != nil {
			t.Fatal(err)
		}
		b.Split()
		for i := range b.Len() {
			if r := b.Row(i); r.Err != nil {
				t.Fatal(r.Err)
			}
		}
	}
	next()
	next()
	if n := testing.AllocsPerRun(10, next); n > 1 {
		t.Errorf("%v allocations for a block", n)
	}
}

func TestProgress(t *testing.T) {
	for _, path := range []string{"testdata/c00_good.csv", "testdata/x00_good.xlsx"} {
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var b Block
		for f.Tables[0].Next(&b) == nil {
		}
		if n, size := f.Tables[0].Read(), f.Size(); n <= 0 || n > size {
			t.Errorf("%s: %d of %d", path, n, size)
		}
	}
}

// TestText: rows with the same cells have the same text however they are written,
// and others another.
func TestText(t *testing.T) {
	const same = "Employee ID,Pay Date,Name\n" +
		"00417,2026-01-09,Peña\n" + "00417,2026-01-09,Peña\r\n" + " 00417 ,2026-01-09\t,Peña\n" + "\"00417\",\"2026-01-09\",Peña\n" +
		"'00417,2026-01-09,Peña\n" + "=\"00417\",2026-01-09,Peña\n" + "00417,2026-01-09,Peña,,\n"
	const apart = "Employee ID,Pay Date,Name\n" +
		"\"a,b\",c,d\n" + "a,\"b,c\",d\n" + "a,b,\"c,d\"\n" + "a,b,c\n"
	for _, c := range []struct {
		text  string
		texts int
	}{{same, 1}, {strings.ReplaceAll(same, ",", ";"), 1}, {apart, 4}} {
		f, err := OpenReader("t.csv", strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		f.Tables[0].Identify(func(column int) bool { return column == 0 })
		var b Block
		if err := f.Tables[0].Next(&b); err != nil {
			t.Fatal(err)
		}
		b.Split()
		texts := map[string]bool{}
		for i := range b.Len() {
			texts[string(b.Text(i, nil))] = true
		}
		if len(texts) != c.texts {
			t.Errorf("%d texts of %d rows, want %d: %v", len(texts), b.Len(), c.texts, texts)
		}
	}
}

// TestTee: who wants the bytes of a CSV file as well has all of them at its end,
// as they stand in the file; those of a workbook are not given.
func TestTee(t *testing.T) {
	dir := t.TempDir()
	utf16 := []byte("\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00")
	for name, text := range map[string][]byte{
		"plain.csv": []byte("a,b\n1,2\n"), "bom.csv": []byte("\ufeffa,b\n1,2\n"), "utf16.csv": utf16,
		"long.csv": []byte("a,b\n" + strings.Repeat("1,2\n", 300_000)),
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		f, err := new(Seen).OpenTee(path, &got)
		if err != nil {
			t.Fatal(err)
		}
		var b Block
		for err == nil {
			err = f.Tables[0].Next(&b)
		}
		if !errors.Is(err, io.EOF) || !f.Teed() || !bytes.Equal(got.Bytes(), text) {
			t.Errorf("%s: %d bytes of %d, %v", name, got.Len(), len(text), err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	f, err := new(Seen).OpenTee(workbookOf(t, `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>`, ""), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Teed() {
		t.Error("a workbook is said to be given")
	}
}
