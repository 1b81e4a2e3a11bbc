package table

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// workbookOf writes a workbook of one sheet from the XML of its rows. Style 1 is
// a date, 2 a time, 3 is 00000.
func workbookOf(t testing.TB, sheetData, after string) string {
	const ns = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	relationships := func(list string) string {
		return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + list + `</Relationships>`
	}
	parts := []struct{ name, text string }{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
			`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
		{"_rels/.rels", relationships(`<Relationship Id="rId1" Type="` + rel + `/officeDocument" Target="xl/workbook.xml"/>`)},
		{"xl/_rels/workbook.xml.rels", relationships(`<Relationship Id="rId1" Type="` + rel + `/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="rId2" Type="` + rel + `/styles" Target="styles.xml"/>`)},
		{"xl/workbook.xml", `<workbook ` + ns + ` xmlns:r="` + rel + `"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/styles.xml", `<styleSheet ` + ns + `><numFmts count="2"><numFmt numFmtId="165" formatCode="m/d/yyyy"/>` +
			`<numFmt numFmtId="166" formatCode="00000"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="165"/>` +
			`<xf numFmtId="20"/><xf numFmtId="166"/></cellXfs></styleSheet>`},
		{"xl/worksheets/sheet1.xml", `<worksheet ` + ns + `><sheetData>` + sheetData + `</sheetData>` + after + `</worksheet>`},
	}
	path := filepath.Join(t.TempDir(), "test.xlsx")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z := zip.NewWriter(file)
	for _, p := range parts {
		w, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, p.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// header is a row of the columns A, B and C named id, gross and paid.
const header = `<row r="1"><c r="A1" t="str"><v>id</v></c><c r="B1" t="str"><v>gross</v></c><c r="C1" t="str"><v>paid</v></c></row>`

func TestCells(t *testing.T) {
	tests := []struct{ name, rows, after, want string }{
		{"numbers", `<row r="2"><c r="A2" s="3"><v>417</v></c><c r="B2"><v>37.504999999999995</v></c><c r="C2" s="1"><v>46031</v></c></row>`, "",
			"row 2: 00417|37.505|2026-01-09"},
		{"an exponent", `<row r="2"><c r="A2"><v>9.00123457E8</v></c><c r="B2"><v>1E-2</v></c></row>`, "", "row 2: 900123457|0.01|"},
		{"too many digits", `<row r="2"><c r="A2"><v>1.23456789012346E+17</v></c></row>`, "", "row 2! cell A2 holds a number of more than 15 digits"},
		{"no stored value", `<row r="2"><c r="B2"><f>A1*2</f></c></row>`, "", "row 2! cell B2 holds a formula without a stored value"},
		{"a formula that gives no text", `<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="str"><f>""</f><v></v></c></row>`, "", "row 2: 1||"},
		{"a formula's value", `<row r="2"><c r="B2"><f>A1*2</f><v>1.5</v></c></row>`, "", "row 2: |1.5|"},
		{"an error", `<row r="2"><c r="B2" t="e"><v>#DIV/0!</v></c></row>`, "", "row 2! cell B2 holds the error #DIV/0!"},
		{"a boolean", `<row r="2"><c r="B2" t="b"><v>1</v></c></row>`, "", "row 2! cell B2 holds TRUE or FALSE"},
		{"a time", `<row r="2"><c r="B2" s="2"><v>0.354166667</v></c></row>`, "", "row 2! cell B2 holds a time of day"},
		{"a time in a date", `<row r="2"><c r="C2" s="1"><v>46031.99999</v></c></row>`, "", "row 2: ||2026-01-09"},
		{"a text that is not there", `<row r="2"><c r="B2" t="s"><v>7</v></c></row>`, "", "row 2! cell B2 refers to a text"},
		{"beyond the header", `<row r="2"><c r="A2"><v>1</v></c><c r="E2"><v>5</v></c></row>`, "", "row 2! cell E2 stands beyond the header's 3 columns"},
		{"an entity", `<row r="2"><c r="A2" t="inlineStr"><is><t>Smith &amp; Sons</t></is></c></row>`, "", "row 2: Smith & Sons||"},
		{"a merged name", `<row r="2"><c r="A2" t="str"><v>x</v></c><c r="B2"><v>1</v></c></row><row r="3"><c r="B3"><v>2</v></c></row><row r="4"><c r="B4"><v>3</v></c></row>`,
			`<mergeCells><mergeCell ref="A2:A3"/></mergeCells>`, "row 2: x|1|\nrow 3: x|2|\nrow 4: |3|"},
		{"a merged amount", `<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>5</v></c></row><row r="3"><c r="A3"><v>2</v></c></row>`,
			`<mergeCells><mergeCell ref="B2:B3"/></mergeCells>`, "row 2: 1|5|\nrow 3! cell B3 is part of a merged cell that holds a number"},
		{"gaps", `<row r="5"><c r="A5"><v>1</v></c></row><row r="9"/><row><c><v>2</v></c></row>`, "", "row 5: 1||\nrow 10: 2||"},
		{"rows out of order", `<row r="3"><c r="A3"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>`, "",
			`error: test.xlsx, sheet S: damaged: a row numbered "2" after row 3`},
		{"cells out of order", `<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>2</v></c></row>`, "",
			"error: test.xlsx, sheet S: damaged: cell A2 comes after cell B2"},
		{"a bare ampersand", `<row r="2"><c r="A2" t="inlineStr"><is><t>A & B</t></is></c></row>`, "", "error: test.xlsx, sheet S: damaged: XML broken"},
		{"damage below the rows", `<row r="2"><c r="A2"><v>1</v></c></row>`, `<mergeCells>`, "error: test.xlsx, sheet S: damaged: XML broken"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := read(workbookOf(t, header+test.rows, test.after))
			got = strings.TrimSuffix(strings.TrimPrefix(got, "sheet S\nheader 1: id|gross|paid\n"), "\n")
			if got != test.want && !(strings.Contains(got, "!") || strings.HasPrefix(got, "error")) || !strings.HasPrefix(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestBlankTail holds that the blank rows that formatting leaves below the data are not read
// and that a row far below is not lost.
func TestBlankTail(t *testing.T) {
	var tail strings.Builder
	for n := 3; n < 200_000; n++ {
		fmt.Fprintf(&tail, `<row r="%d"><c r="A%d" s="1"/></row>`, n, n)
	}
	data := header + `<row r="2"><c r="A2"><v>1</v></c></row>` + tail.String()
	f, err := Open(workbookOf(t, data, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if s := f.Tables[0].src.(*sheet); s.last != 2 {
		t.Errorf("rows end at %d, not 2", s.last)
	}
	got := read(workbookOf(t, header+`<row r="5000"><c r="A5000"><v>1</v></c></row>`, ""))
	if !strings.HasSuffix(got, "row 5000: 1||\n") {
		t.Errorf("got %s", got)
	}
}

// TestChecksum holds that a part whose bytes are not those that were packed is
// an error, though its XML be whole.
func TestChecksum(t *testing.T) {
	path := workbookOf(t, header+`<row r="2"><c r="B2"><v>1500</v></c></row>`, "")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(text, []byte("<v>1500<"), []byte("<v>7500<"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := read(path); !strings.HasPrefix(got, "error") || !strings.Contains(got, "checksum") {
		t.Errorf("got %s", got)
	}
}

// TestUse holds that a fault in a column nobody looks at is no fault of the row.
func TestUse(t *testing.T) {
	f, err := Open(workbookOf(t, header+`<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="e"><v>#N/A</v></c></row>`, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Tables[0].Use(func(column int) bool { return column != 1 })
	var b Block
	if err := f.Tables[0].Next(&b); err != nil {
		t.Fatal(err)
	}
	if r := b.Row(0); r.Err != nil || string(r.Cells[0]) != "1" || len(r.Cells[1]) != 0 {
		t.Errorf("got %q, %v", r.Cells, r.Err)
	}
}

func TestFormats(t *testing.T) {
	for code, want := range map[string]formatClass{
		"m/d/yyyy": formatDate, "m/d": formatDate, `[$-409]d\-mmm\-yy;@`: formatDate, "mm/dd/yy hh:mm": formatDate,
		`yyyy"年"m"月"d"日"`: formatDate, "[h]:mm": formatTime, "h:mm AM/PM": formatTime, "mm:ss": formatTime,
		"General": formatNumber, "0.00": formatNumber, "#,##0": formatNumber, "0": formatNumber, "@": formatNumber,
		`_($* #,##0.00_);_($* \(#,##0.00\);_($* "-"??_);_(@_)`: formatNumber, "0.00E+00": formatNumber, "0.00%": formatNumber,
		"00000": formatPadded, `000\-00\-0000`: formatPadded, `[Red]#,##0.00;[Blue]"day"`: formatNumber, "0000.00": formatNumber,
	} {
		if got := parseFormat(code).class; got != want {
			t.Errorf("%s: got %d, want %d", code, got, want)
		}
	}
}

// FuzzXML holds that what encoding/xml refuses is refused here: damage must not be
// read over, and is not taken for the end of a part.
func FuzzXML(f *testing.F) {
	for _, s := range []string{"<a/>", "<a b='1'>x</a>", "<x:a><x:b/>&lt;&#65;<![CDATA[<]]></x:a>", "<a>&b;</a>", "<a><b></a>", "<?xml version=\"1.0\"?><!-- x --><a/>",
		"<a b=1/>", "<a>]]></a>", "<a b='<'/>", "<!DOCTYPE a><a/>", "<a\n>\x01</a>", "<a></a ><b/>", "<a></a \x00>",
		"<?><a/>", "<?xml version='1.1'?><a/>", "<?xml encoding='utf-16'?><a/>", "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n<a/>", "<?mso-x a b?><a/>"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		x := xmlScanner{r: bytes.NewReader(text)}
		var ours error
		for tok := tokenStart; ours == nil && tok != tokenEOF; {
			tok, ours = x.next()
		}
		if ours != nil {
			return
		}
		d := xml.NewDecoder(bytes.NewReader(text))
		for {
			_, err := d.Token()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatalf("%q: encoding/xml says %v", text, err)
			}
		}
	})
}
