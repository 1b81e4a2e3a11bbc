package main

import (
	"io/fs"
	"path/filepath"
	"runtime"
	"runtime/debug"
)

// paceCollector keeps the peak of a run's memory near what the run keeps, until
// the function it returns is called. The collector by itself lets garbage grow to
// as much as what is kept; a run makes next to none row by row, so that a little is
// enough. Its ballast is memory that is never touched, so that it takes none of
// the machine's, but that the collector counts: where the inputs are small, there
// is enough of it for the collector to have little to do, unless there is a report,
// of which much is garbage.
func paceCollector(inputs []string, report bool) (undo func()) {
	const small, large = 768 << 20, 96 << 20
	size, percent := small, 20
	if report {
		percent = 8
	}
	if total(inputs) > 256<<20 {
		size, percent = large, 10
	}
	ballast := make([]byte, size)
	before := debug.SetGCPercent(percent)
	return func() {
		debug.SetGCPercent(before)
		runtime.KeepAlive(ballast)
	}
}

// total is the bytes of files and of folders of them, as far as it can be told.
func total(inputs []string) (size int64) {
	for _, name := range inputs {
		_ = filepath.WalkDir(name, func(_ string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				if info, err := d.Info(); err == nil {
					size += info.Size()
				}
			}
			return nil // what cannot be read is for the run to say
		})
	}
	return size
}
