package record

import (
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// A LogRow is one row of the work log. Its texts are valid until the next row.
type LogRow struct {
	Source
	EmployerID, EmployeeID []byte
	Municipality           []byte
	WorksiteID             []byte
	Day                    calc.Date
	Hours                  calc.Hours
	Activity               calc.Activity
	Affixed                bool
}

// worklog's columns, in the order of WorklogKind.Columns.
const (
	wEmployer = iota
	wEmployee
	wDate
	wMunicipality
	wHours
	wActivity
	wAffixed
	wSite
	wColumns
)

// Worklog reads a work log row by row, since it may be long, and gives each row
// that can be read to take, which may find fault with its place or worksite.
func Worklog(t *table.Table, l *Layout, take func(*LogRow) (column string, err error)) (rows int, problems []*table.Problem, err error) {
	var place [wColumns]int
	var fixed [wColumns][]byte
	for c, name := range WorklogKind.Columns {
		place[c], fixed[c] = -1, []byte(l.Constants[name])
		for i, n := range l.Names {
			if n == name {
				place[c] = i
			}
		}
	}
	r := logReader{reader: reader{table: t, dates: l.Dates}}
	r.cell = func(c int) []byte {
		if place[c] >= 0 {
			return r.cells[place[c]]
		}
		return fixed[c]
	}
	err = eachRow(t, func(row *table.Row) {
		rows++
		r.read(row, take)
	})
	return rows, r.problems, err
}

type logReader struct {
	reader
	cells [][]byte
	cell  func(int) []byte
}

func (r *logReader) read(row *table.Row, take func(*LogRow) (string, error)) {
	if row.Err != nil {
		r.problems = append(r.problems, asProblem(row.Err))
		return
	}
	r.row, r.cells = row.Number, row.Cells
	before := len(r.problems)
	x := LogRow{
		EmployerID: r.present(wEmployer), EmployeeID: r.present(wEmployee), Municipality: r.present(wMunicipality),
		WorksiteID: r.cell(wSite), Source: Source{File: r.table.File, Sheet: r.table.Sheet, Row: r.row},
	}
	var err error
	if x.Day, err = table.Date(r.present(wDate), r.dates); err != nil && len(r.cell(wDate)) > 0 {
		r.fault("date", "date", string(r.cell(wDate)), err.Error())
	}
	if x.Hours, err = calc.ParseHours(string(r.present(wHours))); err != nil && len(r.cell(wHours)) > 0 {
		r.fault("hours", "hours", string(r.cell(wHours)), err.Error())
	}
	var ok bool
	if x.Activity, ok = calc.ParseActivity(strings.ToLower(string(r.cell(wActivity)))); !ok {
		r.fault("activity", "choice", string(r.cell(wActivity)), "write "+strings.Join(calc.ActivityNames(), ", ")+" or leave it blank")
	}
	if x.Affixed, err = parseYes(r.cell(wAffixed)); err != nil {
		r.fault("affixed", "yes_no", string(r.cell(wAffixed)), err.Error())
	}
	if len(r.problems) > before {
		return
	}
	if column, err := take(&x); err != nil {
		value := map[string][]byte{"municipality": x.Municipality, "worksite_id": x.WorksiteID, "hours": r.cell(wHours)}[column]
		r.fault(column, column, string(value), err.Error())
	}
}

// present is a cell that every row needs.
func (r *logReader) present(c int) []byte {
	cell := r.cell(c)
	if len(cell) == 0 {
		r.fault(WorklogKind.Columns[c], "missing", "", missingText(c))
	}
	return cell
}

func missingText(c int) string {
	if c == wMunicipality {
		return "it is blank; write the municipality, or none where no municipality is"
	}
	return "it is blank, and every row needs it"
}

// A Worksite is one row of worksites.
type Worksite struct {
	Source
	ID, EmployerID, Municipality string
	NatureDays, ContractDays     int // 0 where not known
}

type worksiteText struct {
	ID           string `csv:"worksite_id"`
	EmployerID   string `csv:"employer_id"`
	Municipality string `csv:"municipality"`
	StartsOn     string `csv:"starts_on"`
	NatureDays   string `csv:"nature_days"`
	ContractDays string `csv:"contract_days"`
}

// Worksites reads a whole table of worksites; see Employees for faulty rows.
func Worksites(t *table.Table, l *Layout) ([]Worksite, []*table.Problem, error) {
	texts, numbers, problems, err := readSmall[worksiteText](t, WorksitesKind, l)
	r := reader{table: t, dates: l.Dates, problems: problems}
	records := make([]Worksite, 0, len(texts))
	for i, x := range texts {
		r.row = numbers[i]
		before := len(r.problems)
		s := Worksite{
			ID: r.needed("worksite_id", x.ID), EmployerID: r.needed("employer_id", x.EmployerID),
			Municipality: r.needed("municipality", x.Municipality),
			NatureDays:   r.count("nature_days", x.NatureDays), ContractDays: r.count("contract_days", x.ContractDays),
		}
		r.date("starts_on", x.StartsOn)
		s.Source = Source{t.File, t.Sheet, r.row, len(r.problems) > before}
		records = append(records, s)
	}
	return records, r.problems, err
}

func (r *reader) count(column, value string) int {
	if value == "" {
		return 0
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 10_000 {
		r.fault(column, "count", value, "not a number of days; write 25")
	}
	return n
}
