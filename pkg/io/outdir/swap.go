package outdir

import (
	"errors"
	"io/fs"
	"os"
)

// swapInTwo is swap where folders cannot change places in one step: for a
// moment the earlier results are only at old, from where an error puts them
// back.
func swapInTwo(temp, final, old string) error {
	if err := os.Rename(final, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(temp, final); err != nil {
		return errors.Join(err, os.Rename(old, final))
	}
	return nil
}
