package pipeline

import (
	"encoding/binary"
	"errors"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
)

// This file is how a row of payroll and its lines travel from where they are
// computed, on many goroutines, to where they are posted, in order.

// kept are a batch's rows with their lines, each with the key of its check.
type kept struct {
	keys, rows []byte
	ends       [][2]int
}

func (k *kept) reset() { k.keys, k.rows, k.ends = k.keys[:0], k.rows[:0], k.ends[:0] }

// The places of ledger.Columns that are written here, after those of the key.
const (
	colPeriodStart = 4 + iota
	colPeriodEnd
	colWork
	colGross
	colSection125
	colDeferral
	colTipsCash
	colTipsCharged
	colTipsPooled
	colISO
	colISODate
	colNQDC
	colNQDCDate
	colMilitary
	colPension
	colElection
	colParsonage
	colTransit
	colTransitScheduled
	colWithheld
	colTaxMunicipality
	colInCapacity
)

// keep keeps a row for the ledger.
func (w *worker) keep(b *batch, r *row) {
	if w.run.memory == nil {
		return
	}
	k := &b.kept
	k.keys = appendKey(k.keys, r)
	start := len(k.rows)
	k.rows = append(k.rows, 0, 0, 0, 0) // the length of the row, below
	k.rows = w.appendRow(k.rows, r)
	binary.BigEndian.PutUint32(k.rows[start:], uint32(len(k.rows)-start-4))
	k.rows = append(k.rows, yesByte(r.Pay.Pay[calc.PayElection] != 0))
	for i := range w.lines {
		k.rows = w.appendLine(k.rows, &w.lines[i], r)
	}
	k.ends = append(k.ends, [2]int{len(k.keys), len(k.rows)})
}

func yesByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// appendKey writes the key of a row's check so that its bytes are in the order
// of the ledger's keys.
func appendKey(b []byte, r *row) []byte {
	b = append(append(b, r.who.employer.id...), 0)
	b = append(r.Pay.PayDate.Append(b), 0)
	b = append(append(b, r.who.id()...), 0)
	return append(b, r.CheckID...)
}

// appendRow writes the row in the one way that all rows that say the same have.
func (w *worker) appendRow(b []byte, r *row) []byte {
	var room [32]byte
	date := func(column int, d calc.Date) {
		if d != 0 {
			b = ledger.AppendCell(b, column, d.Append(room[:0]))
		}
	}
	money := func(column int, c calc.Cents, known bool) {
		if known {
			b = ledger.AppendCell(b, column, c.Append(room[:0]))
		}
	}
	item := func(column int, i calc.Item) { money(column, r.Pay.Pay[i], r.Pay.Pay[i] != 0) }
	yes := func(column int, is bool) {
		if is {
			b = ledger.AppendCell(b, column, "yes")
		}
	}
	date(colPeriodStart, r.PeriodStart)
	date(colPeriodEnd, r.PeriodEnd)
	b = w.appendPlace(b, colWork, r.Check.Work)
	money(colGross, r.Pay.Pay[calc.PayGross], true)
	money(colSection125, r.Pay.Section125, r.Pay.Section125 != 0)
	money(colDeferral, r.Deferral, r.Deferral != 0)
	item(colTipsCash, calc.PayTipsCash)
	item(colTipsCharged, calc.PayTipsCharged)
	item(colTipsPooled, calc.PayTipsPooled)
	item(colISO, calc.PayISO)
	date(colISODate, r.Pay.ISODisposed)
	item(colNQDC, calc.PayNQDC)
	date(colNQDCDate, r.Pay.NQDCDeferred)
	item(colMilitary, calc.PayMilitary)
	item(colPension, calc.PayPension)
	item(colElection, calc.PayElection)
	item(colParsonage, calc.PayParsonage)
	item(colTransit, calc.PayTransit)
	yes(colTransitScheduled, r.Pay.TransitScheduled)
	money(colWithheld, r.Withheld, r.WithheldKnown)
	b = w.appendPlace(b, colTaxMunicipality, r.TaxMunicipality)
	yes(colInCapacity, r.InCapacity)
	return ledger.AppendRow(b)
}

