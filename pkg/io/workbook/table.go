package workbook

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// This file makes a sheet of a table: once over the CSV to measure it, once to
// write it.

// Text wider than this is shown cut until the reader widens the column.
const widest = 60

// A sheet is a table and what one reading of it told.
type sheet struct {
	Table
	rows   int     // in the CSV
	shown  int     // of them, on the sheet
	widths []int   // of the rows shown and the total
	part   []int64 // totals of the rows shown, in units
	whole  []int64 // totals of all rows
}

func measure(t Table, limit int) (*sheet, error) {
	n := len(t.Columns)
	s := &sheet{Table: t, widths: make([]int, n), part: make([]int64, n), whole: make([]int64, n)}
	for i, c := range t.Columns {
		s.widths[i] = max(8, utf8.RuneCountInString(c.Name)+4) // the filter's button
	}
	err := t.each(func(row []string) error {
		s.rows++
		show := s.rows <= limit
		for i, c := range t.Columns {
			if c.Sum {
				u, err := c.Kind.units(row[i])
				if err != nil {
					return fault(t.Name, s.rows+1, c.Name, row[i], err)
				}
				s.whole[i] += u
				if show {
					s.part[i] += u
				}
			}
			if show {
				s.widths[i] = max(s.widths[i], c.Kind.width(row[i]))
			}
		}
		return nil
	})
	s.shown = min(s.rows, limit)
	for i, c := range t.Columns {
		if c.Sum {
			s.widths[i] = max(s.widths[i], c.Kind.width(c.Kind.plain(s.whole[i]))+1) // bold is wider
		}
	}
	return s, err
}

// each gives the rows of the CSV after the header, which must be the columns.
func (t Table) each(do func(row []string) error) error {
	in, err := t.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	r := csv.NewReader(in)
	r.ReuseRecord = true
	header, err := r.Read()
	if err != nil {
		return fmt.Errorf("%s.csv: reading the header: %w", t.Name, err)
	}
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	if !slices.Equal(header, names) {
		return fmt.Errorf("%s.csv: the columns are %q, not %q", t.Name, header, names)
	}
	for {
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s.csv: %w", t.Name, err)
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

func (s *sheet) cut() bool { return s.rows > s.shown }

func (s *sheet) cutLine() string {
	return fmt.Sprintf("This sheet shows the first %s of %s rows. %s.csv holds them all.", grouped(s.shown), grouped(s.rows), s.Name)
}

func (s *sheet) sums() bool {
	return s.shown > 0 && slices.ContainsFunc(s.Columns, func(c Column) bool { return c.Sum })
}

// table writes the sheet: header, rows, total, and what is to be said of them.
func (b *book) table(s *sheet) error {
	var notes []string
	if s.cut() {
		notes = append(notes, s.cutLine())
	}
	if s.rows == 0 {
		notes = append(notes, "There are no rows.")
	}
	if s.Note != "" {
		notes = append(notes, s.Note)
	}
	set := setup{name: s.Name, rows: s.extent(len(notes)), cols: len(s.Columns), header: true}
	if s.cut() {
		set.tab = alert
	}
	for _, w := range s.widths {
		set.widths = append(set.widths, float64(min(w, widest))+2)
	}
	g, err := b.sheet(set)
	if err != nil {
		return err
	}
	if err := b.rows(g, s); err != nil {
		return err
	}
	if s.sums() {
		if err := b.totals(g, s); err != nil {
			return err
		}
	}
	for i, text := range notes {
		if i == 0 {
			if err := g.next(0); err != nil {
				return err
			}
		}
		style := b.style.note
		if i == 0 && s.cut() {
			style = b.style.warning
		}
		g.set(0, style, text)
		if err := g.next(0); err != nil {
			return err
		}
	}
	return b.finish(g, s)
}

// extent is the number of rows the sheet will have.
func (s *sheet) extent(notes int) int {
	n := 1 + s.shown
	if s.sums() {
		n++
		if s.cut() {
			n++
		}
	}
	if notes > 0 {
		n += 1 + notes
	}
	return n
}

func (b *book) rows(g *grid, s *sheet) error {
	for i, c := range s.Columns {
		style := b.style.head(c.Kind)
		if style == b.style.headerRight {
			style = b.style.filterRight
		}
		g.set(i, style, c.Name)
	}
	if err := g.next(20); err != nil {
		return err
	}
	err := s.each(func(row []string) error {
		if g.row > s.shown {
			return errEnough
		}
		for i, c := range s.Columns {
			v, err := c.Kind.value(row[i])
			if err != nil {
				return fault(s.Name, g.row+1, c.Name, row[i], err)
			}
			g.set(i, b.style.body[c.Kind], v)
		}
		return g.next(0)
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	if err == nil && g.row != s.shown+1 {
		err = fmt.Errorf("%s.csv changed while it was read", s.Name)
	}
	return err
}

var errEnough = errors.New("the rows to be shown are written")

// totals writes the total row, and under a table that was cut the total of all
// its rows, which no formula on this sheet can give.
func (b *book) totals(g *grid, s *sheet) error {
	last := g.row
	row := func(label string, units []int64, first, last int) error {
		for i, c := range s.Columns {
			style := b.style.total[c.Kind]
			switch {
			case c.Sum:
				g.sum(i, style, c.Kind, units[i], first, last)
			case i == 0:
				g.set(i, b.style.total[Text], label)
			default:
				g.set(i, style, nil)
			}
		}
		return g.next(18)
	}
	if !s.cut() {
		return row("Total", s.whole, 2, last)
	}
	if err := row("Total of the rows shown", s.part, 2, last); err != nil {
		return err
	}
	return row("Total of all "+grouped(s.rows)+" rows", s.whole, 0, -1)
}

// finish adds what the format keeps after the rows. The filter comes only now:
// set before the rows, excelize would mark the sheet as filtered.
func (b *book) finish(g *grid, s *sheet) error {
	if s.shown > 0 {
		cells := "A1:" + ref(len(s.Columns), s.shown+1)
		if err := b.file.AutoFilter(s.Name, cells, nil); err != nil {
			return err
		}
		if err := b.file.AddIgnoredErrors(s.Name, cells, excelize.IgnoredErrorsNumberStoredAsText); err != nil {
			return err
		}
	}
	return g.sw.Flush()
}

// grouped is n as people read it: 1,048,576.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
