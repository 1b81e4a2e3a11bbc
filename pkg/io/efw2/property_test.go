package efw2

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

var names = rapid.StringMatching(`[A-Za-zé'Łß -]{0,30}`)

// anyone is an employee as random as the rules allow.
func anyone(t *rapid.T, id int) *Employee {
	amount := func(what string) calc.Cents { return calc.Cents(rapid.Int64Range(0, 99_999_999_999/4).Draw(t, what)) }
	e := &Employee{ID: fmt.Sprint(id), First: names.Draw(t, "first"), Middle: names.Draw(t, "middle"), Last: names.Draw(t, "last"),
		Address: Address{Delivery: names.Draw(t, "delivery"), City: names.Draw(t, "city"), State: rapid.SampledFrom([]string{"OH", "ky", ""}).Draw(t, "state"),
			ZIP: rapid.SampledFrom([]string{"43016", "430161234", "x", ""}).Draw(t, "zip"), Country: rapid.SampledFrom([]string{"", "CA"}).Draw(t, "country")},
		Boxes: map[string]calc.Cents{}, Flags: map[string]bool{}}
	if rapid.Bool().Draw(t, "numbered") {
		e.SSN = fmt.Sprintf("900%06d", rapid.IntRange(0, 999_999).Draw(t, "ssn"))
	}
	l, _ := LayoutOf(2025)
	for _, b := range l.Boxes() {
		switch {
		case !rapid.Bool().Draw(t, b.Name):
		case b.Flag:
			e.Flags[b.Name] = true
		default:
			e.Boxes[b.Name] = amount(b.Name)
		}
	}
	social := e.Boxes["box_3"] + e.Boxes["box_7"]
	e.Boxes["box_5"] = social + 1 + amount("more")
	if social == 0 {
		delete(e.Boxes, "box_4")
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "municipalities") {
		e.Local = append(e.Local, LocalWage{Municipality: fmt.Sprint("Place ", i/2), Code: rapid.SampledFrom([]string{"", "7", "026"}).Draw(t, "code"),
			Own: true, Type: []LocalType{Workplace, Residence}[i%2], Wages: amount("wages"), Tax: amount("tax")})
	}
	return e
}

// TestRoundTrip: what is read is what was written, for every recipient.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"ssa", "ohio", "rita", "cca", "kettering", "cincinnati", "city"}).Draw(t, "recipient")
		p, _ := FindProfile(name)
		var list []*Employee
		for i := range rapid.IntRange(1, 5).Draw(t, "employees") {
			list = append(list, anyone(t, i))
		}
		if p.Employees == "own" {
			list = slices.DeleteFunc(list, func(e *Employee) bool { return len(e.Local) == 0 })
		}
		if len(list) == 0 {
			return
		}
		var b bytes.Buffer
		wrote, err := Write(&b, fileOf(list...), p, 2025)
		if err != nil {
			t.Fatal(err)
		}
		var of *Employee
		var rs int
		people := list
		read, err := Read(bytes.NewReader(b.Bytes()), p, func(r *Record) error {
			switch r.Kind {
			case "RW":
				of, people, rs = people[0], people[1:], 0
				same(t, r, of)
			case "RS":
				if p.RSPer == "municipality" {
					l := of.Local[rs]
					name, _ := Upper(l.Municipality)
					if r.Text("supplemental_1") != name || r.Text("tax_type") != p.typeOf(l.Type) || r.Money("box_18") != l.Wages || r.Money("box_19") != l.Tax {
						t.Fatalf("record %d is not %+v", r.Number, l)
					}
				}
				rs++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := read.Tie(wrote); err != nil || len(people) > 0 {
			t.Fatalf("%v, %d people left", err, len(people))
		}
	})
}

