package calc

import (
	"regexp"
	"slices"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// TestParseHours is the grammar of hours: digits, a point and at most four
// decimals, from 0 to 24.
func TestParseHours(t *testing.T) {
	for text, want := range map[string]Hours{"8": 80_000, "7.25": 72_500, "0": 0, "24": 240_000, "24.0000": 240_000, "0.0001": 1, "08.5": 85_000} {
		if got, err := ParseHours(text); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", ".5", "8.", ".", "-1", "+1", "24.0001", "25", "8,5", "1e1", "7.12345", "8 ", " 8", "8h", "7:30", "7.2.5", "٨", "99999999999999999999", "0x8", "NaN"} {
		if got, err := ParseHours(text); err == nil || got != 0 {
			t.Errorf("%q is %d, %v; want to be refused", text, got, err)
		}
	}
}

var plainHours = regexp.MustCompile(`^[0-9]+(\.[0-9]{1,4})?$`)

// FuzzParseHours: what is read is what the text says, and nothing else is read.
func FuzzParseHours(f *testing.F) {
	for _, s := range []string{"8", "7.25", "24.0001", ".5", "8.", "000000008", "0000000008", "1e3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		h, err := ParseHours(s)
		if err != nil {
			if plainHours.MatchString(s) && len(s) <= 9 && decimal.RequireFromString(s).LessThanOrEqual(decimal.New(24, 0)) {
				t.Fatalf("%q is refused", s)
			}
			return
		}
		if !plainHours.MatchString(s) || !decimal.RequireFromString(s).Equal(decimal.New(int64(h), -4)) || h > 24_0000 {
			t.Fatalf("%q is read as %d", s, h)
		}
	})
}

// TestParseActivity knows every word, blank as service, and no other.
func TestParseActivity(t *testing.T) {
	for _, word := range ActivityNames() {
		if a, ok := ParseActivity(word); !ok || a.String() != word {
			t.Errorf("%q is %v, %t", word, a, ok)
		}
	}
	if a, ok := ParseActivity(""); !ok || a != Service {
		t.Errorf("blank is %v, %t", a, ok)
	}
	if _, ok := ParseActivity("driving"); ok {
		t.Error("driving is no activity")
	}
}

// TestAtPrincipal: 000 (B)(2)(b)1-5; days at home as the employer chose.
func TestAtPrincipal(t *testing.T) {
	for _, c := range []struct {
		activity            Activity
		affixed, home, want bool
	}{
		{activity: Service}, {activity: TravelToFirst, want: true}, {activity: TravelBetween, want: true}, {activity: Pickup, want: true},
		{activity: Delivery, want: true}, {activity: Delivery, affixed: true}, {activity: Pickup, affixed: true, want: true},
		{activity: TravelFromLast, want: true}, {activity: AtHome}, {activity: AtHome, home: true, want: true}, {activity: Service, home: true},
	} {
		e := LogEntry{Activity: c.activity, Affixed: c.affixed}
		if got := e.AtPrincipal(c.home); got != c.want {
			t.Errorf("%s, affixed %t, home days %t: %t", c.activity, c.affixed, c.home, got)
		}
	}
}

// TestWinner: 000 (B)(2)(b): more time than in any other municipal corporation.
func TestWinner(t *testing.T) {
	for _, c := range []struct {
		law    string
		sums   []PlaceTime
		winner PlaceID
		tie    bool
	}{
		{"nothing", nil, Nowhere, false},
		{"a township does not compete: D1", []PlaceTime{{1, 40}, {2, 35}, {Nowhere, 50}}, 1, false},
		{"a tie: D2", []PlaceTime{{1, 40}, {2, 40}}, Nowhere, true},
		{"a tie below the most", []PlaceTime{{1, 40}, {2, 40}, {3, 41}}, 3, false},
		{"a tie found late", []PlaceTime{{1, 1}, {2, 5}, {3, 5}}, Nowhere, true},
		{"township alone", []PlaceTime{{Nowhere, 80}}, Nowhere, false},
		{"no time anywhere", []PlaceTime{{1, 0}, {2, 0}}, Nowhere, false},
	} {
		for range c.sums {
			if winner, tie := Winner(c.sums); winner != c.winner || tie != c.tie {
				t.Errorf("%s: %v gives %d, %t; want %d, %t", c.law, c.sums, winner, tie, c.winner, c.tie)
			}
			c.sums = append(c.sums[1:], c.sums[0]) // in any order
		}
	}
}

// TestDaySet compares a set of days with a sorted list of them.
func TestDaySet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.IntRange(0, 365)).Draw(t, "days")
		var set DaySet
		for _, n := range list {
			set.Add(n)
		}
		slices.Sort(list)
		list = slices.Compact(list)
		if set.Len() != len(list) {
			t.Fatalf("%d days, want %d", set.Len(), len(list))
		}
		for k, n := range list {
			if !set.Has(n) || set.Rank(n) != k+1 || set.Nth(k+1) != n {
				t.Fatalf("day %d is the %d-th of %v; the %d-th is %d", n, set.Rank(n), list, k+1, set.Nth(k+1))
			}
		}
		if set.Nth(len(list)+1) != -1 {
			t.Fatalf("there is a day after the last: %d", set.Nth(len(list)+1))
		}
		for _, n := range list {
			set.Remove(n)
		}
		if set.Len() != 0 {
			t.Fatalf("%d days are left", set.Len())
		}
	})
}

// TestDayOfYear counts the leap day.
func TestDayOfYear(t *testing.T) {
	for text, want := range map[string]int{"2026-01-01": 0, "2026-12-31": 364, "2028-12-31": 365, "2028-03-01": 60, "2026-03-01": 59} {
		if got := day(text).DayOfYear(); got != want {
			t.Errorf("%s is day %d, want %d", text, got, want)
		}
	}
}
