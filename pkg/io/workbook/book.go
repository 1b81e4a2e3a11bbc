package workbook

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"strings"

	"github.com/xuri/excelize/v2"
)

// This file is the workbook as a file: its properties, its sheets' setup, and the
// order of its parts.

// made is the time every workbook says it was made. A real one would make two
// runs of the same input differ.
const made = "2000-01-01T00:00:00Z"

type book struct {
	file  *excelize.File
	style styles
	names []string // of the sheets so far
}

func newBook(title string) (*book, error) {
	b := &book{file: excelize.NewFile()}
	err := b.file.SetDocProps(&excelize.DocProperties{Title: title, Creator: "withhold", LastModifiedBy: "withhold", Created: made, Modified: made})
	if err == nil {
		err = b.file.SetAppProps(&excelize.AppProperties{Application: "withhold"})
	}
	if err == nil {
		b.style, err = newStyles(b.file)
	}
	if err != nil {
		return nil, errors.Join(err, b.file.Close())
	}
	return b, nil
}

// A setup is what must be known of a sheet before its first row is written.
type setup struct {
	name       string
	rows, cols int
	widths     []float64
	header     bool   // row 1 is a header: it stays in view and is printed on each page
	plain      bool   // without grid lines
	tab        string // colour
}

// sheet starts a sheet. The extent comes first because readers that trust it
// would otherwise see a single cell.
func (b *book) sheet(s setup) (*grid, error) {
	// ' would have to be quoted in every reference, and Excel takes names that
	// differ only in case for the same.
	if strings.ContainsRune(s.name, '\'') || slices.ContainsFunc(b.names, func(n string) bool { return strings.EqualFold(n, s.name) }) {
		return nil, fmt.Errorf("%q cannot name another sheet", s.name)
	}
	f := b.file
	var err error
	do := func(e error) {
		if err == nil {
			err = e
		}
	}
	if len(b.names) == 0 {
		do(f.SetSheetName(f.GetSheetName(0), s.name))
	} else {
		_, e := f.NewSheet(s.name)
		do(e)
	}
	if err != nil {
		return nil, err
	}
	b.names = append(b.names, s.name)

	fit := true
	props := excelize.SheetPropsOptions{FitToPage: &fit}
	if s.tab != "" {
		props.TabColorRGB = &s.tab
	}
	do(f.SetSheetProps(s.name, &props))
	letter, landscape, wide, tall := 1, "landscape", 1, 0
	do(f.SetPageLayout(s.name, &excelize.PageLayoutOptions{Size: &letter, Orientation: &landscape, FitToWidth: &wide, FitToHeight: &tall}))
	margin, edge, band := 0.5, 0.75, 0.3
	do(f.SetPageMargins(s.name, &excelize.PageLayoutMarginsOptions{Left: &margin, Right: &margin, Top: &edge, Bottom: &edge, Header: &band, Footer: &band}))
	do(f.SetHeaderFooter(s.name, &excelize.HeaderFooterOptions{OddFooter: "&L" + strings.ReplaceAll(s.name, "&", "&&") + "&RPage &P of &N"}))
	do(f.SetSheetDimension(s.name, "A1:"+ref(s.cols, s.rows)))
	if s.header {
		do(f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: "'" + s.name + "'!$1:$1", Scope: s.name}))
	}
	if s.plain {
		off := false
		do(f.SetSheetView(s.name, 0, &excelize.ViewOptions{ShowGridLines: &off}))
	}
	if err != nil {
		return nil, err
	}
	sw, err := f.NewStreamWriter(s.name)
	if err != nil {
		return nil, err
	}
	for i, w := range s.widths {
		do(sw.SetColWidth(i+1, i+1, min(w, excelize.MaxColumnWidth)))
	}
	if s.header {
		do(sw.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
	}
	return newGrid(sw, s.cols), err
}

// save writes the workbook. The parts are compressed into a file on disk and
// copied from there in the order of their names: excelize writes sheets in the
// order of a map, and would hold the whole workbook in memory.
func (b *book) save(w io.Writer) error {
	spool, err := os.CreateTemp("", "withhold-*.xlsx")
	if err != nil {
		return err
	}
	defer os.Remove(spool.Name())
	defer spool.Close()
	if t := b.file.ContentTypes; t != nil {
		// A drawing makes excelize list the kinds of pictures in the order of a map.
		sort.Slice(t.Defaults, func(i, j int) bool { return t.Defaults[i].Extension < t.Defaults[j].Extension })
	}
	b.file.SetZipWriter(func(io.Writer) excelize.ZipWriter { return zip.NewWriter(spool) })
	if _, err := b.file.WriteToBuffer(); err != nil {
		return err
	}
	size, err := spool.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	in, err := zip.NewReader(spool, size)
	if err != nil {
		return err
	}
	slices.SortFunc(in.File, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	out := zip.NewWriter(w)
	for _, part := range in.File {
		if err := out.Copy(part); err != nil {
			return err
		}
	}
	return out.Close()
}

// ref is a cell's name: ref(2, 3) is B3.
func ref(col, row int) string {
	name, err := excelize.CoordinatesToCellName(col, row)
	if err != nil {
		panic(err) // a sheet is measured before it is written
	}
	return name
}
