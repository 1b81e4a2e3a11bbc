package efw2

import (
	"errors"
	"regexp"
	"strings"
	"testing"
)

const crlf = recordLen + 2

// over puts text over positions of a record, both counted from 1.
func over(file string, record, position int, text string) string {
	at := (record-1)*crlf + position - 1
	return file[:at] + text + file[at+len(text):]
}

// line is a record with its line end.
func line(file string, record int) string { return file[(record-1)*crlf : record*crlf] }

// without and twice leave a record out and repeat it.
func without(file string, record int) string {
	return file[:(record-1)*crlf] + file[record*crlf:]
}

func twice(file string, record int) string {
	return file[:record*crlf] + line(file, record) + file[record*crlf:]
}

// TestDamagedFiles: each damage is refused with record, position and reason. The
// records of the file are 1 RA, 2 RE, 3 RW, 4-5 RS, 6 RW, 7-8 RS, 9 RW, 10-11 RS,
// 12 RT, 13 RF.
func TestDamagedFiles(t *testing.T) {
	good := small(t)
	if _, err := Read(strings.NewReader(good), profile(t, "rita"), nil); err != nil || len(good) != 13*crlf {
		t.Fatalf("the file itself: %v, %d characters", err, len(good))
	}
	swap := good[:2*crlf] + line(good, 4) + line(good, 3) + good[4*crlf:]
	digit := regexp.MustCompile(`\d{9}`)
	for _, c := range []struct{ damage, file, want string }{
		{"a blank in an amount", over(good, 3, 188, "  "), "record 3 (RW), position 188, box_1: a blank; it must be digits, with zeros before them"},
		{"a letter in an amount", over(good, 3, 196, "O"), `record 3 (RW), position 196, box_1: 'O' is not a digit; it must be digits, with zeros before them`},
		{"a sign in an amount", over(good, 4, 309, "-"), `record 4 (RS), position 309, box_18: '-' is not a digit; it must be digits, with zeros before them`},
		{"local tax left blank", over(good, 5, 320, strings.Repeat(" ", 11)), "record 5 (RS), position 320, box_19: a blank; it must be digits, with zeros before them"},
		{"a changed amount", over(good, 3, 188, "00002950001"), "record 12 (RT), positions 10-24, box_1: it says 88733.31, and the RW records add up to 88733.32"},
		{"a changed total", over(good, 12, 84, "7"), "record 12 (RT), positions 70-84, box_5: it says 90233.37, and the RW records add up to 90233.31"},
		{"an employee left out", without(without(without(good, 11), 10), 9), ""},
		{"an employee twice", twice(twice(twice(good, 9), 10), 11), ""},
		{"a count in RT", over(good, 12, 9, "4"), "record 12 (RT), positions 3-9, count: it says 4, and the employer has 3 RW records"},
		{"a count in RF", over(good, 13, 16, "2"), "record 13 (RF), positions 8-16, count: it says 2, and the file has 3 RW records"},
		{"a record cut short", good[:3*crlf-7] + good[3*crlf-2:], "record 3 (RW): 507 characters instead of 512"},
		{"a record too long", good[:3*crlf-2] + " " + good[3*crlf-2:], "record 3 (RW): 513 characters instead of 512"},
		{"LF alone", strings.Replace(good, "\r\n", "\n", 1), "record 1 (RA), position 513: LF alone; a record ends with CR LF"},
		{"no line end at the end", strings.TrimSuffix(good, "\r\n"), "record 13 (RF), positions 513-514: the file ends without the CR LF that ends a record"},
		{"cut off in the middle", good[:8*crlf], "the file ends after RS; it must end with RF"},
		{"nothing", "", "the file is empty"},
		{"RS before its RW", swap, "record 3 (RS), positions 1-2, record: out of order after RE; it must be RW"},
		{"no RE", without(good, 2), "record 2 (RW), positions 1-2, record: out of order after RA; it must be RE"},
		{"no RA", without(good, 1), "record 1 (RE), positions 1-2, record: out of order at the beginning; it must be RA"},
		{"no RT", without(good, 12), "record 12 (RF), positions 1-2, record: out of order after RS; it must be RW, RS or RT"},
		{"something after RF", good + line(good, 13), "record 14: nothing may follow RF"},
		{"no kind of record", over(good, 4, 1, "RX"), "record 4, positions 1-2, record: no kind of record; it must be RW, RO, RS or RT"},
		{"another's RS", over(good, 7, 10, "900000002"), "record 7 (RS), positions 10-18, ssn: it is not that of the RW record before it"},
		{"another state", over(good, 4, 3, "18"), "record 4 (RS), positions 3-4, state_code: state 18; Ohio is 39"},
		{"a tax type that there is not", over(good, 4, 308, "X"), `record 4 (RS), position 308, tax_type: "X"; it must be C, D, E, F or R`},
		{"a tax type of another recipient", over(good, 4, 308, "E"), `record 4 (RS), position 308, tax_type: "E" is neither C nor R`},
		{"a code of another form", over(good, 4, 5, "00226"), "record 4 (RS), positions 5-9, taxing_entity: not a code of the form R and 4 digits"},
		{"a municipality without a name", over(good, 4, 338, "      "), "record 4 (RS), positions 338-412, supplemental_1: the municipality's name is missing"},
		{"one municipality twice", twice(good, 4), "record 5 (RS), positions 338-412, supplemental_1: a second RS of this employee for one municipality and type"},
		{"something in a blank", over(good, 3, 490, "7"), "record 3 (RW), positions 490-512: it must be blank"},
		{"a small letter", over(good, 3, 13, "n"), `record 3 (RW), position 13, first: 'n' is not a capital letter`},
		{"text that begins late", over(good, 3, 42, " "), "record 3 (RW), position 42, last: a blank; text begins at the left"},
		{"a byte that is no ASCII", over(good, 3, 14, "\xc4"), "record 3 (RW), position 14: a character that is not printable ASCII"},
		{"a tab", over(good, 2, 60, "\t"), "record 2 (RE), position 60: a character that is not printable ASCII"},
		{"neither yes nor no", over(good, 3, 488, "Y"), `record 3 (RW), position 488, box_13_retirement: "Y" is neither 0 nor 1`},
		{"software that there is not", over(good, 1, 36, "97"), `record 1 (RA), positions 36-37, software: "97"; it must be 98 or 99`},
		{"an EIN of zeros", over(good, 2, 8, "000000000"), "record 2 (RE), positions 8-16, ein: zeros are no EIN"},
		{"a blank EIN", over(good, 2, 8, "         "), "record 2 (RE), position 8, ein: a blank; it must be digits, with zeros before them"},
		{"no year", over(good, 2, 3, "20X5"), "record 2 (RE), positions 3-6, year: not a year; without it there is no layout to read by"},
		{"a year without a layout", over(good, 2, 3, "2019"), "record 2 (RE), positions 3-6, year: no EFW2 layout for tax year 2019; there are layouts for 2023, 2024, 2025, 2026 (provisional)"},
		{"Medicare wages below social security's", over(over(good, 3, 232, "00002000000"), 12, 70, "000000008023331"),
			"record 3 (RW), positions 232-242, box_5: Medicare wages 20000.00 are less than social security wages and tips 30000.00"},
	} {
		_, err := Read(strings.NewReader(c.file), profile(t, "rita"), nil)
		var faults Faults
		if !errors.As(err, &faults) {
			t.Errorf("%s: %v", c.damage, err)
			continue
		}
		if c.want != "" && (len(faults) != 1 || faults[0].Error() != c.want) {
			t.Errorf("%s:\n%v\nwant\n%s", c.damage, err, c.want)
		}
		if c.want == "" && (!strings.Contains(err.Error(), "record ") || !strings.Contains(err.Error(), "(RT), positions 3-9, count: it says 3")) {
			t.Errorf("%s: %v", c.damage, err)
		}
		if digit.MatchString(err.Error()) {
			t.Errorf("%s: nine digits in %v", c.damage, err)
		}
	}
}

