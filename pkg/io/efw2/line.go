package efw2

import (
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// The codes of notes.
const (
	noteMissing  = "missing"
	noteCut      = "cut"
	noteLetters  = "letters"
	noteUnplaced = "unplaced"
)

// start begins a record: its constants, zeros where numbers stand, no for yes or
// no, and blanks.
func (w *writer) start(kind string) {
	w.rec = w.layout.records[kind]
	for _, f := range w.rec.fields {
		fill, part := byte(' '), f.of(w.line[:])
		switch f.kind {
		case kindMoney, kindMaybeMoney, kindDigits, kindFlag:
			fill = '0'
		}
		for i := range part {
			part[i] = fill
		}
		if f.kind == kindIs {
			copy(part, f.holds[0])
		}
	}
}

// end writes the record.
func (w *writer) end() {
	w.out.Write(w.line[:])
	w.out.Write(w.lineEnd)
	w.totals.Records[w.rec.kind]++
}

// put fills a field from its left with what is known to fit.
func (w *writer) put(name, value string) {
	part := w.rec.byName[name].of(w.line[:])
	copy(part, value)
}

// text writes a text in capital ASCII letters. What does not fit is cut at the end.
func (w *writer) text(name, value string) (written string) {
	text, ok := Upper(value)
	if !ok {
		w.tell(noteLetters, name, "letters that have no form in ASCII are left out; give it in plain letters")
	}
	if n := w.rec.byName[name].width(); len(text) > n {
		w.tell(noteCut, name, "cut to %d of its %d characters", n, len(text))
		text = strings.TrimRight(text[:n], " ")
	}
	w.put(name, text)
	return text
}

// whole writes what names somebody, as a mail address or a user id does, or nothing
// where it does not fit: cut, it is another's.
func (w *writer) whole(name, value string) {
	text, ok := Upper(value)
	if n := w.rec.byName[name].width(); !ok || len(text) > n {
		w.tell(noteCut, name, "left blank: it is not plain ASCII of %d characters at most", n)
		return
	}
	w.put(name, text)
}

// phone writes the digits of a number, or nothing where they do not fit.
func (w *writer) phone(name, value string) {
	digits, ok := onlyDigits(value)
	if n := w.rec.byName[name].width(); !ok || len(digits) > n {
		w.tell(noteCut, name, "left blank: it is not a number of %d digits at most", n)
		return
	}
	w.put(name, digits)
}

// choice writes one of a few letters.
func (w *writer) choice(name, value string) {
	f := w.rec.byName[name]
	if value == "" {
		return
	}
	for _, word := range f.holds {
		if word == value {
			w.put(name, value)
			return
		}
	}
	w.refuse(name, "%q is unknown; write %s", value, strings.Join(f.holds, ", "))
}

func (w *writer) flag(name string, yes bool) {
	if yes {
		w.put(name, "1")
	}
}

// number writes n with zeros before it.
func (w *writer) number(name string, n int64) {
	f := w.rec.byName[name]
	var room [20]byte
	digits := strconv.AppendInt(room[:0], n, 10)
	if n < 0 || len(digits) > f.width() {
		w.refuse(name, "%d is not a number of %d digits", n, f.width())
		return
	}
	part := f.of(w.line[:])
	copy(part[len(part)-len(digits):], digits)
}

// money writes an amount in cents with zeros before it, and says whether it can be
// written. The layout has no sign.
func (w *writer) money(name string, c calc.Cents) bool {
	return w.moneyOf(name, name, c)
}

// moneyOf is money with another name in the refusal.
func (w *writer) moneyOf(name, shown string, c calc.Cents) bool {
	f := w.rec.byName[name]
	var room [20]byte
	digits := strconv.AppendInt(room[:0], int64(c), 10)
	switch {
	case c < 0:
		w.refuse(shown, "%s is below zero, and the file has no sign; correct the year's figures so that it is zero or more", c)
		return false
	case len(digits) > f.width():
		w.refuse(shown, "%s is more than the %d digits of the file hold", c, f.width())
		return false
	}
	part := f.of(w.line[:])
	copy(part[len(part)-len(digits):], digits)
	return true
}

// nine writes the nine digits of an EIN or a social security number, which it never
// shows.
func (w *writer) nine(name, value, what string) {
	digits, ok := onlyDigits(value)
	if !ok || len(digits) != 9 {
		w.refuse(name, "not %s; write nine digits", what)
		return
	}
	w.put(name, digits)
}
