package calc

import "testing"

// Law: 000 (A)(2)(f).

func TestDeferred(t *testing.T) { testWages(t, "deferred.yaml") }
