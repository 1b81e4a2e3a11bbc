package payment_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// This file is a second reader, made from the table of positions alone. It uses
// nothing of the package, so that the two can only agree where both are right.

// A seenFile is what an ACH file says, as this reader sees it.
type seenFile struct {
	header  string
	batches []seenBatch
	total   int64
}

type seenBatch struct {
	company, id, day string
	entries          []seenEntry
}

type seenEntry struct {
	tran, bank, account, id, name string
	cents                         int64
	txp                           string
}

// A walker goes over the lines of a file.
type walker struct {
	lines []string
	n     int // lines taken
}

func (w *walker) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", w.n, fmt.Sprintf(format, args...))
}

// take is the next line, which must be of a type.
func (w *walker) take(kind byte) (string, error) {
	if w.n >= len(w.lines) {
		w.n++
		return "", w.errorf("missing")
	}
	w.n++
	s := w.lines[w.n-1]
	switch {
	case len(s) != 94:
		return "", w.errorf("length %d", len(s))
	case s[0] != kind:
		return "", w.errorf("record %c, want %c", s[0], kind)
	}
	return s, nil
}

// peek is the type of the next line.
func (w *walker) peek() byte {
	if w.n >= len(w.lines) || w.lines[w.n] == "" {
		return 0
	}
	return w.lines[w.n][0]
}

// cut is positions a to b of a line, from 1, both inclusive.
func cut(s string, a, b int) string { return s[a-1 : b] }

// Patterns of fields. A text begins at the left and has blanks behind it.
const (
	anyText   = `[!-~]([ -~]*)`
	maybe     = `([!-~]([ -~]*))?`
	day       = `[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])`
	number    = `[0-9]+`
	no        = ` *`
	word      = `[!-~]+ *`
	creditAcc = `[A-Za-z0-9-]+ *`
)

// A spot is a field of a record: its positions and what stands there.
type spot struct {
	a, b int
	is   string
}

var records = map[byte][]spot{
	'1': {{2, 3, "01"}, {4, 4, " "}, {5, 13, number}, {14, 23, "[ !-~][!-~]{9}"}, {24, 29, day}, {30, 33, "([01][0-9]|2[0-3])[0-5][0-9]"},
		{34, 34, "[A-Z0-9]"}, {35, 37, "094"}, {38, 39, "10"}, {40, 40, "1"}, {41, 63, anyText}, {64, 86, anyText}, {87, 94, no}},
	'5': {{2, 4, "220"}, {5, 20, anyText}, {21, 40, maybe + no}, {41, 50, word}, {51, 53, "CCD"}, {54, 63, anyText}, {64, 69, no}, {70, 75, day},
		{76, 78, no}, {79, 79, "1"}, {80, 87, number}, {88, 94, number}},
	'6': {{2, 3, "[23]2"}, {4, 11, number}, {12, 12, number}, {13, 29, creditAcc}, {30, 39, number}, {40, 54, maybe + no}, {55, 76, anyText},
		{77, 78, no}, {79, 79, "1"}, {80, 94, number}},
	'7': {{2, 3, "05"}, {4, 83, `TXP\*[^\\]*\\ *`}, {84, 87, "0001"}, {88, 94, number}},
	'8': {{2, 4, "220"}, {5, 10, number}, {11, 20, number}, {21, 32, "0+"}, {33, 44, number}, {45, 54, word}, {55, 73, no}, {74, 79, no},
		{80, 87, number}, {88, 94, number}},
	'9': {{2, 7, number}, {8, 13, number}, {14, 21, number}, {22, 31, number}, {32, 43, "0+"}, {44, 55, number}, {56, 94, no}},
}

