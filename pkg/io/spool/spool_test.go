package spool

import (
	"bytes"
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// inMemory is what a Sorter must give, the simple way.
func inMemory(records [][2][]byte) []byte {
	sorted := slices.Clone(records)
	slices.SortStableFunc(sorted, func(a, b [2][]byte) int {
		return cmp.Or(bytes.Compare(a[0], b[0]), bytes.Compare(a[1], b[1]))
	})
	var out []byte
	for _, r := range sorted {
		out = append(out, r[1]...)
	}
	return out
}

// TestSpillingEqualsSorting: whatever the limit, from a run a record to none at
// all, the records come out as a sort in memory gives them.
func TestSpillingEqualsSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "spool")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		short := rapid.SliceOfN(rapid.SampledFrom([]byte("\x00ab\xff")), 0, 3)
		records := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2][]byte {
			return [2][]byte{short.Draw(t, "key"), short.Draw(t, "rest")}
		}), 0, 40).Draw(t, "records")
		s := New(dir)
		s.limit = rapid.SampledFrom([]int{0, 1, 7, 50, 1000}).Draw(t, "limit")
		for _, r := range records {
			if err := s.Add(r[0], r[1]); err != nil {
				t.Fatal(err)
			}
		}
		if s.Len() != len(records) {
			t.Errorf("%d records, want %d", s.Len(), len(records))
		}
		var got bytes.Buffer
		n, err := s.WriteTo(&got)
		if want := inMemory(records); err != nil || !bytes.Equal(got.Bytes(), want) || n != int64(len(want)) {
			t.Errorf("limit %d: %q, %d bytes, %v; want %q", s.limit, &got, n, err, want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%d files left: %v", len(left), err)
		}
	})
}

func TestManyRunsMerge(t *testing.T) {
	dir := t.TempDir()
	s := New(dir)
	s.limit = 100
	var want []string
	for i := range 2000 {
		word := strings.Repeat(string(rune('a'+i*7%26)), 1+i%9) + "\n"
		want = append(want, word)
		if err := s.Add([]byte(word), []byte(word)); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.runs) < 50 {
		t.Fatalf("only %d runs: nothing was merged", len(s.runs))
	}
	var got bytes.Buffer
	if _, err := s.WriteTo(&got); err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if got.String() != strings.Join(want, "") {
		t.Error("the records are not in order")
	}
}

// TestAddKeepsACopy: a caller may use its bytes again.
func TestAddKeepsACopy(t *testing.T) {
	s := New(t.TempDir())
	b := []byte("before")
	if err := s.Add(b[:1], b); err != nil {
		t.Fatal(err)
	}
	copy(b, "after.")
	var got bytes.Buffer
	if _, err := s.WriteTo(&got); err != nil || got.String() != "before" {
		t.Errorf("got %q, %v", &got, err)
	}
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestFailureIsReported(t *testing.T) {
	for _, limit := range []int{0, 1000} {
		dir := t.TempDir()
		s := New(dir)
		s.limit = limit
		for range 3 {
			if err := s.Add([]byte("k"), []byte("v")); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.WriteTo(full{}); !errors.Is(err, errFull) {
			t.Errorf("limit %d: %v", limit, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("limit %d: %d files left", limit, len(left))
		}
	}
	s := New("/nonexistent/folder")
	s.limit = 0
	if err := s.Add([]byte("k"), []byte("v")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder to spill into: %v", err)
	}
}
