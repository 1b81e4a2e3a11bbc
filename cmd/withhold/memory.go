package main

import "runtime/debug"

// ballast is memory that is never touched, so that it takes none of the
// machine's; but the collector counts it.
var ballast []byte

// paceCollector keeps the peak of memory near what a run keeps. The collector by
// itself lets garbage grow to as much as what is kept. A run makes next to none
// row by row, and what it keeps grows slowly: a tenth is enough, and with the
// ballast small runs are let alone.
func paceCollector() {
	ballast = make([]byte, 128<<20)
	debug.SetGCPercent(8)
}
