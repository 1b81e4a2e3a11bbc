package efw2

import (
	"strconv"
	"strings"
)

// boxSickPayTax is the one amount of RT that is no sum of RW.
const boxSickPayTax = "sick_pay_tax"

// submitter writes RA.
func (w *writer) submitter(s *Submitter) {
	w.start("RA")
	w.ein("ein", s.EIN)
	w.whole("user_id", s.UserID)
	w.needs("user_id", s.UserID, "the user id that the recipient's service gave to who sends the file")
	w.whole("vendor", s.Vendor)
	w.needs("vendor", s.Vendor, "the vendor code of the software")
	w.flag("resubmitted", s.Resubmits != "")
	w.whole("wfid", s.Resubmits)
	software := s.Software
	if software == "" {
		software = "99"
	}
	w.choice("software", software)
	w.named("company", s.Company)
	w.address("company_", &s.Address)
	name, mail := s.Name, &s.Mail
	if name == "" {
		name = s.Company
	}
	if *mail == (Address{}) {
		mail = &s.Address
	}
	w.text("submitter", name)
	w.address("submitter_", mail)
	w.contact(&s.Contact)
	w.needs("contact", s.Contact.Name, "the name of who answers questions")
	w.needs("phone", s.Contact.Phone, "that person's telephone number")
	w.needs("email", s.Contact.Email, "that person's mail address")
	w.choice("preparer", s.Preparer)
	w.needs("preparer", s.Preparer, "A accountant, L self, S service bureau, P parent company, O other")
	w.end()
}

// startEmployer writes RE.
func (w *writer) startEmployer(e *Employer) {
	w.open = true
	w.totals.Employers++
	w.start("RE")
	w.put("year", strconv.Itoa(w.layout.Year))
	w.ein("ein", e.EIN)
	w.flag("terminating", e.Terminating)
	w.whole("establishment", e.Establishment)
	if e.OtherEIN != "" {
		w.nine("other_ein", e.OtherEIN, "an EIN")
	}
	w.named("name", e.Name)
	w.address("", &e.Address)
	w.choice("kind_of_employer", e.Kind)
	w.needs("kind_of_employer", e.Kind, "F federal, S state or local, T tax exempt, Y both, N none of these")
	employment := e.Employment
	if employment == "" {
		employment = "R"
	}
	w.text("employment_code", employment)
	w.flag("third_party_sick", e.ThirdPartySick)
	w.contact(&e.Contact)
	w.needs("account", e.Account, "the employer's account number with the recipient")
	w.end()
}

func (w *writer) ein(name, value string) {
	if value == "" || strings.Trim(value, "0-") == "" {
		give := "give it in the employers table"
		if w.rec.kind == "RA" {
			give = "give the ein of who sends it, or of the employer in the employers table where it sends the file itself"
		}
		w.refuse(name, "the EIN is missing, and there is no file without it; %s", give)
		return
	}
	w.nine(name, value, "an EIN")
}

// named writes a name that every recipient needs.
func (w *writer) named(field, value string) {
	if w.text(field, value) == "" {
		w.tell(noteMissing, field, "not known, left blank; give it")
	}
}

func (w *writer) contact(c *Contact) {
	w.text("contact", c.Name)
	w.phone("phone", c.Phone)
	w.phone("phone_ext", c.Extension)
	w.phone("fax", c.Fax)
	w.whole("email", c.Email)
}

// address writes the fields of an address, whose names begin with prefix.
func (w *writer) address(prefix string, a *Address) {
	w.text(prefix+"location", a.Location)
	w.named(prefix+"delivery", a.Delivery)
	w.named(prefix+"city", a.City)
	if country, _ := Upper(a.Country); country != "" && country != "US" {
		w.abroad(prefix, a, country)
		return
	}
	if state, _ := Upper(a.State); len(state) == 2 {
		w.put(prefix+"state", state)
	} else {
		w.tell(noteMissing, prefix+"state", "left blank: give the two letters of the state")
	}
	switch zip, ok := onlyDigits(a.ZIP); {
	case ok && len(zip) == 9:
		w.put(prefix+"zip_ext", zip[5:])
		fallthrough
	case ok && len(zip) == 5:
		w.put(prefix+"zip", zip[:5])
	default:
		w.tell(noteMissing, prefix+"zip", "left blank: give the five or nine digits of the ZIP code")
	}
}

func (w *writer) abroad(prefix string, a *Address, country string) {
	w.text(prefix+"foreign_state", a.ForeignState)
	w.text(prefix+"foreign_postal", a.ForeignPostal)
	if len(country) == 2 {
		w.put(prefix+"country", country)
		return
	}
	w.tell(noteMissing, prefix+"country", "left blank: give the two letters of the country")
}
