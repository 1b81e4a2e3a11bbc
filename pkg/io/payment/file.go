package payment

import (
	"fmt"

	"example.com/withhold/pkg/calc"
)

// A File is what an ACH file says. Counts, totals, hashes and trace numbers are
// not in it: they follow from it.
type File struct {
	Destination Party // the bank that takes the file
	Origin      Party // who sends it
	Stamp       Stamp // when it was made
	Batches     []Batch
}

// A Party is one end of the way that a file goes.
type Party struct {
	ID   string // of the destination its routing number; of the origin nine digits or ten characters
	Name string // up to 23 characters
}

// A Stamp tells the files of an origin apart. It comes from the caller: nothing
// here looks at a clock.
type Stamp struct {
	Created  calc.Date
	Time     string // 0000 to 2359
	Modifier string // A to Z or 0 to 9, another one for each file of a day
}

// A Batch is what one company pays on one day.
type Batch struct {
	Company   Company
	Effective calc.Date // the banking day on which the money is to arrive
	Entries   []Entry
}

// A Company is who pays, as its bank knows it.
type Company struct {
	Name          string // up to 16 characters
	ID            string // up to 10, often a 1 and the EIN
	ODFI          string // routing number of the bank that sends the money
	Description   string // up to 10, on the recipient's statement
	Discretionary string // up to 20, or none: for the bank's own use
}

// An Entry is one credit with its addendum.
type Entry struct {
	Kind    Kind
	Routing string     // of the recipient's bank
	Account string     // up to 17 characters
	Amount  calc.Cents // above zero, ten digits in cents; the total of the segment
	ID      string     // up to 15, or none: what the recipient knows the payer by
	Name    string     // of the recipient, up to 22
	TXP     TXP
}

// A Kind is the kind of account that is credited.
type Kind string

// The kinds of account, as bank.yaml calls them.
const (
	Checking Kind = "checking"
	Savings  Kind = "savings"
)

// code is the transaction code of a credit to such an account.
func (k Kind) code() string {
	switch k {
	case Checking:
		return "22"
	case Savings:
		return "32"
	}
	return ""
}

// Limits that the widths of counts and totals set.
const (
	maxBatches = 999_999         // the narrower of the two counts of batches
	maxEntries = 499_999         // of a batch: entries and addenda have six digits
	maxTraces  = 9_999_999       // of a file
	maxTotal   = 999_999_999_999 // cents, of a batch and of the file
)

// check holds f to what can be written.
func (f *File) check() error {
	if err := f.checkHeader(); err != nil {
		return err
	}
	if n := len(f.Batches); n < 1 || n > maxBatches {
		return fmt.Errorf("%d batches in a payment file; there can be 1 to %d", n, maxBatches)
	}
	var sums sums
	for i := range f.Batches {
		b := &f.Batches[i]
		if err := b.check(f.Stamp.Created); err != nil {
			return fmt.Errorf("batch %d (%s, %s): %w", i+1, b.Company.Name, b.Effective, err)
		}
		for j := range b.Entries {
			sums.add(&b.Entries[j])
		}
	}
	return sums.check()
}

func (f *File) checkHeader() error {
	for _, c := range []struct {
		what, value string
		check       func(string) error
	}{
		{"destination", f.Destination.ID, checkRouting}, {"destination", f.Destination.Name, checkText(23)},
		{"origin", f.Origin.ID, checkOriginID}, {"origin", f.Origin.Name, checkText(23)},
		{"file", f.Stamp.Time, checkTime}, {"file", f.Stamp.Modifier, checkModifier},
	} {
		if err := c.check(c.value); err != nil {
			return fmt.Errorf("%s: %w", c.what, err)
		}
	}
	if err := checkDate(f.Stamp.Created); err != nil {
		return fmt.Errorf("file: %w", err)
	}
	return nil
}

func (b *Batch) check(created calc.Date) error {
	if err := b.Company.check(); err != nil {
		return err
	}
	if err := checkDate(b.Effective); err != nil {
		return err
	}
	if b.Effective < created {
		return tooEarly(b.Effective, created)
	}
	if n := len(b.Entries); n < 1 || n > maxEntries {
		return fmt.Errorf("%d entries; there can be 1 to %d", n, maxEntries)
	}
	var sums sums
	for i := range b.Entries {
		if err := b.Entries[i].check(); err != nil {
			return fmt.Errorf("entry %d (%s): %w", i+1, b.Entries[i].Name, err)
		}
		sums.add(&b.Entries[i])
	}
	return sums.check()
}

func tooEarly(effective, created calc.Date) error {
	return fmt.Errorf("the money is to arrive on %s, before the file is made on %s; a bank cannot pay back in time", effective, created)
}

func (c *Company) check() error {
	for _, f := range c.fields() {
		if f.optional && *f.into == "" {
			continue
		}
		if err := f.check(*f.into); err != nil {
			return fmt.Errorf("company %s: %w", f.key, err)
		}
	}
	return nil
}

func (e *Entry) check() error {
	if e.Kind.code() == "" {
		return fmt.Errorf("%q is not a kind of account; write checking or savings", e.Kind)
	}
	if err := checkRouting(e.Routing); err != nil {
		return err
	}
	if err := checkAccount(e.Account); err != nil {
		return err
	}
	if e.ID != "" {
		if err := checkPayerID(e.ID); err != nil {
			return err
		}
	}
	if err := checkText(22)(e.Name); err != nil {
		return err
	}
	if err := e.TXP.check(); err != nil {
		return err
	}
	return e.checkAmount()
}

func (e *Entry) checkAmount() error {
	switch sum := e.TXP.Total(); {
	case e.Amount <= 0:
		return fmt.Errorf("%s is no payment; what is zero or below is carried forward as a credit", e.Amount)
	case e.Amount > maxAmount:
		return fmt.Errorf("%s has more than ten digits; the largest payment is %s", e.Amount, maxAmount)
	case e.Amount != sum:
		return fmt.Errorf("the entry pays %s and its addendum accounts for %s", e.Amount, sum)
	}
	return nil
}
