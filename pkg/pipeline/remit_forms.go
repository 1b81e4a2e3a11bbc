package pipeline

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/results"
	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/io/worksheet"
	"example.com/withhold/schedules"
)

// This file fills in the agencies' own returns, as figures to key in.

// returnForms are the forms being written.
type returnForms struct {
	all   *worksheet.Forms
	about map[string]map[string]string // what the employers table says, by employer
	f     *os.File
	buf   *bufio.Writer
	page  *worksheet.Document
}

func (r *remitting) openForms() (err error) {
	s := &r.forms
	if s.all, err = worksheet.Load(schedules.FS, r.o.Schedules...); err != nil {
		return err
	}
	s.about = map[string]map[string]string{}
	for f, err := range r.memory.store.Facts(context.Background(), record.EmployersKind.Name) {
		if err != nil {
			return err
		}
		cells := map[string]string{}
		if json.Unmarshal([]byte(f.Content), &cells) == nil { // readFacts tells of one that cannot be read
			s.about[f.EmployerID] = cells
		}
	}
	if s.f, err = r.stage.Create(worksheetsPage, 0o666); err != nil {
		return err
	}
	s.buf = bufio.NewWriterSize(s.f, 1<<16)
	title := "Returns for " + r.o.Period
	if r.o.Period == "" {
		title = "Returns due by " + r.o.DueBy.String()
	}
	s.page = worksheet.Begin(s.buf, title)
	return nil
}

func (s *returnForms) close() error { return errors.Join(s.page.End(), s.buf.Flush(), s.f.Close()) }

// A formKey is what the rows of one sheet have in common; place is blank where
// the form takes all municipalities of its administrator.
type formKey struct{ period, form, place string }

// A formRows is one sheet to be filled in.
type formRows struct {
	form *worksheet.Form
	rows []*remittal
}

// fillForms fills in the forms of an employer's chosen periods.
func (r *remitting) fillForms(all [][]*remittal, chosen []*remittal) error {
	sheets := map[formKey]*formRows{}
	for _, x := range chosen {
		if x.status() == "amended" {
			r.addTo(sheets, x, worksheet.Amended)
		}
	}
	// An amended return for all municipalities of an administrator restates those
	// in which nothing changed as well.
	for _, list := range all {
		for _, x := range list {
			switch {
			case x.status() == "closed" && r.restated(sheets, x):
			case x.chosen && x.status() != "amended":
				r.addTo(sheets, x, worksheet.Return)
			}
		}
	}
	keys := slices.SortedFunc(maps.Keys(sheets), func(a, b formKey) int {
		return strings.Compare(a.period+"\x00"+a.form+"\x00"+a.place, b.period+"\x00"+b.form+"\x00"+b.place)
	})
	for _, k := range keys {
		if err := r.fillForm(sheets[k]); err != nil {
			return err
		}
	}
	return nil
}

func (r *remitting) addTo(sheets map[formKey]*formRows, x *remittal, kind worksheet.Kind) {
	for _, f := range r.forms.all.For(x.place.ID, x.place.Administrator, kind, x.period) {
		key := formKey{x.name, f.ID, x.place.ID}
		if f.Many() {
			key.place = ""
		}
		if sheets[key] == nil {
			sheets[key] = &formRows{form: f}
		}
		sheets[key].rows = append(sheets[key].rows, x)
	}
}

// restated adds a period in which nothing changed to the amended returns that
// restate it, and reports whether there are any.
func (r *remitting) restated(sheets map[formKey]*formRows, x *remittal) (any bool) {
	for _, f := range r.forms.all.For(x.place.ID, x.place.Administrator, worksheet.Amended, x.period) {
		if s := sheets[formKey{x.name, f.ID, ""}]; s != nil && f.Many() {
			s.rows = append(s.rows, x)
			any = true
		}
	}
	return any
}

func (r *remitting) fillForm(s *formRows) error {
	x := s.rows[0]
	about := r.forms.about[x.employer.id]
	in := worksheet.Input{Period: x.period, Due: x.due, PayBy: x.payBy, Amended: x.status() == "amended",
		Employer: worksheet.Employer{ID: x.employer.id, EIN: about["ein"], Name: about["name"], Address: about["address"], City: about["city"],
			State: about["state"], Zip: about["zip"], ResponsiblePerson: about["responsible_person"], Phone: about["contact_phone"],
			Email: about["contact_email"]}}
	for _, x := range s.rows {
		in.Rows = append(in.Rows, x.formRow())
	}
	sheet, err := s.form.Fill(in)
	if err != nil {
		return err
	}
	if err := sheet.Err(); err != nil {
		p := &table.Problem{File: worksheetsPage, Code: "worksheet_tie", Value: x.employer.id, Message: err.Error()}
		if err := r.out.problem(warning, p); err != nil {
			return err
		}
	}
	for row := range sheet.Rows() {
		err := r.out.row(results.Worksheets, func(out *results.Row) {
			for _, cell := range row.Cells() {
				out.Text(cell)
			}
		})
		if err != nil {
			return err
		}
	}
	return r.forms.page.Add(sheet)
}

// formRow is the period as a row of a form.
func (x *remittal) formRow() worksheet.Row {
	row := worksheet.Row{Municipality: x.place.ID, Name: x.place.Name, Code: x.place.Code, Figures: x.now.figures(&x.now.parts),
		PayDates: []worksheet.Part{}}
	f := row.Figures
	f.Money(worksheet.TaxRequired, x.sum.required)
	f.Money(worksheet.TaxWithheld, x.sum.withheld)
	f.Money(worksheet.AmountDue, x.amountDue())
	f.Money(worksheet.PriorPayment, x.remitted())
	f.Money(worksheet.CreditCarried, x.settled()-x.remitted()+x.applied)
	f.Money(worksheet.Adjustment, 0) // a period is corrected in its own return
	f.Number(worksheet.Employees, len(x.people))
	for which, name := range [2]worksheet.Figure{worksheet.TaxRate, worksheet.ResidenceRate} {
		if !x.now.mixed[which] && x.now.rates[which] != 0 {
			f.Share(name, x.now.rates[which])
		}
	}
	switch {
	case x.then != nil:
		row.Before = x.then.figures(&x.then.parts)
	case x.status() == "closed":
		row.Before = x.now.figures(&x.now.parts)
	}
	for _, day := range slices.Sorted(maps.Keys(x.now.days)) {
		row.PayDates = append(row.PayDates, worksheet.Part{From: day, To: day, Figures: x.now.figures(x.now.days[day])})
	}
	return row
}

// figures are wages and taxes of parts of a period.
func (d *division) figures(parts *[2]entry) worksheet.Figures {
	work, home := d.taxes(parts)
	f := worksheet.Figures{}
	f.Money(worksheet.WorkplaceWages, parts[forWork].subject)
	f.Money(worksheet.ResidenceWages, parts[forHome].subject)
	f.Money(worksheet.WorkplaceTax, work)
	f.Money(worksheet.ResidenceTax, home)
	f.Money(worksheet.TotalTax, work+home)
	return f
}
