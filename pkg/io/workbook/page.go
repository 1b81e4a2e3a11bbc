package workbook

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file makes the first sheet: a page to be read, with small tables.

const (
	pageWidth  = 110 // the least width of a page, in characters
	widestCell = 42  // of a small table; longer text is wrapped
	lineHeight = 15.0
)

// page writes a Summary as a sheet. The block with index links, if there is one,
// names sheets in its first column, and leads to them.
func (b *book) page(name string, s Summary, links int) error {
	widths := pageColumns(s)
	g, err := b.sheet(setup{name: name, rows: pageRows(s), cols: len(widths), widths: widths, plain: true})
	if err != nil {
		return err
	}
	p := &page{book: b, grid: g, name: name, widths: widths}
	p.line(b.style.title, s.Title, 30)
	p.blank()
	for _, text := range s.Words {
		p.next(float64(p.long(0, b.style.fact, text))*lineHeight + 3)
	}
	for _, f := range s.Facts {
		p.set(0, b.style.label, f[0])
		lines := max(lines(f[0], widths[0]), p.long(1, b.style.fact, f[1]))
		p.next(float64(lines) * lineHeight)
	}
	p.band(s)
	for i, block := range s.Blocks {
		p.blank()
		p.firsts = append(p.firsts, p.row+3) // below its heading and header
		p.block(block, i == links)
	}
	p.draw(s)
	if p.err != nil {
		return fmt.Errorf("sheet %s: %w", name, p.err)
	}
	return g.sw.Flush()
}

// pageRows counts what page will write.
func pageRows(s Summary) int {
	n := 2 + len(s.Words) + len(s.Facts) + s.chartBand()
	for _, block := range s.Blocks {
		n += 3 + len(block.Rows)
		if block.Total {
			n++
		}
	}
	return n
}

// pageColumns are the widths of the page: what the tables need, and room on the
// right for long text. The last column of a table, if it is text, takes what is
// left of the page instead of widening its column for every other table.
func pageColumns(s Summary) []float64 {
	widths := []int{12, 12}
	need := func(i, n int) {
		for len(widths) <= i {
			widths = append(widths, 12)
		}
		widths[i] = max(widths[i], min(n, widestCell))
	}
	for _, f := range s.Facts {
		need(0, utf8.RuneCountInString(f[0]))
	}
	for _, block := range s.Blocks {
		for i, c := range block.Columns {
			need(i, utf8.RuneCountInString(c.Name)+1)
			if block.spills(i) {
				continue
			}
			var sum int64
			for _, row := range block.Rows {
				need(i, c.Kind.width(row[i]))
				if n, err := c.Kind.units(row[i]); c.Sum && err == nil {
					sum += n
				}
			}
			if c.Sum && block.Total {
				need(i, c.Kind.width(c.Kind.plain(sum))+1)
			}
		}
	}
	all, out := 0, []float64(nil)
	for i := 0; i < len(widths) || all < pageWidth; i++ {
		w := 14
		if i < len(widths) {
			w = widths[i] + 2
		}
		all += w
		out = append(out, float64(w))
	}
	return out
}

// spills says whether column i is text that may run to the edge of the page.
func (b Block) spills(i int) bool {
	return i > 0 && i == len(b.Columns)-1 && b.Columns[i].Kind == Text
}

// A page is a first sheet being written. It keeps the first error.
type page struct {
	*book
	*grid
	name   string
	widths []float64
	charts int   // the row where they begin
	firsts []int // the first row of each table
	err    error
}

func (p *page) keep(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *page) next(height float64) { p.keep(p.grid.next(height)) }

func (p *page) blank() { p.next(0) }

func (p *page) line(style int, text string, height float64) {
	p.set(0, style, text)
	p.next(height)
}

// long sets text that may use the columns from col to the edge of the page, and
// returns the lines it takes. Merged cells do not grow by themselves, so the
// row's height is set from that.
func (p *page) long(col, style int, text string) int {
	p.set(col, style, text)
	last := len(p.widths) - 1
	for i := col + 1; i <= last; i++ {
		p.set(i, style, nil)
	}
	if col < last && float64(utf8.RuneCountInString(text)) > p.widths[col]-2 {
		p.keep(p.sw.MergeCell(ref(col+1, p.row+1), ref(last+1, p.row+1)))
		room := 0.0
		for _, w := range p.widths[col:] {
			room += w
		}
		return lines(text, room)
	}
	return 1
}

func (p *page) block(b Block, links bool) {
	p.line(p.style.heading, b.Heading, 22)
	for i, c := range b.Columns {
		p.set(i, p.style.head(c.Kind), c.Name)
	}
	if last := len(b.Columns) - 1; b.spills(last) {
		p.long(last, p.style.header, b.Columns[last].Name)
	}
	p.next(18)
	first := p.row + 1
	sums := make([]int64, len(b.Columns))
	for n, row := range b.Rows {
		if len(row) != len(b.Columns) {
			p.keep(fmt.Errorf("%s, row %d has %d values for %d columns", b.Heading, n+1, len(row), len(b.Columns)))
			return
		}
		tall := 1
		for i, c := range b.Columns {
			if b.spills(i) {
				tall = max(tall, p.long(i, p.style.wrapped[Text], row[i]))
				continue
			}
			v, err := c.Kind.value(row[i])
			if err != nil {
				p.keep(fmt.Errorf("%s, row %d, %s %q: %w", b.Heading, n+1, c.Name, row[i], err))
			}
			p.set(i, p.style.wrapped[c.Kind], v)
			if c.Sum {
				u, err := c.Kind.units(row[i])
				p.keep(err)
				sums[i] += u
			}
			if c.Kind == Text {
				tall = max(tall, lines(row[i], p.widths[i]))
			}
		}
		if links {
			p.cells[0].StyleID = p.style.link
			p.keep(p.file.SetCellHyperLink(p.name, ref(1, p.row+1), "'"+row[0]+"'!A1", "Location"))
		}
		p.next(float64(tall) * lineHeight)
	}
	if b.Total {
		p.total(b, sums, first)
	}
}

func (p *page) total(b Block, sums []int64, first int) {
	last := p.row
	for i, c := range b.Columns {
		switch {
		case c.Sum:
			p.sum(i, p.style.total[c.Kind], c.Kind, sums[i], first, last)
		case i == 0:
			p.set(i, p.style.total[Text], "Total")
		default:
			p.set(i, p.style.total[c.Kind], nil)
		}
	}
	if end := len(b.Columns) - 1; b.spills(end) {
		for i := end; i < len(p.widths); i++ {
			p.set(i, p.style.total[Text], nil)
		}
	}
	p.next(18)
}

// lines estimates how many lines text takes in a column of that width, breaking
// between words.
func lines(text string, width float64) int {
	width *= 1.1 // widths count digits, and letters are narrower on average
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		used := 0
		for word := range strings.FieldsSeq(line) {
			w := utf8.RuneCountInString(word)
			switch {
			case used == 0:
				used = w
			case float64(used+1+w) <= width-1:
				used += 1 + w
			default:
				n, used = n+1, w
			}
			// A word longer than the column is broken.
			for float64(used) > width-1 && width > 2 {
				n, used = n+1, used-int(width-1)
			}
		}
	}
	return n
}
