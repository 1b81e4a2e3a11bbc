package payment_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/payment"
)

// edit is the example with one text in place of another.
func edit(t testing.TB, was, is string) []byte {
	t.Helper()
	if !strings.Contains(string(payment.Example), was) {
		t.Fatalf("the example has no %q", was)
	}
	return []byte(strings.Replace(string(payment.Example), was, is, 1))
}

// TestBadBank: what cannot be right is refused with file, line and key.
func TestBadBank(t *testing.T) {
	for _, c := range []struct{ was, is, want string }{
		{`routing: "990000013"`, `routing: "990000014"`, "bank.yaml:10: destination: routing: routing number 990000014 has check digit 4, and its other digits ask for 3"},
		{`routing: "990000013"`, `routing: "99000001"`, `bank.yaml:10: destination: routing: "99000001" is not a routing number; write its nine digits`},
		{`routing: "990000013"`, `routing: "000000000"`, `bank.yaml:10: destination: routing: "000000000" is not a routing number`},
		{`name: EXAMPLE BANK `, `name: `, "bank.yaml:11: destination: name needs a text"},
		{`name: EXAMPLE BANK `, `name: EXAMPLE BANK OF FAR AWAY`, `bank.yaml:11: destination: name: "EXAMPLE BANK OF FAR AWAY" has 24 characters; write at most 23`},
		{`name: EXAMPLE BANK `, `name: CAFÉ `, `bank.yaml:11: destination: name: "CAFÉ" is not plain text`},
		{`name: EXAMPLE BANK `, `nam: EXAMPLE BANK `, `bank.yaml:11: destination: unknown key "nam"; there are routing and name`},
		{`id: "1000000001"`, `id: "100"`, `bank.yaml:16: origin: id: "100" is not an origin; write the nine digits or ten characters`},
		{`description: CITY TAX`, `description: CITY TAXES 2026`, `bank.yaml:24: company: description: "CITY TAXES 2026" has 15 characters; write at most 10`},
		{`origin:`, `destination:`, "bank.yaml:15: the bank file: destination is already given in line 9"},
		{`origin:`, `orgin:`, `bank.yaml:15: the bank file: unknown key "orgin"; there are destination, origin, company, employers and recipients`},
		{`riverbend: WTH-004217`, `riverbank: WTH-004217`, "bank.yaml:29: employers: 0042: accounts: riverbank is not among the recipients of this file"},
		{`riverbend: WTH-004217`, `riverbend: "WTH*004217"`, `bank.yaml:34: employers: 0042: accounts: riverbend: ending in "4217" is not a number with a recipient`},
		{`    accounts:`, `    acounts:`, `bank.yaml:33: employers: 0042: unknown key "acounts"; there are company and accounts`},
		{`  lakeside:`, `  Riverbend:`, "bank.yaml:52: recipients: Riverbend is already given in line 43"},
		{`  lakeside:`, `  Self:`, "bank.yaml:52: recipients: Self is not one recipient; write each municipality by its id"},
		{`"000123456789"`, `"000123456789012345"`, `bank.yaml:45: recipients: riverbend: account: account ending in "2345" is not 1 to 17 letters, digits and hyphens`},
		{`kind: checking`, `kind: current`, `bank.yaml:46: recipients: riverbend: kind: "current" is not known here; write checking or savings`},
		{`receiver_id: account`, `receiver_id: ein`, `bank.yaml:48: recipients: riverbend: receiver_id: "ein" is not known here; write fein_digits, fein_dashed, employer_id, account or none`},
		{`txp_id: account`, `txp_id: none`, `bank.yaml:49: recipients: riverbend: txp_id: "none" is not known here; write fein_digits, fein_dashed or account`},
		{`tax_type: "R1"`, `tax_type: "R12345"`, `bank.yaml:50: recipients: riverbend: tax_type: "R12345" is not a code; write 1 to 5 characters`},
		{`amounts: total`, `amounts: all`, `bank.yaml:51: recipients: riverbend: amounts: "all" is not known here; write tax_penalty_interest or total`},
		{`verification: XXXXXX`, `verification: XXXXXXX`, `bank.yaml:61: recipients: lakeside: verification: "XXXXXXX" is not a code; write 1 to 6`},
		{`routing: "990000013"`, `routing: [990000013]`, "bank.yaml:10: destination: routing needs a text"},
		{`  lakeside:`, `  lakeside: &a`, ""}, // an anchor alone does no harm
		{`recipients:`, "recipients: []\nx:", "bank.yaml:42: recipients is not a list of key: value"},
		{`recipients:`, "recipients:\n  <<: {a: b}", "bank.yaml:43: recipients: a key that is not a name"},
		{`# Who pays`, "a\n# Who pays", "bank.yaml: yaml: "},
	} {
		b, err := payment.ParseBank("bank.yaml", edit(t, c.was, c.is))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.is, err)
		case c.want != "" && (err == nil || b != nil || !slices.ContainsFunc(strings.Split(err.Error(), "\n"), func(l string) bool { return strings.HasPrefix(l, c.want) })):
			t.Errorf("%s\n got %v\nwant %s", c.is, err, c.want)
		}
	}
	for text, want := range map[string]string{"": "bank.yaml: the bank file is empty", "a: b\n---\nc: d": "bank.yaml: more than one document in a bank file",
		"[]": "bank.yaml:1: the bank file is not a list of key: value"} {
		if _, err := payment.ParseBank("bank.yaml", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestMissing: nothing has a default, and what is missing is told when a payment
// needs it, once, with what to write.
func TestMissing(t *testing.T) {
	nov, day := date("2026-11-30"), date("2026-12-15")
	lakeside := payment.Payment{EmployerID: "0044", EIN: "001234567", Recipient: "lakeside", Municipality: "lakeside", PeriodEnd: nov, Effective: day, Tax: 1}
	riverbend := payment.Payment{EmployerID: "0042", EIN: "001234567", Recipient: "riverbend", Municipality: "riverbend", PeriodEnd: nov, Effective: day, Tax: 1}
	two := lakeside
	two.EmployerID = "0045"
	for _, c := range []struct {
		drop string // a line of the example
		want string
	}{
		{`  routing: "990000013"`, "bank.yaml:9: destination: routing is missing; write the routing number of the bank that takes the file"},
		{`  name: EXAMPLE PAYROLL BUREAU`, "bank.yaml:15: origin: name is missing; write its name, up to 23 characters"},
		{`  odfi: "990000013"`, "bank.yaml:20: company: odfi is missing; write the routing number of the bank that sends the money (needed for employer 0044, lakeside, period to 2026-11-30)\n" +
			"bank.yaml:30: employers: 0042: company: odfi is missing"},
		{`      id: "1000000042"`, "bank.yaml:30: employers: 0042: company: id is missing; write the company id that the bank assigned"},
		{`      riverbend: WTH-004217`, "bank.yaml:29: employers: 0042: accounts: riverbend is missing; write the employer's number with it, or another rule than account"},
		{`    account: 77-0012`, "bank.yaml:52: recipients: lakeside: account is missing; write the number of the recipient's account (needed for employer 0044,"},
		{`    tax_type: "011"`, "bank.yaml:52: recipients: lakeside: tax_type is missing; write the recipient's code for municipal withholding (TXP02)"},
		{`    kind: savings`, "bank.yaml:52: recipients: lakeside: kind is missing; write checking or savings"},
		{`    receiver_id: fein_dashed`, "bank.yaml:52: recipients: lakeside: receiver_id is missing; write what stands as id"},
		{`    verification: XXXXXX`, ""},
		{`    tax_type: MUNWH`, ""}, // no payment goes there
	} {
		lines := strings.Split(string(payment.Example), "\n")
		i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, c.drop) })
		if i < 0 {
			t.Fatalf("the example has no line %q", c.drop)
		}
		lines[i] = "# left out"
		if c.drop == "      riverbend: WTH-004217" { // the section must not be empty
			lines[i] = "      lakeside: X"
		}
		b, err := payment.ParseBank("bank.yaml", []byte(strings.Join(lines, "\n")))
		if err != nil {
			t.Errorf("%s: %v", c.drop, err)
			continue
		}
		_, err = b.File(stamp, []payment.Payment{two, riverbend, lakeside})
		var got []string
		if err != nil {
			got = strings.Split(err.Error(), "\n")
		}
		var want []string
		if c.want != "" {
			want = strings.Split(c.want, "\n")
		}
		if !slices.EqualFunc(got, want, strings.HasPrefix) && !(len(want) == 2 && len(got) == 2 && strings.HasPrefix(got[0], want[1])) {
			t.Errorf("%s\n got %q\nwant %q", c.drop, got, want)
		}
	}
}

