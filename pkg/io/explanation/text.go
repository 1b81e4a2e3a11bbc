package explanation

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"example.com/withhold/pkg/calc"
)

// WriteText says in English how the tax of the check came about.
func (e *Explanation) WriteText(to io.Writer) error {
	t := &text{}
	t.heading(e)
	if len(e.SetAside) > 0 {
		t.say("", "\nThe check was set aside, so that no tax was computed for it:")
		for _, why := range e.SetAside {
			t.say("  ", "%s", why)
		}
	} else {
		t.paid(e)
		t.earned(e)
		t.say("", "\nTax")
		for i := range e.Lines {
			t.line(&e.Lines[i])
		}
		t.home(e)
		t.withheld(e)
	}
	for _, note := range e.Notes {
		t.say("", "\nNote: %s", note)
	}
	_, err := to.Write(t.Bytes())
	return err
}

// text is English being written.
type text struct{ bytes.Buffer }

// width is how long lines become, unless a column needs more.
const width = 110

// say writes a sentence, indented, in lines of a readable length.
func (t *text) say(indent, format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if strings.HasPrefix(s, "\n") {
		t.WriteByte('\n')
	}
	n := 0
	for i, word := range strings.Fields(s) {
		length := len([]rune(word))
		switch {
		case i == 0:
			t.WriteString(indent)
			n = len(indent)
		case n+1+length > width:
			t.WriteString("\n" + indent + "  ")
			n = len(indent) + 2
		default:
			t.WriteByte(' ')
			n++
		}
		t.WriteString(strings.ReplaceAll(word, noBreak, " "))
		n += length
	}
	t.WriteByte('\n')
}

// amount writes what an amount is, the amount in its column, and a remark.
func (t *text) amount(indent, what string, c calc.Cents, remark string) {
	t.row(fmt.Sprintf("%s%-*s %12s   %s", indent, 44-len(indent), what, c, remark))
}

// row writes a line of columns as it is.
func (t *text) row(s string) {
	t.WriteString(strings.TrimRight(strings.ReplaceAll(s, noBreak, " "), " ") + "\n")
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
	t.say("", "%s", s)
	t.say("", "%s", e.Source)
}

func orBlank(id string) string {
	if id == "" {
		return "without an id"
	}
	return id
}

func (t *text) paid(e *Explanation) {
	t.say("", "\nPaid")
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

// noBreak is a space at which say does not break a line.
const noBreak = "\x00"

// cited is a citation in brackets, after a space.
func cited(c string) string {
	if c == "" {
		return ""
	}
	return " [" + strings.ReplaceAll(c, " ", noBreak) + "]"
}

// percent is a rate as people write it: 2.5 %.
func percent(r calc.Rate) string { return r.Decimal().Shift(2).String() + " %" }
