// Package spool sorts more records than memory should hold: it keeps what it is
// given until a limit, sets sorted runs aside in files, and merges them at the
// end. It knows nothing of what the records mean.
package spool

import (
	"bufio"
	"bytes"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// defaultLimit is how many bytes are kept in memory between two runs.
const defaultLimit = 16 << 20

// A Sorter collects records and gives them back in the order of their keys,
// records of one key in the order of their bytes.
type Sorter struct {
	dir     string
	limit   int
	data    []byte
	records []record
	runs    []*os.File
	n       int
}

type record struct{ start, key, end int } // data[start:key] is the key, data[key:end] the rest

// New makes a Sorter that keeps its files in dir, an existing folder that the
// caller removes.
func New(dir string) *Sorter { return &Sorter{dir: dir, limit: defaultLimit} }

// Len is the number of records.
func (s *Sorter) Len() int { return s.n }

// Add takes a copy of one record.
func (s *Sorter) Add(key, rest []byte) error {
	r := record{start: len(s.data)}
	s.data = append(s.data, key...)
	r.key = len(s.data)
	s.data = append(s.data, rest...)
	r.end = len(s.data)
	s.records = append(s.records, r)
	s.n++
	if len(s.data) > s.limit {
		return s.spill()
	}
	return nil
}

func (s *Sorter) sort() {
	slices.SortFunc(s.records, func(a, b record) int {
		if c := bytes.Compare(s.data[a.start:a.key], s.data[b.start:b.key]); c != 0 {
			return c
		}
		return bytes.Compare(s.data[a.key:a.end], s.data[b.key:b.end])
	})
}

// spill writes what is in memory as one sorted run.
func (s *Sorter) spill() error {
	f, err := os.CreateTemp(s.dir, ".spool-*")
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f)
	s.sort()
	w := bufio.NewWriterSize(f, 1<<16)
	var sizes []byte
	for _, r := range s.records {
		sizes = binary.AppendUvarint(sizes[:0], uint64(r.key-r.start))
		sizes = binary.AppendUvarint(sizes, uint64(r.end-r.key))
		w.Write(sizes)
		w.Write(s.data[r.start:r.end])
	}
	s.data, s.records = s.data[:0], s.records[:0]
	return w.Flush()
}

// WriteTo writes the records without their keys, in order, and closes the
// Sorter's files.
func (s *Sorter) WriteTo(w io.Writer) (written int64, err error) {
	err = s.Each(func(_, rest []byte) error {
		n, err := w.Write(rest)
		written += int64(n)
		return err
	})
	return written, err
}

// Each gives do the records in order, and closes the Sorter's files. What do is
// given is valid until it returns.
func (s *Sorter) Each(do func(key, rest []byte) error) (err error) {
	defer func() {
		for _, f := range s.runs {
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
		s.runs = nil
	}()
	if len(s.runs) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
		s.data, s.records = nil, nil // all of it is in files
		return s.merge(do)
	}
	s.sort()
	for _, r := range s.records {
		if err := do(s.data[r.start:r.key], s.data[r.key:r.end]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sorter) merge(do func(key, rest []byte) error) error {
	var heads runHeap
	for _, f := range s.runs {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		r := &run{in: bufio.NewReaderSize(f, 1<<16)}
		if ok, err := r.next(); err != nil {
			return err
		} else if ok {
			heads = append(heads, r)
		}
	}
	heap.Init(&heads)
	for len(heads) > 0 {
		first := heads[0]
		if err := do(first.key, first.rest); err != nil {
			return err
		}
		ok, err := first.next()
		if err != nil {
			return err
		}
		if ok {
			heap.Fix(&heads, 0)
		} else {
			heap.Pop(&heads)
		}
	}
	return nil
}

// A run is one sorted file at its current record.
type run struct {
	in        *bufio.Reader
	key, rest []byte
	room      []byte
}

func (r *run) next() (bool, error) {
	key, err := binary.ReadUvarint(r.in)
	if err == io.EOF {
		return false, nil
	}
	rest, err2 := binary.ReadUvarint(r.in)
	if err := errors.Join(err, err2); err != nil {
		return false, fmt.Errorf("reading a sorted run: %w", err)
	}
	r.room = slices.Grow(r.room[:0], int(key+rest))[:key+rest]
	if _, err := io.ReadFull(r.in, r.room); err != nil {
		return false, fmt.Errorf("reading a sorted run: %w", err)
	}
	r.key, r.rest = r.room[:key], r.room[key:]
	return true, nil
}

type runHeap []*run

func (h runHeap) Len() int { return len(h) }
func (h runHeap) Less(i, j int) bool {
	if c := bytes.Compare(h[i].key, h[j].key); c != 0 {
		return c < 0
	}
	return bytes.Compare(h[i].rest, h[j].rest) < 0
}
func (h runHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)   { *h = append(*h, x.(*run)) }
func (h *runHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