// TestBadPayments: what cannot be paid is refused by the payment's name.
func TestBadPayments(t *testing.T) {
	good := payment.Payment{EmployerID: "0044", EIN: "001234567", Recipient: "lakeside", Municipality: "lakeside", PeriodEnd: date("2026-11-30"),
		Effective: date("2026-12-15"), Tax: 100}
	name := "employer 0044, lakeside, period to 2026-11-30: "
	for _, c := range []struct {
		change func(*payment.Payment)
		want   string
	}{
		{func(p *payment.Payment) { p.Tax = 0 }, name + "0.00 is no payment; carry it forward as a credit"},
		{func(p *payment.Payment) { p.Tax = -5 }, name + "-0.05 is no payment; carry it forward as a credit"},
		{func(p *payment.Payment) { p.Penalty = -5 }, name + "tax 1.00, penalty -0.05, interest 0.00: a segment has no amount below zero"},
		{func(p *payment.Payment) { p.Tax = 10_000_000_000 }, name + "100000000.00 has more than ten digits; the largest payment is 99999999.99"},
		{func(p *payment.Payment) { p.Tax = 9_999_999_999 }, ""},
		{func(p *payment.Payment) { p.EIN = "12345" }, "employer 0044: the ein is not nine digits; write it in employers as 00-1234567"},
		{func(p *payment.Payment) { p.Recipient = "oakwood" }, `bank.yaml: recipients: there is no "oakwood", needed for employer 0044, lakeside`},
		{func(p *payment.Payment) { p.Effective = 0 }, name + `to be paid on ""; both days must be in 2000 to 2099`},
		{func(p *payment.Payment) { p.Effective = date("2026-12-09") }, "payment file: batch 1 (EXAMPLE BUREAU, 2026-12-09): the money is to arrive on 2026-12-09, before the file is made on 2026-12-10"},
		{func(p *payment.Payment) { p.Recipient, p.EmployerID = "example-agency", "Zoë" }, "employer Zoë: its id cannot stand in a payment"},
		{func(p *payment.Payment) { p.Recipient = "Riverbend" }, "bank.yaml:43: employers: 0044: accounts: riverbend is missing"},
	} {
		p := good
		c.change(&p)
		b, err := payment.ParseBank("bank.yaml", payment.Example)
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.File(stamp, []payment.Payment{p})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
	if _, err := bank(t).File(stamp, []payment.Payment{good, good}); err == nil || err.Error() != name+"paid twice; add the two up" {
		t.Error(err)
	}
	if _, err := bank(t).File(stamp, nil); err == nil || err.Error() != "payment file: 0 batches in a payment file; there can be 1 to 999999" {
		t.Error(err)
	}
	for _, s := range []payment.Stamp{{}, {Created: stamp.Created, Time: "2400", Modifier: "A"}, {Created: stamp.Created, Time: "0960", Modifier: "A"},
		{Created: stamp.Created, Time: "0000", Modifier: "a"}} {
		if _, err := bank(t).File(s, []payment.Payment{good}); err == nil || !strings.HasPrefix(err.Error(), "payment file: file: ") {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// TestWriteRefuses: a file made or changed by hand is held to the same.
func TestWriteRefuses(t *testing.T) {
	for want, change := range map[string]func(*payment.File){
		"payment file: batch 1 (EXAMPLE BAKERY, 2026-12-15): entry 1 (CITY OF LAKESIDE): the entry pays 1306.59 and its addendum accounts for 1306.58": func(f *payment.File) { f.Batches[0].Entries[0].Amount++ },
		"payment file: batch 1 (EXAMPLE BAKERY, 2026-12-15): entry 1 (CITY OF LAKESIDE): routing number 990000038":                                     func(f *payment.File) { f.Batches[0].Entries[0].Routing = "990000038" },
		"payment file: batch 1 (EXAMPLE BAKERY, 2026-12-15): company odfi: ":                                                                           func(f *payment.File) { f.Batches[0].Company.ODFI = "" },
		`payment file: batch 1 (EXAMPLE BAKERY, 2026-12-15): entry 1 (CITY OF LAKESIDE): "" is not a kind of account`:                                  func(f *payment.File) { f.Batches[0].Entries[0].Kind = "" },
		"payment file: batch 1 (EXAMPLE BAKERY, 2026-12-15): entry 1 (CITY OF LAKESIDE): 0.00 is no payment": func(f *payment.File) {
			e := &f.Batches[0].Entries[0]
			e.Amount, e.TXP.Amounts = 0, []payment.TXPAmount{{Type: 'T'}}
		},
		"payment file: batch 2 (EXAMPLE BUREAU, 2026-12-15): 0 entries": func(f *payment.File) { f.Batches[1].Entries = nil },
		"payment file: batch 1 (EXAMPLE BAKERY, 2026-12-15): entry 1 (CITY OF LAKESIDE): account ending in \"0012\" is": func(f *payment.File) {
			f.Batches[0].Entries[0].Account = "77 0012"
		},
		"payment file: destination: ": func(f *payment.File) { f.Destination.ID = "" },
		"payment file: batch 1 (EXAMPLE BAKERY, 2026-12-15): payments of 10099999998.99 in all; there is room for 9999999999.99: make more": func(f *payment.File) {
			e := f.Batches[0].Entries[0]
			e.Amount, e.TXP.Amounts = 9_999_999_999, []payment.TXPAmount{{Type: 'T', Amount: 9_999_999_999}}
			f.Batches[0].Entries = slices.Repeat([]payment.Entry{e}, 101)
		},
	} {
		f := build(t, payments())
		change(f)
		var out strings.Builder
		if err := payment.Write(&out, f); err == nil || !strings.HasPrefix(err.Error(), want) || out.Len() > 0 {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// TestRecipient: a municipality's own entry comes before its administrator's.
func TestRecipient(t *testing.T) {
	b := bank(t)
	for _, c := range []struct{ municipality, administrator, want, err string }{
		{"riverbend", "EXAMPLE-AGENCY", "riverbend", ""},
		{"oakwood-cuyahoga", "EXAMPLE-AGENCY", "example-agency", ""},
		{"Lakeside", "", "lakeside", ""},
		{"oakwood-cuyahoga", "RITA", "", "there is no oakwood-cuyahoga or RITA; write its account there"},
		{"oakwood-cuyahoga", "self", "", "there is no oakwood-cuyahoga; write its account there"},
		{"", "", "", "bank.example.yaml: recipients: there is no"},
	} {
		got, err := b.Recipient(c.municipality, c.administrator)
		if got != c.want || (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
}

// TestLoadBank reads a file and calls it by its name.
func TestLoadBank(t *testing.T) {
	path := filepath.Join(t.TempDir(), "our-bank.yaml")
	if _, err := payment.LoadBank(path); !os.IsNotExist(err) {
		t.Error(err)
	}
	for text, want := range map[string]string{string(payment.Example): "", "orgin: {}": "our-bank.yaml:1: "} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if b, err := payment.LoadBank(path); want == "" && (err != nil || b == nil) || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// written without quotes, numbers keep their zeros
	b, err := payment.ParseBank("bank.yaml", edit(t, `"000123456789"`, "000123456789"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := b.File(stamp, payments()[:1])
	if err != nil || f.Batches[0].Entries[0].Account != "000123456789" || f.Batches[0].Entries[0].Amount != calc.Cents(240000) {
		t.Errorf("%+v, %v", f, err)
	}
}

// FuzzBank: any text is a bank file or is refused by the file's name.
func FuzzBank(f *testing.F) {
	f.Add(payment.Example)
	f.Add([]byte("recipients: {a: {account: 1}, A: {}}"))
	f.Add([]byte("employers: &x {<<: *x}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := payment.ParseBank("bank.yaml", text)
		switch {
		case err != nil && (b != nil || !strings.HasPrefix(err.Error(), "bank.yaml:")):
			t.Fatal(err)
		case err == nil:
			if file, err := b.File(stamp, payments()); err == nil {
				if _, err := look(write(t, file)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
