package calc

import (
	"testing"

	"pgregory.net/rapid"
)

// Law: 000 (A)(1), 002 (a), 003 (a), R.C. 718.01.

func TestWages(t *testing.T) { testWages(t, "wages.yaml") }

// TestWagesAddUp: whatever the law, the person and the check, every cent paid is
// subject or is not for a reason that the law has.
func TestWagesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law, p, ties := anyLaw("Any").Draw(t, "law"), anyPerson().Draw(t, "person"), anyTies().Draw(t, "ties")
		c := anyCheck(true).Draw(t, "check")
		w := law.WagesOf(&c, &p, ties)
		sum := w.Subject
		for r, amount := range w.NotSubject {
			if amount != 0 && !law.Exclusions[r].Applies {
				t.Fatalf("%s for %s, which the law does not have", amount, Reason(r))
			}
			if has := w.Reasons().Has(Reason(r)); has != (amount != 0) {
				t.Fatalf("%s for %s, in the set of reasons: %t", amount, Reason(r), has)
			}
			sum += amount
		}
		if sum != w.Total || w.Total != c.Pay.Total() {
			t.Fatalf("subject and not subject make %s of %s", sum, c.Pay.Total())
		}
	})
}

// TestReversalCancels: the check negated is the wages negated. Election pay is
// apart, since what is free depends on what was paid before.
func TestReversalCancels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law, p, ties := anyLaw("Any").Draw(t, "law"), anyPerson().Draw(t, "person"), anyTies().Draw(t, "ties")
		c := anyCheck(false).Draw(t, "check")
		back := negated(c)
		w, b := law.WagesOf(&c, &p, ties), law.WagesOf(&back, &p, ties)
		if b != w.negated() {
			t.Fatalf("the reversal leaves\n%+v of\n%+v", b, w)
		}
		if sum := law.Rate.Tax(w.Subject) + law.Rate.Tax(b.Subject); sum != 0 {
			t.Fatalf("a tax of %s is left", sum)
		}
	})
}

// TestCafeteriaStopsAtNothing: a deduction never turns wages into their opposite.
func TestCafeteriaStopsAtNothing(t *testing.T) {
	law := village000()
	rapid.Check(t, func(t *rapid.T) {
		var c Check
		c.Pay[PayGross] = Cents(rapid.Int64Range(0, 100_000).Draw(t, "wages"))
		c.Section125 = Cents(rapid.Int64Range(0, 100_000).Draw(t, "deduction"))
		w := law.WagesOf(&c, &Person{}, Ties{})
		if want := max(0, c.Pay[PayGross]-c.Section125); w.Subject != want {
			t.Fatalf("%s less %s is %s, want %s", c.Pay[PayGross], c.Section125, w.Subject, want)
		}
	})
}
