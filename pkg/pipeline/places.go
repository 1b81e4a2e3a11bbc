package pipeline

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
)

// A place is a municipality that the inputs name. A nil place is one that levies
// no tax: a township, or outside Ohio.
type place struct {
	*ordinance.Municipality
	number int // of those that the inputs name, from 0
}

// places finds municipalities by what the inputs write, each text once.
type places struct {
	book *ordinance.Book

	mu   sync.Mutex
	text map[string]found
	byID map[string]*place
}

type found struct {
	place *place
	err   error
}

func newPlaces(book *ordinance.Book) *places {
	return &places{book: book, text: map[string]found{}, byID: map[string]*place{}}
}

// find is the place a text means: nil for a blank or "none".
func (p *places) find(text string) (*place, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f, ok := p.text[text]
	if !ok {
		f = p.look(text)
		p.text[text] = f
	}
	return f.place, f.err
}

func (p *places) look(text string) found {
	if t := strings.TrimSpace(text); t == "" || strings.EqualFold(t, "none") {
		return found{}
	}
	m, err := p.book.Find(text)
	if unknown := new(ordinance.NotFoundError); errors.As(err, &unknown) {
		hint := "or none where none is levied"
		if len(unknown.Nearest) == 0 {
			hint = "or write none where none is levied"
		}
		return found{err: fmt.Errorf("%w, %s", err, hint)}
	}
	if err != nil {
		return found{err: err}
	}
	at, ok := p.byID[m.ID]
	if !ok {
		at = &place{m, len(p.byID)}
		p.byID[m.ID] = at
	}
	return found{place: at}
}

// law is what the place's law says on a day; nil where there is no place.
func (p *place) law(day calc.Date) (*calc.Law, error) {
	if p == nil {
		return nil, nil
	}
	return p.On(day)
}
