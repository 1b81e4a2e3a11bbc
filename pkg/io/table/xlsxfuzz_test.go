package table

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// partsOf is the texts of a workbook's first sheet, shared texts and styles.
func partsOf(path string) (parts [3]string) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return parts
	}
	defer z.Close()
	for i, name := range []string{"xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"} {
		if f, err := z.Open(name); err == nil {
			text, _ := io.ReadAll(io.LimitReader(f, 1<<16))
			parts[i] = string(text)
			f.Close()
		}
	}
	return parts
}

// FuzzXLSX holds that any sheet, shared texts and styles are read to an end or
// refused: rows rise, each has the header's width, rows that were kept are those
// of the sheet, and memory stays within bounds.
func FuzzXLSX(f *testing.F) {
	files, _ := filepath.Glob("testdata/x*.xlsx")
	for _, path := range files {
		if p := partsOf(path); p[0] != "" {
			f.Add(p[0], p[1], p[2])
		}
	}
	path := filepath.Join(f.TempDir(), "fuzz.xlsx")
	var most uint64
	f.Fuzz(func(t *testing.T, sheet, texts, styles string) {
		if err := writeParts(path, sheet, texts, styles); err != nil {
			t.Fatal(err)
		}
		first := openedBy(new(Seen), path)
		if strings.Contains(first, "cells!") {
			t.Fatalf("a row of another width: %s", first)
		}
		checkRising(t, path)
		if again := openedBy(forgetful(), path); again != first {
			t.Fatalf("unzipped again it is\n%s\nnot\n%s", again, first)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if most = max(most, m.HeapSys); m.HeapSys > 200<<20 {
			t.Fatalf("%d MB of heap", m.HeapSys>>20)
		}
	})
}

func checkRising(t *testing.T, path string) {
	f, err := Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	for _, tab := range f.Tables {
		var b Block
		last := tab.HeaderRow
		for tab.Next(&b) == nil {
			for i := range b.Len() {
				if r := b.Row(i); r.Number <= last {
					t.Fatalf("row %d after row %d", r.Number, last)
				} else {
					last = r.Number
				}
			}
		}
	}
}

// writeParts writes a workbook of one sheet.
func writeParts(path, sheet, texts, styles string) error {
	const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	list := func(s string) string {
		return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + s + `</Relationships>`
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	z := zip.NewWriter(file)
	for _, p := range [][2]string{
		{"_rels/.rels", list(`<Relationship Id="a" Type="` + rel + `/officeDocument" Target="xl/workbook.xml"/>`)},
		{"xl/_rels/workbook.xml.rels", list(`<Relationship Id="a" Type="` + rel + `/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="b" Type="` + rel + `/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="c" Type="` + rel + `/styles" Target="styles.xml"/>`)},
		{"xl/workbook.xml", `<workbook xmlns:r="` + rel + `"><sheets><sheet name="S" r:id="a"/></sheets></workbook>`},
		{"xl/worksheets/sheet1.xml", sheet}, {"xl/sharedStrings.xml", texts}, {"xl/styles.xml", styles},
	} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: p[0], Method: zip.Store})
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, p[1]); err != nil {
			return err
		}
	}
	return z.Close()
}
