package ordinance

import (
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/schedules"
)

// Whatever a name is, Find gives one municipality or says why not; and what it
// gives is found again under its own name.
func FuzzFind(f *testing.F) {
	for _, name := range []string{
		"Dublin", "City of Dublin, OH", "Oakwood", "Oakwood (Cuyahoga)", "RITA 450", "450", "01000", "Cleveland Hts", "St. Mary's",
		"", "none", " ", "ÅÄÖ", "\xff\xfe", "city of", "of", "oh", "village of village 000", strings.Repeat("city of ", 50),
	} {
		f.Add(name)
	}
	b := book(f)
	f.Fuzz(func(t *testing.T, name string) {
		m, err := b.Find(name)
		var missing *NotFoundError
		var ambiguous *AmbiguousError
		switch {
		case err == nil:
			if again, err := b.Find(m.Name); err != nil || again != m {
				t.Errorf("%q found %s, which is not found: %v", name, m.Name, err)
			}
			if upper, err := b.Find(strings.ToUpper(m.Name)); err != nil || upper != m {
				t.Errorf("%s is not found in capitals: %v", m.Name, err)
			}
		case m != nil:
			t.Errorf("%q: both a municipality and an error", name)
		case errors.As(err, &missing):
			for _, near := range missing.Nearest {
				if _, err := b.Find(near); err != nil {
					t.Errorf("%q: the nearest, %s, is not found: %v", name, near, err)
				}
			}
		case errors.As(err, &ambiguous):
			for _, candidate := range ambiguous.Candidates {
				if _, err := b.Find(candidate); err != nil {
					t.Errorf("%q: the candidate %s is not found: %v", name, candidate, err)
				}
			}
		default:
			t.Errorf("%q: %T", name, err)
		}
	})
}

var locatedProblem = regexp.MustCompile(`^over/[^:]*(:[1-9][0-9]*)?: `)

// sound checks that an outcome of loading is either problems that each name
// their file and a line, or law that can be applied on every day.
func sound(t *testing.T, b *Book, err error) {
	t.Helper()
	if err != nil {
		list := Problems(err)
		if b != nil || len(list) == 0 {
			t.Fatalf("an error without problems: %v", err)
		}
		for _, p := range list {
			if p.Line < 1 || !strings.HasPrefix(p.File, "over/") || !locatedProblem.MatchString(p.Error()) {
				t.Errorf("a problem that is not located: %s", p)
			}
		}
		return
	}
	for _, m := range b.All() {
		for _, in := range m.intervals {
			if in.law == nil {
				continue
			}
			if in.law.RateCite == "" || in.law.BaseCite == "" || in.law.Rate < 0 {
				t.Errorf("%s from %s: %+v", m.Name, in.from, in.law)
			}
			if s := in.law.Remittance; s != nil {
				month := calc.MonthOf(in.from)
				d := s.Determine(calc.Months{{Month: month, Tax: 10_000}}.FiguresFor(month), func(string) bool { return true })
				p := d.Rule.PeriodOf(in.from)
				if d.Rule.Cite == "" || p.From > in.from || p.To < in.from || d.Rule.Due.Date(p.To, b.Calendar()) < p.From {
					t.Errorf("%s from %s: %s to %s due %s", m.Name, in.from, p.From, p.To, d.Rule.Due.Date(p.To, b.Calendar()))
				}
			}
		}
	}
}

// Any bytes are an ordinance or located problems, never a panic.
func FuzzOrdinance(f *testing.F) {
	for _, c := range faultyFiles {
		f.Add(c.text)
	}
	err := fs.WalkDir(schedules.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".yaml") {
			text, _ := fs.ReadFile(schedules.FS, name)
			f.Add(string(text))
			f.Add("id: test-place\nname: Test Place\n" + string(text[strings.Index(string(text), "\n\n")+1:]))
		}
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	state, err := fs.ReadFile(schedules.FS, "state.yaml")
	if err != nil {
		f.Fatal(err)
	}
	sources, err := fs.ReadFile(schedules.FS, "sources.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// Without the table of all municipalities, which would only cost time.
		b, err := loadOnly(map[string]string{
			"state.yaml": string(state), "sources.yaml": string(sources), "municipalities/test-place.yaml": text,
		})
		sound(t, b, err)
		b, err = loadOnly(map[string]string{"state.yaml": text, "municipalities/test-place.yaml": named + rate})
		sound(t, b, err)
	})
}

// Any bytes are a rates table or located problems, never a panic.
func FuzzRates(f *testing.F) {
	head := strings.Join(rateColumns, ",") + "\n"
	f.Add(head + "x,X,village,,,,,0.01,1,0.01,2004-01-01,,2026,,high,s,\n")
	f.Add(head + "x,X,village,,,,,0.01,,,2004-01-01,2010-01-01,2026,,high,s,\nx,X,village,,,,,0.02,,,2012-01-01,,2026,,high,s,\"a\nb\"\n")
	f.Add("id\n")
	f.Add("\ufeff" + head)
	state, err := fs.ReadFile(schedules.FS, "state.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := loadOnly(map[string]string{
			"state.yaml": string(state), "sources.yaml": "s: {title: S, cite: S, for: [rate, credit]}\n", "rates.csv": text,
		})
		sound(t, b, err)
	})
}
