package record

import (
	"io"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/mapping"
	"example.com/withhold/pkg/io/table"
)

// readWinnings reads a text as a table of winnings and gives take each row. It
// reports false where the text is no such table.
func readWinnings(text string, take func(r *table.Row, w *Winnings, x *Win, faults []*table.Problem)) bool {
	f, err := table.OpenReader("winnings.csv", strings.NewReader(text))
	if err != nil {
		return false
	}
	defer f.Close()
	t := f.Tables[0]
	t.FindHeader(func(key string) bool {
		return slices.ContainsFunc(WinningsKind.Columns, func(c string) bool { return table.Key(c) == key })
	})
	var l Layout
	var none *mapping.Mapping
	if l.Names, l.Constants, err = none.Apply(t.Header, WinningsKind.Columns); err != nil || t.Err() != nil || len(l.Missing(WinningsKind)) > 0 {
		return false
	}
	w := NewWinnings(t, &l)
	var b table.Block
	for {
		if err := t.Next(&b); err != nil {
			return err == io.EOF
		}
		b.Split()
		for i := range b.Len() {
			r := b.Row(i)
			var x Win
			take(&r, w, &x, w.Read(&r, &x))
		}
	}
}

const winHeader = "payer_id,facility_municipality,payer_kind,game,won_on,winnings,wager,name,address,city,state,zip,ssn,tax_withheld,receipt_no\n"

func TestWinningsRow(t *testing.T) {
	text := winHeader +
		"C1,Toledo,Casino,slot,2026-01-05,\"$2,000.00\",5.00,A Person,1 Road,Toledo,OH,43604,900-00-0001,50.00,R1\n" +
		"C1,Toledo,vlt,,2026-01-05,2000.00,,,1 Road,,,,XXX-XX-0002,,\n" +
		"C1,Toledo,vlt,,2026-01-05,2000.00,,B,1 Road,Toledo,,43604,12345,,\n" +
		",Toledo,bank,,,x,-5,,,,,,,,\n"
	var wins []Win
	var faults [][]string
	ok := readWinnings(text, func(_ *table.Row, _ *Winnings, x *Win, list []*table.Problem) {
		wins = append(wins, *x)
		var columns []string
		for _, p := range list {
			columns = append(columns, p.Column)
		}
		faults = append(faults, columns)
	})
	if !ok || len(wins) != 4 {
		t.Fatalf("%d rows", len(wins))
	}
	if x := wins[0]; x.Kind != calc.Casino || x.Winnings != 200_000 || !x.WagerKnown || x.SSN != "900000001" || x.SSNLast4 != "0001" ||
		!x.WithheldKnown || x.Withheld != 5_000 || x.Missing != 0 || faults[0] != nil {
		t.Errorf("%+v, %v", x, faults[0])
	}
	if x := wins[1]; x.Missing != PersonName|PersonAddress|PersonSSN || x.SSN != "" || x.SSNLast4 != "0002" || x.WithheldKnown || faults[1] != nil {
		t.Errorf("%+v, %v", x, faults[1])
	}
	if x := wins[2]; x.Missing != PersonSSN || !x.SSNUnreadable || faults[2] != nil {
		t.Errorf("%+v, %v", x, faults[2])
	}
	if want := []string{"payer_id", "payer_kind", "won_on", "winnings"}; !slices.Equal(faults[3], want) {
		t.Errorf("faults in %v, want %v", faults[3], want)
	}
}

// A table without city, state and zip has the whole address in one column.
func TestAddressOfOneColumn(t *testing.T) {
	for text, want := range map[string]Identity{"1 Road, Toledo OH 43604": 0, "": PersonAddress} {
		readWinnings("payer_id,facility_municipality,payer_kind,won_on,winnings,name,address,ssn\nC1,Toledo,vlt,2026-01-05,2000.00,A,\""+text+"\",900-00-0001\n",
			func(_ *table.Row, _ *Winnings, x *Win, _ []*table.Problem) {
				if x.Missing != want {
					t.Errorf("%q: missing %v, want %v", text, x.Missing, want)
				}
			})
	}
}

// FuzzWinnings: whatever the text, a row is either sound or its faults say where
// they are; no message repeats a social security number; and reading a row again
// gives the same.
func FuzzWinnings(f *testing.F) {
	f.Add(winHeader + "C1,Toledo,casino,slot,2026-01-05,2000.00,5.00,A Person,1 Road,Toledo,OH,43604,900-00-0001,50.00,R1\n")
	f.Add("winnings;won on;payer kind;payer id;facility municipality\n2000;2026-01-05;VLT;V1;Toledo\n")
	f.Add(winHeader + "C1,Toledo,lottery,,2026-02-30,(2000.00),,A,,,,,900-00-00,x,\n\"C1\n")
	f.Fuzz(func(t *testing.T, text string) {
		readWinnings(text, func(r *table.Row, w *Winnings, x *Win, faults []*table.Problem) {
			for _, p := range faults {
				if p.Row != r.Number || p.Code == "" || p.Message == "" {
					t.Fatalf("a fault without a place or a reason: %+v", p)
				}
				if p.Column == "ssn" && p.Value != "" {
					t.Fatalf("a fault repeats a social security number: %+v", p)
				}
			}
			sound := len(faults) == 0
			if sound && (len(x.PayerID) == 0 || len(x.Facility) == 0 || x.On == 0 || x.Winnings.Abs() > calc.MaxCents) {
				t.Fatalf("a sound row lacks what it needs: %+v", x)
			}
			if r.Err == nil && (x.Missing&PersonSSN == 0) != (len(x.SSN) == 9) {
				t.Fatalf("missing %v, number of %d digits", x.Missing, len(x.SSN))
			}
			if k, ok := w.Kind(r); sound && (!ok || k != x.Kind) {
				t.Fatalf("kind %v, then %v", x.Kind, k)
			}
			var again Win
			if (len(w.Read(r, &again)) == 0) != sound || again.Winnings != x.Winnings || again.SSN != x.SSN || again.Missing != x.Missing {
				t.Fatalf("%+v, then %+v", x, again)
			}
		})
	})
}
