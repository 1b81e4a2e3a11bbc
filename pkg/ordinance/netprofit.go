package ordinance

import (
	"fmt"

	"example.com/withhold/pkg/calc"
)

// readNetProfit reads how net profits are apportioned: whether, and at how many
// times its annual rent, rented real property is among the property.
func readNetProfit(f *fields, cite calc.Citation) func(*calc.Law) {
	n := calc.NetProfit{RentTimes: f.integer("rent_times", 1, 100, 0), Cite: cite}
	return func(l *calc.Law) { l.NetProfit = n }
}

// NetProfit is what state law says, on a day, of the net profits of businesses.
func (b *Book) NetProfit(d calc.Date) calc.NetProfit { return b.stateLaw(topicNetProfit, d).NetProfit }

// NetProfitWords says how net profits are apportioned.
func NetProfitWords(n calc.NetProfit) string {
	words := "apportioned by the mean of property, receipts and wages here to those everywhere"
	if n.RentTimes > 0 {
		words += fmt.Sprintf("; rented real property counts at %d times its annual rent", n.RentTimes)
	}
	return words
}
