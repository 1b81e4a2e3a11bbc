package efw2

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"testing"

	"example.com/withhold/pkg/calc"
)

// each gives employees one by one, as a ledger does.
func each(list []*Employee) iter.Seq2[*Employee, error] {
	return func(yield func(*Employee, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// someone is an invented employee. Numbers that begin with 9 are nobody's.
func someone(i int) *Employee {
	wages := calc.Cents(3_000_000 + 7_777*i)
	return &Employee{
		ID: fmt.Sprint("P", i), SSN: fmt.Sprintf("900-%02d-%04d", i/10000, i%10000), First: "Ana", Middle: "M", Last: fmt.Sprint("Muster", i), Suffix: "Jr",
		Address: Address{Delivery: "12 Main St", City: "Dublin", State: "OH", ZIP: "43016-1234"},
		Boxes: map[string]calc.Cents{"box_1": wages - 50_000, "box_2": wages / 10, "box_3": wages, "box_4": wages * 62 / 1000,
			"box_5": wages, "box_6": wages * 145 / 10000, "box_12_d": 50_000, "box_12_dd": 400_000, "box_16": wages - 50_000, "box_17": wages / 50},
		Flags: map[string]bool{"box_13_statutory": false, "box_13_retirement": true, "box_13_sick_pay": false},
	}
}

var firm = Employer{ID: "E1", EIN: "31-1234567", Name: "Example Works LLC", Kind: "N", Account: "52 123456",
	Address: Address{Delivery: "1 Plant Rd", City: "Columbus", State: "OH", ZIP: "43215"}}

var sender = Submitter{EIN: "311234567", UserID: "ABCD1234", Company: "Example Works LLC", Address: firm.Address, Preparer: "L",
	Contact: Contact{Name: "Jo Payer", Phone: "(614) 555-0100", Extension: "7", Email: "pay@example.com"}}

// fileOf is a file of one employer.
func fileOf(list ...*Employee) *File {
	e := firm
	e.Employees = each(list)
	return &File{Submitter: sender, Employers: []Employer{e}}
}

func profile(t testing.TB, name string) *Profile {
	t.Helper()
	p, err := FindProfile(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// written is a file as written, with its totals and notes.
func written(t testing.TB, f *File, p *Profile, year int) (string, *Totals, []string) {
	t.Helper()
	var b bytes.Buffer
	var notes []string
	f.Note = func(n Note) { notes = append(notes, n.Code+": "+n.String()) }
	totals, err := Write(&b, f, p, year)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), totals, notes
}

// small is a file of three employees with records in two municipalities.
func small(t testing.TB) string {
	var list []*Employee
	for i := range 3 {
		e := someone(i)
		e.Local = []LocalWage{
			{"Dublin", "226", true, Workplace, e.Boxes["box_5"], e.Boxes["box_5"] / 50},
			{"Hilliard", "417", true, Residence, 0, e.Boxes["box_5"] / 200},
		}
		list = append(list, e)
	}
	text, _, _ := written(t, fileOf(list...), profile(t, "rita"), 2025)
	return text
}

// TestThousandInFive: a thousand employees in five municipalities, written, read
// again by Read and by a reader that knows positions alone, and tied to the postings
// to the cent.
func TestThousandInFive(t *testing.T) {
	cities := []LocalWage{{Municipality: "Dublin", Code: "226"}, {Municipality: "Westerville", Code: "870"}, {Municipality: "Bexley", Code: "104"},
		{Municipality: "Grove City", Code: "R0340"}, {Municipality: "Columbus"}}
	type posting struct{ wages, tax calc.Cents }
	ledger := map[string]posting{} // municipality and type
	boxes := map[string]calc.Cents{}
	var list []*Employee
	for i := range 1000 {
		e := someone(i)
		gross := e.Boxes["box_5"]
		for j, share := range []calc.Cents{gross / 3, gross - gross/3} {
			l := cities[(i+j*(1+i%4))%5]
			l.Own, l.Type, l.Wages, l.Tax = l.Code != "", Workplace, share, calc.Rate(200_000_000).Tax(share)
			e.Local = append(e.Local, l)
		}
		home := cities[i*7%5]
		home.Own, home.Type, home.Wages, home.Tax = home.Code != "", Residence, 0, calc.Cents(100+i)
		e.Local = append(e.Local, home)
		if !slices.ContainsFunc(e.Local, func(l LocalWage) bool { return l.Own }) {
			t.Fatalf("employee %d is of no concern to the recipient", i)
		}
		for _, l := range e.Local {
			p := ledger[l.Municipality+" "+string(rune(l.Type))]
			ledger[l.Municipality+" "+string(rune(l.Type))] = posting{p.wages + l.Wages, p.tax + l.Tax}
		}
		for box, c := range e.Boxes {
			boxes[box] += c
		}
		list = append(list, e)
	}
	text, wrote, notes := written(t, fileOf(list...), profile(t, "rita"), 2025)
	if want := "missing: employer E1, RS taxing_entity: Columbus has no code of the recipient's, left blank; give it where it has one"; len(notes) != 1 || notes[0] != want {
		t.Errorf("notes %q", notes)
	}
	people := 0
	read, err := Read(bytes.NewReader([]byte(text)), profile(t, "rita"), func(r *Record) error {
		if r.Kind == "RW" {
			if e := list[people]; r.Text("ssn") != e.SSN[:3]+e.SSN[4:6]+e.SSN[7:] || r.Money("box_1") != e.Boxes["box_1"] {
				t.Fatalf("record %d is not employee %s", r.Number, e.ID)
			}
			people++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Tie(wrote); err != nil {
		t.Error(err)
	}
	if people != 1000 || read.Employees != 1000 || read.Records["RS"] != 3000 || len(read.Local) != len(ledger) || len(ledger) != 10 {
		t.Errorf("%d people, %+v", people, read)
	}
	for _, l := range read.Local {
		for place, p := range ledger {
			if name, _ := Upper(place); name == l.Municipality+" "+l.Type && (p.wages != l.Wages || p.tax != l.Tax) {
				t.Errorf("%s: ledger %v, file %+v", place, p, l)
			}
		}
	}
	for box, sum := range boxes {
		if read.Boxes[box] != sum {
			t.Errorf("%s: ledger %s, file %s", box, sum, read.Boxes[box])
		}
	}
	plain := readPlain(t, text)
	for place, p := range ledger {
		name, _ := Upper(place)
		if got := plain.local[name]; got != [2]int64{int64(p.wages), int64(p.tax)} {
			t.Errorf("%s: ledger %v, by positions %v", place, p, got)
		}
	}
	if plain.box1 != int64(boxes["box_1"]) || plain.box1 != plain.rtBox1 || plain.dd != plain.rtDD || plain.c != plain.rtC || plain.people != 1000 {
		t.Errorf("by positions %+v", plain)
	}
}
