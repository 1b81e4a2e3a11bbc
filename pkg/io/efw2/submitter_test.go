package efw2

import (
	"strings"
	"testing"
)

func TestParseSubmitter(t *testing.T) {
	s, err := ParseSubmitter("s.yaml", []byte("ein: 34-7654321\nuser_id: ABCD1234\ncompany: Bureau\naddress: {delivery: 1 Square, city: X, state: OH, zip: \"44113\"}\n"+
		"contact: {name: Dana, phone: 216-555-0100, email: d@x.example}\npreparer: S\n"))
	if err != nil || s.EIN != "34-7654321" || s.UserID != "ABCD1234" || s.Address.ZIP != "44113" || s.Contact.Phone != "216-555-0100" || s.Preparer != "S" {
		t.Errorf("%+v %v", s, err)
	}
	for text, want := range map[string]string{
		"":                           "s.yaml: it is empty",
		"ein: 1\nemail: x\n":         "s.yaml:2: a submitter has no email",
		"contact: {phones: 1}\n":     "s.yaml:1: a submitter has no phones",
		"contact: [1]\n":             "s.yaml:1: ",
		"ein: [\n":                   "s.yaml",
		"ein: 1\n---\nein: [1, 2]\n": "", // one document is read
	} {
		if _, err := ParseSubmitter("s.yaml", []byte(text)); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzSubmitter: any text is a submitter or an error that names the file, and an
// error quotes nothing of a number in it.
func FuzzSubmitter(f *testing.F) {
	f.Add("ein: 34-7654321\ncontact: {name: Dana}\n")
	f.Add("address: [1]\nx: &a [*a]\n")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := ParseSubmitter("s.yaml", []byte(text)); err != nil && !strings.Contains(err.Error(), "s.yaml") {
			t.Errorf("%q: %v", text, err)
		}
	})
}
