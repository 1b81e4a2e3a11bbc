// Package icalendar writes days to act on as an iCalendar file (RFC 5545), which
// calendar programs open or subscribe to.
//
// It knows no rule and computes nothing. What it promises: events of a whole day
// that take no time away, lines of at most 75 bytes that end with CR LF, and the
// same bytes for the same events. An event keeps its UID for as long as it means
// the same, so that a calendar that is read again moves it and does not double
// it. Amounts have no place here: a calendar is seen by many.
package icalendar

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"

	"example.com/withhold/pkg/calc"
)

// An Event is one day on which something is to be done.
type Event struct {
	UID                  string // no other event has it
	Day                  calc.Date
	Summary, Description string
}

// A Writer writes a calendar event by event, so that it is never all in memory.
type Writer struct {
	w     io.Writer
	stamp time.Time
	rest  string // what ends the calendar
	form  *ics.SerializationConfiguration
}

// NewWriter begins a calendar of that name. stamp is when what it says was so;
// every event bears it.
func NewWriter(w io.Writer, name string, stamp time.Time) (*Writer, error) {
	x := &Writer{w: w, stamp: stamp, form: &ics.SerializationConfiguration{MaxLength: 75, PropertyMaxLength: 75, NewLine: string(ics.WithNewLineWindows)}}
	c := ics.NewCalendar()
	c.SetProductId("-//withhold//schedule//EN")
	c.SetCalscale("GREGORIAN")
	c.SetMethod(ics.MethodPublish)
	c.SetXWRCalName(plain(name))
	// Those who subscribe look once a day whether it changed.
	c.SetRefreshInterval("P1D")
	c.SetXPublishedTTL("P1D")
	const end = "END:VCALENDAR\r\n"
	head, ok := strings.CutSuffix(c.Serialize(x.form), end)
	if !ok {
		return nil, fmt.Errorf("icalendar: a calendar that does not end with %q", end)
	}
	x.rest = end
	_, err := io.WriteString(w, head)
	return x, err
}

// Add writes an event.
func (w *Writer) Add(e *Event) error {
	y, m, d := e.Day.Civil()
	v := ics.NewEvent(e.UID)
	v.SetDtStampTime(w.stamp)
	v.SetAllDayStartAt(time.Date(y, m, d, 0, 0, 0, 0, time.UTC))
	v.SetSummary(plain(e.Summary))
	v.SetDescription(plain(e.Description))
	v.SetTimeTransparency(ics.TransparencyTransparent)
	return v.SerializeTo(w.w, w.form)
}

// Close ends the calendar; it does not close what is written to.
func (w *Writer) Close() error {
	_, err := io.WriteString(w.w, w.rest)
	return err
}

// plain is a text without what cannot stand in a calendar: line ends become
// those of it, other controls go.
func plain(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r != '\n' && unicode.IsControl(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
}
