package efw2

import (
	"embed"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// recordLen is the length of every record, without what ends its line.
const recordLen = 512

//go:embed layouts
var layoutFiles embed.FS

// A Layout says where the fields of one tax year's records stand.
type Layout struct {
	Year        int
	Source      string            // what the positions rest on
	Provisional string            // what is not published yet, as a sentence; "" if all is
	Unplaced    map[string]string // boxes of the form that have no position here: name and title
	records     map[string]*record
}

// A record is the fields of one kind of record, in order.
type record struct {
	kind   string // RA
	fields []*field
	byName map[string]*field
}

// A field is positions of a record, both ends counted, from 1.
type field struct {
	name     string
	from, to int
	kind     fieldKind
	holds    []string // the choices, or the constant
	title    string
}

func (f *field) width() int { return f.to - f.from + 1 }

// of is the field's part of a record.
func (f *field) of(line []byte) []byte { return line[f.from-1 : f.to] }

// A fieldKind says what may stand in a field; the layout's file explains them.
type fieldKind string

const (
	kindIs          fieldKind = "is"
	kindBlank       fieldKind = "blank"
	kindText        fieldKind = "text"
	kindMail        fieldKind = "mail"
	kindPhone       fieldKind = "phone"
	kindDigits      fieldKind = "digits"
	kindMaybeDigits fieldKind = "digits?"
	kindFlag        fieldKind = "flag"
	kindChoice      fieldKind = "choice"
	kindMaybeChoice fieldKind = "choice?"
	kindMoney       fieldKind = "money"
	kindMaybeMoney  fieldKind = "money?"
	kindOpen        fieldKind = "open"
)

// A Box is a box of Form W-2 that has a place in the file.
type Box struct {
	Name  string // box_12_dd: how Employee.Boxes or Employee.Flags and the w2 table call it
	Title string // 12 Code DD
	Flag  bool   // yes or no, not an amount
}

// Boxes are those of the form that RW holds, then the state's of RS, in order of
// position. Boxes 18 to 20 are not among them: they are Employee.Local.
func (l *Layout) Boxes() (list []Box) {
	for _, kind := range []string{"RW", "RS"} {
		for _, f := range l.records[kind].fields {
			if f.title != "" && f.name != boxLocalWages && f.name != boxLocalTax {
				list = append(list, Box{f.name, f.title, f.kind == kindFlag})
			}
		}
	}
	return list
}

// money are the fields of a record that hold amounts, and have a name of a box.
func (r *record) money() (list []*field) {
	for _, f := range r.fields {
		if f.kind == kindMoney {
			list = append(list, f)
		}
	}
	return list
}

// layouts is all layouts, by tax year. The files are part of the program: a fault
// in them is a defect that the tests find.
var layouts = sync.OnceValue(func() map[int]*Layout {
	text, err := layoutFiles.ReadFile("layouts/years.yaml")
	var years map[int]struct {
		Layout, Source, Provisional string
		Unplaced                    map[string]string
	}
	if err == nil {
		err = yaml.Unmarshal(text, &years)
	}
	all := map[int]*Layout{}
	for year, y := range years {
		text, readErr := layoutFiles.ReadFile("layouts/" + y.Layout)
		records, parseErr := parseRecords(string(text))
		if err == nil && readErr != nil {
			err = readErr
		}
		if err == nil {
			err = parseErr
		}
		all[year] = &Layout{Year: year, Source: y.Source, Provisional: y.Provisional, Unplaced: y.Unplaced, records: records}
	}
	if err != nil {
		panic("layouts: " + err.Error())
	}
	return all
})

// LayoutOf is the layout of a tax year. A year whose layout is not published is an
// error that names the years which are.
func LayoutOf(year int) (*Layout, error) {
	if l := layouts()[year]; l != nil {
		return l, nil
	}
	var known []string
	for _, y := range slices.Sorted(maps.Keys(layouts())) {
		name := strconv.Itoa(y)
		if layouts()[y].Provisional != "" {
			name += " (provisional)"
		}
		known = append(known, name)
	}
	return nil, fmt.Errorf("no EFW2 layout for tax year %d; there are layouts for %s", year, strings.Join(known, ", "))
}

// parseRecords reads a table of fields and holds that they leave no gap.
func parseRecords(text string) (map[string]*record, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comment, r.FieldsPerRecord = '#', 7
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	records := map[string]*record{}
	for _, row := range rows[1:] {
		f := &field{name: row[1], kind: fieldKind(row[4]), holds: strings.Fields(row[5]), title: row[6]}
		f.from, _ = strconv.Atoi(row[2])
		f.to, _ = strconv.Atoi(row[3])
		rec := records[row[0]]
		if rec == nil {
			rec = &record{kind: row[0], byName: map[string]*field{}}
			records[row[0]] = rec
		}
		if err := rec.add(f); err != nil {
			return nil, err
		}
	}
	for kind, rec := range records {
		if last := rec.fields[len(rec.fields)-1]; last.to != recordLen {
			return nil, fmt.Errorf("%s ends at %d", kind, last.to)
		}
	}
	return records, nil
}

func (r *record) add(f *field) error {
	next := 1
	if n := len(r.fields); n > 0 {
		next = r.fields[n-1].to + 1
	}
	if f.from != next || f.to < f.from {
		return fmt.Errorf("%s %s is at %d-%d, and the next free position is %d", r.kind, f.name, f.from, f.to, next)
	}
	r.fields = append(r.fields, f)
	if f.kind == kindBlank {
		return nil
	}
	if r.byName[f.name] != nil {
		return fmt.Errorf("%s has two fields %s", r.kind, f.name)
	}
	r.byName[f.name] = f
	return nil
}
