package table

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// cellSpellings are ways to write a cell; %s is its name.
var cellSpellings = []string{
	`<c r="%s"><v>12.50</v></c>`, `<c r="%s" t="s"><v>3</v></c>`, `<c r="%s" s="2" t="s"><v>3</v></c>`, `<c r="%s" t="n" s="07"><v>1</v></c>`,
	`<c r="%s" s="2"/>`, `<c r="%s"/>`, `<c r="%s"></c>`, `<c r="%s"><v/></c>`, `<c r="%s"><v></v></c>`, `<c r='%s'><v>1</v></c>`,
	`<c r="%s" t="str"><f>A1&amp;B1</f><v>x</v></c>`, `<c r="%s" t="str"><v>a &lt; b</v></c>`, `<c r="%s" t="str"><v>é</v></c>`,
	`<c r="%s" t="inlineStr"><is><t>Dana</t></is></c>`, `<c r="%s"  s="2"><v>1</v></c>`, `<c r="%s" s = "2"><v>1</v></c>`, `<c r="%s" s="2" ><v>1</v></c >`,
	`<c r="%s"> <v>1</v> </c>`, `<c r="%s" t="e"><v>#REF!</v></c>`, `<c r="%s" t="b"><v>1</v></c>`, `<c r="%s" t="d"><v>2026-01-09</v></c>`,
	`<c r="%s"><v><![CDATA[5]]></v></c>`, `<c r="%s" cm="1"><v>1</v></c>`, `<c r="%s" s="2" s="3"><v>1</v></c>`,
	`<c r="%s" t="inlineStr"><is><t></t></is></c>`, `<c r="%s" t="inlineStr"><is><t xml:space="preserve"> a</t></is></c>`, `<c r="%s" t="inlineStr"><is><t>a &lt; b</t></is></c>`,
	`<c r="%s" t="inlineStr"><v>5</v></c>`, `<c r="%s" t="s"><is><t>5</t></is></c>`, `<c r="%s" t="inlineStr"/>`, `<c r="%s" t="inlineStr"><is><t>a</t><t>b</t></is></c>`,
	// What is wrong is wrong either way.
	`<c r="%s" t="inlineStr"><is><t>a</is></t></c>`, "<c r=\"%s\"><v>1</v\x01></c>", `<c r="%s" t="s`, `<c r="%s" s=""><v>1</v></c>`,
	`<c r="%s" s="two"><v>1</v></c>`, `<c r="%s" t="q"><v>1</v></c>`, `<c r="%s"><v>1</v></d>`, `<c r="%s"><v>1</c></v>`, `<c r="%s"><v>1`, `<c r="%s" s="2`,
	`<c r="%s"><v>a]]>b</v></c>`, `<c r="%s"><v>a & b</v></c>`, "<c r=\"%s\"><v>\x01</v></c>", `<c r="%s" s="99999999999"><v>1</v></c>`, `<c r="0%s"><v>1</v></c>`,
	`<c r="%s1"><v>1</v></c>`, `<c s="1" r="%s"><v>1</v></c>`, `<c r="%s"><v>9</v></c>trailing`,
}

// TestPlainCell holds that cells are read the same whether they are in the buffer
// whole, so that plainCell may read them, or come byte by byte, so that it may not.
func TestPlainCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString("<worksheet><sheetData>")
		for row := range rapid.IntRange(1, 4).Draw(t, "rows") {
			fmt.Fprintf(&b, `<row r="%d">`, row+1)
			col := 0
			for range rapid.IntRange(0, 6).Draw(t, "cells") {
				col += rapid.SampledFrom([]int{1, 1, 1, 2, 30, 0}).Draw(t, "step")
				fmt.Fprintf(&b, rapid.SampledFrom(cellSpellings).Draw(t, "cell"), cellRef(row+1, col))
			}
			b.WriteString("</row>")
		}
		b.WriteString("</sheetData></worksheet>")
		whole, slow := scanned(strings.NewReader(b.String())), scanned(iotest.OneByteReader(strings.NewReader(b.String())))
		if whole != slow {
			t.Fatalf("%s\nis read as\n%s\nand byte by byte as\n%s", b.String(), whole, slow)
		}
	})
}

// TestPlainTexts holds that shared texts are the same whether they are written so
// that plainText may read them or not.
func TestPlainTexts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "texts.xlsx")
	spell := func(t *rapid.T, words []string, spellings ...string) string {
		var b strings.Builder
		for _, w := range words {
			fmt.Fprintf(&b, rapid.SampledFrom(spellings).Draw(t, "spelling"), w)
		}
		if err := writeParts(path, "<worksheet><sheetData>"+header+"</sheetData></worksheet>", "<sst>"+b.String()+"</sst>", "<styleSheet/>"); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		texts := &f.Tables[0].src.(*sheet).book.texts
		var list []string
		for i := range texts.ends {
			list = append(list, string(texts.at(i)))
		}
		return fmt.Sprintf("%q", list)
	}
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"Dana", "", " b ", "a &lt; b", "é", "_x0041_", "x_x000D_", "]]"}), 0, 9).Draw(t, "words")
		slow := spell(t, words, "<si><t >%s</t></si>")
		mixed := spell(t, words, "<si><t>%s</t></si>", "<si><t>%s</t></si>", "<si><t>%s</t ></si>", "\n<si><r><t>%s</t></r></si>", "<si><t>%s</t><rPh><t>spoken</t></rPh></si>")
		if slow != mixed {
			t.Fatalf("%s, and written otherwise %s", slow, mixed)
		}
	})
}

// scanned is what a sheet is read as.
func scanned(r io.Reader) string {
	var b strings.Builder
	s := &sheetScan{part: io.NopCloser(r), xml: xmlScanner{r: r}}
	for {
		row, err := s.next()
		if err != nil {
			return b.String() + withoutPlace(err.Error())
		}
		fmt.Fprintf(&b, "%d:", row.number)
		for _, c := range row.cells {
			fmt.Fprintf(&b, " %d %c %d %v %v %q", c.col, c.kind, c.style, c.formula, c.value, c.raw)
		}
		b.WriteByte('\n')
	}
}

// withoutPlace cuts the byte near which something was found, which depends on how
// the bytes came.
func withoutPlace(message string) string {
	before, after, ok := strings.Cut(message, "near byte ")
	if !ok {
		return message
	}
	_, after, _ = strings.Cut(after, ",")
	return before + after
}
