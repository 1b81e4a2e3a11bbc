package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
)

// This file lists payments to people who are not employees, for services in a
// municipality: 003 (i). Which payments the federal form asks for is decided by
// who gives the table.

// A contract is what an employer paid one person for services in one place.
type contract struct {
	*record.Contractor
	at *place
}

func (c *reconciling) writeContractors() error {
	for _, x := range c.contracts {
		due, payBy, law := c.dueAfterYear(x.at, func(l *calc.Law) calc.DueRule { return l.Contractors })
		var cite calc.Citation
		if law != nil {
			cite = law.Contractors.Cite
		}
		c.totals.Contractors++
		c.totals.contractors += x.Amount
		if x.Amount <= 0 {
			c.notes.add("contractor_nothing", x.EmployerID)
		}
		if _, known := slices.BinarySearch(c.ids, x.EmployerID); !known {
			c.notes.add("contractor_employer", x.EmployerID)
		}
		err := c.out.row(results.Contractors, func(r *results.Row) {
			r.Text(x.EmployerID)
			r.Text(x.at.Name)
			r.Count(c.year)
			r.Date(due)
			r.Date(payBy)
			for _, s := range []string{x.Name, x.Address, x.City, x.State, x.Zip, x.TIN} {
				r.Text(s)
			}
			r.Money(x.Amount)
			r.Text(string(cite))
		})
		if err != nil {
			return err
		}
		if due == 0 {
			continue
		}
		if x.TIN == "" {
			err = c.missing(x.EmployerID, "", "contractors", "tin of "+x.Name, "the whole tin in contractors", cite)
		}
		if !wholeAddress(x.Address, x.City, x.State, x.Zip) && err == nil {
			err = c.missing(x.EmployerID, "", "contractors", "address of "+x.Name, "address, city, state and zip in contractors", cite)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// contractsOf are the year's, those of one person added up, sorted.
func (c *reconciling) contractsOf() ([]contract, error) {
	l := &loader{run: c.run}
	var list []contract
	for i := range c.contractors {
		x := &c.contractors[i]
		if x.Year != c.year {
			c.notes.add("other_year", record.ContractorsKind.Name)
			continue
		}
		at, err := l.place(&x.Source, "municipality", x.Municipality)
		if err != nil {
			return nil, err
		}
		if at == nil {
			continue // no municipality is to be told, or the row was set aside
		}
		list = append(list, contract{x, at})
	}
	slices.SortFunc(list, func(a, b contract) int {
		return cmp.Or(strings.Compare(a.EmployerID, b.EmployerID), byName(a.at, b.at), strings.Compare(a.Name, b.Name), strings.Compare(digitsOf(a.TIN), digitsOf(b.TIN)),
			strings.Compare(a.Address, b.Address), strings.Compare(a.City, b.City), strings.Compare(a.State, b.State), strings.Compare(a.Zip, b.Zip),
			strings.Compare(a.TIN, b.TIN), cmp.Compare(a.Amount, b.Amount))
	})
	return sumContracts(list), nil
}

// sumContracts adds up rows that name the same person in the same way, the number
// with dashes or without.
func sumContracts(list []contract) (sums []contract) {
	for _, x := range list {
		if n := len(sums); n > 0 && sums[n-1].same(&x) {
			one := *sums[n-1].Contractor
			one.Amount += x.Amount
			sums[n-1].Contractor = &one
			continue
		}
		sums = append(sums, x)
	}
	return sums
}

func (x *contract) same(o *contract) bool {
	a, b := *x.Contractor, *o.Contractor
	a.Source, b.Source, a.Amount, b.Amount, a.Municipality, b.Municipality = record.Source{}, record.Source{}, 0, 0, "", ""
	a.TIN, b.TIN = digitsOf(a.TIN), digitsOf(b.TIN)
	return x.at == o.at && a == b
}

// person is who gets one form of the year, wherever the services were performed:
// by number or, where that is not known, by name and address.
func (x *contract) person() string {
	if x.TIN != "" {
		return digitsOf(x.TIN)
	}
	return strings.Join([]string{x.Name, x.Address, x.City, x.Zip}, "\x00")
}

// digitsOf leaves out what stands between the digits of a number.
func digitsOf(number string) string { return betweenDigits.Replace(number) }

var betweenDigits = strings.NewReplacer("-", "", " ", "")

// contractsOfFirm are those of an employer.
func (c *reconciling) contractsOfFirm(id string) []contract {
	byFirm := func(x contract, id string) int { return strings.Compare(x.EmployerID, id) }
	from, _ := slices.BinarySearchFunc(c.contracts, id, byFirm)
	to, _ := slices.BinarySearchFunc(c.contracts[from:], id+"\x00", byFirm)
	return c.contracts[from : from+to]
}
