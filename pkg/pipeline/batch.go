package pipeline

import (
	"cmp"
	"errors"
	"fmt"
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

// resolve finds the law of every place a row touches. What cannot be found sets
// the row aside.
func (w *worker) resolve(b *batch, r *row) {
	fault := func(column int, code string, value []byte, err error) {
		r.ok = false
		b.problems = append(b.problems, b.reader.Fault(r.Row, column, code, value, err.Error()))
	}
	if why := r.who.unusable; why != "" {
		fault(record.ColumnEmployee, "employee_set_aside", r.EmployeeID, errors.New(why))
	}
	if why := r.who.employer.unusable; why != "" {
		fault(record.ColumnEmployer, "employer_set_aside", r.EmployerID, errors.New(why))
	}
	if r.Pay.Section125 != 0 && r.Total == 0 && !w.run.auditing {
		fault(record.ColumnSection125, "deduction", nil, errNoPay)
	}
	var err error
	if r.work, err = w.place(r.Work); err != nil {
		fault(record.ColumnWork, "municipality", r.Work, err)
		return
	}
	if err := w.share(b, r); err != nil {
		fault(record.ColumnWork, "law_unknown", r.Work, err)
		return
	}
	if err := w.findHome(r, r.Pay.PayDate, b.shares[r.shares[0]:r.shares[1]]); err != nil {
		fault(record.ColumnPayDate, "law_unknown", nil, err)
		return
	}
	if column, err := w.findPaid(b, r); err != nil {
		fault(column, "tax_municipality", r.TaxMunicipality, err)
	}
}

var errNoPay = errors.New("it is taken from no pay: write it in the row of the pay that it was taken from")

// share finds where the check's wages were earned: at a small employer's fixed
// location; where the work log says; or where the check says.
func (w *worker) share(b *batch, r *row) error {
	e, day := r.who.employer, r.Pay.PayDate
	switch {
	case len(e.small) > 0 && slices.Contains(e.small, day.Year()) && w.run.smallEmployers(e, day):
		r.work, r.small = e.fixed, true
	case r.who.log != nil && r.who.days == nil:
		return nil // the survey that comes before days are counted
	case r.who.days != nil:
		if done, err := w.allocate(b, r); done || err != nil {
			return err
		}
		r.noLog = true
		if len(r.Work) == 0 && r.who.ppw != nil {
			r.work = r.who.ppw
		}
	}
	law, err := w.law(r.work, day)
	r.shares = [2]int{len(b.shares), len(b.shares) + 1}
	b.shares = append(b.shares, calc.Share{})
	s := &b.shares[r.shares[0]]
	s.Law, s.Check, s.Small, s.Ties = law, r.Pay, r.small, ties(r.who, r.work)
	s.Withholds = r.work != nil && !e.standing("not_withholding", r.work, day)
	return err
}

// smallEmployers reports whether the law of the employer's fixed location has
// the small employer rule; where it levies no tax, state law's holds.
func (r *run) smallEmployers(e *employer, day calc.Date) bool {
	if e.fixed == nil {
		return true
	}
	law, err := e.fixed.law(day)
	return err == nil && law.SmallEmployer.Applies
}

func ties(who *employee, at *place) calc.Ties {
	if at == nil {
		return calc.Ties{}
	}
	return calc.Ties{Resident: who.home == at, Headquarters: who.employer.fixed == at}
}

func (w *worker) findHome(r *row, day calc.Date, shares []calc.Share) (err error) {
	who := r.who
	if who.home == nil {
		return nil
	}
	r.home.Courtesy = who.courtesy
	if r.home.Law, err = w.law(who.home, day); err != nil {
		return fmt.Errorf("residence %s: %w", who.home.Name, err)
	}
	r.home.Ties = ties(who, who.home)
	r.home.Located = who.employer.fixed == who.home
	if who.courtesy && r.home.Law.Rate > 0 && needsCredit(&r.home, shares) {
		r.noCredit = who.home
	}
	return nil
}

func needsCredit(home *calc.Home, shares []calc.Share) bool {
	for i := range shares {
		if home.NeedsCredit(&shares[i]) {
			return true
		}
	}
	return false
}

var errNoTaxPlace = errors.New("tax was withheld, but for no municipality: write the one it was withheld for")

// findPaid finds for whom the payroll system withheld. It names the column at
// fault with an error.
func (w *worker) findPaid(b *batch, r *row) (column int, err error) {
	r.paid = calc.Paid{Known: r.WithheldKnown, Amount: r.Withheld}
	if !r.WithheldKnown {
		return 0, nil
	}
	payee, err := w.place(r.TaxMunicipality)
	if err != nil {
		return record.ColumnTaxMunicipality, err
	}
	logged := r.who.log != nil && !r.small && !r.noLog
	if logged && len(r.TaxMunicipality) == 0 {
		payee = r.work // where the log says otherwise, the check's own word for it
	}
	shares := b.shares[r.shares[0]:r.shares[1]] // none where days are not counted yet
	nobody := len(shares) > 0 && !slices.ContainsFunc(shares, func(s calc.Share) bool { return s.Law != nil })
	if payee == nil && !w.run.auditing && (len(r.TaxMunicipality) > 0 || nobody) && r.Withheld != 0 {
		return record.ColumnTaxMunicipality, errNoTaxPlace
	}
	if payee == nil {
		return 0, nil
	}
	r.paid.Law, err = w.law(payee, r.Pay.PayDate)
	r.paid.Home = payee == r.who.home
	return record.ColumnTaxMunicipality, err
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
