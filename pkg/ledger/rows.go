package ledger

import (
	"encoding/binary"
	"errors"
	"strings"
)

// Columns are the columns of payroll that a check's content can hold. A row
// names them by their place here, so that the list only ever grows at its end.
var Columns = strings.Fields(`employer_id employee_id check_id pay_date period_start period_end
	work_municipality gross_wages section_125 retirement_deferral tips_cash tips_charged tips_pooled iso_income
	iso_disposition_date nqdc_paid nqdc_deferred_on military_pay pension_disability election_pay parsonage transit_pay
	transit_scheduled tax_withheld tax_municipality in_capacity`)

var errContent = errors.New("the content of a check cannot be read; run withhold ledger check")

// AppendCell adds a cell to a row of content. Blank cells are left out, and
// columns come in the order of Columns.
func AppendCell[S string | []byte](b []byte, column int, cell S) []byte {
	b = append(b, byte(column+1))
	b = binary.AppendUvarint(b, uint64(len(cell)))
	return append(b, cell...)
}

// AppendRow ends a row of content.
func AppendRow(b []byte) []byte { return append(b, 0) }

// Rows reads content: one row a list of cells, in the order of Columns. What the
// key says is not in it.
func Rows(content []byte) (rows [][]string, err error) {
	cells := make([]string, len(Columns))
	for len(content) > 0 {
		column := int(content[0]) - 1
		content = content[1:]
		if column < 0 {
			rows, cells = append(rows, cells), make([]string, len(Columns))
			continue
		}
		n, size := binary.Uvarint(content)
		if size <= 0 || column >= len(Columns) || uint64(len(content)-size) < n {
			return nil, errContent
		}
		cells[column] = string(content[size : size+int(n)])
		content = content[size+int(n):]
	}
	return rows, nil
}

// whole gives the rows of a check with the cells that its key says.
func (c *Check) whole() ([][]string, error) {
	rows, err := Rows(c.Content)
	for _, r := range rows {
		r[0], r[1], r[2], r[3] = c.EmployerID, c.EmployeeID, c.CheckID, c.PayDate.String()
	}
	return rows, err
}

// PayrollRows is the check as rows of payroll, in the order of Columns.
func (c *Check) PayrollRows() ([][]string, error) { return c.whole() }
