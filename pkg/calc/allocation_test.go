package calc

import (
	"testing"

	"pgregory.net/rapid"
)

// TestSplitCheckAddsUp: the parts of a check are the check, item by item, none is
// on the other side of zero, and a part that is all of it is the check itself.
func TestSplitCheckAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCheck(true).Draw(t, "check")
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 9).Draw(t, "weights")
		parts := SplitCheck(&c, weights, nil)
		var sum Check
		for _, p := range parts {
			for item := range p.Pay {
				if p.Pay[item] != 0 && (p.Pay[item] < 0) != (c.Pay[item] < 0) {
					t.Fatalf("item %d: %s of %s", item, p.Pay[item], c.Pay[item])
				}
				sum.Pay[item] += p.Pay[item]
			}
			sum.Section125 += p.Section125
			if p.PayDate != c.PayDate || p.Earned != c.Earned || p.ISODisposed != c.ISODisposed || p.NQDCDeferred != c.NQDCDeferred {
				t.Fatalf("a part has other dates: %+v of %+v", p, c)
			}
		}
		if len(parts) != len(weights) || sum.Pay != c.Pay || sum.Section125 != c.Section125 {
			t.Fatalf("%d parts of %d add up to %+v, want %+v", len(parts), len(weights), sum, c)
		}
		if len(weights) == 1 && parts[0] != c {
			t.Fatalf("the whole is %+v, want %+v", parts[0], c)
		}
	})
}

// TestSplitCheckElection: what an earlier part used of the year's free amount is
// before the next: 001 (D)(8).
func TestSplitCheckElection(t *testing.T) {
	c := Check{ElectionBefore: cents("700.00")}
	c.Pay[PayElection] = cents("500.00")
	parts := SplitCheck(&c, []int64{2, 3}, nil)
	if a, b := parts[0], parts[1]; a.ElectionBefore != cents("700.00") || a.Pay[PayElection] != cents("200.00") ||
		b.ElectionBefore != cents("900.00") || b.Pay[PayElection] != cents("300.00") {
		t.Fatalf("%+v", parts)
	}
	law := village001()
	free := Cents(0)
	for i := range parts {
		w := law.WagesOf(&parts[i], &Person{}, Ties{})
		free += w.NotSubject[ElectionOfficial]
	}
	if free != cents("300.00") {
		t.Errorf("%s is free, want what is left of $1,000: 300.00", free)
	}
}
