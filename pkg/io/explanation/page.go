package explanation

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
)

//go:embed page.html.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// Explained is what a page can show.
type Explained interface{ text() *text }

// WriteHTML writes a page that prints well, each explanation beginning a sheet
// of paper. It refers to nothing outside itself.
func WriteHTML[E Explained](to io.Writer, title string, list []E) error {
	data := struct {
		Title    string
		Articles [][]part
	}{Title: title}
	for _, e := range list {
		data.Articles = append(data.Articles, e.text().shown())
	}
	return page.Execute(to, data)
}

// A part is a run of blocks that a page shows as one.
type part struct {
	Title, Section, Sentence string
	Depth                    int // how far in it stands
	Columns                  string
	Amounts                  []amountRow
}

type amountRow struct {
	Words, Amount, Remark string
	Depth                 int
}

// shown joins amounts that follow one another to a table, and rows of columns
// to one text.
func (t *text) shown() (list []part) {
	last := blankBlock
	for i := range t.blocks {
		b := &t.blocks[i]
		words, depth := spaced(b.words), len(b.indent)/2
		switch b.kind {
		case titleBlock:
			list = append(list, part{Title: words})
		case sectionBlock:
			list = append(list, part{Section: strings.TrimSuffix(words, ":")})
		case sentence:
			list = append(list, part{Sentence: words, Depth: depth})
		case amountBlock:
			if last != amountBlock {
				list = append(list, part{})
			}
			table := &list[len(list)-1]
			table.Amounts = append(table.Amounts, amountRow{words, b.amount, spaced(b.remark), depth})
		case columnsBlock:
			if last != columnsBlock {
				list = append(list, part{Columns: words})
				break
			}
			list[len(list)-1].Columns += "\n" + words
		}
		last = b.kind
	}
	return list
}
