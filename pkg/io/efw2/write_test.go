package efw2

import (
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
)

// TestNotes: what is missing, cut or not plain is listed, and never made up.
func TestNotes(t *testing.T) {
	const missing, p1 = "missing: ", "employer E1, employee P1, RW "
	for _, c := range []struct {
		what string
		make func(*Employee)
		want []string
	}{
		{"nothing", func(*Employee) {}, nil},
		{"no w2 row", func(e *Employee) { e.Boxes, e.Flags = nil, nil }, []string{
			missing + p1 + "box_1: not known, written as zero; give box_1 in the w2 table",
			missing + p1 + "box_2: not known, written as zero; give box_2 in the w2 table",
			missing + p1 + "box_3: not known, written as zero; give box_3 in the w2 table",
			missing + p1 + "box_4: not known, written as zero; give box_4 in the w2 table",
			missing + p1 + "box_5: not known, written as zero; give box_5 in the w2 table",
			missing + p1 + "box_6: not known, written as zero; give box_6 in the w2 table"}},
		{"no number", func(e *Employee) { e.SSN = "" }, []string{missing + p1 + "ssn: not known, written as zeros; give it in the employees table"}},
		{"no name and address", func(e *Employee) { e.First, e.Last, e.Address = "", "", Address{} }, []string{
			missing + p1 + "first: not known, left blank; give it", missing + p1 + "last: not known, left blank; give it",
			missing + p1 + "delivery: not known, left blank; give it", missing + p1 + "city: not known, left blank; give it",
			missing + p1 + "state: left blank: give the two letters of the state",
			missing + p1 + "zip: left blank: give the five or nine digits of the ZIP code"}},
		{"a state in words", func(e *Employee) { e.Address.State = "Kentucky" }, []string{missing + p1 + "state: left blank: give the two letters of the state"}},
		{"a long name", func(e *Employee) { e.Last = "Featherstonehaugh-Cholmondeley" }, []string{"cut: " + p1 + "last: cut to 20 of its 30 characters"}},
		{"other letters", func(e *Employee) { e.First = "Анна" }, []string{
			"letters: " + p1 + "first: letters that have no form in ASCII are left out; give it in plain letters",
			missing + p1 + "first: not known, left blank; give it"}},
		{"accents", func(e *Employee) { e.First, e.Last = "Zoë", "Müller-O’Neill" }, nil},
		{"abroad", func(e *Employee) {
			e.Address = Address{Delivery: "1 King St", City: "Toronto", ForeignState: "Ontario", ForeignPostal: "M5H 1A1", Country: "ca"}
		}, nil},
		{"allocated tips", func(e *Employee) { e.Boxes["box_8"] = 100 }, []string{
			"unplaced: " + p1 + "box_8: box 8 Allocated tips, of record RO is not in the file: its position is not known for 2025"}},
		{"no code", func(e *Employee) { e.Local[0].Code = "" }, []string{
			missing + "employer E1, RS taxing_entity: Dublin has no code of the recipient's, left blank; give it where it has one"}},
	} {
		e := local(someone(1))
		c.make(e)
		p := profile(t, "rita")
		text, wrote, notes := written(t, fileOf(e), p, 2025)
		if !slices.Equal(notes, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, strings.Join(notes, "\n"), strings.Join(c.want, "\n"))
		}
		if read, err := Read(strings.NewReader(text), p, nil); err != nil || read.Tie(wrote) != nil {
			t.Errorf("%s: read again: %v", c.what, err)
		}
	}
}

// TestNewBoxes: in 2026 the form has boxes whose positions are not published.
func TestNewBoxes(t *testing.T) {
	e := local(someone(1))
	e.Boxes["box_12_tp"] = 100_00
	_, _, notes := written(t, fileOf(e), profile(t, "rita"), 2026)
	want := "unplaced: employer E1, employee P1, RW box_12_tp: box 12 Code TP is not in the file: its position is not known for 2026"
	if len(notes) != 1 || notes[0] != want {
		t.Errorf("%q", notes)
	}
	if _, err := Write(io.Discard, fileOf(e), profile(t, "rita"), 2025); err == nil ||
		err.Error() != "employer E1, employee P1, box_12_tp: no such box in the layout of 2025" {
		t.Errorf("2025: %v", err)
	}
}

