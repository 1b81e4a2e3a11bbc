package icalendar

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

var stamp = time.Date(2026, 4, 1, 2, 15, 3, 0, time.UTC)

func write(t interface{ Fatal(...any) }, events ...Event) []byte {
	var b bytes.Buffer
	w, err := NewWriter(&b, "Municipal withholding 2026", stamp)
	if err != nil {
		t.Fatal(err)
	}
	for i := range events {
		if err := w.Add(&events[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCalendar(t *testing.T) {
	got := string(write(t, Event{"1@withhold", calc.NewDate(2026, 3, 16), "BAKERY: pay and file Dublin 2026-02", "Due by law on 2026-03-15, a Sunday.\nMonthly; by EFT [R.C. 718.03(B)(1)(b)]"}))
	const want = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//withhold//schedule//EN\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n" +
		"X-WR-CALNAME:Municipal withholding 2026\r\nREFRESH-INTERVAL;VALUE=DURATION:P1D\r\nX-PUBLISHED-TTL:P1D\r\n" +
		"BEGIN:VEVENT\r\nUID:1@withhold\r\nDTSTAMP:20260401T021503Z\r\nDTSTART;VALUE=DATE:20260316\r\n" +
		"SUMMARY:BAKERY: pay and file Dublin 2026-02\r\n" +
		"DESCRIPTION:Due by law on 2026-03-15\\, a Sunday.\\nMonthly\\; by EFT [R.C.\r\n  718.03(B)(1)(b)]\r\n" +
		"TRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	if got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// TestCalendarComesBack: whatever the texts, a reader of calendars gives them
// back, and every line keeps to RFC 5545, 3.1.
func TestCalendarComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ -~éß漢\n\r\t\\;,:"<>]{0,120}`)
		var events []Event
		for i := range rapid.IntRange(0, 4).Draw(t, "events") {
			day := calc.NewDate(2026, 1, 1) + calc.Date(rapid.IntRange(0, 900).Draw(t, "day"))
			events = append(events, Event{string(rune('a'+i)) + "@withhold", day, text.Draw(t, "summary"), text.Draw(t, "description")})
		}
		b := write(t, events...)
		for line := range strings.SplitSeq(strings.TrimSuffix(string(b), "\r\n"), "\r\n") {
			if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
				t.Fatalf("a line of %d bytes: %q", len(line), line)
			}
		}
		c, err := ics.ParseCalendar(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(c.Events()); n != len(events) {
			t.Fatalf("%d events came back, want %d", n, len(events))
		}
		for i, e := range c.Events() {
			for p, want := range map[ics.ComponentProperty]string{ics.ComponentPropertyUniqueId: events[i].UID,
				ics.ComponentPropertySummary: plain(events[i].Summary), ics.ComponentPropertyDescription: plain(events[i].Description)} {
				if got := e.GetProperty(p).Value; got != want {
					t.Errorf("%s came back as %q, want %q", p, got, want)
				}
			}
			day, err := e.GetAllDayStartAt()
			if err != nil || day.Format("2006-01-02") != events[i].Day.String() {
				t.Errorf("%s came back as %s: %v", events[i].Day, day, err)
			}
		}
	})
}
