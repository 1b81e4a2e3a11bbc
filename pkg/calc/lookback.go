package calc

// This file puts right what a crossed threshold reaches back to. Law: 002 (f)(2);
// 000 (B)(4)(b), 004 192.052 (D)(2)-(3).

// Reaches reports whether crossing the threshold reaches back to the exempt days:
// always under 002 (f)(2), by the employer's election elsewhere.
func (r *OccasionalEntrant) Reaches(elected bool) bool {
	return r.LookBack == MandatoryLookBack || r.LookBack == ElectiveLookBack && elected
}

// AddCatchUp adds wages of exempt days to the catch-up lines, one for each
// municipality and rate.
func AddCatchUp(lines []Line, law *Law, w *Wages) []Line {
	for i := range lines {
		if l := &lines[i]; l.Law.Municipality == law.Municipality && l.Rate == law.Rate {
			l.Wages.add(w)
			l.Required = l.Rate.Tax(l.Wages.Subject)
			return lines
		}
	}
	return append(lines, Line{Law: law, Role: CatchUp, Rate: law.Rate, Wages: *w, Required: law.Rate.Tax(w.Subject)})
}
