package calc

// oldDeferral is nonqualified deferred compensation that was deferred before
// the ordinance's day (June 26, 2003) and is not qualifying wages when paid:
// 000 (A)(2)(f). What was deferred on an unknown day is subject.
func (l *Law) oldDeferral(c *Check) Cents {
	x := &l.Exclusions[DeferredBefore]
	if c.NQDCDeferred == 0 || !x.Applies || c.NQDCDeferred >= x.Before {
		return 0
	}
	return c.Pay[PayNQDC]
}
