package explanation

import (
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// earned says where the wages were earned.
func (t *text) earned(e *Explanation) {
	w := &e.Earned
	t.section("Earned")
	if w.LogMissing {
		t.say("  ", "The employee has a work log, but it has nothing in the period of this check.")
	}
	switch {
	case w.By == BySmallEmployer:
		t.say("  ", "In %s: the employer is a small employer in %d, and all wages of such a year belong to its fixed location, wherever the work was%s.",
			placeName(w.Municipality), e.PayDate.Year(), cited(w.Citation))
	case w.By == ByPrincipal:
		t.say("  ", "In %s: the check names no work municipality, and this is the principal place of work given for the employee.", w.Municipality)
	case w.By == ByWorkLog:
		t.byLog(e)
	case w.Municipality != "":
		t.say("  ", "In %s: the check says so (work_municipality %q).", w.Municipality, w.AsWritten)
	case w.AsWritten == "":
		t.say("  ", "In no municipality that levies a tax: the check names no work municipality.")
	default:
		t.say("  ", "In no municipality that levies a tax: the check says so (work_municipality %q).", w.AsWritten)
	}
}

func (t *text) byLog(e *Explanation) {
	w := &e.Earned
	t.say("  ", "By the work log, day by day.")
	for i := range w.Principal {
		t.principal(w, &w.Principal[i])
	}
	t.blank()
	columns := [2]int{}
	for i := range w.Days {
		for j := range w.Days[i].Entries {
			x := &w.Days[i].Entries[j]
			columns[0], columns[1] = max(columns[0], len(x.Hours.String())), max(columns[1], len([]rune(spent(x))))
		}
	}
	for i := range w.Days {
		t.day(&w.Days[i], columns)
	}
	t.parts(e)
}

func (t *text) principal(w *Earned, p *Principal) {
	when := ""
	if len(w.Principal) > 1 {
		when = fmt.Sprintf(" from %s to %s", p.From, p.To)
	}
	var counted []string
	for _, c := range p.Counted {
		counted = append(counted, fmt.Sprintf("%s %s", placeName(c.Municipality), days(c.Days)))
	}
	most := fmt.Sprintf("Days of %d up to %s by the place with the most time: %s.", p.Until.Year(), p.Until, andList(counted))
	start := fmt.Sprintf("The principal place of work%s is %s", when, placeNames(p.Places))
	switch p.By {
	case Given:
		t.say("  ", "%s, as written in %s.", start, p.Source)
	case AtWorksite:
		t.say("  ", "%s, the worksite where the employee reports: services there last longer than the exempt days, and more than half of the %s so far were spent there.",
			start, days(p.OfLocation))
	case NotKnown:
		t.say("  ", "The principal place of work%s is not known: no place has the most time on any day.", when)
	default:
		shared := ""
		if len(p.Places) > 1 {
			shared = map[string]string{"time": ", which share it by time", "equal_parts": ", which share it in equal parts"}[p.SharedBy]
		}
		t.say("  ", "%s%s: none is given, and this is where the most days were. %s", start, shared, most)
	}
}

func days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return fmt.Sprintf("%d days", n)
}

// spent is where time was spent and on what.
func spent(x *Entry) string {
	s := placeName(x.Municipality)
	if x.Activity != "service" {
		s += ", " + itemWords(x.Activity)
	}
	if x.Affixed {
		s += " and affixing"
	}
	if x.Worksite != "" {
		s += ", worksite " + x.Worksite
	}
	return s
}

// day writes the entries of a day, each with where its wages belong, and whose
// day it is where several municipalities compete for it.
func (t *text) day(d *Day, columns [2]int) {
	for i := range d.Entries {
		x := &d.Entries[i]
		date := strings.Repeat(" ", 14)
		if i == 0 {
			date = d.Date.Weekday().String()[:3] + " " + d.Date.String()
		}
		t.row(fmt.Sprintf("  %s  %*s h  %-*s  %s", date, columns[0], x.Hours, columns[1], spent(x), belongs(x, d)))
	}
	if s := verdict(d); s != "" {
		t.say(strings.Repeat(" ", 18), "%s", s)
	}
}

