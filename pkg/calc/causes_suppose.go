package calc

import (
	"cmp"
	"slices"
)

// This file is what a supposition is: one thing that a provider may have done
// otherwise, and the taxes that follow.

// A supposition is one thing that the provider may have done otherwise.
type supposition struct {
	cause  Cause
	detail string
	cite   Citation
	reason Reason // its exclusion is what is cited, with byReason
	by     citedBy
	// weak: it says of any figure what the figure says itself (nothing was
	// withheld, it was withheld elsewhere), so that it is taken only where no
	// cause that says why gives the same.
	weak bool

	change  func(Facts) Facts // the check computed again
	figures func(taxes) taxes // or the taxes themselves changed
}

// citedBy is what of a municipality's law a supposition is about.
type citedBy uint8

const (
	byRate citedBy = iota
	byCredit
	byReason
	byBase
	byRequest
	byText // cite itself
)

func (s *supposition) taxes(a *Audited) taxes {
	f := a.Facts
	if s.change != nil {
		f = s.change(f)
	}
	t := taxesOf(f.lines())
	if s.figures != nil {
		t = s.figures(t)
	}
	return slices.DeleteFunc(t, func(x tax) bool { return x.amount == 0 && !a.names(nameOf(x.law)) })
}

// explain makes the supposition the cause of a difference.
func (s *supposition) explain(d *Finding) {
	d.Cause, d.Detail, d.Cite = s.cause, s.detail, s.cite
	l := d.Law
	if l == nil || s.by == byText && s.cite != "" {
		return
	}
	switch s.by {
	case byCredit:
		d.Cite = l.Credit.Cite
		if l.Residents.Rule == Difference {
			d.Cite = l.Residents.Cite
		}
	case byReason:
		d.Cite = cmp.Or(l.Exclusions[s.reason].Cite, l.BaseCite)
	case byBase:
		d.Cite = l.BaseCite
	case byRequest:
		d.Cite = l.Request.Cite
	}
	d.Cite = cmp.Or(d.Cite, l.RateCite)
}

// suppose lists what the provider may have done, in the order of the causes; the
// weak suppositions at the end.
func (a *Audited) suppose(lines []Line) (list []supposition) {
	list = a.supposeRates(list)
	list = a.supposeCredits(list)
	list = a.supposeBases(list)
	list = a.supposeExemptions(list, lines)
	list = a.supposeDays(list)
	list = a.supposeRounding(list, lines)
	list = a.supposeCourtesy(list)
	list = a.supposeSlips(list)
	list = a.supposePlaces(list)
	return a.supposeOthersRates(list)
}
