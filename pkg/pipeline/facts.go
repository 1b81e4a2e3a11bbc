package pipeline

import (
	"fmt"
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// join gives each employer and employee what the small tables say of them. A
// row with a fault makes what depends on it unusable: an employee whose birth
// date cannot be read must not be taxed as if there were none.
func (l *loader) join() error {
	if err := l.remember(); err != nil {
		return err
	}
	if err := l.joinTables(); err != nil {
		return err
	}
	for _, s := range l.worklogs {
		if err := l.readLog(s); err != nil {
			return err
		}
	}
	l.run.sortLogs()
	return nil
}

func (l *loader) joinTables() error {
	for i := range l.employers {
		if err := l.joinEmployer(&l.employers[i]); err != nil {
			return err
		}
	}
	for i := range l.employees {
		if err := l.joinEmployee(&l.employees[i]); err != nil {
			return err
		}
	}
	for i := range l.agreements {
		if err := l.joinAgreement(&l.agreements[i]); err != nil {
			return err
		}
	}
	for i := range l.history {
		if err := l.joinMonth(&l.history[i]); err != nil {
			return err
		}
	}
	for i := range l.worksites {
		if err := l.addSite(&l.worksites[i]); err != nil {
			return err
		}
	}
	return nil
}

// fault records that a row of a small table cannot be used.
func (l *loader) fault(s *record.Source, column, code, value string, err error) error {
	s.Bad = true
	for _, in := range l.run.inputs {
		if in.name == s.File {
			return l.run.setAside(in, &table.Problem{Sheet: s.Sheet, Row: s.Row, Column: column, Code: code,
				Value: value, Message: err.Error()})
		}
	}
	return err
}

// place resolves a municipality of a small table; a fault is recorded.
func (l *loader) place(s *record.Source, column, text string) (*place, error) {
	p, err := l.run.places.find(text)
	if err != nil {
		return nil, l.fault(s, column, "municipality", text, err)
	}
	return p, nil
}

func (l *loader) joinEmployer(rec *record.Employer) (err error) {
	if rec.EmployerID == "" {
		l.run.unread = true
		return nil
	}
	e := l.run.people.employer(rec.EmployerID)
	if e.record != nil {
		err = l.fault(&rec.Source, "employer_id", "duplicate", rec.EmployerID,
			fmt.Errorf("this employer is in %s already; keep one row", at(e.record.Source)))
	} else if e.fixed, err = l.place(&rec.Source, "fixed_location", rec.FixedLocation); err != nil {
		return err
	}
	e.record, e.related, e.small = rec, rec.RelatedGroup, rec.SmallYears
	if rec.Bad {
		e.unusable = at(rec.Source) + ", which says who the employer is, was set aside"
	}
	return err
}

func (l *loader) joinEmployee(rec *record.Employee) (err error) {
	switch {
	case rec.EmployerID == "":
		l.run.unread = true
		return nil
	case rec.EmployeeID == "":
		l.run.people.employer(rec.EmployerID).incomplete = true
		return nil
	}
	who := l.run.people.employee(rec.EmployerID, rec.EmployeeID)
	if who.known() {
		err = l.fault(&rec.Source, "employee_id", "duplicate", rec.EmployeeID,
			fmt.Errorf("this employee is in %s already; keep one row", at(who.source())))
	} else if who.home, err = l.place(&rec.Source, "residence_municipality", rec.Residence); err != nil {
		return err
	} else if who.ppw, err = l.place(&rec.Source, "principal_place_of_work", rec.PrincipalPlaceOfWork); err != nil {
		return err
	}
	who.person, who.courtesy = rec.Person, rec.Courtesy
	who.person.IssuedElsewhere = rec.ISOIssuer != "" && !who.employer.is(rec.ISOIssuer)
	who.lives, who.principal = rec.Residence != "", rec.PrincipalPlaceOfWork != ""
	who.performs = slices.Contains([]string{"athlete", "entertainer", "public_figure"}, rec.Class)
	who.name, who.ssn = rec.Name, rec.SSN
	copy(who.last4[:], rec.SSNLast4)
	who.from, who.row = l.origin(rec.Source), int32(rec.Row)
	if rec.Bad {
		who.own().unusable = at(rec.Source) + ", which says who the employee is, was set aside"
	}
	return err
}

// origin is a source without its row, the same for all rows of a table.
func (l *loader) origin(s record.Source) *record.Source {
	if l.last == nil || l.last.File != s.File || l.last.Sheet != s.Sheet {
		l.last = &record.Source{File: s.File, Sheet: s.Sheet}
	}
	return l.last
}

// is reports whether a text names the employer, by id or by name.
func (e *employer) is(text string) bool {
	return table.Key(text) == table.Key(e.id) || e.record != nil && table.Key(text) == table.Key(e.record.Name)
}

func (l *loader) joinAgreement(rec *record.Agreement) error {
	if rec.EmployerID == "" {
		l.run.unread = true
		return nil
	}
	e := l.run.people.employer(rec.EmployerID)
	p, err := l.place(&rec.Source, "municipality", rec.Municipality)
	if err != nil {
		return err
	}
	if rec.Bad {
		e.incomplete = true
		return nil
	}
	e.agreements = append(e.agreements, agreement{*rec, p})
	return nil
}

func (l *loader) joinMonth(rec *record.Month) error {
	if rec.EmployerID == "" {
		l.run.unread = true
		return nil
	}
	e := l.run.people.employer(rec.EmployerID)
	p, err := l.place(&rec.Source, "municipality", rec.Municipality)
	if err != nil {
		return err
	}
	if rec.Bad || p == nil {
		e.incomplete = e.incomplete || rec.Bad
		return nil
	}
	if e.history[p] == nil {
		e.history[p] = new(calc.Months)
	}
	if _, twice := e.history[p].Of(rec.Month); twice {
		e.incomplete = true
		return l.fault(&rec.Source, "month", "duplicate", rec.Month.String(),
			fmt.Errorf("this month is given twice for the employer and municipality; keep one row"))
	}
	e.history[p].Set(rec.Month, rec.Tax)
	return nil
}
