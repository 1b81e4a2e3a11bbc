package table

import "os"

// A Seen opens files and remembers what it saw in workbooks, so that one that is
// opened again, unchanged, is not unzipped and scanned again. It keeps no
// workbook open. The zero Seen is ready; it is for use by one goroutine.
type Seen struct {
	books map[string]*seenBook // by path
	kept  int                  // bytes of rows in memory
	spill spill
}

// maxKept is how many bytes of rows are kept in memory: some 100,000 rows of 12
// cells. Further ones are spilled.
const maxKept = 8 << 20

// A seenBook is a workbook as it was found.
type seenBook struct {
	info   os.FileInfo
	sheets map[string]*survey // by the names of their parts
}

// Forget gives back the memory and the disk that what was seen takes up. Files
// that it opened must not be read any more.
func (n *Seen) Forget() error {
	err := n.spill.close()
	*n = Seen{}
	return err
}

// book is what is known of a workbook, which is nothing if it is another than it
// was.
func (n *Seen) book(file *os.File) (*seenBook, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	b := n.books[file.Name()]
	if b != nil && os.SameFile(b.info, info) && b.info.Size() == info.Size() && b.info.ModTime().Equal(info.ModTime()) {
		return b, nil
	}
	if n.books == nil {
		n.books = map[string]*seenBook{}
	}
	b = &seenBook{info, map[string]*survey{}}
	n.books[file.Name()] = b
	return b, nil
}

// survey looks through a sheet, unless that was done before.
func (n *Seen) survey(b *seenBook, s *sheet) (*survey, error) {
	if v := b.sheets[s.part.Name]; v != nil {
		return v, nil
	}
	v, err := s.look(&keptRows{spill: &n.spill, room: maxKept - n.kept})
	if err != nil {
		return nil, err
	}
	if v.kept != nil {
		n.kept += v.kept.size
	}
	b.sheets[s.part.Name] = v
	return v, nil
}
