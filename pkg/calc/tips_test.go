package calc

import "testing"

// Law: 000 (A)(2)(j).

func TestTips(t *testing.T) { testWages(t, "tips.yaml") }
