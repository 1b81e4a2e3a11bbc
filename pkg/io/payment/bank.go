package payment

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Schema is the JSON Schema of bank files, for editors.
//
//go:embed bank.schema.json
var Schema []byte

// Example is a bank file with everything that can stand in one, explained. Its
// names and numbers are invented; nothing can be paid with them.
//
//go:embed bank.example.yaml
var Example []byte

// A Bank is a bank file: who pays through which bank, and where recipients take
// money.
type Bank struct {
	file        string
	destination *party
	origin      *party
	company     *company
	employers   map[string]*employer
	recipients  map[string]*recipient
}

// place is where a section stands, for what it lacks.
type place struct {
	line int
	path string // recipients: dayton
}

type party struct {
	place
	Party
	id string // the key of ID: routing or id
}

type company struct {
	place
	Company
}

type employer struct {
	place
	company  *company
	accounts map[string]string // recipient -> its number there
}

type recipient struct {
	place
	routing, account, kind, name string
	receiverID, txpID            string
	taxType, verification        string
	amounts                      string
}

// A field is one text of a section: its key, where it goes, what may stand in
// it, and what to write where it is missing.
type field struct {
	key      string
	into     *string
	check    func(string) error
	write    string
	optional bool
}

func (p *party) fields() []field {
	check := checkOriginID
	write := "the nine digits or ten characters that the bank assigned"
	if p.id == "routing" {
		check, write = checkRouting, "the routing number of the bank that takes the file"
	}
	return []field{
		{p.id, &p.ID, check, write, false},
		{"name", &p.Name, checkText(23), "its name, up to 23 characters", false},
	}
}

func (c *Company) fields() []field {
	return []field{
		{"name", &c.Name, checkText(16), "the company's name as its bank has it, up to 16 characters", false},
		{"id", &c.ID, checkVisible(10), "the company id that the bank assigned, up to 10 characters", false},
		{"odfi", &c.ODFI, checkRouting, "the routing number of the bank that sends the money", false},
		{"description", &c.Description, checkText(10), "what recipients see on their statement, up to 10 characters", false},
		{"discretionary", &c.Discretionary, checkText(20), "", true},
	}
}

// The words of a recipient's rules.
const (
	feinDigits  = "fein_digits" // 001234567
	feinDashed  = "fein_dashed" // 00-1234567
	employerID  = "employer_id"
	ownAccount  = "account" // the employer's number with the recipient
	noID        = "none"
	threeKinds  = "tax_penalty_interest"
	singleTotal = "total"
)

func (r *recipient) fields() []field {
	return []field{
		{"routing", &r.routing, checkRouting, "the routing number of the recipient's bank", false},
		{"account", &r.account, checkAccount, "the number of the recipient's account", false},
		{"kind", &r.kind, oneOf(string(Checking), string(Savings)), "checking or savings, the kind of account", false},
		{"name", &r.name, checkText(22), "the recipient's name, up to 22 characters", false},
		{"receiver_id", &r.receiverID, oneOf(feinDigits, feinDashed, employerID, ownAccount, noID),
			"what stands as id in the entry: fein_digits, fein_dashed, employer_id, account or none", false},
		{"txp_id", &r.txpID, oneOf(feinDigits, feinDashed, ownAccount),
			"what stands in TXP01: fein_digits, fein_dashed or account", false},
		{"tax_type", &r.taxType, checkCode(5), "the recipient's code for municipal withholding (TXP02); ask for it, there is none for all", false},
		{"amounts", &r.amounts, oneOf(threeKinds, singleTotal), "tax_penalty_interest or total, as the recipient asks for", false},
		{"verification", &r.verification, checkCode(6), "", true},
	}
}

// oneOf makes a check of words.
func oneOf(words ...string) func(string) error {
	return func(s string) error {
		if slices.Contains(words, s) {
			return nil
		}
		last := len(words) - 1
		return fmt.Errorf("%q is not known here; write %s or %s", s, strings.Join(words[:last], ", "), words[last])
	}
}

// maxFile is far more than the employers of any bureau need.
const maxFile = 16 << 20

// LoadBank reads a bank file.
func LoadBank(path string) (*Bank, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	return ParseBank(filepath.Base(path), text)
}

// Recipient is the key of the recipient who takes the tax of a municipality: its
// own, named by its id, or else its administrator's. Letters may be of any case.
func (b *Bank) Recipient(municipality, administrator string) (string, error) {
	for _, name := range []string{municipality, administrator} {
		if _, ok := b.recipients[strings.ToLower(name)]; ok && name != "" {
			return strings.ToLower(name), nil
		}
	}
	who := municipality
	if administrator != "" && !nobody(administrator) {
		who += " or " + administrator
	}
	return "", fmt.Errorf("%s: recipients: there is no %s; write its account there, see withhold remit --bank-example", b.file, who)
}

// nobody reports whether an administrator is none that money can be sent to:
// municipalities that collect for themselves are many.
func nobody(administrator string) bool { return strings.EqualFold(administrator, "self") }
