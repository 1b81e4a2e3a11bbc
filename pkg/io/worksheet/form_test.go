package worksheet

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
	"example.com/withhold/schedules"
)

func ids(forms []*Form) string {
	var list []string
	for _, f := range forms {
		list = append(list, f.ID)
	}
	return strings.Join(list, " ")
}

func TestFor(t *testing.T) {
	forms := shipped(t)
	for _, c := range []struct {
		municipality, administrator string
		kind                        Kind
		period                      calc.Period
		want                        string
	}{
		{"ashville", "RITA", Return, quarter1, "rita-11"},
		{"ashville", "RITA", Amended, quarter1, "rita-11a"},
		{"ashville", "RITA", Reconciliation, year, "rita-17"},
		{"cleveland", "CCA", Return, quarter1, "cca-102"},
		{"cleveland", "CCA", Amended, quarter1, "generic-return"}, // line 4 of a later CCA-102 corrects
		{"cleveland", "CCA", Reconciliation, year, "cca-annual"},
		{"columbus", "self", Return, quarter1, "columbus-it-11"},
		{"columbus", "self", Amended, quarter1, "columbus-it-11"},
		{"columbus", "self", Return, march, "columbus-it-15"},
		{"columbus", "self", Return, calc.Period{Name: "2026-03-P1", From: date("2026-03-01"), To: date("2026-03-15")}, "columbus-it-15"},
		{"dayton", "self", Return, march, "dayton-dw-1"},
		{"columbus", "self", Reconciliation, year, "columbus-it-13"},
		{"dayton", "self", Return, quarter1, "dayton-dw-1"},
		{"dayton", "self", Reconciliation, year, "dayton-dw-3"},
		{"cincinnati", "self", Return, quarter1, "generic-return"}, // its W-1 was not seen
		{"cincinnati", "self", Reconciliation, year, "cincinnati-w-3"},
		{"akron", "self", Reconciliation, year, "akron-aw-3"},
		{"village-000", "", Return, quarter1, "generic-return"},
		{"village-000", "", Reconciliation, year, "generic-reconciliation"},
		{"dayton", "RITA", Return, quarter1, "dayton-dw-1"}, // its own goes first
	} {
		if got := ids(forms.For(c.municipality, c.administrator, c.kind, c.period)); got != c.want {
			t.Errorf("%s of %s (%s) for %s: %s, want %s", c.kind, c.municipality, c.administrator, c.period.Name, got, c.want)
		}
	}
}

// TestFormsOfATime: a form holds for periods that end in its time, both days
// included; a later layer replaces and adds.
func TestFormsOfATime(t *testing.T) {
	before := strings.Replace(sound, "source: the city", "to: 2025-12-31\nsource: the city", 1)
	after := strings.NewReplacer("id: x", "id: y", "source: the city", "from: 2026-01-01\nsource: the city", "Form X", "Form Y").Replace(sound)
	files := oneFile("x.yaml", before)
	files["forms/y.yaml"] = oneFile("", after)["forms/"]
	forms, err := load([]layer{{fs: schedules.FS}, {fs: files}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ on, want string }{
		{"2025-12-31", "dayton-dw-1 x"}, {"2026-01-01", "dayton-dw-1 y"},
	} {
		if got := ids(forms.For("dayton", "", Return, calc.Period{From: date(c.on), To: date(c.on)})); got != c.want {
			t.Errorf("on %s: %s, want %s", c.on, got, c.want)
		}
	}
}

// TestOverlay: a directory replaces the form of an id; its faults name it, and one
// without forms adds nothing.
func TestOverlay(t *testing.T) {
	dir, none := t.TempDir(), t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, "forms"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "forms", "dayton-dw-1.yaml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(strings.Replace(sound, "id: x", "id: dayton-dw-1", 1))
	forms, err := Load(schedules.FS, dir, none)
	if err != nil || forms.For("dayton", "", Return, march)[0].Title != "Form X" || len(forms.All()) != len(shipped(t).All()) {
		t.Errorf("the directory did not replace: %v", err)
	}
	write("id: dayton-dw-2\n")
	if _, err := Load(schedules.FS, dir); err == nil || !strings.Contains(err.Error(), filepath.ToSlash(dir)+"/forms/dayton-dw-1.yaml:1: id") {
		t.Errorf("the fault does not name its file: %v", err)
	}
}

// TestFormsAreOfKnownPlaces: each municipality and administrator of a profile is
// in the ordinance data, and forms of a place name no other.
func TestFormsAreOfKnownPlaces(t *testing.T) {
	book, err := ordinance.Load()
	if err != nil {
		t.Fatal(err)
	}
	administrators := map[string]bool{}
	for _, m := range book.All() {
		administrators[m.Administrator] = true
	}
	for _, f := range shipped(t).All() {
		for _, id := range f.Municipalities {
			if m, err := book.Find(id); err != nil || m.ID != id {
				t.Errorf("%s: %s is not an id: %v", f.ID, id, err)
			}
		}
		for _, a := range f.Administrators {
			if !administrators[a] {
				t.Errorf("%s: nobody's administrator is %s", f.ID, a)
			}
		}
		if f.Unverified == "" {
			t.Errorf("%s claims to have been tried with the agency", f.ID)
		}
	}
}

func TestFigures(t *testing.T) {
	if len(FigureNames()) != int(numFigures) {
		t.Fatalf("%d names of %d figures", len(FigureNames()), numFigures)
	}
	for f := range numFigures {
		if g, ok := figureNamed(f.Name()); !ok || g != f || f.Meaning() == "" {
			t.Errorf("%d: %q means %q", f, f.Name(), f.Meaning())
		}
	}
	f := Figures{}
	f.Money(WorkplaceWages, 10_000_20)
	f.Share(TaxRate, calc.Rate(250_000_000))
	if n, how, ok := f.get(TaxAtRate); !ok || n != 250_01 || how != "workplace wages × 2.5%" {
		t.Errorf("tax at rate %d, %q, %v", n, how, ok)
	}
	if _, _, ok := f.get(OtherCityCredit); ok {
		t.Error("a credit without residence wages")
	}
	f.Money(TaxAtRate, 7)
	if n, _, _ := f.get(TaxAtRate); n != 7 {
		t.Error("what is given does not come first")
	}
	defer func() {
		if recover() == nil {
			t.Error("an amount was set as a count")
		}
	}()
	f.Number(AmountDue, 1)
}
