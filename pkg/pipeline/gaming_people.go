package pipeline

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
)

// This file adds up each person's winnings of a year from records sorted by
// person, so that a million people need no more memory than one.

// who makes a key of who won: the social security number, else name and address,
// so that one person's winnings meet however rows are ordered. A win of nobody
// knows whom stands for itself.
func (b *winBatch) who(x *win) {
	start := len(b.keys)
	switch {
	case x.SSN != "":
		b.keys = append(append(b.keys, 's'), x.SSN...)
	case x.Missing&record.PersonName == 0:
		b.keys = append(b.keys, 'n')
		for _, part := range [][]byte{x.Name, x.Address, x.City, x.State, x.Zip} {
			b.keys = append(appendFolded(b.keys, part), 1)
		}
	default:
		b.keys = append(append(append(b.keys, 'u'), x.ReceiptNo...), 1)
		b.keys = append(append(x.On.Append(b.keys), 1), x.Game...)
		b.keys = x.Winnings.Append(append(b.keys, 1))
	}
	x.person = b.keys[start:len(b.keys):len(b.keys)]
}

// appendFolded adds the letters and digits of a text in lower case.
func appendFolded(b, text []byte) []byte {
	for _, c := range text {
		switch {
		case c >= 'A' && c <= 'Z':
			b = append(b, c+'a'-'A')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c >= 0x80:
			b = append(b, c)
		}
	}
	return b
}

// personWin is what a record of people holds, in the order of days.
type personWin struct {
	month              calc.Month
	on                 calc.Date
	winnings, withheld calc.Cents
	missing            record.Identity
	kind               calc.PayerKind
	cite               string
	who                [6]string // name, address, city, state, zip, social security number
	last4              string
}

func (x *win) appendPerson(b []byte, l *winLine, month calc.Month) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(month))
	b = binary.BigEndian.AppendUint32(b, uint32(x.On))
	b = binary.BigEndian.AppendUint64(b, uint64(x.Winnings))
	b = binary.BigEndian.AppendUint64(b, uint64(l.Withheld))
	b = append(b, byte(x.Missing), byte(x.Kind))
	b = appendSized(b, string(l.duty.Division(x.Kind, calc.InformationReturn)))
	for _, text := range [][]byte{x.Name, x.Address, x.City, x.State, x.Zip} {
		b = appendSized(b, text)
	}
	return appendSized(appendSized(b, x.SSN), x.SSNLast4)
}

func appendSized[S string | []byte](b []byte, s S) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func cutSized(b []byte) (text string, rest []byte) {
	n, k := binary.Uvarint(b)
	b = b[k:]
	return string(b[:n]), b[n:]
}

func (p *personWin) read(b []byte) {
	p.month = calc.Month(binary.BigEndian.Uint32(b))
	p.on = calc.Date(binary.BigEndian.Uint32(b[4:]))
	p.winnings = calc.Cents(binary.BigEndian.Uint64(b[8:]))
	p.withheld = calc.Cents(binary.BigEndian.Uint64(b[16:]))
	p.missing, p.kind = record.Identity(b[24]), calc.PayerKind(b[25])
	b = b[26:]
	p.cite, b = cutSized(b)
	for i := range p.who {
		p.who[i], b = cutSized(b)
	}
	p.last4, _ = cutSized(b)
}

// A personYear is one person's winnings of a year in one municipality.
type personYear struct {
	payer, place, year string
	winnings, withheld calc.Cents
	bySSN              bool      // the number says who it is
	last               personWin // its latest
	who                [6]string // as the latest win says that is not silent
	last4              string
	missing            record.Identity // of who
	names              []string
	month              calc.Month
}

