package pipeline

import (
	"math/bits"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
)

// rendered is what every line under one law looks like, made once.
type rendered struct {
	place    *place // nil where no tax is levied
	name     string
	rate     calc.Rate
	rateText string
	citing   *citing
	parts    []int // the ends of the law's partial-month periods
}

// citing is what lines look like under the laws that cite the same provisions,
// which are hundreds of municipalities'.
type citing struct{ cells []cells }

type cellsKey struct {
	reasons calc.ReasonSet
	role    calc.Role
	small   bool
	exempt  calc.Citation
}

// cells are the texts that many lines share.
type cells struct {
	key                cellsKey
	reasons, citations string
}

// render finds or makes the rendering of a law. Law nil is where none is levied.
func (w *worker) render(law *calc.Law) *rendered {
	x := w.laws[law]
	if x != nil {
		return x
	}
	x = &rendered{rateText: "0"}
	var cites []calc.Citation
	if law != nil {
		x.place, _ = w.run.places.find(law.Municipality)
		x.name = string(results.AppendText(nil, law.Municipality))
		x.rate, x.rateText = law.Rate, law.Rate.String()
		if law.Remittance != nil {
			x.parts = law.Remittance.Ends()
		}
		cites = law.Cites()
	}
	w.key = w.key[:0]
	for _, c := range cites {
		w.key = append(append(w.key, c...), 0)
	}
	if x.citing = w.citing[string(w.key)]; x.citing == nil {
		x.citing = &citing{}
		w.citing[string(w.key)] = x.citing
	}
	w.laws[law] = x
	return x
}

// cellsOf finds or makes the shared texts of a line, the levy's citation first.
// There are few of them, so that they are looked through.
func (w *worker) cellsOf(x *rendered, l *calc.Line) *cells {
	key := cellsKey{l.Wages.Reasons(), l.Role, l.Small, l.Exempt}
	all := x.citing.cells
	for i := range all {
		if all[i].key == key {
			return &all[i]
		}
	}
	var cites []string
	for _, cite := range l.Citations() {
		if s := string(cite); s != "" && !slices.Contains(cites, s) {
			cites = append(cites, s)
		}
	}
	x.citing.cells = append(all, cells{key: key, reasons: string(appendReasons(nil, key.reasons)),
		citations: string(results.AppendText(nil, strings.Join(cites, ";")))})
	return &x.citing.cells[len(all)]
}

// assess computes the lines of a batch's rows and writes them down.
func (w *worker) assess(b *batch) {
	b.lines.Table = results.Lines
	b.lines.Reset()
	b.variances.reset()
	b.entries, b.lineEnds = b.entries[:0], b.lineEnds[:0]
	b.kept.reset()
	for i := range b.rows {
		r := &b.rows[i]
		if !r.ok {
			continue
		}
		w.compute(b, r)
		r.lines[0] = len(b.entries)
		for j := range w.lines {
			w.write(b, r, &w.lines[j])
		}
		r.lines[1] = len(b.entries)
		w.keep(b, r)
	}
}

// compute makes a row's lines, in the order of outputs.
func (w *worker) compute(b *batch, r *row) {
	shares := b.shares[r.shares[0]:r.shares[1]]
	w.run.election.set(b, r, shares)
	w.lines = calc.Withhold(shares, &r.home, &r.who.person, w.lines[:0])
	w.lines = append(w.lines, w.run.catchUps.of(b, r)...)
	w.lines = calc.Attribute(w.lines, r.paid)
	sortLines(w.lines)
}

// sortLines puts a check's lines in the order of outputs: municipality, role.
func sortLines(lines []calc.Line) {
	for i := 1; i < len(lines); i++ { // there are two of them, rarely more
		for j := i; j > 0 && before(&lines[j], &lines[j-1]); j-- {
			lines[j], lines[j-1] = lines[j-1], lines[j]
		}
	}
}

func before(a, b *calc.Line) bool {
	c := strings.Compare(a.Municipality(), b.Municipality())
	return c < 0 || c == 0 && a.Role < b.Role
}

// write puts one line into the batch's lines and entries, and among the
// variances where what was withheld is not what is required.
func (w *worker) write(b *batch, r *row, l *calc.Line) {
	x := w.rendering(r, l.Law)
	shared := w.cellsOf(x, l)
	w.turnTo(r.Pay.PayDate)
	out := &b.lines
	out.RawCells(2, r.who.cells)
	out.TextBytes(r.CheckID)
	out.Raw(w.day.text)
	out.RawCells(1, x.name)
	out.RawCells(1, l.Role.String())
	out.Money(l.Wages.Total)
	out.Money(l.Wages.Excluded())
	out.RawCells(1, shared.reasons)
	out.Money(l.Wages.Subject)
	if l.Rate == x.rate {
		out.RawCells(1, x.rateText)
	} else {
		out.Rate(l.Rate)
	}
	out.Money(l.Required)
	out.Money(l.Withheld)
	out.RawCells(1, shared.citations)
	out.End()

	b.lineEnds = append(b.lineEnds, len(out.Bytes))
	b.entries = append(b.entries, lineEntry{role: l.Role, wages: l.Wages.Total, entry: entry{place: x.place,
		slot: w.slotOf(x.parts), subject: l.Wages.Subject, required: l.Required, withheld: l.Withheld}})
	if l.Required != l.Withheld {
		b.variance(r, x, l)
	}
}

// A payDay is a pay date as lines need it. Rows come by pay dates, or nearly so.
type payDay struct {
	date calc.Date
	text []byte
	slot slot // where a month has no parts
}

func (w *worker) turnTo(date calc.Date) {
	if w.day.date != date {
		w.day = payDay{date, date.Append(w.day.text[:0]), slotOf(date, nil)}
	}
}

// slotOf is the slot of the pay date turned to.
func (w *worker) slotOf(parts []int) slot {
	if len(parts) == 0 {
		return w.day.slot
	}
	return slotOf(w.day.date, parts)
}

func (b *batch) variance(r *row, x *rendered, l *calc.Line) {
	key := append(append(b.variances.keys, r.who.employer.id...), 0)
	key = append(append(key, r.who.id()...), 0)
	key = append(append(key, r.CheckID...), 0)
	b.variances.keys = append(key, x.name...)
	v := &b.variances.rows
	v.RawCells(2, r.who.cells)
	v.TextBytes(r.CheckID)
	v.RawCells(1, x.name)
	v.Money(l.Required)
	v.Money(l.Withheld)
	v.Money(l.Withheld - l.Required)
	v.End()
	b.variances.ends = append(b.variances.ends, [2]int{len(b.variances.keys), len(v.Bytes)})
}

// variances are rows of the table with the keys they are sorted by.
type variances struct {
	keys []byte
	rows results.Row
	ends [][2]int // where the key and the row of each end
}

func (v *variances) reset() {
	v.rows.Table = results.Variances
	v.rows.Reset()
	v.keys, v.ends = v.keys[:0], v.ends[:0]
}

// addTo gives the rows to a sorter.
func (v *variances) addTo(s *spool.Sorter) error {
	var start [2]int
	for _, end := range v.ends {
		if err := s.Add(v.keys[start[0]:end[0]], v.rows.Bytes[start[1]:end[1]]); err != nil {
			return err
		}
		start = end
	}
	return nil
}

func appendReasons(b []byte, set calc.ReasonSet) []byte {
	for first := true; set != 0; first = false {
		r := bits.TrailingZeros16(uint16(set))
		set &^= 1 << r
		if !first {
			b = append(b, ';')
		}
		b = append(b, calc.Reason(r).String()...)
	}
	return b
}
