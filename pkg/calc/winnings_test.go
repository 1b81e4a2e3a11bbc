package calc

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// Both sides of every kind of comparison. The amounts are data; these are those
// of 2026, and of keno and poker before.
func TestWinningsReached(t *testing.T) {
	gross := Reporting{Amount: 200_000}
	net := Reporting{Amount: 150_000, LessWager: true}
	poker := Reporting{Amount: 500_000, Over: true, LessWager: true}
	times := Reporting{Amount: 200_000, Times: 300}
	type c struct {
		of
		rule      Reporting
		won       string
		wager     string // blank: not known
		want      bool
		needWager bool
	}
	cite := func(name string) of { return of{Name: name, Cite: "004 192.053(B)"} }
	vlt := func(name string) of { return of{Name: name, Cite: "004 192.053(D)"} }
	each(t, []c{
		{cite("slot below"), gross, "1999.99", "", false, false},
		{cite("slot reached"), gross, "2000.00", "", true, false},
		{vlt("the wager of a terminal is not taken off"), gross, "2000.00", "50.00", true, false},
		{cite("keno net below"), net, "1504.99", "5.00", false, false},
		{cite("keno net reached"), net, "1505.00", "5.00", true, false},
		{cite("keno gross below needs no wager"), net, "1499.99", "", false, false},
		{cite("keno gross reached needs the wager"), net, "1500.00", "", false, true},
		{cite("poker net 5,000.00 is not more"), poker, "5100.00", "100.00", false, false},
		{cite("poker net 5,000.01"), poker, "5100.01", "100.00", true, false},
		{cite("poker gross 5,000.00 needs no buy-in"), poker, "5000.00", "", false, false},
		{cite("300 times and the amount"), times, "2000.00", "6.66", true, false},
		{cite("the amount but not 300 times"), times, "2000.00", "6.67", false, false},
		{cite("exactly 300 times"), times, "2100.00", "7.00", true, false},
		{cite("a cent short of 300 times"), times, "2099.99", "7.00", false, false},
		{cite("300 times but not the amount"), times, "1999.99", "1.00", false, false},
		{cite("a table game without its wager"), times, "2000.00", "", false, true},
		{cite("a table game pays 35 to 1"), times, "35000.00", "1000.00", false, false},
		{cite("a reversal is compared by its size"), gross, "-2000.00", "", true, false},
		{cite("a small reversal"), gross, "-1999.99", "", false, false},
	}, func(t *testing.T, x c) {
		w := Win{Winnings: cents(x.won)}
		if x.wager != "" {
			w.Wager, w.WagerKnown = cents(x.wager), true
		}
		got, _, err := x.rule.Reached(&w)
		if got != x.want || errors.Is(err, ErrWager) != x.needWager {
			t.Errorf("%s won, %q wagered: %v, %v", x.won, x.wager, got, err)
		}
	})
}