// shape holds a line to the fields of its record.
func (w *walker) shape(s string) error {
	next := 2
	for _, f := range records[s[0]] {
		if f.a != next {
			panic(fmt.Sprintf("record %c: no field at %d", s[0], next))
		}
		next = f.b + 1
		if _, err := time.Parse("20060102", "20"+cut(s, f.a, f.b)); f.is == day && err != nil {
			return w.errorf("positions %d-%d: %q is no day", f.a, f.b, cut(s, f.a, f.b))
		}
		if !pattern(f.is).MatchString(cut(s, f.a, f.b)) {
			return w.errorf("positions %d-%d: %q", f.a, f.b, cut(s, f.a, f.b))
		}
	}
	if next != 95 {
		panic(fmt.Sprintf("record %c ends at %d", s[0], next-1))
	}
	return nil
}

var patterns = map[string]*regexp.Regexp{}

// pattern is a pattern for the whole of a field.
func pattern(is string) *regexp.Regexp {
	if patterns[is] == nil {
		patterns[is] = regexp.MustCompile("^(" + is + ")$")
	}
	return patterns[is]
}

func num(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(err) // shape has seen digits
	}
	return n
}

// routes reports whether nine digits are a routing number.
func routes(s string) bool {
	sum := 0
	for i, c := range s {
		sum += int(c-'0') * []int{3, 7, 1}[i%3]
	}
	return len(s) == 9 && sum > 0 && sum%10 == 0
}

// look reads a whole file.
func look(text string) (*seenFile, error) {
	body, ok := strings.CutSuffix(text, "\r\n")
	if !ok {
		return nil, fmt.Errorf("no end of line at the end")
	}
	w := &walker{lines: strings.Split(body, "\r\n")}
	f := &seenFile{}
	head, err := w.takeShaped('1')
	if err != nil {
		return nil, err
	}
	if f.header = head; !routes(cut(head, 5, 13)) {
		return nil, w.errorf("check digit of the destination")
	}
	if id := cut(head, 14, 23); id[0] == ' ' && !pattern(` [0-9]{9}`).MatchString(id) {
		return nil, w.errorf("origin")
	}
	var count, hash, entries int64
	for w.peek() == '5' {
		b, h, err := w.batch(len(f.batches)+1, &entries)
		if err != nil {
			return nil, err
		}
		for _, e := range b.entries {
			f.total += e.cents
		}
		count, hash = count+2*int64(len(b.entries)), hash+h
		f.batches = append(f.batches, b)
	}
	return f, w.ending(f, count, hash)
}

func (w *walker) takeShaped(kind byte) (string, error) {
	s, err := w.take(kind)
	if err == nil {
		err = w.shape(s)
	}
	return s, err
}

// ending reads the file's control record and the filler.
func (w *walker) ending(f *seenFile, count, hash int64) error {
	s, err := w.takeShaped('9')
	if err != nil {
		return err
	}
	blocks := (int64(w.n) + 9) / 10
	for _, c := range []struct {
		a, b int
		want int64
	}{{2, 7, int64(len(f.batches))}, {8, 13, blocks}, {14, 21, count}, {22, 31, hash % 10_000_000_000}, {44, 55, f.total}} {
		if num(cut(s, c.a, c.b)) != c.want {
			return w.errorf("positions %d-%d: %s, want %d", c.a, c.b, cut(s, c.a, c.b), c.want)
		}
	}
	if len(f.batches) == 0 {
		return w.errorf("no batch")
	}
	for int64(w.n) < blocks*10 {
		fill, err := w.take('9')
		if err != nil {
			return err
		}
		if strings.Trim(fill, "9") != "" {
			return w.errorf("not nines")
		}
	}
	if w.n != len(w.lines) {
		w.n++
		return w.errorf("a line too many")
	}
	return nil
}

