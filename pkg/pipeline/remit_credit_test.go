package pipeline

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ledger"
	"example.com/withhold/pkg/ordinance"
)

// TestCreditAccount: whatever is closed in whatever order, and corrected between,
// what was paid less the credit that is open is what the closed periods owe, and
// nothing is paid while a credit is open.
func TestCreditAccount(t *testing.T) {
	at := &place{Municipality: &ordinance.Municipality{ID: "m", Name: "M"}}
	e := &employer{id: "E1"}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "periods")
		amounts, closed := make([]calc.Cents, n), make([]*ledger.Closed, n)
		var paid, open calc.Cents
		for range rapid.IntRange(1, 10).Draw(t, "rounds") {
			var list []*remittal
			for i := range n {
				if rapid.Bool().Draw(t, "corrected") {
					amounts[i] = calc.Cents(rapid.IntRange(-500_00, 1000_00).Draw(t, "amount"))
				}
				from := calc.NewDate(2026, 1, 1) + calc.Date(31*i)
				m := &remittance{name: fmt.Sprint("P", i), due: from + 45, period: calc.Period{From: from, To: from + 30}, sum: entry{required: amounts[i], withheld: amounts[i]}}
				list = append(list, &remittal{remittance: m, employer: e, place: at, before: closed[i], chosen: rapid.Bool().Draw(t, "chosen")})
			}
			r := &remitting{archive: &archive{run: &run{}}, o: RemitOptions{Close: true}, payments: payments{calendar: &calc.Calendar{}}}
			lines := r.settlePlace(rapid.Permutation(list).Draw(t, "order"), nil)
			for i := range r.closing {
				c := &r.closing[i]
				at := slices.IndexFunc(list, func(x *remittal) bool { return x.name == c.Period })
				closed[at] = c
			}
			var credit, settled calc.Cents
			for i, c := range closed {
				if c == nil {
					continue
				}
				credit -= c.Credit
				settled += c.Settled()
				if list[i].chosen && c.Settled() != amounts[i] {
					t.Fatalf("%s owes %s and %s are settled", c.Period, amounts[i], c.Settled())
				}
			}
			for _, x := range list {
				paid += x.payment
				if min(x.payment, x.applied, x.left) < 0 || x.left > 0 && x.payment+x.applied > 0 || x.payment > 0 && !x.chosen {
					t.Fatalf("%s: %s to pay, %s of credit used, %s left", x.name, x.payment, x.applied, x.left)
				}
			}
			for _, x := range inOrderOfPayment(list) {
				if x.payment > 0 && open > x.applied {
					t.Fatalf("%s pays %s and uses %s of %s credit", x.name, x.payment, x.applied, open)
				}
				open += x.left - x.applied
			}
			if paid-credit != settled || credit < 0 {
				t.Fatalf("%s paid, %s of credit open, %s settled", paid, credit, settled)
			}
			if k := len(lines); k > 0 && lines[k-1].open != credit {
				t.Fatalf("credits.csv ends with %s, the account with %s", lines[k-1].open, credit)
			}
			if s := &r.totals; s.due-s.settled != s.payment+s.applied-s.left {
				t.Fatalf("totals do not tie: %+v", *s)
			}
		}
	})
}
