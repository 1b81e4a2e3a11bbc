package payment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("bank.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("bank.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON is a YAML text as an editor hands it to a schema.
func asJSON(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
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

// TestSchemaKeys holds the keys of the schema to those of the program.
func TestSchemaKeys(t *testing.T) {
	type object struct {
		Properties map[string]json.RawMessage
	}
	var doc struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(Schema, &doc); err != nil {
		t.Fatal(err)
	}
	keys := func(fields []field) (list []string) {
		for _, f := range fields {
			list = append(list, f.key)
		}
		return list
	}
	within := func(name string) object {
		var o object
		if err := json.Unmarshal(doc.Properties[name], &o); err != nil {
			t.Fatal(err)
		}
		return o
	}
	var employers struct {
		AdditionalProperties object
	}
	if err := json.Unmarshal(doc.Properties["employers"], &employers); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what string
		in   object
		want []string
	}{
		{"the file", doc.object, bankKeys},
		{"destination", within("destination"), keys((&party{id: "routing"}).fields())},
		{"origin", within("origin"), keys((&party{id: "id"}).fields())},
		{"company", doc.Defs["company"], keys((&Company{}).fields())},
		{"recipient", doc.Defs["recipient"], keys((&recipient{}).fields())},
		{"employer", employers.AdditionalProperties, employerKeys},
	} {
		if got, want := slices.Sorted(maps.Keys(c.in.Properties)), slices.Sorted(slices.Values(c.want)); !slices.Equal(got, want) {
			t.Errorf("%s: the schema has %v, the program %v", c.what, got, want)
		}
	}
}

// TestSchemaValues: schema and program take and refuse the same values. Only
// check digits are beyond a schema.
func TestSchemaValues(t *testing.T) {
	s := schema(t)
	if err := s.Validate(asJSON(t, string(Example))); err != nil {
		t.Error(err)
	}
	values := []string{"990000013", "99000001", "1000000001", "CITY TAX", "X", "a*b", `a\b`, " x", "x ", "checking", "savings", "none", "account", "fein_digits",
		"fein_dashed", "employer_id", "total", "tax_penalty_interest", "77-0012", "77 0012", "É", "a\tb", "0000012345"}
	for n := 1; n < 25; n++ {
		values = append(values, strings.Repeat("A", n))
	}
	looked, taken := 0, 0
	for path, fields := range map[string][]field{
		"destination: {%s: %q}": (&party{id: "routing"}).fields(), "origin: {%s: %q}": (&party{id: "id"}).fields(), "company: {%s: %q}": (&Company{}).fields(),
		"employers: {'1': {company: {%s: %q}}}": (&Company{}).fields(), "recipients: {a: {%s: %q}}": (&recipient{}).fields(),
		"{employers: {'1': {accounts: {%s: %q}}}, recipients: {a: {kind: checking}}}": {{key: "a"}},
	} {
		for _, f := range fields {
			for _, v := range values {
				text := fmt.Sprintf(path, f.key, v)
				schemaErr := s.Validate(asJSON(t, text))
				_, err := ParseBank("bank.yaml", []byte(text))
				if (schemaErr == nil) != (err == nil) {
					t.Errorf("%s: the schema says %v, the program %v", text, schemaErr, err)
				}
				if looked++; err == nil {
					taken++
				}
			}
		}
	}
	if looked < 1000 || taken < 200 || taken > looked/2 {
		t.Errorf("%d values, %d taken", looked, taken)
	}
	for _, bad := range []string{"orgin: {}", "recipients: {Self: {kind: checking}}", "recipients: {a: {iban: x}}", "destination: []", "employers: {'1': {own: x}}",
		"company: {name: null}", "company: {name: [a]}", "recipients: {a: }"} {
		if s.Validate(asJSON(t, bad)) == nil {
			t.Errorf("the schema takes %s", bad)
		}
		if _, err := ParseBank("bank.yaml", []byte(bad)); err == nil {
			t.Errorf("the program takes %s", bad)
		}
	}
}

// TestCheckDigit: every change of one digit breaks a routing number.
func TestCheckDigit(t *testing.T) {
	const good = "990000013"
	if err := checkRouting(good); err != nil {
		t.Fatal(err)
	}
	for i := range good {
		for c := byte('0'); c <= '9'; c++ {
			changed := good[:i] + string(c) + good[i+1:]
			if err := checkRouting(changed); (err == nil) != (c == good[i]) {
				t.Errorf("%s: %v", changed, err)
			}
		}
	}
}
