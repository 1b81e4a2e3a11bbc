package ordinance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write makes a directory of the given files.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOverlay(t *testing.T) {
	head := strings.Join(rateColumns, ",") + "\n"
	first := write(t, map[string]string{
		// Replaces both rows of Akron, which then is not known before 2018.
		"rates.csv": head + "akron,Akron,city,Summit,01000,self,,0.026,,,2027-01-01,,2026,,high,council,\n" +
			"new-town,New Town,village,Stark,,,,0.01,1,0.01,2020-01-01,,2026,2026,high,council,\n",
		"sources.yaml":                  "council: {title: Minutes of the council, cite: Council 2026, for: [rate, credit]}\n",
		"municipalities/wauseon.yaml":   "id: wauseon\nname: Wauseon\naliases: [Litchfield Station]\n",
		"municipalities/ship-town.yaml": "id: ship-town\nname: Ship Town\nkind: village\ncounty: Stark\nadministrator: CCA\ncode: \"450\"\n" + rate,
		"municipalities/toledo.yaml":    "id: toledo\nname: Toledo\nrate:\n  - {from: 2027-01-01, cite: Ord. 1, rate: \"3.5%\", confirmed: true}\n",
		"README.md":                     "not read",
		".hidden/x.yaml":                "not read",
	})
	second := write(t, map[string]string{
		"rates.csv": head + "new-town,New Town,village,Stark,,,,0.015,,,2020-01-01,,2026,,high,council,\n",
	})
	b, err := Load(first, second)
	if err != nil {
		t.Fatal(err)
	}
	if b.Hash() == book(t).Hash() {
		t.Error("the overlays leave no trace in the hash")
	}
	for _, c := range []struct{ name, on, rate, cite string }{
		{"Akron", "2027-01-01", "0.026", "Council 2026"},
		{"New Town", "2026-01-01", "0.015", "Council 2026"},
		{"Ship Town", "2026-01-01", "0.01", "T 1"},
		{"CCA 450", "2026-01-01", "0.01", "T 1"},
		{"Toledo", "2026-12-31", "0.025", "Ohio Finder 2026-08"},
		{"Toledo", "2027-01-01", "0.035", "Ord. 1"},
		{"Litchfield Station", "2026-01-01", "0.015", "Ohio Finder 2026-08"},
	} {
		if law := lawOn(t, b, c.name, c.on); law.Rate.String() != c.rate || string(law.RateCite) != c.cite {
			t.Errorf("%s on %s: %s [%s], want %s [%s]", c.name, c.on, law.Rate, law.RateCite, c.rate, c.cite)
		}
	}
	if law, err := find(t, b, "Akron").On(day(t, "2026-01-01")); err == nil {
		t.Errorf("Akron 2026: %s, though its rows were replaced", law.Rate)
	}
	if law := lawOn(t, b, "New Town", "2026-01-01"); law.Credit.Known {
		t.Errorf("New Town: credit %+v, though its row was replaced", law.Credit)
	}
	if s := lawOn(t, b, "Wauseon", "2026-01-01").Remittance; s.Rules[0].Cite != "R.C. 718.03(B)(1)(b)" {
		t.Errorf("Wauseon: %s, though its file was replaced", s.Rules[0].Cite)
	}
}

func TestOverlayReplacesStateLaw(t *testing.T) {
	b, err := overlay(map[string]string{"state.yaml": "calendar: {cite: T}\nbase:\n  - {from: 2010-01-01, cite: T 1, base: gross_compensation}\n"})
	if err != nil {
		t.Fatal(err)
	}
	if law := lawOn(t, b, "Dublin", "2026-01-01"); law.BaseCite != "T 1" || law.Remittance != nil {
		t.Errorf("Dublin: %+v", law)
	}
	if _, err := find(t, b, "Dublin").On(day(t, "2009-12-31")); err == nil {
		t.Error("Dublin 2009: a base that nobody gave")
	}
}

func TestOverlayMissing(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(filepath.Join(dir, "none")); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("a missing directory: %v", err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file); err == nil || !strings.Contains(err.Error(), "name the directory") {
		t.Errorf("a file: %v", err)
	}
}
