package table

import "io"

// A Shape makes other rows of a table's rows: several of one, one of several, or
// none. It is used from one goroutine.
type Shape interface {
	// Row takes the next row, which is valid during the call, and adds what it
	// makes to out. An error ends the table.
	Row(r *Row, out *Rows) error
	// End is called once after the last row.
	End(out *Rows) error
}

// Rows takes the rows that a Shape makes.
type Rows struct{ b *Block }

// Add takes one row, whose cells are copied. The number is that of the row of
// the file it was made of, the first where there were several; err, if not nil,
// says why it is to be set aside, and then cells may be nil.
func (o *Rows) Add(number int, cells [][]byte, err *Problem) {
	b := o.b
	room := b.room()
	clear(room)
	for i, c := range cells[:min(len(cells), len(room))] {
		if len(c) == 0 {
			continue
		}
		start := len(b.text)
		b.text = append(b.text, c...)
		room[i] = b.text[start:len(b.text):len(b.text)]
	}
	b.add(number, err)
}

// Reshape makes t the table of what shape makes of its rows, with another
// header. It is called after FindHeader and Use and before Next. Rows keep the
// file, sheet and number of what they were made of.
func (t *Table) Reshape(header []string, shape Shape) {
	from := *t
	t.src = &reshaped{from: &from, shape: shape}
	t.Header, t.unused, t.ids = header, nil, nil
}

// reshaped is the source of a reshaped table.
type reshaped struct {
	from  *Table
	shape Shape
	in    Block
	at    int // the next row of in
	ended bool
}

func (s *reshaped) find(func(string) bool, bool) ([]string, int) {
	return s.from.Header, s.from.HeaderRow
}

func (s *reshaped) head() []Line { return s.from.src.head() }

func (s *reshaped) read() int64 { return s.from.src.read() }

// next fills b. All that is made of one row of the file is in one block.
func (s *reshaped) next(b *Block) error {
	b.split = true
	out := &Rows{b}
	for len(b.text) < blockSize && len(b.rows) < 4096 && !s.ended {
		if s.at < s.in.Len() {
			row := s.in.Row(s.at)
			s.at++
			if err := s.shape.Row(&row, out); err != nil {
				return err
			}
			continue
		}
		s.at = 0
		err := s.from.Next(&s.in)
		switch {
		case err == io.EOF:
			s.ended = true
			if err := s.shape.End(out); err != nil {
				return err
			}
		case err != nil:
			return err
		default:
			s.in.Split()
		}
	}
	if len(b.rows) == 0 && s.ended {
		return io.EOF
	}
	return nil
}
