package table

import (
	"errors"
	"os"
)

// spill is a file for what memory should not hold. It has no name, so that nobody
// else can open it and nothing is left of it, however the program ends.
type spill struct {
	file *os.File
	end  int64
}

// maxSpilled is how long the file may become: temporary files may be in memory.
const maxSpilled = 256 << 20

var errSpilled = errors.New("the file for rows is full")

// add writes b at the end of the file. It fails where the file or the disk is
// full, and on systems where a file keeps its name as long as it is open.
func (s *spill) add(b []byte) (at int64, err error) {
	if s.end+int64(len(b)) > maxSpilled {
		return 0, errSpilled
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "withhold-")
		if err != nil {
			return 0, err
		}
		if err := os.Remove(file.Name()); err != nil {
			return 0, errors.Join(err, file.Close(), os.Remove(file.Name()))
		}
		s.file = file
	}
	if _, err := s.file.WriteAt(b, s.end); err != nil {
		return 0, err
	}
	at = s.end
	s.end += int64(len(b))
	return at, nil
}

func (s *spill) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
