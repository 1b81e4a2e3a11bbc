// Package outdir puts a command's results on disk all at once: they are written
// to a folder beside the one asked for, made durable, and put in its place in
// one step. Killed at any moment, the folder asked for holds the earlier results
// whole or the new ones whole.
package outdir

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Manifest is the file that marks a folder as holding results.
const Manifest = "manifest.json"

// A Stage is a folder being filled.
type Stage struct {
	final, temp string
	lock        *heldLock
	files       []string
	syncing     []chan error // of finished files
}

// Open prepares to fill dir, which may not exist, may be empty, or may hold the
// results of an earlier run: files that mine accepts and a Manifest. Anything
// else in it is somebody's and is refused rather than replaced.
func Open(dir string, mine func(name string) bool) (*Stage, error) {
	final, err := resolve(dir)
	if err != nil {
		return nil, err
	}
	if err := replaceable(final, mine); err != nil {
		return nil, err
	}
	parent, base := filepath.Split(final)
	s := &Stage{final: final, temp: filepath.Join(parent, "."+base+".partial")}
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, fmt.Errorf("%w; the results are written beside %s first, so its parent folder must be writable", err, dir)
	}
	// The lock also tells a later run that what a killed one left is nobody's.
	switch s.lock, err = tryLock(filepath.Join(parent, "."+base+".lock")); {
	case err != nil:
		return nil, fmt.Errorf("%w; the results are written beside %s first, so its parent folder must be writable", err, dir)
	case s.lock == nil:
		return nil, fmt.Errorf("%s: another run is writing there; wait for it or give another --out", dir)
	}
	if err := s.recover(); err != nil {
		return nil, errors.Join(err, s.Discard())
	}
	if err := os.Mkdir(s.temp, 0o777); err != nil {
		return nil, errors.Join(err, s.Discard())
	}
	return s, nil
}

// recover tidies up after a run that was killed: earlier results that were just
// being replaced go back, the rest goes.
func (s *Stage) recover() error {
	if _, err := os.Lstat(s.final); errors.Is(err, fs.ErrNotExist) {
		if err := os.Rename(s.old(), s.final); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return errors.Join(os.RemoveAll(s.temp), os.RemoveAll(s.old()))
}

func (s *Stage) old() string { return strings.TrimSuffix(s.temp, ".partial") + ".old" }

// resolve is dir as an absolute path without symbolic links in what exists.
func resolve(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	return abs, nil
}

func replaceable(dir string, mine func(string) bool) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !mine(e.Name()) {
			return fmt.Errorf("%s holds %s, which is not from this command; give --out a new or empty folder", dir, e.Name())
		}
	}
	if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == Manifest }) {
		return fmt.Errorf("%s holds files but no %s of an earlier run; give --out a new or empty folder", dir, Manifest)
	}
	return nil
}

// Temp is the folder being filled, for files that do not outlive the run.
func (s *Stage) Temp() string { return s.temp }

// Create makes a file of the results, or opens it anew.
func (s *Stage) Create(name string, perm fs.FileMode) (*os.File, error) {
	if !slices.Contains(s.files, name) {
		s.files = append(s.files, name)
	}
	return os.OpenFile(filepath.Join(s.temp, name), os.O_CREATE|os.O_TRUNC|os.O_RDWR, perm)
}

// Write makes a file of the results from what write gives.
func (s *Stage) Write(name string, write func(io.Writer) error) error {
	f, err := s.Create(name, 0o666)
	if err != nil {
		return err
	}
	buf := bufio.NewWriterSize(f, 1<<16)
	return errors.Join(write(buf), buf.Flush(), f.Close())
}

// Open reads a file of the results back.
func (s *Stage) Open(name string) (*os.File, error) { return os.Open(filepath.Join(s.temp, name)) }

// Finished says that nothing more is written to a file of the results, so that it
// is made durable while others are written.
func (s *Stage) Finished(name string) {
	done := make(chan error, 1)
	s.syncing = append(s.syncing, done)
	go func() { done <- syncPath(filepath.Join(s.temp, name)) }()
}

// synced waits for the files that are being made durable.
func (s *Stage) synced() error {
	var errs []error
	for _, done := range s.syncing {
		errs = append(errs, <-done)
	}
	s.syncing = nil
	return errors.Join(errs...)
}

// Seal makes the files created durable before they are put anywhere, so that what
// must be done between the two can be done.
func (s *Stage) Seal() error { return s.settle() }

// Commit puts the files created where they were asked for. On an error nothing
// of the earlier results has changed.
func (s *Stage) Commit() error {
	if err := s.settle(); err != nil {
		return errors.Join(err, s.Discard())
	}
	err := swap(s.temp, s.final, s.old())
	return errors.Join(err, s.Discard())
}

// settle drops what is not a result and makes the rest durable.
func (s *Stage) settle() error {
	entries, err := os.ReadDir(s.temp)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(s.temp, e.Name())
		if !slices.Contains(s.files, e.Name()) {
			if err := os.RemoveAll(path); err != nil {
				return err
			}
			continue
		}
		s.Finished(e.Name()) // all are written at once
	}
	if err := s.synced(); err != nil {
		return err
	}
	return syncPath(s.temp)
}

func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Discard removes what is staged. After Commit it removes what was replaced.
func (s *Stage) Discard() error {
	_ = s.synced() // what is removed need not be durable
	err := errors.Join(os.RemoveAll(s.temp), os.RemoveAll(s.old()))
	if s.lock != nil {
		err = errors.Join(err, s.lock.release())
		s.lock = nil
	}
	return err
}
