package table

import (
	"bytes"
	"strings"
	"testing"
)

// The first 32 are the spellings of testdata/c22_money_formats.csv.
var moneyTests = []struct{ cell, want string }{
	{"1234.56", "1234.56"}, {"$1,234.56", "1234.56"}, {"(1,234.56)", "-1234.56"}, {"($1,234.56)", "-1234.56"},
	{"1,234.56-", "-1234.56"}, {"-$1,234.56", "-1234.56"}, {"$-1,234.56", "-1234.56"}, {"$ (1,234.56)", "-1234.56"},
	{"1234.56 CR", "-1234.56"}, {"USD 1234.56", "1234.56"}, {"\u22121234.56", "-1234.56"}, {"+1234.56", "1234.56"},
	{" 1234.56 ", "1234.56"}, {"1\u00a0234.56", "! not an amount"}, {"1234.5", "1234.50"}, {".50", "0.50"},
	{"1234.", "1234.00"}, {"1.234,56", "! not an amount"}, {"1,23,4.56", "! commas"}, {"12.345", "! a fraction of a cent"},
	{"-", "! not an amount"}, {" -   ", "! not an amount"}, {"--", "! not an amount"}, {"", "! blank"},
	{"N/A", "! not an amount"}, {"#####", "! the column was too narrow"}, {"1e3", "! in scientific notation"},
	{"0x10", "! not an amount"}, {"1_000", "! not an amount"}, {"NaN", "! not an amount"}, {"Inf", "! not an amount"},
	{"1234.56\u200b", "1234.56"},

	{"0", "0.00"}, {"-0.00", "0.00"}, {"00417", "417.00"}, {"5", "5.00"}, {"1234.5600", "1234.56"}, {"0.10000", "0.10"},
	{"1.230", "1.23"}, {"1,234", "1234.00"}, {"1,234,567.8", "1234567.80"}, {"1234,567", "! commas"}, {"1,2345", "! commas"},
	{",123", "! commas"}, {"1,", "! commas"}, {"1.234.567", "! not an amount"}, {"-(5)", "! more than one sign"},
	{"(-5)", "! more than one sign"}, {"-5-", "! more than one sign"}, {"+-5", "! more than one sign"},
	{"(5", "! not an amount"}, {"5)", "! not an amount"}, {"((5))", "! not an amount"}, {"$$5", "! not an amount"},
	{"5$", "! not an amount"}, {"2.5%", "! not an amount"}, {".", "! not an amount"}, {"$", "! not an amount"},
	{"10000000000.00", "10000000000.00"}, {"10000000000.01", "! larger"}, {"99999999999", "! larger"},
	{"999999999999999999999999", "! larger"}, {"-10000000000", "-10000000000.00"}, {"#REF!", "! a spreadsheet's error"},
	{"1 234", "! not an amount"}, {"9.00E+08", "! in scientific notation"}, {"37,50", "! commas"}, {"1.2.3", "! not an amount"},
}

func TestMoney(t *testing.T) {
	for _, test := range moneyTests {
		c, err := Money([]byte(test.cell))
		got := c.String()
		if err != nil {
			got = "! " + err.Error()
		}
		if got != test.want && !(err != nil && strings.HasPrefix(got, test.want)) {
			t.Errorf("%q: got %s, want %s", test.cell, got, test.want)
		}
	}
	for _, cell := range []string{"1234.56", "-5", "$1,234.56", "(5)", "\u22125.1", "12.5000"} {
		b := []byte(cell)
		if n := testing.AllocsPerRun(100, func() { Money(b) }); n > 0 {
			t.Errorf("%q: %v allocations", cell, n)
		}
	}
}

var dateTests = []struct {
	cell          string
	iso, mdy, dmy string // "!" and the start of a message; mdy and dmy are as iso if empty
}{
	{"2026-01-09", "2026-01-09", "", ""},
	{"2024-02-29", "2024-02-29", "", ""},
	{"2026-02-29", "! no such day", "", ""},
	{"2026-13-01", "! no such day", "", ""},
	{"1899-12-31", "! not in the years", "", ""},
	{"2200-01-01", "! not in the years", "", ""},
	{"1/9/2026", "! month and day", "2026-01-09", "2026-09-01"},
	{"01/09/2026", "! month and day", "2026-01-09", "2026-09-01"},
	{"09.01.2026", "! month and day", "2026-09-01", "2026-01-09"},
	{"13/01/2026", "! month and day", "! no such day", "2026-01-13"},
	{"02/30/2026", "! month and day", "! no such day", "! no such day"},
	{"1/9/26", "! a year of two digits", "", ""},
	{"1/9/69", "! a year of two digits", "", ""},
	{"01/09/0026", "! month and day", "! not in the years", "! not in the years"},
	{"00/00/0000", "! month and day", "! no such day", "! no such day"},
	{"2026/01/09", "! month and day", "! not a date", "! not a date"},
	{"20260109", "! a date without separators", "", ""},
	{"09-Jan-26", "! a year of two digits", "", ""},
	{"Jan 9, 2026", "2026-01-09", "2026-01-09", "2026-01-09"},
	{"46031", "! not a date", "", ""},
	{"2026-01-09T00:00:00Z", "2026-01-09", "", ""},
	{"2026-01-09 00:00:00", "2026-01-09", "", ""},
	{"2026-01-09 13:00:00", "! not a date", "", ""},
	{"1/9/2026 12:00:00 AM", "! month and day", "2026-01-09", "2026-09-01"},
	{"01/09/2026 - 01/15/2026", "! not a date", "", ""},
	{"01/09-2026", "! not a date", "", ""},
	{"", "! blank", "", ""},
	{"#######", "! not a date", "", ""},
	{"1/9/2026/1", "! not a date", "", ""},
	{"\u0661/9/2026", "! not a date", "", ""},
}

