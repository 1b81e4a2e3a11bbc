package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.com/withhold/pkg/ordinance"
)

// lawNumbers are amounts and days of ordinances, in the ways they could be
// written in code. They belong in schedules. The twelve days of 002 are not among
// them, since a year has as many months.
var lawNumbers = []string{"2399", "239900", "11999", "1199900", "200", "20000", "400", "40000", "100000", "20030626", "20", "18"}

// mayStand are the places where such a number is something else.
var mayStand = map[string]bool{
	"money.go 20": true, // digits of a number
	"date.go 400": true, // years of a Gregorian cycle
}

// TestCalcSource reads the source of pkg/calc: it names no municipality, holds
// no number of an ordinance, has no floating point and never asks the time.
func TestCalcSource(t *testing.T) {
	book, err := ordinance.Load()
	if err != nil {
		t.Fatal(err)
	}
	towns := map[string]bool{}
	for _, m := range book.All() {
		towns[strings.ToLower(m.Name)], towns[strings.ToLower(m.ID)] = true, true
	}
	numbers := map[string]bool{}
	for _, n := range lawNumbers {
		numbers[n] = true
	}
	files, err := filepath.Glob("../../pkg/calc/*.go")
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				return false
			}
			looked++
			if fault := calcFault(n, filepath.Base(path), towns, numbers); fault != "" {
				t.Errorf("%s: %s", set.Position(n.Pos()), fault)
			}
			return true
		})
	}
	if looked < 1000 || len(towns) < 500 {
		t.Fatalf("only %d pieces of source and %d names were looked at", looked, len(towns))
	}
}

func calcFault(n ast.Node, file string, towns, numbers map[string]bool) string {
	switch n := n.(type) {
	case *ast.Ident:
		if n.Name == "float64" || n.Name == "float32" {
			return "floating point"
		}
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && (n.Sel.Name == "Now" || n.Sel.Name == "Since" || n.Sel.Name == "Local") {
			return "a clock"
		}
	case *ast.BasicLit:
		switch n.Kind {
		case token.FLOAT:
			return "a number with a point: a rate, or floating point"
		case token.INT:
			plain := strings.ReplaceAll(n.Value, "_", "")
			if numbers[plain] && !mayStand[file+" "+plain] {
				return n.Value + " looks like a number of an ordinance; it belongs in schedules"
			}
		case token.STRING:
			if text, err := strconv.Unquote(n.Value); err == nil && towns[strings.ToLower(text)] {
				return text + " is a municipality; the law's code names none"
			}
		}
	}
	return ""
}

// TestCalcFault makes sure that each rule can fail.
func TestCalcFault(t *testing.T) {
	towns, numbers := map[string]bool{"toledo": true}, map[string]bool{"2399": true}
	for _, source := range []string{"1.5", "float64(x)", "time.Now()", "2_399", `"Toledo"`} {
		expr, err := parser.ParseExpr(source)
		if err != nil {
			t.Fatal(err)
		}
		faults := 0
		ast.Inspect(expr, func(n ast.Node) bool {
			if n != nil && calcFault(n, "x.go", towns, numbers) != "" {
				faults++
			}
			return n != nil
		})
		if faults != 1 {
			t.Errorf("%s has %d faults, want 1", source, faults)
		}
	}
	if _, err := os.Stat("../../pkg/calc/money.go"); err != nil {
		t.Errorf("an exception names a file that is gone: %v", err)
	}
}
