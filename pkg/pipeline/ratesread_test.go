package pipeline

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/withhold/pkg/io/table"
	"example.com/withhold/pkg/ordinance"
)

// readRatesText reads a table of rates from text.
func readRatesText(name, text string) (*rateReader, error) {
	f, err := table.OpenReader(name, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	r, err := newRateReader(f)
	if err == nil {
		r.asOf, r.source = "2027-01-15", "table"
		err = r.read()
	}
	return r, errors.Join(err, f.Close())
}

// Rows of a table, as they are understood or what is wrong with them; after ~, a
// part of it.
func TestReadRates(t *testing.T) {
	const ours = "id,name,kind,county,fips,administrator,code,rate,credit_factor,credit_limit,from,to,as_of,credit_as_of,confidence,source,note\n"
	for _, c := range []struct{ what, text, want string }{
		{"the five columns without a header", "20020101,99991231,18000,COLUMBUS,.0200\n20110701,20261231,00198,ADA,.0165\n",
			"1 COLUMBUS 18000 0.02 2002-01-01..\n2 ADA 00198 0.0165 2011-07-01..2026-12-31"},
		{"and with one", "Begin,End,FIPS,Name,Rate\n2002-01-01,9999-12-31,198,Ada,1.65%\n", "2 Ada 00198 0.0165 2002-01-01.."},
		{"the columns of rates.csv", ours + "ada,Ada,village,Hardin,00198,RITA,4,0.0165,1,0.0165,2011-07-01,,2026-08-11,2026-07-14,high,some,a note\n",
			"2 Ada 00198 0.0165 2011-07-01.. village Hardin RITA 004 credit 1 0.0165 high 2026-08-11"},
		{"other names of columns", "name,fips_place,rita_code,credit_factor,credit_limit_rate,effective_from,effective_to,rate,administrator,county\n" +
			"Ada,00198,004,0.5,1%,2011-07-01,2020-12-31,0.0165,unknown,Hardin County\n",
			"2 Ada 00198 0.0165 2011-07-01..2020-12-31  Hardin  004 credit 0.5 0.01"},
		{"semicolons and a title", "Ohio rates\nfrom;fips;rate\n2026-01-01;18000;2.5 %\n", "3  18000 0.025 2026-01-01.."},

		{"no date", "from,fips,rate\nsoon,18000,0.02\n,18000,0.02\n3/1/2026,18000,0.02\n20261301,18000,0.02\n",
			"row 2, from \"soon\": not a date; write 2026-03-31 or 20260331\nrow 3, from: not a date; write 2026-03-31 or 20260331\n" +
				"row 4, from \"3/1/2026\": not a date; write 2026-03-31 or 20260331\nrow 5, from \"20261301\": not a date; write 2026-03-31 or 20260331"},
		{"the end before the beginning", "from,to,fips,rate\n2026-02-01,2026-01-31,18000,0.02\n",
			"row 2, to \"2026-01-31\": before 2026-02-01, the first day; write the last day, or nothing where there is none"},
		{"no rate", "from,fips,rate\n2026-01-01,18000,2.5\n2026-01-01,18000,\n2026-01-01,18000,-1%\n2026-01-01,18000,1e-2\n",
			"row 2, rate \"2.5\": \"2.5\" is not a rate from 0 to 1; 1.25 % is 0.0125\nrow 3, rate: \"\" is not a rate; write 0.0125 or 1.25%\n" +
				"row 4, rate \"-1%\": \"-1%\" is not a rate from 0 to 1; 1.25 % is 0.0125\nrow 5, rate \"1e-2\": \"1e-2\" is not a rate; write 0.0125 or 1.25%"},
		{"no place code", "from,fips,rate\n2026-01-01,1800x,0.02\n2026-01-01,123456,0.02\n",
			"row 2, fips \"1800x\": not a place code; write its five digits, such as 01000\nrow 3, fips \"123456\": not a place code; write its five digits, such as 01000"},
		{"nobody", "from,name,fips,rate\n2026-01-01,,,0.02\n2026-01-01,123,,0.02\n2026-01-01,=1+1,,0.02\n",
			"row 2, name: neither a name nor a place code; write whose rate it is\nrow 3, name \"123\": not a name; write the municipality's\n" +
				"row 4, name \"=1+1\": not a name; write it as people do, beginning with a letter"},
		{"half a credit", "from,fips,rate,credit_factor,credit_limit\n2026-01-01,18000,0.02,1,\n",
			"row 2, credit_factor \"1\": credit_factor and credit_limit go together; write both, or neither where the credit is not known"},
		{"unknown words", "from,fips,rate,kind,confidence,as_of\n2026-01-01,18000,0.02,town,,\n2026-01-01,18000,0.02,,sure,\n2026-01-01,18000,0.02,,,lately\n",
			"row 2, kind \"town\": unknown; write one of city, village, jedd, jedz, zone, or nothing\nrow 3, confidence \"sure\": unknown; write one of high, medium, low, or nothing\n" +
				"row 4, as_of \"lately\": not a day, month or year; write 2026-08-11, 2026-08 or 2026"},
		{"a cell too many", "from,fips,rate\n2026-01-01,18000,0.02,x\n", "~row 2: 4 cells where the header has 3"},

		{"another table", "employer_id,pay_date\nE1,2026-01-09\n", "~no table of rates"},
		{"five columns of something else", "a,b,c,d,e\n1,2,3,4,5\n", "~no table of rates"},
		{"two columns of one name", "from,fips,rate,rate\n2026-01-01,18000,0.02,0.03\n", "~have the same name"},
	} {
		r, err := readRatesText("t.csv", c.text)
		var got []string
		if err != nil {
			got = append(got, err.Error())
		} else {
			for i := range r.updates {
				if r.updates[i].Unread {
					continue
				}
				got = append(got, understood(&r.updates[i]))
			}
			for _, p := range r.problems {
				got = append(got, strings.TrimPrefix(p.Error(), "t.csv, "))
			}
		}
		text := strings.Join(got, "\n")
		if part, in := strings.CutPrefix(c.want, "~"); in && !strings.Contains(text, part) || !in && text != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, text, c.want)
		}
	}
}

