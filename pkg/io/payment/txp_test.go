package payment_test

import (
	"errors"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/payment"
)

func txp(id, taxType, end, verification string, amounts ...calc.Cents) payment.TXP {
	t := payment.TXP{ID: id, TaxType: taxType, PeriodEnd: date(end), Verification: verification}
	for i, a := range amounts {
		t.Amounts = append(t.Amounts, payment.TXPAmount{Type: "TPIX"[i], Amount: a})
	}
	return t
}

// TestSegment holds segments to their spelling. The first is Dayton's published
// example: $2,400.00 for November 2026.
func TestSegment(t *testing.T) {
	for _, c := range []struct {
		txp  payment.TXP
		want string
	}{
		{txp("987654321", "011", "2026-11-30", "XXXXXX", 240000, 0, 0), `TXP*987654321*011*261130*T*240000*P*0*I*0*XXXXXX\`},
		{txp("001234567", "011", "2026-11-30", "", 240000, 0, 0), `TXP*001234567*011*261130*T*240000*P*0*I*0\`},
		{txp("WTH-004217", "R1", "2027-03-31", "", 1), `TXP*WTH-004217*R1*270331*T*1\`},
		{txp("WTH-004217", "R1", "2027-03-31", "7", 1), `TXP*WTH-004217*R1*270331*T*1*****7\`},
		{txp("1", "1", "2028-02-29", "7", 1, 2), `TXP*1*1*280229*T*1*P*2***7\`},
		{txp("ABCDEFGHIJKLMNO", "12345", "2099-12-31", "123456", 9999999999, 9999999999, 9999999999),
			`TXP*ABCDEFGHIJKLMNO*12345*991231*T*9999999999*P*9999999999*I*9999999999*123456\`},
	} {
		got, err := c.txp.Segment()
		if err != nil || got != c.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, c.want)
			continue
		}
		back, err := payment.ParseTXP(got)
		if err != nil {
			t.Errorf("%s: %v", got, err)
		} else if again, _ := back.Segment(); again != got || back.Total() != c.txp.Total() {
			t.Errorf("%s is read as %+v", got, back)
		}
		if sum, err := txpTotal(got); err != nil || sum != int64(c.txp.Total()) {
			t.Errorf("the second reader has %d, %v", sum, err)
		}
	}
}

// TestDaytonFromBank: bank.yaml can ask for Dayton's layout, word for word.
func TestDaytonFromBank(t *testing.T) {
	text := strings.NewReplacer("lakeside:", "dayton:", "LAKESIDE", "DAYTON").Replace(string(payment.Example))
	b, err := payment.ParseBank("bank.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	key, err := b.Recipient("dayton", "self")
	if err != nil {
		t.Fatal(err)
	}
	f, err := b.File(stamp, []payment.Payment{{EmployerID: "9", EIN: "98-7654321", Recipient: key, Municipality: "dayton",
		PeriodEnd: date("2026-11-30"), Effective: date("2026-12-15"), Tax: 240000}})
	if err != nil {
		t.Fatal(err)
	}
	if line := strings.Split(write(t, f), "\r\n")[3]; !strings.HasPrefix(line, `705TXP*987654321*011*261130*T*240000*P*0*I*0*XXXXXX\ `) {
		t.Error(line)
	}
}

// TestBadTXP: what cannot be written is not built.
func TestBadTXP(t *testing.T) {
	good := func() payment.TXP { return txp("123456789", "011", "2026-11-30", "V", 1, 2, 3) }
	for want, change := range map[string]func(*payment.TXP){
		"TXP01: ... is not a number with a recipient":           func(t *payment.TXP) { t.ID = "" },
		`TXP01: ending in "4567" is not a number`:               func(t *payment.TXP) { t.ID = "1234567890124567" },
		`TXP01: ending in "4*56" is not a number`:               func(t *payment.TXP) { t.ID = "1234*56" },
		`TXP02, the tax type: "123456" is not a code`:           func(t *payment.TXP) { t.TaxType = "123456" },
		`TXP02, the tax type: "1\\" is not a code`:              func(t *payment.TXP) { t.TaxType = `1\` },
		`TXP03, the end of the period: day "" is not in`:        func(t *payment.TXP) { t.PeriodEnd = 0 },
		`TXP03, the end of the period: day "2100-01-01" is`:     func(t *payment.TXP) { t.PeriodEnd = date("2100-01-01") },
		"0 amounts in a TXP segment":                            func(t *payment.TXP) { t.Amounts = nil },
		"4 amounts in a TXP segment":                            func(t *payment.TXP) { t.Amounts = append(t.Amounts, payment.TXPAmount{Type: 'X'}) },
		"TXP06: P is given twice":                               func(t *payment.TXP) { t.Amounts[0].Type, t.Amounts[1].Type = 'P', 'P' },
		`TXP04: "t" is not a kind of amount`:                    func(t *payment.TXP) { t.Amounts[0].Type = 't' },
		"TXP05: -0.01 is not an amount from 0.00 to":            func(t *payment.TXP) { t.Amounts[0].Amount = -1 },
		"TXP09: 100000000.00 is not an amount":                  func(t *payment.TXP) { t.Amounts[2].Amount = 10_000_000_000 },
		`TXP10, the verification: "1234567" is not a code`:      func(t *payment.TXP) { t.Verification = "1234567" },
		`TXP10, the verification: "1 2" is not a code; write 1`: func(t *payment.TXP) { t.Verification = "1 2" },
	} {
		x := good()
		change(&x)
		if s, err := x.Segment(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %q, %v", want, s, err)
		}
	}
}

// TestParseTXP: what is not a segment is refused, with positions in it.
func TestParseTXP(t *testing.T) {
	for _, c := range [][2]string{
		{``, "position 1: a segment without its terminator"},
		{`TXP*1*1*261130*T*1`, "positions 1-18: a segment without its terminator"},
		{`TXP*1*1*261130*T*1\ `, "position 20: text after the terminator"},
		{`TXP*1*1*269930*T*1\`, `positions 9-14: TXP03: "269930" is not a day as YYMMDD: there is no such day`},
		{`TXP*1*1*20261130*T*1\`, `positions 9-16: TXP03: "20261130" is not a day as YYMMDD`},
		{`TXP*1*1*261130*T*1.00\`, `positions 18-21: TXP05: "1.00" is not an amount in cents`},
		{`TXP*1*1*261130*T*-1\`, `positions 18-19: TXP05: "-1" is not an amount`},
		{`TXP*1*1*261130*T*01\`, `positions 18-19: TXP05: "01" is not an amount`},
		{`TXP*1*1*261130*T*\`, `position 18: TXP05: "" is not an amount`},
		{`TXP*1*1*261130*T*12345678901\`, `positions 18-28: TXP05: "12345678901" is not an amount`},
		{`TXP*1*1*261130*TT*1\`, `positions 16-17: TXP04: "TT" is not a kind`},
		{`TXP*1*1*261130**\`, `position 16: TXP04: "" is not a kind`},
		{`TXP*1*1*261130*T*1**\`, `position 20: TXP06: "" is not a kind`},
		{`TXP*1*1*261130*T*1***P*1*V\`, `position 22: TXP08: "P" after an amount that is empty`},
		{`TXP*1*1*261130*T*1*P*1*P*1\`, `position 24: TXP08: P is given twice`},
		{`TXP*1*1*261130*T*1*P*1*I*1*\`, `position 28: TXP10: "" is not a code`},
		{`TXP*1*1*261130*T*1*P*1*I*1*V*\`, `position 30: TXP11: a segment of 11 elements`},
		{`TXP**1*261130*T*1\`, `position 5: TXP01: ... is not a number`},
		{`TXP\`, `positions 1-3: TXP00: a segment of 0 elements`},
		{`TXP*1*1*261130*T*1\` + strings.Repeat(" ", 62), "position 81: a segment of 81 characters; an addendum holds 80"},
	} {
		_, err := payment.ParseTXP(c[0])
		var f *payment.Fault
		if !errors.As(err, &f) || !strings.HasPrefix(err.Error(), c[1]) {
			t.Errorf("%s\n got %v\nwant %s", c[0], err, c[1])
		}
	}
}

// FuzzTXP: a segment that is taken is written again to the same bytes, with the
// total that the second reader finds.
func FuzzTXP(f *testing.F) {
	f.Add(`TXP*987654321*011*261130*T*240000*P*0*I*0*XXXXXX\`)
	f.Add(`TXP*1*1*280229*T*1*P*2***7\`)
	f.Add(`TXP*1*1*269930*T*1.00\`)
	f.Fuzz(func(t *testing.T, s string) {
		x, err := payment.ParseTXP(s)
		sum, second := txpTotal(s)
		if (err == nil) != (second == nil) {
			t.Fatalf("%q: ours says %v, the second reader %v", s, err, second)
		}
		if err != nil {
			return
		}
		if got, err := x.Segment(); err != nil || got != s || int64(x.Total()) != sum {
			t.Fatalf("%q is written as %q, %v", s, got, err)
		}
	})
}
