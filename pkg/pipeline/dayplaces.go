package pipeline

import "example.com/withhold/pkg/calc"

// A dayPlace is what a worker knows of a place at the time it asked for last.
type dayPlace struct {
	from, until calc.Date // the days on which the law holds; until is 0 where no end is known
	law         *calc.Law // nil where it was not asked for yet
	text        *rendered // what lines under the law look like
}

// at is the place on a day.
func (w *worker) at(p *place, day calc.Date) (*dayPlace, error) {
	for p.number >= len(w.places) {
		w.places = append(w.places, dayPlace{})
	}
	x := &w.places[p.number]
	if x.law != nil && day >= x.from && (x.until == 0 || day <= x.until) {
		return x, nil
	}
	law, err := p.On(day)
	if err != nil {
		return nil, err
	}
	*x = dayPlace{law.From, law.Until, law, w.render(law)}
	return x, nil
}

// law is what a place's law says on a day; nil where there is no place.
func (w *worker) law(p *place, day calc.Date) (*calc.Law, error) {
	if p == nil {
		return nil, nil
	}
	x, err := w.at(p, day)
	if err != nil {
		return nil, err
	}
	return x.law, nil
}

// rendering is how lines of a row look under a law, which is mostly that of where
// the work was or where the person lives.
func (w *worker) rendering(r *row, law *calc.Law) *rendered {
	for _, p := range [2]*place{r.work, r.who.home} {
		if law != nil && p != nil && p.number < len(w.places) && w.places[p.number].law == law {
			return w.places[p.number].text
		}
	}
	return w.render(law)
}
