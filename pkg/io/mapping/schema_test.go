package mapping

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/io/record"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mapping.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mapping.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON is a YAML text as an editor hands it to a schema.
func asJSON(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSchema holds that the schema takes every mapping there is, and refuses
// what the program refuses.
func TestSchema(t *testing.T) {
	s := schema(t)
	n := 0
	for _, m := range Profiles() {
		n++
		if err := s.Validate(asJSON(t, ProfileText(m.Profile.Name))); err != nil {
			t.Errorf("%s: %v", m.Profile.Name, err)
		}
	}
	for _, path := range slices.Concat(globbed(t, "testdata/*.yaml"), globbed(t, "testdata/profiles/*.yaml")) {
		n++
		if err := s.Validate(asJSON(t, read(t, path))); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if n < 14 {
		t.Fatalf("only %d mappings", n)
	}
	for _, bad := range []string{"colums: {}", "dates: American", "columns: {a: {colum: b}}", "columns: {a: {add: [x], join: [y]}}",
		"columns: {a: {column: x, split: /}}", "items: {mean: {a: wages}}", "void: {is: V}", "skip: {a: b}", "header_rows: 3"} {
		if s.Validate(asJSON(t, []byte(bad))) == nil {
			t.Errorf("the schema takes %s", bad)
		}
		if _, err := Parse("m.yaml", []byte(bad)); err == nil {
			t.Errorf("the program takes %s", bad)
		}
	}
}

// TestNames holds the lists of names, here and in the schema, to each other and
// to the tables.
func TestNames(t *testing.T) {
	var doc struct {
		Properties map[string]struct{ Enum []any }
		Defs       map[string]struct{ Enum []any } `json:"$defs"`
	}
	if err := json.Unmarshal(Schema, &doc); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(doc.Defs["amount"].Enum); got != fmt.Sprint(amounts) {
		t.Errorf("the schema's amounts are %v", got)
	}
	for _, k := range keys {
		if _, ok := doc.Properties[k]; !ok {
			t.Errorf("the schema has no %s", k)
		}
	}
	var like []string
	for _, v := range doc.Properties["like"].Enum {
		like = append(like, v.(string))
	}
	if got := strings.Join(like, ", "); got != profileNames() {
		t.Errorf("the schema's built-in mappings are %s, not %s", got, profileNames())
	}
	columns := slices.Concat(record.PayrollKind.Columns, record.HistoryKind.Columns)
	for _, name := range amounts {
		if !slices.Contains(columns, name) {
			t.Errorf("%s is a column of no table", name)
		}
	}
}

func globbed(t *testing.T, pattern string) []string {
	t.Helper()
	list, err := filepath.Glob(pattern)
	if err != nil || len(list) == 0 {
		t.Fatalf("no %s: %v", pattern, err)
	}
	return list
}
