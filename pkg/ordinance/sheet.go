package ordinance

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"example.com/withhold/pkg/calc"
)

// A SheetLine is one line of what a municipality's law says, for people.
type SheetLine struct {
	Topic, Text string
	Cite        calc.Citation
}

// Sheet says what the law of a municipality is on a day, where each part comes
// from, how fresh its rate is, and what is not known.
func (b *Book) Sheet(m *Municipality, d calc.Date) []SheetLine {
	lines := []SheetLine{{m.Name, m.describe(), ""}}
	law, err := m.On(d)
	if err != nil {
		var unknown *UnknownError
		if errors.As(err, &unknown) && unknown.What != "rate" {
			p := m.provision(topicRate, d)
			probe := new(calc.Law)
			p.set(probe)
			lines = append(lines, SheetLine{"rate", Percent(probe.Rate), probe.RateCite})
		}
		lines = append(lines, SheetLine{"not known", err.Error(), ""})
		return append(lines, b.sourceLines(m, d)...)
	}
	lines = append(lines, SheetLine{"law", span(law, d), ""}, SheetLine{"rate", m.rateWords(law, d), law.RateCite})
	var missing []string
	add := func(topic, text string, cite calc.Citation) {
		if cite == "" {
			missing = append(missing, topic)
			return
		}
		lines = append(lines, SheetLine{topic, text, cite})
	}
	add("credit", creditWords(law.Credit), law.Credit.Cite)
	add("base", baseWords(law.Base), law.BaseCite)
	add("residents", residentWords(law.Residents), law.Residents.Cite)
	add("days", daysWords(law.OccasionalEntrant), law.OccasionalEntrant.Cite)
	if refund := law.OccasionalEntrant.Refund; refund != "" {
		add("refunds", "tax withheld elsewhere on days reached back to is the employee's to claim", refund)
	}
	if law.HomeDays.Applies {
		add("home days", "days worked at home count for the principal place of work, where the employer chose so", law.HomeDays.Cite)
	}
	add("small employer", applies(law.SmallEmployer, "all wages go to its fixed location"), law.SmallEmployer.Cite)
	if law.Remittance == nil {
		missing = append(missing, "remittance")
	} else {
		lines = append(lines, b.remittanceLines(law.Remittance, d)...)
	}
	add("electronic", applies(law.Electronic, "payment by EFT where federal tax is paid so"), law.Electronic.Cite)
	add("on request", applies(law.Request, "tax withheld at an employee's request counts as required"), law.Request.Cite)
	add("amount", applies(law.GreaterOf, "the greater of withheld and required is remitted"), law.GreaterOf.Cite)
	add("reconciliation", b.afterYearWords(law.Reconciliation, d), law.Reconciliation.Cite)
	if law.Contractors.Cite != "" {
		add("contractors", "payments to people not employed are listed "+b.afterYearWords(law.Contractors, d), law.Contractors.Cite)
	}
	if law.Winnings.Cite != "" {
		add("winnings", WinningsWords(law.Winnings), law.Winnings.Cite)
	}
	if law.Lottery.Cite != "" {
		add("lottery", LotteryWords(law.Lottery), law.Lottery.Cite)
	}
	if law.LateTax.Cite != "" {
		add("late tax", LateTaxWords(law.LateTax), law.LateTax.Cite)
	}
	if law.LateReturn.Cite != "" {
		add("late return", LateReturnWords(law.LateReturn), law.LateReturn.Cite)
	}
	if law.NetProfit.Cite != "" {
		add("net profits", NetProfitWords(law.NetProfit), law.NetProfit.Cite)
	}
	for r, e := range law.Exclusions {
		if e.Applies {
			lines = append(lines, SheetLine{"not subject", exclusionWords(calc.Reason(r), e), e.Cite})
		}
	}
	lines = append(lines, b.sourceLines(m, d)...)
	lines = append(lines, m.noteLines(d)...)
	if missing != nil {
		lines = append(lines, SheetLine{"no rule known", strings.Join(missing, ", "), ""})
	}
	return lines
}

