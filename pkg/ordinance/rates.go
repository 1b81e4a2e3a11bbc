package ordinance

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/gocarina/gocsv"

	"example.com/withhold/pkg/calc"
)

// A rateRow is one row of rates.csv: what one municipality levied in one period.
// A blank cell means not known; a blank `to`, no end known.
type rateRow struct {
	ID            string `csv:"id"`
	Name          string `csv:"name"`
	Kind          string `csv:"kind"`
	County        string `csv:"county"`
	FIPS          string `csv:"fips"`
	Administrator string `csv:"administrator"`
	Code          string `csv:"code"` // the administrator's
	Rate          string `csv:"rate"`
	CreditFactor  string `csv:"credit_factor"`
	CreditLimit   string `csv:"credit_limit"`
	From          string `csv:"from"`
	To            string `csv:"to"`
	AsOf          string `csv:"as_of"`
	CreditAsOf    string `csv:"credit_as_of"`
	Confidence    string `csv:"confidence"`
	Source        string `csv:"source"`
	Note          string `csv:"note"`

	line     int
	from, to calc.Date
	rate     calc.Rate
	credit   calc.Credit
	sources  []string
}

var rateColumns = []string{
	"id", "name", "kind", "county", "fips", "administrator", "code", "rate", "credit_factor", "credit_limit",
	"from", "to", "as_of", "credit_as_of", "confidence", "source", "note",
}

// A rateTable is the rows of one municipality, the oldest first.
type rateTable struct {
	file  string
	layer int
	rows  []*rateRow
}

// readRates reads a rates.csv; rows with faults are left out.
func readRates(shown string, text []byte, probs *problems) map[string]*rateTable {
	in := &numberedReader{Reader: csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))}
	var rows []*rateRow
	err := gocsv.UnmarshalCSV(in, &rows)
	var syntax *csv.ParseError
	switch {
	case errors.As(err, &syntax):
		probs.add(shown, syntax.Line, "not CSV: %v; write %d cells, separated by commas", syntax.Err, len(rateColumns))
		return nil
	case !slices.Equal(in.header, rateColumns):
		probs.add(shown, 1, "other columns than a rates table has; write %s", strings.Join(rateColumns, ","))
		return nil
	case err != nil:
		probs.add(shown, 1, "not a rates table: %v", err)
		return nil
	}
	tables := map[string]*rateTable{}
	for i, r := range rows {
		r.line = in.lines[i]
		if !r.parse(shown, probs) {
			continue
		}
		if tables[r.ID] == nil {
			tables[r.ID] = &rateTable{file: shown}
		}
		tables[r.ID].add(r, probs)
	}
	return tables
}

// numberedReader remembers the header and the line on which each row starts.
type numberedReader struct {
	*csv.Reader
	header []string
	lines  []int
}

// ReadAll is how gocsv reads.
func (r *numberedReader) ReadAll() ([][]string, error) {
	var records [][]string
	for {
		record, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return records, nil
		case err != nil:
			return nil, err
		case records == nil:
			r.header = record
		default:
			line, _ := r.FieldPos(0)
			r.lines = append(r.lines, line)
		}
		records = append(records, record)
	}
}

// parse reads the cells of a row; false after a fault.
func (r *rateRow) parse(file string, probs *problems) bool {
	before := len(probs.list)
	fault := func(format string, args ...any) { probs.add(file, r.line, format, args...) }
	if !isSlug(r.ID) {
		fault("id %q is no id; write small letters, digits and hyphens", r.ID)
	}
	if r.Name == "" {
		fault("name is blank; write the name that outputs show")
	}
	if !slices.Contains(Kinds, r.Kind) {
		fault("unknown kind %q; %s", r.Kind, suggest(r.Kind, Kinds))
	}
	if r.Code != "" && r.Administrator == "" {
		fault("code %s without administrator; write whose code it is", r.Code)
	}
	if r.FIPS != "" && (len(r.FIPS) != 5 || strings.Trim(r.FIPS, "0123456789") != "") {
		fault("fips %q is not a place code; write its five digits, such as 01000", r.FIPS)
	}
	date := func(name, text string) calc.Date {
		d, err := calc.ParseDate(text)
		if err != nil {
			fault("%s %q: %v", name, text, err)
		}
		return d
	}
	rate := func(name, text string) calc.Rate {
		v, err := calc.ParseRate(text)
		if err != nil {
			fault("%s: %v", name, err)
		}
		return v
	}
	r.from = date("from", r.From)
	if r.To != "" {
		if r.to = date("to", r.To); r.to != 0 && r.to < r.from {
			fault("to %s is before from %s; write the last day of the period", r.to, r.from)
		}
	}
	if r.rate = rate("rate", r.Rate); r.rate > highestRate {
		fault("rate %s is over 3 %%; write the right one, or a rate with confirmed: true in municipalities/%s.yaml", Percent(r.rate), r.ID)
	}
	if (r.CreditFactor == "") != (r.CreditLimit == "") {
		fault("credit_factor and credit_limit go together; write both, or neither where the credit is not known")
	} else if r.CreditFactor != "" {
		r.credit = calc.Credit{Known: true, Factor: rate("credit_factor", r.CreditFactor), Limit: rate("credit_limit", r.CreditLimit)}
	}
	if r.sources = strings.FieldsFunc(r.Source, func(c rune) bool { return c == ';' }); len(r.sources) == 0 {
		fault("source is blank; write a key of sources.yaml")
	}
	return len(probs.list) == before
}

// add appends a row, which must follow the ones before it and name the same
// municipality.
func (t *rateTable) add(r *rateRow, probs *problems) {
	if len(t.rows) > 0 {
		p := t.rows[len(t.rows)-1]
		switch {
		case r.from <= p.from:
			probs.add(t.file, r.line, "%s from %s is not later than line %d; write the older period first, each day once", r.Name, r.from, p.line)
		case p.to == 0:
			probs.add(t.file, p.line, "%s has no end, but line %d starts on %s; write to: %s", r.Name, r.line, r.from, r.from-1)
		case r.from <= p.to:
			probs.add(t.file, r.line, "%s from %s overlaps line %d, which ends on %s; write %s or later", r.Name, r.from, p.line, p.to, p.to+1)
		}
		if r.identity() != p.identity() {
			probs.add(t.file, r.line, "%s differs from line %d in name, kind, county, fips, administrator or code; write the same in all rows of an id", r.ID, p.line)
		}
	}
	t.rows = append(t.rows, r)
}

func (r *rateRow) identity() [6]string {
	return [6]string{r.Name, r.Kind, r.County, r.FIPS, r.Administrator, r.Code}
}
