//go:build !unix

package outdir

import (
	"errors"
	"os"

	"github.com/gofrs/flock"
)

// A heldLock keeps other runs away from a folder until it is released.
type heldLock struct{ l *flock.Flock }

// tryLock takes the lock on a file of that path, or gives nil where another run
// holds it. Here a file that is open cannot be removed, so that the lock is on
// the file at the path.
func tryLock(path string) (*heldLock, error) {
	l := flock.New(path)
	held, err := l.TryLock()
	if err != nil || !held {
		return nil, err
	}
	return &heldLock{l}, nil
}

// release lets go of the file and removes it, if no other run has it open.
func (l *heldLock) release() error {
	path := l.l.Path()
	err := l.l.Unlock()
	if rm := os.Remove(path); rm != nil && !errors.Is(rm, os.ErrNotExist) && !errors.Is(rm, os.ErrPermission) {
		err = errors.Join(err, rm)
	}
	return err
}
