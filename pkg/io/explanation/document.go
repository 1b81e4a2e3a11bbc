package explanation

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"example.com/withhold/pkg/calc"
)

// text is English being written: the same blocks become plain text or a page.
type text struct{ blocks []block }

// A block is one paragraph, amount or row of columns.
type block struct {
	kind   kind
	indent string
	words  string // of an amount: what it is
	amount string
	remark string
}

type kind int

const (
	titleBlock kind = iota
	sectionBlock
	sentence
	amountBlock
	columnsBlock
	blankBlock
)

// noBreak is a space at which a sentence is not broken.
const noBreak = "\x00"

func (t *text) add(b block) { t.blocks = append(t.blocks, b) }

// title is what is explained.
func (t *text) title(s string) { t.add(block{kind: titleBlock, words: s}) }

// section begins a part of the explanation.
func (t *text) section(s string) { t.blank(); t.add(block{kind: sectionBlock, words: s}) }

// say adds a sentence, indented.
func (t *text) say(indent, format string, args ...any) {
	t.add(block{kind: sentence, indent: indent, words: fmt.Sprintf(format, args...)})
}

// amount adds what an amount is, the amount, and a remark.
func (t *text) amount(indent, what string, c calc.Cents, remark string) {
	t.add(block{kind: amountBlock, indent: indent, words: what, amount: c.String(), remark: remark})
}

// row adds a line of columns, shown as it is.
func (t *text) row(s string) { t.add(block{kind: columnsBlock, words: s}) }

func (t *text) blank() { t.add(block{kind: blankBlock}) }

// write writes plain text.
func (t *text) write(to io.Writer) error {
	var b bytes.Buffer
	for i := range t.blocks {
		t.blocks[i].plain(&b)
	}
	_, err := to.Write(b.Bytes())
	return err
}

// width is how long lines become, unless a column needs more.
const width = 110

func (b *block) plain(to *bytes.Buffer) {
	switch b.kind {
	case blankBlock:
		to.WriteByte('\n')
	case columnsBlock:
		to.WriteString(spaced(b.words) + "\n")
	case amountBlock:
		to.WriteString(spaced(fmt.Sprintf("%s%-*s %12s   %s", b.indent, 44-len(b.indent), b.words, b.amount, b.remark)) + "\n")
	default:
		b.wrap(to)
	}
}

// spaced is a line with its spaces as they are shown.
func spaced(s string) string { return strings.TrimRight(strings.ReplaceAll(s, noBreak, " "), " ") }

// wrap writes a sentence in lines of a readable length.
func (b *block) wrap(to *bytes.Buffer) {
	n := 0
	for i, word := range strings.Fields(b.words) {
		length := len([]rune(word))
		switch {
		case i == 0:
			to.WriteString(b.indent)
			n = len(b.indent)
		case n+1+length > width:
			to.WriteString("\n" + b.indent + "  ")
			n = len(b.indent) + 2
		default:
			to.WriteByte(' ')
			n++
		}
		to.WriteString(strings.ReplaceAll(word, noBreak, " "))
		n += length
	}
	to.WriteByte('\n')
}
