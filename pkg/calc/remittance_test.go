package calc

import "testing"

// Law: 000 (A)(2)(a) "the greater of"; 000 (A)(2)(g), 002 (b), 003 (b).

func TestDue(t *testing.T) {
	type tc struct {
		of
		required, withheld, want string
	}
	each(t, []tc{
		{of{Name: "more was withheld than required", Cite: "000 (A)(2)(a)"}, "100.00", "100.01", "100.01"},
		{of{Name: "a shortfall is owed all the same", Cite: "000 (A)(2)(g)"}, "100.00", "0.00", "100.00"},
		{of{Name: "whether or not withheld", Cite: "002 (b)"}, "100.00", "99.99", "100.00"},
		{of{Name: "equal", Cite: "003 (b)"}, "100.00", "100.00", "100.00"},
		{of{Name: "nothing", Cite: "000 (A)(2)(a)"}, "0.00", "0.00", "0.00"},
		{of{Name: "a period of reversals", Cite: "000 (A)(2)(a)"}, "-5.00", "-5.01", "-5.00"},
	}, func(t *testing.T, c tc) {
		if got := Due(cents(c.required), cents(c.withheld)); got != cents(c.want) {
			t.Errorf("%s, want %s", got, c.want)
		}
	})
}
