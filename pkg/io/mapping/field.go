package mapping

import (
	"fmt"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"
)

// A Field is where the value for one of our names is found in a row, and how it
// is taken out. In YAML it is a header's text, or these keys.
type Field struct {
	// Where: one of these.
	Column    []string // a header; of several, the one the export has
	Add       []string // headers of amounts to add up
	Join      []string // headers of texts to join
	With      string   // what stands between the joined
	Title     string   // the cell after the one of this text, above the header
	TitleLine int      // the first cell of that line above the header that is not blank
	Value     string   // this text

	// What of it, in this order.
	Split    string // the value is one of the parts between these
	Part     int    // that part, from 1; from the last, -1
	Like     string // the value stands for {} in this text: OH - {} Res
	City     bool   // the city of an address
	Day      bool   // the day of a time
	Clock    bool   // hours and minutes, 8:30, as hours
	Words    map[string]string
	Negate   bool   // the export gives the amount with the other sign
	Blank    string // this text, where the cell is blank
	Needed   bool   // a blank is a fault of a row that pays
	Optional bool   // the export may lack the column

	line int
}

func (f *Field) plain() bool {
	return len(f.Column) == 1 && f.Split == "" && f.Like == "" && !f.City && !f.Day && !f.Clock && f.Words == nil &&
		!f.Negate && f.Blank == "" && !f.Needed && !f.Optional
}

// isAdded reports whether the value is an amount that is computed.
func (f *Field) isAdded() bool { return len(f.Add) > 0 || f.Negate }

var fieldKeys = []string{"column", "add", "join", "with", "title", "title_line", "value", "split", "part", "like", "city", "day",
	"clock", "words", "negate", "blank", "needed", "optional"}

// readField reads what stands for one of our names.
func (m *Mapping) readField(node *yaml.Node, name string) (*Field, error) {
	f := &Field{line: node.Line}
	if node.Kind != yaml.MappingNode {
		text, err := m.text(node, name)
		f.Column = []string{text}
		return f, err
	}
	sources := 0
	err := m.each(node, name, func(key, value *yaml.Node) (err error) {
		k := key.Value
		switch k {
		case "column":
			f.Column, err = m.texts(value, k)
		case "add":
			f.Add, err = m.texts(value, k)
		case "join":
			f.Join, err = m.texts(value, k)
		case "with":
			f.With = value.Value
		case "title":
			f.Title, err = m.text(value, k)
		case "title_line":
			f.TitleLine, err = m.number(value, k, 1, 30)
		case "value":
			f.Value, err = m.text(value, k)
		case "split":
			f.Split, err = m.text(value, k)
		case "part":
			f.Part, err = m.number(value, k, -20, 20)
		case "like":
			if f.Like, err = m.text(value, k); err == nil && !isPattern(f.Like) {
				err = m.at(value, name+`: like needs {} once, where the value stands: "OH - {} Res"`)
			}
		case "city":
			f.City, err = m.yes(value, k)
		case "day":
			f.Day, err = m.yes(value, k)
		case "clock":
			f.Clock, err = m.yes(value, k)
		case "words":
			f.Words, err = m.words(value, k)
		case "negate":
			f.Negate, err = m.yes(value, k)
		case "blank":
			f.Blank, err = m.text(value, k)
		case "needed":
			f.Needed, err = m.yes(value, k)
		case "optional":
			f.Optional, err = m.yes(value, k)
		default:
			err = m.at(key, fmt.Sprintf("%s: unknown key %q%s", name, k, suggest(k, fieldKeys)))
		}
		if slices.Contains([]string{"column", "add", "join", "title", "title_line", "value"}, k) {
			sources++
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case sources != 1:
		return nil, m.at(node, name+" needs one of column, add, join, title, title_line and value")
	case (f.Split == "") != (f.Part == 0):
		return nil, m.at(node, name+": split and part go together: split: /, part: 2")
	case f.isAdded() && !isAmount(name):
		return nil, m.at(node, name+" is not an amount: add and negate are for amounts")
	case f.Clock && name != "hours":
		return nil, m.at(node, name+" is not hours: clock is for hours")
	}
	return f, nil
}

// readFields reads our names with their fields.
func (m *Mapping) readFields(node *yaml.Node, what string) (map[string]*Field, error) {
	fields := map[string]*Field{}
	err := m.each(node, what, func(key, value *yaml.Node) (err error) {
		fields[key.Value], err = m.readField(value, key.Value)
		return err
	})
	return fields, err
}

// amounts are our columns of money, in all tables.
var amounts = []string{"gross_wages", "section_125", "retirement_deferral", "tips_cash", "tips_charged", "tips_pooled", "iso_income",
	"nqdc_paid", "military_pay", "pension_disability", "election_pay", "parsonage", "transit_pay", "tax_withheld", "tax_required"}

func isAmount(name string) bool { return slices.Contains(amounts, name) }

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
