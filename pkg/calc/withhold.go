package calc

// This file puts the provisions together: from where a check's wages were
// earned and where the person lives to the lines of tax. Law: 000 (A)(1),
// (A)(2)(k), (B)(5); 003 (a), (j).

// Role is what a line is for. Roles are in the alphabetical order of their names.
type Role uint8

// The roles.
const (
	CatchUp Role = iota
	Courtesy
	Residence
	Work
)

var roleNames = [...]string{"catch_up", "courtesy", "residence", "work"}

// String is the name in outputs.
func (r Role) String() string { return roleNames[r] }

// A Share is the part of a check that was earned in one place.
type Share struct {
	Law   *Law // nil where no municipality levies a tax
	Check Check
	Ties  Ties
	// Withholds: the employer withholds for this place.
	Withholds bool
	// Small: it was moved here because the employer is a small employer.
	Small bool
	// Exempt is the rule by which days in it are exempt elsewhere, so that they
	// are here, at the principal place; blank where there are none.
	Exempt Citation
}

// Workplace is the share as a residence sees it.
func (s *Share) Workplace() Workplace {
	if s.Law == nil || s.Law.Rate == 0 {
		return Workplace{}
	}
	return Workplace{Rate: s.Law.Rate, Withheld: s.Withholds}
}

// A Home is the municipality a person lives in.
type Home struct {
	Law      *Law // nil where it is not known or levies no tax
	Ties     Ties
	Located  bool // the employer's fixed location is there
	Courtesy bool // the person asked for withholding there
}

// A Line is the tax of one check for one municipality in one role.
type Line struct {
	Law      *Law // nil where no municipality levies a tax
	Role     Role
	Rate     Rate
	Wages    Wages
	Required Cents
	Withheld Cents
	Small    bool     // all wages are here by the small employer rule
	Exempt   Citation // the rule by which wages in it are exempt elsewhere
}

// Withhold appends the lines of one check to lines: one for each share, and
// those for the home.
func Withhold(shares []Share, home *Home, p *Person, lines []Line) []Line {
	start := len(lines)
	for i := range shares {
		lines = shares[i].addTo(lines, p, start)
	}
	if home.Law == nil || home.Law.Rate == 0 {
		return lines
	}
	first := len(lines)
	for i := range shares {
		lines = home.add(&shares[i], p, lines, first)
	}
	return lines
}

// addTo appends the share's line, or adds the share to a line of lines[start:]
// for the same municipality at the same rate.
func (s *Share) addTo(lines []Line, p *Person, start int) []Line {
	last := len(lines)
	lines = append(lines, Line{})
	l := &lines[last]
	l.Law, l.Role, l.Small, l.Exempt = s.Law, Work, s.Small, s.Exempt
	s.fill(l, p)
	for i := start; i < last; i++ {
		have := &lines[i]
		if have.Municipality() == l.Municipality() && have.Rate == l.Rate {
			have.Wages.add(&l.Wages)
			have.Required = have.Rate.Tax(have.Wages.Subject)
			if have.Exempt == "" {
				have.Exempt = l.Exempt
			}
			return lines[:last]
		}
	}
	return lines
}

func (s *Share) fill(l *Line, p *Person) {
	if s.Law == nil {
		total := s.Check.Pay.Total()
		l.Wages.Total, l.Wages.Subject = total, total
		return
	}
	l.Rate = s.Law.Rate
	s.Law.sort(&l.Wages, &s.Check, p, s.Ties)
	l.Required = l.Rate.Tax(l.Wages.Subject)
}

// Levy is in which role and at which rate the home taxes wages earned in a
// share: at 0 where it takes nothing, as where they were earned in it.
func (h *Home) Levy(s *Share) (Role, Rate) {
	if h.Law == nil || s.Law != nil && s.Law.Municipality == h.Law.Municipality {
		return Residence, 0
	}
	if rate := h.Law.ResidenceRate(s.Workplace(), h.Located); rate != 0 || !h.Courtesy || h.NeedsCredit(s) {
		return Residence, rate
	}
	return Courtesy, h.Law.CourtesyRate(s.Workplace())
}

