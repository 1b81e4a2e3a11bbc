package payment_test

import (
	"errors"
	"strings"
	"testing"

	"example.com/withhold/pkg/io/payment"
)

// A damage is one change to the golden file. Both readers must refuse the
// result.
type damage struct {
	name string
	do   func(lines []string) []string
	want string // what Read says
}

// swap puts another text where one stands in a line, from 1.
func swap(line int, was, is string) func([]string) []string {
	return func(lines []string) []string {
		if !strings.Contains(lines[line-1], was) {
			panic("nothing to damage: " + was)
		}
		lines[line-1] = strings.Replace(lines[line-1], was, is, 1)
		return lines
	}
}

// at puts a text at a position of a line.
func at(line, from int, is string) func([]string) []string {
	return func(lines []string) []string {
		l := lines[line-1]
		lines[line-1] = l[:from-1] + is + l[from-1+len(is):]
		return lines
	}
}

func drop(line int) func([]string) []string {
	return func(lines []string) []string { return append(lines[:line-1], lines[line:]...) }
}

// The golden file: 1 header, 2 batch, 3-4 and 5-6 entries, 7 control, 8 batch,
// 9-14 entries, 15 control, 16 batch, 17-18 entry, 19 control, 20 file control.
var damages = []damage{
	// the five known answers
	{"a changed amount", at(3, 30, "0000130659"), "line 4, positions 4-83: the entry pays 1306.59 and its addendum accounts for 1306.58 (line 3, positions 30-39)"},
	{"a bad check digit", at(3, 12, "8"), "line 3, positions 4-12: recipient's bank: routing number 990000038 has check digit 8, and its other digits ask for 9"},
	{"an addendum over 80 characters", swap(4, `XXXXXX\`+strings.Repeat(" ", 20), strings.Repeat("X", 50)+`\`), "line 4: 118 characters; a line has 94"},
	{"month 99", swap(4, "261130", "269930"), `line 4, positions 22-27: TXP03: "269930" is not a day as YYMMDD`},
	{"an amount with a point", swap(4, "123456", "1234.56"), "line 4: 95 characters; a line has 94"},
	// the same within 94 characters
	{"an amount with a point, the line as long", swap(4, "123456", "123.56"), `line 4, positions 31-36: TXP05: "123.56" is not an amount in cents`},
	{"an addendum that runs to its end", swap(4, `XXXXXX\`+strings.Repeat(" ", 25), strings.Repeat("X", 32)), `line 4, positions 4-83: a segment without its terminator \`},
	{"an addendum beyond its end", swap(4, `XXXXXX\`+strings.Repeat(" ", 25)+"0001", strings.Repeat("X", 35)+`\`), `line 4, positions 4-83: a segment without its terminator \`},

	{"a changed amount in both places", func(lines []string) []string {
		return swap(4, "T*123456", "T*123457")(at(3, 30, "0000130659")(lines))
	}, "line 7, positions 33-44: total of credits in cents is 130757 and should be 130758"},
	{"30 February", swap(4, "261130", "260230"), `line 4, positions 22-27: TXP03: "260230" is not a day as YYMMDD: there is no such day`},
	{"a negative amount", swap(4, "P*6173", "P*-617"), `line 4, positions 40-43: TXP07: "-617" is not an amount in cents`},
	{"an amount with a leading zero", swap(4, "T*123456*P*6173", "T*123456*P*0617"), `line 4, positions 40-43: TXP07: "0617" is not an amount`},
	{"a kind twice", swap(4, "*P*", "*T*"), "line 4, position 38: TXP06: T is given twice"},
	{"a tax type too long", swap(4, `*011*261130*T*123456*P*6173*I*1029*XXXXXX\   `, `*011261*261130*T*123456*P*6173*I*1029*XXXXXX\`), `line 4, positions 18-23: TXP02: "011261" is not a code`},
	{"text after the terminator", swap(4, `\ `, `\X`), `line 4, position 59: text after the terminator \`},
	{"another segment", swap(4, "TXP", "TXR"), `line 4, positions 4-6: TXP00: "TXR" is not a TXP segment`},
	{"two elements too few", swap(4, `*I*1029*XXXXXX\`, `*I\            `), "line 4, position 45: TXP08: a segment of 8 elements"},
	{"a hash", at(7, 20, "9"), "line 7, positions 11-20: hash of routing numbers is 198000009 and should be 198000005"},
	{"a count", at(15, 10, "7"), "line 15, positions 5-10: count of entries and addenda is 7 and should be 6"},
	{"a debit", at(15, 32, "1"), "line 15, positions 21-32: total of debits in cents is 1 and should be 0"},
	{"another company in the control record", at(15, 54, "2"), `line 15, positions 45-54: company's id "1000000002"; the batch began with "1000000001"`},
	{"another batch number", at(8, 94, "3"), "line 8, positions 88-94: batch number is 3 and should be 2"},
	{"a trace out of order", at(9, 94, "4"), "line 9, positions 88-94: number in the trace is 4 and should be 3"},
	{"a trace of another bank", at(9, 80, "98"), `line 9, positions 80-87: originating bank of the batch is "98000001"`},
	{"an addendum of another entry", at(10, 94, "4"), "line 10, positions 88-94: number of its entry is 4 and should be 3"},
	{"a second addendum by its number", at(10, 87, "2"), `line 10, positions 84-87: number of the addendum is "0002" and should be "0001"`},
	{"a debit entry", at(9, 2, "27"), `line 9, positions 2-3: transaction "27" is not a credit`},
	{"an entry of nothing", func(lines []string) []string {
		return swap(6, `T*99\`, `T*0\ `)(at(5, 30, "0000000000")(lines))
	}, "line 5, positions 30-39: an entry that moves no money"},
	{"an amount of blanks", at(5, 30, "        99"), "line 5, positions 30-39: amount:"},
	{"a lost addendum", drop(10), `line 10, position 1: "6" where the addendum of the entry should be`},
	{"a lost entry", drop(9), `line 9, position 1: "7" where an entry or the batch's control record should be`},
	{"a lost control record", drop(15), `line 15, position 1: "5" where an entry or the batch's control record should be`},
	{"mixed debits and credits", at(8, 2, "200"), `line 8, positions 2-4: service class: credits only is "200"`},
	{"another entry class", at(8, 51, "PPD"), `line 8, positions 51-53: entry class is "PPD"`},
	{"money before the file", at(8, 70, "261209"), "line 8, positions 70-75: the money is to arrive on 2026-12-09, before the file is made on 2026-12-10"},
	{"the count of batches", at(20, 7, "2"), "line 20, positions 2-7: count of batches is 2 and should be 3"},
	{"the count of blocks", at(20, 13, "3"), "line 20, positions 8-13: count of blocks is 3 and should be 2"},
	{"the file's total", at(20, 55, "9"), "line 20, positions 44-55: total of credits in cents is"},
	{"a tab in a name", at(9, 57, "\t"), "line 9, positions 55-76: recipient's name:"},
	{"a line of a wrong length", func(lines []string) []string { lines[2] += " "; return lines }, "line 3: 95 characters; a line has 94"},
	{"an account moved to the right", at(3, 13, " 77-0012"), "line 3, positions 13-29: account"},
	{"a sign in an account", swap(5, "000123456789 ", "000123456789/"), `line 5, positions 13-29: account: account ending in "789/" is not 1 to 17 letters, digits and hyphens`},
	{"a blank line", func(lines []string) []string { return append(lines[:1], append([]string{""}, lines[1:]...)...) }, "line 2: 0 characters; a line has 94"},
	{"text at the end", func(lines []string) []string { return append(lines[:20], "X", "") }, "line 21: text after the end of the last block"},
	{"cut off", func(lines []string) []string { return append(lines[:12:12], "") }, "line 13: the file ends where an entry or the batch's control record should be"},
	{"empty", func([]string) []string { return []string{""} }, "line 1: the file ends where a file header should be"},
}

func goldenLines(t testing.TB) []string {
	t.Helper()
	return strings.Split(write(t, build(t, payments())), "\r\n")
}

// TestDamage: every damaged file is refused by both readers, and ours says
// where and why.
func TestDamage(t *testing.T) {
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			text := strings.Join(d.do(goldenLines(t)), "\r\n")
			_, err := payment.Read(strings.NewReader(text))
			var f *payment.Fault
			if !errors.As(err, &f) || !strings.HasPrefix(err.Error(), d.want) {
				t.Errorf("got  %v\nwant %s", err, d.want)
			}
			if _, err := look(text); err == nil {
				t.Error("the second reader takes it")
			}
			if err != nil && strings.Contains(err.Error(), "000123456789") {
				t.Errorf("a whole account number: %v", err)
			}
		})
	}
}

// TestFiller: a short file is filled to a block, and only with nines.
func TestFiller(t *testing.T) {
	whole := strings.Split(write(t, build(t, payments()[:1])), "\r\n")
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{append(append([]string{}, whole[:9]...), ""), "line 10: the file ends where a line of nines that fills the block should be"},
		{append(append([]string{}, whole[:6]...), ""), "line 7: the file ends where a line of nines"},
		{append(append([]string{}, whole[:10]...), whole[9], ""), "line 11: text after the end of the last block"},
		{at(8, 50, "8")(append([]string{}, whole...)), "line 8, positions 1-94: the last block is filled with lines of nines only"},
		{whole[:10], "line 10: the line does not end with CR LF"},
	} {
		text := strings.Join(c.lines, "\r\n")
		if _, err := payment.Read(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
		if _, err := look(text); err == nil {
			t.Errorf("the second reader takes a file with: %s", c.want)
		}
	}
	unix := strings.ReplaceAll(strings.Join(whole, "\r\n"), "\r\n", "\n")
	if _, err := payment.Read(strings.NewReader(unix)); err == nil || err.Error() != "line 1: the line does not end with CR LF" {
		t.Error(err)
	}
}

// TestEveryByte: no change of one character goes unseen, unless the file is as
// it would be written for other names.
func TestEveryByte(t *testing.T) {
	text := strings.Join(goldenLines(t), "\r\n")
	taken := 0
	for i := range len(text) {
		for _, c := range []byte{'0', '7', 'Q', ' ', '*', '\n'} {
			if text[i] == c {
				continue
			}
			changed := text[:i] + string(c) + text[i+1:]
			f, err := payment.Read(strings.NewReader(changed))
			_, second := look(changed)
			if (err == nil) != (second == nil) {
				t.Fatalf("byte %d (line %d, position %d) as %q: ours says %v, the second %v", i, i/96+1, i%96+1, c, err, second)
			}
			if err == nil {
				taken++
				if write(t, f) != changed {
					t.Fatalf("byte %d as %q is not written as it was read", i, c)
				}
			}
		}
	}
	if taken == 0 || taken > len(text)*6/4 {
		t.Errorf("%d changes were taken", taken)
	}
}

// FuzzRead: what is taken is written again to the same bytes, and the second
// reader takes it too; what is not says why.
func FuzzRead(f *testing.F) {
	lines := goldenLines(f)
	f.Add([]byte(strings.Join(lines, "\r\n")))
	f.Add([]byte(write(f, build(f, payments()[:1]))))
	for _, d := range damages {
		f.Add([]byte(strings.Join(d.do(goldenLines(f)), "\r\n")))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := payment.Read(strings.NewReader(string(text)))
		if err != nil {
			var fault *payment.Fault
			if !errors.As(err, &fault) || fault.Line < 1 || fault.Reason == "" {
				t.Fatalf("no line or reason: %v", err)
			}
			return
		}
		if got := write(t, file); got != string(text) {
			t.Fatalf("written again\n%s\nread\n%s", got, text)
		}
		if _, err := look(string(text)); err != nil {
			t.Fatalf("the second reader: %v\n%s", err, text)
		}
	})
}
