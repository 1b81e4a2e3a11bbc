package worksheet

import (
	"bufio"
	_ "embed" // the template
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed sheet.html
var sheetHTML string

// pages has three parts: head, sheet and foot.
var pages = template.Must(template.New("sheet").Funcs(template.FuncMap{"fillIn": func(s State) bool { return s == FillIn }}).Parse(sheetHTML))

// maxListed is how many sheets that must not be sent the end of a document lists.
const maxListed = 1000

// A Document is a printable HTML document of sheets, one form a page, that needs
// nothing beside itself: no script, font or picture. Sheets are written as they
// come, so that it may hold any number of them.
type Document struct {
	to     *bufio.Writer
	sheets int
	failed int
	faults []string // of the first that failed
	err    error
}

// Begin writes the head of a document; title is what it is about, such as
// "Returns for 2026-Q1".
func Begin(to io.Writer, title string) *Document {
	d := &Document{to: bufio.NewWriterSize(to, 64<<10)}
	d.err = pages.ExecuteTemplate(d.to, "head", title)
	return d
}

// Add writes a sheet on a page of its own. The error is of writing.
func (d *Document) Add(s *Sheet) error {
	if d.err != nil {
		return d.err
	}
	d.sheets++
	if err := s.Err(); err != nil {
		if d.failed++; d.failed <= maxListed {
			d.faults = append(d.faults, strings.Split(err.Error(), "\n")...)
		}
	}
	d.err = pages.ExecuteTemplate(d.to, "sheet", s)
	return d.err
}

// End writes how many forms there are and which must not be sent, and flushes.
// It does not close what is written to.
func (d *Document) End() error {
	if d.err == nil {
		d.err = pages.ExecuteTemplate(d.to, "foot", map[string]any{"Count": countOf(d.sheets, "form"), "Failed": d.failed,
			"Any": d.failed > 0, "Faults": d.faults, "More": max(0, d.failed-maxListed)})
	}
	if err := d.to.Flush(); d.err == nil {
		d.err = err
	}
	return d.err
}

func countOf(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
