package table

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/xuri/excelize/v2"
)

const benchHeader = "employer_id,employee_id,check_id,pay_date,period_start,period_end,work_municipality," +
	"gross_wages,section_125,retirement_deferral,tips_charged,tax_withheld,tax_municipality,in_capacity\n"

// million is a payroll of a million rows and 14 columns, every 20th with quotes
// if quotes are wanted.
func million(quotes bool) []byte {
	var b bytes.Buffer
	b.WriteString(benchHeader)
	for i := range 1_000_000 {
		place := "Columbus"
		if quotes && i%20 == 0 {
			place = `"Dublin, OH"`
		}
		fmt.Fprintf(&b, "E%03d,%06d,C%07d,2026-%02d-%02d,2026-01-01,2026-01-14,%s,%d.%02d,120.00,0.00,,%d.%02d,%s,\n",
			i%500, i%50000, i, i%12+1, i%28+1, place, 1000+i%4000, i%100, 20+i%60, i%100, place)
	}
	return b.Bytes()
}

// BenchmarkCSV reads a million rows: on one goroutine, with amounts and dates
// parsed, with quotes, and with blocks split on several.
func BenchmarkCSV(b *testing.B) {
	plain, quoted := million(false), million(true)
	each := func(name string, text []byte, use func(Row), workers int) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for range b.N {
				f, err := OpenReader("bench.csv", bytes.NewReader(text))
				if err != nil {
					b.Fatal(err)
				}
				if n := count(b, f.Tables[0], use, workers); n != 1_000_000 {
					b.Fatalf("%d rows", n)
				}
			}
			b.ReportMetric(1e6*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
		})
	}
	parse := func(r Row) {
		for _, i := range []int{7, 8, 9, 11} {
			if _, err := Money(r.Cells[i]); err != nil {
				b.Fatal(err)
			}
		}
		for _, i := range []int{3, 4, 5} {
			if _, err := Date(r.Cells[i], ISO); err != nil {
				b.Fatal(err)
			}
		}
	}
	each("split", plain, func(Row) {}, 1)
	each("parse", plain, parse, 1)
	each("quoted", quoted, func(Row) {}, 1)
	each("parallel", plain, parse, 2)
}

// count passes every row to use, blocks going round among workers.
func count(b *testing.B, t *Table, use func(Row), workers int) int {
	free, full := make(chan *Block, 2*workers), make(chan *Block, 2*workers)
	for range 2 * workers {
		free <- new(Block)
	}
	var wg sync.WaitGroup
	counts := make([]int, workers)
	for w := range workers {
		wg.Go(func() {
			for block := range full {
				block.Split()
				for i := range block.Len() {
					row := block.Row(i)
					if row.Err != nil {
						b.Error(row.Err)
						return
					}
					use(row)
				}
				counts[w] += block.Len()
				free <- block
			}
		})
	}
	for {
		block := <-free
		if err := t.Next(block); err == io.EOF {
			break
		} else if err != nil {
			b.Fatal(err)
		}
		full <- block
	}
	close(full)
	wg.Wait()
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// BenchmarkXLSX reads a workbook of 100,000 rows and 14 columns.
func BenchmarkXLSX(b *testing.B) {
	path := filepath.Join(b.TempDir(), "bench.xlsx")
	writeWorkbook(b, path, 100_000)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		f, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		if n := count(b, f.Tables[0], func(Row) {}, 1); n != 100_000 {
			b.Fatalf("%d rows", n)
		}
		f.Close()
	}
	b.ReportMetric(100_000*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// writeWorkbook makes a workbook of that many rows and 14 columns.
func writeWorkbook(tb testing.TB, path string, rows int) {
	book := excelize.NewFile()
	defer book.Close()
	w, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		tb.Fatal(err)
	}
	row := make([]any, 14)
	for i := range row {
		row[i] = fmt.Sprintf("column %d", i)
	}
	for n := 1; n <= rows+1; n++ {
		if err := w.SetRow(fmt.Sprintf("A%d", n), row); err != nil {
			tb.Fatal(err)
		}
		for i := range row {
			if row[i] = float64(n*100+i) / 100; i < 5 {
				row[i] = fmt.Sprintf("text %d of %d", i, n)
			}
		}
	}
	if err := w.Flush(); err != nil {
		tb.Fatal(err)
	}
	if err := book.SaveAs(path); err != nil {
		tb.Fatal(err)
	}
}
