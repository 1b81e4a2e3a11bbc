package workbook

import "github.com/xuri/excelize/v2"

// This file is the look: one dark band for headers, thin rules, figures to the
// right, red in brackets for what is negative.

const (
	ink      = "1F3B57" // headers and titles
	rule     = "D9DEE4"
	shade    = "EEF2F6" // totals
	faint    = "6B7680"
	alert    = "B3261E"
	optional = "6F8397" // header of a column that may stay empty
)

// formats are the number formats by Kind. Text is "@", so that a cell edited by
// hand stays text.
var formats = [...]string{
	Text:  "@",
	Money: `#,##0.00_);[Red]\(#,##0.00\)`,
	Rate:  "0.00##%",
	Date:  "yyyy-mm-dd",
	Count: "#,##0",
}

// styles are the style numbers of one workbook.
type styles struct {
	body, total, wrapped, input [len(formats)]int
	header, headerRight         int // of text, of figures
	filterRight, optional       int
	title, heading              int
	label, fact                 int
	note, warning, link         int
}

func newStyles(f *excelize.File) (s styles, err error) {
	add := func(st excelize.Style) int {
		if st.Font == nil {
			st.Font = &excelize.Font{}
		}
		st.Font.Family = "Calibri"
		if st.Font.Size == 0 {
			st.Font.Size = 11
		}
		id, e := f.NewStyle(&st)
		if e != nil && err == nil {
			err = e
		}
		return id
	}
	line := func(side, color string, style int) excelize.Border {
		return excelize.Border{Type: side, Color: color, Style: style}
	}
	under := []excelize.Border{line("bottom", rule, 1)}
	// Accountants rule a total off once above and twice below.
	ruled := []excelize.Border{line("top", ink, 1), line("bottom", ink, 6)}
	for k := range formats {
		// The indent keeps text off the figures in the column before it.
		side, indent := "right", 0
		if Kind(k) == Text || Kind(k) == Date {
			side, indent = "left", 1
		}
		format := &formats[k]
		s.body[k] = add(excelize.Style{CustomNumFmt: format, Border: under,
			Alignment: &excelize.Alignment{Horizontal: side, Indent: indent, Vertical: "top"}})
		s.input[k] = add(excelize.Style{CustomNumFmt: format, Alignment: &excelize.Alignment{Horizontal: side, Indent: indent}})
		s.wrapped[k] = add(excelize.Style{CustomNumFmt: format, Border: under,
			Alignment: &excelize.Alignment{Horizontal: side, Indent: indent, Vertical: "top", WrapText: true}})
		s.total[k] = add(excelize.Style{CustomNumFmt: format, Border: ruled, Fill: solid(shade), Font: &excelize.Font{Bold: true},
			Alignment: &excelize.Alignment{Horizontal: side, Indent: indent, Vertical: "center"}})
	}
	head := func(side string, indent int, color string) int {
		return add(excelize.Style{Fill: solid(color), Font: &excelize.Font{Bold: true, Color: "FFFFFF"},
			Alignment: &excelize.Alignment{Horizontal: side, Indent: indent, Vertical: "center"}})
	}
	s.header, s.headerRight, s.optional = head("left", 1, ink), head("right", 0, ink), head("left", 1, optional)
	s.filterRight = head("right", 2, ink) // clear of the filter's button
	left := &excelize.Alignment{Horizontal: "left", Indent: 1, Vertical: "center"}
	s.title = add(excelize.Style{Alignment: left, Font: &excelize.Font{Bold: true, Size: 18, Color: ink}})
	s.heading = add(excelize.Style{Alignment: left, Font: &excelize.Font{Bold: true, Size: 13, Color: ink}})
	top := &excelize.Alignment{Horizontal: "left", Indent: 1, Vertical: "top", WrapText: true}
	s.label = add(excelize.Style{Font: &excelize.Font{Color: faint}, Alignment: top})
	s.fact = add(excelize.Style{CustomNumFmt: &formats[Text], Alignment: top})
	s.note = add(excelize.Style{Alignment: left, Font: &excelize.Font{Italic: true, Color: faint}})
	s.warning = add(excelize.Style{Alignment: left, Font: &excelize.Font{Bold: true, Color: alert}})
	s.link = add(excelize.Style{Font: &excelize.Font{Underline: "single", Color: "0B57D0"}, Border: under,
		Alignment: &excelize.Alignment{Horizontal: "left", Indent: 1, Vertical: "top"}})
	return s, err
}

func solid(color string) excelize.Fill {
	return excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{color}}
}

// head is the style of a column's header.
func (s *styles) head(k Kind) int {
	if k == Text || k == Date {
		return s.header
	}
	return s.headerRight
}
