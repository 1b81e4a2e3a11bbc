package calc

// This file splits a check over the time it was earned in. Law: 000 (A)(1),
// (B)(1)(c)2; domain: largest remainder.

// SplitCheck divides a check's money in proportion to weights. Each part has the
// dates of the check and its share of every item, and the parts add up to the
// check item by item.
func SplitCheck(c *Check, weights []int64, parts []Check) []Check {
	shares := make([]Cents, len(weights))
	for range weights {
		part := *c
		part.Pay, part.Section125, part.ElectionBefore = Pay{}, 0, c.ElectionBefore
		parts = append(parts, part)
	}
	first := len(parts) - len(weights)
	for item, amount := range c.Pay {
		if amount == 0 {
			continue
		}
		for i, share := range Split(amount, weights, shares) {
			parts[first+i].Pay[item] = share
		}
	}
	if c.Section125 != 0 {
		for i, share := range Split(c.Section125, weights, shares) {
			parts[first+i].Section125 = share
		}
	}
	// What of the year's free amount an earlier part used is before the next.
	before := c.ElectionBefore
	for i := first; i < len(parts); i++ {
		parts[i].ElectionBefore = before
		before += parts[i].Pay[PayElection]
	}
	return parts
}
