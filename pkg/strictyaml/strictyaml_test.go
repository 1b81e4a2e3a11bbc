package strictyaml

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"good", "id: x\nrates: [1, 2]\n", ""},
		{"empty", "", "1: not YAML: the file is empty; write id"},
		{"no YAML", "id: x\n  y: [", "2: not YAML: mapping values are not allowed in this context"},
		{"two documents", "id: x\n---\nid: y\n", "2: a second document begins; write one file for each form"},
		{"a list", "- x\n", "1: it is not a mapping; write keys and values, such as id: ..."},
		{"unknown key", "id: x\nnmae: y\n", `2: unknown key "nmae" in it; write one of id, rates`},
		{"a key twice", "id: x\nid: y\n", "2: key id twice in it; remove one"},
		{"alias of a value", "id: &a x\nrates: *a\n", "1: anchors and aliases are not read; write the value out|2: anchors and aliases are not read; write the value out"},
		{"alias in a list", "rates:\n  - &a 1\n  - *a\n", "2: anchors and aliases are not read; write the value out|3: anchors and aliases are not read; write the value out"},
		{"two faults", "nmae: x\nid: y\nid: z\n", `1: unknown key "nmae" in it; write one of id, rates|3: key id twice in it; remove one`},
	} {
		var got []string
		f := &File{Report: func(line int, text string) { got = append(got, fmt.Sprintf("%d: %s", line, text)) },
			Suggest: func(_ string, allowed []string) string { return "write one of " + strings.Join(allowed, ", ") }}
		if root := f.Root([]byte(c.text), "id", " form"); root != nil {
			if list := f.Keys(root, "it", "id", "rates")["rates"]; list != nil {
				f.Items(list)
			}
		}
		if want := strings.Split(c.want, "|"); !slices.Equal(got, want) && (c.want != "" || len(got) > 0) {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}
