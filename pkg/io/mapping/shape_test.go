package mapping

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/withhold/pkg/io/record"
	"example.com/withhold/pkg/io/table"
)

// shaped is what a CSV text gives under a mapping; see dump.
func shaped(t testing.TB, yaml, csv string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte(csv), 0o600); err != nil {
		t.Fatal(err)
	}
	var m *Mapping
	if yaml != "" {
		var err error
		if m, err = Parse("m.yaml", []byte(yaml)); err != nil {
			return err.Error() + "\n"
		}
	}
	got := dump(t, path, m)
	return strings.ReplaceAll(got, "x.csv", "FILE")
}

func TestShape(t *testing.T) {
	const base = "columns: {employee_id: ID, gross_wages: Pay}\nconstants: {employer_id: A, pay_date: 2026-01-09}\n"
	tests := []struct{ name, yaml, csv, want string }{
		{"totals that agree", "", "employer_id,employee_id,pay_date,gross_wages\nA,1,2026-01-09,10\nA,2,2026-01-09,5\nSubtotal,,,15\nA,3,2026-01-09,1\nSubtotal,,,1\nGrand Total,,,16\nCount: 3,,,\n",
			"2: A|1|2026-01-09|10|\n3: A|2|2026-01-09|5|\n5: A|3|2026-01-09|1|\n"},
		{"a total that does not", "", "employer_id,employee_id,pay_date,gross_wages\nA,1,2026-01-09,10\nTotal,,,11\n",
			"2: A|1|2026-01-09|10|\nwarning: FILE, row 3: \"Total\" gives gross_wages 11.00, but the rows above add up to 10.00\n"},
		{"a total above which a row cannot be read", "", "employer_id,employee_id,pay_date,gross_wages\nA,1,2026-01-09\nA,1,2026-01-09,10\nTotal,,,11\n",
			"! FILE, row 2: 3 cells where the header has 4\n3: A|1|2026-01-09|10|\nwarning: FILE, row 4: \"Total\" gives gross_wages 11.00, but the rows above add up to 10.00 (rows above that cannot be read: 1)\n"},
		{"a person called Total", "", "employer_id,employee_id,last_name,pay_date,gross_wages\nA,7,Total,2026-01-09,10\n", "2: A|7|2026-01-09|10|\n"},
		{"a total of fewer cells", "", "employer_id,employee_id,pay_date,gross_wages\nA,1,2026-01-09,10\nEmployee Count: 1\n", "2: A|1|2026-01-09|10|\n"},
		{"amounts added and turned", "columns: {employee_id: ID, gross_wages: {add: [Reg, 'OT', 'DT?']}, section_125: {column: Ded, negate: yes}}\nconstants: {employer_id: A, pay_date: 2026-01-09}",
			"ID,Reg,OT,Ded\n1,10,,-2\n2,,,\n3,1.5,(0.5),x\n", "2: A|1|2026-01-09|10.00|2.00|\n3: A|2|2026-01-09|||\n! FILE, row 4, Ded \"x\": not an amount; write 1234.56\n"},
		{"a dash for none", "dash_is_zero: yes\n" + base, "ID,Pay\n1,-\n2,$ -\n3,--\n", "2: A|1|2026-01-09|0.00|\n3: A|2|2026-01-09|0.00|\n4: A|3|2026-01-09|--|\n"},
		{"a city out of a tax item", "columns: {employee_id: ID, gross_wages: Pay, work_municipality: {column: Tax, like: 'OH - {} Res'}}\nconstants: {employer_id: A, pay_date: 2026-01-09}",
			"ID,Pay,Tax\n1,10,oh -  Columbus res\n2,10,KY - Covington\n", "2: A|1|2026-01-09|Columbus|10|\n! FILE, row 3, Tax \"KY - Covington\": is not like \"OH - {} Res\"\n"},
		{"a city out of a path and an address", "columns: {employee_id: ID, gross_wages: Pay, work_municipality: {column: Path, split: /, part: -2}, tax_municipality: {column: Home, city: yes}}\nconstants: {employer_id: A, pay_date: 2026-01-09}",
			"ID,Pay,Path,Home\n1,10,A/B/Dayton/914,\"1 High St, Apt 2, Columbus, OH 43215\"\n2,10,A,Akron\n3,1,A/B,\"1 Main, Covington, KY\"\n",
			"2: A|1|2026-01-09|Dayton|10|Columbus|\n! FILE, row 3, Path \"A\": has no part -2 between \"/\"; it is \"A\"\n! FILE, row 4, Home \"1 Main, Covington, KY\": is no address in Ohio: the city stands before \", OH\"; write another under words\n"},
		{"two pairs by position", "columns: {employee_id: ID, gross_wages: Pay}\nconstants: {employer_id: A, pay_date: 2026-01-09}\nparts:\n- {work_municipality: City, tax_withheld: Tax}\n- {tax_municipality: 'City #2', tax_withheld: 'Tax #2'}",
			"ID,Pay,City,Tax,City,Tax\n1,100,Columbus,2.50,Cleveland,1\n2,100,Columbus,2.50,,\n", "2: A|1|2026-01-09|Columbus|100|2.50||\n2: A|1|2026-01-09||0.00|1|Cleveland|\n3: A|2|2026-01-09|Columbus|100|2.50||\n"},
		{"one of two columns of a name", "columns: {employee_id: ID, gross_wages: Pay}\nconstants: {employer_id: A, pay_date: 2026-01-09}", "ID,Pay,Pay\n1,2,3\n",
			"m.yaml: 2 columns of the export are called \"Pay\"; say what \"Pay #2\" is as well\n"},
		{"a column for each city", base + "parts: [{each: '{} City Tax', is: tax_withheld, for: tax_municipality}]", "ID,Pay,Columbus City Tax,Mt Vernon City Tax\n1,100,2.50,0.00\n2,100,1,2\n3,5,,\n",
			"2: A|1|2026-01-09|100|2.50|Columbus|\n3: A|2|2026-01-09|100|1|Columbus|\n3: A|2|2026-01-09|0.00|2|Mt Vernon|\n4: A|3|2026-01-09|5|||\n"},
		{"rows of one check", "columns: {employee_id: ID, check_id: Check}\nconstants: {employer_id: A, pay_date: 2026-01-09}\nchecks: [employee_id, check_id]\nitems: {columns: [{name: What, amount: Much}], mean: {Regular: gross_wages, Tips: tips_cash, Gross: total, Loan: none}}",
			"ID,Check,What,Much\n1,c,Regular,10\n1,c,Regular,10\n1,c,Tips,3\n1,c,Gross,23\n1,c,Loan,9\n2,c,Tips,1\n2,c,Gross,2\n3,c,Perk,1\n3,c,Regular,1\n",
			"2: A|1|c|2026-01-09|20.00|3.00|\n7: A|2|c|2026-01-09|0.00|1.00|\n! FILE, row 9, What \"Perk\": the mapping does not say what this is; add it to items, mean: an amount of ours, total for a sum, none for no pay\nwarning: FILE, row 8: \"total of a check\" gives Much 2.00, but the rows above add up to 1.00\n"},
		{"an unreadable row beside checks", "columns: {employee_id: ID, gross_wages: Pay}\nconstants: {employer_id: A, pay_date: 2026-01-09}\nchecks: [employee_id]", "ID,Pay\n1,10\n2,20\n2\n2,5\n3,7\n",
			"2: A|1|2026-01-09|10.00|\n! FILE, row 3: row 4, which may be part of this check, cannot be read\n! FILE, row 4: 1 cells where the header has 2\n! FILE, row 5: row 4, which may be part of this check, cannot be read\n6: A|3|2026-01-09|7.00|\n"},
		{"rows of one check that differ", "columns: {employee_id: ID, gross_wages: Pay, work_municipality: City}\nconstants: {employer_id: A, pay_date: 2026-01-09}\nchecks: [employee_id]", "ID,Pay,City\n1,10,Dayton\n1,5,Akron\n",
			"! FILE, row 3, City \"Akron\": the rows of one check differ in this; row 2 has \"Dayton\"\n"},
		{"a void by flag", base + "void: {column: Flag, is: [V]}", "ID,Pay,Flag\n1,10,M\n2,10,v\n", "2: A|1|2026-01-09|10|\nwarning: FILE, row 3: voided checks, 1 in all from this one; they were left out\n"},
		{"a void by date", "columns: {employee_id: ID, check_id: No, gross_wages: Pay, pay_date: Paid}\nconstants: {employer_id: A}\nvoid: {column: Voided, then: reverse}", "ID,No,Pay,Paid,Voided\n1,c1,10,2026-01-09,\n2,c2,10,2026-01-09,2026-02-03\n",
			"2: A|1|c1|2026-01-09|10.00|\n3: A|2|c2|2026-01-09|10.00|\n3: A|2|c2-void|2026-02-03|-10.00|\n"},
		{"a header on every page", base + "skip: [{ID: [Page]}]", "ID,Pay\n1,10\nPage,2\nID,Pay\n2,5\n", "2: A|1|2026-01-09|10|\n5: A|2|2026-01-09|5|\nwarning: FILE, row 4: the header comes again here; it was passed over, here and below\n"},
		{"a second table", "columns: {employee_id: ID, gross_wages: Pay, pay_date: {title: Pay day}}\nconstants: {employer_id: A}", "Pay day: 2026-01-09\nID,Pay\n1,10\nPay day,2026-01-16\nID,Pay\n1,10\n",
			"FILE, row 5: a second table starts here, with titles of its own; export one payroll to a file\n"},
		{"no such title", "columns: {employee_id: ID, gross_wages: Pay, pay_date: {title: Pay day}}\nconstants: {employer_id: A}", "Check Date,2026-01-09\nID,Pay\n1,10\n",
			"m.yaml:1: pay_date: no \"Pay day\" with a value after it above the header; nearest: \"Check Date\", \"2026-01-09\"\n"},
		{"filled down", "columns: {employee_id: ID, gross_wages: Pay, work_municipality: City}\nconstants: {employer_id: A, pay_date: 2026-01-09}\nfill_down: [ID, City]", "ID,City,Pay\n1,Dayton,10\n,,5\n2,,7\n,Akron,1\n",
			"2: A|1|2026-01-09|Dayton|10|\n3: A|1|2026-01-09|Dayton|5|\n4: A|2|2026-01-09||7|\n5: A|2|2026-01-09|Akron|1|\n"},
		{"a header of two rows", "header_rows: 2\ncolumns: {employee_id: ID, gross_wages: Earnings Amount, tax_withheld: Taxes Amount}\nconstants: {employer_id: A, pay_date: 2026-01-09}", ",Earnings,,Taxes,\nID,Hours,Amount,City,Amount\n1,8,10,Dayton,0.25\n",
			"3: A|1|2026-01-09|10|0.25|\n"},
		{"a name that is no amount", "columns: {employee_id: {add: [a, b]}}", "", "m.yaml:1: employee_id is not an amount: add and negate are for amounts\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := shaped(t, test.yaml, test.csv)
			if head, rest, ok := strings.Cut(got, "\n"); ok && strings.HasSuffix(head, "|") {
				got = rest
			}
			if got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// FuzzShape holds that whatever a file says, a mapping reads it to an end: rows
// do not fall, those that can be read have the right width, and amounts that
// were added up are amounts.
func FuzzShape(f *testing.F) {
	const all = "dates: mdy\nshort_years: yes\ndash_is_zero: yes\nskip_unpaid: yes\nfill_down: [A, B]\nstop: {A: End}\nskip: [{B: Skip}]\nchecks: [employee_id]\n" +
		"columns: {employee_id: {join: [A, B], with: '-'}, gross_wages: {add: [C, 'D?']}, work_municipality: {column: E, split: /, part: 1, optional: yes}, pay_date: {column: F, day: yes, optional: yes}}\n" +
		"constants: {employer_id: x}\nitems: {columns: [{name: G, amount: H}], mean: {Tips: tips_cash, Gross: total, No: none}}\n" +
		"parts: [{each: '{} Tax', is: tax_withheld, for: tax_municipality}]\nvoid: {column: 'F?', is: V}\n"
	maps := []string{all}
	for _, path := range []string{"testdata/profiles/adp-epi.yaml", "testdata/profiles/paychex-spi.yaml", "testdata/profiles/quickbooks-online.yaml", "testdata/profiles/powerschool-ohio.yaml"} {
		maps = append(maps, string(read(f, path)))
	}
	maps = append(maps, "like: gusto", "like: toast-tips\nconstants: {employer_id: a, pay_date: 2026-01-09}")
	for i, name := range []string{"", "adp-epi", "paychex-spi", "quickbooks-online", "powerschool-ohio", "gusto", "toast"} {
		if name != "" {
			f.Add(string(read(f, "testdata/profiles/"+name+".csv")), i)
		}
	}
	f.Add("A,B,C,D,E,F,G,H,X Tax,Y Tax\na,b,1,2,p/q,1/9/26,Tips,3,1,2\n,,1,,,,Gross,3,,\nEnd,,,,,,Gross,3,,\n", 0)
	f.Fuzz(func(t *testing.T, text string, n int) {
		m, err := Parse("m.yaml", []byte(maps[uint(n)%uint(len(maps))]))
		if err != nil {
			t.Fatal(err)
		}
		file, err := table.OpenReader("x.csv", strings.NewReader(text))
		if err != nil {
			return
		}
		defer file.Close()
		tab := file.Tables[0]
		names, _, err := m.Fit(tab, record.PayrollKind.Columns, true)
		if err != nil {
			return
		}
		var b table.Block
		last := 0
		for {
			if err := tab.Next(&b); err == io.EOF {
				return
			} else if err != nil {
				return
			}
			b.Split()
			for i := range b.Len() {
				r := b.Row(i)
				if r.Number < last && r.Err == nil || len(r.Cells) != len(names) {
					t.Fatalf("row %d after %d, %d cells of %d", r.Number, last, len(r.Cells), len(names))
				}
				last = max(last, r.Number)
				for c, name := range names {
					if name == "tips_cash" && len(r.Cells[c]) > 0 {
						if v, err := table.Money(r.Cells[c]); err != nil || !bytes.Equal(v.Append(nil), r.Cells[c]) {
							t.Fatalf("%q is no amount", r.Cells[c])
						}
					}
				}
			}
		}
	})
}
