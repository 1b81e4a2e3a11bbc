package ordinance

import (
	"encoding/csv"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/schedules"
)

var embedded = sync.OnceValues(func() (*Book, error) { return Load() })

// book is the embedded data, which must have no problem.
func book(t testing.TB) *Book {
	t.Helper()
	b, err := embedded()
	if err != nil {
		t.Fatalf("the embedded data:\n%v", err)
	}
	return b
}

// overlay loads the embedded data with the given files laid over it.
func overlay(files map[string]string) (*Book, error) {
	over := fstest.MapFS{}
	for name, text := range files {
		over[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return load([]layer{{fs: schedules.FS}, {"over", over}})
}

// loadOnly loads the given files and nothing else.
func loadOnly(files map[string]string) (*Book, error) {
	only := fstest.MapFS{}
	for name, text := range files {
		only[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return load([]layer{{"over", only}})
}

func day(t testing.TB, s string) calc.Date {
	t.Helper()
	d, err := calc.ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func find(t testing.TB, b *Book, name string) *Municipality {
	t.Helper()
	m, err := b.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func lawOn(t testing.TB, b *Book, name, on string) *calc.Law {
	t.Helper()
	law, err := find(t, b, name).On(day(t, on))
	if err != nil {
		t.Fatal(err)
	}
	return law
}

func TestEveryRowIsInTheBook(t *testing.T) {
	b := book(t)
	f, err := fs.ReadFile(schedules.FS, "rates.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(f))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows = rows[1:]
	if len(rows) != 976 {
		t.Errorf("%d rows in rates.csv, want 976", len(rows))
	}
	const id, name, rate, from, source = 0, 1, 7, 10, 15
	for _, row := range rows {
		m := b.ByID(row[id])
		if m == nil || m.Name != row[name] {
			t.Errorf("%s: not in the book under its id", row[id])
			continue
		}
		for key := range strings.SplitSeq(row[source], ";") {
			if b.Source(key) == nil {
				t.Errorf("%s: source %q is not described", row[id], key)
			}
		}
		d := max(day(t, row[from]), day(t, "2004-01-01"))
		law, err := m.On(d)
		if err != nil {
			t.Errorf("%s on %s: %v", row[id], d, err)
			continue
		}
		if law.Rate.String() != row[rate] || law.RateCite == "" {
			t.Errorf("%s on %s: rate %s [%s], want %s", row[id], d, law.Rate, law.RateCite, row[rate])
		}
		if s, ok := m.RateSource(d); !ok || s.AsOf == "" || len(s.Sources) == 0 {
			t.Errorf("%s on %s: rate source %+v", row[id], d, s)
		}
	}
}

func TestAllIsSortedAndUnique(t *testing.T) {
	all := book(t).All()
	examples := 0
	for i, m := range all {
		if i > 0 && all[i-1].Name >= m.Name {
			t.Errorf("%s is not after %s", m.Name, all[i-1].Name)
		}
		if m.Example {
			examples++
		}
	}
	if len(all) != 821+7 || examples != 7 {
		t.Errorf("%d municipalities, %d of them examples", len(all), examples)
	}
}

// A day in a gap is not known, and the error says since when it is.
func TestUnknown(t *testing.T) {
	b := book(t)
	for _, c := range []struct{ name, on, what, before, after string }{
		{"De Graff", "2020-07-11", "", "", ""},
		{"De Graff", "2020-07-12", "rate", "2020-07-11", "2026-01-01"},
		{"De Graff", "2025-12-31", "rate", "2020-07-11", "2026-01-01"},
		{"De Graff", "2026-01-01", "", "", ""},
		{"Indian Hill", "2022-12-31", "rate", "2020-07-11", "2023-01-01"},
		{"Bethel", "2019-01-01", "rate", "2018-12-02", "2019-07-01"},
		{"Dublin", "2003-12-31", "base", "", "2004-01-01"},
		{"Dublin", "1999-01-01", "rate", "", "2004-01-01"},
		{"Village 000", "2003-12-31", "rate", "", "2004-01-01"},
	} {
		_, err := find(t, b, c.name).On(day(t, c.on))
		var unknown *UnknownError
		if c.what == "" {
			if err != nil {
				t.Errorf("%s on %s: %v", c.name, c.on, err)
			}
			continue
		}
		if !errors.As(err, &unknown) {
			t.Errorf("%s on %s: error %v", c.name, c.on, err)
			continue
		}
		if unknown.What != c.what || unknown.Before.String() != c.before || unknown.After.String() != c.after {
			t.Errorf("%s on %s: %v", c.name, c.on, err)
		}
		for _, part := range []string{c.name, c.on, c.after, "--schedules"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q does not say %s", err, part)
			}
		}
	}
}

func TestIntervalsAreSharedAndMeet(t *testing.T) {
	b := book(t)
	for _, m := range b.All() {
		for i, in := range m.intervals {
			if in.law == nil {
				continue
			}
			last := i+1 == len(m.intervals)
			if in.law.From != in.from || last != (in.law.Until == 0) || !last && in.law.Until+1 != m.intervals[i+1].from {
				t.Errorf("%s: law from %s until %s in the interval from %s", m.Name, in.law.From, in.law.Until, in.from)
			}
			if law, _ := m.On(in.from); law != in.law {
				t.Errorf("%s on %s: another law", m.Name, in.from)
			}
		}
	}
	m, a, z := find(t, b, "Akron"), day(t, "2024-01-01"), day(t, "2026-06-30")
	first, _ := m.On(a)
	if other, _ := m.On(z); other != first {
		t.Error("Akron: two laws in one interval")
	}
	if n := testing.AllocsPerRun(100, func() { m.On(z) }); n != 0 {
		t.Errorf("On allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { b.Find("Akron") }); n != 0 {
		t.Errorf("Find of an exact name allocates %v times", n)
	}
}

func TestRateSource(t *testing.T) {
	b := book(t)
	s, ok := find(t, b, "Akron").RateSource(day(t, "2016-05-05"))
	if !ok || s.From.String() != "2004-01-01" || s.To.String() != "2017-12-31" || s.AsOf != "2020-07-11" ||
		s.Confidence != "high" || !slices.Equal(s.Sources, []string{"finder-2020-07"}) || s.Cite != "Ohio Finder 2020-07" {
		t.Errorf("Akron 2016: %+v", s)
	}
	if s, ok = find(t, b, "City 003").RateSource(day(t, "2016-05-05")); !ok || s.Cite != "003 (a)" || s.AsOf != "" {
		t.Errorf("City 003: %+v", s)
	}
	if _, ok = find(t, b, "De Graff").RateSource(day(t, "2021-01-01")); ok {
		t.Error("De Graff 2021: a source for a rate that is not known")
	}
}

func TestHash(t *testing.T) {
	plain, same := book(t).Hash(), ""
	if b, err := Load(); err == nil {
		same = b.Hash()
	}
	if len(plain) != 64 || plain != same {
		t.Errorf("hashes %q and %q of the same data", plain, same)
	}
	if b, err := Load(t.TempDir()); err != nil || b.Hash() == plain {
		t.Errorf("an empty overlay leaves no trace in the hash (%v)", err)
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOn(b *testing.B) {
	m, d := find(b, book(b), "Wauseon"), day(b, "2016-08-01")
	for b.Loop() {
		m.On(d)
	}
}
