package ordinance

import (
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/calc"
)

// stateLaw is state.yaml: the topics of an ordinance, and the calendar.
type stateLaw struct {
	topics   topics
	calendar *calc.Calendar
}

func readState(shown string, text []byte, probs *problems) *stateLaw {
	s := &stateLaw{calendar: new(calc.Calendar)}
	t := &textFile{shown, probs}
	root := t.root(text)
	if root == nil {
		return s
	}
	f := t.fields(root, "state law", append([]string{"exclusions", "calendar"}, topicNames[topicBase:]...)...)
	f.readTopics(&s.topics, false)
	if f.need("calendar", "{cite, weekend, holidays}") {
		s.calendar = t.calendar(f.values["calendar"])
	}
	return s
}

var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

func (t *textFile) calendar(n *yaml.Node) *calc.Calendar {
	f := t.fields(n, "calendar", "cite", "note", "weekend", "holidays")
	f.need("cite", "R.C. 1.14")
	c := &calc.Calendar{Cite: calc.Citation(f.text("cite"))}
	for _, n := range f.list("weekend") {
		i := slices.Index(weekdays, n.Value)
		switch {
		case i < 0:
			t.fault(n, "unknown day %q; %s", n.Value, suggest(n.Value, weekdays))
		case slices.Contains(c.Weekend, time.Weekday(i)):
			t.fault(n, "%s twice; remove one", n.Value)
		default:
			c.Weekend = append(c.Weekend, time.Weekday(i))
		}
	}
	if len(c.Weekend) == len(weekdays) {
		t.fault(n, "every day is in the weekend; leave days on which payments can be made")
		c.Weekend = nil
	}
	for _, n := range f.list("holidays") {
		c.Holidays = append(c.Holidays, t.holiday(n))
	}
	return c
}

// holiday reads a fixed day (month, day) or one like the third Monday of a month
// (month, weekday, nth; nth -1 is the last).
func (t *textFile) holiday(n *yaml.Node) (h calc.Holiday) {
	f := t.fields(n, "a holiday", "name", "from", "month", "day", "weekday", "nth", "sunday_moves")
	if n.Kind != yaml.MappingNode {
		return h
	}
	f.need("name", "Labor Day")
	f.need("month", "9")
	h.Name, h.From = f.text("name"), f.date("from")
	h.Month = time.Month(f.integer("month", 1, 12, 1))
	h.SundayMoves = f.boolean("sunday_moves", false)
	if f.values["weekday"] == nil {
		f.need("day", "the day of the month, or weekday and nth")
		h.Day = f.integer("day", 1, calc.DaysIn(2000, h.Month), 1)
		return h
	}
	if f.values["day"] != nil {
		t.fault(n, "day beside weekday; write one of them")
	}
	f.need("nth", "1, or -1 for the last")
	h.Weekday = time.Weekday(max(0, f.choice("weekday", weekdays...)))
	if h.Nth = f.integer("nth", -1, 4, 1); h.Nth == 0 {
		t.fault(f.values["nth"], "nth 0 is no day; write 1 to 4, or -1 for the last")
	}
	return h
}

// A Source is where a figure was taken from.
type Source struct {
	Key   string
	Title string
	Cite  string   // the short form that outputs show
	For   []string // what it supports: rate, credit, name, rule
	URL   string
	AsOf  string
	Note  string // says so where it is a third-party copy
}

var sourceUses = []string{"rate", "credit", "name", "rule", "code"}

// readSources adds the sources of a file; a key given again is replaced.
func readSources(shown string, text []byte, into map[string]*Source, probs *problems) {
	t := &textFile{shown, probs}
	root := t.root(text)
	if root == nil {
		return
	}
	if root.Kind != yaml.MappingNode {
		t.fault(root, "sources are not a mapping; write a key for each source, and title, cite and for below it")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key := root.Content[i]
		if !isSlug(key.Value) || seen[key.Value] {
			t.fault(key, "key %q is there twice or is no key; write small letters, digits and hyphens, each key once", key.Value)
			continue
		}
		seen[key.Value] = true
		into[key.Value] = t.source(key.Value, root.Content[i+1])
	}
}

func (t *textFile) source(key string, n *yaml.Node) *Source {
	f := t.fields(n, "a source", "title", "cite", "for", "url", "as_of", "note")
	s := &Source{Key: key, Title: f.text("title"), Cite: f.text("cite"), URL: f.text("url"), Note: f.text("note")}
	if n.Kind != yaml.MappingNode {
		return s
	}
	f.need("title", "what it is called")
	f.need("cite", "the short form that outputs show")
	f.need("for", "["+strings.Join(sourceUses, ", ")+"], those it supports")
	for _, n := range f.list("for") {
		if !slices.Contains(sourceUses, n.Value) {
			t.fault(n, "unknown use %q; %s", n.Value, suggest(n.Value, sourceUses))
		}
		s.For = append(s.For, n.Value)
	}
	if v, ok := f.scalar("as_of"); ok {
		s.AsOf = v.Value
	}
	return s
}
