package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the command, and what scripts need to look at its results,
// programs that scripts can run.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"withhold": main,
		"headers":  headersMain,
		"same":     sameMain,
		"sameset":  samesetMain,
		"shuffle":  shuffleMain,
		"nowhere":  nowhereMain,
		"control":  controlMain,
	})
}

// TestScript runs testdata/script: each script is a promise and named by it.
func TestScript(t *testing.T) { runScripts(t, "testdata/script") }

// TestErrors runs testdata/script/errors: what people are told when something
// is wrong, word for word, so that all of it can be read in one place.
func TestErrors(t *testing.T) { runScripts(t, "testdata/script/errors") }

func runScripts(t *testing.T, dir string) {
	fixtures, err := filepath.Abs("../../fixtures")
	if err != nil {
		t.Fatal(err)
	}
	if scripts, _ := filepath.Glob(filepath.Join(dir, "*.txtar")); len(scripts) == 0 {
		t.Fatalf("%s has no scripts: nothing was tested", dir)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("FIXTURES", fixtures)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"generate": generate, "generate-winnings": generateWinnings, "exitcode": exitCode},
	})
}

// generate is the script command "generate DIR CHECKS": a payroll of made-up
// people, made by fixtures/generate.
func generate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: generate DIR CHECKS")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	out, err := exec.Command("go", "run", "../../fixtures/generate", "-out", dir, "-checks", args[1],
		"-people", "900", "-employers", "40").CombinedOutput()
	if err != nil {
		ts.Fatalf("generate: %v\n%s", err, out)
	}
}

// exitCode is the script command "exitcode N PROGRAM ARG...": the program must
// end with that code, which "exec" alone cannot tell from another failure.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode N PROGRAM ARG...")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(*exec.ExitError)
		if !ok {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = exit.ProcessState.String()[len("exit status "):]
	}
	if got != args[0] {
		ts.Fatalf("exit %s, want %s", got, args[0])
	}
}
