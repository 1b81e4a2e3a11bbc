package calc

// formerEmployeeOption is the income of a disqualifying disposition of an
// incentive stock option on which nothing is withheld, because on that day the
// person was not an employee of the issuer: 003 (c); nor, where the ordinance
// says so, of its successor: 000 (A)(2)(d). A disposition of unknown date is
// withheld on.
func (l *Law) formerEmployeeOption(c *Check, p *Person) Cents {
	x := &l.Exclusions[ISOFormerEmployee]
	day := c.ISODisposed
	if day == 0 || !x.Applies || p.employeeOfIssuer(day) {
		return 0
	}
	if x.Successor && day <= p.SuccessorUntil {
		return 0
	}
	return c.Pay[PayISO]
}

// employeeOfIssuer reports whether the person worked for the issuer on a day.
// The last day of employment is still one.
func (p *Person) employeeOfIssuer(day Date) bool {
	return !p.IssuedElsewhere && day >= p.Hired && (p.Terminated == 0 || day <= p.Terminated)
}
