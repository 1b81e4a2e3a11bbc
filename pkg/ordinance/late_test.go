package ordinance

import (
	"io/fs"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/schedules"
)

// What late tax and late returns cost, by municipality and day. Law: R.C. 718.27
// and its versions.
func TestLateLawByDate(t *testing.T) {
	b := book(t)
	for _, c := range []struct{ name, on, tax, taxCite, back, backCite string }{
		{"Toledo", "2015-12-31", "", "", "", ""},
		{"Toledo", "2016-01-01", "50 % of the tax", "R.C. 718.27 (H.B. 5)", "$25.00 for each month, to $150.00", "R.C. 718.27 (H.B. 5)"},
		{"Toledo", "2018-01-01", "up to 50 % of the tax", "R.C. 718.27", "$25.00 for each month, to $150.00", "R.C. 718.27 (H.B. 5)"},
		{"Toledo", "2022-12-31", "up to 50 % of the tax", "R.C. 718.27", "$25.00 for each month, to $150.00", "R.C. 718.27 (H.B. 5)"},
		{"Toledo", "2023-01-01", "up to 50 % of the tax", "R.C. 718.27", "up to $25.00", "R.C. 718.27 (H.B. 33)"},
		{"Vandalia", "2026-01-01", "10 % of the tax, and 3 % for each later month, to 50 %", "Vandalia, penalty and interest rates", "up to $25.00", "R.C. 718.27 (H.B. 33)"},
		{"Wauseon", "2026-01-01", "up to 50 % of the tax", "R.C. 718.27", "$25.00 for each month, to $150.00", "Wauseon, interest and penalties"},
		{"City 003", "2026-01-01", "up to 50 % of the tax", "R.C. 718.27", "up to $25.00", "R.C. 718.27 (H.B. 33)"},
	} {
		law := lawOn(t, b, c.name, c.on)
		if c.tax == "" {
			if law.LateTax.Cite != "" || law.LateReturn.Cite != "" {
				t.Errorf("%s on %s: %+v, %+v", c.name, c.on, law.LateTax, law.LateReturn)
			}
			continue
		}
		if got := LateTaxWords(law.LateTax); got != c.tax || string(law.LateTax.Cite) != c.taxCite {
			t.Errorf("%s on %s: tax %s [%s], want %s [%s]", c.name, c.on, got, law.LateTax.Cite, c.tax, c.taxCite)
		}
		if got := LateReturnWords(law.LateReturn); got != c.back || string(law.LateReturn.Cite) != c.backCite {
			t.Errorf("%s on %s: return %s [%s], want %s [%s]", c.name, c.on, got, law.LateReturn.Cite, c.back, c.backCite)
		}
	}
	if p := b.LateTax(day(t, "2026-01-01")); !p.UpTo || p.First != 5_000_000_000 {
		t.Errorf("state law: %+v", p)
	}
	if p := b.LateReturn(day(t, "2015-12-31")); p.Cite != "" {
		t.Errorf("state law of 2015: %+v", p)
	}
}

// The rates of R.C. 718.27; those of R.C. 5703.47 lie two percent below.
func TestLateInterest(t *testing.T) {
	b := book(t)
	other := map[int]calc.Rate{}
	for _, r := range b.Winnings().Interest() {
		other[r.Year] = r.Rate
	}
	want := map[int]string{2016: "5 %", 2017: "6 %", 2018: "6 %", 2019: "7 %", 2020: "7 %", 2021: "5 %", 2022: "5 %", 2023: "7 %", 2024: "10 %", 2025: "10 %", 2026: "9 %"}
	rates := b.LateInterest()
	if len(rates) != len(want) {
		t.Errorf("%d rates, want %d", len(rates), len(want))
	}
	for _, r := range rates {
		if Percent(r.Rate) != want[r.Year] || r.Cite == "" || r.Rate-other[r.Year] != 200_000_000 {
			t.Errorf("%d: %s [%s], want %s", r.Year, Percent(r.Rate), r.Cite, want[r.Year])
		}
	}
}

// An interest.yaml laid over the built-in one adds a year and replaces one.
func TestInterestOverlay(t *testing.T) {
	b, err := Load(write(t, map[string]string{"interest.yaml": "interest:\n  - {year: 2027, rate: \"8%\", cite: list}\n  - {year: 2026, rate: \"8.5%\", cite: list}\n"}))
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]string{}
	for _, r := range b.LateInterest() {
		got[r.Year] = Percent(r.Rate)
	}
	if got[2025] != "10 %" || got[2026] != "8.5 %" || got[2027] != "8 %" {
		t.Errorf("%v", got)
	}
	if len(book(t).LateInterest()) != 11 {
		t.Error("the overlay changed the built-in data")
	}
}

// Faults of the file, each with its line and what to write.
func TestFaultyInterest(t *testing.T) {
	for text, want := range map[string]string{
		"rates: []\n":                                        `interest.yaml:1: unknown key "rates" in interest rates; write interest`,
		"interest: 5\n":                                      "interest.yaml:1: interest is not a list",
		"interest:\n  - {year: 2027, cite: x}\n":             "interest.yaml:2: rate is missing",
		"interest:\n  - {year: 2027, rate: 7, cite: x}\n":    `interest.yaml:2: rate 7 is not quoted; write rate: "7"`,
		"interest:\n  - {year: 27, rate: \"7%\", cite: x}\n": "interest.yaml:2: year 27 is not a whole number from 1900 to 2199",
		"interest:\n  - {year: 2027, rate: \"7%\", cite: x}\n  - {year: 2027, rate: \"7%\", cite: x}\n": "interest.yaml:3: the rate of 2027 is there twice",
	} {
		_, err := Load(write(t, map[string]string{"interest.yaml": text}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Any bytes are rates or located problems, never a panic.
func FuzzInterest(f *testing.F) {
	text, err := fs.ReadFile(schedules.FS, "interest.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add("interest:\n  - {year: 2027, rate: \"8%\", cite: list}\n")
	f.Add("interest: &a\n  - *a\n")
	f.Fuzz(func(t *testing.T, text string) {
		probs, rates := new(problems), map[int]calc.YearRate{}
		readInterest("over/interest.yaml", []byte(text), rates, probs)
		for _, p := range Problems(probs.err()) {
			if p.Line < 1 || p.File != "over/interest.yaml" || p.Text == "" {
				t.Errorf("a problem that is not located: %s", p)
			}
		}
		if probs.err() != nil {
			return
		}
		for year, r := range rates {
			if r.Year != year || r.Rate < 0 || r.Rate > 10_000_000_000 || r.Cite == "" {
				t.Errorf("%d: %+v", year, r)
			}
		}
	})
}
