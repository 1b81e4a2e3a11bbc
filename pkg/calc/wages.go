package calc

// This file decides what of a check one municipality's tax is withheld on.
// Law: 000 (A)(1), 002 (a), 003 (a), R.C. 718.01.

// Wages is a check's money as one municipality sees it:
// Total = Subject + the sum of NotSubject.
type Wages struct {
	Total, Subject Cents
	NotSubject     [NumReasons]Cents
}

// Excluded is what is not subject, for whatever reason.
func (w *Wages) Excluded() Cents { return w.Total - w.Subject }

// Reasons is the set of reasons with an amount.
func (w *Wages) Reasons() ReasonSet {
	var set ReasonSet
	for r, c := range w.NotSubject {
		if c != 0 {
			set |= 1 << r
		}
	}
	return set
}

// A ReasonSet is a set of reasons, bit r for Reason r.
type ReasonSet uint16

// Has reports whether r is in the set.
func (s ReasonSet) Has(r Reason) bool { return s&(1<<r) != 0 }

// WagesOf sorts a check into what is subject under the law and what is not.
func (l *Law) WagesOf(c *Check, p *Person, ties Ties) (w Wages) {
	l.sort(&w, c, p, ties)
	return w
}

// sort is WagesOf into wages of zero.
func (l *Law) sort(w *Wages, c *Check, p *Person, ties Ties) {
	w.Total = c.Pay.Total()
	w.Subject = w.Total
	if reason, ok := l.wholeCheck(c, p); ok {
		w.exclude(reason, w.Total)
		return
	}
	w.exclude(TipsNotControlled, l.uncontrolledTips(c))
	w.exclude(ISOFormerEmployee, l.formerEmployeeOption(c, p))
	w.exclude(DeferredBefore, l.oldDeferral(c))
	w.exclude(MilitaryPay, l.whole(MilitaryPay, c.Pay[PayMilitary]))
	w.exclude(PensionOrDisability, l.whole(PensionOrDisability, c.Pay[PayPension]))
	w.exclude(Parsonage, l.whole(Parsonage, c.Pay[PayParsonage]))
	w.exclude(ElectionOfficial, l.freeElectionPay(c))
	w.exclude(TransitOperator, l.transitPay(c, ties))
	w.exclude(Section125, l.cafeteria(c, w.Subject))
}

func (w *Wages) exclude(r Reason, c Cents) {
	if c != 0 {
		w.NotSubject[r] += c
		w.Subject -= c
	}
}

// whole excludes an item whole where the ordinance has the exclusion:
// 001 (D)(1) military pay, (D)(2) pensions and disability, (D)(9) parsonage.
func (l *Law) whole(r Reason, item Cents) Cents {
	if item == 0 || !l.Exclusions[r].Applies { // most items are zero: the law need not be looked at
		return 0
	}
	return item
}

// cafeteria is how far a section 125 deduction reduces qualifying wages: by all
// of it, but not below nothing. Gross compensation is not reduced: 002 (a).
func (l *Law) cafeteria(c *Check, left Cents) Cents {
	switch {
	case c.Section125 == 0 || l.Base == GrossCompensation || !l.Exclusions[Section125].Applies:
		return 0
	case c.Section125 >= 0:
		return max(0, min(c.Section125, left))
	}
	return min(0, max(c.Section125, left))
}
