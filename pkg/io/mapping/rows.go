package mapping

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// A Rule picks rows by what stands in one column.
type Rule struct {
	Column string
	Is     []string
}

// Items are amounts whose meaning stands in another cell of the row.
type Items struct {
	Columns []Item
	// Mean gives for each name of an item one of our amounts, total for a sum of
	// the others, or none for what is no pay.
	Mean  map[string]string
	where map[string]mark
}

// An Item is a pair of columns. Where the headers hold {}, it is every pair in
// which the same stands for it.
type Item struct{ Name, Amount string }

// What an item can mean besides an amount of ours.
const (
	meansTotal = "total"
	meansNone  = "none"
)

// Kinds are rows that mean different things, told apart by one column. A kind
// with no fields is passed over.
type Kinds struct {
	Column string
	Are    map[string]map[string]*Field
	order  []string
}

// A Part is one of the rows that a row becomes. With Each, it is one for every
// column whose header is like it.
type Part struct {
	Fields  map[string]*Field
	Each    string // {} City Tax
	Is, For string // our names for the amount, and for what stands for {}
}

// Void says which checks were not paid after all.
type Void struct {
	Column  string
	Reverse bool // it is taken back on the day in Column, and was paid before
	is      []string
}

// readRule reads a column and a value or several: Last Name: Payroll Totals.
func (m *Mapping) readRule(node *yaml.Node, what string) (*Rule, error) {
	var r *Rule
	err := m.each(node, what, func(key, value *yaml.Node) (err error) {
		if r != nil {
			return m.at(key, what+" names one column")
		}
		r = &Rule{Column: key.Value}
		r.Is, err = m.texts(value, key.Value)
		return err
	})
	return r, err
}

func (m *Mapping) readSkip(node *yaml.Node) error {
	m.Skip = nil
	return m.items(node, "skip", func(n *yaml.Node) error {
		r, err := m.readRule(n, "skip")
		m.Skip = append(m.Skip, r)
		return err
	})
}

// readItems reads items. What a profile says the items mean stays, where it is
// not said anew.
func (m *Mapping) readItems(node *yaml.Node) error {
	if m.Items == nil {
		m.Items = &Items{Mean: map[string]string{}, where: map[string]mark{}}
	}
	err := m.each(node, "items", func(key, value *yaml.Node) error {
		switch key.Value {
		case "columns":
			m.Items.Columns = nil
			return m.items(value, "columns", func(n *yaml.Node) error {
				var it Item
				err := m.each(n, "items", func(k, v *yaml.Node) (err error) {
					switch k.Value {
					case "name":
						it.Name, err = m.text(v, "name")
					case "amount":
						it.Amount, err = m.text(v, "amount")
					default:
						err = m.at(k, fmt.Sprintf("unknown key %q; write name and amount", k.Value))
					}
					return err
				})
				if err == nil && (it.Name == "" || it.Amount == "" || isPattern(it.Name) != isPattern(it.Amount)) {
					err = m.at(n, "items: columns are pairs of name and amount, with {} in both or in neither")
				}
				m.Items.Columns = append(m.Items.Columns, it)
				return err
			})
		case "mean":
			return m.each(value, "mean", func(k, v *yaml.Node) error {
				word, err := m.text(v, k.Value)
				if err == nil && word != meansTotal && word != meansNone && !isAmount(word) {
					err = m.at(v, fmt.Sprintf("%s: %q is no amount of ours%s; write total for a sum, none for what is no pay",
						k.Value, word, suggest(word, amounts)))
				}
				m.Items.Mean[keyOf(k.Value)], m.Items.where[keyOf(k.Value)] = word, mark{file: m.file, line: k.Line}
				return err
			})
		}
		return m.at(key, fmt.Sprintf("unknown key %q; items have columns and mean", key.Value))
	})
	if err == nil && len(m.Items.Columns) == 0 {
		err = m.at(node, "items need columns: pairs of name and amount")
	}
	return err
}

func (m *Mapping) readKinds(node *yaml.Node) error {
	m.Kinds = &Kinds{Are: map[string]map[string]*Field{}}
	err := m.each(node, "kinds", func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "column":
			m.Kinds.Column, err = m.text(value, "column")
		case "are":
			err = m.each(value, "are", func(k, v *yaml.Node) (err error) {
				m.Kinds.order = append(m.Kinds.order, k.Value)
				if v.Kind == yaml.ScalarNode && v.Value == "skip" {
					m.Kinds.Are[keyOf(k.Value)] = nil
					return nil
				}
				m.Kinds.Are[keyOf(k.Value)], err = m.readFields(v, k.Value)
				return err
			})
		default:
			err = m.at(key, fmt.Sprintf("unknown key %q; kinds have column and are", key.Value))
		}
		return err
	})
	if err == nil && (m.Kinds.Column == "" || len(m.Kinds.Are) == 0) {
		err = m.at(node, "kinds need a column and what its values are")
	}
	return err
}

func (m *Mapping) readParts(node *yaml.Node) error {
	m.Parts = nil
	return m.items(node, "parts", func(n *yaml.Node) error {
		p := &Part{Fields: map[string]*Field{}}
		m.Parts = append(m.Parts, p)
		err := m.each(n, "parts", func(key, value *yaml.Node) (err error) {
			switch key.Value {
			case "each":
				if p.Each, err = m.text(value, "each"); err == nil && !isPattern(p.Each) {
					err = m.at(value, `each needs {} once, where the value stands: "{} City Tax"`)
				}
			case "is":
				if p.Is, err = m.text(value, "is"); err == nil && !isAmount(p.Is) {
					err = m.at(value, fmt.Sprintf("is: %q is no amount of ours%s", p.Is, suggest(p.Is, amounts)))
				}
			case "for":
				p.For, err = m.text(value, "for")
			default:
				p.Fields[key.Value], err = m.readField(value, key.Value)
			}
			return err
		})
		if err == nil && (p.Each != "" && (p.Is == "" || p.For == "") || p.Each == "" && (p.Is != "" || p.For != "" || len(p.Fields) == 0)) {
			err = m.at(n, "a part has fields, or each, is and for")
		}
		return err
	})
}

func (m *Mapping) readVoid(node *yaml.Node) error {
	m.Void = &Void{}
	err := m.each(node, "void", func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "column":
			m.Void.Column, err = m.text(value, "column")
		case "is":
			m.Void.is, err = m.texts(value, "is")
		case "then":
			var then string
			then, err = m.choice(value, "then", "known", "drop", "reverse")
			m.Void.Reverse = then == "reverse"
		default:
			err = m.at(key, fmt.Sprintf("unknown key %q; void has column, is and then", key.Value))
		}
		return err
	})
	if err == nil && m.Void.Column == "" {
		err = m.at(node, "void needs a column")
	}
	return err
}
