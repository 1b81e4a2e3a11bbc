package pipeline

import "example.com/withhold/pkg/calc"

// An entry is what one employee's lines of one municipality add up to in one
// slot of time. All that is settled after payroll has streamed by is made of
// entries.
type entry struct {
	place    *place // nil where no tax is levied
	slot     slot
	subject  calc.Cents
	required calc.Cents
	withheld calc.Cents
}

// A lineEntry is what one line adds to an entry; entries of all roles are added
// up.
type lineEntry struct {
	entry
	role  calc.Role
	wages calc.Cents
}

// A slot is a month or, where a municipality's remittance periods are shorter,
// the part of the month that ends on one of their days.
type slot int32

// slotOf is the slot of a pay date; ends are the days on which parts end.
func slotOf(day calc.Date, ends []int) slot {
	y, m, d := day.Civil()
	s := slot(calc.NewMonth(y, m)) * 32
	for _, end := range ends {
		if d <= end {
			return s + slot(end)
		}
	}
	return s
}

func (s slot) month() calc.Month { return calc.Month(s / 32) }

// day is a day of the slot.
func (s slot) day() calc.Date {
	end := int(s % 32)
	if end == 0 {
		end = calc.LastDay
	}
	return s.month().Day(end)
}

// add adds another entry of the same place and slot.
func (x *entry) add(y *entry) {
	x.subject += y.subject
	x.required += y.required
	x.withheld += y.withheld
}

// sums are the employee's entries.
func (e *employee) sums() []entry { return e.entries.appendTo(nil, &e.employer.places) }

// add adds a line to the employee's entries.
func (e *employee) add(x *entry) { e.entries.add(x, &e.employer.places) }
