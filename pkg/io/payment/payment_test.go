package payment_test

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/payment"
)

var update = flag.Bool("update", false, "write testdata/payments.ach anew")

const golden = "testdata/payments.ach"

func date(s string) calc.Date {
	d, err := calc.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

var stamp = payment.Stamp{Created: date("2026-12-10"), Time: "0930", Modifier: "A"}

// payments are some of each kind: three recipients, two companies, two days.
func payments() []payment.Payment {
	nov, day := date("2026-11-30"), date("2026-12-15")
	return []payment.Payment{
		{"0043", "00-0000043", "riverbend", "riverbend", nov, day, 240000, 0, 0},
		{"0042", "000000042", "lakeside", "lakeside", nov, day, 123456, 6173, 1029},
		{"0042", "000000042", "riverbend", "riverbend", nov, day, 99, 0, 0},
		{"0044", "00-0000044", "example-agency", "", nov, day, 1000000, 0, 1},
		{"0044", "00-0000044", "example-agency", "", date("2026-10-31"), day, 500, 0, 0},
		{"0044", "00-0000044", "lakeside", "lakeside", date("2026-12-15"), date("2026-12-18"), 7_000_000_000, 0, 0},
	}
}

func bank(t testing.TB) *payment.Bank {
	t.Helper()
	b, err := payment.ParseBank("bank.example.yaml", payment.Example)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t testing.TB, f *payment.File) string {
	t.Helper()
	var out bytes.Buffer
	if err := payment.Write(&out, f); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func build(t testing.TB, list []payment.Payment) *payment.File {
	t.Helper()
	f, err := bank(t).File(stamp, list)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestGolden holds the bytes of a file, and that both readers find in it what
// was put in.
func TestGolden(t *testing.T) {
	got := write(t, build(t, payments()))
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	seen, err := look(got)
	if err != nil {
		t.Fatal(err)
	}
	var txps []string
	for _, b := range seen.batches {
		for _, e := range b.entries {
			txps = append(txps, b.company+" "+b.day+" "+e.tran+" "+e.txp)
		}
	}
	if want := []string{
		`EXAMPLE BAKERY 261215 32 TXP*000000042*011*261130*T*123456*P*6173*I*1029*XXXXXX\`,
		`EXAMPLE BAKERY 261215 22 TXP*WTH-004217*R1*261130*T*99\`,
		`EXAMPLE BUREAU 261215 22 TXP*WTH-004318*R1*261130*T*240000\`,
		`EXAMPLE BUREAU 261215 22 TXP*000000044*MUNWH*261031*T*500*P*0*I*0\`,
		`EXAMPLE BUREAU 261215 22 TXP*000000044*MUNWH*261130*T*1000000*P*0*I*1\`,
		`EXAMPLE BUREAU 261218 32 TXP*000000044*011*261215*T*7000000000*P*0*I*0*XXXXXX\`,
	}; !slices.Equal(txps, want) {
		t.Errorf("got\n%s", strings.Join(txps, "\n"))
	}
	if seen.total != 7_001_371_258 {
		t.Errorf("total %d", seen.total)
	}
	again, err := payment.Read(strings.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	if write(t, again) != got {
		t.Error("read and written again it is another file")
	}
}

// TestLines holds each record of a small file to its positions, typed by hand.
func TestLines(t *testing.T) {
	list := payments()[1:2]
	got := strings.Split(write(t, build(t, list)), "\r\n")
	want := []string{
		// 1   2         3         4         5         6         7         8         9
		//34567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234
		"101 990000013100000000126121009" + "30A094101EXAMPLE BANK           EXAMPLE PAYROLL BUREAU         ",
		"5220EXAMPLE BAKERY                      1000000042CCDCITY TAX        261215   1990000010000001",
		"63299000003977-0012          000013065800-0000042     CITY OF LAKESIDE        1990000010000001",
		`705TXP*000000042*011*261130*T*123456*P*6173*I*1029*XXXXXX\                         00010000001`,
		"82200000020099000003000000000000000000130658" + "1000000042                         990000010000001",
		"9000001000001000000020099000003000000000000000000130658                                       ",
	}
	for i, w := range want {
		if len(w) != 94 {
			t.Fatalf("line %d was typed with %d characters", i+1, len(w))
		}
		if got[i] != w {
			t.Errorf("line %d\n got %q\nwant %q", i+1, got[i], w)
		}
	}
	for i, l := range got[len(want):10] {
		if l != strings.Repeat("9", 94) {
			t.Errorf("line %d is %q", len(want)+i+1, l)
		}
	}
	if len(got) != 11 || got[10] != "" {
		t.Errorf("%d lines", len(got)-1)
	}
}

// TestOrder: the same payments in any order give the same bytes.
func TestOrder(t *testing.T) {
	want := write(t, build(t, payments()))
	rapid.Check(t, func(r *rapid.T) {
		list := rapid.Permutation(payments()).Draw(r, "order")
		if got := write(t, build(t, list)); got != want {
			r.Fatalf("got\n%s", got)
		}
	})
}

// TestAny: whatever is paid, the second reader finds all of it.
func TestAny(t *testing.T) {
	b := bank(t)
	rapid.Check(t, func(r *rapid.T) {
		cents := rapid.Int64Range(0, 3_000_000_000)
		employers, recipients := []string{"0042", "0043", "7"}, []string{"lakeside", "example-agency", "LAKESIDE"}
		var want calc.Cents
		var list []payment.Payment
		for i := range rapid.IntRange(1, 40).Draw(r, "payments") {
			p := payment.Payment{
				EmployerID: rapid.SampledFrom(employers).Draw(r, "employer"), EIN: "00-1234567",
				Recipient: rapid.SampledFrom(recipients).Draw(r, "recipient"),
				PeriodEnd: date("2026-01-01") + calc.Date(i), Effective: date("2026-12-10") + calc.Date(rapid.IntRange(0, 3).Draw(r, "day")),
				Tax: calc.Cents(cents.Draw(r, "tax")) + 1, Penalty: calc.Cents(cents.Draw(r, "penalty")), Interest: calc.Cents(cents.Draw(r, "interest")),
			}
			want += p.Total()
			list = append(list, p)
		}
		f, err := b.File(stamp, list)
		if err != nil {
			r.Fatal(err)
		}
		text := write(t, f)
		seen, err := look(text)
		if err != nil {
			r.Fatalf("%v\n%s", err, text)
		}
		n := 0
		for _, b := range seen.batches {
			n += len(b.entries)
		}
		if n != len(list) || seen.total != int64(want) {
			r.Fatalf("%d payments of %d in all, want %d of %d", n, seen.total, len(list), want)
		}
		if again, err := payment.Read(strings.NewReader(text)); err != nil || write(t, again) != text {
			r.Fatalf("read again: %v", err)
		}
	})
}

// TestSplit: amounts of zero or below make no payment.
func TestSplit(t *testing.T) {
	var list []payment.Payment
	for _, c := range []calc.Cents{5, 0, -1, 1} {
		list = append(list, payment.Payment{Tax: c})
	}
	list = append(list, payment.Payment{Tax: -10, Penalty: 10}, payment.Payment{Interest: 2})
	due, credits := payment.Split(list)
	totals := func(list []payment.Payment) (all []calc.Cents) {
		for _, p := range list {
			all = append(all, p.Total())
		}
		return all
	}
	if got := totals(due); !slices.Equal(got, []calc.Cents{5, 1, 2}) {
		t.Errorf("due %v", got)
	}
	if got := totals(credits); !slices.Equal(got, []calc.Cents{0, -1, 0}) {
		t.Errorf("credits %v", got)
	}
}

// TestHash: only the last ten digits of the hash are written, of a batch and of
// the file, and totals are exact.
func TestHash(t *testing.T) {
	var list []payment.Payment
	for i := range 205 { // 205 x 99000004 has eleven digits
		list = append(list, payment.Payment{EmployerID: "1", EIN: "001234567", Recipient: "example-agency", PeriodEnd: date("2026-01-01") + calc.Date(i),
			Effective: date("2026-12-15"), Tax: 1})
	}
	text := write(t, build(t, list))
	if _, err := look(text); err != nil {
		t.Error(err)
	}
	lines := strings.Split(text, "\r\n")
	control := lines[2+2*205]
	if got := control[4:20]; got != "000410"+"0295000820" { // 20295000820
		t.Errorf("count and hash %q of %q", got, control)
	}
}