// add appends what the home takes from wages earned in a share elsewhere, or
// adds it to the line of the same rate that lines[first:] has already.
func (h *Home) add(s *Share, p *Person, lines []Line, first int) []Line {
	role, rate := h.Levy(s)
	if rate == 0 {
		return lines
	}
	w := h.Law.WagesOf(&s.Check, p, h.Ties)
	for i := range lines[first:] {
		if l := &lines[first+i]; l.Role == role && l.Rate == rate {
			l.Wages.add(&w)
			l.Required = rate.Tax(l.Wages.Subject)
			return lines
		}
	}
	return append(lines, Line{Law: h.Law, Role: role, Rate: rate, Wages: w, Required: rate.Tax(w.Subject)})
}

// NeedsCredit reports whether the courtesy withholding asked for cannot be
// computed for want of the credit: tax is withheld at work, and what the home
// credits for it is not known.
func (h *Home) NeedsCredit(s *Share) bool {
	elsewhere := s.Law != nil && s.Law.Municipality != h.Law.Municipality
	return h.Courtesy && !h.Law.Credit.Known && elsewhere && s.Workplace().Withheld
}

func (w *Wages) add(v *Wages) {
	w.Total += v.Total
	w.Subject += v.Subject
	for r := range w.NotSubject {
		w.NotSubject[r] += v.NotSubject[r]
	}
}

// Paid says what the payroll system withheld on a check, and for whom.
type Paid struct {
	Known  bool
	Amount Cents
	// Law is the municipality it was withheld for; nil is where the work was.
	Law  *Law
	Home bool // Law is where the person lives
}

// Attribute sets what was withheld on each of a check's lines. What is not known
// counts as what is required; it is not zero. Tax withheld for a municipality
// that has no line gets one, so that it is remitted: 000 (A)(2)(a), (A)(2)(k).
func Attribute(lines []Line, paid Paid) []Line {
	for i := range lines {
		lines[i].Withheld = lines[i].Required
	}
	if !paid.Known {
		return lines
	}
	found, weights, parts := make([]*Line, 0, 4), make([]int64, 0, 4), make([]Cents, 0, 4)
	for i := range lines {
		l := &lines[i]
		if paid.Law == nil && l.Role != Work || paid.Law != nil && (l.Law == nil || l.Law.Municipality != paid.Law.Municipality) {
			continue
		}
		found, weights, parts = append(found, l), append(weights, int64(l.Required.Abs())), append(parts, 0)
	}
	if len(found) == 0 {
		stray := Line{Law: paid.Law, Role: Work, Rate: paid.Law.Rate, Withheld: paid.Amount}
		if paid.Home {
			stray.Role = Courtesy
		}
		return append(lines, stray)
	}
	Split(paid.Amount, weights, parts)
	for i, l := range found {
		l.Withheld = parts[i]
		if l.Role == Courtesy {
			l.Required = RequestedTax(l.Required, l.Withheld)
		}
	}
	return lines
}

// Municipality is the name of the line's municipality, "" where there is none.
func (l *Line) Municipality() string {
	if l.Law == nil {
		return ""
	}
	return l.Law.Municipality
}

// Cites are all the provisions that lines under the law can follow from, but for
// those of exempt days: laws with the same cites give the same Citations.
func (l *Law) Cites() []Citation {
	cites := []Citation{l.RateCite, l.BaseCite, l.Residents.Cite, l.Request.Cite, l.Credit.Cite, l.OccasionalEntrant.Cite, l.SmallEmployer.Cite}
	for r := range l.Exclusions {
		cites = append(cites, l.Exclusions[r].Cite)
	}
	return cites
}

// Citations are the provisions the line follows from: the duty and the rate
// first, then why amounts are not subject.
func (l *Line) Citations() []Citation {
	if l.Law == nil {
		return nil
	}
	cites := []Citation{l.Law.RateCite, l.Law.BaseCite}
	switch l.Role {
	case Residence:
		cites = append(cites, l.Law.Residents.Cite)
	case Courtesy:
		cites = append(cites, l.Law.Request.Cite, l.Law.Credit.Cite)
	}
	if l.Exempt != "" {
		cites = append(cites, l.Exempt)
	}
	if l.Role == CatchUp {
		cites = append(cites, l.Law.OccasionalEntrant.Cite)
	}
	if l.Small {
		cites = append(cites, l.Law.SmallEmployer.Cite)
	}
	for r := range Reason(NumReasons) {
		if l.Wages.NotSubject[r] != 0 {
			cites = append(cites, l.Law.Exclusions[r].Cite)
		}
	}
	return cites
}
