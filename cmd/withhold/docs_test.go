package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestDocs runs the examples of the documents. A block
//
//	```sh
//	# runs
//	withhold init books
//	```
//
// is run as it stands, all blocks of a document one after the other in one
// folder. Where a block of text follows it directly, that is what the commands
// must have printed to standard output; a line of "..." there stands for any
// lines. With UPDATE set, what was printed is written into the document: read the
// difference before keeping it.
func TestDocs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the examples are written for a POSIX shell")
	}
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, path := range append(documents, "../../README.md", "../../CONTRIBUTING.md") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			all := examples(string(text))
			for i := range all {
				ran++
				all[i].run(t, dir)
			}
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(path, []byte(updated(string(text), all)), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if ran == 0 {
		t.Error("no example was found: nothing was tested")
	}
}

// An example is commands of a document, and what they print where it says so.
type example struct {
	line     int // where it stands
	commands string
	prints   []string // nil where the document does not say
	at       [2]int   // the lines of the document that prints are
}

// updated is the document with what its examples printed.
func updated(text string, all []example) string {
	lines := strings.Split(text, "\n")
	for _, e := range slices.Backward(all) {
		if e.prints != nil {
			lines = slices.Replace(lines, e.at[0], e.at[1], e.prints...)
		}
	}
	return strings.Join(lines, "\n")
}

// examples finds those of a document.
func examples(text string) (all []example) {
	lines := strings.Split(text, "\n")
	block := func(i int) int { // its end
		return i + 1 + slices.Index(lines[i+1:], "```")
	}
	for i := 0; i+1 < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "```") {
			continue
		}
		end := block(i)
		if lines[i] == "```sh" && lines[i+1] == "# runs" {
			e := example{line: i + 1, commands: strings.Join(lines[i+2:end], "\n")}
			if next := end + 2; next < len(lines) && lines[next-1] == "" && lines[next] == "```text" {
				e.at = [2]int{next + 1, block(next)}
				e.prints = lines[e.at[0]:e.at[1]]
			}
			all = append(all, e)
		}
		i = end
	}
	return all
}

// A document shows what is seen at a terminal, where a run speaks in text.
const atTerminal = `withhold() {
	case "$1" in
	run | schedule | remit) command withhold "$@" --log-format text;;
	*) command withhold "$@";;
	esac
}
`

func (e *example) run(t *testing.T, dir string) {
	t.Helper()
	c := exec.Command("sh", "-eu", "-c", atTerminal+e.commands)
	c.Dir = dir
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		t.Fatalf("line %d: %v\n%s\n%s%s", e.line, err, e.commands, &stdout, &stderr)
	}
	got := strings.Split(strings.TrimRight(stdout.String(), "\n"), "\n")
	switch {
	case e.prints == nil || alike(e.prints, got):
	case os.Getenv("UPDATE") != "":
		e.prints = got
	default:
		t.Fatalf("line %d: %s\nprints\n%s\nnot\n%s", e.line, e.commands, &stdout, strings.Join(e.prints, "\n"))
	}
}

// alike reports whether lines are as wanted. Spaces at their ends do not count.
func alike(want, got []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	if strings.TrimSpace(want[0]) == "..." {
		for i := range len(got) + 1 {
			if alike(want[1:], got[i:]) {
				return true
			}
		}
		return false
	}
	return len(got) > 0 && strings.TrimRight(want[0], " ") == strings.TrimRight(got[0], " ") && alike(want[1:], got[1:])
}

// TestAlike makes sure that the comparison can fail.
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"a,b", "a,b", true}, {"a,b", "a", false}, {"a", "a,b", false}, {"a,...", "a", true},
		{"...,b", "a,b", true}, {"a,...,d", "a,b,c,d", true}, {"a,...,d", "a,b,c", false},
	} {
		if alike(strings.Split(c.want, ","), strings.Split(c.got, ",")) != c.ok {
			t.Errorf("%s and %s: not %v", c.want, c.got, c.ok)
		}
	}
	text := "x\n```sh\n# runs\necho 1\n```\n\n```text\n1\n```\n```sh\nnot this\n```\n"
	if got := examples(text); len(got) != 1 || got[0].commands != "echo 1" || !slices.Equal(got[0].prints, []string{"1"}) {
		t.Errorf("%+v", got)
	}
}
