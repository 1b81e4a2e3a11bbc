package main

import (
	"os"
	"os/exec"

	"github.com/rogpeppe/go-internal/testscript"
)

// generateWinnings is the script command "generate-winnings DIR ROWS": winnings
// of made-up people, made by fixtures/generate.
func generateWinnings(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: generate-winnings DIR ROWS")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	out, err := exec.Command("go", "run", "../../fixtures/generate", "-out", dir, "-winnings", args[1], "-people", "700").CombinedOutput()
	if err != nil {
		ts.Fatalf("generate: %v\n%s", err, out)
	}
}
