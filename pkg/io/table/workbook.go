package table

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

const (
	// maxUnzipped is the most a workbook may unpack to.
	maxUnzipped = 2 << 30
	// maxRatio is how many times its packed size a large part may unpack to.
	// Sheets reach some 30; a part made to exhaust memory has about 1,000.
	maxRatio = 250
	// largePart is the size above which maxRatio holds, and above which a part
	// that would have to be held in memory is refused.
	largePart = 16 << 20
)

// A workbook is an XLSX file, as far as its cells' values go.
type workbook struct {
	file     *File
	parts    map[string]*zip.File
	date1904 bool
	texts    sharedTexts
	formats  []format // by the number of a cell's style
}

// openWorkbook makes the visible sheets of an XLSX file the tables of f. Every
// part it will read is read once here, so that damage is found before the first
// row is used.
func (f *File) openWorkbook(file *os.File, seen *Seen) error {
	fail := func(code, message string) error {
		return &Problem{File: f.Name, Code: code, Message: message}
	}
	known, err := seen.book(file)
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(file, known.info.Size())
	if err != nil {
		return fail("damaged", "a damaged or incomplete workbook: "+err.Error())
	}
	w := &workbook{file: f, parts: map[string]*zip.File{}}
	total := uint64(0)
	for _, p := range archive.File {
		total += p.UncompressedSize64
		switch {
		case total > maxUnzipped:
			return fail("too_large", fmt.Sprintf("unpacks to more than %d GB; split the workbook or use CSV", maxUnzipped>>30))
		case p.UncompressedSize64 > largePart && p.UncompressedSize64/max(1, p.CompressedSize64) > maxRatio:
			return fail("zip_bomb", "unpacks to "+fmt.Sprint(p.UncompressedSize64/max(1, p.CompressedSize64))+
				" times its size, as no payroll does; not opened")
		}
		w.parts[strings.ToLower(strings.ReplaceAll(p.Name, `\`, "/"))] = p
	}
	sheets, err := w.sheets()
	if err != nil {
		return fail("damaged", err.Error())
	}
	for _, s := range sheets {
		s.book = w
		if err := f.addSheet(s, seen, known); err != nil {
			return &Problem{File: f.Name, Sheet: s.name, Code: "damaged", Message: err.Error()}
		}
	}
	if len(f.Tables) == 0 {
		return fail("empty", "the workbook has no visible sheet with anything in it")
	}
	return nil
}

// addSheet makes a sheet a table of f, unless it is hidden or blank.
func (f *File) addSheet(s *sheet, seen *Seen, known *seenBook) error {
	if s.concealed {
		f.warn(s.name, 0, "hidden_sheet", "a hidden sheet; it is not read")
		return nil
	}
	var err error
	if s.survey, err = seen.survey(known, s); err != nil {
		return err
	}
	s.pending = slices.Clone(s.merges)
	if s.last == 0 {
		return nil
	}
	if err := s.readHead(); err != nil {
		return err
	}
	if s.hidden > 0 {
		f.warn(s.name, s.firstHidden, "hidden_rows", fmt.Sprintf("hidden rows, %d in all from this one; they are read like the others", s.hidden))
	}
	t := &Table{File: f.Name, Sheet: s.name, file: f, src: s}
	t.FindHeader(nil)
	if len(t.Header) > 0 {
		f.Tables = append(f.Tables, t)
	}
	return nil
}

// sheets is the worksheets in the workbook's order. It reads the parts all
// sheets share, and refuses them if they are damaged.
func (w *workbook) sheets() ([]*sheet, error) {
	var root, book relationships
	var index struct {
		Sheets []struct {
			Name  string     `xml:"name,attr"`
			State string     `xml:"state,attr"`
			Any   []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
	}
	if err := w.decode("_rels/.rels", &root); err != nil {
		return nil, err
	}
	main := root.target("", "/officeDocument")
	if err := w.decode(main, &index); err != nil {
		return nil, err
	}
	dir := path.Dir(main)
	if err := w.decode(dir+"/_rels/"+path.Base(main)+".rels", &book); err != nil {
		return nil, err
	}
	w.date1904 = index.Properties.Date1904 == "1" || index.Properties.Date1904 == "true"
	if part := book.target(dir, "/styles"); part != "" && w.part(part) != nil {
		if err := w.readStyles(part); err != nil {
			return nil, err
		}
	}
	if part := book.target(dir, "/sharedStrings"); part != "" && w.part(part) != nil {
		if err := w.readTexts(part); err != nil {
			return nil, err
		}
	}
	var list []*sheet
	for _, s := range index.Sheets {
		id := ""
		for _, a := range s.Any {
			if a.Name.Local == "id" && a.Name.Space != "" {
				id = a.Value
			}
		}
		for _, r := range book.List {
			if r.ID == id && strings.HasSuffix(r.Type, "/worksheet") {
				part := w.part(resolve(dir, r.Target))
				if part == nil {
					return nil, fmt.Errorf("damaged: the part of sheet %s is missing", s.Name)
				}
				list = append(list, &sheet{name: s.Name, part: part, concealed: s.State == "hidden" || s.State == "veryHidden"})
			}
		}
	}
	if len(list) == 0 {
		return nil, errors.New("holds no worksheet; is it a workbook?")
	}
	return list, nil
}

// relationships is a .rels part.
type relationships struct {
	List []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

// target is the part of the first relationship of a type, seen from dir.
func (r relationships) target(dir, kind string) string {
	for _, rel := range r.List {
		if strings.HasSuffix(rel.Type, kind) {
			return resolve(dir, rel.Target)
		}
	}
	return ""
}

// resolve is a relationship's target as a name in the archive.
func resolve(dir, target string) string {
	if strings.HasPrefix(target, "/") {
		return path.Clean(target)[1:]
	}
	return path.Join(dir, target)
}

func (w *workbook) part(name string) *zip.File { return w.parts[strings.ToLower(name)] }

// decode reads a small part into v, after checking it.
func (w *workbook) decode(name string, v any) error {
	part := w.part(name)
	if part == nil || name == "" {
		return errors.New("holds no workbook: " + strings.TrimSpace(name+" is missing"))
	}
	if part.UncompressedSize64 > largePart {
		return fmt.Errorf("damaged: %s is far too large", name)
	}
	if err := w.scan(name, nil); err != nil {
		return err
	}
	r, err := part.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("%s: damaged: %w", name, err)
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("%s: damaged: %w", name, err)
	}
	return nil
}

// scan reads a part to its end, calling each, if it is not nil, for every token.
func (w *workbook) scan(name string, each func(x *xmlScanner, tok token)) error {
	r, err := w.part(name).Open()
	if err != nil {
		return fmt.Errorf("%s: damaged: %w", name, err)
	}
	defer r.Close()
	x := xmlScanner{r: r}
	for {
		tok, err := x.next()
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		case tok == tokenEOF:
			return nil
		case each != nil:
			each(&x, tok)
		}
	}
}
