package ordinance

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
)

// compare finds what the rows would change.
func (g *updateGroup) compare(rules UpdateRules) (changes []Change) {
	slices.SortStableFunc(g.rows, func(x, y *Update) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To), cmp.Compare(x.Rate, y.Rate), cmp.Compare(x.Row, y.Row))
	})
	for i, u := range g.rows {
		if g.repeats(i) {
			continue
		}
		list := g.changesOf(i, rules)
		doubts := g.doubts[u]
		if d := g.overlap(i); d != nil {
			doubts = append(doubts, *d)
		}
		if d := g.ownFile(list); d != nil {
			doubts = append(doubts, *d)
		}
		for j := range list {
			x := &list[j]
			x.ID, x.Name, x.Update, x.present = g.id, g.name, u, g.m
			x.Doubts = append(slices.Clone(doubts), x.Doubts...)
		}
		changes = append(changes, list...)
	}
	return changes
}

// end is the last day that a row speaks of; 0 is no end.
func (g *updateGroup) end(i int) calc.Date {
	u := g.rows[i]
	for _, next := range g.rows[i+1:] {
		if u.To == 0 && next.From > u.From {
			return next.From - 1
		}
	}
	return u.To
}

// repeats reports whether a row says what the one before it says.
func (g *updateGroup) repeats(i int) bool {
	if i == 0 {
		return false
	}
	x, y := g.rows[i-1], g.rows[i]
	return x.From == y.From && x.To == y.To && x.Rate == y.Rate && x.Credit == y.Credit
}

func (g *updateGroup) overlap(i int) *Doubt {
	for j := i - 1; j <= i; j++ {
		if j < 0 || j+1 == len(g.rows) || g.repeats(j+1) {
			continue
		}
		x, y := g.rows[j], g.rows[j+1]
		if x.From == y.From || x.To >= y.From {
			return &Doubt{"overlap", fmt.Sprintf("rows %d and %d speak of the same days; correct one of them", x.Row, y.Row), true}
		}
	}
	return nil
}

// ownFile is a doubt where an ordinance file gives the rate: then a row of the
// table has no effect.
func (g *updateGroup) ownFile(changes []Change) *Doubt {
	if g.m == nil || g.m.own == nil || len(g.m.own[topicRate]) == 0 {
		return nil
	}
	for _, x := range changes {
		if x.Kind != ChangeNone && x.Kind != ChangeConfirmed {
			return &Doubt{"own_file", fmt.Sprintf("municipalities/%s.yaml gives the rate; write it there", g.m.ID), true}
		}
	}
	return nil
}

// changesOf is what one row would change.
func (g *updateGroup) changesOf(i int, rules UpdateRules) []Change {
	u := g.rows[i]
	if g.m == nil {
		x := Change{Kind: ChangeNew, Field: "rate", ID: g.id, New: u.Rate.String(), From: u.From, To: u.To}
		if !slices.ContainsFunc(g.rows, func(u *Update) bool { return u.Rate != 0 }) {
			x.Kind = ChangeNoTax
			return []Change{x}
		}
		x.doubt(u, rules)
		return []Change{x}
	}
	rate := g.rateChange(i, rules)
	list := []Change{rate}
	if x, ok := g.ending(i); ok {
		if rate.Kind == ChangeNone || rate.Kind == ChangeConfirmed {
			list = nil
		}
		list = append(list, x)
	}
	if x, ok := g.creditChange(i); ok {
		list = append(list, x)
	}
	if i+1 == len(g.rows) {
		list = append(list, g.whoCollects(u)...)
	}
	if len(list) > 1 && (list[0].Kind == ChangeNone || list[0].Kind == ChangeConfirmed) {
		list = list[1:]
	}
	return list
}

// A stretch is days on which the data say one thing; row is nil where nothing.
type stretch struct {
	from, to calc.Date
	row      *rateRow
}

