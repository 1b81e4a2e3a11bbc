package outdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// swap puts the folder temp in the place of final. Where final exists the two
// change places in one step of the kernel, so that no moment lacks either.
func swap(temp, final, old string) error {
	err := unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, final, unix.RENAME_EXCHANGE)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = os.Rename(temp, final)
	case errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENOSYS):
		err = swapInTwo(temp, final, old)
	}
	if err != nil {
		return err
	}
	return syncPath(filepath.Dir(final))
}
