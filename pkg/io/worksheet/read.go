package worksheet

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A reader reads one form. It remembers what stood before, because a line may
// use what is above it only: so nothing can depend on itself.
type reader struct {
	*textFile
	lines map[string]Unit            // by line
	grids map[string]map[string]Unit // by grid and column
}

func newReader(t *textFile) *reader {
	return &reader{t, map[string]Unit{}, map[string]map[string]Unit{}}
}

var idPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)

func (r *reader) form(n *yaml.Node, id string) *Form {
	f := r.fields(n, "the file", "id", "title", "seen", "kinds", "administrators", "municipalities", "covers", "from", "to", "source", "url",
		"confidence", "unverified", "rounding", "header", "parts", "ties", "checks", "notes")
	form := &Form{
		ID: f.need("id", id), Title: f.need("title", "..."), Seen: f.need("seen", "form of 2024"),
		Administrators: f.texts("administrators"), Municipalities: f.texts("municipalities"),
		From: f.date("from"), To: f.date("to"), Covers: f.choice("covers", "quarter", "month"), Source: f.need("source", "..."), URL: f.text("url"),
		Unverified: f.text("unverified"), Notes: f.texts("notes"),
	}
	if form.ID != "" && form.ID != id {
		r.fault(f.values["id"], "id %q does not go with the file's name; write id: %s", form.ID, id)
	}
	f.need("confidence", "medium")
	form.Confidence = f.choice("confidence", "high", "medium", "low")
	form.dollars = f.choice("rounding", "cents", "dollars") == "dollars"
	if form.To != 0 && form.To < form.From {
		r.fault(f.values["to"], "to %s is before from %s; write a later day", form.To, form.From)
	}
	form.Kinds = r.kinds(f)
	if len(form.Administrators) > 0 && len(form.Municipalities) > 0 {
		r.fault(f.values["municipalities"], "both administrators and municipalities; keep one, since a form takes either many or one")
	}
	for i, m := range form.Municipalities {
		if !idPattern.MatchString(m) {
			r.fault(f.values["municipalities"].Content[i], "%q is not the id of a municipality; write it as in rates.csv", m)
		}
	}
	for _, item := range f.items("header") {
		form.header = append(form.header, r.headerItem(item))
	}
	for _, item := range f.items("parts") {
		form.parts = append(form.parts, r.part(item))
	}
	if !f.has("parts") {
		r.fault(n, "parts is missing; write the lines of the form")
	}
	form.ties = append(r.ties(f, "ties", true), r.ties(f, "checks", false)...)
	return form
}

func (r *reader) kinds(f *fields) (kinds []Kind) {
	allowed := []string{string(Return), string(Reconciliation), string(Amended)}
	if !f.has("kinds") {
		r.fault(f.node, "kinds is missing; write kinds: [return]")
	}
	for _, n := range f.items("kinds") {
		word := r.word(n, "an item of kinds")
		if word != "" && !slices.Contains(allowed, word) {
			r.fault(n, "unknown kind %q; %s", word, suggest(word, allowed))
		}
		kinds = append(kinds, Kind(word))
	}
	return kinds
}

// headerFields are what a header may ask for and the input gives.
var headerFields = []string{"employer_name", "ein", "address", "city_state_zip", "municipality", "period", "period_from", "period_to", "tax_year",
	"quarter", "due_date", "pay_by", "responsible_person", "phone", "email", "amended"}

func (r *reader) headerItem(n *yaml.Node) headerItem {
	f := r.fields(n, "a line of the header", "label", "field", "pattern", "fill_in")
	item := headerItem{label: f.need("label", "Name"), field: f.choice("field", headerFields...), pattern: f.text("pattern"), fillIn: f.text("fill_in")}
	given := 0
	for _, key := range []string{"field", "pattern", "fill_in"} {
		if f.has(key) {
			given++
		}
	}
	if given != 1 {
		r.fault(n, "a line of the header needs one of field, pattern and fill_in; write field: employer_name")
	}
	if item.pattern != "" && !strings.Contains(item.pattern, "{ein}") {
		r.fault(f.values["pattern"], "pattern %q holds nothing of the employer's; write {ein} where the number stands", item.pattern)
	}
	return item
}

func (r *reader) part(n *yaml.Node) part {
	f := r.fields(n, "a part", "title", "note", "lines", "grid")
	p := part{title: r.caption(f, "title"), note: f.text("note")}
	if f.has("lines") == f.has("grid") {
		r.fault(n, "a part has either lines or a grid; write one of them")
	}
	for _, item := range f.items("lines") {
		p.lines = append(p.lines, r.line(item))
	}
	if f.has("grid") {
		p.grid = r.grid(f.values["grid"])
	}
	return p
}

func (r *reader) line(n *yaml.Node) line {
	f := r.fields(n, "a line", append([]string{"line", "label", "note", "pay_over", "pay_from"}, exprKeys...)...)
	l := line{id: r.lineID(f), label: r.label(f), note: f.text("note"), payOver: f.cents("pay_over"), payFrom: f.cents("pay_from")}
	l.value = r.expr(f, nil)
	if l.id != "" {
		r.lines[l.id] = l.value.unit
	}
	return l
}

var linePattern = regexp.MustCompile(`^[0-9A-Za-z]{1,8}$`)

// lineID is the number of a line, which may be written without quotes.
func (r *reader) lineID(f *fields) string {
	n := f.values["line"]
	if n == nil {
		r.fault(f.node, `line is missing; write line: "1"`)
		return ""
	}
	if n.Kind != yaml.ScalarNode || !linePattern.MatchString(n.Value) {
		r.fault(n, `line %q is not the number of a line; write line: "4a"`, n.Value)
		return ""
	}
	if _, twice := r.lines[n.Value]; twice {
		r.fault(n, "line %s stands twice; number one of them otherwise", n.Value)
	}
	return n.Value
}

var (
	placeholder = regexp.MustCompile(`\{[^}]*\}?`)
	// labelWords may stand in labels: rates and years come with the figures.
	labelWords = []string{"{rate}", "{municipality}", "{year}"}
	rateInText = regexp.MustCompile(`[0-9] ?(%|per ?cent)`)
)

// label is a text without a rate of its own.
func (r *reader) label(f *fields) string {
	if !f.has("label") {
		return f.need("label", "Workplace wages")
	}
	return r.caption(f, "label")
}

// caption checks a text that figures are put into; blank where it is absent.
func (r *reader) caption(f *fields, key string) string {
	text := f.text(key)
	for _, word := range placeholder.FindAllString(text, -1) {
		if !slices.Contains(labelWords, word) {
			r.fault(f.values[key], "%s holds %s; %s", key, word, suggest(word, labelWords))
		}
	}
	if rateInText.MatchString(text) {
		r.fault(f.values[key], "%s %q holds a rate; write {rate}, which comes with the figures", key, text)
	}
	return text
}

// number is a whole number of 1 to 99; 0 where it is absent.
func (f *fields) number(key string) int {
	n := f.values[key]
	if n == nil {
		return 0
	}
	i, err := strconv.Atoi(n.Value)
	if err != nil || n.Tag != "!!int" || i < 1 || i > 99 {
		f.fault(n, "%s %s is not a whole number from 1 to 99; write %s: 1", key, n.Value, key)
		return 0
	}
	return i
}
