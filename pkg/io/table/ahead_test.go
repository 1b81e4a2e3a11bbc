package table

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"
	"testing/iotest"
	"time"
)

// TestAhead holds that bytes come in order and an error after those before it,
// however they are read.
func TestAhead(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdef\n"), 50_000)
	broken := errors.New("disk on fire")
	for _, end := range []error{io.EOF, broken, io.ErrUnexpectedEOF} {
		part := io.MultiReader(iotest.HalfReader(bytes.NewReader(text)), iotest.ErrReader(end))
		a := readAhead(io.NopCloser(part), uint64(len(text)))
		got, err := io.ReadAll(iotest.OneByteReader(a))
		if !bytes.Equal(got, text) || end != io.EOF && !errors.Is(err, end) || end == io.EOF && err != nil {
			t.Errorf("%v: %d bytes of %d, then %v", end, len(got), len(text), err)
		}
		if err := errors.Join(a.Close(), a.Close()); err != nil {
			t.Errorf("%v: %v", end, err)
		}
	}
}

// TestAheadStops holds that a part that is not read to its end leaves no
// goroutine behind.
func TestAheadStops(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 50 {
		a := readAhead(io.NopCloser(iotest.DataErrReader(bytes.NewReader(make([]byte, 1<<20)))), 1<<20)
		if _, err := a.Read(make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
