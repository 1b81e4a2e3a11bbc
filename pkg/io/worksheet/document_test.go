package worksheet

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/withhold/pkg/io/results"
)

var update = flag.Bool("update", false, "write the golden files anew; read the difference before keeping it")

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; run with -update and read the difference. Got\n%s", name, got)
	}
}

// two sheets: one that ties and one that does not, with something to fill in.
func goldenSheets(t *testing.T) []*Sheet {
	in := caseOf(t, "dayton-dw-1")
	in.Employer.Phone = ""
	broken := caseOf(t, "rita-17")
	broken.Rows[0].Figures[WorkplaceWages]++
	return []*Sheet{fill(t, "dayton-dw-1", in), fill(t, "rita-17", broken)}
}

func TestDocument(t *testing.T) {
	var b bytes.Buffer
	d := Begin(&b, "Returns of E1 & others")
	for _, s := range goldenSheets(t) {
		if err := d.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.End(); err != nil {
		t.Fatal(err)
	}
	golden(t, "sheets.html", b.Bytes())
	text := b.String()
	for what, n := range map[string]int{
		"<article>": 2, "</article>": 2, "<html": 1, "</html>": 1, "<strong>UNVERIFIED</strong>": 2, "DO NOT SEND": 1,
		"Marsh &amp; Daughters &lt;Tools&gt;": 4, "<Tools>": 0, "ZgotmplZ": 0, "<script": 0, "src=": 0, "@import": 0, "url(": 0, "<link": 0,
		"no, by 0.01": 1, "1 of 2 forms must not be sent": 1,
	} {
		if got := strings.Count(text, what); got != n {
			t.Errorf("%q stands %d times, want %d", what, got, n)
		}
	}
}

func TestWorksheetRows(t *testing.T) {
	r := results.Row{Table: results.Worksheets}
	r.Header()
	for _, s := range goldenSheets(t) {
		for row := range s.Rows() {
			for _, c := range row.Cells() {
				r.Text(c)
			}
			r.End()
		}
	}
	golden(t, "worksheets.csv", r.Bytes)
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestDocumentOnAFullDisk(t *testing.T) {
	d := Begin(full{}, "Returns")
	sheets := goldenSheets(t)
	for range 100 {
		if err := d.Add(sheets[1]); err != nil && !errors.Is(err, errFull) {
			t.Fatal(err)
		}
	}
	if err := d.End(); !errors.Is(err, errFull) {
		t.Errorf("the end of it says %v", err)
	}
}

// TestDocumentDoesNotGrow: thousands of sheets go through in the memory of one.
func TestDocumentDoesNotGrow(t *testing.T) {
	count := new(counter)
	d := Begin(count, "Returns")
	s := goldenSheets(t)[0]
	for range 3000 {
		if err := d.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	before := count.n
	if err := d.End(); err != nil {
		t.Fatal(err)
	}
	if count.n-before > 128<<10 || before < 1<<20 {
		t.Errorf("%d bytes were written before the end, %d at it", before, count.n-before)
	}
}

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) { c.n += len(p); return len(p), nil }
