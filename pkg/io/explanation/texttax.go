package explanation

import (
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// line says how one line of tax came about.
func (t *text) line(l *Line) {
	if l.Municipality == "" {
		t.say("  ", "No municipality")
		t.amount("    ", "wages on which none levies a tax", l.Wages, "")
		return
	}
	t.say("  ", "%s, %s", l.Municipality, itemWords(l.Role))
	if l.Stray {
		t.say("    ", "Nothing is required here, but tax was withheld for it, so that it is remitted.")
		t.amount("    ", "tax required", l.TaxRequired, "")
		return
	}
	if l.CatchUp != nil {
		t.catchUp(l.CatchUp, l.Municipality)
	}
	for _, i := range l.Items {
		remark := "subject"
		switch {
		case i.Item == Section125 && i.Reason == "":
			remark = "part of the base all the same: gross compensation" + cited(i.Citation)
		case i.Reason != "":
			remark = "not subject: " + i.Reason + cited(i.Citation)
		}
		t.amount("    ", itemWords(i.Item), i.Amount, remark)
	}
	t.rate(l)
	product := fmt.Sprintf("%s × %s = %s", l.Subject, percent(l.Rate), l.Product)
	if l.Requested {
		product += "; more was withheld at the employee's request, and counts as required"
	} else if l.Product != l.TaxRequired.String() {
		product += ", rounded to the cent"
	}
	t.amount("    ", "tax required", l.TaxRequired, product)
}

func (t *text) catchUp(c *CatchUp, place string) {
	by := "The ordinance"
	if c.Elected {
		by = "The employer's election"
	}
	t.say("    ", "Day %d in %s was %s. %s has the %d exempt days before it taxed as well%s. They were paid by:",
		c.ExemptDays+1, place, c.CrossedOn, by, c.ExemptDays, cited(c.Citation))
	for _, p := range c.Parts {
		t.amount("      ", fmt.Sprintf("check %s of %s", p.CheckID, p.PayDate), p.Wages, "then taxed by "+placeName(p.From))
	}
}

func (t *text) rate(l *Line) {
	since := " since " + l.RateSince.String()
	if l.RateOlder {
		since += " or longer"
	}
	since += cited(l.RateCitation)
	t.say("    ", "base: %s%s", itemWords(l.Base), cited(l.BaseCitation))
	if len(l.HomeRates) == 0 {
		t.say("    ", "rate %s%s", percent(l.Rate), since)
		return
	}
	for _, h := range l.HomeRates {
		own := fmt.Sprintf("rate %s%s", percent(h.Own), since)
		switch {
		case h.Municipality == "":
			t.say("    ", "%s in full, for no municipality taxes the wages where they were earned%s", own, cited(h.Citation))
		case !h.WorkWithheld:
			t.say("    ", "%s in full, for no municipal tax is withheld on the wages of %s%s", own, placeName(h.Municipality), cited(h.Citation))
		case l.Role == calc.Residence.String():
			t.say("    ", "%s, less %s withheld in %s: %s%s", own, percent(h.Work), h.Municipality, percent(h.Rate), cited(h.Citation))
		default:
			t.say("    ", "%s, less the credit for %s: %s = %s%s", own, h.Municipality, credit(&h), percent(h.Rate), cited(h.Citation))
		}
	}
}

// credit is the arithmetic of a residence's credit.
func credit(h *HomeRate) string {
	if h.OfOwnOver {
		return fmt.Sprintf("%s − %s × (%s − %s)", percent(h.Own), h.Factor, percent(h.Own), percent(h.Above))
	}
	return fmt.Sprintf("%s − %s × the lower of %s (the rate there) and %s (the most that is credited)",
		percent(h.Own), h.Factor, percent(h.Work), percent(h.Limit))
}

// home says why the municipality of the home takes nothing, where it does not.
func (t *text) home(e *Explanation) {
	if e.Home == nil {
		return
	}
	for i := range e.Home.Parts {
		h := &e.Home.Parts[i]
		var why string
		switch h.Outcome {
		case NotAsked:
			why = "the employee has not asked for withholding there"
		case EmployerNotLocated:
			why = "the employer is not located there, and the employee has not asked for it"
		case RateNotHigher:
			why = fmt.Sprintf("its rate, %s, is not above the %s withheld in %s", percent(h.Own), percent(h.Work), h.Municipality)
		case CreditCovers:
			why = fmt.Sprintf("its credit leaves nothing: %s = 0 %%", credit(h))
			if h.Own == 0 {
				why = "it levies no tax"
			}
		case CreditUnknown:
			why = "the credit it gives its residents is not known, so that what was asked for could not be computed; add it to rates.csv in a --schedules folder"
		default:
			continue
		}
		t.say("  ", "%s, where the employee lives, takes nothing from the wages of %s: %s%s.", e.Home.Municipality, placeName(h.Municipality), why, cited(h.Citation))
	}
}

// withheld says what was withheld, and what of it is too much or too little.
func (t *text) withheld(e *Explanation) {
	t.section("Withheld")
	var required, withheld calc.Cents
	for i := range e.Lines {
		required += e.Lines[i].TaxRequired
		withheld += e.Lines[i].TaxWithheld
	}
	if !e.Paid.Known {
		t.say("  ", "Payroll does not say what was withheld; it is taken to be what is required, %s in all.", required)
		return
	}
	whose := "where the work was"
	if e.Paid.Municipality != "" {
		whose = e.Paid.Municipality
	}
	rest := ""
	if slices.ContainsFunc(e.Lines, func(l Line) bool {
		return e.Paid.Municipality == "" && l.Role != calc.Work.String() || e.Paid.Municipality != "" && l.Municipality != e.Paid.Municipality
	}) {
		rest = "; it does not say what was withheld for the others, which is taken to be what is required"
	}
	t.say("  ", "Payroll withheld %s for %s%s.", e.Paid.Amount, whose, rest)
	for i := range e.Lines {
		l := &e.Lines[i]
		remark := fmt.Sprintf("of %s required", l.TaxRequired)
		switch {
		case l.TaxWithheld < l.TaxRequired:
			remark += fmt.Sprintf(": %s too little", l.TaxRequired-l.TaxWithheld)
		case l.TaxWithheld > l.TaxRequired:
			remark += fmt.Sprintf(": %s too much", l.TaxWithheld-l.TaxRequired)
		}
		t.amount("  ", strings.TrimSuffix(placeName(l.Municipality)+", "+strings.ReplaceAll(l.Role, "_", "-"), ", "), l.TaxWithheld, remark)
	}
}
