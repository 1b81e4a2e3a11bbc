package payment

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// File makes the file that pays a list of payments, which may come in any order.
// What the bank file lacks for one of them is an error that names file, line and
// key, once for each key; so are amounts that cannot be paid, and two payments
// of an employer to one recipient for the same municipality and period, which
// would be paid twice.
func (b *Bank) File(stamp Stamp, payments []Payment) (*File, error) {
	n := &builder{bank: b, told: map[string]bool{}}
	n.need(b.destination.place, b.destination.fields(), nil)
	n.need(b.origin.place, b.origin.fields(), nil)
	f := &File{Destination: b.destination.Party, Origin: b.origin.Party, Stamp: stamp}
	list := slices.Clone(payments)
	for i := range list {
		list[i].Recipient = strings.ToLower(list[i].Recipient)
	}
	slices.SortStableFunc(list, Payment.order)
	batches := map[batchKey]*Batch{}
	for i, p := range list {
		if i > 0 && p.order(list[i-1]) == 0 {
			n.fail("%s: paid twice; add the two up", p.name())
			continue
		}
		c := n.company(p)
		e := n.entry(p)
		key := batchKey{c, p.Effective}
		if batches[key] == nil {
			batches[key] = &Batch{Company: c, Effective: p.Effective}
		}
		batches[key].Entries = append(batches[key].Entries, e)
	}
	if len(n.errs) > 0 {
		return nil, errors.Join(n.errs...)
	}
	for _, key := range slices.SortedFunc(maps.Keys(batches), batchKey.order) {
		f.Batches = append(f.Batches, *batches[key])
	}
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("payment file: %w", err)
	}
	return f, nil
}

// A batchKey is what the entries of a batch have in common.
type batchKey struct {
	company   Company
	effective calc.Date
}

func (k batchKey) order(l batchKey) int {
	a, b := k.company, l.company
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID), cmp.Compare(a.ODFI, b.ODFI), cmp.Compare(a.Description, b.Description),
		cmp.Compare(a.Discretionary, b.Discretionary), cmp.Compare(k.effective, l.effective))
}

// A builder turns payments into entries and keeps what is missing, each once.
type builder struct {
	bank *Bank
	errs []error
	told map[string]bool
}

// name is how messages call a payment.
func (p Payment) name() string {
	return fmt.Sprintf("employer %s, %s, period to %s", p.EmployerID, cmp.Or(p.Municipality, p.Recipient), p.PeriodEnd)
}

// company is who pays: the employer's own, or the one for all. An employer's own
// has its own name and id; bank and description may be the common ones.
func (n *builder) company(p Payment) Company {
	c := *n.bank.company
	if e := n.bank.employers[p.EmployerID]; e != nil && e.company != nil {
		common := c
		c = *e.company
		c.ODFI = cmp.Or(c.ODFI, common.ODFI)
		c.Description = cmp.Or(c.Description, common.Description)
	}
	n.need(c.place, c.fields(), &p)
	return c.Company
}

// entry is the credit of a payment.
func (n *builder) entry(p Payment) (e Entry) {
	r := n.bank.recipients[p.Recipient]
	if r == nil {
		n.fail("%s: recipients: there is no %q, needed for %s; write its account there", n.bank.file, p.Recipient, p.name())
		return e
	}
	n.need(r.place, r.fields(), &p)
	n.payable(p)
	e = Entry{Kind: Kind(r.kind), Routing: r.routing, Account: r.account, Amount: p.Total(), Name: r.name,
		ID: n.identity(p, r, r.receiverID),
		TXP: TXP{ID: n.identity(p, r, r.txpID), TaxType: r.taxType, PeriodEnd: p.PeriodEnd, Verification: r.verification,
			Amounts: []TXPAmount{{'T', p.Tax}, {'P', p.Penalty}, {'I', p.Interest}}}}
	if r.amounts == singleTotal {
		e.TXP.Amounts = []TXPAmount{{'T', p.Total()}}
	}
	return e
}

// payable refuses what no entry and no segment can say, by the payment's name.
func (n *builder) payable(p Payment) {
	switch {
	case p.Total() <= 0:
		n.fail("%s: %s is no payment; carry it forward as a credit", p.name(), p.Total())
	case p.Total() > maxAmount:
		n.fail("%s: %s has more than ten digits; the largest payment is %s", p.name(), p.Total(), maxAmount)
	case min(p.Tax, p.Penalty, p.Interest) < 0:
		n.fail("%s: tax %s, penalty %s, interest %s: a segment has no amount below zero; pay what is owed and carry the credit forward",
			p.name(), p.Tax, p.Penalty, p.Interest)
	}
	if checkDate(p.PeriodEnd) != nil || checkDate(p.Effective) != nil {
		n.fail("%s: to be paid on %q; both days must be in 2000 to 2099", p.name(), p.Effective)
	}
}

// identity is who the employer is, by the recipient's rule.
func (n *builder) identity(p Payment, r *recipient, rule string) string {
	switch rule {
	case feinDigits, feinDashed:
		ein := digitsOf(p.EIN)
		if ein == "" {
			n.once("%s: the ein is not nine digits; write it in employers as 00-1234567", "employer "+p.EmployerID)
		} else if rule == feinDashed {
			ein = ein[:2] + "-" + ein[2:]
		}
		return ein
	case employerID:
		if checkPayerID(p.EmployerID) != nil {
			n.once("%s: its id cannot stand in a payment: at most 15 characters of plain text; use another receiver_id", "employer "+p.EmployerID)
		}
		return p.EmployerID
	case ownAccount:
		return n.ownNumber(p, r)
	}
	return "" // none, or not given, which need has told
}

// ownNumber is the employer's number with a recipient.
func (n *builder) ownNumber(p Payment, r *recipient) string {
	at := place{r.line, fmt.Sprintf("employers: %s", p.EmployerID)}
	e := n.bank.employers[p.EmployerID]
	if e != nil {
		at = e.place
		if number := e.accounts[p.Recipient]; number != "" {
			return number
		}
	}
	n.once("%s", fmt.Sprintf("%s:%d: %s: accounts: %s is missing; write the employer's number with it, or another rule than account",
		n.bank.file, at.line, at.path, p.Recipient))
	return ""
}

// digitsOf is an EIN without its dash, or nothing where it is none.
func digitsOf(ein string) string {
	if len(ein) == 10 && ein[2] == '-' {
		ein = ein[:2] + ein[3:]
	}
	if len(ein) != 9 || !digits(ein) {
		return ""
	}
	return ein
}

// need tells of the fields of a section that are missing.
func (n *builder) need(at place, fields []field, by *Payment) {
	for _, f := range fields {
		if f.optional || *f.into != "" {
			continue
		}
		key := fmt.Sprintf("%s:%d: %s: %s", n.bank.file, at.line, at.path, f.key)
		if n.told[key] {
			continue
		}
		n.told[key] = true
		if by == nil {
			n.fail("%s is missing; write %s", key, f.write)
		} else {
			n.fail("%s is missing; write %s (needed for %s)", key, f.write, by.name())
		}
	}
}

// once tells of something that many payments would repeat.
func (n *builder) once(format, what string) {
	if message := fmt.Sprintf(format, what); !n.told[message] {
		n.told[message] = true
		n.fail("%s", message)
	}
}

func (n *builder) fail(format string, args ...any) {
	n.errs = append(n.errs, fmt.Errorf(format, args...))
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
