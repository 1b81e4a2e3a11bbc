package worksheet

import (
	"fmt"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
)

// Fill fills in the form. The error is about input that the form cannot take: no
// municipality, several on a form for one, one twice. Figures that are missing
// and ties that fail are no errors here; they stand on the sheet (see
// [Sheet.Err]).
func (f *Form) Fill(in Input) (*Sheet, error) {
	rows := in.sorted()
	if err := f.accepts(&in, rows); err != nil {
		return nil, err
	}
	w := &filling{form: f, in: &in, rows: rows, lines: map[string]Cell{}, totals: map[string]Cell{}}
	s := &Sheet{Form: f, EmployerID: in.Employer.ID, Employer: in.Employer.Name, Period: in.Period.Name}
	if f.Many() {
		s.Place = strings.Join(f.Administrators, ", ")
	} else {
		s.Municipality, s.Place = rows[0].Municipality, rows[0].Name
	}
	for _, item := range f.header {
		s.Header = append(s.Header, item.fill(&in))
	}
	for _, p := range f.parts {
		s.Parts = append(s.Parts, w.section(p))
	}
	for _, t := range f.ties {
		s.Ties = append(s.Ties, w.tie(t))
	}
	return s, nil
}

func (f *Form) accepts(in *Input, rows []Row) error {
	what := fmt.Sprintf("%s of employer %s, %s", f.ID, in.Employer.ID, in.Period.Name)
	switch {
	case len(rows) == 0:
		return fmt.Errorf("%s: no municipality; give at least one, with zeros where nothing was paid", what)
	case len(rows) > 1 && !f.Many():
		return fmt.Errorf("%s: %d municipalities; the form takes one, so fill in one for each", what, len(rows))
	}
	var seen []string
	for _, r := range rows {
		if slices.Contains(seen, r.Municipality) {
			return fmt.Errorf("%s: municipality %s is given twice; add its figures up", what, r.Municipality)
		}
		seen = append(seen, r.Municipality)
	}
	return nil
}

func (item *headerItem) fill(in *Input) HeaderLine {
	h := HeaderLine{Label: item.label, FillIn: item.fillIn}
	switch {
	case item.field != "":
		h.Value = in.field(item.field)
	case item.pattern != "" && in.Employer.EIN != "":
		h.Value = strings.ReplaceAll(item.pattern, "{ein}", in.Employer.EIN)
	}
	if h.Value == "" && h.FillIn == "" {
		h.FillIn = "not known"
	}
	return h
}

// A filling is one form being filled in.
type filling struct {
	form   *Form
	in     *Input
	rows   []Row
	lines  map[string]Cell // by line
	totals map[string]Cell // by grid and column
}

func (w *filling) section(p part) Section {
	s := Section{Title: w.label(p.title), Note: p.note}
	if p.grid != nil {
		s.Grid = w.grid(p.grid)
	}
	for _, l := range p.lines {
		c := w.value(l.value, w.whole())
		c.Note = note(c.Note, l.note, l.unpaid(c.Value))
		w.lines[l.id] = c
		s.Lines = append(s.Lines, Line{l.id, w.label(l.label), c})
	}
	return s
}

// unpaid is the remark on an amount too small to be paid.
func (l *line) unpaid(v Value) string {
	switch c := calc.Cents(v.N); {
	case v.State != Known || c <= 0:
	case l.payOver > 0 && c <= l.payOver:
		return fmt.Sprintf("%s or less: do not pay it", l.payOver)
	case l.payFrom > 0 && c < l.payFrom:
		return fmt.Sprintf("less than %s: it is not due", l.payFrom)
	}
	return ""
}

// note puts remarks together.
func note(remarks ...string) string {
	return strings.Join(slices.DeleteFunc(remarks, func(s string) bool { return s == "" }), "; ")
}

// label puts in what comes with the figures.
func (w *filling) label(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	rate, place := "the rate", strings.Join(w.form.Administrators, ", ")
	if n, _, ok := w.rows[0].Figures.get(TaxRate); ok && len(w.rows) == 1 {
		rate = percent(calc.Rate(n))
	}
	if !w.form.Many() {
		place = w.rows[0].Name
	}
	return strings.NewReplacer("{rate}", rate, "{municipality}", place, "{year}", w.in.when("tax_year")).Replace(text)
}

// tie compares two sums. A side that is not known leaves it open.
func (w *filling) tie(t tie) Tie {
	out := Tie{Label: w.label(t.label), Must: t.must, Left: w.value(t.left, w.whole()), Right: w.value(t.right, w.whole())}
	if out.Left.State != Known || out.Right.State != Known {
		return out
	}
	out.By = Value{Known, out.Left.Unit, out.Left.N - out.Right.N}
	if out.State = Agrees; out.By.N != 0 {
		out.State = Differs
	}
	return out
}
