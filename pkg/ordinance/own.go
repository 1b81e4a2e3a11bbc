package ordinance

import (
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

// An ownFile is what one municipality's file says.
type ownFile struct {
	file    string
	example bool
	place   place // of its name, for problems found later

	id, name, kind, county, fips, administrator, code string
	aliases                                           []string
	topics                                            topics
}

// A place is a line of a file. A later layer gives way where two places claim
// the same name.
type place struct {
	file  string
	line  int
	layer int
}

// Kinds are what a municipality may be.
var Kinds = []string{"city", "village", "jedd", "jedz", "zone"}

// ownKeys are the keys of a municipality's file. Those from kind to code are for
// municipalities that have no row in rates.csv.
var ownKeys = append([]string{"id", "name", "aliases", "kind", "county", "fips", "administrator", "code", "exclusions"},
	topicNames[:]...)

// readOwn reads municipalities/x.yaml or examples/x.yaml; nil if there is no id
// to go by.
func readOwn(shown, name string, text []byte, probs *problems) *ownFile {
	t := &textFile{shown, probs}
	root := t.root(text)
	if root == nil {
		return nil
	}
	f := t.fields(root, "the file", ownKeys...)
	if root.Kind != yaml.MappingNode {
		return nil
	}
	want := strings.TrimSuffix(path.Base(name), path.Ext(name))
	o := &ownFile{file: shown, example: path.Dir(name) == "examples", id: want, place: place{file: shown, line: root.Line}}
	if f.need("id", want) {
		if id := f.text("id"); id != "" && id != want {
			f.fault(f.values["id"], "id %q is not the file's name; write id: %s, or rename the file to %s.yaml", id, want, id)
		}
	}
	if !isSlug(want) {
		t.probs.add(shown, 1, "%q is no id; name the file with small letters, digits and hyphens only", want)
	}
	if f.need("name", "the name that outputs show") {
		o.name, o.place.line = f.text("name"), f.values["name"].Line
	}
	for _, n := range f.list("aliases") {
		o.aliases = append(o.aliases, n.Value)
	}
	if f.values["kind"] != nil {
		f.choice("kind", Kinds...)
		o.kind = f.text("kind")
	}
	o.county, o.fips = f.text("county"), f.text("fips")
	o.administrator, o.code = f.text("administrator"), f.text("code")
	f.readTopics(&o.topics, true)
	return o
}

// agrees reports what a file says otherwise than the municipality's rows.
func (o *ownFile) agrees(m *Municipality, t *rateTable, probs *problems) {
	for _, p := range []struct{ key, here, there string }{
		{"name", o.name, m.Name}, {"kind", o.kind, m.Kind}, {"county", o.county, m.County}, {"fips", o.fips, m.FIPS},
		{"administrator", o.administrator, m.Administrator}, {"code", o.code, m.Code},
	} {
		if p.here != "" && p.here != p.there {
			probs.add(o.file, o.place.line, "%s is %q here and %q at %s:%d; write %q", p.key, p.here, p.there, t.file, t.rows[0].line, p.there)
		}
	}
}

// isSlug reports whether s may be an id.
func isSlug(s string) bool {
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return s != "" && s[0] != '-' && s[len(s)-1] != '-'
}
