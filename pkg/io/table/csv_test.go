package table

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// known are the column names the test files are read by.
func known(key string) bool {
	switch key {
	case "employeeid", "lastname", "paydate", "worklocation", "grosspay", "localtaxwithheld", "amount":
		return true
	}
	return false
}

// dump is everything a file gives: a line for each row, "row 3: a|b|c" or
// "row 3! message", and the error that ended it.
func dump(f *File, known func(string) bool) string {
	var out strings.Builder
	f.FindHeader(known)
	for _, t := range f.Tables {
		if t.Sheet != "" {
			fmt.Fprintf(&out, "sheet %s\n", t.Sheet)
		}
		fmt.Fprintf(&out, "header %d: %s\n", t.HeaderRow, strings.Join(t.Header, "|"))
		var b Block
		for {
			err := t.Next(&b)
			if err == io.EOF {
				break
			}
			if err != nil {
				fmt.Fprintf(&out, "error: %v\n", err)
				break
			}
			b.Split()
			for i := range b.Len() {
				r := b.Row(i)
				if len(r.Cells) != len(t.Header) {
					fmt.Fprintf(&out, "%d cells!\n", len(r.Cells))
				}
				if r.Err != nil {
					fmt.Fprintf(&out, "row %d! %v\n", r.Number, r.Err.(*Problem).Message)
					continue
				}
				fmt.Fprintf(&out, "row %d: %s\n", r.Number, bytes.Join(r.Cells, []byte("|")))
			}
		}
	}
	for _, w := range f.Warnings {
		fmt.Fprintf(&out, "warning: %v\n", w.Error())
	}
	return out.String()
}

// read is dump of a file, or the error of opening it.
func read(path string) string {
	f, err := Open(path)
	if err != nil {
		return fmt.Sprintf("error: %v\n", err)
	}
	defer f.Close()
	return dump(f, known)
}

// TestAwkward reads every file of testdata that breaks readers and compares all
// it gives with the .want file beside it.
func TestAwkward(t *testing.T) {
	files, _ := filepath.Glob("testdata/[cx][0-9]*.[cx]*")
	if len(files) < 50 {
		t.Fatalf("only %d test files", len(files))
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want := filepath.Join("testdata", "want", filepath.Base(path)+".txt")
			got := read(path)
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(want, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(text) {
				t.Errorf("got\n%s\nwant\n%s", got, text)
			}
		})
	}
}
