package pipeline

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/ordinance"
)

// rateColumns are the columns of a table of rates, each with the other names it
// goes by, as keys of headers. The first name is ours.
var rateColumns = [][]string{
	rateID:            {"id"},
	rateName:          {"name", "municipality"},
	rateKind:          {"kind"},
	rateCounty:        {"county"},
	rateFIPS:          {"fips", "fipsplace", "placecode", "fipscode"},
	rateAdministrator: {"administrator"},
	rateCode:          {"code", "ritacode"},
	rateRate:          {"rate", "taxrate"},
	rateFactor:        {"creditfactor"},
	rateLimit:         {"creditlimit", "creditlimitrate"},
	rateFrom:          {"from", "effectivefrom", "begin", "begindate", "effectivedate"},
	rateTo:            {"to", "effectiveto", "end", "enddate"},
	rateAsOf:          {"asof"},
	rateCreditAsOf:    {"creditasof"},
	rateConfidence:    {"confidence"},
	rateNote:          {"note"},
}

// The places of the columns in rateColumns.
const (
	rateID = iota
	rateName
	rateKind
	rateCounty
	rateFIPS
	rateAdministrator
	rateCode
	rateRate
	rateFactor
	rateLimit
	rateFrom
	rateTo
	rateAsOf
	rateCreditAsOf
	rateConfidence
	rateNote
)

// A rateReader reads a table of rates: one with a header, or the five columns of
// the Department of Taxation (begin, end, FIPS, name, rate) without one.
type rateReader struct {
	table    *table.Table
	at       [rateNote + 1]int // the column of each, or -1
	bare     bool              // there is no header
	updates  []ordinance.Update
	problems []*table.Problem
	rows     int
	asOf     string // where the table does not say
	source   string // the key of the source
}

// bareColumns are those of a table without a header.
var bareColumns = []int{rateFrom, rateTo, rateFIPS, rateName, rateRate}

// newRateReader finds the table of rates in a file.
func newRateReader(f *table.File) (*rateReader, error) {
	f.FindHeader(func(key string) bool {
		return slices.ContainsFunc(rateColumns, func(names []string) bool { return slices.Contains(names, key) })
	})
	for _, t := range f.Tables {
		r := &rateReader{table: t}
		if r.find(t.Header) {
			return r, t.Err()
		}
	}
	return nil, &table.Problem{File: f.Name, Code: "missing_column", Message: "no table of rates: it needs a header with from, rate, and fips or name, " +
		"or the five columns begin, end, FIPS, name and rate; docs/rates.md lists all columns"}
}

// find says where the columns are; false where it is no table of rates.
func (r *rateReader) find(header []string) bool {
	for i := range r.at {
		r.at[i] = slices.IndexFunc(header, func(h string) bool { return slices.Contains(rateColumns[i], table.Key(h)) })
	}
	if r.at[rateRate] >= 0 && r.at[rateFrom] >= 0 && max(r.at[rateFIPS], r.at[rateName], r.at[rateID]) >= 0 {
		return true
	}
	if len(header) != len(bareColumns) {
		return false
	}
	for i := range r.at {
		r.at[i] = slices.Index(bareColumns, i)
	}
	var cells [][]byte
	for _, h := range header {
		cells = append(cells, []byte(h))
	}
	_, problem := r.update(r.table.HeaderRow, cells)
	r.bare = problem == nil
	return r.bare
}

// read reads all rows.
func (r *rateReader) read() error {
	if r.bare {
		var cells [][]byte
		for _, h := range r.table.Header {
			cells = append(cells, []byte(h))
		}
		r.take(table.Row{Number: r.table.HeaderRow, Cells: cells})
	}
	var b table.Block
	for {
		err := r.table.Next(&b)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		b.Split()
		for i := range b.Len() {
			r.take(b.Row(i))
		}
	}
}

func (r *rateReader) take(row table.Row) {
	r.rows++
	if row.Err != nil {
		var p *table.Problem
		if !errors.As(row.Err, &p) {
			p = &table.Problem{File: r.table.File, Sheet: r.table.Sheet, Row: row.Number, Code: "row", Message: row.Err.Error()}
		}
		u, _ := r.update(row.Number, row.Cells)
		r.refuse(p, u)
		return
	}
	u, problem := r.update(row.Number, row.Cells)
	if problem != nil {
		r.refuse(problem, u)
		return
	}
	r.updates = append(r.updates, u)
}

// refuse keeps what is wrong with a row, and whose row it is if that can be told.
func (r *rateReader) refuse(p *table.Problem, u ordinance.Update) {
	r.problems = append(r.problems, p)
	if u.Name != "" || u.FIPS != "" || u.ID != "" {
		r.updates = append(r.updates, ordinance.Update{Row: u.Row, ID: u.ID, Name: u.Name, County: u.County, FIPS: u.FIPS, Unread: true})
	}
}

