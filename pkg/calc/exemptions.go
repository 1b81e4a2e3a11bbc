package calc

// wholeCheck is the reason for which none of a check is subject, if there is
// one: a domestic servant (002 (d), 003 (k)), or a person who had not reached
// the ordinance's age on the day the pay was earned (001 (D)(7)). The birthday
// itself is taxable; an unknown birth date is taxable.
func (l *Law) wholeCheck(c *Check, p *Person) (Reason, bool) {
	if p.Domestic && l.Exclusions[DomesticServant].Applies {
		return DomesticServant, true
	}
	if l.Minor(p, c.Earned) {
		return Under18, true
	}
	return 0, false
}

// Minor reports whether pay the person earned on a day is exempt for age.
func (l *Law) Minor(p *Person, day Date) bool {
	x := &l.Exclusions[Under18]
	if !x.Applies || p.Birth == 0 || day >= p.Birth+Date(366*x.Age) { // beyond any birthday: most people, at once
		return false
	}
	return day < p.Birth.YearsLater(x.Age)
}

// freeElectionPay is the part of a precinct election official's pay that lies
// within the amount free in a calendar year: 001 (D)(8).
func (l *Law) freeElectionPay(c *Check) Cents {
	x := &l.Exclusions[ElectionOfficial]
	if c.Pay[PayElection] == 0 || !x.Applies {
		return 0
	}
	// What is reversed of an earlier year was free then, so that a sum below zero
	// is free as well.
	free := func(sum Cents) Cents { return min(sum, x.Limit) }
	return free(c.ElectionBefore+c.Pay[PayElection]) - free(c.ElectionBefore)
}

// transitPay is the pay for operating a transit bus in or through the place,
// unless the route is regularly scheduled, the operator lives there, or the
// authority has its headquarters there: 001 (D)(10).
func (l *Law) transitPay(c *Check, ties Ties) Cents {
	if c.TransitScheduled || ties.Resident || ties.Headquarters {
		return 0
	}
	return l.whole(TransitOperator, c.Pay[PayTransit])
}
