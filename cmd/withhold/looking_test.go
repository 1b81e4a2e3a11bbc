package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file holds the programs with which scripts look at results. Each fails
// where it has nothing to look at.

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	os.Exit(1)
}

func mustRead(path string) []byte {
	b, err := os.ReadFile(path)
	if err != nil {
		fail("%v", err)
	}
	return b
}

// allFiles maps the files below a folder, or a file alone, to their bytes.
func allFiles(root string) map[string][]byte {
	files := map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(root, path)
			files[rel] = mustRead(path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		fail("%s: %d files: %v", root, len(files), err)
	}
	return files
}

// headersMain is "headers DIR": the header of each CSV file, by name.
func headersMain() {
	files := allFiles(os.Args[1])
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if filepath.Ext(name) == ".csv" {
			header, _, _ := bytes.Cut(files[name], []byte("\n"))
			fmt.Printf("%s: %s\n", name, header)
		}
	}
}

// sameMain is "same DIR DIR [FILE...]": both hold the same files with the same
// bytes, those named aside.
func sameMain() {
	a, b, aside := allFiles(os.Args[1]), allFiles(os.Args[2]), os.Args[3:]
	for _, name := range aside {
		if _, ok := a[name]; !ok {
			fail("%s is not in %s", name, os.Args[1])
		}
	}
	var wrong []string
	for name := range a {
		if other, ok := b[name]; !slices.Contains(aside, name) && (!ok || !bytes.Equal(a[name], other)) {
			wrong = append(wrong, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			wrong = append(wrong, name)
		}
	}
	slices.Sort(wrong)
	if len(wrong) > 0 {
		fail("not the same: %s", strings.Join(wrong, ", "))
	}
}

func lines(path string) []string { return strings.Split(string(mustRead(path)), "\n") }

// samesetMain is "sameset FILE FILE": the same lines, in whatever order.
func samesetMain() {
	a, b := lines(os.Args[1]), lines(os.Args[2])
	if slices.Equal(a, b) {
		fail("%s and %s are in the same order: nothing was shuffled", os.Args[1], os.Args[2])
	}
	slices.Sort(a)
	slices.Sort(b)
	if !slices.Equal(a, b) {
		fail("%s and %s do not hold the same lines", os.Args[1], os.Args[2])
	}
}

// shuffleMain is "shuffle FILE NEW": the file with its rows in another order,
// the last first and the two halves interleaved.
func shuffleMain() {
	in := lines(strings.TrimSuffix(os.Args[1], "\n"))
	header, rows := in[0], slices.DeleteFunc(in[1:], func(s string) bool { return s == "" })
	if len(rows) < 2 {
		fail("%s has %d rows", os.Args[1], len(rows))
	}
	out := []string{header}
	half := len(rows) / 2
	for i := range rows[half:] {
		out = append(out, rows[len(rows)-1-i])
		if i < half {
			out = append(out, rows[i])
		}
	}
	if err := os.WriteFile(os.Args[2], []byte(strings.Join(out, "\n")+"\n"), 0o666); err != nil {
		fail("%v", err)
	}
}

// nowhereMain is "nowhere TEXT PATH...": no file below the paths holds the text.
func nowhereMain() {
	for _, root := range os.Args[2:] {
		for name, b := range allFiles(root) {
			if bytes.Contains(plain(name, b), []byte(os.Args[1])) {
				fail("%s, %s holds %s", root, name, os.Args[1])
			}
		}
	}
}

// controlMain is "control DIR": the control totals of its manifest, in JSON.
func controlMain() {
	var m struct {
		Control json.RawMessage `json:"control_totals"`
	}
	if err := json.Unmarshal(mustRead(filepath.Join(os.Args[1], "manifest.json")), &m); err != nil || m.Control == nil {
		fail("no control totals: %v", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, m.Control, "", "  "); err != nil {
		fail("%v", err)
	}
	fmt.Println(out.String())
}

// plain is what a file says, a workbook's parts taken out of its archive.
func plain(name string, b []byte) []byte {
	if filepath.Ext(name) != ".xlsx" {
		return b
	}
	archive, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		fail("%s: %v", name, err)
	}
	var all bytes.Buffer
	for _, part := range archive.File {
		r, err := part.Open()
		if err != nil {
			fail("%s: %v", name, err)
		}
		if _, err := all.ReadFrom(r); err != nil {
			fail("%s: %v", name, err)
		}
	}
	return all.Bytes()
}