// writePeople writes the information returns and the administrator's copies, and
// counts the winners of each month and year. It returns what was withheld from
// all of them.
func (g *gaming) writePeople() (withheld calc.Cents, err error) {
	infos, copies := spool.New(g.stage.Temp()), spool.New(g.stage.Temp())
	var y personYear
	var key []byte
	finish := func() error {
		if key == nil {
			return nil
		}
		g.yearOf(&y).winners++
		if y.bySSN && len(y.names) > 1 {
			g.notes.add("two_names", y.payer)
		}
		withheld += y.withheld
		if y.withheld == 0 {
			return nil
		}
		return g.keepInformation(&y, infos, copies)
	}
	err = g.people.Each(func(k, rest []byte) error {
		if !bytes.Equal(k, key) {
			if err := finish(); err != nil {
				return err
			}
			key = append(key[:0], k...)
			parts := strings.SplitN(string(k), "\x00", 4)
			y = personYear{payer: parts[0], place: parts[1], year: parts[2], bySSN: strings.HasPrefix(parts[3], "s"),
				missing: record.PersonName | record.PersonAddress | record.PersonSSN}
		}
		y.take(g, rest)
		return nil
	})
	if err := errors.Join(err, finish()); err != nil {
		return 0, err
	}
	g.people = nil
	g.out.rows[results.GamingInformation], g.out.rows[results.GamingCopies] = infos.Len(), copies.Len()
	_, err = infos.WriteTo(g.out.files[results.GamingInformation].buf)
	_, err2 := copies.WriteTo(g.out.files[results.GamingCopies].buf)
	return withheld, errors.Join(err, err2)
}

// take adds one win, the person's next in the order of days.
func (y *personYear) take(g *gaming, rest []byte) {
	y.last.read(rest)
	p := &y.last
	y.winnings += p.winnings
	y.withheld += p.withheld
	if p.missing&record.PersonName == 0 {
		y.who[0] = p.who[0]
		folded := string(appendFolded(nil, []byte(p.who[0])))
		if len(y.names) < 2 && (len(y.names) == 0 || y.names[0] != folded) {
			y.names = append(y.names, folded)
		}
	}
	if p.missing&record.PersonAddress == 0 || y.missing&record.PersonAddress != 0 {
		copy(y.who[1:5], p.who[1:5])
	}
	if y.who[5] = p.who[5]; p.last4 != "" {
		y.last4 = p.last4
	}
	y.missing &= p.missing
	if p.month != y.month {
		y.month = p.month
		g.bookOf(y).months[p.month].winners++
	}
}

func (g *gaming) bookOf(y *personYear) *gamingBook {
	at, _ := g.places.find(y.place)
	return g.payers[y.payer].books[at]
}

func (g *gaming) yearOf(y *personYear) *gamingSum { return g.bookOf(y).years[y.last.on.Year()] }

// keepInformation makes the information return of a person and the copy of it
// for the administrator.
func (g *gaming) keepInformation(y *personYear, infos, copies *spool.Sorter) error {
	at, _ := g.places.find(y.place)
	due, _ := g.annualDue(at, y.last.on.Year())
	payBy := g.book.Calendar().NextBusinessDay(due)
	end := func(r *results.Row) []byte {
		r.Money(y.winnings)
		r.Money(y.withheld)
		r.Date(due)
		r.Date(payBy)
		r.Text(missing(y.missing))
		r.Text(y.last.cite)
		r.End()
		return r.Bytes
	}
	key := []byte(y.payer + "\x00" + y.place + "\x00" + y.year)
	r := &results.Row{Table: results.GamingInformation}
	r.Text(y.payer)
	r.Text(y.place)
	r.Text(y.year)
	r.Text(y.who[0])
	r.Text(y.last4)
	if err := infos.Add(key, end(r)); err != nil {
		return err
	}
	r = &results.Row{Table: results.GamingCopies}
	r.Text(y.payer)
	r.Text(y.place)
	r.Text(y.year)
	for _, text := range y.who[:5] {
		r.Text(text)
	}
	r.Text(showSSN(y.who[5]))
	return copies.Add(key, end(r))
}
