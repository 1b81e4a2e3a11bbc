package pipeline

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"sync"
)

// hashInputs works out the hash of each input while other things are done, but for
// payroll that is hashed while it is read. What it returns waits for the hashes,
// and may be called again.
func (r *run) hashInputs() (wait func() error) {
	failed := make(chan error, 1)
	go func() {
		for _, in := range r.inputs {
			if r.hashedByReading(in) {
				continue
			}
			if err := in.digest(); err != nil {
				failed <- err
				return
			}
		}
		failed <- nil
	}()
	return sync.OnceValue(func() error { return <-failed })
}

// hashedByReading reports whether an input's hash is worked out while its rows are
// read: a large file is then read once.
func (r *run) hashedByReading(in *input) bool {
	return r.hashLater && in.table == r.kinds[0] && !isWorkbook(in.name)
}

// hashRest works out the hashes that are not known yet.
func (r *run) hashRest() error {
	if err := r.hashed(); err != nil {
		return err
	}
	for _, in := range r.inputs {
		if err := in.digest(); err != nil {
			return err
		}
	}
	return nil
}

// digest works out the input's hash, unless it is known.
func (in *input) digest() error {
	if in.hash != "" {
		return nil
	}
	f, err := os.Open(in.path)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	in.hash = hex.EncodeToString(h.Sum(nil))
	return err
}

// look finds out the input's size, and whether it may hold rows of totals.
func (in *input) look() error {
	f, err := os.Open(in.path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	in.size = info.Size()
	look, end := &totalsLook{}, max(lookAt, in.size-lookAt)
	if _, err := io.Copy(look, io.MultiReader(io.NewSectionReader(f, 0, lookAt), io.NewSectionReader(f, end, lookAt))); err != nil {
		return err
	}
	in.totals = look.found()
	return nil
}

// refuseTwice refuses the same file given twice, and tells files of one name in
// several folders apart by their paths.
func (r *run) refuseTwice(hashed func() error) error {
	bySize, byName := map[int64][]*input{}, map[string]int{}
	for _, in := range r.inputs {
		for _, first := range bySize[in.size] {
			if err := cmp.Or(hashed(), first.digest(), in.digest()); err != nil {
				return err
			}
			if first.hash == in.hash && in.size > 0 {
				return fmt.Errorf("%s and %s are the same to the letter; give one of them", first.path, in.path)
			}
		}
		bySize[in.size] = append(bySize[in.size], in)
		byName[in.name]++
	}
	for _, in := range r.inputs {
		if byName[in.name] > 1 {
			in.name = in.path
		}
	}
	return nil
}
