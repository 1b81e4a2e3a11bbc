package table

import "io"

const (
	aheadBuffers = 3
	aheadSize    = 128 << 10 // of each, so that the two seldom wait for each other
	window       = 32 << 10  // the most that is unzipped at a time
)

// ahead reads a part in a goroutine of its own, a few buffers ahead of whoever
// reads from it, so that unzipping and scanning are done at the same time.
type ahead struct {
	part   io.ReadCloser
	full   chan piece // in order; closed after the last
	free   chan []byte
	stop   chan struct{}
	now    piece
	rest   []byte // of the piece
	closed bool
}

// A piece is some bytes of a part. An error is in one piece with the bytes that
// came with it, and with none before them.
type piece struct {
	bytes []byte
	err   error
}

// readAhead starts reading a part of that size, which is closed with what is
// returned.
func readAhead(part io.ReadCloser, size uint64) *ahead {
	a := &ahead{part: part, full: make(chan piece, aheadBuffers+1), free: make(chan []byte, aheadBuffers), stop: make(chan struct{})}
	for range aheadBuffers {
		a.free <- nil // made when it is needed, which most are not for a small part
	}
	go a.run(int(min(aheadSize, size+window)))
	return a
}

func (a *ahead) run(size int) {
	defer close(a.full)
	for {
		select {
		case <-a.stop:
			return
		case buf := <-a.free:
			if buf == nil {
				buf = make([]byte, size)
			}
			n := 0
			for n <= len(buf)-window {
				m, err := a.part.Read(buf[n:])
				if err != nil {
					a.full <- piece{bytes: buf[:n]}
					a.full <- piece{buf[n : n+m], err}
					return
				}
				n += m
			}
			a.full <- piece{bytes: buf[:n]}
		}
	}
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 && a.now.err == nil {
		if a.now.bytes != nil {
			a.free <- a.now.bytes[:cap(a.now.bytes)]
		}
		a.now = <-a.full
		a.rest = a.now.bytes
	}
	n := copy(p, a.rest)
	if a.rest = a.rest[n:]; len(a.rest) > 0 {
		return n, nil
	}
	return n, a.now.err
}

// Close ends the goroutine, wherever it is, and may be called again.
func (a *ahead) Close() error {
	if a.closed {
		return nil
	}
	a.closed = true
	close(a.stop)
	for range a.full { // until it is closed
	}
	return a.part.Close()
}
