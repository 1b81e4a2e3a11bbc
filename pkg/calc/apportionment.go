package calc

import (
	"errors"
	"fmt"

	"github.com/shopspring/decimal"
)

// This file finds the part of a business's net profit that belongs to a
// municipality: the mean of up to three proportions of what is in the place to
// what is everywhere. Law: 001 (C)(1); R.C. 718.02 has the same three.

// A FactorKind is one of the three proportions.
type FactorKind uint8

// The proportions: the original cost of property, 001 (C)(1)(a); receipts from
// sales made and services performed, (b); wages for services performed, (c).
const (
	PropertyFactor FactorKind = iota
	ReceiptsFactor
	WageFactor

	numFactors = iota
)

var factorNames = [numFactors]string{"property", "receipts", "wages"}

// String is the kind's name, as the columns of inputs begin.
func (k FactorKind) String() string { return factorNames[k] }

// FactorKinds are all kinds, in their order.
func FactorKinds() []FactorKind { return []FactorKind{PropertyFactor, ReceiptsFactor, WageFactor} }

// A Factor is what a business has in the place and everywhere, the place
// included.
type Factor struct{ Here, Everywhere Cents }

// Exists reports whether the proportion is one of the taxpayer's: it has such
// property, receipts or wages anywhere. One that is nothing in the place exists
// all the same: 001 (C)(1)(d).
func (f Factor) Exists() bool { return f.Everywhere != 0 }

// Check says what keeps the two amounts from being a part and its whole.
func (f Factor) Check() error {
	switch {
	case f.Here < 0 || f.Everywhere < 0:
		return errors.New("below zero; a factor is a part of a whole, and both are zero or more")
	case f.Here > f.Everywhere:
		return fmt.Errorf("%s here is more than %s everywhere, which includes it", f.Here, f.Everywhere)
	}
	return nil
}

// ErrNoFactor says that none of the three exists, so that there is nothing to
// take the mean of.
var ErrNoFactor = errors.New("property, receipts and wages are all zero everywhere, so that there is no factor to take the mean of")

// Factors are a business's three, by FactorKind.
type Factors [numFactors]Factor

// An Apportionment is which part of a net profit belongs to the place. Shares
// are rounded to six decimals, half away from zero; the mean is that of the
// unrounded factors.
type Apportionment struct {
	Factors [numFactors]Rate // zero as well where the factor does not exist
	Used    int              // how many of them exist
	Share   Rate
}

// Apportion finds it. The amounts must pass Factor.Check. The error is
// ErrNoFactor.
func (f *Factors) Apportion() (a Apportionment, err error) {
	// The sum of the factors, as one exact fraction.
	sum, of := decimal.Zero, decimal.New(1, 0)
	for k, x := range f {
		if !x.Exists() {
			continue
		}
		here, everywhere := decimal.New(int64(x.Here), 0), decimal.New(int64(x.Everywhere), 0)
		a.Factors[k] = sixDecimals(here, everywhere)
		sum = sum.Mul(everywhere).Add(here.Mul(of))
		of = of.Mul(everywhere)
		a.Used++
	}
	if a.Used == 0 {
		return a, ErrNoFactor
	}
	a.Share = sixDecimals(sum, of.Mul(decimal.New(int64(a.Used), 0)))
	return a, nil
}

// sixDecimals is part ÷ whole, from zero to one, rounded once, half up.
func sixDecimals(part, whole decimal.Decimal) Rate {
	return Rate(part.DivRound(whole, 6).Shift(RateDecimals).IntPart())
}

// NetProfit is how a municipality apportions the net profits of businesses.
type NetProfit struct {
	// RentTimes is how many times its annual rent rented real property counts for
	// among the property; 0 where the law does not count it, as 001 (C)(1)(a).
	RentTimes int
	Cite      Citation
}

// Property is the factor of what is owned, at its original cost, and what is
// rented, by its annual rent.
func (n *NetProfit) Property(cost, rent Factor) Factor {
	times := Cents(n.RentTimes)
	return Factor{cost.Here + times*rent.Here, cost.Everywhere + times*rent.Everywhere}
}

// A ProfitTax is the tax of one municipality on a net profit.
type ProfitTax struct {
	Taxable Cents // the place's part of the net profit; below zero for a loss
	Rate    Rate
	Tax     Cents // none on a loss
}

// OnNetProfit is the tax on the place's part of a net profit: each product is
// rounded once, half a cent away from zero. The part of a loss is the same share
// of it, and bears no tax.
func (a *Apportionment) OnNetProfit(net Cents, rate Rate) ProfitTax {
	t := ProfitTax{Taxable: a.Share.Tax(net), Rate: rate}
	t.Tax = rate.Tax(max(0, t.Taxable))
	return t
}
