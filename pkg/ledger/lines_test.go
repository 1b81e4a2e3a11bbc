package ledger

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// TestLinesComeBack: what is kept of lines is all they say.
func TestLinesComeBack(t *testing.T) {
	text, number := rapid.StringMatching(`[^\t\n]*`), rapid.Int64()
	rapid.Check(t, func(t *rapid.T) {
		money := func(label string) calc.Cents { return calc.Cents(number.Draw(t, label)) }
		all, kept, lines := cited{}, []byte(nil), []Line(nil)
		for i := range rapid.IntRange(0, 4).Draw(t, "lines") {
			l := Line{Municipality: text.Draw(t, "municipality"), Role: "work", Rate: calc.Rate(number.Draw(t, "rate")), Wages: money("wages"),
				Subject: money("subject"), NotSubject: text.Draw(t, "not subject"), Required: money("required"), Withheld: money("withheld"),
				Slot: rapid.Int32().Draw(t, "slot"), Citations: rapid.String().Draw(t, "citations")}
			n := int64(i * i)
			all[n] = l.Citations
			kept, lines = appendLine(kept, &l, n), append(lines, l)
		}
		if got, err := all.lines(string(kept)); err != nil || !reflect.DeepEqual(got, lines) {
			t.Errorf("%q: %+v %v, want %+v", kept, got, err, lines)
		}
	})
}

// FuzzLines: whatever stands in a ledger is read, or refused as content that
// cannot be; what is read is written again as lines that say the same.
func FuzzLines(f *testing.F) {
	f.Add("")
	f.Add("village-000\twork\t125000000\t100000\t100000\tsection_125=10135\t1250\t1250\t777984\t1")
	f.Add("\tresidence\t0\t-1\t-1\t\t0\t0\t777984\t1\n\tresidence\t0\t-1\t-1\t\t0\t0\t777984\t1")
	f.Add("a\tb\nc")
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := cited{1: "a citation"}.lines(text)
		if err != nil {
			if !errors.Is(err, errContent) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		var kept []byte
		for i := range lines {
			kept = appendLine(kept, &lines[i], 1)
		}
		if again, err := (cited{1: "a citation"}).lines(string(kept)); err != nil || !reflect.DeepEqual(again, lines) {
			t.Errorf("%q: %+v, then %+v %v", text, lines, again, err)
		}
	})
}
