package efw2

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// A Record is a record that was read and found in order. It is good until the
// function that got it returns.
type Record struct {
	Number int    // from 1
	Kind   string // RA, RE, RW, RO, RS, RT, RU, RV or RF
	rec    *record
	line   []byte
}

// Text is a field without the blanks after it, or "" if the record has none of
// that name. Fields are named in layouts/2023.csv.
func (r *Record) Text(field string) string {
	f := r.rec.byName[field]
	if f == nil {
		return ""
	}
	return strings.TrimRight(string(f.of(r.line)), " ")
}

// Money is a field of money, or 0 if the record has none of that name.
func (r *Record) Money(field string) calc.Cents {
	f := r.rec.byName[field]
	if f == nil || f.kind != kindMoney && f.kind != kindMaybeMoney {
		return 0
	}
	return cents(f.of(r.line))
}

// Read reads a file strictly: the order of records, their length, every position,
// counts, sums and the SSA's rules, and for RS that it is Ohio's, of a known tax
// type and of the employee before it. With a profile it holds RS and the line ends to
// that recipient too; nil is any. Each record in order goes to each, which may be
// nil; its error ends the reading.
//
// A file that is not in order is an error of type Faults.
func Read(in io.Reader, p *Profile, each func(*Record) error) (*Totals, error) {
	r := &reader{lines: newLines(in, p), profile: p, each: each, totals: newTotals(0)}
	for r.ends == nil && len(r.faults) < maxFaults {
		line, fault, err := r.lines.next()
		if err == io.EOF {
			r.finish()
			break
		}
		if err != nil {
			return nil, err
		}
		r.number++
		if fault != nil {
			r.kind = kindOf(line)
			r.lost(fault.From, fault.To, "", fault.Message)
			break
		}
		r.one(line)
	}
	switch {
	case r.ends != nil:
		return nil, r.ends
	case len(r.faults) > 0:
		return nil, r.faults
	}
	return r.totals.finish(), nil
}

// A reader is a file being read.
type reader struct {
	lines   *lines
	profile *Profile
	each    func(*Record) error
	totals  *Totals
	faults  Faults
	ends    error // ends the reading at once

	number int // of the record
	kind   string
	before string // the kind of the record before it
	layout *Layout
	first  []byte // RA, until RE tells the year

	employerSums
	person  [recordLen]byte // the last RW
	locals  []string        // what RS records of that employee there were
	damaged bool            // an RW of the employer could not be read
}

// employerSums is what RT must say.
type employerSums struct {
	sums   map[string]calc.Cents
	count  int
	states int // RS records
}

func (r *reader) fault(from, to int, field, message string) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, &Fault{r.number, r.kind, from, to, field, message})
	}
}

// lost is a fault after which records cannot be told apart.
func (r *reader) lost(from, to int, field, message string) {
	r.fault(from, to, field, message)
	r.ends = r.faults
}

// one checks a record of the right length.
func (r *reader) one(line []byte) {
	r.before, r.kind = r.kind, string(line[:2])
	if !r.inOrder() {
		return
	}
	switch r.kind {
	case "RA":
		r.first = slices.Clone(line)
		return
	case "RE":
		if !r.year(line) {
			return
		}
	}
	if r.first != nil {
		r.checkFirst()
	}
	r.check(line)
}

// checkFirst checks RA, which comes before the record that tells the year.
func (r *reader) checkFirst() {
	number, kind := r.number, r.kind
	r.number, r.kind = 1, "RA"
	r.check(r.first)
	r.number, r.kind, r.first = number, kind, nil
}

// year finds the layout by RE 3-6, where every layout has the year.
func (r *reader) year(line []byte) bool {
	year, err := strconv.Atoi(string(line[2:6]))
	if err != nil {
		r.lost(3, 6, "year", "not a year; without it there is no layout to read by")
		return false
	}
	if r.layout != nil && r.layout.Year != year {
		r.lost(3, 6, "year", "the file is of "+strconv.Itoa(r.layout.Year)+", and this employer of "+strconv.Itoa(year))
		return false
	}
	if r.layout, err = LayoutOf(year); err != nil {
		r.lost(3, 6, "year", err.Error())
		return false
	}
	r.totals.Year = year
	return true
}

// check checks a record's fields and what it means.
func (r *reader) check(line []byte) {
	rec, before := r.layout.records[r.kind], len(r.faults)
	r.begin(line)
	if pos := plainASCII(line); pos > 0 {
		r.fault(pos, pos, "", "a character that is not printable ASCII")
	} else {
		for _, f := range rec.fields {
			if from, to, message := f.check(line); message != "" {
				r.fault(from, to, f.shown(), message)
			}
		}
	}
	if len(r.faults) > before {
		r.damaged = r.damaged || r.kind == "RW"
		return
	}
	r.meaning(rec, line)
	if len(r.faults) == before && r.each != nil {
		if err := r.each(&Record{r.number, r.kind, rec, line}); err != nil {
			r.ends = err
		}
	}
}
