package calc

import "testing"

func TestPayTotal(t *testing.T) {
	var p Pay
	if p.Total() != 0 {
		t.Errorf("no pay is %s", p.Total())
	}
	want := Cents(0)
	for i := range p {
		p[i] = 1 << i
		want += 1 << i
	}
	if got := p.Total(); got != want {
		t.Errorf("the items add up to %s, want %s", got, want)
	}
	if len(itemNames) != NumItems {
		t.Errorf("the case files can name %d of %d pay items", len(itemNames), NumItems)
	}
}