// The tax is on all of the winnings, at the rate of the facility's municipality.
func TestFromWin(t *testing.T) {
	law := &Law{Rate: 201_250_000} // 2.0125 %
	type c struct {
		of
		won, withheld, required, held string
	}
	each(t, []c{
		{of{Name: "all of it", Cite: "004 192.053(B)"}, "2500.00", "", "50.31", "50.31"},                  // 50.3125
		{of{Name: "half a cent away from zero", Cite: "004 192.053(B)"}, "2000.00", "", "40.25", "40.25"}, // 40.25
		{of{Name: "not reached", Cite: "004 192.053(B)"}, "1999.99", "", "0.00", "0.00"},
		{of{Name: "withheld otherwise", Cite: "004 192.053(B)"}, "2000.00", "40.00", "40.25", "40.00"},
		{of{Name: "withheld though not reached is to be remitted", Cite: "004 192.053(C)"}, "100.00", "2.00", "0.00", "2.00"},
		{of{Name: "a reversal", Cite: "004 192.053(B)"}, "-2500.00", "", "-50.31", "-50.31"},
	}, func(t *testing.T, x c) {
		w := &Win{Winnings: cents(x.won)}
		if x.withheld != "" {
			w.Withheld, w.WithheldKnown = cents(x.withheld), true
		}
		got, err := law.FromWin(&Reporting{Amount: 200_000}, w)
		if err != nil || got.Required.String() != x.required || got.Withheld.String() != x.held {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// A cliff: nothing at 5,000,000.00, and all of it a cent above.
func TestLottery(t *testing.T) {
	law := &Law{Rate: 150_000_000, Lottery: Lottery{Over: 500_000_000, Cite: "001 (A)(3)"}}
	type c struct {
		of
		law                  *Law
		prize, total, wanted string
	}
	each(t, []c{
		{of{Name: "at the amount", Cite: "001 (A)(3)"}, law, "5000000.00", "5000000.00", "0.00"},
		{of{Name: "a cent above", Cite: "001 (A)(3)"}, law, "5000000.01", "5000000.01", "75000.00"},
		{of{Name: "a part of what is above", Cite: "001 (A)(3)"}, law, "3000000.00", "6000000.00", "45000.00"},
		{of{Name: "no rule", Cite: "001 (A)(3)"}, &Law{Rate: 150_000_000}, "9000000.00", "9000000.00", "0.00"},
	}, func(t *testing.T, x c) {
		got := x.law.FromLottery(&Win{Winnings: cents(x.prize)}, cents(x.total))
		if got.Required.String() != x.wanted || got.Reportable != (x.wanted != "0.00") {
			t.Errorf("%+v, want %s", got, x.wanted)
		}
	})
}

func TestWinningsDivisions(t *testing.T) {
	law := WinningsLaw{Cite: "004 192.053"}
	for part, want := range map[WinningsPart][2]Citation{
		WithholdingDuty:   {"004 192.053(B)", "004 192.053(D)"},
		MonthlyReturn:     {"004 192.053(C)(1)", "004 192.053(E)(2)"},
		AnnualReturn:      {"004 192.053(C)(2)", "004 192.053(E)(4)"},
		InformationReturn: {"004 192.053(C)(3)", "004 192.053(E)(5)"},
		SuccessorHoldBack: {"004 192.053(C)(5)", "004 192.053(F)"},
		LatePenalty:       {"004 192.053(H)(1)", "004 192.053(H)(1)"},
	} {
		if got := [2]Citation{law.Division(Casino, part), law.Division(VideoLottery, part)}; got != want {
			t.Errorf("part %d: %v, want %v", part, got, want)
		}
	}
	if (&WinningsLaw{}).Division(Casino, MonthlyReturn) != "" {
		t.Error("no law is cited by a division")
	}
}

// More is never reported less, and a reversal cancels.
func TestWinningsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Reporting{Amount: Cents(rapid.Int64Range(0, 1_000_000).Draw(t, "amount")), Over: rapid.Bool().Draw(t, "over"),
			LessWager: rapid.Bool().Draw(t, "less"), Times: rapid.SampledFrom([]int{0, 0, 300}).Draw(t, "times")}
		w := Win{Winnings: Cents(rapid.Int64Range(0, 2_000_000).Draw(t, "won")), Wager: Cents(rapid.Int64Range(0, 10_000).Draw(t, "wager")), WagerKnown: true}
		law := &Law{Rate: Rate(rapid.Int64Range(0, 300_000_000).Draw(t, "rate"))}
		a, err := law.FromWin(&r, &w)
		if err != nil {
			t.Fatal(err)
		}
		more := w
		more.Winnings++
		if b, _ := law.FromWin(&r, &more); a.Reportable && (!b.Reportable || b.Required < a.Required) {
			t.Fatalf("%+v then %+v", a, b)
		}
		back := w
		back.Winnings, back.Wager = -w.Winnings, -w.Wager
		if b, _ := law.FromWin(&r, &back); a.Required+b.Required != 0 || a.Withheld+b.Withheld != 0 {
			t.Fatalf("%+v and its reversal %+v", a, b)
		}
	})
}
