package payment

import (
	"strconv"
	"strings"
)

// The positions of this file count from 1 and include both ends, as the format
// names them.

const (
	width    = 94
	blocking = 10 // lines of a block; a file ends with a full one
	class    = "220"
)

// filler is the line that fills the last block.
var filler = strings.Repeat("9", width)

// A line is one record under construction: blank until something is put in it.
type line [width]byte

// newLine starts a record of that type.
func newLine(kind string) *line {
	l := new(line)
	for i := range l {
		l[i] = ' '
	}
	return l.text(1, kind)
}

// text puts s at a position, blanks behind it.
func (l *line) text(from int, s string) *line {
	copy(l[from-1:], s)
	return l
}

// number puts n into positions, zeros before it. What it counts was checked to
// have room.
func (l *line) number(from, to int, n int64) *line {
	s := strconv.FormatInt(n, 10)
	for i := from - 1; i < to-len(s); i++ {
		l[i] = '0'
	}
	copy(l[to-len(s):to], s)
	return l
}

func (f *File) headerLine() *line {
	origin := f.Origin.ID
	if len(origin) == 9 {
		origin = " " + origin
	}
	return newLine("1").text(2, "01").text(5, f.Destination.ID).text(14, origin).
		text(24, shortDate(f.Stamp.Created)).text(30, f.Stamp.Time).text(34, f.Stamp.Modifier).
		text(35, "094").text(38, "10").text(40, "1").text(41, f.Destination.Name).text(64, f.Origin.Name)
}

func (b *Batch) headerLine(number int) *line {
	c := &b.Company
	return newLine("5").text(2, class).text(5, c.Name).text(21, c.Discretionary).text(41, c.ID).text(51, "CCD").
		text(54, c.Description).text(70, shortDate(b.Effective)).text(79, "1").text(80, c.ODFI[:8]).number(88, 94, int64(number))
}

func (e *Entry) line(odfi string, trace int64) *line {
	return newLine("6").text(2, e.Kind.code()).text(4, e.Routing).text(13, e.Account).number(30, 39, int64(e.Amount)).
		text(40, e.ID).text(55, e.Name).text(79, "1").text(80, odfi[:8]).number(88, 94, trace)
}

func (e *Entry) addendumLine(trace int64) *line {
	return newLine("7").text(2, "05").text(4, e.TXP.segment()).text(84, "0001").number(88, 94, trace)
}

func (b *Batch) controlLine(s *sums, number int) *line {
	return newLine("8").text(2, class).number(5, 10, s.records()).number(11, 20, s.hash10()).number(21, 32, 0).
		number(33, 44, int64(s.credit)).text(45, b.Company.ID).text(80, b.Company.ODFI[:8]).number(88, 94, int64(number))
}

// controlLine ends a file of so many batches. The lines counted are all before
// the filler, this one too.
func (s *sums) controlLine(batches int) *line {
	return newLine("9").number(2, 7, int64(batches)).number(8, 13, s.blocks(batches)).number(14, 21, s.records()).
		number(22, 31, s.hash10()).number(32, 43, 0).number(44, 55, int64(s.credit))
}

// lines are those of a file before the filler.
func (s *sums) lines(batches int) int64 { return 2 + 2*int64(batches) + s.records() }

// blocks are those of a file with the filler.
func (s *sums) blocks(batches int) int64 { return (s.lines(batches) + blocking - 1) / blocking }
