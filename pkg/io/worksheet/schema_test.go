package worksheet

import (
	"bytes"
	"io/fs"
	"slices"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"example.com/withhold/schedules"
)

const schemaFile = "schema/forms.schema.json"

// schemaText is the schema as a value, and compiled.
func schemaText(t testing.TB) (map[string]any, *jsonschema.Schema) {
	t.Helper()
	text, err := fs.ReadFile(schedules.FS, schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schemaFile, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return doc.(map[string]any), s
}

// plain is a YAML value as a reader of JSON would see it; a date is text.
func plain(n *yaml.Node) any {
	switch n.Kind {
	case yaml.DocumentNode:
		return plain(n.Content[0])
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			m[n.Content[i].Value] = plain(n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		list := []any{}
		for _, item := range n.Content {
			list = append(list, plain(item))
		}
		return list
	}
	switch n.Tag {
	case "!!int":
		i, _ := strconv.Atoi(n.Value)
		return i
	case "!!bool":
		return n.Value == "true"
	case "!!null":
		return nil
	}
	return n.Value
}

func valid(t testing.TB, s *jsonschema.Schema, text string) error {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(text), &n); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s.Validate(plain(&n))
}

// What the reader refuses the schema refuses too, as far as a schema can see,
// and what the reader takes it takes.
func TestSchemaAgreesWithTheReader(t *testing.T) {
	_, s := schemaText(t)
	if err := valid(t, s, sound); err != nil {
		t.Errorf("the sound profile: %v", err)
	}
	refused := 0
	for _, c := range faulty {
		if c.beyond {
			continue
		}
		if valid(t, s, fault(t, c.what, c.old, c.new)) == nil {
			t.Errorf("%s: the schema lets it pass", c.what)
		}
		refused++
	}
	if refused < 30 {
		t.Errorf("only %d faults are for the schema", refused)
	}
	files, err := fs.Glob(schedules.FS, "forms/*.yaml")
	if err != nil || len(files) < 13 {
		t.Fatalf("%d profiles, %v", len(files), err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(schedules.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(t, s, string(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The words that the schema lists are those of the reader.
func TestSchemaListsTheReadersWords(t *testing.T) {
	doc, _ := schemaText(t)
	words := func(keys ...string) (out []string) {
		var v any = doc
		for _, k := range keys {
			v = v.(map[string]any)[k]
		}
		for _, w := range v.([]any) {
			out = append(out, w.(string))
		}
		return out
	}
	for what, pair := range map[string][2][]string{
		"figures": {words("$defs", "figure", "enum"), FigureNames()},
		"fields":  {words("$defs", "header", "properties", "field", "enum"), headerFields},
		"rows":    {words("$defs", "grid", "properties", "rows", "enum"), rowKinds},
	} {
		if !slices.Equal(slices.Sorted(slices.Values(pair[0])), slices.Sorted(slices.Values(pair[1]))) {
			t.Errorf("%s: the schema has %q, the reader %q", what, pair[0], pair[1])
		}
	}
}
