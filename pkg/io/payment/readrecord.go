package payment

import (
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// header reads the file header: record type 1.
func (r *reader) header(f *File) {
	r.literal(2, "01", "priority code")
	r.literal(4, " ", "blank before the destination")
	f.Destination = Party{r.value(5, 13, "destination", checkRouting), r.value(41, 63, "destination's name", checkText(23))}
	from := 14
	if r.text[13] == ' ' {
		from = 15
	}
	f.Origin = Party{r.value(from, 23, "origin", checkOriginID), r.value(64, 86, "origin's name", checkText(23))}
	f.Stamp = Stamp{r.day(24, "day of the file"), r.value(30, 33, "time of the file", checkTime), r.value(34, 34, "modifier", checkModifier)}
	r.literal(35, "094", "record size")
	r.literal(38, "10", "blocking factor")
	r.literal(40, "1", "format code")
	r.blank(87, 94, "reference")
	r.same(f.headerLine)
}

// batchHeader reads record type 5.
func (r *reader) batchHeader(b *Batch, number int, created calc.Date) {
	r.literal(2, class, "service class: credits only")
	c := &b.Company
	c.Name = r.value(5, 20, "company", checkText(16))
	c.Discretionary = r.optional(21, 40, "discretionary data", checkText(20))
	c.ID = r.value(41, 50, "company's id", checkVisible(10))
	r.literal(51, "CCD", "entry class")
	c.Description = r.value(54, 63, "description", checkText(10))
	r.blank(64, 69, "descriptive day")
	b.Effective = r.day(70, "day on which the money arrives")
	if r.ok() && b.Effective < created {
		r.fail(70, 75, "%v", tooEarly(b.Effective, created))
	}
	r.blank(76, 78, "settlement day, the bank's own")
	r.literal(79, "1", "originator status")
	c.ODFI = r.eight(80, "originating bank")
	r.count(88, 94, "batch number", int64(number))
	r.same(func() *line { return b.headerLine(number) })
}

// entry reads record type 6.
func (r *reader) entry(b *Batch, trace int64) (e Entry) {
	switch r.text[1:3] {
	case Checking.code():
		e.Kind = Checking
	case Savings.code():
		e.Kind = Savings
	default:
		r.fail(2, 3, "transaction %q is not a credit to a checking (22) or savings (32) account", r.text[1:3])
	}
	e.Routing = r.value(4, 12, "recipient's bank", checkRouting)
	e.Account = r.value(13, 29, "account", checkAccount)
	e.Amount = calc.Cents(r.number(30, 39, "amount"))
	if r.ok() && e.Amount <= 0 {
		r.fail(30, 39, "an entry that moves no money")
	}
	e.ID = r.optional(40, 54, "recipient's id of the payer", checkPayerID)
	e.Name = r.value(55, 76, "recipient's name", checkText(22))
	r.blank(77, 78, "discretionary data")
	r.literal(79, "1", "mark of an addendum")
	r.bank(80, b)
	r.count(88, 94, "number in the trace", trace)
	r.same(func() *line { return e.line(b.Company.ODFI, trace) })
	return e
}

// addendum reads record type 7 and holds it to its entry, some lines above.
func (r *reader) addendum(e *Entry, trace int64, entryLine int) {
	r.literal(2, "05", "kind of addendum")
	e.TXP = r.segment()
	r.literal(84, "0001", "number of the addendum")
	r.count(88, 94, "number of its entry", trace)
	if r.ok() {
		if err := e.checkAmount(); err != nil {
			r.fail(4, 83, "%v (line %d, positions 30-39)", err, entryLine)
		}
	}
	r.same(func() *line { return e.addendumLine(trace) })
}

// segment reads the text of an addendum, positions 4 to 83.
func (r *reader) segment() TXP {
	if !r.ok() {
		return TXP{}
	}
	t, err := ParseTXP(strings.TrimRight(r.text[3:83], " "))
	if f, ok := err.(*Fault); ok { //nolint:errorlint // ParseTXP gives no other, and not wrapped
		r.fail(f.From+3, f.To+3, "%s", f.Reason)
	}
	return t
}

// batchControl reads record type 8.
func (r *reader) batchControl(b *Batch, s *sums, number int) {
	if err := s.check(); err != nil {
		r.fail(0, 0, "%v", err)
	}
	if len(b.Entries) > maxEntries {
		r.fail(0, 0, "%d entries; a batch holds %d", len(b.Entries), maxEntries)
	}
	r.literal(2, class, "service class: credits only")
	r.count(5, 10, "count of entries and addenda", s.records())
	r.count(11, 20, "hash of routing numbers", s.hash10())
	r.count(21, 32, "total of debits in cents", 0)
	r.count(33, 44, "total of credits in cents", int64(s.credit))
	if id := strings.TrimRight(r.text[44:54], " "); id != b.Company.ID {
		r.fail(45, 54, "company's id %q; the batch began with %q", id, b.Company.ID)
	}
	r.blank(55, 73, "authentication code")
	r.blank(74, 79, "reserve")
	r.bank(80, b)
	r.count(88, 94, "batch number", int64(number))
	r.same(func() *line { return b.controlLine(s, number) })
}

// fileControl reads record type 9.
func (r *reader) fileControl(all *sums, batches int) {
	if err := all.check(); err != nil {
		r.fail(0, 0, "%v", err)
	}
	if batches > maxBatches {
		r.fail(0, 0, "%d batches; a file holds %d", batches, maxBatches)
	}
	r.count(2, 7, "count of batches", int64(batches))
	r.count(8, 13, "count of blocks", all.blocks(batches))
	r.count(14, 21, "count of entries and addenda", all.records())
	r.count(22, 31, "hash of routing numbers", all.hash10())
	r.count(32, 43, "total of debits in cents", 0)
	r.count(44, 55, "total of credits in cents", int64(all.credit))
	r.blank(56, 94, "reserve")
	r.same(func() *line { return all.controlLine(batches) })
}

// bank reads the first eight digits of the originating bank, which every record
// of a batch repeats.
func (r *reader) bank(from int, b *Batch) {
	if r.ok() {
		r.literal(from, b.Company.ODFI[:8], "originating bank of the batch")
	}
}

// same holds the line to what would be written for what was read: the last
// word on everything that no other check has a name for.
func (r *reader) same(write func() *line) {
	if !r.ok() {
		return
	}
	want := write()
	for i := range want {
		if r.text[i] != want[i] {
			r.fail(i+1, i+1, "%q where %q would be written", r.text[i:i+1], want[i:i+1])
			return
		}
	}
}

// eight reads the first eight digits of a routing number and adds the ninth,
// which follows from them.
func (r *reader) eight(from int, what string) string {
	s := r.text[from-1 : from+7]
	if !digits(s) || s == "00000000" {
		r.fail(from, from+7, "%s: %q is not the first eight digits of a routing number", what, s)
		return ""
	}
	return s + string(checkDigit(s))
}

// value reads a text with blanks behind it.
func (r *reader) value(from, to int, what string, check func(string) error) string {
	s := strings.TrimRight(r.text[from-1:to], " ")
	if err := check(s); err != nil {
		r.fail(from, to, "%s: %v", what, err)
	}
	return s
}

// optional is value where blanks mean none.
func (r *reader) optional(from, to int, what string, check func(string) error) string {
	if strings.TrimRight(r.text[from-1:to], " ") == "" {
		return ""
	}
	return r.value(from, to, what, check)
}

func (r *reader) day(from int, what string) calc.Date {
	d, err := parseShortDate(r.text[from-1 : from+5])
	if err != nil {
		r.fail(from, from+5, "%s: %v", what, err)
	}
	return d
}

func (r *reader) number(from, to int, what string) int64 {
	s := r.text[from-1 : to]
	if !digits(s) {
		r.fail(from, to, "%s: %q is not %d digits", what, s, to-from+1)
		return 0
	}
	n, _ := strconv.ParseInt(s, 10, 64) // no more than twelve digits
	return n
}

// count holds a number to the one that follows from the rest of the file.
func (r *reader) count(from, to int, what string, want int64) {
	if n := r.number(from, to, what); n != want {
		r.fail(from, to, "%s is %d and should be %d", what, n, want)
	}
}

func (r *reader) literal(from int, want, what string) {
	to := from + len(want) - 1
	if got := r.text[from-1 : to]; got != want {
		r.fail(from, to, "%s is %q and should be %q", what, got, want)
	}
}

func (r *reader) blank(from, to int, what string) {
	if strings.Trim(r.text[from-1:to], " ") != "" {
		r.fail(from, to, "%s is not blank", what)
	}
}
