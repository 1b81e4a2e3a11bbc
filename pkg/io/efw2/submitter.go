package efw2

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// submitterText is a submitter as a file of the user's says it.
type submitterText struct {
	EIN       string
	UserID    string `yaml:"user_id"`
	Vendor    string
	Software  string
	Company   string
	Address   addressText
	Name      string
	Mail      addressText
	Contact   Contact
	Preparer  string
	Resubmits string
}

type addressText struct {
	Location, Delivery, City, State, ZIP string

	ForeignState  string `yaml:"foreign_state"`
	ForeignPostal string `yaml:"foreign_postal"`
	Country       string
}

// ParseSubmitter reads who sends a file from YAML. file is for messages. What RA
// needs and the file lacks is noted when a file is written, not here.
func ParseSubmitter(file string, text []byte) (Submitter, error) {
	var t submitterText
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	switch err := d.Decode(&t); {
	case err == io.EOF:
		return Submitter{}, fmt.Errorf("%s: it is empty; write ein, company, address, contact and user_id of who sends the file", file)
	case err != nil:
		return Submitter{}, asSubmitter(unreadable(file, err))
	}
	return Submitter{EIN: t.EIN, UserID: t.UserID, Vendor: t.Vendor, Software: t.Software, Company: t.Company, Address: Address(t.Address),
		Name: t.Name, Mail: Address(t.Mail), Contact: t.Contact, Preparer: t.Preparer, Resubmits: t.Resubmits}, nil
}

func asSubmitter(err error) error {
	return fmt.Errorf("%s", strings.ReplaceAll(err.Error(), "a profile has no", "a submitter has no"))
}
