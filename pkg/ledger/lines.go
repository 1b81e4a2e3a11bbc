package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"example.com/withhold/pkg/calc"
)

// This file is how the lines of a check are kept: in the check's own row, one a
// line of text, its fields apart by tabs. A row of a table of their own for each
// would cost as much as the check.

// lineFields are municipality, role, rate, wages, subject, not subject,
// required, withheld, slot and the number of the citation.
const lineFields = 10

// appendLine writes one more line, whose citation has a number.
func appendLine(b []byte, l *Line, citation int64) []byte {
	if len(b) > 0 {
		b = append(b, '\n')
	}
	text := func(s string) { b = append(append(b, s...), '\t') }
	number := func(n int64) { b = append(strconv.AppendInt(b, n, 10), '\t') }
	text(l.Municipality)
	text(l.Role)
	number(int64(l.Rate))
	number(int64(l.Wages))
	number(int64(l.Subject))
	text(l.NotSubject)
	number(int64(l.Required))
	number(int64(l.Withheld))
	number(int64(l.Slot))
	return strconv.AppendInt(b, citation, 10)
}

// cited are the citations of a ledger, by number.
type cited map[int64]string

func (s *SQL) cited(ctx context.Context) (cited, error) {
	all := cited{}
	err := s.each(ctx, `SELECT number, citation FROM citations`, nil, func(rows *sql.Rows) error {
		var n int64
		var text string
		err := rows.Scan(&n, &text)
		all[n] = text
		return err
	})
	return all, err
}

// lines reads the lines of a check; where all is nil, without their citations.
func (all cited) lines(text string) (lines []Line, err error) {
	for row := range strings.SplitSeq(text, "\n") {
		if text == "" {
			break
		}
		var f [lineFields]string
		for i := range f {
			var more bool
			if f[i], row, more = strings.Cut(row, "\t"); more != (i < lineFields-1) {
				return nil, errContent
			}
		}
		number := func(field string) int64 {
			n, e := strconv.ParseInt(field, 10, 64)
			if e != nil {
				err = fmt.Errorf("%w: %q is no number", errContent, field)
			}
			return n
		}
		citation, known := all[number(f[9])]
		if !known && all != nil {
			return nil, fmt.Errorf("%w: citation %s is missing", errContent, f[9])
		}
		lines = append(lines, Line{Municipality: f[0], Role: f[1], Rate: calc.Rate(number(f[2])), Wages: calc.Cents(number(f[3])),
			Subject: calc.Cents(number(f[4])), NotSubject: f[5], Required: calc.Cents(number(f[6])), Withheld: calc.Cents(number(f[7])),
			Slot: int32(number(f[8])), Citations: citation})
	}
	return lines, err
}
