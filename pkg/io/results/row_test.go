package results

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

func TestAppendText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"Marsh", "Marsh"},
		{"Marsh, Dana", `"Marsh, Dana"`},
		{`Dana "DJ" Jo`, `"Dana ""DJ"" Jo"`},
		{"two\nlines", "\"two\nlines\""},
		{"return\rhere", "\"return\rhere\""},
		{"00417", "00417"}, // an id keeps its zeros
		{"Zoë", "Zoë"},

		// A spreadsheet would run these.
		{"=1+1", "'=1+1"},
		{"@SUM(A1)", "'@SUM(A1)"},
		{"+1+1", "'+1+1"},
		{"-1+1", "'-1+1"},
		{"-Cleveland", "'-Cleveland"},
		{"+", "'+"},
		{"-", "'-"},
		{"\tVance", "'\tVance"},
		{"\r=1", "\"'\r=1\""},
		{`=HYPERLINK("http://example.invalid","x")`, `"'=HYPERLINK(""http://example.invalid"",""x"")"`},

		// Numbers are numbers.
		{"-5.00", "-5.00"},
		{"+5", "+5"},
		{"-1234567.89", "-1234567.89"},
		// What is not at the start does nothing.
		{"E=mc2", "E=mc2"},
		{"a@b.example", "a@b.example"},
	} {
		if got := string(AppendText(nil, c.text)); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
		if got := string(AppendText([]byte("x,"), []byte(c.text))); got != "x,"+c.want {
			t.Errorf("appended, %q becomes %q", c.text, got)
		}
	}
}

// TestTextComesBack: a CSV reader gives back what was written, an apostrophe
// before what a spreadsheet would run aside, and nothing it gives back begins as
// a formula does.
func TestTextComesBack(t *testing.T) {
	three := &Table{"three", text("a", "b", "c")}
	rapid.Check(t, func(t *rapid.T) {
		// A reader of CSV takes the end of line \r\n for \n, in quotes as well.
		cells := rapid.SliceOfN(rapid.StringMatching(`[=+@\-'",;. \t\na-c0-9é]{0,8}`), 3, 3).Draw(t, "cells")
		r := Row{Table: three}
		r.Header()
		for i, s := range cells {
			if i%2 == 0 {
				r.Text(s)
			} else {
				r.TextBytes([]byte(s))
			}
		}
		r.End()
		rows, err := csv.NewReader(strings.NewReader(string(r.Bytes))).ReadAll()
		if slices.Equal(cells, []string{"", "", ""}) {
			rows = append(rows[:1], cells)
		}
		if err != nil || len(rows) != 2 {
			t.Fatalf("%q: %d rows: %v", r.Bytes, len(rows), err)
		}
		for i, got := range rows[1] {
			if got != cells[i] && got != "'"+cells[i] {
				t.Errorf("%q came back as %q", cells[i], got)
			}
			if got != "" && strings.ContainsRune("=@\t\r", rune(got[0])) {
				t.Errorf("%q came back as a formula", got)
			}
			if len(got) > 1 && (got[0] == '+' || got[0] == '-') && strings.Trim(got[1:], "0123456789.") != "" {
				t.Errorf("%q came back as a formula", got)
			}
		}
	})
}

func TestRowOfEveryKind(t *testing.T) {
	r := Row{Table: &Table{"all", columns(text("text", "raw"), money("money"), one("rate", Rate, false), one("date", Date, false),
		one("no_date", Date, false), one("count", Count, false))}}
	r.Header()
	r.Text("Marsh, Dana")
	r.Raw([]byte(`"made before"`))
	r.Money(-123456_05)
	r.Rate(125_000_000)
	r.Date(calc.NewDate(2026, 3, 31))
	r.Date(0)
	r.Count(-7)
	r.End()
	const want = "text,raw,money,rate,date,no_date,count\n" + `"Marsh, Dana","made before",-123456.05,0.0125,2026-03-31,,-7` + "\n"
	if got := string(r.Bytes); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if r.Reset(); len(r.Bytes) != 0 {
		t.Errorf("after Reset it holds %q", r.Bytes)
	}
}

func TestRowOfWrongLengthPanics(t *testing.T) {
	for _, n := range []int{0, 1, 3} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a row of %d cells in a table of 2 columns passed", n)
				}
			}()
			r := Row{Table: &Table{"two", text("a", "b")}}
			for range n {
				r.Text("x")
			}
			r.End()
		}()
	}
}
