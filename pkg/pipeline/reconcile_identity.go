package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/ledger"
)

// This file reads who people are, with their whole social security numbers,
// employer by employer. They are in no message, and in no file that others may
// read.

// An identity is what employees says of a person.
type identity struct {
	known                     bool // employees has a row
	first, last               string
	address, city, state, zip string
	ssn, last4                string // ssn is whole, as 900-12-3456, or blank
	hired, left               string
}

func (i *identity) name() string { return strings.TrimSpace(i.first + " " + i.last) }

// addressLine is an address in one line: street, city, state and zip.
func addressLine(street, city, state, zip string) string {
	var parts []string
	for _, s := range []string{street, city, strings.TrimSpace(state + " " + zip)} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// whole reports whether an address can be written to.
func wholeAddress(street, city, state, zip string) bool {
	return street != "" && city != "" && state != "" && zip != ""
}

// A roll reads the ledger's facts of one kind along with the employers, who come
// in the same order.
type roll struct {
	next func() (ledger.Fact, error, bool)
	stop func()
	at   ledger.Fact
	more bool
	err  error
}

func (c *reconciling) openRoll(ctx context.Context, kind *record.Kind) *roll {
	r := &roll{}
	r.next, r.stop = iter.Pull2(c.memory.store.Facts(ctx, kind.Name))
	r.step()
	return r
}

func (r *roll) step() { r.at, r.err, r.more = r.next() }

// of are the facts of an employer, by employee. Employers are asked for in the
// order of their ids.
func (r *roll) of(employerID string) (map[string]map[string]string, error) {
	all := map[string]map[string]string{}
	for ; r.more && r.err == nil && r.at.EmployerID <= employerID; r.step() {
		if r.at.EmployerID < employerID {
			continue
		}
		cells := map[string]string{}
		if json.Unmarshal([]byte(r.at.Content), &cells) != nil {
			return nil, errors.New("a row of " + r.at.Kind + " in the ledger cannot be read; run withhold ledger check")
		}
		all[r.at.EmployeeID] = cells
	}
	return all, r.err
}

// identify gives the people of a book what the ledger knows of them.
func (c *reconciling) identify(b *yearBook) error {
	firms, err := c.firms.of(b.id)
	if err != nil {
		return err
	}
	people, err := c.rolls.of(b.id)
	if err != nil {
		return err
	}
	b.about = firms[""]
	for id, p := range b.people {
		if cells, ok := people[id]; ok {
			p.about = identify(cells)
		}
	}
	return nil
}

func identify(cells map[string]string) identity {
	i := identity{known: true, first: cells["first_name"], last: cells["last_name"], address: cells["address"], city: cells["city"],
		state: cells["state"], zip: cells["zip"], hired: cells["hire_date"], left: cells["termination_date"]}
	i.ssn, i.last4, _ = record.WholeSSN(cells["ssn"]) // what cannot be read is missing
	if !wholeNumber(i.ssn) {
		i.ssn = ""
	}
	return i
}

// wholeNumber reports whether a number has its nine digits and stands for somebody:
// zeros are how payroll systems write that they do not know.
func wholeNumber(number string) bool {
	digits := digitsOf(number)
	return len(digits) == 9 && strings.Trim(digits, "0123456789") == "" && strings.Trim(digits, "0") != ""
}
