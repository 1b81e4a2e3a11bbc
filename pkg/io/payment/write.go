package payment

import (
	"bufio"
	"fmt"
	"io"
)

// Write writes f as an ACH file: lines of 94 characters that end with CR LF, in
// blocks of ten. It refuses, before the first byte, whatever could not be read
// back: an amount of zero or below or of more than ten digits, an entry that
// differs from its segment, a routing number whose check digit does not fit.
func Write(w io.Writer, f *File) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("payment file: %w", err)
	}
	out := bufio.NewWriter(w)
	put := func(l *line) {
		out.Write(l[:])
		out.WriteString("\r\n") //nolint:errcheck // its error stays until Flush
	}
	put(f.headerLine())
	var all sums
	for i := range f.Batches {
		b := &f.Batches[i]
		put(b.headerLine(i + 1))
		var s sums
		for j := range b.Entries {
			e := &b.Entries[j]
			s.add(e)
			all.add(e)
			put(e.line(b.Company.ODFI, all.entries))
			put(e.addendumLine(all.entries))
		}
		put(b.controlLine(&s, i+1))
	}
	put(all.controlLine(len(f.Batches)))
	for n := all.lines(len(f.Batches)); n%blocking != 0; n++ {
		put(newLine(filler))
	}
	return out.Flush()
}
