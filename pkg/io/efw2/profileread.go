package efw2

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// placeholder is what a value of Profile.RS may take from the data.
var placeholder = regexp.MustCompile(`\{[^}]*\}`)

var placeholders = []string{"{municipality}", "{code}", "{type}", "{account}"}

// ParseProfile reads a profile. file is for messages. An unknown key, a field that
// RS does not have and a word that means nothing are errors with file and line.
func ParseProfile(file string, text []byte) (*Profile, error) {
	p := &Profile{}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(p); err != nil {
		if err == io.EOF {
			return nil, fmt.Errorf("%s: it is empty; a profile starts with its title", file)
		}
		return nil, unreadable(file, err)
	}
	c := profileCheck{file: file}
	if err := yaml.Unmarshal(text, &c.node); err != nil {
		return nil, err
	}
	c.head(p)
	if p.Refuse == "" {
		c.body(p)
	}
	return p, errors.Join(c.errs...)
}

// atLine is how the YAML package says what is wrong where.
var atLine = regexp.MustCompile(`^(?:yaml: )?line (\d+): (?:field (\S+) not found in type \S+$)?`)

// unreadable is an error of the YAML package as file, line and words of ours.
func unreadable(file string, err error) error {
	list := []string{err.Error()}
	if t := (*yaml.TypeError)(nil); errors.As(err, &t) {
		list = t.Errors
	}
	var errs []error
	for _, message := range list {
		m := atLine.FindStringSubmatch(message)
		switch {
		case m == nil:
			message = file + ": " + strings.TrimPrefix(message, "yaml: ")
		case m[2] != "":
			message = file + ":" + m[1] + ": a profile has no " + m[2]
		default:
			message = file + ":" + m[1] + ": " + message[len(m[0]):]
		}
		errs = append(errs, errors.New(message))
	}
	return errors.Join(errs...)
}

// A profileCheck collects what is wrong with a profile.
type profileCheck struct {
	file string
	node yaml.Node
	errs []error
}

// fault names the line of a key.
func (c *profileCheck) fault(key, format string, args ...any) {
	line := 1
	for i, n := range c.node.Content[0].Content {
		if i%2 == 0 && n.Value == key {
			line = n.Line
		}
	}
	c.errs = append(c.errs, fmt.Errorf("%s:%d: %s: %s", c.file, line, key, fmt.Sprintf(format, args...)))
}

func (c *profileCheck) oneOf(key, value string, words ...string) {
	if !slices.Contains(words, value) {
		c.fault(key, "%q is unknown; write %s", value, strings.Join(words, ", "))
	}
}

func (c *profileCheck) head(p *Profile) {
	if p.Title == "" {
		c.fault("title", "it is missing; write the recipient's name")
	}
	if p.Source == "" {
		c.fault("source", "it is missing; write what the profile rests on")
	}
	c.oneOf("confidence", p.Confidence, "high", "medium", "low")
	if p.Unverified && p.Caution == "" {
		c.fault("caution", "it is missing; a profile that is unverified says what is not known and what to do")
	}
}

func (c *profileCheck) body(p *Profile) {
	if p.LineEnd == "" {
		p.LineEnd = "crlf"
	}
	c.oneOf("line_end", p.LineEnd, "crlf", "none")
	c.oneOf("rs_per", p.RSPer, "municipality", "employee", "none")
	c.oneOf("employees", p.Employees, "all", "own")
	if p.State != ohio && (p.RSPer != "none" || p.State != "") {
		c.fault("state", "%q is not Ohio; write %q with the quotes", p.State, ohio)
	}
	if p.RSPer == "municipality" {
		c.oneOf("municipalities", p.Municipalities, "all", "own")
		c.oneOf("types", p.Types.Workplace, "C", "R", "F")
		c.oneOf("types", p.Types.Residence, "C", "R", "F")
		if p.RS["tax_type"] != "{type}" || p.RS["supplemental_1"] != "{municipality}" {
			c.fault("rs", "a record for each municipality needs tax_type: \"{type}\" and supplemental_1: \"{municipality}\"")
		}
	}
	// Profiles do not depend on the year, so any layout knows the fields.
	for _, l := range layouts() {
		c.fields(p, l)
		break
	}
}

// fields holds the keys of rs and needs to the layout.
func (c *profileCheck) fields(p *Profile, l *Layout) {
	rs := l.records["RS"].byName
	if f := rs["taxing_entity"]; len(p.Code.Prefix)+p.Code.Digits > f.width() || p.Code.Digits < 0 {
		c.fault("code", "it is longer than the %d characters there are", f.width())
	}
	if prefix, ok := Upper(p.Code.Prefix); !ok || prefix != p.Code.Prefix {
		c.fault("code", "%q is not in capital letters", p.Code.Prefix)
	}
	for _, name := range sortedKeys(p.RS) {
		f := rs[name]
		if f == nil || l.records["RW"].byName[name] != nil || f.kind != kindText && name != "tax_type" {
			c.fault("rs", "%s is not a field to be filled by a profile", name)
			continue
		}
		for _, word := range placeholder.FindAllString(p.RS[name], -1) {
			if !slices.Contains(placeholders, word) {
				c.fault("rs", "%s: %s is unknown; there are %s", name, word, strings.Join(placeholders, ", "))
			}
		}
	}
	for _, name := range p.Needs {
		if !slices.Contains(neededFields, name) && !slices.ContainsFunc(l.Boxes(), func(b Box) bool { return b.Name == name }) {
			c.fault("needs", "%s is neither a box nor a field that can be asked for", name)
		}
	}
}
