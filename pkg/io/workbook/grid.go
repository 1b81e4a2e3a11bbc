package workbook

import "github.com/xuri/excelize/v2"

// A grid writes the rows of one sheet, top to bottom, reusing its cells.
type grid struct {
	sw    *excelize.StreamWriter
	row   int // rows written
	cells []excelize.Cell
	refs  []any // pointers to the cells that are set, as the stream takes them
}

func newGrid(sw *excelize.StreamWriter, cols int) *grid {
	return &grid{sw: sw, cells: make([]excelize.Cell, cols), refs: make([]any, cols)}
}

// set fills a cell of the row to be written; cols count from 0.
func (g *grid) set(col, style int, value any) {
	g.cells[col] = excelize.Cell{StyleID: style, Value: value}
	g.refs[col] = &g.cells[col]
}

// sum makes a cell the sum of rows first to last of its column, which is n.
func (g *grid) sum(col, style int, k Kind, n int64, first, last int) {
	g.set(col, style, k.number(n))
	if _, tooLong := g.cells[col].Value.(string); tooLong || last < first {
		return
	}
	g.cells[col].Formula = "SUM(" + ref(col+1, first) + ":" + ref(col+1, last) + ")"
}

// next writes the row, of that height (0: the usual one), and clears the cells.
func (g *grid) next(height float64) error {
	g.row++
	err := g.sw.SetRow(ref(1, g.row), g.refs, excelize.RowOpts{Height: height})
	clear(g.refs)
	return err
}
