package ordinance

import (
	"testing"

	"example.com/withhold/pkg/calc"
)

// How net profits are apportioned. Law: 001 (C), which says nothing of rents;
// R.C. 718.02, which counts them eightfold.
func TestNetProfitByDate(t *testing.T) {
	b := book(t)
	for _, c := range []struct {
		name, on string
		want     calc.NetProfit
	}{
		{"Village 001", "2004-01-01", calc.NetProfit{Cite: "001 (C)"}},
		{"Village 001", "2026-01-01", calc.NetProfit{Cite: "001 (C)"}},
		{"Toledo", "2015-12-31", calc.NetProfit{}},
		{"Toledo", "2016-01-01", calc.NetProfit{RentTimes: 8, Cite: "R.C. 718.02"}},
	} {
		if got := lawOn(t, b, c.name, c.on).NetProfit; got != c.want {
			t.Errorf("%s on %s: %+v, want %+v", c.name, c.on, got, c.want)
		}
	}
	if got := b.NetProfit(day(t, "2026-01-01")).RentTimes; got != 8 {
		t.Errorf("state law: rents count %d times", got)
	}
	const words = "apportioned by the mean of property, receipts and wages here to those everywhere"
	for n, want := range map[calc.NetProfit]string{{}: words, {RentTimes: 8}: words + "; rented real property counts at 8 times its annual rent"} {
		if got := NetProfitWords(n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
