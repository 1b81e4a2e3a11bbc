package efw2

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

//go:embed profiles/*.yaml
var profileFiles embed.FS

// A Profile is what one recipient wants in a file.
type Profile struct {
	Name       string `yaml:"-"` // rita
	Title      string // Regional Income Tax Agency (RITA)
	Source     string // what the profile rests on
	Confidence string // high, medium or low: how sure its positions are
	Unverified bool   // no recipient has accepted a file of it yet
	Caution    string // what is not known and what to do before sending; needed where Unverified
	Refuse     string // why there is no file for this recipient, and what to give it

	LineEnd        string            `yaml:"line_end"` // crlf (blank: crlf) after each record, or none
	State          string            // the two digits of RS 3-4 and 274-275
	RSPer          string            `yaml:"rs_per"` // municipality, employee or none: what there is an RS for
	Employees      string            // all, or own: those with wages in a municipality of the recipient's
	Municipalities string            // all, or own: of each employee's
	Types          Types             // what RS says of the two kinds of local wages
	Code           CodeForm          // how RS writes a municipality's code
	RS             map[string]string // fields of RS; {municipality}, {code}, {type}, {account} stand for what they say
	Needs          []string          // boxes and fields that are noted where they are not known
}

// Types are the letters of RS for wages taxed at the workplace and at the
// residence. They may be the same.
type Types struct {
	Workplace, Residence string
}

// A CodeForm is how a recipient writes its codes: R and four digits is R0023.
type CodeForm struct {
	Prefix string
	Digits int // 0: as given
}

// Profiles is all built-in profiles, by name, with those that only say why there
// is no file.
func Profiles() (list []*Profile) {
	entries, _ := profileFiles.ReadDir("profiles")
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		text, _ := profileFiles.ReadFile("profiles/" + e.Name())
		p, err := ParseProfile("built-in "+name, text)
		if err != nil {
			panic(err) // a defect, found by the tests
		}
		p.Name = name
		list = append(list, p)
	}
	return list
}

// FindProfile is the built-in profile of that name, or the one in a file, which a
// path with a slash or ending in .yaml names. A recipient that takes no such file
// is an error that says what it takes.
func FindProfile(name string) (*Profile, error) {
	if strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		p, err := ParseProfile(name, text)
		if err != nil {
			return nil, err
		}
		base := filepath.Base(name)
		p.Name = strings.TrimSuffix(base, filepath.Ext(base))
		return p, p.refused()
	}
	var names []string
	for _, p := range Profiles() {
		if p.Name == name {
			return p, p.refused()
		}
		if p.Refuse == "" {
			names = append(names, p.Name)
		}
	}
	return nil, fmt.Errorf("no W-2 recipient %q; there are %s, or give the path of a profile of your own", name, strings.Join(names, ", "))
}

func (p *Profile) refused() error {
	if p.Refuse == "" {
		return nil
	}
	return errors.New(p.Title + ": " + strings.TrimSpace(p.Refuse))
}

// lineEnd is what follows the 512 characters of a record.
func (p *Profile) lineEnd() string {
	if p.LineEnd == "none" {
		return ""
	}
	return "\r\n"
}

// typeOf is the letter for a kind of local wages.
func (p *Profile) typeOf(t LocalType) string {
	if t == Residence {
		return p.Types.Residence
	}
	return p.Types.Workplace
}

// typed says that RS tells the kinds of local wages apart.
func (p *Profile) typed() bool { return p.Types.Workplace != p.Types.Residence }

// write is a municipality's code as RS has it, or what is wrong with it.
func (c CodeForm) write(code string) (string, error) {
	if c.Digits == 0 {
		return c.Prefix + code, nil
	}
	digits := strings.TrimPrefix(strings.ToUpper(code), c.Prefix)
	if n, ok := onlyDigits(digits); !ok || n != digits || len(strings.TrimLeft(digits, "0")) > c.Digits || digits == "" {
		return "", fmt.Errorf("the code %q is not %s; write %s", code, c, c.example())
	}
	digits = strings.TrimLeft(digits, "0")
	return c.Prefix + strings.Repeat("0", c.Digits-len(digits)) + digits, nil
}

// fits says that a code read is one.
func (c CodeForm) fits(code string) bool {
	if c.Digits == 0 {
		return strings.HasPrefix(code, c.Prefix)
	}
	written, err := c.write(code)
	return err == nil && written == code
}

// String is c in words, for messages.
func (c CodeForm) String() string {
	if c.Digits == 0 {
		return strings.TrimSpace("a code " + c.Prefix)
	}
	return strings.TrimSpace(c.Prefix + fmt.Sprintf(" and %d digits", c.Digits))
}

func (c CodeForm) example() string { return c.Prefix + "012345678"[:min(c.Digits, 9)] }
