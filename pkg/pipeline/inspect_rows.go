package pipeline

import (
	"fmt"
	"io"
	"slices"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// maxRows is how many rows are shown.
const maxRows = 5

// read reads the table as a run would: once for the first rows, once for what is
// wrong with any.
func (i *inspector) read(sheet string) error {
	if err := i.reopen(sheet, i.showRows); err != nil {
		return err
	}
	return i.reopen(sheet, i.judge)
}

// reopen gives do the table anew.
func (i *inspector) reopen(sheet string, do func(*table.Table, *record.Layout) error) error {
	f, err := openTable(i.in)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, t := range f.Tables {
		if t.Sheet != sheet {
			continue
		}
		layout, err := i.run.layoutOf(t, i.kind)
		if err != nil {
			return err
		}
		if err := do(t, layout); err != nil {
			return err
		}
	}
	i.Notes = nil
	for n := range f.Warnings {
		i.Notes = append(i.Notes, f.Warnings[n].Error())
	}
	return nil
}

// showRows keeps the first rows that can be read, those of our columns that any
// has a value for.
func (i *inspector) showRows(t *table.Table, l *record.Layout) error {
	var rows []map[string]string
	has := map[string]bool{}
	var b table.Block
	for len(rows) < maxRows {
		if err := t.Next(&b); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		b.Split()
		for n := range b.Len() {
			r := b.Row(n)
			if len(rows) == maxRows || r.Err != nil {
				continue
			}
			values := map[string]string{"": fmt.Sprint(r.Number)}
			for name, v := range l.Constants {
				values[name], has[name] = v, true
			}
			for c, name := range l.Names {
				if name != "" && len(r.Cells[c]) > 0 {
					values[name], has[name] = brief(string(r.Cells[c])), true
				}
			}
			rows = append(rows, values)
		}
	}
	for _, name := range i.kind.Columns {
		if has[name] {
			i.Names = append(i.Names, name)
		}
	}
	for _, values := range rows {
		row := []string{values[""]}
		for _, name := range i.Names {
			v := values[name]
			if isSecret(name) {
				v = mask(v)
			}
			row = append(row, v)
		}
		i.Rows = append(i.Rows, row)
	}
	return nil
}

// brief is a value that fits a line.
func brief(s string) string {
	if r := []rune(s); len(r) > 30 {
		return string(r[:29]) + "…"
	}
	return s
}

// judge reads all rows and keeps what is wrong with them.
func (i *inspector) judge(t *table.Table, l *record.Layout) error {
	switch i.kind {
	case record.PayrollKind:
		return i.judgePayroll(t, l)
	case record.WorklogKind:
		n, problems, err := record.Worklog(t, l, func(x *record.LogRow) (string, error) {
			_, err := i.run.places.find(string(x.Municipality))
			return "municipality", err
		})
		i.Count = n
		return i.reject(problems, err)
	case record.EmployeesKind:
		return judgeSmall(i, t, l, record.Employees)
	case record.EmployersKind:
		return judgeSmall(i, t, l, record.Employers)
	case record.AgreementsKind:
		return judgeSmall(i, t, l, record.Agreements)
	case record.WorksitesKind:
		return judgeSmall(i, t, l, record.Worksites)
	case record.HistoryKind:
		return judgeSmall(i, t, l, record.History)
	}
	return nil
}

func judgeSmall[T faultyRecord](i *inspector, t *table.Table, l *record.Layout, read func(*table.Table, *record.Layout) ([]T, []*table.Problem, error)) error {
	list, problems, err := read(t, l)
	i.Count = rowsOf(list, problems)
	return i.reject(problems, err)
}

func (i *inspector) judgePayroll(t *table.Table, l *record.Layout) error {
	reader := record.NewPayroll(t, l)
	var b table.Block
	var c record.Check
	for {
		if err := t.Next(&b); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		b.Split()
		i.Count += b.Len()
		for n := range b.Len() {
			r := b.Row(n)
			problems := slices.Clone(reader.Read(&r, &c))
			if len(problems) == 0 {
				for _, p := range []struct {
					column int
					text   []byte
				}{{record.ColumnWork, c.Work}, {record.ColumnTaxMunicipality, c.TaxMunicipality}} {
					if _, err := i.run.places.find(string(p.text)); err != nil {
						problems = append(problems, reader.Fault(r.Number, p.column, "municipality", p.text, err.Error()))
					}
				}
			}
			if err := i.reject(problems, nil); err != nil {
				return err
			}
		}
	}
}

// reject counts rows that would be set aside and keeps the first reasons.
func (i *inspector) reject(problems []*table.Problem, err error) error {
	row := -1
	for _, p := range problems {
		p.File = ""
		if p.Row != row {
			i.Aside++
		}
		row = p.Row
		if len(i.Reasons) < maxReasons {
			i.Reasons = append(i.Reasons, p.Error())
		}
	}
	return err
}