// stretches cut the days from one to another (0 is no end) by the rows.
func stretches(rows []*rateRow, from, to calc.Date) (list []stretch) {
	for _, r := range rows {
		if to != 0 && r.from > to || r.to != 0 && r.to < from {
			continue
		}
		if r.from > from {
			list = append(list, stretch{from, r.from - 1, nil})
			from = r.from
		}
		end := r.to
		if to != 0 && (end == 0 || end > to) {
			end = to
		}
		list = append(list, stretch{from, end, r})
		if end == 0 || end == to {
			return list
		}
		from = end + 1
	}
	return append(list, stretch{from, to, nil})
}

// known are the rows of the data.
func (g *updateGroup) known() []*rateRow {
	if g.m == nil || g.m.table == nil {
		return nil
	}
	return g.m.table.rows
}

// rateChange is what a row would change of the rate.
func (g *updateGroup) rateChange(i int, rules UpdateRules) Change {
	u := g.rows[i]
	x := Change{Kind: ChangeNone, Field: "rate", ID: g.id, New: u.Rate.String(), From: u.From, To: u.To}
	var gap, later bool
	var last calc.Date // the last day that differs
	for _, s := range stretches(g.known(), u.From, g.end(i)) {
		switch {
		case s.row == nil:
			if !gap && x.Kind == ChangeNone {
				x.From = s.from
			}
			gap = true
		case s.row.rate != u.Rate:
			if x.Kind == ChangeNone {
				x.Kind, x.From, x.Old = ChangeRate, s.from, s.row.rate.String()
				if u.Rate == 0 {
					x.Kind = ChangeEnded
				}
			}
			last = s.to
			x.change(s.row, u, rules)
		default:
			later = later || readLater(u.AsOf, s.row.AsOf)
		}
	}
	switch {
	case x.Kind != ChangeNone:
		g.beforePresent(&x, last)
	case gap && u.Rate == 0:
		return x // no tax, and none is known
	case gap:
		x.Kind = ChangeEarlier
		if end := g.end(i); u.To == 0 && end != 0 {
			x.add("no_end", fmt.Sprintf("the row has no end and another starts on %s: whether the rate held until then is not said; give it an end", end+1), false)
		}
	case later:
		x.Kind, x.Old, x.From = ChangeConfirmed, x.New, u.From
		return x
	default:
		x.Old, x.From = x.New, u.From
		return x
	}
	x.doubt(u, rules)
	return x
}

// change looks at one step from what is known to what the table says.
func (x *Change) change(r *rateRow, u *Update, rules UpdateRules) {
	if step := max(u.Rate-r.rate, r.rate-u.Rate); step > rules.Change {
		x.add("big_change", fmt.Sprintf("%s to %s is a change by more than %s", Percent(r.rate), Percent(u.Rate), Percent(rules.Change)), false)
	}
	if readLater(r.AsOf, u.AsOf) {
		x.add("older_table", fmt.Sprintf("the table is as of %s, what it would change as of %s", u.AsOf, r.AsOf), false)
	}
	if u.Credit.Known || !r.credit.Known || r.credit.Limit != r.rate || r.rate == 0 {
		return
	}
	x.Remark = "the credit went up to the old rate: it is not known from then on; add it"
}

// doubt looks at the rate itself.
func (x *Change) doubt(u *Update, rules UpdateRules) {
	if u.Rate > rules.Rate || u.Rate > highestRate {
		text := fmt.Sprintf("%s is over %s", Percent(u.Rate), Percent(min(rules.Rate, highestRate)))
		if u.Rate > highestRate {
			text += fmt.Sprintf("; write the right one, or the rate with confirmed: true in municipalities/%s.yaml", x.ID)
		}
		x.add("high_rate", text, u.Rate > highestRate)
	}
	if read, ok := lastDayOf(u.AsOf); ok && rules.Ahead > 0 && rules.Ahead.after(read) < u.From {
		x.add("far_future", fmt.Sprintf("%s is more than %s after %s, when the table was read", u.From, rules.Ahead, u.AsOf), false)
	}
}