// appendPlace writes a place by its id, whatever the file calls it.
func (w *worker) appendPlace(b []byte, column int, text []byte) []byte {
	if len(text) == 0 {
		return b
	}
	if p, err := w.place(text); err == nil && p != nil {
		return ledger.AppendCell(b, column, p.ID)
	}
	return ledger.AppendCell(b, column, "none")
}

// appendLine writes one line of a row.
func (w *worker) appendLine(b []byte, l *calc.Line, r *row) []byte {
	x := w.render(l.Law)
	id := ""
	if x.place != nil {
		id = x.place.ID
	}
	b = append(binary.AppendUvarint(b, uint64(len(id))), id...)
	b = append(b, byte(l.Role))
	for _, n := range [...]int64{int64(l.Rate), int64(l.Wages.Total), int64(l.Wages.Subject), int64(l.Required), int64(l.Withheld),
		int64(slotOf(r.Pay.PayDate, x.parts)), int64(w.cite(l, x))} {
		b = binary.AppendVarint(b, n)
	}
	set := l.Wages.Reasons()
	b = binary.AppendUvarint(b, uint64(set))
	for reason, c := range l.Wages.NotSubject {
		if set.Has(calc.Reason(reason)) {
			b = binary.AppendVarint(b, int64(c))
		}
	}
	return b
}

// cite is a number for the citations of a line.
func (w *worker) cite(l *calc.Line, x *rendered) int {
	if w.cites == nil {
		w.cites = map[string]int{}
	}
	text := w.cellsOf(x, l).citations
	n, ok := w.cites[text]
	if !ok {
		n = w.run.memory.cite(joinCitations(l.Citations()))
		w.cites[text] = n
	}
	return n
}

func (m *memory) cite(text string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.citeIDs[text]
	if !ok {
		n = len(m.cites)
		m.citeIDs[text], m.cites = n, append(m.cites, text)
	}
	return n
}

var errKept = errors.New("what was kept for the ledger cannot be read back")

// take adds what was kept of one row to its check.
func (m *memory) take(c *ledger.Check, b []byte) error {
	if len(b) < 5 {
		return errKept
	}
	n := int(binary.BigEndian.Uint32(b))
	if len(b) < n+5 {
		return errKept
	}
	c.Content = append(c.Content, b[4:4+n]...)
	c.Election = c.Election || b[4+n] == 1
	for b = b[n+5:]; len(b) > 0; {
		l, rest, err := m.readLine(b)
		if err != nil {
			return err
		}
		c.Lines, b = append(c.Lines, l), rest
	}
	return nil
}

func (m *memory) readLine(b []byte) (l ledger.Line, rest []byte, err error) {
	n, size := binary.Uvarint(b)
	if size <= 0 || len(b) < size+int(n)+1 {
		return l, nil, errKept
	}
	b = b[size:]
	l.Municipality, l.Role, b = m.text(b[:n]), calc.Role(b[n]).String(), b[n+1:]
	number := func() (x int64) {
		x, size := binary.Varint(b)
		if size <= 0 {
			err, size = errKept, 0
		}
		b = b[size:]
		return x
	}
	l.Rate = calc.Rate(number())
	for _, c := range [...]*calc.Cents{&l.Wages, &l.Subject, &l.Required, &l.Withheld} {
		*c = calc.Cents(number())
	}
	l.Slot = int32(number())
	l.Citations = m.cites[number()]
	set, size := binary.Uvarint(b)
	if size <= 0 {
		return l, nil, errKept
	}
	b = b[size:]
	l.NotSubject = notSubject(calc.ReasonSet(set), number)
	return l, b, err
}

// text is a text of the run's, kept once.
func (m *memory) text(b []byte) string {
	if s, ok := m.texts[string(b)]; ok {
		return s
	}
	if m.texts == nil {
		m.texts = map[string]string{}
	}
	m.texts[string(b)] = string(b)
	return m.texts[string(b)]
}

// notSubject writes what of a line is not subject, reason by reason, in the
// order of the reasons' codes.
func notSubject(set calc.ReasonSet, amount func() int64) string {
	if set == 0 {
		return ""
	}
	var parts []string
	for r := range calc.Reason(calc.NumReasons) {
		if set.Has(r) {
			parts = append(parts, r.String()+"="+strconv.FormatInt(amount(), 10))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, ";")
}
