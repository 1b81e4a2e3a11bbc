package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"
)

// A Lock is held by the one run that may post to a ledger file. The system
// releases it when the run ends in whatever way.
type Lock struct {
	lock   *flock.Flock
	holder string
}

// A Holder is what the one who has the lock says of itself.
type Holder struct {
	PID   int    `json:"pid"`
	Since string `json:"since"` // RFC 3339
	Doing string `json:"doing"`
}

// A HeldError says who has the lock.
type HeldError struct {
	Path   string
	Waited time.Duration
	Holder *Holder // nil where it is not known
}

func (e *HeldError) Error() string {
	who := "another run"
	if h := e.Holder; h != nil {
		who = fmt.Sprintf("another run (process %d, since %s, %s)", h.PID, h.Since, h.Doing)
	}
	return fmt.Sprintf("%s is in use by %s; waited %s for it. Try again when it has ended, or wait longer with --ledger-wait", e.Path, who, e.Waited)
}

// Acquire takes the lock of a ledger file, which need not be there yet, and
// waits for it at most so long. What is locked is a file of its own beside it,
// which stays.
func Acquire(ctx context.Context, path string, wait time.Duration, me Holder) (*Lock, error) {
	l := &Lock{lock: flock.New(path+".lock", flock.SetPermissions(0o600)), holder: path + ".holder"}
	held, err := l.lock.TryLock() // at once, however short the wait and busy the machine
	if err == nil && !held && wait > 0 {
		bounded, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		held, err = l.lock.TryLockContext(bounded, 50*time.Millisecond)
	}
	switch {
	case !held && ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded) || err == nil && !held:
		return nil, &HeldError{path, wait, l.who()}
	case err != nil:
		return nil, fmt.Errorf("the ledger cannot be locked, since its folder must be there and writable: %w", err)
	}
	text, err := json.Marshal(me)
	if err == nil {
		err = os.WriteFile(l.holder, text, 0o600)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the ledger cannot be locked: %w", err), l.lock.Unlock())
	}
	return l, nil
}

// who is what the holder wrote, or nil.
func (l *Lock) who() *Holder {
	text, err := os.ReadFile(l.holder)
	if err != nil {
		return nil
	}
	h := &Holder{}
	if json.Unmarshal(text, h) != nil || h.PID == 0 {
		return nil
	}
	return h
}

// Release gives the lock back.
func (l *Lock) Release() error {
	return errors.Join(os.Remove(l.holder), l.lock.Unlock())
}