// same holds an RW to an employee.
func same(t *rapid.T, r *Record, e *Employee) {
	first, _ := Upper(e.First)
	if !strings.HasPrefix(first, r.Text("first")) || strings.Trim(r.Text("ssn"), "0") != strings.Trim(e.SSN, "0") {
		t.Fatalf("record %d is not employee %s", r.Number, e.ID)
	}
	l, _ := LayoutOf(2025)
	for _, b := range l.Boxes() {
		if b.Flag && (r.Text(b.Name) == "1") != e.Flags[b.Name] {
			t.Fatalf("record %d %s", r.Number, b.Name)
		}
		if f := r.rec.byName[b.Name]; f != nil && !b.Flag && r.Money(b.Name) != e.Boxes[b.Name] {
			t.Fatalf("record %d %s is %s, want %s", r.Number, b.Name, r.Money(b.Name), e.Boxes[b.Name])
		}
	}
}

// TestNoDigitIsLost: another digit in any amount or count of a file is refused, or
// does not tie to what was written.
func TestNoDigitIsLost(t *testing.T) {
	good := small(t)
	wrote, err := Read(strings.NewReader(good), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, _ := LayoutOf(2025)
	tried := 0
	for record := 1; record <= len(good)/crlf; record++ {
		for _, f := range l.records[line(good, record)[:2]].fields {
			if f.kind != kindMoney && f.name != "count" {
				continue
			}
			for pos := f.from; pos <= f.to; pos++ {
				old := good[(record-1)*crlf+pos-1]
				file := over(good, record, pos, string('0'+(old-'0'+byte(1+pos%9))%10))
				tried++
				if read, err := Read(strings.NewReader(file), nil, nil); err == nil && read.Tie(wrote) == nil {
					t.Errorf("record %d, position %d: another digit passes", record, pos)
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("%d digits were tried", tried)
	}
}

// TestTieSaysWhat: both values of everything that differs.
func TestTieSaysWhat(t *testing.T) {
	good := small(t)
	wrote, _ := Read(strings.NewReader(good), nil, nil)
	read, err := Read(strings.NewReader(over(good, 4, 330, "1")), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = "the file does not tie: DUBLIN R0226 C tax: read 1804.67, written 1804.66"
	if err := read.Tie(wrote); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	if err := wrote.Tie(wrote); err != nil {
		t.Error(err)
	}
}

// FuzzRead holds that no file breaks the reader, that what it takes has the
// records and sums which its positions have, and that taking it twice is the same.
func FuzzRead(f *testing.F) {
	good := small(f)
	f.Add([]byte(good))
	f.Add([]byte(strings.ReplaceAll(good, "\r\n", "")))
	f.Add([]byte(over(good, 3, 188, "x")))
	f.Add([]byte(twice(good, 3)))
	f.Add([]byte(without(good, 2)))
	f.Add([]byte(over(over(good, 5, 1, "RO"), 8, 1, "RO")))
	f.Fuzz(func(t *testing.T, text []byte) {
		kinds, box1 := map[string]int{}, calc.Cents(0)
		totals, err := Read(bytes.NewReader(text), nil, func(r *Record) error {
			kinds[r.Kind]++
			if r.Kind == "RW" {
				box1 += r.Money("box_1")
			}
			return nil
		})
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without words")
			}
			return
		}
		if !maps.Equal(kinds, totals.Records) || box1 != totals.Boxes["box_1"] || kinds["RF"] != 1 || kinds["RT"] != kinds["RE"] {
			t.Fatalf("records %v, totals %+v", kinds, totals)
		}
		size := recordLen
		if bytes.Contains(text, []byte("\r\n")) {
			size = crlf
		}
		records := 0
		for _, n := range kinds {
			records += n
		}
		if len(text) != records*size {
			t.Fatalf("%d records in %d characters", records, len(text))
		}
		again, err := Read(bytes.NewReader(text), nil, nil)
		if err != nil || again.Tie(totals) != nil {
			t.Fatalf("read again: %v", err)
		}
	})
}

func BenchmarkWriteRead(b *testing.B) {
	p := profile(b, "rita")
	for b.Loop() {
		f := fileOf()
		f.Employers[0].Employees = func(yield func(*Employee, error) bool) {
			for i := range 20_000 {
				if !yield(local(someone(i)), nil) {
					return
				}
			}
		}
		var out bytes.Buffer
		if _, err := Write(&out, f, p, 2025); err != nil {
			b.Fatal(err)
		}
		if _, err := Read(&out, p, nil); err != nil {
			b.Fatal(err)
		}
	}
}
