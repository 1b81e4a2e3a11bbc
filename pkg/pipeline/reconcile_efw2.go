package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/efw2"
	"example.com/withhold/pkg/io/table"
)

// This file writes W-2 files, reads each again, and holds it to the ledger to the
// cent before anything is put in place.

// A W2File is a file of the manifest.
type W2File struct {
	Name       string `json:"name"`
	SHA256     string `json:"sha256"`
	Bytes      int64  `json:"bytes"`
	Recipient  string `json:"recipient"`
	Unverified bool   `json:"unverified"` // no recipient has accepted a file of this profile yet
	Caution    string `json:"caution,omitempty"`
	Employers  int    `json:"employers"`
	Employees  int    `json:"employees"`
	Wages      string `json:"local_wages"`
	Tax        string `json:"local_tax"`
}

// writeW2Files writes the file of every recipient asked for.
func (c *reconciling) writeW2Files() error {
	if len(c.recipients) == 0 {
		return nil
	}
	if err := c.spool.buf.Flush(); err != nil {
		return err
	}
	for _, r := range c.recipients {
		if r.nobody && len(c.spool.firms) == 0 {
			continue // there is nothing to tell
		}
		if r.nobody && !c.selfSent() {
			c.notes.add("efw2_no_submitter", "--submitter")
			continue
		}
		if err := c.writeW2File(r); err != nil {
			return fmt.Errorf("%s: %w", r.file(), err)
		}
	}
	for key := range c.w2 {
		if !c.w2Used[key] {
			c.notes.add("w2_without_pay", key.employer)
		}
	}
	return nil
}

// selfSent finds who sends a file where nobody is named: the employer, where there
// is only one. It reports whether somebody is known.
func (c *reconciling) selfSent() bool {
	if c.Submitter != "" {
		return true
	}
	if len(c.spool.firms) != 1 {
		return false
	}
	e := &c.spool.firms[0].about
	c.sender = efw2.Submitter{EIN: e.EIN, Company: e.Name, Address: e.Address, Contact: e.Contact, Preparer: "L"}
	return true
}

