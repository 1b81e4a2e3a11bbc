package pipeline

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// TestAccount holds an account against a map: whatever is added in whatever order,
// there is one entry for each place and slot, with the sums.
func TestAccount(t *testing.T) {
	places := []*place{{}, {}, {}, {}, {}}
	type key struct{ place, slot int }
	rapid.Check(t, func(t *rapid.T) {
		var a account
		var n numbered
		want := map[key]entry{}
		cents := rapid.Custom(func(t *rapid.T) calc.Cents {
			return calc.Cents(rapid.Int64Range(-int64(calc.MaxCents), int64(calc.MaxCents)).Draw(t, "cents"))
		})
		for range rapid.IntRange(0, 300).Draw(t, "lines") {
			k := key{rapid.IntRange(0, len(places)-1).Draw(t, "place"), rapid.IntRange(0, 40).Draw(t, "slot")}
			x := entry{place: places[k.place], slot: slotOf(calc.NewDate(2026, 1, 1), nil) + slot(k.slot),
				subject: cents.Draw(t, "subject"), required: cents.Draw(t, "required")}
			x.withheld = rapid.SampledFrom([]calc.Cents{x.required, 0, -x.subject}).Draw(t, "withheld")
			a.add(&x, &n)
			sum := want[k]
			sum.place, sum.slot = x.place, x.slot
			sum.add(&x)
			want[k] = sum
		}
		order := func(x, y entry) int {
			return cmp.Or(slices.Index(places, x.place)-slices.Index(places, y.place), cmp.Compare(x.slot, y.slot))
		}
		got := slices.SortedFunc(slices.Values(a.appendTo(nil, &n)), order)
		if !slices.Equal(got, slices.SortedFunc(maps.Values(want), order)) {
			t.Fatalf("got %v, want %v", got, want)
		}
		if a.any() != (len(want) > 0) {
			t.Fatalf("any is %v for %d entries", a.any(), len(want))
		}
	})
}

// TestAccountIsBounded holds that it is places and slots that take room, not lines.
func TestAccountIsBounded(t *testing.T) {
	places := []*place{{}, {}, {}, {}}
	var a account
	var n numbered
	for i := range 100_000 {
		a.add(&entry{place: places[i%4], slot: slot(i % 12), subject: 1_000_00, required: 25_00, withheld: 25_00}, &n)
	}
	if n := cap(a.packed); n > 2048 {
		t.Errorf("12 entries take %d bytes", n)
	}
	if got := a.appendTo(nil, &n); len(got) != 12 {
		t.Errorf("got %d entries", len(got))
	}
}
