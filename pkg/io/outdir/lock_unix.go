//go:build unix

package outdir

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// A heldLock keeps other runs away from a folder until it is released.
type heldLock struct{ f *os.File }

// tryLock takes the lock on a file of that path, or gives nil where another run
// holds it. The file is removed with the lock, so that a lock on a file that is
// no longer the one at the path is no lock: it is let go and taken again.
func tryLock(path string) (*heldLock, error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			return nil, err
		}
		err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, f.Close()
		}
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		mine, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if there, err := os.Stat(path); err == nil && os.SameFile(there, mine) {
			return &heldLock{f}, nil
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
}

// release removes the file and lets go of it.
func (l *heldLock) release() error { return errors.Join(os.Remove(l.f.Name()), l.f.Close()) }
