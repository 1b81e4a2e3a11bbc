package pipeline

import (
	"fmt"
	"strings"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
)

// writeRemittals writes the chosen periods of an employer with their listings,
// payments and worksheets.
func (r *remitting) writeRemittals(all [][]*remittal, chosen []*remittal) error {
	for _, x := range chosen {
		who := cellsOf(x.employer, x.place)
		if err := r.out.row(results.Remitted, x.write); err != nil {
			return err
		}
		for i := range x.people {
			if err := r.out.row(results.Listing, func(row *results.Row) { x.writePerson(row, who, &x.people[i]) }); err != nil {
				return err
			}
		}
		r.payments.add(x)
	}
	return r.fillForms(all, chosen)
}

func (x *remittal) write(r *results.Row) {
	x.remittance.write(r, cellsOf(x.employer, x.place), x.employer)
	r.Text(x.status())
	r.Money(x.remitted())
	r.Money(x.applied)
	r.Money(x.payment)
	r.Money(x.left)
	work, home := x.now.taxes(&x.now.parts)
	r.Money(x.now.parts[forWork].subject)
	r.Money(work)
	r.Money(x.now.parts[forHome].subject)
	r.Money(home)
	r.Text(x.place.Administrator)
	e := x.employer.who()
	r.Text(e.Name)
	r.Text(e.EIN)
	r.Text(e.ResponsiblePerson)
	r.Text(e.ContactPhone)
	r.Text(e.ContactEmail)
}

// who is what the employers table says of it, blank where it has no row.
func (e *employer) who() *record.Employer {
	if e.record == nil {
		return &record.Employer{}
	}
	return e.record
}

// noteIncomplete warns that rows of an employer were set aside.
func (r *remitting) noteIncomplete(e *employer) error {
	if !e.incomplete {
		return nil
	}
	files := strings.Join(r.incomplete[e.id], ", ")
	what := "its returns may be short"
	if r.o.SkipIncomplete {
		what = "it was left out, and its returns are still to be drawn up"
	}
	return r.out.problem(warning, &table.Problem{File: ledgerName, Code: "incomplete", Value: e.id, Message: fmt.Sprintf(
		"rows of employer %s in %s were set aside, and the file was not read again without any: %s; mend the rows and run the file again", e.id, files, what)})
}
