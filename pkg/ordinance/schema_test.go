package ordinance

import (
	"bytes"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/schedules"
)

// schema compiles one of the embedded schemas.
func schema(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	files, err := fs.Glob(schedules.FS, "schema/*.json")
	if err != nil || len(files) != 6 {
		t.Fatalf("schemas %q, %v", files, err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(schedules.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if err := c.AddResource("https://example.com/withhold/schedules/"+file, doc); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Compile("https://example.com/withhold/schedules/schema/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// plain is a YAML value as a JSON reader would see it: a date is text.
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
	case "!!float":
		f, _ := strconv.ParseFloat(n.Value, 64)
		return f
	case "!!bool":
		return n.Value == "true"
	case "!!null":
		return nil
	}
	return n.Value
}

func parse(t testing.TB, text []byte) any {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal(text, &n); err != nil {
		t.Fatal(err)
	}
	return plain(&n)
}

// Every file names its schema in its first line, and keeps to it.
func TestShippedFilesKeepToTheirSchema(t *testing.T) {
	compiled := map[string]*jsonschema.Schema{}
	for _, name := range []string{"ordinance", "state", "sources", "winnings", "interest", "forms"} {
		compiled[name+".schema.json"] = schema(t, name+".schema.json")
	}
	checked := 0
	err := fs.WalkDir(schedules.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(schedules.FS, name)
		if err != nil {
			return err
		}
		first, _, _ := strings.Cut(string(text), "\n")
		where, ok := strings.CutPrefix(first, "# yaml-language-server: $schema=")
		s := compiled[path.Base(where)]
		if !ok || s == nil || path.Join(path.Dir(name), where) != "schema/"+path.Base(where) {
			t.Errorf("%s: the first line is %q", name, first)
			return nil
		}
		if err := s.Validate(parse(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		checked++
		return nil
	})
	if err != nil || checked < 26 {
		t.Errorf("%d files checked, %v", checked, err)
	}
}

// What the loader refuses the schema refuses too, as far as a schema can see.
func TestSchemaRefusesWhatTheLoaderRefuses(t *testing.T) {
	s := schema(t, "ordinance.schema.json")
	refused := 0
	for _, c := range faultyFiles {
		if c.beyond {
			continue
		}
		if err := s.Validate(parse(t, []byte(c.text))); err == nil {
			t.Errorf("%s: the schema lets it pass", c.what)
		}
		refused++
	}
	if refused < 40 {
		t.Errorf("only %d faults are for the schema", refused)
	}
	if err := s.Validate(parse(t, []byte(named+rate))); err != nil {
		t.Errorf("a sound file: %v", err)
	}
}

// The words that a schema lists are those of package calc.
func TestSchemaListsTheWordsOfCalc(t *testing.T) {
	text, err := fs.ReadFile(schedules.FS, "schema/ordinance.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	defs := parse(t, text).(map[string]any)["$defs"].(map[string]any)
	dig := func(def string, keys ...string) any {
		v := defs[def]
		for _, k := range keys {
			v = v.(map[string]any)[k]
		}
		return v
	}
	words := func(list any) (out []string) {
		for _, v := range list.([]any) {
			out = append(out, v.(string))
		}
		slices.Sort(out)
		return out
	}
	reasons := slices.Sorted(maps.Keys(dig("exclusions", "properties").(map[string]any)))
	figures := calc.FigureNames()
	slices.Sort(figures)
	for what, pair := range map[string][2][]string{
		"figures":     {words(dig("test", "properties", "figure", "enum")), figures},
		"frequencies": {words(dig("rule", "properties", "frequency", "enum")), slices.Sorted(slices.Values(frequencies))},
		"reasons":     {reasons, slices.Sorted(slices.Values(reasonCodes()))},
		"agreements":  {words(dig("when", "properties", "agreement", "enum")), agreements},
	} {
		if !slices.Equal(pair[0], pair[1]) {
			t.Errorf("%s: the schema has %q, the loader %q", what, pair[0], pair[1])
		}
	}
}