// verdict says for which municipality a day counts, where several compete.
func verdict(d *Day) string {
	var times []string
	for _, v := range d.Places {
		if v.AnyPart && d.Outcome == DayMostTime {
			continue
		}
		times = append(times, fmt.Sprintf("%s h in %s", v.Hours, v.Municipality))
	}
	switch {
	case d.Outcome == DayTie:
		return fmt.Sprintf("= a tie (%s): the day counts for none of them", strings.Join(times, ", "))
	case d.Outcome == DayOwnHours && len(times) > 1:
		return fmt.Sprintf("= %s has the most time, but takes its own hours only", d.Municipality)
	case d.Outcome == DayMostTime && len(times) > 1:
		return fmt.Sprintf("= the day counts for %s (%s)", d.Municipality, strings.Join(times, ", "))
	}
	return ""
}

// belongs says to whom the wages for an entry belong, and why.
func belongs(x *Entry, d *Day) string {
	to := "to " + placeNames(x.To)
	i := slices.IndexFunc(d.Places, func(v Visit) bool { return v.Municipality == x.For })
	switch {
	case x.EmployerID != "":
		return fmt.Sprintf("worked for %s, whose own check pays it; it counts for the day", x.EmployerID)
	case x.AtPrincipal && (x.For == "" || slices.Contains(x.To, x.For)):
		return to + ": counts as time at the principal place" + cited(x.Citation)
	case x.AtPrincipal:
		to += " (time at the principal place" + cited(x.Citation) + ")"
	}
	switch {
	case x.For != "" && i >= 0 && (x.Municipality == x.For || x.AtPrincipal):
		return to + ": " + because(&d.Places[i])
	case x.For != "" && slices.Contains(x.To, x.For):
		return to + ": the day is " + x.For + "'s"
	case x.For != "":
		return to + ": the day is " + x.For + "'s, and exempt there"
	case d.Outcome == DayTie:
		return to + ": nobody's day, so the principal place's"
	case d.Outcome == DayOwnHours || x.Municipality != "":
		return to + ": the principal place's"
	}
	return to + ": no municipality had time on this day"
}

// because says why a municipality's day is exempt there or not.
func because(v *Visit) string {
	switch v.Decision {
	case calc.Exempt.String():
		if v.ExemptDays < 0 {
			return fmt.Sprintf("all days are exempt in %s%s", v.Municipality, cited(v.Citation))
		}
		return fmt.Sprintf("day %d of %d exempt days in %s%s", v.Rank, v.ExemptDays, v.Municipality, cited(v.Citation))
	case calc.OverThreshold.String():
		return fmt.Sprintf("day %d, after %d exempt days%s", v.Rank, v.ExemptDays, cited(v.Citation))
	case calc.PrincipalPlace.String():
		return "the principal place of work"
	case calc.ByAgreement.String():
		return fmt.Sprintf("day %d, but taxed from the first day on by %s", v.Rank, v.Citation)
	case calc.PresumedWorksite.String():
		return fmt.Sprintf("day %d, but a presumed worksite since %s%s", v.Rank, v.Presumed, cited(v.Citation))
	case calc.ResidentRequest.String():
		return fmt.Sprintf("day %d, but the employee lives there and asked for withholding%s", v.Rank, cited(v.Citation))
	case calc.InCapacity.String():
		return fmt.Sprintf("day %d, but paid as an athlete, entertainer or public figure%s", v.Rank, cited(v.Citation))
	case calc.PrincipalNotWithheld.String():
		return fmt.Sprintf("day %d, but the tax of the principal place is not withheld%s", v.Rank, cited(v.Citation))
	case calc.NoRule.String():
		return "no days are exempt there"
	}
	return v.Decision
}

// parts says how the check is split.
func (t *text) parts(e *Explanation) {
	var sum calc.Hours
	for _, p := range e.Earned.Parts {
		sum += p.Hours
	}
	if len(e.Earned.Parts) > 1 {
		t.blank()
		t.say("  ", "Each item is split by hours; odd cents go where most was cut off, so that the parts add up.")
	} else {
		t.blank()
	}
	for _, p := range e.Earned.Parts {
		remark := ""
		if p.ExemptHours > 0 && p.ExemptHours < p.Hours {
			remark = fmt.Sprintf("%s h of it are exempt days elsewhere", p.ExemptHours)
		} else if p.ExemptHours > 0 {
			remark = "all exempt days elsewhere"
		}
		if p.Minor {
			remark = strings.TrimPrefix(remark+", earned under age", ", ")
		}
		t.amount("  ", fmt.Sprintf("%s, %s of %s h", placeName(p.Municipality), p.Hours, sum), p.Amount, remark)
	}
}