func understood(u *ordinance.Update) string {
	s := fmt.Sprintf("%d %s %s %s %s..%s", u.Row, u.Name, u.FIPS, u.Rate, u.From, u.To)
	if u.Kind+u.County+u.Administrator != "" {
		s += fmt.Sprintf(" %s %s %s %s", u.Kind, u.County, u.Administrator, u.Code)
	}
	if u.Credit.Known {
		s += fmt.Sprintf(" credit %s %s", u.Credit.Factor, u.Credit.Limit)
	}
	if u.Confidence != "" {
		s += " " + u.Confidence + " " + u.AsOf
	}
	return s
}

// The built-in table of rates says what is known: imported, it changes nothing.
func TestImportBuiltIn(t *testing.T) {
	dir := t.TempDir()
	text, err := os.ReadFile("../../schedules/rates.csv")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "rates.csv")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	i, err := ImportRates(ImportOptions{File: file, Out: filepath.Join(dir, "out"), AsOf: "2026-11-30", Rules: ordinance.DefaultUpdateRules})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(i.Comparison.Of(ordinance.ChangeNone)); n != i.Rows || n != bytes.Count(text, []byte("\n"))-1 || i.LeftOut() != 0 || i.PlacesInThem != 0 || len(i.Comparison.Missing) != 0 {
		t.Errorf("%d of %d rows unchanged, %d left out, %d municipalities written, %q missing", n, i.Rows, i.LeftOut(), i.PlacesInThem, i.Comparison.Missing)
	}
}

// Whatever a table holds, what is imported of it can be laid over the data, and
// imported again it changes nothing more.
func FuzzImportRates(f *testing.F) {
	for _, text := range []string{
		"20020101,99991231,18000,COLUMBUS,.0200\n20270101,99991231,00198,ADA,.0175\n",
		"20020101,20251231,18000,COLUMBUS,.0200\n20260101,20261231,18000,COLUMBUS,.025\n",
		"from,to,fips,name,county,rate,credit_factor,credit_limit\n2026-01-01,,,Oakwood,Cuyahoga,0.02,1,0.02\n2027-01-01,,99990,NEW TOWN,Stark,0.01,,\n",
		"from,name,rate,administrator,code,kind,as_of,note\n2027-01-01,Akron,2.75%,RITA,7,city,2027,=x\n2027-01-01,Shawnee Hills,0.01,,,,,\n",
		"from,rate,id\n2027-01-01,0,akron\n", "\ufefffrom;rate;name\n2027-01-01;0.01;\"Zo\u00e1r\"\n", "", "from,rate,name\n",
	} {
		f.Add(text, true)
		f.Add(text, false)
	}
	book, err := ordinance.Load()
	if err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string, accept bool) {
		r, err := readRatesText("t.csv", text)
		if err != nil {
			return
		}
		read := 0
		for i := range r.updates {
			if !r.updates[i].Unread {
				read++
			}
		}
		if read+len(r.problems) != r.rows {
			t.Fatalf("%d rows, %d read and %d not", r.rows, read, len(r.problems))
		}
		rules := ordinance.DefaultUpdateRules
		rules.Accept = accept
		c := book.Compare(r.updates, rules)
		if rows, _ := c.Rows(); rows == 0 {
			return
		}
		over := overlayOf(t, dir, c)
		again := over.Compare(r.updates, rules)
		for _, x := range again.Changes {
			if !x.Left && x.Kind != ordinance.ChangeNone && x.Kind != ordinance.ChangeNoTax {
				t.Errorf("once more, row %d is %s: %s %s to %s from %s", x.Update.Row, x.Kind, x.Name, x.Old, x.New, x.From)
			}
		}
	})
}

// overlayOf loads what a comparison would write.
func overlayOf(t *testing.T, dir string, c *ordinance.Comparison) *ordinance.Book {
	t.Helper()
	var rates, sources bytes.Buffer
	source := &ordinance.Source{Key: "table", Title: "A table", Cite: "table", For: []string{"rate", "credit"}}
	if err := errors.Join(c.WriteRates(&rates), ordinance.WriteSource(&sources, source)); err != nil {
		t.Fatal(err)
	}
	err := errors.Join(os.WriteFile(filepath.Join(dir, "rates.csv"), rates.Bytes(), 0o666), os.WriteFile(filepath.Join(dir, "sources.yaml"), sources.Bytes(), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	book, err := ordinance.Load(dir)
	if err != nil {
		t.Fatalf("%v\n%s", err, &rates)
	}
	return book
}
