package explanation

import (
	"fmt"
	"io"
	"strings"

	"example.com/withhold/pkg/calc"
)

// WriteText says in English how the tax of the check came about.
func (e *Explanation) WriteText(to io.Writer) error { return e.text().write(to) }

func (e *Explanation) text() *text {
	t := &text{}
	t.heading(e)
	if len(e.SetAside) > 0 {
		t.section("The check was set aside, so that no tax was computed for it:")
		for _, why := range e.SetAside {
			t.say("  ", "%s", why)
		}
	} else {
		t.paid(e)
		t.earned(e)
		t.section("Tax")
		for i := range e.Lines {
			t.line(&e.Lines[i])
		}
		t.home(e)
		t.withheld(e)
	}
	for _, note := range e.Notes {
		t.blank()
		t.say("", "Note: %s", note)
	}
	return t
}

func (t *text) heading(e *Explanation) {
	who := "employee " + e.EmployeeID
	if e.Name != "" {
		who += " (" + e.Name + ")"
	}
	s := fmt.Sprintf("Check %s of %s, employer %s", orBlank(e.CheckID), who, e.EmployerID)
	if e.PayDate != 0 {
		s += ", paid " + e.PayDate.String()
	}
	if e.PeriodStart != 0 && e.PeriodEnd != 0 {
		s += fmt.Sprintf(" for %s to %s", e.PeriodStart, e.PeriodEnd)
	}
	t.title(s)
	t.say("", "%s", e.Source)
}

func orBlank(id string) string {
	if id == "" {
		return "without an id"
	}
	return id
}

func (t *text) paid(e *Explanation) {
	t.section("Paid")
	for _, i := range e.Items {
		t.amount("  ", itemWords(i.Item), i.Amount, "")
	}
	if len(e.Items) > 1 {
		t.amount("  ", "in all", e.Total, "")
	}
	if e.Section125 != 0 {
		t.amount("  ", "of it taken by a section 125 plan", e.Section125, "")
	}
}

// words that differ from the name of the column.
var words = map[string]string{
	"tips_cash": "tips in cash", "iso_income": "stock option income (ISO)", "nqdc_paid": "deferred compensation paid",
	"pension_disability": "pension or disability", "election_pay": "election official's pay", "parsonage": "parsonage allowance",
	"transit_pay": "pay for driving a transit bus", Section125: "section 125 deductions",
	"travel_to_first": "travel to the first job", "travel_between": "travel between jobs", "pickup": "picking up goods",
	"travel_from_last": "travel from the last job", "home": "work at home",
	"catch_up": "for exempt days before the threshold was crossed", "courtesy": "where the employee lives, at the employee's request",
	"residence": "where the employee lives", "work": "where the work was",
}

func itemWords(name string) string {
	if w := words[name]; w != "" {
		return w
	}
	return strings.ReplaceAll(name, "_", " ")
}

// placeName is a municipality, or that there is none.
func placeName(name string) string {
	if name == "" {
		return "no municipality"
	}
	return name
}

func placeNames(names []string) string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = placeName(n)
	}
	return andList(all)
}

func andList(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// cited is a citation in brackets, after a space.
func cited(c string) string {
	if c == "" {
		return ""
	}
	return " [" + strings.ReplaceAll(c, " ", noBreak) + "]"
}

// percent is a rate as people write it: 2.5 %.
func percent(r calc.Rate) string { return r.Decimal().Shift(2).String() + " %" }
