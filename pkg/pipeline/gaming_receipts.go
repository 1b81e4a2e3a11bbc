package pipeline

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/spool"
)

// This file keeps the register of receipts for awards of video lottery terminals
// from which tax was withheld. Law: 004 192.053 (E)(1) and (3).

// An award is what a record of awards holds.
type award struct {
	receipt, place, name, last4 string
	on                          calc.Date
	winnings, withheld          calc.Cents
	rate                        calc.Rate
	cite                        calc.Citation
}

func (x *win) appendAward(b []byte, l *winLine) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(x.On))
	b = binary.BigEndian.AppendUint64(b, uint64(x.Winnings))
	b = binary.BigEndian.AppendUint64(b, uint64(l.Withheld))
	b = binary.BigEndian.AppendUint64(b, uint64(l.Rate))
	b = appendSized(appendSized(b, x.ReceiptNo), l.at.Name)
	b = appendSized(appendSized(b, x.Name), x.SSNLast4)
	cites := l.duty.Division(x.Kind, calc.AwardReceipt) + ";" + l.duty.Division(x.Kind, calc.ReceiptRecord)
	return append(appendSized(b, string(cites)), x.person...) // the person tells namesakes apart
}

func (a *award) read(b []byte) {
	a.on = calc.Date(binary.BigEndian.Uint32(b))
	a.winnings = calc.Cents(binary.BigEndian.Uint64(b[4:]))
	a.withheld = calc.Cents(binary.BigEndian.Uint64(b[12:]))
	a.rate = calc.Rate(binary.BigEndian.Uint64(b[20:]))
	b = b[28:]
	a.receipt, b = cutSized(b)
	a.place, b = cutSized(b)
	a.name, b = cutSized(b)
	a.last4, b = cutSized(b)
	var cite string
	cite, _ = cutSized(b)
	a.cite = calc.Citation(cite)
}

// writeReceipts writes the register. An award without a receipt number gets one
// made of its day and its place among such awards of the payer on that day, so
// that neither the order of rows nor awards of other days change it. It returns
// what was withheld from all awards.
func (g *gaming) writeReceipts() (withheld calc.Cents, err error) {
	register := spool.New(g.stage.Temp())
	var day []award
	var key []byte
	finish := func() error {
		payer, _, _ := strings.Cut(string(key), "\x00")
		given := map[string]bool{}
		for i := range day {
			given[day[i].receipt] = true
		}
		next := 0
		for i := range day {
			a, how := &day[i], "given"
			for a.receipt == "" {
				next++
				if no := fmt.Sprintf("%s-%03d", a.on, next); !given[no] {
					a.receipt, how = no, "made"
				}
			}
			withheld += a.withheld
			if err := register.Add([]byte(payer+"\x00"+a.receipt), a.row(payer, how)); err != nil {
				return err
			}
		}
		day = day[:0]
		return nil
	}
	err = g.awards.Each(func(k, rest []byte) error {
		if !bytes.Equal(k, key) {
			if err := finish(); err != nil {
				return err
			}
			key = append(key[:0], k...)
		}
		day = append(day, award{})
		day[len(day)-1].read(rest)
		return nil
	})
	if err := errors.Join(err, finish()); err != nil {
		return 0, err
	}
	g.awards = nil
	g.out.rows[results.GamingReceipts] = register.Len()
	return withheld, g.writeRegister(register)
}

// writeRegister writes it in the order of numbers, and warns of a number that is
// on several awards.
func (g *gaming) writeRegister(register *spool.Sorter) error {
	out := g.out.files[results.GamingReceipts].buf
	var last []byte
	return register.Each(func(key, row []byte) error {
		if bytes.Equal(key, last) {
			payer, _, _ := strings.Cut(string(key), "\x00")
			g.notes.add("receipt_twice", payer)
		}
		last = append(last[:0], key...)
		_, err := out.Write(row)
		return err
	})
}

func (a *award) row(payer, how string) []byte {
	r := &results.Row{Table: results.GamingReceipts}
	r.Text(payer)
	r.Text(a.receipt)
	r.Text(a.place)
	r.Date(a.on)
	r.Text(a.name)
	r.Text(a.last4)
	r.Money(a.winnings)
	r.Rate(a.rate)
	r.Money(a.withheld)
	r.Text(how)
	r.Text(string(a.cite))
	r.End()
	return r.Bytes
}
