package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/icalendar"
	"example.com/withhold/pkg/io/results"
)

// A task is one row of calendar.csv: something that an employer is to do for a
// municipality by a day.
type task struct {
	what       string
	period     string
	frequency  string
	eft        bool
	soFar      bool
	due, payBy calc.Date
	citation   string
}

// What there is to do, as calendar.csv says it.
const (
	doReturn         = "return"
	doPayment        = "payment"
	doReconciliation = "reconciliation"
	doInformation    = "information return"
)

// actOn writes what an employer is to do for a municipality: a return and its
// payment for each period, and what is due when the year is over.
func (s *schedule) actOn(e *employer, p *place, list []*remittance, known calc.Month) error {
	for _, m := range list {
		if m.due == 0 {
			continue // no rule is known, of which a warning tells
		}
		soFar := false
		for _, month := range m.months {
			soFar = soFar || month > known
		}
		t := task{period: m.name, frequency: m.frequency, eft: m.eft, soFar: soFar, due: m.due, payBy: m.payBy, citation: joinCitations(m.citations)}
		if err := s.tasks(e, p, t, doReturn, doPayment); err != nil {
			return err
		}
	}
	end := calc.NewDate(s.year, time.December, 31)
	law, err := p.On(end)
	if err != nil {
		return nil //nolint:nilerr // no law is known for that day, of which a warning tells
	}
	for _, x := range []struct {
		what string
		rule calc.DueRule
	}{{doReconciliation, law.Reconciliation}, {doInformation, law.Contractors}} {
		if x.rule.Cite == "" {
			continue
		}
		due := x.rule.Date(end, s.book.Calendar())
		t := task{period: yearName(s.year), frequency: "yearly", due: due, payBy: s.book.Calendar().NextBusinessDay(due), citation: string(x.rule.Cite)}
		if err := s.tasks(e, p, t, x.what); err != nil {
			return err
		}
	}
	return nil
}

// tasks writes a row of calendar.csv for each thing to do, and one event for
// those that are done together.
func (s *schedule) tasks(e *employer, p *place, t task, what ...string) error {
	for _, w := range what {
		t.what = w
		r := results.Row{Table: results.Calendar}
		t.write(&r, e, p)
		s.out.rows[results.Calendar]++
		key := strings.Join([]string{t.due.String(), t.payBy.String(), e.id, p.Name, w, t.period}, "\x00")
		if err := s.days.Add([]byte(key), r.Bytes); err != nil {
			return err
		}
	}
	s.events++
	t.what = strings.Join(what, " and ")
	return s.ics.Add(t.event(e, p, s.book.Calendar().ClosedFor(t.due)))
}

func (t *task) write(r *results.Row, e *employer, p *place) {
	r.Date(t.due)
	r.Date(t.payBy)
	r.Text(e.id)
	r.Text(p.Name)
	r.Text(t.what)
	r.Text(t.period)
	r.Text(t.frequency)
	method := ""
	if t.what == doPayment {
		method = methodName(t.eft)
	}
	r.Text(method)
	r.Text(map[bool]string{true: "yes", false: "no"}[t.soFar])
	r.Text(t.citation)
	r.End()
}

func methodName(eft bool) string {
	if eft {
		return "eft"
	}
	return "any"
}

// event is the task in a calendar that others may see: no amount is in it. closed
// is why offices are closed on the due date, or "".
func (t *task) event(e *employer, p *place, closed string) *icalendar.Event {
	who := e.id
	if e.record != nil && e.record.Name != "" {
		who = e.record.Name
	}
	text := fmt.Sprintf("%s of employer %s to %s for %s, %s.\nDue by law on %s", strings.ToUpper(t.what[:1])+t.what[1:], e.id, p.Name, t.period,
		strings.ReplaceAll(t.frequency, "_", "-"), t.due)
	if t.payBy != t.due {
		text += ", when offices are closed (" + closed + "): act by " + t.payBy.String()
	}
	text += "."
	if t.eft {
		text += "\nPay electronically (EFT)."
	}
	if t.soFar {
		text += "\nThis is how it stands so far: later payroll may change how often is paid."
	}
	if p.Administrator != "" && p.Administrator != "self" {
		text += "\nCollected by " + p.Administrator + "."
	}
	return &icalendar.Event{UID: t.uid(e, p), Day: t.payBy, Summary: fmt.Sprintf("%s: %s %s, %s", who, p.Name, t.what, t.period),
		Description: text + "\n" + t.citation}
}

// uid is the same for as long as the event is about the same, whatever its day.
func (t *task) uid(e *employer, p *place) string {
	h := sha256.Sum256([]byte(strings.Join([]string{e.id, p.ID, t.what, t.period}, "\x00")))
	return hex.EncodeToString(h[:16]) + "@withhold"
}

func yearName(year int) string { return strconv.Itoa(year) }
