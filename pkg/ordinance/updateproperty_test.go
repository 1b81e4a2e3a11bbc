package ordinance

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/schedules"
)

// The table decides for the days that its rows speak of, and for no others: with
// what was written laid over the data, each day has the rate of the table's row,
// none after the table's last end, and otherwise the rate it had.
func TestTableDecidesForItsDays(t *testing.T) {
	state, err := fs.ReadFile(schedules.FS, "state.yaml")
	if err != nil {
		t.Fatal(err)
	}
	before := small(t)
	places := []string{"alpha", "beta", "gamma-stark", "joint"}
	names := map[string]string{"alpha": "Alpha", "beta": "Beta", "gamma-stark": "Gamma (Stark)", "joint": "Alpha Township JEDD"}
	written := 0
	rapid.Check(t, func(t *rapid.T) {
		rules := DefaultUpdateRules
		rules.Accept = true
		var updates []Update
		for range rapid.IntRange(1, 6).Draw(t, "rows") {
			id := rapid.SampledFrom(places).Draw(t, "place")
			from := calc.NewDate(rapid.IntRange(2002, 2028).Draw(t, "year"), 1, 1) + calc.Date(rapid.SampledFrom([]int{0, 90, 181}).Draw(t, "day"))
			u := Update{Row: len(updates) + 2, ID: id, Name: names[id], From: from, AsOf: "2027-01-15", Source: "table",
				Rate: calc.Rate(rapid.IntRange(0, 12).Draw(t, "rate")) * 25_000_000}
			if rapid.Bool().Draw(t, "ends") {
				u.To = from + calc.Date(rapid.SampledFrom([]int{0, 89, 364, 2000}).Draw(t, "days"))
			}
			updates = append(updates, u)
		}
		c := before.Compare(updates, rules)
		var rates bytes.Buffer
		if err := c.WriteRates(&rates); err != nil {
			t.Fatal(err)
		}
		after, err := loadLayers(string(state), rates.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, &rates)
		}
		for _, id := range places {
			list, taken := rowsOf(updates, id), c.rows[id] != nil
			if taken {
				written++
			}
			for d := calc.NewDate(2004, 1, 1); d < calc.NewDate(2031, 1, 1); d += 45 {
				want := rateOn(before, id, d)
				if taken {
					want = decided(list, d, want)
				}
				if got := rateOn(after, id, d); got != want {
					t.Fatalf("%s on %s: %d, want %d\n%s", id, d, got, want, &rates)
				}
			}
		}
	})
	if written == 0 {
		t.Error("no table changed anything: nothing was looked at")
	}
}

// loadLayers is the small book with a rates table laid over it.
func loadLayers(state, rates string) (*Book, error) {
	_, rows, _ := strings.Cut(rates, "\n")
	replaced := map[string]bool{}
	for line := range strings.Lines(rows) {
		id, _, _ := strings.Cut(line, ",")
		replaced[id] = true
	}
	for line := range strings.Lines(known) {
		if id, _, _ := strings.Cut(line, ","); !replaced[id] {
			rows += line
		}
	}
	return loadOnly(map[string]string{"state.yaml": state, "sources.yaml": smallSources + "table: {title: T, cite: T, for: [rate]}\n",
		"rates.csv": strings.Join(rateColumns, ",") + "\n" + rows})
}

func rowsOf(updates []Update, id string) (list []*Update) {
	for i := range updates {
		if updates[i].ID == id {
			list = append(list, &updates[i])
		}
	}
	return list
}

// decided is the rate of a day by the table's rows, which do not overlap; old where
// they do not speak of it, and -1 after the last of their ends.
func decided(list []*Update, d calc.Date, old calc.Rate) calc.Rate {
	last := list[0]
	var in *Update
	for _, u := range list {
		if u.From > last.From {
			last = u
		}
		if u.From <= d && (in == nil || u.From > in.From) {
			in = u
		}
	}
	switch {
	case last.To != 0 && d > last.To:
		return -1
	case in == nil || in.To != 0 && d > in.To:
		return old
	case in.Rate == 0 && old < 0:
		return old // no tax where none was known
	}
	return in.Rate
}

// rateOn is the rate of a day; -1 where it is not known.
func rateOn(b *Book, id string, d calc.Date) calc.Rate {
	law, err := b.ByID(id).On(d)
	if err != nil {
		return -1
	}
	return law.Rate
}
