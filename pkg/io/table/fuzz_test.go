package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/withhold/pkg/calc"
)

// A result is a row as FuzzCSV compares it.
type result struct {
	number int
	cells  string
	bad    bool
}

// results reads the rows of a CSV text in blocks of about that size; 0 is the
// usual size. The error is the one that ended it, nil at the end.
func results(t *testing.T, text []byte, block int) (tab *Table, list []result, err error) {
	f, err := OpenReader("fuzz.csv", bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	tab = f.Tables[0]
	if block > 0 {
		c := tab.src.(*csvSource)
		rest := bytes.Clone(c.carry[c.skip:])
		c.in = io.MultiReader(bytes.NewReader(rest), c.in)
		c.carry, c.block, c.eof = c.carry[:c.skip], block, false
	}
	var b Block
	last := tab.HeaderRow
	for {
		if err := tab.Next(&b); err == io.EOF {
			return tab, list, nil
		} else if err != nil {
			return tab, list, err
		}
		b.Split()
		for i := range b.Len() {
			r := b.Row(i)
			if r.Number <= last {
				t.Fatalf("row %d after row %d", r.Number, last)
			}
			if last = r.Number; len(r.Cells) != len(tab.Header) {
				t.Fatalf("row %d has %d cells of %d", r.Number, len(r.Cells), len(tab.Header))
			}
			if text := b.Text(i, nil); string(text) != textOf(r.Cells) {
				t.Fatalf("row %d is %q, and its text %q", r.Number, r.Cells, text)
			}
			cells := bytes.ReplaceAll(bytes.Join(r.Cells, []byte{0}), []byte("\r\n"), []byte("\n"))
			list = append(list, result{r.Number, string(cells), r.Err != nil})
		}
	}
}

// textOf is the text that a row with these cells has.
func textOf(cells [][]byte) string {
	if bytes.IndexByte(bytes.Join(cells, nil), ',') >= 0 {
		return string(bytes.Join(cells, []byte{0}))
	}
	return string(bytes.Join(cells, []byte{','}))
}

// FuzzCSV holds that rows do not depend on where blocks are cut, and that they
// are those that encoding/csv finds in the same bytes, up to the first fault.
func FuzzCSV(f *testing.F) {
	files, _ := filepath.Glob("testdata/c*.csv")
	for _, path := range files {
		if text, err := os.ReadFile(path); err == nil {
			f.Add(text, 7)
		}
	}
	f.Add([]byte("a,b\n1,\"x\ny\"\n\"2\",\"\"\"\"\n3,4"), 3)
	f.Add([]byte("a;b\r\n\"1\"\"\";2\r\n\r\n;\r\n3;4;\r\n"), 1)
	f.Fuzz(func(t *testing.T, text []byte, block int) {
		tab, want, err := results(t, text, 0)
		if tab == nil {
			return
		}
		_, cut, cutErr := results(t, text, 1+(block&63))
		if fmt.Sprint(err) != fmt.Sprint(cutErr) || err == nil && fmt.Sprint(want) != fmt.Sprint(cut) {
			t.Fatalf("blocks cut elsewhere give\n%+v %v\nnot\n%+v %v", cut, cutErr, want, err)
		}
		c := tab.src.(*csvSource)
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
		plain := bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		if c.declared != 0 || bytes.IndexByte(plain, '\r') >= 0 || bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text) || bytes.Contains(text, textMark) ||
			tab.Err() != nil && tab.Err() != io.EOF && len(want) == 0 {
			return
		}
		compare(t, tab, c.csv.comma, text, want, err)
	})
}

