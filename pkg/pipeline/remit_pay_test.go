package pipeline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	ach "example.com/withhold/pkg/io/payment"
	"example.com/withhold/pkg/ledger"
)

// bankText is a bank file of invented names and numbers.
const bankText = `destination: {routing: "990000013", name: EXAMPLE BANK}
origin: {id: "1000000001", name: EXAMPLE BUREAU}
company: {name: EXAMPLE BUREAU, id: "1000000001", odfi: "990000013", description: CITY TAX}
recipients:
  village-000: {routing: "990000026", account: "000123", kind: checking, name: VILLAGE 000, receiver_id: employer_id, txp_id: fein_digits, tax_type: "011", amounts: tax_penalty_interest}
  village-002: {routing: "990000039", account: "77", kind: savings, name: VILLAGE 002, receiver_id: fein_dashed, txp_id: fein_digits, tax_type: "R1", amounts: total}
`

func (r *remembering) bank(text string) string {
	r.Helper()
	path := filepath.Join(r.dir, "bank.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.Fatal(err)
	}
	return path
}

// firm is an employer that must pay federal tax electronically.
func firm() tables {
	return tables{"employers": {{"employer_id", "name", "ein", "federal_eft"}, {"E1", "Example LLC", "00-1234567", "yes"}}}
}

