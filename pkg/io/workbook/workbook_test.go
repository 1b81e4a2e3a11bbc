package workbook

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"example.com/withhold/pkg/calc"
)

// dues is a table with a column of each kind.
var dues = []Column{{"employer_id", Text, false}, {"municipality", Text, false}, {"due_date", Date, false},
	{"employees", Count, true}, {"rate", Rate, false}, {"tax_required", Money, true}, {"citation", Text, false}}

const duesCSV = `employer_id,municipality,due_date,employees,rate,tax_required,citation
00042,Dublin,2026-04-15,3,0.02,1234.56,R.C. 718.03
00042,"=HYPERLINK(""http://example.com"")",2026-02-28,12,0.020125,-0.10,+1
00043,Columbus,,0,0,0.30,@x
`

func open(csv string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(csv)), nil }
}

func write(t testing.TB, s Summary, limit int, tables ...Table) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, s, tables, limit); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func reopen(t testing.TB, b []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// raw and shown are a cell as stored and as displayed.
func raw(t testing.TB, f *excelize.File, sheet, cell string) string {
	t.Helper()
	v, err := f.GetCellValue(sheet, cell, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func shown(t testing.TB, f *excelize.File, sheet, cell string) string {
	t.Helper()
	v, err := f.GetCellValue(sheet, cell)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCellsHoldWhatTheFileSays(t *testing.T) {
	f := reopen(t, write(t, Summary{Title: "Report"}, 0, Table{Name: "dues", Columns: dues, Open: open(duesCSV)}))
	if got := f.GetSheetList(); !slices.Equal(got, []string{"Summary", "dues"}) {
		t.Errorf("sheets %q", got)
	}
	for cell, want := range map[string][2]string{ // as stored, as shown
		"A1": {"employer_id", "employer_id"},
		"A2": {"00042", "00042"},
		"B3": {`=HYPERLINK("http://example.com")`, `=HYPERLINK("http://example.com")`},
		"C2": {"46127", "2026-04-15"},
		"D3": {"12", "12"},
		"E2": {"0.02", "2.00%"},
		"E3": {"0.020125", "2.0125%"},
		"F2": {"1234.56", "1,234.56 "},
		"F3": {"-0.1", "(0.10)"},
		"G3": {"+1", "+1"},
		"G4": {"@x", "@x"},
		"C4": {"", ""},
		"A5": {"Total", "Total"},
		"D5": {"15", "15"},
		"F5": {"1234.76", "1,234.76 "},
	} {
		if got := [2]string{raw(t, f, "dues", cell), shown(t, f, "dues", cell)}; got != want {
			t.Errorf("%s is %q, want %q", cell, got, want)
		}
	}
}

func TestTextIsNeverAFormula(t *testing.T) {
	f := reopen(t, write(t, Summary{Title: "=1+1", Facts: [][2]string{{"=1", "=2"}}}, 0, Table{Name: "dues", Columns: dues, Open: open(duesCSV)}))
	formulas := 0
	for _, sheet := range f.GetSheetList() {
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for r, row := range rows {
			for c := range row {
				formula, err := f.GetCellFormula(sheet, ref(c+1, r+1))
				if err != nil {
					t.Fatal(err)
				}
				if formula != "" {
					formulas++
					if !strings.HasPrefix(formula, "SUM(") {
						t.Errorf("%s %s runs %q", sheet, ref(c+1, r+1), formula)
					}
				}
			}
		}
	}
	if formulas != 2 {
		t.Errorf("%d formulas, want the two totals", formulas)
	}
}

func TestTheSheetIsSetUpForReadingAndPrinting(t *testing.T) {
	b := write(t, Summary{Title: "Report"}, 0, Table{Name: "dues", Columns: dues, Open: open(duesCSV), Note: "What is due."})
	f := reopen(t, b)
	panes, err := f.GetPanes("dues")
	if err != nil || !panes.Freeze || panes.YSplit != 1 || panes.TopLeftCell != "A2" {
		t.Errorf("panes %+v, %v", panes, err)
	}
	if dim, err := f.GetSheetDimension("dues"); err != nil || dim != "A1:G7" {
		t.Errorf("extent %q, %v", dim, err)
	}
	names := map[string]string{}
	for _, n := range f.GetDefinedName() {
		names[n.Name] = n.RefersTo
	}
	if names["_xlnm.Print_Titles"] != "'dues'!$1:$1" || names["_xlnm._FilterDatabase"] != "'dues'!$A$1:$G$4" {
		t.Errorf("names %q", names)
	}
	page, err := f.GetPageLayout("dues")
	if err != nil || *page.Orientation != "landscape" || *page.FitToWidth != 1 || *page.FitToHeight != 0 {
		t.Errorf("page %+v, %v", page, err)
	}
	if w, err := f.GetColWidth("dues", "B"); err != nil || w < 30 {
		t.Errorf("column B is %v wide, %v", w, err)
	}
	if got := raw(t, f, "dues", "A7"); got != "What is due." {
		t.Errorf("the note is %q", got)
	}
}

func TestSummary(t *testing.T) {
	s := Summary{Title: "March 2026", Facts: [][2]string{{"rows", "1,204"}},
		Blocks: []Block{{Heading: "Due", Total: true, Columns: []Column{{"municipality", Text, false}, {"amount_due", Money, true}},
			Rows: [][]string{{"Dublin", "0.10"}, {"Columbus", "0.20"}}}}}
	f := reopen(t, write(t, s, 0, Table{Name: "dues", Columns: dues, Open: open(duesCSV), Note: "What is due."}))
	for cell, want := range map[string]string{"A1": "March 2026", "A3": "rows", "B3": "1,204", "A5": "Due", "B6": "amount_due",
		"B7": "0.1", "A9": "Total", "B9": "0.3", "A11": "Sheets of this workbook", "A13": "dues", "B13": "3", "C13": "What is due."} {
		if got := raw(t, f, "Summary", cell); got != want {
			t.Errorf("%s is %q, want %q", cell, got, want)
		}
	}
	if formula, _ := f.GetCellFormula("Summary", "B9"); formula != "SUM(B7:B8)" {
		t.Errorf("total %q", formula)
	}
	if ok, target, err := f.GetCellHyperLink("Summary", "A13"); !ok || target != "'dues'!A1" {
		t.Errorf("link %q, %v", target, err)
	}
}

func TestALongTableIsCutAndSaysSo(t *testing.T) {
	f := reopen(t, write(t, Summary{Title: "Report"}, 2, Table{Name: "dues", Columns: dues, Open: open(duesCSV)}))
	const line = "This sheet shows the first 2 of 3 rows. dues.csv holds them all."
	for cell, want := range map[string]string{"A3": "00042", "A4": "Total of the rows shown", "F4": "1234.46",
		"A5": "Total of all 3 rows", "F5": "1234.76", "D5": "15", "A7": line} {
		if got := raw(t, f, "dues", cell); got != want {
			t.Errorf("%s is %q, want %q", cell, got, want)
		}
	}
	if formula, _ := f.GetCellFormula("dues", "F4"); formula != "SUM(F2:F3)" {
		t.Errorf("total %q", formula)
	}
	if formula, _ := f.GetCellFormula("dues", "F5"); formula != "" {
		t.Errorf("the total of rows that are not here is the formula %q", formula)
	}
	if got := raw(t, f, "Summary", "C6"); got != line {
		t.Errorf("the summary says %q", got)
	}
}

func TestAnEmptyTable(t *testing.T) {
	f := reopen(t, write(t, Summary{Title: "Report"}, 0, Table{Name: "refunds", Columns: dues[5:6], Open: open("tax_required\n")}))
	if got := raw(t, f, "refunds", "A3"); got != "There are no rows." {
		t.Errorf("A3 is %q", got)
	}
}

func TestSameInputSameBytes(t *testing.T) {
	tables := []Table{{Name: "b", Columns: dues, Open: open(duesCSV)}, {Name: "a", Columns: dues, Open: open(duesCSV)},
		{Name: "d", Columns: dues, Open: open(duesCSV)}, {Name: "c", Columns: dues, Open: open(duesCSV)}}
	first := write(t, Summary{Title: "Report"}, 0, tables...)
	for range 10 {
		if !bytes.Equal(first, write(t, Summary{Title: "Report"}, 0, tables...)) {
			t.Fatal("two workbooks of the same tables differ")
		}
	}
	z, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range z.File[1:] {
		if p.Name <= z.File[i].Name {
			t.Errorf("%s comes after %s", p.Name, z.File[i].Name)
		}
	}
}

// Every amount must come back to its cent, and totals must be exact.
func TestAmountsKeepTheirCents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	amounts := []calc.Cents{0, 1, -1, 10, 99, calc.MaxCents, -calc.MaxCents, calc.MaxCents - 1, 999_999_999_999, exactBelow - 1, 1 - exactBelow}
	for range 5000 {
		amounts = append(amounts, calc.Cents(r.Int64N(2*int64(calc.MaxCents)))-calc.MaxCents)
	}
	var csv strings.Builder
	csv.WriteString("tax_required\n")
	var sum calc.Cents
	for _, a := range amounts {
		fmt.Fprintln(&csv, a)
		sum += a
	}
	f := reopen(t, write(t, Summary{Title: "Report"}, 0, Table{Name: "dues", Columns: dues[5:6], Open: open(csv.String())}))
	rows, err := f.GetRows("dues", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	cents := func(cell string) calc.Cents {
		u, err := Money.units(cell)
		if err != nil {
			t.Errorf("a cell holds %q", cell)
		}
		return calc.Cents(u)
	}
	for i, a := range amounts {
		if got := cents(rows[i+1][0]); got != a {
			t.Errorf("%s became %s", a, got)
		}
	}
	if got := cents(rows[len(amounts)+1][0]); got != sum {
		t.Errorf("the total is %s, want %s", got, sum)
	}
}

func TestAnAmountTooLongForASpreadsheetStaysText(t *testing.T) {
	const long = "10000000000000.01"
	f := reopen(t, write(t, Summary{Title: "Report"}, 0, Table{Name: "dues", Columns: dues[5:6], Open: open("tax_required\n" + long + "\n")}))
	for _, cell := range []string{"A2", "A3"} {
		if got := raw(t, f, "dues", cell); got != long {
			t.Errorf("%s is %q", cell, got)
		}
	}
}

func TestFaultsAreNamed(t *testing.T) {
	for _, c := range []struct{ name, csv, want string }{
		{"another column", "tax_required,rate\n1.00,0.01\n", `dues.csv: the columns are ["tax_required" "rate"], not ["tax_required"]`},
		{"no header", "", "dues.csv: reading the header: EOF"},
		{"not an amount", "tax_required\n1.00\n\"1.234,50\"\n", `dues.csv, row 3, tax_required "1.234,50": not an amount; write 1234.56`},
	} {
		err := Write(io.Discard, Summary{}, []Table{{Name: "dues", Columns: dues[5:6], Open: open(c.csv)}}, 0)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	if err := Write(io.Discard, Summary{}, []Table{{Name: "summary", Columns: dues[5:6], Open: open("tax_required\n")}}, 0); err == nil {
		t.Error("a second sheet Summary was written")
	}
}

func BenchmarkWrite100000Rows(b *testing.B) {
	var csv strings.Builder
	csv.WriteString(duesCSV[:strings.IndexByte(duesCSV, '\n')+1])
	for i := range 100_000 {
		fmt.Fprintf(&csv, "%05d,Dublin,2026-04-15,%d,0.02,%d.%02d,R.C. 718.03(B)(1)(a)\n", i, i%90, i, i%100)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, Summary{Title: "Report"}, []Table{{Name: "dues", Columns: dues, Open: open(csv.String())}}, 0); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(100_000*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