// batch reads a batch; entries counts those of the file.
func (w *walker) batch(number int, entries *int64) (b seenBatch, hash int64, err error) {
	head, err := w.takeShaped('5')
	if err != nil {
		return b, 0, err
	}
	if num(cut(head, 88, 94)) != int64(number) {
		return b, 0, w.errorf("batch number")
	}
	if cut(head, 70, 75) < cut(w.lines[0], 24, 29) {
		return b, 0, w.errorf("paid before the file is made")
	}
	b.company, b.id, b.day = strings.TrimRight(cut(head, 5, 20), " "), cut(head, 41, 50), cut(head, 70, 75)
	var total int64
	for w.peek() == '6' {
		*entries++
		e, err := w.entry(cut(head, 80, 87), *entries)
		if err != nil {
			return b, 0, err
		}
		b.entries = append(b.entries, e)
		total, hash = total+e.cents, hash+num(e.bank[:8])
	}
	s, err := w.takeShaped('8')
	if err != nil {
		return b, 0, err
	}
	switch {
	case len(b.entries) == 0:
		err = w.errorf("an empty batch")
	case num(cut(s, 5, 10)) != 2*int64(len(b.entries)):
		err = w.errorf("count")
	case num(cut(s, 11, 20)) != hash%10_000_000_000:
		err = w.errorf("hash")
	case num(cut(s, 33, 44)) != total:
		err = w.errorf("credits")
	case cut(s, 45, 54) != cut(head, 41, 50):
		err = w.errorf("company id")
	case cut(s, 80, 94) != cut(head, 80, 94):
		err = w.errorf("bank or number of the batch")
	}
	return b, hash, err
}

// entry reads an entry and its addendum.
func (w *walker) entry(odfi string, n int64) (e seenEntry, err error) {
	s, err := w.takeShaped('6')
	if err != nil {
		return e, err
	}
	e = seenEntry{cut(s, 2, 3), cut(s, 4, 12), strings.TrimRight(cut(s, 13, 29), " "), strings.TrimRight(cut(s, 40, 54), " "),
		strings.TrimRight(cut(s, 55, 76), " "), num(cut(s, 30, 39)), ""}
	trace := fmt.Sprintf("%s%07d", odfi, n)
	switch {
	case !routes(e.bank):
		return e, w.errorf("check digit")
	case e.cents == 0:
		return e, w.errorf("no money")
	case cut(s, 80, 94) != trace:
		return e, w.errorf("trace")
	}
	s, err = w.takeShaped('7')
	if err != nil {
		return e, err
	}
	if cut(s, 88, 94) != trace[8:] {
		return e, w.errorf("addendum of another entry")
	}
	e.txp = strings.TrimRight(cut(s, 4, 83), " ")
	sum, err := txpTotal(e.txp)
	if err != nil {
		return e, w.errorf("%v", err)
	}
	if sum != e.cents {
		return e, w.errorf("the segment says %d, the entry %d", sum, e.cents)
	}
	return e, nil
}

// txpTotal holds a segment to its grammar and adds its amounts up.
func txpTotal(s string) (sum int64, err error) {
	const code, amount = `[!-)+-[\]-~]`, `\*[A-Z]\*(0|[1-9][0-9]{0,9})`
	grammar := pattern(`TXP\*` + code + `{1,15}\*` + code + `{1,5}\*([0-9]{6})(` + amount + `){1,3}(\*{1,5}` + code + `{1,6})?\\`)
	if len(s) > 80 || !grammar.MatchString(s) {
		return 0, fmt.Errorf("not a TXP segment: %s", s)
	}
	parts := strings.Split(strings.TrimSuffix(s, `\`), "*")
	if d, err := time.Parse("20060102", "20"+parts[3]); err != nil || d.Year() < 2000 {
		return 0, fmt.Errorf("no day: %s", parts[3])
	}
	if n := len(parts); n > 10 && n != 11 || n <= 10 && n%2 != 0 {
		return 0, fmt.Errorf("%d elements", n)
	}
	seen := ""
	for i := 4; i+1 < len(parts) && i < 10 && parts[i] != ""; i += 2 {
		if strings.Contains(seen, parts[i]) {
			return 0, fmt.Errorf("%s twice", parts[i])
		}
		seen += parts[i]
		sum += num(parts[i+1])
	}
	return sum, nil
}
