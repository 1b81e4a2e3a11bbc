package pipeline

import (
	"errors"

	"example.com/withhold/pkg/io/results"
)

// settledRows are rows of settled employers that wait to be written.
type settledRows [3]results.Row

func newSettledRows() *settledRows {
	return &settledRows{{Table: results.Remittances}, {Table: results.Determinations}, {Table: results.Listing}}
}

// cellsOf are the cells that all rows about an employer and a municipality begin
// with.
func cellsOf(e *employer, p *place) string {
	return string(results.AppendText(append(results.AppendText(nil, e.id), ','), p.Name))
}

// add adds an employer's remittances to one municipality, their determinations
// and their listing.
func (s *settledRows) add(e *employer, p *place, list []*remittance) {
	who := cellsOf(e, p)
	remittances, determinations, listing := &s[0], &s[1], &s[2]
	for _, m := range list {
		m.write(remittances, who, e)
		remittances.End()
		m.writeDetermination(determinations, who)
		determinations.End()
		for i := range m.people {
			m.writePerson(listing, who, &m.people[i])
			listing.End()
		}
	}
}

// many reports whether there are more rows than should wait.
func (s *settledRows) many() bool { return len(s[0].Bytes)+len(s[1].Bytes)+len(s[2].Bytes) > 1<<20 }

// settled writes the rows and empties them.
func (o *outputs) settled(s *settledRows) error {
	var errs []error
	for i := range s {
		r := &s[i]
		o.rows[r.Table] += r.Rows
		_, err := o.files[r.Table].buf.Write(r.Bytes)
		errs = append(errs, err)
		r.Reset()
	}
	return errors.Join(errs...)
}

func (m *remittance) write(r *results.Row, who string, e *employer) {
	r.RawCells(2, who)
	r.RawCells(1, m.name)
	r.RawCells(1, m.frequency)
	r.Date(m.due)
	r.Date(m.payBy)
	r.RawCells(1, either(m.eft, "eft", "any"))
	r.Count(len(m.people))
	r.Money(m.sum.subject)
	r.Money(m.sum.required)
	r.Money(m.sum.withheld)
	r.Money(m.amountDue())
	r.Money(m.amountDue() - m.sum.withheld)
	r.RawCells(1, either(e.incomplete, "no", "yes"))
	r.Text(joinCitations(m.citations))
}

func either(yes bool, then, otherwise string) string {
	if yes {
		return then
	}
	return otherwise
}

func (m *remittance) writeDetermination(r *results.Row, who string) {
	r.RawCells(2, who)
	r.RawCells(1, m.name)
	r.RawCells(1, m.frequency)
	r.TextBytes(m.reason())
	r.Money(m.priorYear)
	r.Money(m.highest)
	r.Text(joinCitations(m.citations[:min(1, len(m.citations))]))
}

func (m *remittance) writePerson(r *results.Row, who string, x *person) {
	r.RawCells(2, who)
	r.RawCells(1, m.name)
	r.Text(x.who.id())
	r.Text(x.who.name)
	r.Text(x.who.lastFour())
	r.Money(x.sum.subject)
	r.Money(x.sum.required)
	r.Money(x.sum.withheld)
	r.Money(x.sum.withheld - x.sum.required)
}
