package calc

// uncontrolledTips is the part of the tips that the employer never holds: cash
// from the customer to the employee. It is wages, but nothing is withheld on it.
// Tips paid to the employer for the employee, or by card or other electronic
// means, are under its control and subject: 000 (A)(2)(j).
func (l *Law) uncontrolledTips(c *Check) Cents {
	return l.whole(TipsNotControlled, c.Pay[PayTipsCash])
}
