package ordinance

import (
	"fmt"
	"time"

	"example.com/withhold/pkg/calc"
)

// WinningsWords says when returns of tax withheld from winnings are due, and what
// it costs to be late.
func WinningsWords(l calc.WinningsLaw) string {
	return fmt.Sprintf("returns of tax withheld by %s and by the %s of %s; late tax costs %s, a late return %s",
		dueWords(&l.Monthly, calc.Monthly), dayWords(l.Annual.Day), time.Month(min(12, max(1, l.Annual.MonthsAfter))), Percent(l.Penalty), dollars(l.ReturnPenalty))
}

// LotteryWords says which lottery winnings are taxed.
func LotteryWords(l calc.Lottery) string {
	return fmt.Sprintf("winnings of a year over %s, from the first dollar on: of residents, and from tickets bought here", dollars(l.Over))
}