// TestManyFaults: all that is wrong is named, in order, and fifty are enough.
func TestManyFaults(t *testing.T) {
	file := over(over(small(t), 3, 188, " "), 10, 3, "1")
	_, err := Read(strings.NewReader(file), nil, nil)
	const want = "record 3 (RW), position 188, box_1: a blank; it must be digits, with zeros before them\n" +
		"record 10 (RS), positions 3-4, state_code: state 19; Ohio is 39"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	var faults Faults
	list := over(small(t), 3, 13, "n")
	for range 60 {
		list = twice(list, 3)
	}
	if _, err := Read(strings.NewReader(list), nil, nil); !errors.As(err, &faults) || len(faults) != maxFaults || !strings.HasSuffix(err.Error(), "that is enough; the rest was not read") {
		t.Errorf("%d faults, %v", len(faults), err)
	}
}

// TestOtherLineEnds: a file without line ends is in order, and one recipient's
// setting does not pass for another's.
func TestOtherLineEnds(t *testing.T) {
	plain := strings.ReplaceAll(small(t), "\r\n", "")
	if totals, err := Read(strings.NewReader(plain), nil, nil); err != nil || totals.Employees != 3 {
		t.Errorf("%v", err)
	}
	if _, err := Read(strings.NewReader(plain[:len(plain)-100]), nil, nil); err == nil || err.Error() != "record 13 (RF): 412 characters instead of 512" {
		t.Errorf("%v", err)
	}
	if _, err := Read(strings.NewReader(plain), profile(t, "rita"), nil); err == nil {
		t.Error("a file without line ends passes for one with them")
	}
	p := *profile(t, "rita")
	p.LineEnd = "none"
	text, wrote, _ := written(t, fileOf(local(someone(1))), &p, 2025)
	if read, err := Read(strings.NewReader(text), &p, nil); err != nil || read.Tie(wrote) != nil || len(text) != 6*recordLen {
		t.Errorf("%v, %d characters", err, len(text))
	}
}

// local gives an employee wages in a municipality of the recipient's.
func local(e *Employee) *Employee {
	e.Local = []LocalWage{{"Dublin", "226", true, Workplace, e.Boxes["box_5"], e.Boxes["box_5"] / 50}}
	return e
}
