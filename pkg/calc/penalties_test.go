package calc

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPenalties(t *testing.T) {
	payBy := NewDate(2026, 2, 10)
	type c struct {
		of
		paid        []Payment
		asOf        Date
		late, open  Cents
		penalty     Cents
		filed       Date
		returnIsDue bool
	}
	h := func(name string) of { return of{Name: name, Cite: "004 192.053(H)(1)"} }
	r := func(name string) of { return of{Name: name, Cite: "004 192.053(H)(2)"} }
	each(t, []c{
		{h("on the day"), []Payment{{0, 1001, payBy}}, payBy + 30, 0, 0, 0, payBy, false},
		{h("a day late: half of the tax, rounded away from zero"), []Payment{{0, 1001, payBy + 1}}, payBy + 30, 1001, 0, 501, payBy, false},
		{h("never"), nil, payBy + 30, 1001, 1001, 501, payBy, false},
		{h("not due yet"), nil, payBy, 0, 1001, 0, 0, false},
		{h("a part in time"), []Payment{{0, 601, payBy}, {0, 400, payBy + 5}}, payBy + 30, 400, 0, 200, payBy, false},
		{h("a payment after the day asked for"), []Payment{{0, 1001, payBy + 31}}, payBy + 30, 1001, 1001, 501, payBy, false},
		{r("the return a day late"), []Payment{{0, 1001, payBy}}, payBy + 30, 0, 0, 0, payBy + 1, true},
		{r("no return"), []Payment{{0, 1001, payBy}}, payBy + 1, 0, 0, 0, 0, true},
		{r("a return after the day asked for"), []Payment{{0, 1001, payBy}}, payBy + 1, 0, 0, 0, payBy + 2, true},
		{r("its day has not passed"), []Payment{{0, 1001, payBy}}, payBy, 0, 0, 0, 0, false},
	}, func(t *testing.T, x c) {
		list, rest := Settle([]Owed{{1001, payBy}}, x.paid, x.asOf)
		s := &list[0]
		if s.Late() != x.late || s.Open() != x.open || rest != 0 || s.Penalty(5_000_000_000) != x.penalty {
			t.Errorf("late %s, open %s, rest %s, penalty %s", s.Late(), s.Open(), rest, s.Penalty(5_000_000_000))
		}
		if ReturnLate(payBy, x.filed, x.asOf) != x.returnIsDue {
			t.Errorf("return late: %v", !x.returnIsDue)
		}
	})
}

// What is too much for one month, and what is for no month, goes to the oldest
// that is open.
func TestSettleOrder(t *testing.T) {
	owed := []Owed{{100, 10}, {200, 20}, {300, 30}}
	list, rest := Settle(owed, []Payment{{2, 350, 25}, {AnyPeriod, 100, 40}, {1, 120, 20}}, 50)
	want := [][]Payment{{{0, 50, 25}, {0, 50, 40}}, {{1, 120, 20}, {1, 50, 40}}, {{2, 300, 25}}}
	for i := range list {
		if !slices.Equal(list[i].Paid, want[i]) {
			t.Errorf("%d: %v, want %v", i, list[i].Paid, want[i])
		}
	}
	if rest != 0 || list[1].Open() != 30 {
		t.Errorf("rest %s, open %s", rest, list[1].Open())
	}
}

// No cent is lost or made, whatever the order of payments.
func TestSettleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "n")
		var owed []Owed
		var due Cents
		for i := range n {
			owed = append(owed, Owed{Cents(rapid.IntRange(0, 500).Draw(t, "owed")), Date(10 * (i + 1))})
			due += owed[i].Amount
		}
		var paid []Payment
		var sum Cents
		for range rapid.IntRange(0, 6).Draw(t, "payments") {
			p := Payment{rapid.IntRange(-1, n-1).Draw(t, "for"), Cents(rapid.IntRange(1, 400).Draw(t, "paid")), Date(rapid.IntRange(1, 80).Draw(t, "on"))}
			paid = append(paid, p)
			if p.On <= 60 {
				sum += p.Amount
			}
		}
		list, rest := Settle(owed, paid, 60)
		var open, applied Cents
		for i := range list {
			open += list[i].Open()
			for _, p := range list[i].Paid {
				applied += p.Amount
			}
			if l := list[i].Late(); l < 0 || l > owed[i].Amount {
				t.Fatalf("late %s of %s", l, owed[i].Amount)
			}
		}
		if applied+rest != sum || applied+open != due {
			t.Fatalf("applied %s, rest %s, paid %s, open %s, due %s", applied, rest, sum, open, due)
		}
		slices.Reverse(paid)
		again, _ := Settle(owed, paid, 60)
		for i := range list {
			if list[i].Open() != again[i].Open() || list[i].Late() != again[i].Late() {
				t.Fatalf("%d: %v in one order, %v in another", i, list[i], again[i])
			}
		}
	})
}
