package results

import (
	"testing"

	"example.com/withhold/pkg/calc"
)

func TestShare(t *testing.T) {
	for x, want := range map[calc.Rate]string{0: "0.000000", 10_000_000_000: "1.000000", 3_750_000_000: "0.375000", 10_000: "0.000001", 9_999_990_000: "0.999999"} {
		var r Row
		r.Share(x)
		if string(r.Bytes) != want+"," {
			t.Errorf("%d: %s want %s,", x, r.Bytes, want)
		}
	}
}
