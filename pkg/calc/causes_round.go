package calc

import "slices"

// This file supposes that a provider rounded in another order: every way is at
// most a cent a part from the tax that is rounded once.

// supposeRounding: the orders of rounding, and at the end a cent without one.
func (a *Audited) supposeRounding(list []supposition, lines []Line) []supposition {
	add := func(detail string, figures func(taxes) taxes) {
		list = append(list, supposition{cause: RoundingOrder, detail: detail, figures: figures})
	}
	each := func(detail string, of func(l *Line) Cents) {
		add(detail, func(taxes) taxes {
			var t taxes
			for i := range lines {
				if l := &lines[i]; l.Law != nil {
					t = t.add(l.Law, of(l))
				}
			}
			return t
		})
	}
	each("cut off below the cent", func(l *Line) Cents { return l.Rate.rounded(l.Wages.Subject, down) })
	each("rounded up to the next cent", func(l *Line) Cents { return l.Rate.rounded(l.Wages.Subject, up) })
	each("half a cent rounded to the even cent", func(l *Line) Cents { return l.Rate.rounded(l.Wages.Subject, halfEven) })
	each("the difference of two rounded taxes instead of the tax at the difference of rates", func(l *Line) Cents {
		if l.Role != Residence && l.Role != Courtesy {
			return l.Required
		}
		own := l.Law.Rate
		return own.Tax(l.Wages.Subject) - (own - l.Rate).Tax(l.Wages.Subject)
	})
	if len(a.Rows) > 1 {
		add("each row of the check rounded by itself", func(taxes) taxes { return a.apart(a.Rows) })
	}
	if rows := a.items(); len(rows) > 1 {
		add("each kind of pay rounded by itself", func(taxes) taxes { return a.apart(rows) })
	}
	if a.within(taxesOf(lines), 1) {
		add("within a cent, by no order of rounding that is known here", func(t taxes) taxes { return a.near(t, 1) })
	}
	return list
}

// apart is the tax of parts of the check, each rounded by itself.
func (a *Audited) apart(parts [][]Share) taxes {
	var t taxes
	for _, shares := range parts {
		for _, l := range Withhold(shares, &a.Home, a.Person, nil) {
			if l.Law != nil {
				t = t.add(l.Law, l.Required)
			}
		}
	}
	for i := range a.CatchUps {
		t = t.add(a.CatchUps[i].Law, a.CatchUps[i].Required)
	}
	return t
}

// items are the shares once for each kind of pay on the check. What a cafeteria
// plan took goes with gross wages.
func (a *Audited) items() (parts [][]Share) {
	for item := range Item(NumItems) {
		if !a.any(func(c *Check) Cents { return c.Pay[item] }) {
			continue
		}
		f := a.Facts.paying(func(c *Check) {
			amount := c.Pay[item]
			c.Pay = Pay{}
			c.Pay[item] = amount
			if item != PayGross {
				c.Section125 = 0
			}
		})
		parts = append(parts, f.Shares)
	}
	return parts
}

// within reports whether some difference is no more than so many cents.
func (a *Audited) within(ours taxes, cents Cents) bool {
	return slices.ContainsFunc(a.compare(ours), func(d Finding) bool { return d.Amount() != 0 && d.Amount().Abs() <= cents })
}

// near is the provider's figure where ours is no more than so many cents away,
// and ours elsewhere.
func (a *Audited) near(ours taxes, cents Cents) taxes {
	t := slices.Clone(ours)
	for _, d := range a.compare(ours) {
		if d.Law != nil && d.Amount().Abs() <= cents {
			t = t.add(d.Law, d.Amount())
		}
	}
	return t
}
