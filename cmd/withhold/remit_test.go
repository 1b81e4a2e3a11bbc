package main

import "testing"

// TestRemitScripts runs testdata/script/remit: the commands that work from the
// ledger, from the schedule to a period that is closed.
func TestRemitScripts(t *testing.T) { runScripts(t, "testdata/script/remit") }
