package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestReference: every command is in the README's table, and every flag is told of
// in some document.
func TestReference(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	all := string(readme)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all += string(text)
	}
	var table []string
	for _, line := range strings.Split(string(readme), "\n") {
		if strings.HasPrefix(line, "| `withhold ") {
			table = append(table, line)
		}
	}
	parser := kong.Must(&commands{})
	for _, leaf := range parser.Model.Leaves(true) {
		name := leaf.Name
		group := name
		if leaf.Parent.Type == kong.CommandNode {
			group = leaf.Parent.Name
		}
		told := slices.ContainsFunc(table, func(row string) bool {
			return strings.HasPrefix(row, "| `withhold "+group) && (strings.Contains(row, name) || group == "gaming" && name == "returns")
		})
		if !told {
			t.Errorf("README.md: the table of commands has no %s %s", group, name)
		}
		for _, flag := range leaf.Flags {
			if !flag.Hidden && !regexp.MustCompile(`--(no-)?`+regexp.QuoteMeta(flag.Name)+`\b`).MatchString(all) {
				t.Errorf("no document tells of --%s of %s %s", flag.Name, group, name)
			}
		}
	}
}