// describe is what kind of place it is and who collects for it.
func (m *Municipality) describe() string {
	words := []string{m.ID}
	if m.Example {
		words = append(words, "an example ordinance")
	}
	if m.Kind != "" {
		words = append(words, m.Kind)
	}
	if m.County != "" {
		words = append(words, m.County+" County")
	}
	if m.FIPS != "" {
		words = append(words, "FIPS "+m.FIPS)
	}
	if m.Administrator != "" {
		words = append(words, strings.TrimSpace("administrator "+m.Administrator+" "+m.Code))
	}
	return strings.Join(words, ", ")
}

func span(law *calc.Law, d calc.Date) string {
	if law.Until == 0 {
		return fmt.Sprintf("on %s; the same since %s", d, law.From)
	}
	return fmt.Sprintf("on %s; the same from %s to %s", d, law.From, law.Until)
}

func (m *Municipality) rateWords(law *calc.Law, d calc.Date) string {
	s, _ := m.RateSource(d)
	text := fmt.Sprintf("%s since %s", Percent(law.Rate), s.From)
	if s.To != 0 {
		text += fmt.Sprintf(", known until %s", s.To)
	}
	return text
}

func applies(p calc.Provision, text string) string {
	if p.Applies {
		return text
	}
	return "no such rule"
}

// remittanceLines gives each rule in words, and the dates of the period that the
// day falls in.
func (b *Book) remittanceLines(s *calc.Schedule, d calc.Date) []SheetLine {
	var lines []SheetLine
	for i := range s.Rules {
		r := &s.Rules[i]
		text := frequencyWords(r)
		if i > 0 {
			text = "else " + text
		}
		p := r.PeriodOf(d)
		text += fmt.Sprintf(" (%s: %s)", p.Name, b.dates(r.Due.Date(p.To, b.calendar)))
		lines = append(lines, SheetLine{"remittance", text, r.Cite})
	}
	return lines
}

// afterYearWords says when something is due in the year after the day's.
func (b *Book) afterYearWords(r calc.DueRule, d calc.Date) string {
	due := r.Date(calc.NewDate(d.Year(), 12, 31), b.calendar)
	month := time.Month(min(12, max(1, r.MonthsAfter)))
	return fmt.Sprintf("by the %s of %s (%d: %s)", dayWords(r.Day), month, d.Year(), b.dates(due))
}

// dates is the day in the law, and the day to act on where that is another.
func (b *Book) dates(due calc.Date) string {
	if act := b.calendar.NextBusinessDay(due); act != due {
		return fmt.Sprintf("%s, by %s", due, act)
	}
	return due.String()
}

// sourceLines says where the rate of the day was taken from and how sure it is.
func (b *Book) sourceLines(m *Municipality, d calc.Date) []SheetLine {
	s, ok := m.RateSource(d)
	if !ok {
		return nil
	}
	var lines []SheetLine
	if s.AsOf != "" {
		text := "rate as of " + s.AsOf
		if s.CreditAsOf != "" {
			text += ", credit as of " + s.CreditAsOf
		}
		if s.Confidence != "" {
			text += ", confidence " + s.Confidence
		}
		lines = append(lines, SheetLine{"fresh", text, ""})
	}
	for _, key := range s.Sources {
		if src := b.sources[key]; src != nil {
			lines = append(lines, SheetLine{"source", src.Title, calc.Citation(src.Cite)})
		}
	}
	if s.Note != "" {
		lines = append(lines, SheetLine{"note", s.Note, ""})
	}
	return lines
}

// noteLines are the notes of the municipality's own entries in force.
func (m *Municipality) noteLines(d calc.Date) []SheetLine {
	var lines []SheetLine
	for t := topicCredit; int(t) < numTopics; t++ {
		if p := m.own.on(t, d); p != nil && p.note != "" {
			lines = append(lines, SheetLine{"note", t.String() + ": " + p.note, ""})
		}
	}
	return lines
}
