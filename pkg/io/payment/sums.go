package payment

import (
	"fmt"
	"strconv"

	"example.com/withhold/pkg/calc"
)

// sums are the control figures of a batch or of a file.
type sums struct {
	entries int64
	credit  calc.Cents
	hash    int64 // of the first eight digits of routing numbers
}

func (s *sums) add(e *Entry) {
	n, _ := strconv.ParseInt(e.Routing[:8], 10, 64) // eight digits were checked
	s.entries++
	s.credit += e.Amount
	s.hash += n
}

// records counts entries and addenda, as control records do.
func (s *sums) records() int64 { return 2 * s.entries }

// hash10 is the last ten digits of the hash, all that is written of it.
func (s *sums) hash10() int64 { return s.hash % 1e10 }

func (s *sums) check() error {
	switch {
	case s.entries > maxTraces:
		return fmt.Errorf("%d payments; a file holds %d: make more than one", s.entries, maxTraces)
	case s.credit > maxTotal:
		return fmt.Errorf("payments of %s in all; there is room for %s: make more than one file", s.credit, calc.Cents(maxTotal))
	}
	return nil
}
