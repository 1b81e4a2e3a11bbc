package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"
)

// This file draws charts of the first sheet's tables, above them. A chart shows
// the cells of its table, so that it cannot say something else.

// A Chart shows columns of a Block, next to one another.
type Chart struct {
	Title   string
	Block   int   // its place among the blocks
	Label   int   // the column that names the bars
	Series  []int // the columns that are drawn
	Rows    int   // how many rows are drawn at most; 0 is all
	Upright bool  // bars stand, as for months
}

const (
	chartsARow = 3
	rowPixels  = 18 // the height of a row that none is set for, as excelize counts
)

// bandRows are the rows of the sheet that the first row of charts takes, which
// has a legend, and each further one.
var bandRows = [2]int{13, 9}

// chartColors are the bars of the first and the second series.
var chartColors = []string{ink, alert}

// chartBand is how many rows the charts take, with one below them.
func (s Summary) chartBand() int {
	if len(s.Charts) == 0 {
		return 0
	}
	return bandStart((len(s.Charts)+chartsARow-1)/chartsARow) + 1
}

// bandStart is how many rows of the sheet come before the n-th row of charts.
func bandStart(n int) int {
	if n == 0 {
		return 0
	}
	return bandRows[0] + (n-1)*bandRows[1]
}

// band leaves room for the charts, and remembers where.
func (p *page) band(s Summary) {
	p.charts = p.row + 1
	for range s.chartBand() {
		p.blank()
	}
}

// draw draws the charts, once it is known where the tables stand.
func (p *page) draw(s Summary) {
	for i, c := range s.Charts {
		b := s.Blocks[c.Block]
		if len(b.Rows) == 0 {
			continue
		}
		rows := len(b.Rows)
		if c.Rows > 0 {
			rows = min(rows, c.Rows)
		}
		first, last := p.firsts[c.Block], p.firsts[c.Block]+rows-1
		cells := func(col, from, to int) string { // to is 0 for one cell
			letter, err := excelize.ColumnNumberToName(col + 1)
			p.keep(err)
			if to == 0 {
				return fmt.Sprintf("'%s'!$%s$%d", p.name, letter, from)
			}
			return fmt.Sprintf("'%s'!$%s$%d:$%s$%d", p.name, letter, from, letter, to)
		}
		small := excelize.Font{Size: 8, Color: faint}
		chart := &excelize.Chart{
			Type: excelize.Bar, Title: excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: c.Title, Font: &excelize.Font{Bold: true, Size: 11, Color: ink}}}},
			Legend: excelize.ChartLegend{Position: "none", Font: &small},
			XAxis:  excelize.ChartAxis{ReverseOrder: true, Font: small},
			YAxis: excelize.ChartAxis{MajorGridLines: true, TickLabelPosition: excelize.ChartTickLabelHigh, Font: small,
				NumFmt: excelize.ChartNumFmt{CustomNumFmt: "#,##0"}},
		}
		if c.Upright {
			chart.Type = excelize.Col
			chart.XAxis.Alignment = excelize.Alignment{TextRotation: 45}
			chart.XAxis.ReverseOrder, chart.YAxis.TickLabelPosition = false, excelize.ChartTickLabelNextToAxis
		}
		if len(c.Series) > 1 {
			chart.Legend.Position = "top"
		}
		for n, col := range c.Series {
			chart.Series = append(chart.Series, excelize.ChartSeries{Name: cells(col, first-1, 0), Categories: cells(c.Label, first, last),
				Values: cells(col, first, last), Fill: solid(chartColors[n%len(chartColors)])})
		}
		gap := uint(40)
		chart.GapWidth = &gap
		p.place(chart, i)
	}
}

// place puts the i-th chart where it belongs: side by side over the width of
// the page.
func (p *page) place(chart *excelize.Chart, i int) {
	total := 0
	for _, w := range p.widths {
		total += pixels(w)
	}
	left := i % chartsARow * total / chartsARow
	from, x1 := p.column(left)
	to, x2 := p.column(left + total/chartsARow - 8)
	width := x2 - x1
	for _, w := range p.widths[from:to] {
		width += pixels(w)
	}
	chart.Dimension = excelize.ChartDimension{Width: uint(width), Height: uint(bandRows[min(1, i/chartsARow)]*rowPixels - 6)}
	chart.Format = excelize.GraphicOptions{OffsetX: x1, OffsetY: 2}
	p.keep(p.file.AddChart(p.name, ref(from+1, p.charts+bandStart(i/chartsARow)), chart))
}

// pixels is a column's width as excelize counts when it looks for the cell in
// which a chart ends. Spreadsheets give a character 7 pixels and not 8, so that
// offsets into a column are that much less.
func pixels(width float64) int { return int(width*8 + 0.5) }

// column finds the column that is so many pixels from the left edge of the page,
// and the offset into it.
func (p *page) column(left int) (col, offset int) {
	for col < len(p.widths)-1 && left >= pixels(p.widths[col]) {
		left -= pixels(p.widths[col])
		col++
	}
	return col, left * 7 / 8
}
