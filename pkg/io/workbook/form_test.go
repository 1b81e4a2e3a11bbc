package workbook

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"
)

func TestFormsKeepWhatIsTyped(t *testing.T) {
	form := Form{Name: "employees", Open: open("employee_id,birth_date,courtesy_withholding\n0012,1990-05-06,yes\n"), Fields: []Field{
		{Column: Column{Name: "employee_id"}, Needed: true, Note: "As on the sheet payroll."},
		{Column: Column{Name: "birth_date", Kind: Date}},
		{Column: Column{Name: "courtesy_withholding"}, Choices: []string{"yes", "no"}}}}
	guide := Summary{Title: "Guide", Blocks: []Block{{Heading: "Sheets", Columns: []Column{{Name: "sheet"}}, Rows: [][]string{{"employees"}}}}}
	var out, again bytes.Buffer
	for _, w := range []*bytes.Buffer{&out, &again} {
		if err := WriteForms(w, "Read me", guide, []Form{form}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Error("two workbooks of the same forms differ")
	}
	f := reopen(t, out.Bytes())
	rows, err := f.GetRows("employees")
	if err != nil || len(rows) != 2 {
		t.Fatalf("rows %q, %v: a form holds a header and its rows, nothing else", rows, err)
	}
	if rows[1][0] != "0012" || rows[1][1] != "1990-05-06" {
		t.Errorf("row 2 is %q", rows[1])
	}
	for col, want := range map[string]string{"A": "@", "B": "yyyy-mm-dd"} {
		id, err := f.GetColStyle("employees", col)
		if err != nil {
			t.Fatal(err)
		}
		style, err := f.GetStyle(id)
		if err != nil {
			t.Fatal(err)
		}
		if got := numberFormat(style); got != want {
			t.Errorf("what is typed in column %s is kept as %q, want %q", col, got, want)
		}
	}
	notes, err := f.GetComments("employees")
	if err != nil || len(notes) != 1 || notes[0].Cell != "A1" || notes[0].Paragraph[0].Text != "Needed. As on the sheet payroll." {
		t.Errorf("notes %+v, %v", notes, err)
	}
	lists, err := f.GetDataValidations("employees")
	if err != nil || len(lists) != 1 || lists[0].Formula1 != `"yes,no"` {
		t.Errorf("lists %+v, %v", lists, err)
	}
}

func numberFormat(s *excelize.Style) string {
	if s.CustomNumFmt != nil {
		return *s.CustomNumFmt
	}
	return map[int]string{49: "@"}[s.NumFmt]
}