// TestRefusals: what no valid file can be made of is named by our ids.
func TestRefusals(t *testing.T) {
	const p1 = "employer E1, employee P1, "
	for _, c := range []struct {
		make func(*Employee)
		want string
	}{
		{func(e *Employee) { e.Boxes["box_2"] = -1 },
			p1 + "box_2: -0.01 is below zero, and the file has no sign; correct the year's figures so that it is zero or more"},
		{func(e *Employee) { e.Local[0].Tax = -500 },
			p1 + "box_19 of Dublin: -5.00 is below zero, and the file has no sign; correct the year's figures so that it is zero or more"},
		{func(e *Employee) { e.Boxes["box_1"] = 1_000_000_000_00 }, p1 + "box_1: 1000000000.00 is more than the 11 digits of the file hold"},
		{func(e *Employee) { e.SSN = "900-00-001" }, p1 + "ssn: not a social security number; write nine digits"},
		{func(e *Employee) { e.Local[0].Municipality = "" }, p1 + "municipality: local wages without a municipality"},
		{func(e *Employee) { e.Local[0].Type = 'X' }, p1 + `Dublin: local wages are "X"; write C for workplace or R for residence`},
		{func(e *Employee) { e.Local = append(e.Local, e.Local[0]) }, p1 + "Dublin: two records of one kind for one municipality; add them up"},
		{func(e *Employee) { e.Local[0].Code = "12345" }, p1 + `Dublin: the code "12345" is not R and 4 digits; write R0123`},
		{func(e *Employee) { e.Local[0].Code = "C226" }, p1 + `Dublin: the code "C226" is not R and 4 digits; write R0123`},
		{func(e *Employee) { e.Boxes["box_21"] = 1 }, p1 + "box_21: no such box in the layout of 2025"},
		// The SSA's three rules.
		{func(e *Employee) { e.Boxes["box_5"]-- },
			p1 + "box_5: Medicare wages 30077.76 are less than social security wages and tips 30077.77"},
		{func(e *Employee) { e.Boxes["box_7"] = 1 },
			p1 + "box_5: Medicare wages 30077.77 are less than social security wages and tips 30077.78"},
		{func(e *Employee) { e.Boxes["box_3"] = 0 }, p1 + "box_4: social security tax 1864.82 without social security wages or tips"},
		{func(e *Employee) { e.Boxes["box_3"], e.Boxes["box_4"], e.Boxes["box_5"] = 0, 0, 0 }, p1 + "box_6: Medicare tax 436.12 without Medicare wages"},
		{func(e *Employee) { delete(e.Boxes, "box_5") },
			p1 + "box_5: Medicare wages 0.00 are less than social security wages and tips 30077.77; box_5 is not known, give it in the w2 table"},
	} {
		e := local(someone(1))
		c.make(e)
		_, err := Write(io.Discard, fileOf(e), profile(t, "rita"), 2025)
		var refusals *Refusals
		if !errors.As(err, &refusals) || err.Error() != c.want {
			t.Errorf("%v\nwant\n%s", err, c.want)
		}
	}
}

// TestAllRefusals: every faulty employee is named, a hundred at most.
func TestAllRefusals(t *testing.T) {
	var list []*Employee
	for i := range 150 {
		e := local(someone(i))
		e.Boxes["box_2"] = -calc.Cents(i)
		list = append(list, e)
	}
	f := fileOf(list...)
	f.Employers[0].EIN = ""
	_, err := Write(io.Discard, f, profile(t, "rita"), 2025)
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 101 || lines[0] != "employer E1, ein: the EIN is missing, and there is no file without it; give it in the employers table" ||
		!strings.HasPrefix(lines[1], "employer E1, employee P1, box_2: -0.01") || lines[100] != "and 50 more" {
		t.Errorf("%d lines: %s", len(lines), err)
	}
}

