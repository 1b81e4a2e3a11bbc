package pipeline

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/withhold/pkg/io/efw2"
	"example.com/withhold/pkg/io/outdir"
)

// This file keeps what W-2 files say of each person in a file of the scratch
// folder until they are written, one recipient after the other, so that memory
// does not grow with the number of people.

// A w2Person is one employee of a W-2 file, without the amounts of Person, which
// are in whole cents here. Its local wages name places by id.
type w2Person struct {
	Person efw2.Employee
	Boxes  map[string]int64
	Local  []w2Local
}

type w2Local struct {
	Place      string
	Kind       int // forWork, forHome
	Wages, Tax int64
}

// A w2Firm is an employer, and where its people are in the file.
type w2Firm struct {
	about  efw2.Employer
	from   int64
	people int
}

// w2Spool is that file.
type w2Spool struct {
	f     *os.File
	buf   *bufio.Writer
	at    int64
	firms []w2Firm
}

func openW2Spool(s *outdir.Stage) (*w2Spool, error) {
	f, err := os.OpenFile(filepath.Join(s.Temp(), ".w2"), os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return &w2Spool{f: f, buf: bufio.NewWriterSize(f, 1<<16)}, nil
}

func (s *w2Spool) close() error {
	if s == nil {
		return nil
	}
	return s.f.Close()
}

// add keeps an employer's people.
func (s *w2Spool) add(c *reconciling, b *yearBook) error {
	firm := w2Firm{from: s.at, about: efw2.Employer{ID: b.id, EIN: b.about["ein"], Name: b.about["name"],
		Address: efw2.Address{Delivery: b.about["address"], City: b.about["city"], State: b.about["state"], ZIP: b.about["zip"]},
		Contact: efw2.Contact{Name: b.about["responsible_person"], Phone: b.about["contact_phone"], Email: b.about["contact_email"]}}}
	for _, p := range b.everybody() {
		text, err := json.Marshal(c.w2Person(b, p))
		if err != nil {
			return err
		}
		n, err := s.buf.Write(append(text, '\n'))
		if err != nil {
			return err
		}
		s.at += int64(n)
		firm.people++
	}
	s.firms = append(s.firms, firm)
	return nil
}

// w2Person is what is known for a person's Form W-2: who it is from employees, the
// federal boxes from w2, the local ones from the ledger.
func (c *reconciling) w2Person(b *yearBook, p *payee) w2Person {
	i := &p.about
	x := w2Person{Person: efw2.Employee{ID: p.id, SSN: i.ssn, First: i.first, Last: i.last,
		Address: efw2.Address{Delivery: i.address, City: i.city, State: i.state, ZIP: i.zip}}}
	key := w2Key{b.id, p.id}
	if w := c.w2[key]; w != nil {
		c.w2Used[key] = true
		x.Person.Middle, x.Person.Suffix, x.Person.Flags, x.Boxes = w.Middle, w.Suffix, w.Flags, map[string]int64{}
		for box, amount := range w.Boxes {
			x.Boxes[box] = int64(amount)
		}
	}
	for _, at := range p.names() {
		for kind, sum := range p.towns[at].twoSum {
			if sum.subject != 0 || sum.required != 0 || sum.withheld != 0 {
				x.Local = append(x.Local, w2Local{at.ID, kind, int64(sum.subject), int64(sum.withheld)})
			}
		}
	}
	return x
}

// each gives the people of an employer as a recipient is told of them.
func (s *w2Spool) each(firm *w2Firm, tell func(*w2Person) (*efw2.Employee, error)) func(yield func(*efw2.Employee, error) bool) {
	return func(yield func(*efw2.Employee, error) bool) {
		if _, err := s.f.Seek(firm.from, io.SeekStart); err != nil {
			yield(nil, err)
			return
		}
		in := bufio.NewReaderSize(s.f, 1<<16)
		for range firm.people {
			var x w2Person
			line, err := in.ReadBytes('\n')
			if err = errors.Join(err, json.Unmarshal(line, &x)); err != nil {
				yield(nil, errors.New("what was kept for W-2 files cannot be read back")) // err may quote it
				return
			}
			e, err := tell(&x)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// A recipient is who gets a W-2 file.
type recipient struct {
	profile *efw2.Profile
	town    *place // of a profile for any city
	nobody  bool   // the file that is made where none was asked for
	unknown int    // of its fields
}

func (r *recipient) name() string {
	if r.town == nil {
		return "efw2-" + r.profile.Name
	}
	return "efw2-" + r.profile.Name + "-" + r.town.ID
}

// File is the name of its file.
func (r *recipient) file() string { return r.name() + ".txt" }

func isW2File(name string) bool {
	return strings.HasPrefix(name, "efw2-") && strings.HasSuffix(name, ".txt")
}

// own reports whether a municipality is the recipient, or one whose tax it
// administers.
func (r *recipient) own(at *place) bool {
	switch {
	case r.nobody:
		return true
	case r.town != nil:
		return at == r.town
	}
	return strings.EqualFold(at.Administrator, r.profile.Name) || at.ID == r.profile.Name
}

// findRecipients finds the profiles asked for, before anything is read.
func (c *reconciling) findRecipients() error {
	if slices.Equal(c.EFW2, []string{"none"}) {
		return nil
	}
	if c.Submitter != "" {
		text, err := os.ReadFile(c.Submitter)
		if err != nil {
			return err
		}
		if c.sender, err = efw2.ParseSubmitter(c.Submitter, text); err != nil {
			return err
		}
	}
	_, err := efw2.LayoutOf(c.year)
	switch {
	case len(c.EFW2) == 0 && err == nil:
		c.recipients = []*recipient{everybodys()}
		return nil
	case len(c.EFW2) == 0:
		c.notes.add("efw2_no_layout", strconv.Itoa(c.year))
		return nil
	case err != nil:
		return err
	case c.Submitter == "":
		return UsageError{errors.New("--submitter is missing; --efw2 needs a file that says who sends it")}
	}
	return c.askedRecipients()
}

// everybodys is the file that is made where none was asked for: it has every
// employee and municipality, and is for nobody in particular.
func everybodys() *recipient {
	p, err := efw2.FindProfile("city")
	if err != nil {
		panic(err) // it is built in
	}
	all := *p
	all.Name, all.Employees, all.Title = "all", "all", "nobody in particular: every employee and municipality"
	all.Types = efw2.Types{Workplace: "C", Residence: "R"}
	all.Caution = "it is for looking at, and for a city that takes the federal layout; --efw2 NAME makes the file of a recipient"
	return &recipient{profile: &all, nobody: true}
}

func (c *reconciling) askedRecipients() (err error) {
	for _, asked := range c.EFW2 {
		name, town, anyCity := strings.Cut(asked, "=")
		r := &recipient{}
		switch isFile := strings.ContainsAny(name, `/\.`); {
		case name == "city" && !anyCity:
			return UsageError{errors.New("--efw2 city: which one? write city=NAME")}
		case name != "city" && anyCity && !isFile:
			return UsageError{fmt.Errorf("--efw2 %s: the profile %s is of one recipient; write %[2]s, or city=%s", asked, name, town)}
		}
		if r.profile, err = efw2.FindProfile(name); err != nil {
			return UsageError{fmt.Errorf("--efw2 %s: %w", asked, err)}
		}
		if anyCity {
			if r.town, err = c.places.find(town); err != nil || r.town == nil {
				return UsageError{errors.Join(fmt.Errorf("--efw2 %s: no such municipality", asked), err)}
			}
		}
		if slices.ContainsFunc(c.recipients, func(o *recipient) bool { return o.name() == r.name() }) {
			return UsageError{fmt.Errorf("--efw2 %s is given twice", asked)}
		}
		c.recipients = append(c.recipients, r)
	}
	return nil
}
