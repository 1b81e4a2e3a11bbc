package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/ordinance"
)

// buildVersion is the program's version as the linker was told it: see Makefile.
var buildVersion string

// unversioned is the version of a program of which nothing better is known.
const unversioned = "dev"

// version is the program's version: what the linker was told, or else what Go
// recorded of the module or commit it was built from. It is part of a run's
// manifest.
func version() string {
	if buildVersion != "" {
		return buildVersion
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return unversioned
	}
	return info.Main.Version
}

// commit is the commit the program was built from, or nothing.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var hash, changed string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			hash = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	if hash == "" {
		return ""
	}
	return ", commit " + hash + changed
}

// versionFlag is --version. It loads the ordinance data, which the flag of kong,
// made ready at every start, could not do without cost.
type versionFlag bool

// BeforeReset prints and ends the program, whatever else is asked.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	if err := writeVersion(app.Stdout); err != nil {
		return err
	}
	app.Exit(exitDone)
	return nil
}

// writeVersion says what program this is and what law is in it.
func writeVersion(w io.Writer) error {
	book, err := ordinance.Load()
	if err != nil {
		return err
	}
	count, oldest, newest := 0, "", ""
	for _, m := range book.All() {
		if m.Example {
			continue
		}
		count++
		s, ok := m.RateSource(lastDay)
		if !ok || s.AsOf == "" {
			continue
		}
		if oldest == "" || s.AsOf < oldest {
			oldest = s.AsOf
		}
		newest = max(newest, s.AsOf)
	}
	_, err = fmt.Fprintf(w, "withhold %s%s (%s, %s/%s)\nordinance data %s: %d municipalities and districts, rates as of %s to %s\n",
		version(), commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH, book.Hash()[:16], count, oldest, newest)
	return err
}

// lastDay is a day on which only rates without a known end hold.
var lastDay = calc.NewDate(9999, 12, 31)