// TestPaymentFile: 000 (A)(2)(b): what must be paid electronically is in the file,
// to the cent, and nothing else unless it is asked for.
func TestPaymentFile(t *testing.T) {
	r := remember(t)
	r.payWith(firm(), "j1,2026-01-09,Village 000,1000.00", "j2,2026-01-09,Village 002,4000.00", "m1,2026-03-06,Village 002,6000.00", "m2,2026-03-06,Village 001,100.00")
	const cells = "municipality,period,amount,method,recipient,effective_date,in_file,trace,note"
	r.remit(RemitOptions{DueBy: byApril})
	give := "to be paid electronically: give --bank for a payment file"
	r.wants("payments", cells, "Village 000,2026-Q1,12.50,eft,,,no,,"+give, "Village 001,2026-Q1,1.50,eft,,,no,,"+give,
		"Village 002,2026-03,120.00,any,,,no,,", "Village 002,2026-Q1,80.00,any,,,no,,")
	r.refused(RemitOptions{DueBy: byApril, Bank: r.bank(bankText)}, "employer E1 must pay Village 001 electronically: bank.yaml: recipients: there is no village-001")

	bank := r.bank(bankText + `  village-001: {routing: "990000042", account: "5", kind: checking, name: VILLAGE 001, receiver_id: none, txp_id: fein_digits, tax_type: "1", amounts: total}` + "\n")
	m := r.remit(RemitOptions{DueBy: byApril, Bank: bank, EFTAll: true, Close: true}).Manifest
	// Made on 2026-04-20: what was due on the 15th arrives on the next banking day.
	// The two periods of Village 002 end on the same day and are one payment.
	r.wants("payments", cells,
		"Village 000,2026-Q1,12.50,eft,village-000,2026-04-21,yes,990000010000001,",
		"Village 001,2026-Q1,1.50,eft,village-001,2026-04-30,yes,990000010000002,",
		"Village 002,2026-03,120.00,any,village-002,2026-04-30,yes,990000010000003,",
		"Village 002,2026-Q1,80.00,any,village-002,2026-04-30,yes,990000010000003,")
	path := filepath.Join(r.dir, "out", achName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := ach.Read(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range file.Batches {
		for _, e := range b.Entries {
			segment, _ := e.TXP.Segment()
			got = append(got, fmt.Sprint(b.Effective, " ", e.Name, " ", e.Amount, " ", e.ID, " ", segment))
		}
	}
	want := []string{`2026-04-21 VILLAGE 000 12.50 E1 TXP*001234567*011*260331*T*1250*P*0*I*0\`, `2026-04-30 VILLAGE 001 1.50  TXP*001234567*1*260331*T*150\`,
		`2026-04-30 VILLAGE 002 200.00 00-1234567 TXP*001234567*R1*260331*T*20000\`}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if m.Control.FileTotal != "214.00" || m.Control.Payments != "214.00" || m.Control.FileCount != 4 {
		t.Errorf("%+v", m.Control)
	}
	for _, c := range closedIn(t, r.ledger()) {
		if c.PaidOn == 0 || (c.Period == "2026-Q1") != (c.PaidOn <= calc.NewDate(2026, 4, 30) && c.Period != "2026-03") {
			t.Errorf("%+v", c)
		}
	}
}

// TestPaidOn: the day is that of the file, and of the ledger.
func TestPaidOn(t *testing.T) {
	r := remember(t)
	r.payWith(firm(), "j1,2026-01-09,Village 000,1000.00")
	r.refused(RemitOptions{DueBy: byApril, Bank: r.bank(bankText), PaidOn: calc.NewDate(2026, 4, 14)}, "a bank cannot pay back in time")
	r.refused(RemitOptions{DueBy: byApril, Bank: r.bank(bankText), PaidOn: calc.NewDate(2026, 5, 25)},
		"banks are closed that day (Memorial Day); write the next business day, 2026-05-26")
	r.remit(RemitOptions{DueBy: byApril, PaidOn: calc.NewDate(2026, 4, 14), Close: true})
	r.wants("payments", "amount,effective_date", "12.50,2026-04-14")
	if c := closedIn(t, r.ledger()); len(c) != 1 || c[0].PaidOn != calc.NewDate(2026, 4, 14) {
		t.Errorf("%+v", c)
	}
}

func closedIn(t tester, path string) []ledger.Closed {
	t.Helper()
	s, err := ledger.OpenExisting(context.Background(), path)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer s.Close()
	list, err := s.Closed(context.Background(), "E1")
	if err != nil {
		t.Fatalf("%v", err)
	}
	return list
}

// TestAnyOrderOfRuns: payroll with reversals and corrections, closed as it comes,
// by days and by periods, pays in the end what is due, as one file each.
func TestAnyOrderOfRuns(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r, random := remember(t), rand.New(rand.NewPCG(seed, 7))
			bank, paid := r.bank(bankText), calc.Cents(0)
			tax := map[string]calc.Cents{} // of each check, the last time it was given
			for range 4 {
				rows, given := []string{}, map[string]bool{}
				for range 1 + random.IntN(3) {
					check, village := fmt.Sprintf("c%d,2026-%02d-09", random.IntN(3), 1+random.IntN(5)), 2*random.IntN(2)
					if gross := 4 * (random.IntN(3_000) - 700); !given[check] { // in fours no tax is rounded
						tax[check] = calc.Cents(gross) * []calc.Cents{125, 0, 200}[village] / 100
						rows, given[check] = append(rows, fmt.Sprintf("%s,Village 00%d,%d.00", check, village, gross)), true
					}
				}
				r.reset()
				r.payWith(firm(), rows...)
				o := RemitOptions{DueBy: calc.NewDate(2026, 2, 1) + calc.Date(random.IntN(200)), Close: true, Bank: bank, EFTAll: true,
					PaidOn: calc.NewDate(2026, 9, 1)}
				paid += payOut(t, r, o)
			}
			paid += payOut(t, r, RemitOptions{DueBy: calc.NewDate(2027, 1, 31), Close: true, Bank: bank, EFTAll: true, PaidOn: calc.NewDate(2026, 9, 1)})
			var settled, credit calc.Cents
			for _, c := range closedIn(t, r.ledger()) {
				settled += c.Settled()
				credit -= c.Credit
			}
			var due calc.Cents
			for _, x := range tax {
				due += x
			}
			if settled != due || paid-credit != due || credit < 0 {
				t.Errorf("%s due, %s settled, %s paid, %s of credit open", due, settled, paid, credit)
			}
			if rep, err := CheckLedger(context.Background(), r.ledger()); err != nil || len(rep.Faults)+len(rep.Unconfirmed) > 0 {
				t.Errorf("%+v %v", rep, err)
			}
		})
	}
}

// payOut closes what is due and adds up its file.
func payOut(t *testing.T, r *remembering, o RemitOptions) (total calc.Cents) {
	t.Helper()
	m := r.remit(o).Manifest
	f, err := os.Open(filepath.Join(r.dir, "out", achName))
	if os.IsNotExist(err) && m.Control.FileCount == 0 {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, err := ach.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range file.Batches {
		for _, e := range b.Entries {
			total += e.Amount
		}
	}
	if total.String() != m.Control.Payments || total.String() != m.Control.FileTotal {
		t.Errorf("the file pays %s; %+v", total, m.Control)
	}
	return total
}
