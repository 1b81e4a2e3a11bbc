package calc

import "testing"

func TestHoursText(t *testing.T) {
	for _, s := range []string{"0", "8", "7.5", "7.25", "0.0001", "12.3405"} {
		h, err := ParseHours(s)
		if err != nil || h.String() != s {
			t.Errorf("%s: %s, %v", s, h, err)
		}
	}
}
