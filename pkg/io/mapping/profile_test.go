package mapping

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

func read(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// dump is what a file gives under a mapping: our columns, then a line for each
// row, and the warnings.
func dump(t testing.TB, path string, m *Mapping) string {
	t.Helper()
	f, err := table.Open(path)
	if err != nil {
		return err.Error() + "\n"
	}
	defer f.Close()
	kind := record.KindOf("payroll")
	if m != nil {
		kind = record.KindOf(m.Table)
	}
	var out strings.Builder
	tab := f.Tables[0]
	names, constants, err := m.Fit(tab, kind.Columns, true)
	if err != nil {
		return err.Error() + "\n"
	}
	for _, name := range kind.Columns {
		if slices.Contains(names, name) || constants[name] != "" {
			fmt.Fprintf(&out, "%s|", name)
		}
	}
	out.WriteByte('\n')
	var b table.Block
	for {
		if err := tab.Next(&b); err == io.EOF {
			break
		} else if err != nil {
			fmt.Fprintln(&out, err)
			break
		}
		b.Split()
		for i := range b.Len() {
			r := b.Row(i)
			if r.Err != nil {
				fmt.Fprintf(&out, "! %v\n", r.Err)
				continue
			}
			fmt.Fprintf(&out, "%d: ", r.Number)
			for _, name := range kind.Columns {
				if at := slices.Index(names, name); at >= 0 {
					fmt.Fprintf(&out, "%s|", r.Cells[at])
				} else if constants[name] != "" {
					fmt.Fprintf(&out, "%s|", constants[name])
				}
			}
			out.WriteByte('\n')
		}
	}
	for i := range f.Warnings {
		fmt.Fprintf(&out, "warning: %v\n", f.Warnings[i].Error())
	}
	return out.String()
}

// golden compares text with a file, or writes it where UPDATE is set.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(read(t, path)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestProfiles reads a made-up file of each product's shape by its built-in
// mapping, and by it alone where it needs nothing else.
func TestProfiles(t *testing.T) {
	for _, m := range Profiles() {
		name := m.Profile.Name
		t.Run(name, func(t *testing.T) {
			file := "testdata/profiles/" + strings.TrimSuffix(strings.TrimSuffix(name, "-worklog"), "-tips") + ".csv"
			if alone := dump(t, file, m); len(m.Profile.Needs) > 0 && !strings.Contains(alone, "like: "+name) {
				t.Errorf("without what it needs it says %s", alone)
			}
			if own := "testdata/profiles/" + name + ".yaml"; len(m.Profile.Needs) > 0 {
				var err error
				if m, err = Load(own); err != nil {
					t.Fatal(err)
				}
			}
			golden(t, "testdata/profiles/"+name+".want", dump(t, file, m))
		})
	}
}

// TestRecognise holds that each file is recognised as what it is, and no other
// file as any of them.
func TestRecognise(t *testing.T) {
	files := slices.Concat(globbed(t, "testdata/profiles/*.csv"), globbed(t, "../../../fixtures/awkward/c*.csv"))
	got := map[string]string{}
	for _, path := range files {
		f, err := table.Open(path)
		if err != nil {
			continue
		}
		var names []string
		for _, m := range Recognise(f.Tables[0]) {
			names = append(names, m.Profile.Name)
		}
		if len(names) > 0 {
			got[filepath.Base(path)] = strings.Join(names, " ")
		}
		f.Close()
	}
	want := map[string]string{"gusto.csv": "gusto", "adp-epi.csv": "adp-epi", "c30_adp_rows_per_locality.csv": "adp-epi",
		"paychex-spi.csv": "paychex-spi", "toast.csv": "toast-tips toast-worklog", "quickbooks-online.csv": "quickbooks-online",
		"powerschool-ohio.csv": "powerschool-ohio", "quickbooks-desktop.csv": "quickbooks-desktop"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
