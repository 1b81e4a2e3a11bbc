package calc

import "testing"

// TestDecide has each exception apply, and orders them: 000 (B)(2)-(6).
func TestDecide(t *testing.T) {
	rule := &OccasionalEntrant{Days: 20}
	for _, c := range []struct {
		law  string
		v    Visit
		want Exception
	}{
		{"(B)(2)(a): the 20th day", Visit{Rank: 20}, Exempt},
		{"(B)(4)(a): the 21st", Visit{Rank: 21}, OverThreshold},
		{"(B)(2)(a)1", Visit{Rank: 1, Principal: true}, PrincipalPlace},
		{"(B)(2)(a)2", Visit{Rank: 1, Presumed: true}, PresumedWorksite},
		{"(B)(2)(a)c", Visit{Rank: 1, ResidentAsked: true}, ResidentRequest},
		{"(B)(2)(a)d", Visit{Rank: 1, InCapacity: true}, InCapacity},
		{"(B)(3)", Visit{Rank: 1, PrincipalNotWithheld: true}, PrincipalNotWithheld},
		{"(B)(6): from the first day", Visit{Rank: 1, FromFirstDay: true}, ByAgreement},
		{"(B)(6): never", Visit{Rank: 300, Never: true, FromFirstDay: true, Principal: true}, Exempt},
		{"(B)(6): fewer days", Visit{Rank: 6, Days: 5}, OverThreshold},
		{"(B)(6): more days", Visit{Rank: 30, Days: 30}, Exempt},
		{"(B)(6): more days, and (B)(2)(a)1", Visit{Rank: 1, Days: 30, Principal: true}, PrincipalPlace},
		{"no exempt days at all", Visit{Rank: 1, Rule: &OccasionalEntrant{}}, NoRule},
		{"no exempt days but by agreement", Visit{Rank: 2, Days: 2, Rule: &OccasionalEntrant{}}, Exempt},
	} {
		if c.v.Rule == nil {
			c.v.Rule = rule
		}
		if got := c.v.Decide(); got != c.want {
			t.Errorf("%s: %s, want %s", c.law, got, c.want)
		}
	}
}

// TestPresumes: more than the exempt days, by nature or by contract:
// 000 (B)(2)(a)2.a-b.
func TestPresumes(t *testing.T) {
	rule := OccasionalEntrant{Days: 20}
	for _, c := range []struct {
		nature, contract int
		want             bool
	}{{0, 0, false}, {20, 20, false}, {21, 0, true}, {0, 21, true}, {20, 21, true}} {
		if got := rule.Presumes(c.nature, c.contract); got != c.want {
			t.Errorf("nature %d, contract %d: %t", c.nature, c.contract, got)
		}
	}
	if (&OccasionalEntrant{}).Presumes(300, 300) {
		t.Error("a municipality that exempts no days presumes no worksite")
	}
}
