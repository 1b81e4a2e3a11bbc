package ordinance

import "example.com/withhold/pkg/calc"

// readWinningsLaw reads when returns of tax withheld from winnings are due and
// what it costs to be late.
func readWinningsLaw(f *fields, cite calc.Citation) func(*calc.Law) {
	f.need("monthly", "{months_after: 1, day: 10}")
	f.need("annual", "{month: 1, day: 31}")
	f.need("penalty", `the share of the tax that was late, such as "50%"`)
	f.need("return_penalty", `what each late return costs, such as "500.00"`)
	l := calc.WinningsLaw{Cite: cite, Penalty: f.rate("penalty"), ReturnPenalty: f.cents("return_penalty")}
	if n := f.values["monthly"]; n != nil {
		g := f.fields(n, "monthly", "months_after", "day")
		g.need("months_after", "1")
		g.need("day", "10")
		l.Monthly = calc.DueRule{MonthsAfter: g.integer("months_after", 0, 12, 1), Day: g.dayOf("day"), Cite: cite}
	}
	if n := f.values["annual"]; n != nil {
		g := f.fields(n, "annual", "month", "day")
		g.need("month", "1")
		g.need("day", "31")
		l.Annual = calc.DueRule{MonthsAfter: g.integer("month", 1, 12, 1), Day: g.dayOf("day"), Cite: cite}
	}
	return func(law *calc.Law) { law.Winnings = l }
}

// dayOf is a day of the month; 31 is its last.
func (f *fields) dayOf(key string) int {
	if n, ok := f.scalar(key); ok && n.Value == "last" {
		return calc.LastDay
	}
	return f.integer(key, 1, calc.LastDay, calc.LastDay)
}

func readLottery(f *fields, cite calc.Citation) func(*calc.Law) {
	f.need("over", `the amount up to which a person's winnings of a year are not taxed, such as "5000000.00"`)
	l := calc.Lottery{Over: f.cents("over"), Cite: cite}
	return func(law *calc.Law) { law.Lottery = l }
}
