package table

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// rowPlaces are ways to write the cells of a row below the header; %d is the row.
var rowPlaces = []string{
	`<c r="A%[1]d" t="s"><v>0</v></c><c r="B%[1]d"><v>12.50</v></c>`, `<c r="A%[1]d" s="3"><v>417</v></c><c r="C%[1]d" s="1"><v>46031</v></c>`,
	`<c r="A%[1]d" t="inlineStr"><is><t>_x0041_%[1]d</t></is></c><c r="B%[1]d"><f>1+1</f><v>2</v></c>`, `<c r="B%[1]d" t="str"><f>A1&amp;B1</f><v>a &lt; b</v></c>`,
	`<c r="B%[1]d"><f>A1*2</f></c>`, `<c r="A%[1]d" s="1"/><c r="B%[1]d"/>`, ``, `<c r="B%[1]d"><v>1</v></c><c r="AZ%[1]d"><v>2</v></c>`,
	`<c r="A%[1]d" t="str"><v>` + strings.Repeat("long ", 200) + `</v></c>`, `<c r="A%[1]d" t="b"><v>1</v></c><c r="B%[1]d" t="e"><v>#N/A</v></c>`, `<c r="C%[1]d" t="d"><v>2026-01-09</v></c>`, `<c r="A%[1]d" s="-1" t="s"><v>1</v></c>`,
}

// TestSeen holds that rows are the same whether they are kept in memory, in a
// file, in some of each, or cannot be kept and are unzipped again, and whether a
// workbook is opened for the first time or again.
func TestSeen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "seen.xlsx")
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString("<worksheet><sheetData>" + header)
		number := 1
		patterns := rapid.SliceOfN(rapid.SampledFrom(rowPlaces), 1, 6).Draw(t, "rows")
		for i := range rapid.SampledFrom([]int{0, 5, 40, 600}).Draw(t, "times") {
			number += 1 + i%5/4*300
			hidden := strings.Repeat(` hidden="1"`, i%7/6)
			fmt.Fprintf(&b, `<row r="%d"%s>`+patterns[i%len(patterns)]+`</row>`, number, hidden)
		}
		b.WriteString("</sheetData><mergeCells>")
		for range rapid.IntRange(0, 3).Draw(t, "merges") {
			top := rapid.IntRange(1, number).Draw(t, "top")
			fmt.Fprintf(&b, `<mergeCell ref="A%d:B%d"/>`, top, top+rapid.IntRange(0, 9).Draw(t, "high"))
		}
		b.WriteString("</mergeCells></worksheet>")
		if err := writeParts(path, b.String(), "<sst><si><t>Dana</t></si><si><t>Lee</t></si></sst>", "<styleSheet/>"); err != nil {
			t.Fatal(err)
		}
		ways := map[string]*Seen{"a file": {kept: maxKept}, "some of each": {kept: maxKept - 3*chunkSize/2}, "neither": forgetful()}
		memory := new(Seen)
		want := openedBy(memory, path)
		if got := openedBy(memory, path); got != want {
			t.Fatalf("opened again it is\n%s\nnot\n%s", got, want)
		}
		for name, seen := range ways {
			for range 2 {
				if got := openedBy(seen, path); got != want {
					t.Fatalf("kept in %s it is\n%s\nnot\n%s", name, got, want)
				}
			}
			if err := seen.Forget(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// forgetful is a Seen that can keep no rows: there is no room, and its file cannot
// be written.
func forgetful() *Seen {
	return &Seen{kept: maxKept, spill: spill{file: os.NewFile(^uintptr(0), "none")}}
}

// openedBy is all a workbook gives that is opened by n.
func openedBy(n *Seen, path string) string {
	f, err := n.Open(path)
	if err != nil {
		return fmt.Sprintf("error: %v\n", err)
	}
	defer f.Close()
	var head strings.Builder
	for _, t := range f.Tables {
		fmt.Fprintln(&head, t.Head())
	}
	return head.String() + dump(f, known)
}

// TestSeenChanged holds that a workbook is looked through once, and again when it
// is another.
func TestSeenChanged(t *testing.T) {
	path := workbookOf(t, header+`<row r="2"><c r="B2"><v>1500</v></c></row>`, "")
	other := workbookOf(t, header+`<row r="2"><c r="B2"><v>7500</v></c></row>`, "")
	var seen Seen
	surveyed := func() *survey {
		f, err := seen.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		return f.Tables[0].src.(*sheet).survey
	}
	first := surveyed()
	if surveyed() != first || first.kept == nil {
		t.Error("an unchanged workbook is unzipped again")
	}
	text, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := openedBy(&seen, path); !strings.Contains(got, "row 2: |7500|") {
		t.Errorf("a changed workbook gives\n%s", got)
	}
}

// TestKeptBound holds that what is kept in memory has a bound, however many rows
// and sheets there are, and that the rest comes from the file.
func TestKeptBound(t *testing.T) {
	const room = 3 * chunkSize
	var file spill
	defer file.close()
	row := sheetRow{cells: []fact{{col: 0, kind: 's', value: true, raw: []byte("12345")}, {col: 3, kind: 'n', style: 4, value: true, raw: []byte("1.5")}}}
	left := room
	for sheet := range 5 {
		k := &keptRows{spill: &file, room: left}
		for row.number = 1; row.number <= 50_000; row.number++ {
			if err := k.keep(&row, false); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := k.settle(); err != nil {
			t.Fatal(err)
		}
		held := 0
		for _, c := range k.chunks {
			held += len(c.rows)
		}
		if left -= held; held != k.size || left < 0 {
			t.Fatalf("sheet %d: %d bytes in memory, said to be %d; %d were left", sheet, held, k.size, left+held)
		}
		r := keptReader{kept: k}
		for n := 1; ; n++ {
			got, err := r.next()
			if err == io.EOF {
				if n != 50_001 {
					t.Fatalf("%d rows", n-1)
				}
				break
			}
			if err != nil || got.number != n || fmt.Sprint(got.cells) != fmt.Sprint(row.cells) {
				t.Fatalf("row %d is %v, %v", n, got, err)
			}
		}
	}
}