func (c *reconciling) writeW2File(r *recipient) error {
	f, err := c.stage.Create(r.file(), 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	told := &toldSums{}
	var noteErr error
	file := &efw2.File{Submitter: c.sender, Note: func(n efw2.Note) { noteErr = errors.Join(noteErr, c.w2Note(r, n)) }}
	for i := range c.spool.firms {
		firm := &c.spool.firms[i]
		about := firm.about
		about.Employees = c.spool.each(firm, func(x *w2Person) (*efw2.Employee, error) { return c.tell(r, x, told) })
		file.Employers = append(file.Employers, about)
	}
	written, err := efw2.Write(f, file, r.profile, c.year)
	var refused *efw2.Refusals
	switch {
	case errors.Is(err, efw2.ErrNobody):
		return c.dropW2File(f, r, "efw2_nobody", "nobody was paid wages that "+r.profile.Title+" is told of")
	case r.nobody && errors.As(err, &refused):
		return c.dropW2File(f, r, "efw2_refused", refused.List[0].Error())
	}
	if r.unknown > 0 {
		err = errors.Join(err, c.out.problem(warning, &table.Problem{File: r.file(), Code: "efw2_missing",
			Message: fmt.Sprintf("%d fields that Form W-2 has are not known; they are zero or blank; --efw2 NAME lists them in missing.csv", r.unknown)}))
	}
	if err = errors.Join(err, noteErr); err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	size := &countBytes{}
	read, err := efw2.Read(io.TeeReader(f, io.MultiWriter(sum, size)), r.profile, nil)
	if err != nil {
		return fmt.Errorf("what was written cannot be read again: %w", err)
	}
	if err := errors.Join(read.Tie(written), c.tieW2(r, read, told)); err != nil {
		return err
	}
	wages, tax := localTotals(read, nil)
	c.files = append(c.files, W2File{r.file(), hex.EncodeToString(sum.Sum(nil)), size.n, r.profile.Title, r.profile.Unverified,
		strings.TrimSpace(r.profile.Caution), read.Employers, read.Employees, wages.String(), tax.String()})
	return nil
}

// dropW2File takes back a file that cannot be made.
func (c *reconciling) dropW2File(f *os.File, r *recipient, code, why string) error {
	return errors.Join(os.Remove(f.Name()), c.out.problem(warning, &table.Problem{File: r.file(), Code: code, Message: "not made: " + why}))
}

type countBytes struct{ n int64 }

func (c *countBytes) Write(b []byte) (int, error) { c.n += int64(len(b)); return len(b), nil }

// toldSums is what was given to the writer that concerns the recipient.
type toldSums struct {
	people     int
	wages, tax calc.Cents
}

// tell is a person as a recipient is told of them.
func (c *reconciling) tell(r *recipient, x *w2Person, told *toldSums) (*efw2.Employee, error) {
	e := x.Person
	e.Boxes = map[string]calc.Cents{}
	for box, amount := range x.Boxes {
		e.Boxes[box] = calc.Cents(amount)
	}
	concerned := r.profile.Employees != "own"
	var sum toldSums
	for _, l := range x.Local {
		at, err := c.run.placeOf(l.Place)
		if err != nil {
			return nil, err
		}
		w := efw2.LocalWage{Municipality: at.Name, Own: r.own(at), Type: efw2.Workplace, Wages: calc.Cents(l.Wages), Tax: calc.Cents(l.Tax)}
		if l.Kind == forHome {
			w.Type = efw2.Residence
		}
		if w.Own {
			w.Code = at.Code
			concerned = true
		}
		if w.Own || r.profile.Municipalities != "own" {
			sum.wages += w.Wages
			sum.tax += w.Tax
		}
		e.Local = append(e.Local, w)
	}
	if concerned {
		told.people++
		told.wages += sum.wages
		told.tax += sum.tax
	}
	return &e, nil
}

// w2Note lists what a file says less well than it should. A municipality of
// others has no code of the recipient's, which is as it should be.
func (c *reconciling) w2Note(r *recipient, n efw2.Note) error {
	if n.Code == "missing" && r.nobody {
		r.unknown++
		return nil
	}
	if n.Code == "missing" {
		if n.Field == "taxing_entity" && !slices.ContainsFunc(c.townsSeen(), func(at *place) bool {
			return r.own(at) && strings.HasPrefix(n.Message, at.Name+" has")
		}) {
			return nil
		}
		return c.missing(n.EmployerID, n.EmployeeID, r.name(), n.Record+" "+n.Field, n.Message, "000 (A)(2)(h)4")
	}
	return c.out.problem(warning, &table.Problem{File: r.file(), Column: n.Record + " " + n.Field, Code: "efw2_" + n.Code,
		Value: strings.TrimSpace(n.EmployerID + " " + n.EmployeeID), Message: n.Message})
}

func (c *reconciling) townsSeen() []*place {
	var list []*place
	for _, t := range c.byTown {
		list = append(list, t.at)
	}
	return list
}

// tieW2 holds what was read again to what the reconciliation says: the people and
// money in all and, for each municipality of the recipient's, wages and tax.
func (c *reconciling) tieW2(r *recipient, read *efw2.Totals, told *toldSums) error {
	if read.Employees != told.people {
		return fmt.Errorf("%d employees in the file, %d in the ledger; nothing was written", read.Employees, told.people)
	}
	if r.profile.RSPer != "municipality" {
		return nil // it says nothing of municipalities
	}
	if wages, tax := localTotals(read, nil); wages != told.wages || tax != told.tax {
		return fmt.Errorf("local wages %s and tax %s in the file, %s and %s in the ledger; nothing was written", wages, tax, told.wages, told.tax)
	}
	if !strings.Contains(r.profile.RS["supplemental_1"], "{municipality}") {
		return nil // it does not name them
	}
	for _, t := range c.byTown {
		if !r.own(t.at) {
			continue
		}
		name, _ := efw2.Upper(t.at.Name)
		if wages, tax := localTotals(read, &name); wages != t.sum.subject || tax != t.sum.withheld {
			return fmt.Errorf("%s: wages %s and tax %s in the file, %s and %s in the reconciliation; nothing was written",
				t.at.Name, wages, tax, t.sum.subject, t.sum.withheld)
		}
	}
	return nil
}

// localTotals adds up a file's local wages, of one municipality or of all.
func localTotals(t *efw2.Totals, name *string) (wages, tax calc.Cents) {
	for _, l := range t.Local {
		if name == nil || l.Municipality == *name {
			wages += l.Wages
			tax += l.Tax
		}
	}
	return wages, tax
}
