package ordinance

import "example.com/withhold/pkg/calc"

// This file reads when payments to people who are not employees are to be listed:
// 003 (i). State law has no such topic: a municipality whose ordinance does not
// speak of it asks for no listing.

func readContractors(f *fields, cite calc.Citation) func(*calc.Law) {
	r, ok := f.dayAfterTheYear(cite)
	if !ok {
		return nil
	}
	return func(l *calc.Law) { l.Contractors = r }
}
