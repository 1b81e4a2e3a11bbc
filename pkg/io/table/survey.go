package table

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// A survey is what was found by reading a sheet to its end: that it is whole,
// and what must be known before its first row is used but stands behind the last.
type survey struct {
	last        int // the last row with anything in it; 0 for none
	hidden      int // rows that are hidden and hold something
	firstHidden int
	merges      []merge   // that span rows, by their top
	kept        *keptRows // nil where they cannot be, and are unzipped again
}

// look surveys a sheet, and refuses one that is not whole. It keeps the rows.
func (s *sheet) look(kept *keptRows) (*survey, error) {
	scan, err := s.scan()
	if err != nil {
		return nil, err
	}
	defer scan.close()
	v := &survey{kept: kept}
	scan.merged = v.merged
	for {
		row, err := scan.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		v.row(row)
	}
	if _, err := kept.settle(); err != nil {
		v.kept = nil
	}
	slices.SortFunc(v.merges, func(a, b merge) int { return cmp.Or(a.top-b.top, a.left-b.left) })
	return v, nil
}

func (v *survey) merged(ref []byte) error {
	from, to, ok := rangeRef(ref)
	if !ok {
		return fmt.Errorf("damaged: merged cells %q", shorten(string(ref)))
	}
	if to.row > from.row {
		v.merges = append(v.merges, merge{top: from.row, bottom: to.row, left: from.col})
	}
	return nil
}

func (v *survey) row(row *sheetRow) {
	blank := row.blank()
	if v.kept != nil && v.kept.keep(row, blank) != nil {
		v.kept = nil
	}
	if blank {
		return
	}
	v.last = row.number
	if row.hidden {
		if v.hidden++; v.hidden == 1 {
			v.firstHidden = row.number
		}
	}
}