func TestDate(t *testing.T) {
	for _, test := range dateTests {
		for order, want := range map[DateOrder]string{ISO: test.iso, MDY: test.mdy, DMY: test.dmy} {
			if want == "" {
				want = test.iso
			}
			d, err := Date([]byte(test.cell), order)
			got := d.String()
			if err != nil {
				got = "! " + err.Error()
			}
			if got != want && !(err != nil && strings.HasPrefix(got, want)) {
				t.Errorf("%q in order %d: got %s, want %s", test.cell, order, got, want)
			}
		}
	}
	for cell, want := range map[string]string{"2026/1/9": "2026-01-09", "20260109": "2026-01-09", "2026.01.09": "2026-01-09"} {
		if d, err := Date([]byte(cell), YMD); err != nil || d.String() != want {
			t.Errorf("%q year first: got %s, %v", cell, d, err)
		}
	}
}

func TestKey(t *testing.T) {
	for s, want := range map[string]string{
		"Gross Wages": "grosswages", "gross_wages": "grosswages", " GROSS-wages\u00a0": "grosswages",
		"File #": "file#", "E Regular (Hours)": "eregularhours", "Größe": "größe", "...": "", "": "",
	} {
		if got := Key(s); got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}

func TestProblem(t *testing.T) {
	for want, p := range map[string]Problem{
		`payroll.xlsx, sheet March, row 14, gross_wages "1.234,50": not an amount; write 1234.56`: {File: "payroll.xlsx",
			Sheet: "March", Row: 14, Column: "gross_wages", Value: "1.234,50", Message: "not an amount; write 1234.56"},
		"a.csv: the file is empty": {File: "a.csv", Message: "the file is empty"},
		`a.csv, row 2, "x": bad`:   {File: "a.csv", Row: 2, Value: "x", Message: "bad"},
		"bad":                      {Message: "bad"},
		`name "` + strings.Repeat("é", 39) + `…": too long`: {Column: "name", Value: strings.Repeat("é", 500), Message: "too long"},
		`name "a b": two lines`:                             {Column: "name", Value: "a\nb", Message: "two lines"},
	} {
		if got := p.Error(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestDateForms holds what a mapping may allow besides an order.
func TestDateForms(t *testing.T) {
	for _, c := range []struct {
		cell  string
		order DateOrder
		want  string
	}{
		{"1/9/26", MDY | ShortYears, "2026-01-09"}, {"9.1.26", DMY | ShortYears, "2026-01-09"}, {"26/1/9", YMD | ShortYears, "2026-01-09"},
		{"1/9/49", MDY | ShortYears, "2049-01-09"}, {"1/9/69", MDY | ShortYears, "!"}, {"1/9/026", MDY | ShortYears, "!"},
		{"1/9/26", ShortYears, "!"}, {"09-Jan-26", MDY | ShortYears, "2026-01-09"}, {"09-Jan-26", MDY, "!"}, {"Jan 9, 69", ShortYears, "!"},
		{"Friday, January 9, 2026", ISO, "2026-01-09"}, {"9 sept 2026", ISO, "2026-09-09"}, {"2026-Jan-09", ISO, "2026-01-09"},
		{"January 2026", ISO, "!"}, {"Feb 30, 2026", ISO, "!"}, {"Janu 9, 2026", ISO, "!"}, {"9 Jan 2026 2027", ISO, "!"}, {"Jan Feb 2026", ISO, "!"},
		{"46031", Serials1900, "2026-01-09"}, {"46031.5", Serials1900, "2026-01-09"}, {"44569", Serials1904, "2026-01-09"},
		{"44569", Serials1900, "2022-01-08"}, {"46031", MDY, "!"}, {"60", Serials1900, "!"}, {"99999", Serials1900, "!"},
		{"20260109", YMD, "2026-01-09"}, {"20260109", MDY, "!"},
	} {
		d, err := Date([]byte(c.cell), c.order)
		if got := d.String(); err == nil && got != c.want || err != nil && c.want != "!" {
			t.Errorf("%q in order %d: got %s, %v, want %s", c.cell, c.order, got, err, c.want)
		}
	}
}

// TestIdentities holds what is done with cells that name people.
func TestIdentities(t *testing.T) {
	f, err := OpenReader("t.csv", strings.NewReader("id,name,paid\n=\"00417\",x,1\n\"=\"\"00418\"\"\",x,1\n'00419,'x,1\n1.23E+08,x,1\n12E+1,x,1E+08\n"))
	if err != nil {
		t.Fatal(err)
	}
	tab := f.Tables[0]
	tab.Identify(func(c int) bool { return c == 0 })
	var b Block
	if err := tab.Next(&b); err != nil {
		t.Fatal(err)
	}
	b.Split()
	var got []string
	for i := range b.Len() {
		r := b.Row(i)
		if r.Err != nil {
			got = append(got, r.Err.(*Problem).Code)
			continue
		}
		got = append(got, string(bytes.Join(r.Cells, []byte("|"))))
	}
	if want := "00417|x|1 00418|x|1 00419|'x|1 id id"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}
