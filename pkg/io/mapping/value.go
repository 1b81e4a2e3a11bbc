package mapping

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// text is the value a field takes from a row, before it is anything but text.
func (f *source) text(cells [][]byte) ([]byte, error) {
	var raw []byte
	switch {
	case f.isFixed:
		raw = f.fixed
	case len(f.Join) > 0:
		var parts [][]byte
		for _, c := range f.columns {
			if len(cells[c]) > 0 {
				parts = append(parts, cells[c])
			}
		}
		raw = bytes.Join(parts, []byte(f.With))
	default:
		raw = cells[f.columns[0]]
	}
	if len(raw) == 0 && f.Blank != "" {
		return []byte(f.Blank), nil
	}
	if len(raw) == 0 || f.Split == "" && f.Like == "" && !f.City && !f.Day && !f.Clock && f.Words == nil {
		return raw, nil
	}
	s, err := f.take(string(raw))
	return []byte(s), err
}

// take takes out of a cell what the field asks for.
func (f *Field) take(s string) (string, error) {
	var ok bool
	if f.Split != "" {
		whole := s
		if s, ok = part(s, f.Split, f.Part); !ok {
			return "", fmt.Errorf("has no part %d between %q; it is %q", f.Part, f.Split, short(whole))
		}
	}
	if f.Like != "" {
		if s, ok = match(f.Like, s); !ok {
			return "", fmt.Errorf("is not like %q", f.Like)
		}
	}
	if f.City {
		if s, ok = city(s); !ok {
			return "", errors.New(`is no address in Ohio: the city stands before ", OH"; write another under words`)
		}
	}
	if f.Day {
		s = day(s)
	}
	if f.Clock {
		s = clock(s)
	}
	if f.Words != nil {
		if to, ok := f.Words[s]; ok {
			return to, nil
		}
		for _, from := range sorted(f.Words) {
			if keyOf(from) == keyOf(s) {
				return f.Words[from], nil
			}
		}
		return "", fmt.Errorf("is none of the words of the mapping%s", suggest(s, sorted(f.Words)))
	}
	return s, nil
}

func short(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// amount is the amount a field takes from a row. It is not known where its
// cells are blank.
func (s *shape) amount(f *source, cells [][]byte) (sum calc.Cents, known bool, column int, err error) {
	if f.isFixed {
		sum, err = table.Money(f.fixed)
		return sum, err == nil, -1, err
	}
	for _, c := range f.columns {
		if len(cells[c]) == 0 {
			continue
		}
		v, err := s.parse(cells[c])
		if err != nil {
			return 0, false, c, err
		}
		sum, known = sum+v, true
	}
	if f.Negate {
		sum = -sum
	}
	return sum, known, -1, nil
}

// parse reads an amount, a dash as none where the mapping says so.
func (s *shape) parse(cell []byte) (calc.Cents, error) {
	if s.m.DashIsZero && isDash(cell) {
		return 0, nil
	}
	return table.Money(cell)
}

// isDash reports whether a cell is the dash of accounting formats: -, – or $ -.
func isDash(cell []byte) bool {
	switch strings.TrimSpace(strings.TrimPrefix(string(cell), "$")) {
	case "-", "–", "—":
		return true
	}
	return false
}