// TestWhoIsReported: a recipient is told of those with wages in its municipalities,
// with all their municipalities; an employer without any has no records.
func TestWhoIsReported(t *testing.T) {
	mine, other, none := local(someone(1)), local(someone(2)), someone(3)
	mine.Local = append(mine.Local, LocalWage{"Columbus", "", false, Workplace, 100, 2})
	other.Local[0].Own = false
	second := firm
	second.ID, second.Employees = "E2", each([]*Employee{other})
	f := fileOf(mine, other, none)
	f.Employers = append(f.Employers, second)
	for name, want := range map[string][3]int{"rita": {1, 1, 2}, "city": {1, 1, 2}, "ssa": {2, 4, 0}, "ohio": {2, 4, 4}} {
		text, wrote, _ := written(t, f, profile(t, name), 2025)
		read, err := Read(strings.NewReader(text), profile(t, name), nil)
		if err != nil || read.Tie(wrote) != nil {
			t.Fatalf("%s: %v, %v", name, err, read.Tie(wrote))
		}
		if got := [3]int{read.Employers, read.Employees, read.Records["RS"]}; got != want {
			t.Errorf("%s: employers, employees and RS %v, want %v", name, got, want)
		}
		if name == "ohio" && (read.Boxes["box_17"] == 0 || len(read.Local) > 0 || !strings.Contains(text, "52 123456")) {
			t.Errorf("ohio: %+v", read)
		}
	}
	// State wages stand in the first RS of an employee, so that their sum is right.
	text, wrote, _ := written(t, f, profile(t, "rita"), 2025)
	if wrote.Boxes["box_16"] != mine.Boxes["box_16"] || readPlain(t, text).stateWages != int64(mine.Boxes["box_16"]) {
		t.Errorf("state wages %s", wrote.Boxes["box_16"])
	}
}

// TestNobody: without employees there is no file.
func TestNobody(t *testing.T) {
	for _, f := range []*File{fileOf(), fileOf(someone(1)), {Submitter: sender}} {
		_, err := Write(io.Discard, f, profile(t, "rita"), 2025)
		if !errors.Is(err, ErrNobody) || err.Error() != "Regional Income Tax Agency (RITA): no employee is to be reported" {
			t.Errorf("%v", err)
		}
	}
}

// TestSourceFails: an error of the ledger ends the writing and is not lost.
func TestSourceFails(t *testing.T) {
	broken := errors.New("ledger is closed")
	f := fileOf()
	f.Employers[0].Employees = iter.Seq2[*Employee, error](func(yield func(*Employee, error) bool) {
		if yield(local(someone(1)), nil) {
			yield(nil, broken)
		}
	})
	if _, err := Write(io.Discard, f, profile(t, "rita"), 2025); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

func TestUpper(t *testing.T) {
	for in, want := range map[string]string{"Zoë": "ZOE", "Łukasz Groß": "LUKASZ GROSS", "O’Brien–Ng": "O'BRIEN-NG", " a \t b ": "A B", "ÅSE": "ASE",
		"Ḿ½": "M1/2", "": "", "PLAIN 1": "PLAIN 1", "Ærø": "AEROE", "ﬁn": "FIN"} {
		if got, ok := Upper(in); got != want || !ok {
			t.Errorf("%q: %q, %v", in, got, ok)
		}
	}
	for in, want := range map[string]string{"Ли": "", "a€b": "AB", "x\x00y": "XY"} {
		if got, ok := Upper(in); got != want || ok {
			t.Errorf("%q: %q, %v", in, got, ok)
		}
	}
}

// TestSenderIsNotCut: a user id, a vendor code or a mail address that does not fit
// is left blank, since cut it would be another's.
func TestSenderIsNotCut(t *testing.T) {
	f := fileOf(local(someone(1)))
	f.Submitter.UserID, f.Submitter.Vendor, f.Submitter.Contact.Email = "ABCD12345", "12345", strings.Repeat("a", 30)+"@example.com"
	text, _, notes := written(t, f, profile(t, "rita"), 2025)
	if got := text[11:23] + text[445:485]; strings.TrimSpace(got) != "" {
		t.Errorf("written %q", got)
	}
	want := []string{"cut: submitter, RA user_id: left blank: it is not plain ASCII of 8 characters at most",
		"cut: submitter, RA vendor: left blank: it is not plain ASCII of 4 characters at most",
		"cut: submitter, RA email: left blank: it is not plain ASCII of 40 characters at most"}
	if !slices.Equal(notes, want) {
		t.Errorf("%q", notes)
	}
	f = fileOf(local(someone(1)))
	f.Submitter.EIN = ""
	if _, err := Write(io.Discard, f, profile(t, "rita"), 2025); err == nil || !strings.Contains(err.Error(), "give the ein of who sends it, or of the employer") {
		t.Errorf("no EIN: %v", err)
	}
}
