package calc

import (
	"testing"

	"pgregory.net/rapid"
)

// Law: 001 (D)(7), (8), (10); 002 (d); 003 (k).

func TestExemptions(t *testing.T) { testWages(t, "exemptions.yaml") }

// TestElectionPayCancels: what is free depends on what was paid before, so a
// check and the reversal that follows it must cancel, and a year's checks must
// be free up to the limit, however the money is cut up. 001 (D)(8).
func TestElectionPayCancels(t *testing.T) {
	law := village001()
	limit := law.Exclusions[ElectionOfficial].Limit
	rapid.Check(t, func(t *rapid.T) {
		amounts := rapid.SliceOfN(rapid.Int64Range(0, 60_000), 1, 8).Draw(t, "payments")
		var paid, free Cents
		for _, a := range amounts {
			c := Check{ElectionBefore: paid}
			c.Pay[PayElection] = Cents(a)
			w := law.WagesOf(&c, &Person{}, Ties{})
			paid, free = paid+Cents(a), free+w.NotSubject[ElectionOfficial]

			back := negated(c)
			back.ElectionBefore = paid
			if got := law.WagesOf(&back, &Person{}, Ties{}); got != w.negated() {
				t.Fatalf("after %s, %s and its reversal leave %+v of %+v", c.ElectionBefore, c.Pay[PayElection], got, w)
			}
		}
		if want := min(paid, limit); free != want {
			t.Fatalf("%s of %s is free, want %s", free, paid, want)
		}
	})
}
