package pipeline

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strconv"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
)

// A batch is a run of consecutive payroll rows on its way through the house.
type batch struct {
	_ apart
	carried
	reader *record.Payroll

	rows      []row
	problems  []*table.Problem
	lines     results.Row
	lineEnds  []int // where each of them ends
	variances variances
	entries   []lineEntry
	shares    []calc.Share
	portions  []portion
	kept      kept // for the ledger
	_         apart
}

// A row is one payroll row with what was found out about it.
type row struct {
	record.Check
	ok       bool // it is used
	who      *employee
	work     *place
	shares   [2]int // its shares among the batch's
	portions [2]int // and what of them are exempt days that were crossed
	small    bool
	noLog    bool       // the person has a log, but not in the check's period
	print    shortPrint // of its cells
	home     calc.Home
	paid     calc.Paid
	// noPrincipal: time of it belongs to a principal place of work that is not known.
	noPrincipal bool
	noCredit    *place // the residence whose credit is needed and not known

	lines [2]int // its lines among the batch's entries
}

// A worker reads and computes batches on one goroutine. What it remembers saves
// looking things up again and decides nothing.
type worker struct {
	_      apart
	run    *run
	key    []byte
	hashes []uint64    // of the ids of a batch's rows
	likely []*employee // whose they may be
	text   map[string]found
	places []dayPlace // by number
	laws   map[*calc.Law]*rendered
	citing map[string]*citing // by all citations of a law
	day    payDay
	lines  []calc.Line
	cites  map[string]int // of lines, for the ledger

	buckets  []bucket
	visiting calc.Visit
	suppose  func(*calc.Visit) // counts days in another way than the law does; nil for none
	_        apart
}

// apart keeps what one core writes all the time off the lines of the cache that
// hold what another reads: else each waits for the other.
type apart [64]byte

func newWorker(r *run) *worker {
	return &worker{run: r, lines: make([]calc.Line, 0, 16), key: make([]byte, 0, 1<<10), text: map[string]found{}, laws: map[*calc.Law]*rendered{}, citing: map[string]*citing{}}
}

// parse reads the rows of a batch and finds who and where they mean.
func (w *worker) parse(b *batch) {
	b.rows, b.problems, b.shares, b.portions = b.rows[:0], b.problems[:0], b.shares[:0], b.portions[:0]
	if b.reader == nil || b.reader.Table() != b.table {
		b.reader = record.NewPayroll(b.table, &b.source.layout)
	}
	b.block.Split()
	for i := range b.block.Len() {
		cells := b.block.Row(i)
		b.rows = append(b.rows, row{})
		r := &b.rows[len(b.rows)-1]
		problems := b.reader.Read(&cells, &r.Check)
		r.ok = len(problems) == 0
		b.problems = append(b.problems, problems...)
		if r.ok && len(r.CheckID) > 0 {
			r.print = short(fingerprint(b.block.Text(i, w.key[:0])))
		}
	}
	w.findPeople(b)
	for i := range b.rows {
		if r := &b.rows[i]; r.ok {
			w.resolve(b, r)
		}
	}
	if len(b.problems) > 1 {
		slices.SortStableFunc(b.problems, func(x, y *table.Problem) int { return cmp.Compare(x.Row, y.Row) })
	}
}

// findPeople finds whose the rows are. What it looks up is all over memory, so
// that it goes over the rows in several short loops: in each of them a core waits
// for many lookups at a time.
func (w *worker) findPeople(b *batch) {
	n := len(b.rows)
	w.hashes, w.likely = slices.Grow(w.hashes[:0], n)[:n], slices.Grow(w.likely[:0], n)[:n]
	for i := range b.rows {
		w.hashes[i] = w.hash(b.rows[i].EmployerID, b.rows[i].EmployeeID)
	}
	w.run.people.index.Load().likely(w.hashes, w.likely)
	for i := range b.rows {
		r := &b.rows[i]
		switch {
		case len(r.EmployerID) == 0:
		case len(r.EmployeeID) == 0:
			r.who = &employee{employer: w.run.people.employer(string(r.EmployerID)), rare: nothingRare}
		case w.likely[i] != nil && w.likely[i].is(r.EmployerID, r.EmployeeID):
			r.who = w.likely[i]
		default:
			r.who = w.run.people.find(r.EmployerID, r.EmployeeID, w.hashes[i])
		}
	}
}

func (w *worker) find(employerID, employeeID []byte) *employee {
	return w.run.people.find(employerID, employeeID, w.hash(employerID, employeeID))
}

func (w *worker) hash(employerID, employeeID []byte) uint64 {
	w.key = append(append(append(w.key[:0], employerID...), 0), employeeID...)
	return maphash.Bytes(seed, w.key)
}

func (w *worker) place(text []byte) (*place, error) {
	f, ok := w.text[string(text)]
	if !ok {
		f.place, f.err = w.run.places.find(string(text))
		w.text[string(text)] = f
	}
	return f.place, f.err
}

// identify gives a check without an id one, and sets aside a row that repeats
// another. It runs for one batch at a time, in the order of the rows.
func (r *run) identify(b *batch) {
	for i := range b.rows {
		x := &b.rows[i]
		if !x.ok {
			continue
		}
		if len(x.CheckID) == 0 {
			x.CheckID = x.who.makeID(x.Pay.PayDate)
			continue
		}
		if !x.who.seen.add(x.print, x.Pay.PayDate, r.expected) {
			x.ok = false
			b.problems = append(b.problems, b.reader.Fault(x.Row, record.ColumnCheck, "duplicate_check", x.CheckID,
				"an earlier row is the same to the letter: the check would be counted twice; delete one of them"))
		}
	}
}

// makeID is an id for a check without one: the person's n-th of that pay date.
func (e *employee) makeID(day calc.Date) []byte {
	if e.made == nil {
		e.own().made = map[calc.Date]int{}
	}
	e.made[day]++
	id := append([]byte(e.employer.id), '-')
	id = append(append(id, e.id()...), '-')
	id = append(day.Append(id), '-')
	return strconv.AppendInt(id, int64(e.made[day]), 10)
}
