package payment

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// maxSegment is the room of an addendum, the terminator included.
const maxSegment = 80

// A TXP is the text of an addendum: whose tax is paid, which, and for when.
//
//	TXP*987654321*011*261130*T*240000*P*0*I*0*XXXXXX\
type TXP struct {
	ID           string      // TXP01, 1 to 15 characters: the taxpayer's number with the recipient
	TaxType      string      // TXP02, 1 to 5 characters, the recipient's code
	PeriodEnd    calc.Date   // TXP03, the last day of the period
	Amounts      []TXPAmount // TXP04 to TXP09: one to three
	Verification string      // TXP10, 1 to 6 characters, or none
}

// A TXPAmount is one amount with its kind: T tax, P penalty, I interest.
type TXPAmount struct {
	Type   byte       // a capital letter, each once
	Amount calc.Cents // never negative; written in cents without a point
}

// Total is the sum of the amounts, which is what the entry must move.
func (t TXP) Total() calc.Cents {
	var sum calc.Cents
	for _, a := range t.Amounts {
		sum += a.Amount
	}
	return sum
}

// Segment is t as it is written into an addendum, or what keeps it from being
// written. Where fewer than three amounts precede a verification their places
// are left empty; nothing empty stands at the end.
func (t TXP) Segment() (string, error) {
	if err := t.check(); err != nil {
		return "", err
	}
	return t.segment(), nil
}

func (t TXP) segment() string {
	parts := []string{"TXP", t.ID, t.TaxType, shortDate(t.PeriodEnd)}
	for _, a := range t.Amounts {
		parts = append(parts, string(a.Type), strconv.FormatInt(int64(a.Amount), 10))
	}
	if t.Verification != "" {
		for len(parts) < 10 {
			parts = append(parts, "")
		}
		parts = append(parts, t.Verification)
	}
	return strings.Join(parts, "*") + `\`
}

func (t TXP) check() error {
	if err := checkSecret(t.ID); err != nil {
		return fmt.Errorf("TXP01: %w", err)
	}
	if err := checkCode(5)(t.TaxType); err != nil {
		return fmt.Errorf("TXP02, the tax type: %w", err)
	}
	if err := checkDate(t.PeriodEnd); err != nil {
		return fmt.Errorf("TXP03, the end of the period: %w", err)
	}
	if n := len(t.Amounts); n < 1 || n > 3 {
		return fmt.Errorf("%d amounts in a TXP segment; there is room for 1 to 3", n)
	}
	for i, a := range t.Amounts {
		if a.Type < 'A' || a.Type > 'Z' {
			return fmt.Errorf("TXP%02d: %q is not a kind of amount; write a capital letter", 4+2*i, string(a.Type))
		}
		if a.Amount < 0 || a.Amount > maxAmount {
			return fmt.Errorf("TXP%02d: %s is not an amount from 0.00 to %s", 5+2*i, a.Amount, maxAmount)
		}
		for _, b := range t.Amounts[:i] {
			if a.Type == b.Type {
				return fmt.Errorf("TXP%02d: %c is given twice", 4+2*i, a.Type)
			}
		}
	}
	if t.Verification != "" {
		if err := checkCode(6)(t.Verification); err != nil {
			return fmt.Errorf("TXP10, the verification: %w", err)
		}
	}
	return nil
}

// ParseTXP reads a segment from its first letter to its terminator, and nothing
// around it. An error is a [*Fault] whose positions count within the segment.
func ParseTXP(s string) (TXP, error) {
	if len(s) > maxSegment {
		return TXP{}, fault(maxSegment+1, len(s), "a segment of %d characters; an addendum holds %d with the terminator", len(s), maxSegment)
	}
	body, rest, ended := strings.Cut(s, `\`)
	switch {
	case !ended:
		return TXP{}, fault(1, max(len(s), 1), `a segment without its terminator \`)
	case rest != "":
		return TXP{}, fault(len(body)+2, len(s), `text after the terminator \`)
	}
	p := &segmentParser{parts: strings.Split(body, "*")}
	t := p.read()
	if p.bad != nil {
		return TXP{}, p.bad
	}
	return t, nil
}

// A segmentParser walks the elements of a segment. The first fault ends it.
type segmentParser struct {
	parts []string
	bad   *Fault
}

func (p *segmentParser) read() (t TXP) {
	if p.parts[0] != "TXP" {
		p.fail(0, "%q is not a TXP segment", p.parts[0])
	}
	if n := len(p.parts); n != 6 && n != 8 && n != 10 && n != 11 {
		p.fail(n-1, "a segment of %d elements after TXP; there are 5, 7 or 9, or 10 with a verification", n-1)
	}
	t.ID = p.code(1, checkSecret)
	t.TaxType = p.code(2, checkCode(5))
	t.PeriodEnd = p.day(3)
	for i := 4; i < min(len(p.parts), 10); i += 2 {
		if i > 4 && len(p.parts) == 11 && p.parts[i] == "" && p.parts[i+1] == "" {
			p.empty(i + 2) // only a verification follows
			break
		}
		t.Amounts = append(t.Amounts, TXPAmount{p.kind(i, t.Amounts), p.amount(i + 1)})
	}
	if len(p.parts) == 11 {
		t.Verification = p.code(10, checkCode(6))
	}
	return t
}

func (p *segmentParser) code(i int, check func(string) error) string {
	if p.bad != nil {
		return ""
	}
	if err := check(p.parts[i]); err != nil {
		p.fail(i, "%v", err)
	}
	return p.parts[i]
}

func (p *segmentParser) day(i int) calc.Date {
	if p.bad != nil {
		return 0
	}
	d, err := parseShortDate(p.parts[i])
	if err != nil {
		p.fail(i, "%v; the end of the period is 261130 for November 2026", err)
	}
	return d
}

func (p *segmentParser) kind(i int, before []TXPAmount) byte {
	if p.bad != nil {
		return 0
	}
	s := p.parts[i]
	if len(s) != 1 || s[0] < 'A' || s[0] > 'Z' {
		p.fail(i, "%q is not a kind of amount, a capital letter", s)
		return 0
	}
	for _, a := range before {
		if a.Type == s[0] {
			p.fail(i, "%s is given twice", s)
		}
	}
	return s[0]
}

func (p *segmentParser) amount(i int) calc.Cents {
	if p.bad != nil {
		return 0
	}
	s := p.parts[i]
	if !digits(s) || len(s) > 10 || len(s) > 1 && s[0] == '0' {
		p.fail(i, "%q is not an amount in cents: 1 to 10 digits without point, sign and leading zeros", s)
		return 0
	}
	n, _ := strconv.ParseInt(s, 10, 64) // ten digits always fit
	return calc.Cents(n)
}

// empty holds that elements from i up to the verification are empty.
func (p *segmentParser) empty(i int) {
	for ; i < 10; i++ {
		if p.bad == nil && p.parts[i] != "" {
			p.fail(i, "%q after an amount that is empty", p.parts[i])
		}
	}
}

// fail takes note of what is wrong with an element, unless something was before.
func (p *segmentParser) fail(i int, format string, args ...any) {
	if p.bad != nil {
		return
	}
	from := 1
	for _, part := range p.parts[:i] {
		from += len(part) + 1
	}
	p.bad = fault(from, from+max(len(p.parts[i]), 1)-1, "TXP%02d: "+format, append([]any{i}, args...)...)
}
