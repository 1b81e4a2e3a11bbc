package efw2

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestProfiles: each says what it rests on, none is taken for checked, and only
// those that take a file have one.
func TestProfiles(t *testing.T) {
	var names []string
	for _, p := range Profiles() {
		names = append(names, p.Name)
		if p.Refuse != "" {
			if _, err := FindProfile(p.Name); err == nil || !strings.HasPrefix(err.Error(), p.Title+": no W-2 file is made") {
				t.Errorf("%s: %v", p.Name, err)
			}
			continue
		}
		if !p.Unverified || p.Caution == "" || p.LineEnd != "crlf" {
			t.Errorf("%s: %+v", p.Name, p)
		}
	}
	if want := []string{"cca", "cincinnati", "city", "columbus", "kettering", "ohio", "rita", "ssa"}; !slices.Equal(names, want) {
		t.Errorf("profiles %v", names)
	}
	const want = `no W-2 recipient "RITA2"; there are cca, cincinnati, city, kettering, ohio, rita, ssa, or give the path of a profile of your own`
	if _, err := FindProfile("RITA2"); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// TestOwnProfile: a file of the user's is used like a built-in one.
func TestOwnProfile(t *testing.T) {
	text, _ := profileFiles.ReadFile("profiles/rita.yaml")
	own := strings.NewReplacer("prefix: R, digits: 4", "digits: 5", "supplemental_2: Ohio", "optional_code: X1").Replace(string(text))
	path := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(path, []byte(own), 0o644); err != nil {
		t.Fatal(err)
	}
	p := profile(t, path)
	file, wrote, _ := written(t, fileOf(local(someone(1))), p, 2025)
	if rs := line(file, 4); p.Name != "mine" || rs[4:9] != "00226" || rs[194:196] != "X1" || strings.TrimSpace(rs[412:487]) != "" || wrote.Local[0].Code != "00226" {
		t.Errorf("%s: %q", p.Name, rs)
	}
	if _, err := FindProfile(filepath.Join(t.TempDir(), "none.yaml")); err == nil || !strings.Contains(err.Error(), "none.yaml") {
		t.Errorf("%v", err)
	}
}

// TestProfileFaults: with file and line, and what to write.
func TestProfileFaults(t *testing.T) {
	text, _ := profileFiles.ReadFile("profiles/rita.yaml")
	for _, c := range []struct{ old, new, want string }{
		{"rs_per: municipality", "rs_per: person", `p.yaml:15: rs_per: "person" is unknown; write municipality, employee, none`},
		{"employees: own", "employes: own", `p.yaml:16: a profile has no employes`},
		{"employees: own", "", `p.yaml:1: employees: "" is unknown; write all, own`},
		{`state: "39"`, `state: "18"`, `p.yaml:14: state: "18" is not Ohio; write "39" with the quotes`},
		{"confidence: medium", "confidence: sure", `p.yaml:9: confidence: "sure" is unknown; write high, medium, low`},
		{"residence: R", "residence: X", `p.yaml:18: types: "X" is unknown; write C, R, F`},
		{"digits: 4", "digits: 5", "p.yaml:19: code: it is longer than the 5 characters there are"},
		{"supplemental_2: Ohio", "supplemental_3: Ohio", "p.yaml:20: rs: supplemental_3 is not a field to be filled by a profile"},
		{"prefix: R", "prefix: r", `p.yaml:19: code: "r" is not in capital letters`},
		{"supplemental_2: Ohio", "weeks: AB", "p.yaml:20: rs: weeks is not a field to be filled by a profile"},
		{"supplemental_2: Ohio", "last: Ohio", "p.yaml:20: rs: last is not a field to be filled by a profile"},
		{"supplemental_2: Ohio", "box_18: '1'", "p.yaml:20: rs: box_18 is not a field to be filled by a profile"},
		{"supplemental_2: Ohio", `supplemental_2: "{place}"`, "p.yaml:20: rs: supplemental_2: {place} is unknown; there are {municipality}, {code}, {type}, {account}"},
		{`supplemental_1: "{municipality}"`, "", `p.yaml:20: rs: a record for each municipality needs tax_type: "{type}" and supplemental_1: "{municipality}"`},
		{"needs: [box_1", "needs: [box_99", "p.yaml:25: needs: box_99 is neither a box nor a field that can be asked for"},
		{"title: Regional Income Tax Agency (RITA)", "", "p.yaml:1: title: it is missing; write the recipient's name"},
	} {
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("no %q in the profile", c.old)
		}
		if _, err := ParseProfile("p.yaml", []byte(strings.Replace(string(text), c.old, c.new, 1))); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v\nwant %s", c.new, err, c.want)
		}
	}
	for in, want := range map[string]string{"": "p.yaml: it is empty; a profile starts with its title",
		"title: A\nsource: B\nconfidence: low\nunverified: true\nrs_per: none\nemployees: all\n": "p.yaml:1: caution: it is missing; a profile that is unverified says what is not known and what to do"} {
		if _, err := ParseProfile("p.yaml", []byte(in)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", in, err)
		}
	}
	for _, bad := range []string{"[]", "a", "title: [", "{}", "title: A\n---\n"} {
		if _, err := ParseProfile("p.yaml", []byte(bad)); err == nil {
			t.Errorf("%q passes", bad)
		}
	}
}

// FuzzProfile holds that a profile which is taken writes files that can be read.
func FuzzProfile(f *testing.F) {
	for _, name := range []string{"rita", "ohio", "ssa", "columbus"} {
		text, _ := profileFiles.ReadFile("profiles/" + name + ".yaml")
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := ParseProfile("p.yaml", text)
		if err != nil || p.Refuse != "" {
			return
		}
		var b strings.Builder
		wrote, err := Write(&b, fileOf(local(someone(1))), p, 2025)
		if err != nil {
			return // a code of another form
		}
		if read, err := Read(strings.NewReader(b.String()), p, nil); err != nil || read.Tie(wrote) != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	})
}
