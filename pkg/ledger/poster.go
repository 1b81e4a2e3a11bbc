package ledger

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"example.com/withhold/pkg/calc"
)

// A Poster posts the checks of one run against what is in force. It decides what
// is new, what is the same and what replaces.
type Poster struct {
	ctx   context.Context
	store Store
	tx    Tx
	// Balances is told, at the end of each employer, what its sums were and are.
	// The balances are in the order of their keys.
	Balances func(employerID string, list []Balance) error
	// Negated is told of a check that takes the place of one with the same
	// amounts, all of them with the other sign.
	Negated func(*Check)
	// Missed is told of the checks in force that are paid on the days from the
	// employer's first check posted now to the last, and that are not posted now.
	Missed func(*Check)
	Counts Counts
	// Again is what the lines in force of the employer's checks that were posted
	// again added up to.
	Again Amounts

	last   Key
	next   func() (*Check, error, bool)
	stop   func()
	have   *Check  // in force, no earlier than the last one posted; nil where there is none
	deltas *deltas // nil before the first employer, and between two
}

// Counts are how many checks were what.
type Counts struct {
	New      int `json:"new"`
	Same     int `json:"unchanged"`
	Replaced int `json:"replaced"` // by other content
	Relined  int `json:"recomputed"`
}

// A Balance is what an employer's lines of one key added up to before the run;
// what they would with the run's corrections alone; and what they do now.
type Balance struct {
	SumKey
	Before, Corrected, After Amounts
	Amended                  bool // lines that were posted before are no longer the same
}

// NewPoster starts posting within a transaction.
func NewPoster(ctx context.Context, s Store, tx Tx) *Poster {
	return &Poster{ctx: ctx, store: s, tx: tx, Balances: func(string, []Balance) error { return nil }, Negated: func(*Check) {}, Missed: func(*Check) {}}
}

// Post posts one check. Checks come in the ascending order of their keys.
func (p *Poster) Post(c *Check) error {
	if p.deltas != nil && p.last.Compare(&c.Key) >= 0 {
		return fmt.Errorf("checks are not in order: %s of employer %s", c.CheckID, c.EmployerID)
	}
	if p.deltas == nil || p.last.EmployerID != c.EmployerID {
		if err := p.Finish(); err != nil {
			return err
		}
		p.next, p.stop = iter.Pull2(p.store.Checks(p.ctx, Query{EmployerID: c.EmployerID, From: c.PayDate, Lines: true}))
		p.deltas, p.Again = &deltas{latest: map[string]*delta{}}, Amounts{}
		if err := p.advance(); err != nil {
			return err
		}
	}
	p.last = c.Key
	for p.have != nil && p.have.Compare(&c.Key) < 0 {
		p.Missed(p.have)
		if err := p.advance(); err != nil {
			return err
		}
	}
	c.LinesHash = hashLines(c.Lines)
	if p.have == nil || p.have.Compare(&c.Key) != 0 {
		p.Counts.New++
		p.count(c.Lines, func(d *delta, l *Line) { d.fresh.add(l, 1) })
		return p.tx.Post(c)
	}
	return errors.Join(p.repost(c), p.advance())
}

// repost posts a check that is in force already.
func (p *Poster) repost(c *Check) error {
	sameContent := bytes.Equal(p.have.Content, ContentHash(c.Content))
	sameLines := bytes.Equal(p.have.LinesHash, c.LinesHash)
	switch {
	case sameContent && sameLines:
		p.Counts.Same++
		p.again(c.Lines)
		return nil
	case sameContent:
		p.Counts.Relined++
	default:
		p.Counts.Replaced++
	}
	old := p.have.Lines
	if negates(old, c.Lines) {
		p.Negated(c)
	}
	p.again(old)
	p.count(old, func(d *delta, l *Line) { d.corrected.add(l, -1); d.amended = d.amended || !sameLines })
	p.count(c.Lines, func(d *delta, l *Line) { d.corrected.add(l, 1); d.amended = d.amended || !sameLines })
	if err := p.tx.Supersede(p.have.Number); err != nil {
		return err
	}
	return p.tx.Post(c)
}

// negates reports whether lines are others with the opposite sign.
func negates(old, now []Line) bool {
	money := false
	for i := range old {
		if len(old) != len(now) || old[i].Municipality != now[i].Municipality || old[i].Wages != -now[i].Wages || old[i].Required != -now[i].Required {
			return false
		}
		money = money || old[i].Wages != 0
	}
	return money
}

func (p *Poster) again(lines []Line) {
	for i := range lines {
		if lines[i].Municipality != "" {
			p.Again.add(&lines[i], 1)
		}
	}
}

func (p *Poster) advance() (err error) {
	p.have, err, _ = p.next() // nil after the last
	return err
}

func (p *Poster) count(lines []Line, do func(*delta, *Line)) {
	for i := range lines {
		if l := &lines[i]; l.Municipality != "" {
			do(p.deltas.of(l, p.last.EmployeeID), l)
		}
	}
}

// Finish ends the last employer. It is called once more after the last check.
func (p *Poster) Finish() error {
	if p.deltas == nil {
		return nil
	}
	for p.have != nil && p.have.PayDate == p.last.PayDate {
		p.Missed(p.have)
		if err := p.advance(); err != nil {
			return err
		}
	}
	p.stop()
	sums, err := p.store.Sums(p.ctx, p.last.EmployerID)
	if err != nil {
		return err
	}
	list := p.deltas.balances(sums)
	p.deltas = nil
	for i := range list {
		if b := &list[i]; b.After != b.Before {
			if err := p.tx.SetSum(p.last.EmployerID, b.SumKey, b.After); err != nil {
				return err
			}
		}
	}
	return p.Balances(p.last.EmployerID, list)
}

// hashLines is what the ledger tells lines apart by: all they say, the reasons
// and citations as well.
func hashLines(lines []Line) []byte {
	var room [1024]byte
	b := room[:0]
	text := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	for i := range lines {
		l := &lines[i]
		text(l.Municipality)
		text(l.Role)
		text(l.NotSubject)
		text(l.Citations)
		b = binary.AppendVarint(b, int64(l.Rate))
		for _, c := range [...]calc.Cents{l.Wages, l.Subject, l.Required, l.Withheld, calc.Cents(l.Slot)} {
			b = binary.AppendVarint(b, int64(c))
		}
	}
	h := sha256.Sum256(b)
	return h[:16]
}