// update reads one row; of several faults the first is told.
func (r *rateReader) update(number int, cells [][]byte) (u ordinance.Update, problem *table.Problem) {
	cell := func(column int) []byte {
		if i := r.at[column]; i >= 0 && i < len(cells) {
			return cells[i]
		}
		return nil
	}
	check := func(column int, err error) {
		if err != nil && problem == nil {
			problem = r.table.InCell(number, r.at[column], "rate_table", cell(column), err)
			if r.bare {
				problem.Column = rateColumns[column][0]
			}
		}
	}
	text := func(column int) string {
		s := string(cell(column))
		check(column, plainText(s))
		return s
	}
	u = ordinance.Update{Row: number, ID: text(rateID), Name: text(rateName), Kind: strings.ToLower(text(rateKind)), County: text(rateCounty),
		Administrator: text(rateAdministrator), Confidence: strings.ToLower(text(rateConfidence)), CreditAsOf: text(rateCreditAsOf),
		AsOf: text(rateAsOf), Note: strings.TrimLeft(string(cell(rateNote)), "=+-@\t\r"), Source: r.source}
	u.County = strings.TrimSuffix(u.County, " County")
	u.Administrator, u.Kind = unlessUnknown(u.Administrator), unlessUnknown(u.Kind)
	if u.AsOf == "" {
		u.AsOf = r.asOf
	}
	var err error
	u.FIPS, err = digits(string(cell(rateFIPS)), 5, "a place code; write its five digits, such as 01000")
	check(rateFIPS, err)
	u.Code, err = digits(string(cell(rateCode)), 3, "a code; write its three digits, such as 023")
	check(rateCode, err)
	u.From, err = rateDate(cell(rateFrom), false)
	check(rateFrom, err)
	u.To, err = rateDate(cell(rateTo), true)
	check(rateTo, err)
	if err == nil && u.To != 0 && u.To < u.From {
		check(rateTo, fmt.Errorf("before %s, the first day; write the last day, or nothing where there is none", u.From))
	}
	u.Rate, err = calc.ParseRate(strings.ReplaceAll(string(cell(rateRate)), " ", ""))
	check(rateRate, err)
	u.Credit, err = rateCredit(cell(rateFactor), cell(rateLimit))
	check(rateFactor, err)
	check(rateName, named(&u))
	check(rateKind, oneOf(u.Kind, ordinance.Kinds))
	check(rateConfidence, oneOf(u.Confidence, []string{"high", "medium", "low"}))
	check(rateAsOf, readOn(u.AsOf))
	check(rateCreditAsOf, readOn(u.CreditAsOf))
	return u, problem
}

func readOn(s string) error {
	if s != "" && !ordinance.IsReadOn(s) {
		return errors.New("not a day, month or year; write 2026-08-11, 2026-08 or 2026")
	}
	return nil
}

// unlessUnknown takes away the words that tables have where they know nothing.
func unlessUnknown(s string) string {
	if strings.EqualFold(s, "unknown") || strings.EqualFold(s, "other") {
		return ""
	}
	return s
}

// plainText refuses what no name begins with, and a spreadsheet could run.
func plainText(s string) error {
	first, _ := utf8.DecodeRuneInString(s)
	if s != "" && !unicode.IsLetter(first) && !unicode.IsDigit(first) || strings.ContainsFunc(s, unicode.IsControl) {
		return errors.New("not a name; write it as people do, beginning with a letter")
	}
	return nil
}

func named(u *ordinance.Update) error {
	if u.Name == "" && u.FIPS == "" && u.ID == "" {
		return errors.New("neither a name nor a place code; write whose rate it is")
	}
	if u.Name != "" && !strings.ContainsFunc(u.Name, unicode.IsLetter) {
		return errors.New("not a name; write the municipality's")
	}
	return nil
}

func oneOf(s string, allowed []string) error {
	if s == "" || slices.Contains(allowed, s) {
		return nil
	}
	return fmt.Errorf("unknown; write one of %s, or nothing", strings.Join(allowed, ", "))
}

// digits is a code of so many digits; a spreadsheet may have taken zeros from
// its front.
func digits(s string, n int, what string) (string, error) {
	if s == "" {
		return "", nil
	}
	if len(s) > n || strings.Trim(s, "0123456789") != "" {
		return "", errors.New("not " + what)
	}
	return strings.Repeat("0", n-len(s)) + s, nil
}

// rateDate reads 2026-03-31 and 20260331; for a last day, nothing and 99991231
// are no end.
func rateDate(cell []byte, mayBeOpen bool) (calc.Date, error) {
	if s := string(cell); mayBeOpen && (s == "" || s == "99991231" || s == "9999-12-31") {
		return 0, nil
	}
	if d, err := table.Date(cell, table.YMD); err == nil {
		return d, nil
	}
	return 0, errors.New("not a date; write 2026-03-31 or 20260331")
}

func rateCredit(factor, limit []byte) (calc.Credit, error) {
	if len(factor) == 0 && len(limit) == 0 {
		return calc.Credit{}, nil
	}
	if len(factor) == 0 || len(limit) == 0 {
		return calc.Credit{}, errors.New("credit_factor and credit_limit go together; write both, or neither where the credit is not known")
	}
	f, err := calc.ParseRate(string(factor))
	if err != nil {
		return calc.Credit{}, err
	}
	l, err := calc.ParseRate(string(limit))
	return calc.Credit{Known: true, Factor: f, Limit: l}, err
}