// compare holds rows to what encoding/csv finds below the header.
func compare(t *testing.T, tab *Table, comma byte, text []byte, rows []result, end error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord = rune(comma), -1
	for {
		record, err := r.Read()
		var parse *csv.ParseError
		switch {
		case err == io.EOF:
			if len(rows) > 0 || end != nil {
				t.Fatalf("more than encoding/csv finds: %+v, %v", rows, end)
			}
			return
		case errors.As(err, &parse):
			if parse.StartLine > tab.HeaderRow && end == nil && (len(rows) == 0 || !rows[0].bad || rows[0].number != parse.StartLine) {
				t.Fatalf("encoding/csv says %v, here %+v", err, rows)
			}
			return
		}
		line, _ := r.FieldPos(0)
		for i, cell := range record {
			record[i] = string(trim([]byte(cell)))
		}
		if line <= tab.HeaderRow || strings.Join(record, "") == "" {
			continue
		}
		if len(rows) == 0 {
			if end == nil {
				t.Fatalf("line %d is missing: %q", line, record)
			}
			return
		}
		got := rows[0]
		rows = rows[1:]
		cells := len(record)
		for len(record) > len(tab.Header) && record[len(record)-1] == "" {
			record = record[:len(record)-1]
		}
		if want := strings.Join(record, "\x00"); got.number != line ||
			got.bad != (len(record) != len(tab.Header) || cells < len(tab.Header)) || !got.bad && got.cells != want {
			t.Fatalf("line %d is %q in encoding/csv, here %v", line, record, got)
		}
	}
}

// FuzzMoney holds that an amount read has the digits and the sign that were
// written, and is read again from what it is written as.
func FuzzMoney(f *testing.F) {
	for _, test := range moneyTests {
		f.Add([]byte(test.cell))
	}
	f.Fuzz(func(t *testing.T, cell []byte) {
		c, err := Money(cell)
		plain, plainErr := calc.ParseCents(string(cell))
		if plainErr == nil && (err != nil || c != plain) {
			t.Fatalf("%q is %s plainly, here %s, %v", cell, plain, c, err)
		}
		if err != nil {
			return
		}
		if again, err := Money(c.Append(nil)); err != nil || again != c {
			t.Fatalf("%q is %s, which is read as %s, %v", cell, c, again, err)
		}
		digits := func(s []byte) string {
			whole, frac, _ := bytes.Cut(s, dot)
			keep := func(r rune) rune {
				if r < '0' || r > '9' {
					return -1
				}
				return r
			}
			w, fr := strings.Map(keep, string(whole)), strings.Map(keep, string(frac))
			return strings.TrimLeft(w, "0") + "." + strings.TrimRight(fr, "0")
		}
		if digits(cell) != digits(c.Append(nil)) {
			t.Fatalf("%q became %s", cell, c)
		}
		minus := bytes.ContainsAny(cell, "-(") || bytes.Contains(cell, unicodeMinus) || bytes.Contains(cell, cr)
		if c != 0 && minus != (c < 0) {
			t.Fatalf("%q became %s: the sign", cell, c)
		}
	})
}

// hasMonth reports whether a cell names a month.
func hasMonth(cell []byte) bool {
	return bytes.ContainsFunc(cell, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' && r != 'T' && r != 'Z' })
}

// FuzzDate holds that a date read has the numbers that were written, in the
// order asked for, and that ISO dates are those of calc.
func FuzzDate(f *testing.F) {
	for _, test := range dateTests {
		f.Add([]byte(test.cell))
	}
	f.Fuzz(func(t *testing.T, cell []byte) {
		plain, plainErr := calc.ParseDate(string(cell))
		for _, order := range []DateOrder{ISO, MDY, DMY, YMD} {
			d, err := Date(cell, order)
			if plainErr == nil && plain.Year() >= 1900 && plain.Year() < 2200 && (err != nil || d != plain) {
				t.Fatalf("%q is %s, here %s, %v", cell, plain, d, err)
			}
			if err != nil {
				continue
			}
			if again, err := Date(d.Append(nil), order); err != nil || again != d {
				t.Fatalf("%q is %s, which is read as %s, %v", cell, d, again, err)
			}
			if y := d.Year(); y < 1900 || y > 2199 || !bytes.Contains(cell, fmt.Append(nil, y)) {
				t.Fatalf("%q became %s", cell, d)
			}
			if order == ISO && plainErr != nil && !bytes.HasPrefix(cell, d.Append(nil)) && !hasMonth(cell) {
				t.Fatalf("%q became %s without an order", cell, d)
			}
			if order == MDY && cell[4] != '-' && bytes.Count(cell, []byte("/")) == 2 && !hasMonth(cell) {
				p := bytes.SplitN(cell, []byte("/"), 3)
				swapped := bytes.Join([][]byte{p[1], p[0], p[2]}, []byte("/"))
				if other, err := Date(swapped, DMY); err != nil || other != d {
					t.Fatalf("%q month first is %s, %q day first %s, %v", cell, d, swapped, other, err)
				}
			}
		}
	})
}
