package pipeline

import (
	"slices"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/explanation"
)

// home says what the municipality a person lives in takes from the parts of a
// check, and why nothing where it takes none.
func (x *explainer) home(r *row, shares []calc.Share) *explanation.Home {
	if r.home.Law == nil {
		return nil
	}
	h := &explanation.Home{Municipality: r.home.Law.Municipality, Asked: r.home.Courtesy}
	for i := range shares {
		h.Parts = addHomeRate(h.Parts, homeRate(&r.home, &shares[i]))
	}
	return h
}

// homeRate is how the rate for the home follows for one part of a check.
func homeRate(h *calc.Home, s *calc.Share) explanation.HomeRate {
	law := h.Law
	work := s.Workplace()
	place, _ := lawOf(s.Law)
	role, rate := h.Levy(s)
	e := explanation.HomeRate{Municipality: place, Own: law.Rate, Work: work.Rate, WorkWithheld: work.Withheld, Rate: rate,
		Citation: string(law.Residents.Cite)}
	duty := law.Residents.Rule == calc.Difference && (h.Located || !law.Residents.LocatedEmployersOnly)
	if h.Courtesy && law.Credit.Known && (role == calc.Courtesy || rate == 0) {
		e.Factor, e.Limit, e.Citation = law.Credit.Factor, law.Credit.Limit, string(law.Credit.Cite)
		e.OfOwnOver, e.Above = law.Credit.Kind == calc.CreditOfOwnRate, law.Credit.Above
	}
	switch {
	case rate != 0:
		e.Outcome, e.Role = explanation.Levied, role.String()
	case place == law.Municipality:
		e.Outcome, e.Citation = explanation.EarnedThere, ""
	case h.Courtesy && !law.Credit.Known:
		e.Outcome = explanation.CreditUnknown
	case h.Courtesy:
		e.Outcome = explanation.CreditCovers
	case duty:
		e.Outcome = explanation.RateNotHigher
	case law.Residents.Rule == calc.Difference:
		e.Outcome = explanation.EmployerNotLocated
	default:
		e.Outcome = explanation.NotAsked
	}
	return e
}

// addHomeRate adds a rate, unless an equal part has it already.
func addHomeRate(list []explanation.HomeRate, e explanation.HomeRate) []explanation.HomeRate {
	if slices.Contains(list, e) {
		return list
	}
	return append(list, e)
}
