// Package starter holds what "withhold init" hands out: an example a small
// business replaces with its own payroll.
//
// The example is CSV files beside this one, and columns.csv says what each of
// their columns holds, in the words of whoever fills it in. The workbook is made
// from them, so the two cannot differ. Where files go on disk is not decided
// here.
package starter

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"example.com/withhold/pkg/io/workbook"
)

//go:embed *.csv
var files embed.FS

// Tables are the names of the templates in the order of the workbook, each with
// what it is for. Only the first is needed.
var Tables = [][2]string{
	{"payroll", "One row for each check: who was paid, when, how much, and in which city the work was done. The only sheet that must be filled in."},
	{"employees", "One row for each employee: where the person lives and usually works, and whether tax for the home city was asked for."},
	{"employers", "One row for each employer. A single business has a single row."},
	{"history", "City tax of each month of last year, so that the program knows whether you pay monthly or quarterly. Leave it empty in your first year."},
	{"agreements", "What a city agreed to in writing, such as quarterly payment. Most businesses leave it empty."},
}

// CSV is a template as a file.
func CSV(name string) ([]byte, error) { return files.ReadFile(name + ".csv") }

var kinds = map[string]workbook.Kind{"text": workbook.Text, "money": workbook.Money, "date": workbook.Date}

// Workbook writes the templates as one workbook. Its first page tells the reader
// to type command.
func Workbook(w io.Writer, command string) error {
	fields, err := fields()
	if err != nil {
		return err
	}
	var forms []workbook.Form
	for _, t := range Tables {
		text, err := CSV(t[0])
		if err != nil {
			return err
		}
		forms = append(forms, workbook.Form{Name: t[0], Fields: fields[t[0]],
			Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }})
	}
	return workbook.WriteForms(w, "Read me", guide(forms, command), forms)
}

// fields reads columns.csv, by sheet.
func fields() (map[string][]workbook.Field, error) {
	text, err := CSV("columns")
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("columns.csv: %w", err)
	}
	out := map[string][]workbook.Field{}
	for i, r := range rows[1:] {
		kind, ok := kinds[r[2]]
		if !ok {
			return nil, fmt.Errorf("columns.csv, row %d: there is no kind %q", i+2, r[2])
		}
		f := workbook.Field{Column: workbook.Column{Name: r[1], Kind: kind}, Needed: r[3] == "yes", Note: r[5]}
		if r[4] != "" {
			f.Choices = strings.Split(r[4], ";")
		}
		out[r[0]] = append(out[r[0]], f)
	}
	return out, nil
}

func guide(forms []workbook.Form, command string) workbook.Summary {
	sheets := workbook.Block{Heading: "The sheets", Columns: []workbook.Column{{Name: "sheet"}, {Name: "needed columns"}, {Name: "what it is for"}}}
	for i, f := range forms {
		sheets.Rows = append(sheets.Rows, []string{f.Name, f.NeededNames(), Tables[i][1]})
	}
	return workbook.Summary{
		Title: "Your payroll, for withhold",
		Facts: [][2]string{
			{"What this is", "The example of a made-up bakery in Dublin with three employees. It works as it is: try it first, then replace the rows with your own and keep the headers."},
			{"To run it", command},
			{"What you get", "A folder with a report (report.xlsx) and the same as CSV files: what to pay to which city, by when, and what your payroll system withheld differently."},
		},
		Blocks: []workbook.Block{sheets, {
			Heading: "Filling in",
			Columns: []workbook.Column{{Name: "about"}, {Name: "what to know"}},
			Rows: [][]string{
				{"Headers", "Dark headers are needed, pale ones may stay blank. Point at a header to read what belongs below it. Do not rename headers or sheets; their order does not matter."},
				{"Cities", "Write the name as people say it: Dublin, or City of Dublin. A name the program does not know is reported with the nearest names."},
				{"Dates", "2026-03-06, or however your spreadsheet writes dates."},
				{"Amounts", "1234.56, without a currency sign. A reversal is a negative amount."},
				{"Numbers that identify", "Employee numbers, social security numbers and zip codes are kept as text, so that leading zeros stay."},
				{"Next payday", "Add its rows to payroll, or keep a workbook for each payday and give them all to one run."},
				{"Private data", "This workbook will hold social security numbers. Keep it where only those who need it can read it."},
			},
		}},
	}
}
