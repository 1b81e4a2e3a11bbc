package pipeline

import (
	"bytes"
	"testing"
)

// TestTotalsLook holds that a word of totals at either end of a file is found,
// however the file is cut into pieces, and that nothing else is taken for one.
func TestTotalsLook(t *testing.T) {
	plain := bytes.Repeat([]byte("E001,000417,Columbus,Mount Vernon,Summit County\n"), 20_000)
	texts := map[string]bool{
		string(plain):                                false,
		string(plain) + "Grand Total,,1\n":           true,
		"TOTAL,1\n" + string(plain):                  true,
		string(plain) + "Employee Count: 3\n":        true,
		"id,pay\n1,2\nSubtotal,2\n":                  true,
		"":                                           false,
		"PK\x03\x04":                                 true,
		"\xff\xfei\x00d\x00":                         true,
		string(plain[:lookAt-3]) + "Total,,":         true,
		string(plain[:lookAt-2]) + "Total," + "1\n1": true,
	}
	for text, want := range texts {
		for _, n := range []int{1, 7, 1000, 32 << 10, 100 << 10, len(text) + 1} {
			if n < 1000 && len(text) > 200_000 {
				n = 4093
			}
			l := &totalsLook{}
			for i := 0; i < len(text); i += n {
				l.Write([]byte(text[i:min(i+n, len(text))]))
			}
			if got := l.found(); got != want || len(l.start) > lookAt || len(l.end) > lookAt {
				t.Errorf("%d bytes in pieces of %d: got %v, %d and %d kept", len(text), n, got, len(l.start), len(l.end))
			}
		}
	}
}