// beforePresent doubts a change of days before the rate that is in force when
// the table was read: old payroll would be computed otherwise.
func (g *updateGroup) beforePresent(x *Change, last calc.Date) {
	present := g.present()
	if x.From >= present.from {
		return
	}
	until := "on"
	if last != 0 {
		until = "to " + last.String()
	}
	x.add("before_present", fmt.Sprintf("it changes the past, from %s %s: the present rate, %s, is since %s", x.From, until, Percent(present.rate), present.from), false)
}

// present is the row that is in force when the table was read, or else the last.
func (g *updateGroup) present() *rateRow {
	rows := g.known()
	present := rows[len(rows)-1]
	if read, ok := lastDayOf(g.rows[0].AsOf); ok {
		for _, r := range rows {
			if r.from <= read {
				present = r
			}
		}
	}
	return present
}

// add adds a doubt once.
func (x *Change) add(code, text string, final bool) {
	if !slices.ContainsFunc(x.Doubts, func(d Doubt) bool { return d.Code == code }) {
		x.Doubts = append(x.Doubts, Doubt{code, text, final})
	}
}

// ending is the end of what is known, where the last row has one.
func (g *updateGroup) ending(i int) (x Change, ok bool) {
	u := g.rows[i]
	if i+1 < len(g.rows) || u.To == 0 {
		return x, false
	}
	for _, s := range stretches(g.known(), u.To+1, 0) {
		if s.row != nil && s.row.rate != 0 {
			x = Change{Kind: ChangeEnded, Field: "rate", Old: s.row.rate.String(), From: s.from}
			if present := g.present(); x.From <= present.from {
				x.add("before_present", fmt.Sprintf("it ends before the present rate, %s since %s: give the row of that as well", Percent(present.rate), present.from), true)
			}
			return x, true
		}
	}
	return x, false
}

// creditChange is a credit that the table gives and the data do not have. Where
// an ordinance file gives it, the table's has no effect and is passed over.
func (g *updateGroup) creditChange(i int) (x Change, ok bool) {
	u := g.rows[i]
	if !u.Credit.Known || g.m.own != nil && len(g.m.own[topicCredit]) > 0 {
		return x, false
	}
	for _, s := range stretches(g.known(), u.From, g.end(i)) {
		if s.row == nil || sameCredit(s.row.credit, u.Credit) {
			continue
		}
		x = Change{Kind: ChangeRate, Field: "credit", Old: creditText(s.row.credit), New: creditText(u.Credit), From: s.from, To: u.To}
		if s.row.credit.Known && readLater(s.row.CreditAsOf, cmp.Or(u.CreditAsOf, u.AsOf)) {
			x.add("older_table", fmt.Sprintf("the credit is as of %s, what it would change as of %s", cmp.Or(u.CreditAsOf, u.AsOf), s.row.CreditAsOf), false)
		}
		return x, true
	}
	return x, false
}

func sameCredit(a, b calc.Credit) bool {
	return a.Known == b.Known && a.Factor == b.Factor && a.Limit == b.Limit
}

// creditText is a credit as rates.csv has it: factor, then limit.
func creditText(c calc.Credit) string {
	if !c.Known {
		return ""
	}
	return c.Factor.String() + " up to " + c.Limit.String()
}

// whoCollects is another administrator or code.
func (g *updateGroup) whoCollects(u *Update) (list []Change) {
	for _, f := range []struct{ field, old, new string }{{"administrator", g.m.Administrator, u.Administrator}, {"code", g.m.Code, u.Code}} {
		if f.new != "" && f.new != f.old && (f.field != "code" || u.Administrator != "" || g.m.Administrator != "") {
			list = append(list, Change{Kind: ChangeRate, Field: f.field, Old: f.old, New: f.new, From: u.From, To: u.To})
		}
	}
	return list
}

// readLater reports whether a was certainly read after b.
func readLater(a, b string) bool {
	x, ok := firstDayOf(a)
	y, known := lastDayOf(b)
	return ok && (!known || x > y)
}
