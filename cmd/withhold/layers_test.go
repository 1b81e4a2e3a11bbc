package main

import (
	"os/exec"
	"strings"
	"testing"
)

const us = "example.com/withhold/"

// TestLayers holds the import rules of the architecture: the law at the bottom
// knows nothing of ours and does no I/O, formats know the law but not one
// another, and only the pipeline joins them.
func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, us+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for line := range strings.Lines(string(out)) {
		pkg, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		pkg = strings.TrimPrefix(pkg, us)
		for imp := range strings.FieldsSeq(imports) {
			seen[pkg]++
			if fault := forbidden(pkg, imp); fault != "" {
				t.Errorf("%s imports %s: %s", pkg, imp, fault)
			}
		}
	}
	for _, pkg := range []string{"cmd/withhold", "pkg/pipeline", "pkg/ordinance", "pkg/calc", "pkg/io/table", "pkg/io/record"} {
		if seen[pkg] == 0 {
			t.Errorf("no import of %s was looked at", pkg)
		}
	}
}

// forbidden says why a package must not import another, or nothing.
func forbidden(pkg, imp string) string {
	ours, isOurs := strings.CutPrefix(imp, us)
	switch {
	case pkg == "pkg/calc":
		return calcMayNot(imp, isOurs)
	case !isOurs || strings.HasPrefix(pkg, "fixtures/"):
		return ""
	case strings.HasPrefix(ours, "cmd/") && !strings.HasPrefix(pkg, "cmd/"):
		return "nothing below knows a command"
	case ours == "pkg/pipeline" && !strings.HasPrefix(pkg, "cmd/"):
		return "only commands know the pipeline"
	case strings.HasPrefix(pkg, "pkg/io/"):
		return formatMayNot(ours)
	case pkg == "pkg/strictyaml":
		return "it reads YAML and knows nothing of ours"
	case pkg == "pkg/ordinance" && ours != "pkg/calc" && ours != "pkg/strictyaml" && ours != "schedules":
		return "ordinance knows the law and its data only"
	case pkg == "pkg/ledger" && ours != "pkg/calc":
		return "the ledger knows the law only"
	case pkg == "schedules":
		return "schedules is data"
	case pkg == "cmd/withhold" && strings.HasPrefix(ours, "pkg/io/"):
		return "a command knows no file format"
	}
	return ""
}

// calcMayNot lists the world that calc has no part in. What it may import is
// short, so that it is what is listed.
func calcMayNot(imp string, isOurs bool) string {
	switch imp {
	case "bytes", "cmp", "errors", "fmt", "iter", "maps", "math/bits", "slices", "sort", "strconv", "strings", "unicode",
		"unicode/utf8", "github.com/shopspring/decimal":
		return ""
	case "time": // months and weekdays; TestCalcSource looks for the clock
		return ""
	}
	if isOurs {
		return "calc is the bottom layer"
	}
	return "calc does no I/O and needs no more than arithmetic and text"
}

// formatMayNot is what the packages of pkg/io may know of ours: the law, and of
// one another the two that the rest stand on.
func formatMayNot(ours string) string {
	switch ours {
	case "pkg/calc", "pkg/strictyaml", "pkg/io/table", "pkg/io/record":
		return ""
	}
	if strings.HasPrefix(ours, "pkg/io/") {
		return "only the pipeline joins formats"
	}
	return "a format knows the law and nothing else of ours"
}

// TestForbidden makes sure that the rules can fail.
func TestForbidden(t *testing.T) {
	for _, c := range []struct {
		pkg, imp string
		bad      bool
	}{
		{"pkg/calc", "os", true},
		{"pkg/calc", "net/http", true},
		{"pkg/calc", us + "pkg/ordinance", true},
		{"pkg/calc", "strconv", false},
		{"pkg/io/results", us + "pkg/io/spool", true},
		{"pkg/io/record", us + "pkg/io/table", false},
		{"pkg/io/table", us + "pkg/ordinance", true},
		{"pkg/io/table", "os", false},
		{"pkg/io/worksheet", us + "pkg/strictyaml", false},
		{"pkg/strictyaml", us + "pkg/calc", true},
		{"pkg/ordinance", us + "pkg/io/table", true},
		{"pkg/ordinance", us + "pkg/calc", false},
		{"pkg/ordinance", us + "pkg/pipeline", true},
		{"pkg/pipeline", us + "pkg/io/spool", false},
		{"pkg/pipeline", us + "cmd/withhold", true},
		{"cmd/withhold", us + "pkg/io/table", true},
		{"cmd/withhold", us + "pkg/pipeline", false},
	} {
		if fault := forbidden(c.pkg, c.imp); (fault != "") != c.bad {
			t.Errorf("%s imports %s: %q, want forbidden %v", c.pkg, c.imp, fault, c.bad)
		}
	}
}
