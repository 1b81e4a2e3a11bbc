package explanation

import (
	"fmt"
	"io"
	"strings"

	"example.com/withhold/pkg/calc"
)

// WriteText says in English how the remittance came about.
func (r *Remittance) WriteText(to io.Writer) error { return r.text().write(to) }

func (r *Remittance) text() *text {
	t := &text{}
	who := "employer " + r.EmployerID
	if r.Employer != "" {
		who += " (" + r.Employer + ")"
	}
	t.title(fmt.Sprintf("Remittance of %s to %s for %s", who, r.Municipality, r.Period))
	t.howOften(r)
	t.due(&r.Due)
	t.amountDue(r)
	t.people(r)
	if r.Closed != nil {
		t.closed(r)
	}
	for _, note := range r.Notes {
		t.blank()
		t.say("", "Note: %s", note)
	}
	return t
}

func (t *text) howOften(r *Remittance) {
	t.section("How often")
	if r.From != 0 {
		t.say("  ", "%s: the period is %s to %s.", capital(itemWords(r.Frequency)), r.From, r.To)
	} else {
		t.say("  ", "How often tax is remitted to %s in that time is not known; add an ordinance file in a --schedules folder.", r.Municipality)
	}
	for i := range r.Months {
		m := &r.Months[i]
		if len(m.Rules) == 0 {
			continue
		}
		t.say("  ", "For %s the rules were tried in this order:", m.Month)
		for j := range m.Rules {
			t.rule(&m.Rules[j])
		}
		t.figures(m)
	}
}

// rule says whether a rule holds, by which tests, and what would turn it.
func (t *text) rule(r *Rule) {
	verdict := "does not apply"
	if r.Holds {
		verdict = "applies"
	}
	t.say("    ", "%s %s%s", itemWords(r.Frequency), verdict, cited(r.Citation))
	for _, o := range r.Other {
		t.say("      ", "%s", o)
	}
	for i := range r.Tests {
		t.say("      ", "%s", r.Tests[i].words())
	}
	if len(r.Tests) > 1 {
		how := "all of these are needed"
		if r.AnyOf {
			how = "one of these is enough"
		}
		t.say("      ", "(%s)", how)
	}
}

var figureWords = map[string]string{
	"prior_year_total": "last year's total", "average_month_of_prior_year": "last year's average month", "highest_month_of_prior_year": "last year's highest month",
	"highest_month_of_preceding_quarter": "the highest month of the preceding quarter", "this_month": "this month's tax",
	"highest_month_of_this_quarter": "the highest month of this quarter so far", "highest_month_of_this_year": "the highest month of this year so far",
}

func (x *Test) words() string {
	is := "is not"
	if x.Holds {
		is = "is"
	}
	figure := figureWords[x.Figure]
	if figure == "" {
		figure = itemWords(x.Figure)
	}
	would := "would make it so"
	if x.Holds {
		would = "would make it not so"
	}
	more := fmt.Sprintf("%s more", x.Turn)
	if x.Turn < 0 {
		more = fmt.Sprintf("%s less", -x.Turn)
	}
	return fmt.Sprintf("%s, %s, %s %s %s; %s %s", figure, x.Amount, is, strings.ReplaceAll(x.Compare, "_", " "), x.Limit, more, would)
}

// figures lists the months that the tests looked at.
func (t *text) figures(m *Month) {
	if len(m.Figures) == 0 {
		t.say("    ", "No tax is known of the months that these rules look at.")
		return
	}
	t.say("    ", "The months that these rules look at, each the greater of withheld and required; a month that is not listed had none:")
	for _, f := range m.Figures {
		t.amount("      ", f.Month.String(), f.Tax, "from "+f.Source)
	}
}

func (t *text) due(d *Due) {
	if d.Date == 0 {
		return
	}
	t.section("When")
	t.say("  ", "Due on %s %s, %s%s.", d.Date.Weekday(), d.Date, d.Rule, cited(d.Citation))
	if len(d.Moved) == 0 {
		t.say("  ", "Offices are open then: act by %s.", d.PayBy)
		return
	}
	var why []string
	for _, c := range d.Moved {
		why = append(why, fmt.Sprintf("%s is %s", c.Date, article(c.Why)))
	}
	t.say("  ", "Offices are closed (%s), so act by %s %s%s.", strings.Join(why, ", "), d.PayBy.Weekday(), d.PayBy, cited(d.MoveCite))
}

func article(why string) string {
	if strings.HasSuffix(why, "day") && !strings.Contains(why, " ") {
		return "a " + why
	}
	return why
}

func (t *text) amountDue(r *Remittance) {
	t.section("How much")
	t.amount("  ", "wages subject", r.Subject, fmt.Sprintf("of %s", count(len(r.People), "employee")))
	t.amount("  ", "tax required", r.Required, "")
	t.amount("  ", "tax withheld", r.Withheld, "")
	remark := "the greater of the two, in total for the period"
	if r.Required == r.Withheld {
		remark = "both are the same"
	}
	t.amount("  ", "amount due", r.AmountDue, remark+cited(r.AmountCite))
	if short := r.AmountDue - r.Withheld; short > 0 {
		t.amount("  ", "of it not withheld", short, "the employer owes it all the same"+cited(r.AmountCite))
	}
	if r.Method == "eft" {
		t.say("  ", "It must be paid electronically, for the employer must pay federal tax so%s.", cited(r.MethodCite))
	}
	if !r.Complete {
		t.say("  ", "It is not complete: rows of the employer were set aside.")
	}
}

func (t *text) people(r *Remittance) {
	t.section("Who")
	for i := range r.People {
		p := &r.People[i]
		remark := fmt.Sprintf("on %s", p.Subject)
		if p.Withheld != p.Required {
			remark += fmt.Sprintf("; %s was withheld, a variance of %s", p.Withheld, p.Withheld-p.Required)
		}
		t.amount("  ", strings.TrimSpace(p.EmployeeID+" "+p.Name), p.Required, remark)
	}
	t.say("  ", "The checks behind a person's figure are shown by withhold explain --employee.")
}

func (t *text) closed(r *Remittance) {
	c := r.Closed
	t.section("Remitted")
	when := ""
	if c.PaidOn != 0 {
		when = "paid on " + c.PaidOn.String()
	}
	t.amount("  ", "remitted", c.Remitted, when)
	switch {
	case c.Credit > 0:
		t.amount("  ", "paid by credits of earlier periods", c.Credit, "")
	case c.Credit < 0:
		t.amount("  ", "left as a credit for later periods", -c.Credit, "")
	}
	t.say("  ", "%s closed the period at %s.", c.Who, c.At)
	if left := r.AmountDue - c.Remitted - c.Credit; left != 0 {
		t.amount("  ", "changed since", left, "the return is to be amended")
	}
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// DueRule says a due rule in words.
func DueRule(r calc.DueRule) string {
	switch {
	case r.BankingDays > 0:
		return fmt.Sprintf("%s after the period's end", count(r.BankingDays, "banking day"))
	case r.MonthsAfter == 0 && r.Day == calc.LastDay:
		return "the last day of the month that the period ends in"
	}
	day := fmt.Sprintf("day %d", r.Day)
	if r.Day == calc.LastDay {
		day = "the last day"
	}
	switch r.MonthsAfter {
	case 0:
		return day + " of the month that the period ends in"
	case 1:
		return day + " of the month after the period"
	}
	return fmt.Sprintf("%s of the month %d months after the period", day, r.MonthsAfter)
}
