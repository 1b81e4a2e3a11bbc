package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/withhold/cmd/withhold/starter"
)

// initCmd is "withhold init": a workbook and CSV files to fill in.
type initCmd struct {
	Dir string `arg:"" help:"Folder to write into; made if missing."`
}

// Run writes all files or none. The CSV files have a folder of their own: a run
// over DIR reads every file directly in it, and would count the payroll twice.
func (i *initCmd) Run(c console) error {
	book := filepath.Join(i.Dir, "withhold.xlsx")
	command := "withhold run --out withhold-out " + shellWord(book)
	var text bytes.Buffer
	if err := starter.Workbook(&text, command); err != nil {
		return err
	}
	paths, contents := []string{book}, [][]byte{text.Bytes()}
	for _, t := range starter.Tables {
		text, err := starter.CSV(t[0])
		if err != nil {
			return err
		}
		paths, contents = append(paths, filepath.Join(i.Dir, "csv", t[0]+".csv")), append(contents, text)
	}
	if err := noneExists(paths); err != nil {
		return err
	}
	if err := writeNew(i.Dir, paths, contents); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.stdout, "wrote %s, a workbook to fill in, and the same as CSV files in %s\n"+
		"both hold an example that runs as it is; try it, then replace its rows with yours:\n\n  %s\n",
		book, filepath.Join(i.Dir, "csv"), command)
	return err
}

// noneExists refuses to write over somebody's work.
func noneExists(paths []string) error {
	var there []string
	for _, p := range paths {
		_, err := os.Lstat(p)
		if err == nil {
			there = append(there, p)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	switch len(there) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s exists and is left as it is, and nothing was written; give another folder, or move it away", there[0])
	}
	return fmt.Errorf("%s exist and are left as they are, and nothing was written; give another folder, or move them away", strings.Join(there, ", "))
}

// writeNew writes the files beside their places in dir and then renames them, so
// that what is there is whole. After an error it removes what it made.
func writeNew(dir string, paths []string, contents [][]byte) (err error) {
	made, err := makeDirs(filepath.Join(dir, "csv"))
	defer func() {
		if err != nil {
			for _, d := range made {
				os.Remove(d) // only if it is empty
			}
		}
	}()
	if err != nil {
		return err
	}
	aside, err := os.MkdirTemp(dir, ".withhold-init-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(aside)
	temps := make([]string, len(paths))
	for i, p := range paths {
		temps[i] = filepath.Join(aside, filepath.Base(p))
		if err := writeSynced(temps[i], contents[i]); err != nil {
			return err
		}
	}
	for i, p := range paths {
		if err := os.Rename(temps[i], p); err != nil {
			for _, done := range paths[:i] {
				os.Remove(done)
			}
			return err
		}
	}
	return nil
}

// makeDirs makes a folder and what is missing above it, and returns what it made,
// innermost first.
func makeDirs(dir string) (made []string, err error) {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Lstat(d); !errors.Is(err, fs.ErrNotExist) || d == filepath.Dir(d) {
			break
		}
		made = append(made, d)
	}
	return made, os.MkdirAll(dir, 0o777)
}

// writeSynced writes a file for its owner alone: filled in, it holds social
// security numbers.
func writeSynced(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, bytes.NewReader(text))
	return errors.Join(err, f.Sync(), f.Close())
}

// shellWord is a path as it can be pasted into a command line.
func shellWord(path string) string {
	if !strings.ContainsAny(path, " \t'\"$&;()*?<>|!`#~[]{}") {
		return path
	}
	if os.PathSeparator == '\\' {
		return `"` + path + `"`
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
