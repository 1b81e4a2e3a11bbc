package payment

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// ParseBank reads the text of a bank file; name is how errors call it. Unknown and
// repeated keys and values that cannot be right are errors, each with its line.
// What is missing is not: see [Bank.File].
func ParseBank(name string, text []byte) (*Bank, error) {
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: larger than %d MB; is it a bank file?", name, maxFile>>20)
	}
	var doc, more yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&doc); err == io.EOF {
		return nil, fmt.Errorf("%s: the bank file is empty", name)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := d.Decode(&more); err == nil {
		return nil, fmt.Errorf("%s: more than one document in a bank file", name)
	} else if err != io.EOF {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b := &Bank{file: name, employers: map[string]*employer{}, recipients: map[string]*recipient{}}
	b.destination, b.origin = &party{id: "routing"}, &party{id: "id"}
	b.destination.place, b.origin.place, b.company = place{1, "destination"}, place{1, "origin"}, &company{place: place{1, "company"}}
	p := &bankParser{bank: b}
	p.read(doc.Content[0])
	if len(p.errs) > 0 {
		return nil, errors.Join(p.errs...)
	}
	return b, nil
}

// bankKeys are the sections of a bank file.
var bankKeys = []string{"destination", "origin", "company", "employers", "recipients"}

// employerKeys are what can be said of an employer.
var employerKeys = []string{"company", "accounts"}

// A bankParser fills a Bank and keeps what is wrong.
type bankParser struct {
	bank *Bank
	errs []error
}

func (p *bankParser) read(node *yaml.Node) {
	b := p.bank
	p.each(node, "the bank file", func(key, value *yaml.Node) {
		switch at := (place{key.Line, key.Value}); key.Value {
		case "destination":
			b.destination.place = at
			p.section(value, at, b.destination.fields())
		case "origin":
			b.origin.place = at
			p.section(value, at, b.origin.fields())
		case "company":
			b.company.place = at
			p.section(value, at, b.company.fields())
		case "employers":
			p.each(value, key.Value, p.employer)
		case "recipients":
			p.each(value, key.Value, p.recipient)
		default:
			p.unknown(key, "the bank file", bankKeys)
		}
	})
	p.accountsOfStrangers()
}

func (p *bankParser) employer(key, value *yaml.Node) {
	e := &employer{place: place{key.Line, "employers: " + key.Value}, accounts: map[string]string{}}
	p.bank.employers[key.Value] = e
	p.each(value, e.path, func(k, v *yaml.Node) {
		switch k.Value {
		case "company":
			e.company = &company{place: place{k.Line, e.path + ": company"}}
			p.section(v, e.company.place, e.company.fields())
		case "accounts":
			p.each(v, e.path+": accounts", func(k, v *yaml.Node) {
				var number string
				p.text(k, v, e.path+": accounts", field{key: k.Value, into: &number, check: checkSecret})
				e.accounts[p.folded(k, e.accounts)] = number
			})
		default:
			p.unknown(k, e.path, employerKeys)
		}
	})
}

func (p *bankParser) recipient(key, value *yaml.Node) {
	r := &recipient{place: place{key.Line, "recipients: " + key.Value}}
	name := strings.ToLower(key.Value)
	switch {
	case nobody(key.Value):
		p.fail(key.Line, "%s is not one recipient; write each municipality by its id", r.path)
	case p.bank.recipients[name] != nil:
		p.fail(key.Line, "%s is already given in line %d", r.path, p.bank.recipients[name].line)
	}
	p.bank.recipients[name] = r
	p.section(value, r.place, r.fields())
}

// folded is a recipient's name in small letters, as Bank keeps it.
func (p *bankParser) folded(key *yaml.Node, among map[string]string) string {
	name := strings.ToLower(key.Value)
	if _, ok := among[name]; ok {
		p.fail(key.Line, "%s is given twice", key.Value)
	}
	return name
}

// accountsOfStrangers refuses accounts with recipients that there are not: a
// misspelt name would else be missing where it is needed.
func (p *bankParser) accountsOfStrangers() {
	for _, id := range sorted(p.bank.employers) {
		e := p.bank.employers[id]
		for _, name := range sorted(e.accounts) {
			if p.bank.recipients[name] == nil {
				p.fail(e.line, "%s: accounts: %s is not among the recipients of this file", e.path, name)
			}
		}
	}
}

// section reads the texts of a section.
func (p *bankParser) section(node *yaml.Node, at place, fields []field) {
	var keys []string
	for _, f := range fields {
		keys = append(keys, f.key)
	}
	p.each(node, at.path, func(key, value *yaml.Node) {
		for _, f := range fields {
			if f.key == key.Value {
				p.text(key, value, at.path, f)
				return
			}
		}
		p.unknown(key, at.path, keys)
	})
}

// text reads one value as it is written, so that 00417 keeps its zeros.
func (p *bankParser) text(key, value *yaml.Node, path string, f field) {
	if value.Kind != yaml.ScalarNode || value.Value == "" || value.Tag == "!!null" {
		p.fail(value.Line, "%s: %s needs a text", path, key.Value)
		return
	}
	if err := f.check(value.Value); err != nil {
		p.fail(value.Line, "%s: %s: %w", path, key.Value, err)
		return
	}
	*f.into = value.Value
}

// each calls f for the keys and values of a node, each key once.
func (p *bankParser) each(node *yaml.Node, what string, f func(key, value *yaml.Node)) {
	if node.Kind != yaml.MappingNode {
		p.fail(node.Line, "%s is not a list of key: value", what)
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode || key.Value == "" || key.Tag == "!!merge":
			p.fail(key.Line, "%s: a key that is not a name", what)
		case seen[key.Value] > 0:
			p.fail(key.Line, "%s: %s is already given in line %d", what, key.Value, seen[key.Value])
		default:
			seen[key.Value] = key.Line
			f(key, value)
		}
	}
}

func (p *bankParser) unknown(key *yaml.Node, what string, keys []string) {
	last := len(keys) - 1
	p.fail(key.Line, "%s: unknown key %q; there are %s and %s", what, key.Value, strings.Join(keys[:last], ", "), keys[last])
}

func (p *bankParser) fail(line int, format string, args ...any) {
	p.errs = append(p.errs, fmt.Errorf("%s:%d: "+format, append([]any{p.bank.file, line}, args...)...))
}
