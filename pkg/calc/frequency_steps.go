package calc

// This file shows how a determination came about, and what would have changed
// it. Law: that of frequency.go.

// A TestStep is one figure held against its amount.
type TestStep struct {
	Test
	Have  Cents // the figure; of an average rounded to the cent
	Holds bool
	// Turn is how much more tax would turn the test, or, below zero, how much
	// less; of an average in all months of the year together.
	Turn Cents
}

// A RuleStep is one rule as it was tried for a month.
type RuleStep struct {
	Rule  *Rule
	Holds bool
	// MonthFits and AgreementStands say whether those parts of the condition
	// hold, where it has them.
	MonthFits, AgreementStands bool
	All, Any                   []TestStep
}

// Steps are the rules tried for the month of f, the one that decided last. It
// decides as [Schedule.Determine] does.
func (s *Schedule) Steps(f Figures, standing func(kind string) bool) (steps []RuleStep) {
	for i := range s.Rules {
		r := &s.Rules[i]
		x := RuleStep{Rule: r, MonthFits: r.When.monthFits(f.month), AgreementStands: r.When.Agreement == "" || standing(r.When.Agreement)}
		x.Holds = x.MonthFits && x.AgreementStands
		for _, t := range r.When.All {
			x.All = append(x.All, t.step(&f))
			x.Holds = x.Holds && x.All[len(x.All)-1].Holds
		}
		any := len(r.When.Any) == 0
		for _, t := range r.When.Any {
			x.Any = append(x.Any, t.step(&f))
			any = any || x.Any[len(x.Any)-1].Holds
		}
		x.Holds = x.Holds && any
		steps = append(steps, x)
		if x.Holds {
			break
		}
	}
	return steps
}

func (c *Condition) monthFits(m Month) bool {
	for _, place := range c.MonthOfQuarter {
		if place == (m.Number()-1)%3+1 {
			return true
		}
	}
	return len(c.MonthOfQuarter) == 0
}

// step tries one test. Over and under are strict, so that a figure at the limit
// is a cent away.
func (t Test) step(f *Figures) TestStep {
	x := TestStep{Test: t, Have: f.Amount(t.Figure)}
	x.Holds = t.holds(f)
	have, limit := f.amounts[t.Figure], t.Amount
	if t.Figure == AverageMonthOfPriorYear {
		have, limit = f.amounts[PriorYearTotal], 12*t.Amount
	}
	x.Turn = limit - have
	switch {
	case t.Compare == Over && !x.Holds, t.Compare == AtMost && x.Holds:
		x.Turn++
	case t.Compare == AtLeast && x.Holds, t.Compare == Under && !x.Holds:
		x.Turn--
	}
	return x
}
