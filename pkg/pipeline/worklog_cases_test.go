package pipeline

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A logCase is a work log, what belongs to it, and what must come of it.
type logCase struct {
	name, law string
	// in is tables: "-- name" and rows, the header first. Of worklog and payroll
	// the header and the employer, E1, go without saying, and so does the person,
	// 1, of employees. A date A..B is every Monday to Friday from A to B.
	in string
	// lines are "check municipality role wages tax" with commas, in any order;
	// refunds "employee,municipality,year,wages,tax"; problems "column,code".
	lines, refunds, problems string
}

var headers = map[string]string{
	"worklog": "employer_id,employee_id,date,municipality,hours,activity,affixed,worksite_id",
	"payroll": "employer_id,employee_id,check_id,pay_date,period_start,period_end,gross_wages,work_municipality,in_capacity",
}

func (c *logCase) tables(t *testing.T) tables {
	tab := tables{}
	for part := range strings.SplitSeq(c.in, "-- ") {
		name, body, _ := strings.Cut(strings.TrimSpace(part), "\n")
		if name == "" {
			continue
		}
		if h := headers[name]; h != "" {
			body = h + "\n" + body
		}
		r := csv.NewReader(strings.NewReader(body))
		r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			if i > 0 && headers[name] != "" && !strings.HasPrefix(row[0], "E") {
				row = append([]string{"E1"}, row...)
			}
			for len(row) < len(rows[0]) {
				row = append(row, "")
			}
			tab[name] = append(tab[name], spreadOut(row)...)
		}
	}
	return tab
}

// logDays is the rows of a row with a range of days.
func spreadOut(row []string) (rows [][]string) {
	if len(row) < 3 {
		return [][]string{row}
	}
	from, to, ok := strings.Cut(row[2], "..")
	if !ok {
		return [][]string{row}
	}
	for d := day(from); d <= day(to); d++ {
		if d.Weekday() >= 1 && d.Weekday() <= 5 {
			one := slices.Clone(row)
			one[2] = d.String()
			rows = append(rows, one)
		}
	}
	return rows
}

// cutTo is the named columns of a table of results, one row a line, sorted.
func cutTo(t *testing.T, dir, table string, columns ...string) string {
	var list []string
	for _, row := range readCSV(t, dir, table) {
		var cells []string
		for _, c := range columns {
			cells = append(cells, row[c])
		}
		list = append(list, strings.Join(cells, ","))
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func sorted(text string) string {
	list := strings.Split(strings.TrimSpace(text), "\n")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func checkLogCases(t *testing.T, cases []logCase) {
	useScratch(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if why := open[c.name]; why != "" {
				t.Skip(why)
			}
			if c.law == "" || c.lines == "" {
				t.Fatal("the case cites no law or wants nothing")
			}
			out := c.tables(t).run(t, 1)
			if got := cutTo(t, out, "lines", "check_id", "municipality", "role", "wages", "tax_required"); got != sorted(c.lines) {
				t.Errorf("%s: lines\n%s\nwant\n%s", c.law, got, sorted(c.lines))
			}
			if got := cutTo(t, out, "refunds", "employee_id", "municipality", "year", "wages", "tax"); got != sorted(c.refunds) {
				t.Errorf("%s: refunds\n%s\nwant\n%s", c.law, got, sorted(c.refunds))
			}
			if got := cutTo(t, out, "problems", "column", "code"); got != sorted(c.problems) {
				t.Errorf("%s: problems\n%s\nwant\n%s", c.law, got, sorted(c.problems))
			}
		})
	}
}

// oneCheck is one day's check of $1,000 for a person whose principal place is given.
func oneCheck(ppw, log string) string {
	return fmt.Sprintf("-- employees\nemployer_id,employee_id,principal_place_of_work\nE1,1,%s\n"+
		"-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-06,1000.00\n-- worklog\n%s\n", ppw, log)
}

// fromFirst is an agreement that lets every day that counts show.
const fromFirst = "-- agreements\nemployer_id,municipality,kind\nE1,Village 000,withhold_from_first_day\nE1,Village 001,withhold_from_first_day\n"

// TestWhoseDay decides days: 000 (B)(2)(b), 004 192.052 (B)(2), 002 (f)(1).
func TestWhoseDay(t *testing.T) {
	checkLogCases(t, []logCase{
		{name: "a township does not compete", law: "000 (B)(2)(b)",
			in:    fromFirst + oneCheck("Cleveland", "1,2026-03-02,Village 000,4\n1,2026-03-02,Village 001,3.5\n1,2026-03-02,none,5"),
			lines: "c,Village 000,work,1000.00,12.50"},
		{name: "a tie counts for neither", law: "000 (B)(2)(b)",
			in:    fromFirst + oneCheck("Cleveland", "1,2026-03-02,Village 000,4\n1,2026-03-02,Village 001,4"),
			lines: "c,Cleveland,work,1000.00,25.00"},
		{name: "travel is the principal place's", law: "000 (B)(2)(b)2",
			in:    fromFirst + oneCheck("Toledo", "1,2026-03-02,Village 000,3\n1,2026-03-02,Cleveland,4,travel_between\n1,2026-03-02,Village 001,2"),
			lines: "c,Toledo,work,1000.00,25.00"},
		{name: "each kind of travel", law: "000 (B)(2)(b)1, 3, 5",
			in: fromFirst + oneCheck("Toledo", "1,2026-03-02,Village 000,3\n1,2026-03-02,Village 000,1,travel_to_first\n"+
				"1,2026-03-02,Village 000,1.5,pickup\n1,2026-03-02,Village 000,1,travel_from_last"),
			lines: "c,Toledo,work,1000.00,25.00"},
		{name: "a delivery", law: "000 (B)(2)(b)4",
			in:    fromFirst + oneCheck("Toledo", "1,2026-03-02,Village 000,5,delivery,no\n1,2026-03-02,Toledo,3"),
			lines: "c,Toledo,work,1000.00,25.00"},
		{name: "a delivery that is affixed", law: "000 (B)(2)(b)4",
			in:    fromFirst + oneCheck("Toledo", "1,2026-03-02,Village 000,5,delivery,yes\n1,2026-03-02,Toledo,3"),
			lines: "c,Village 000,work,1000.00,12.50"},
		{name: "a quarter of an hour more", law: "000 (B)(2)(b): more time than in any other",
			in:    fromFirst + oneCheck("Toledo", "1,2026-03-02,Village 000,4\n1,2026-03-02,Toledo,3.75"),
			lines: "c,Village 000,work,1000.00,12.50"},
		{name: "more time than each other place, less than all", law: "000 (B)(2)(b)",
			in:    fromFirst + oneCheck("Toledo", "1,2026-03-02,Village 000,3\n1,2026-03-02,Toledo,2.5\n1,2026-03-02,Cleveland,2.5"),
			lines: "c,Village 000,work,1000.00,12.50"},
		{name: "any part of a day, in two places", law: "002 (f)(1)",
			in: "-- agreements\nemployer_id,municipality,kind\nE1,Village 002,withhold_from_first_day\nE1,Village 000,withhold_from_first_day\n" +
				oneCheck("Toledo", "1,2026-03-02,Village 002,2\n1,2026-03-02,Village 000,6"),
			lines: "c,Village 002,work,250.00,5.00\nc,Village 000,work,750.00,9.38"},
		{name: "any part, where it is the most", law: "002 (f)(1); 000 (B)(2)(b)",
			in: "-- agreements\nemployer_id,municipality,kind\nE1,Village 002,withhold_from_first_day\nE1,Village 000,withhold_from_first_day\n" +
				oneCheck("Toledo", "1,2026-03-02,Village 002,6\n1,2026-03-02,Village 000,2"),
			lines: "c,Village 002,work,750.00,15.00\nc,Toledo,work,250.00,6.25"},
		{name: "any part of a day, the rest in a township", law: "002 (f)(1); 000 (A)(1): earned in no municipality",
			in: "-- agreements\nemployer_id,municipality,kind\nE1,Village 002,withhold_from_first_day\n" +
				oneCheck("Toledo", "1,2026-03-02,Village 002,2\n1,2026-03-02,none,6"),
			lines: "c,Village 002,work,250.00,5.00\nc,,work,750.00,0.00"},
		{name: "a day in a township alone", law: "000 (A)(1): earned in no municipality",
			in:    oneCheck("Toledo", "1,2026-03-02,none,8"),
			lines: "c,,work,1000.00,0.00"},
	})
}

// TestPrincipalOfDays finds principal places by days: 000 (B)(1)(c)1-3.
func TestPrincipalOfDays(t *testing.T) {
	payroll := "-- payroll\n1,c,2026-03-13,2026-03-02,2026-03-13,1000.00\n"
	none := "-- employees\nemployer_id,employee_id\nE1,1\n"
	checkLogCases(t, []logCase{
		{name: "a township competes for the principal place", law: "000 (B)(1)(c)3",
			in:    none + payroll + "-- worklog\n1,2026-03-02..2026-03-04,none,8\n1,2026-03-05..2026-03-06,Toledo,8",
			lines: "c,,work,1000.00,0.00"},
		{name: "a tie, shared equally", law: "000 (B)(1)(c)2",
			in:    none + payroll + "-- worklog\n1,2026-03-02..2026-03-03,Toledo,8\n1,2026-03-04..2026-03-05,Cleveland,6\n1,2026-03-06,Village 000,20",
			lines: "c,Toledo,work,541.67,13.54\nc,Cleveland,work,458.33,11.46"},
		{name: "a tie, shared by time", law: "000 (B)(1)(c)2",
			in: "-- employers\nemployer_id,tied_places_by_time\nE1,yes\n" + none + payroll +
				"-- worklog\n1,2026-03-02..2026-03-03,Toledo,9\n1,2026-03-04..2026-03-05,Cleveland,3\n1,2026-03-06,Village 000,8",
			lines: "c,Toledo,work,750.00,18.75\nc,Cleveland,work,250.00,6.25"},
		{name: "D12", law: "000 (B)(1)(c)2: a day that counts for nobody",
			in: none + "-- payroll\n1,a,2026-03-06,2026-03-02,2026-03-06,400.00\n1,c,2026-03-13,2026-03-09,2026-03-09,1000.00\n" +
				"-- worklog\n1,2026-03-02..2026-03-03,Toledo,8\n1,2026-03-04..2026-03-05,Cleveland,8\n1,2026-03-09,Village 000,4\n1,2026-03-09,Village 001,4",
			lines: "a,Toledo,work,200.00,5.00\na,Cleveland,work,200.00,5.00\nc,Toledo,work,500.00,12.50\nc,Cleveland,work,500.00,12.50"},
		{name: "a township leaves a tie to the municipality", law: "000 (B)(1)(c)2: municipal corporations",
			in:    none + payroll + "-- worklog\n1,2026-03-02..2026-03-03,none,8\n1,2026-03-04..2026-03-05,Toledo,8\n1,2026-03-06,Village 000,8",
			lines: "c,,work,400.00,0.00\nc,Toledo,work,600.00,15.00"},
		{name: "the worksite reported to", law: "000 (B)(1)(c)1, (B)(1)(g)",
			in: none + payroll + "-- worksites\nworksite_id,employer_id,municipality,contract_days\nS,E1,Cleveland,40\n" +
				"-- worklog\n1,2026-03-02..2026-03-06,Cleveland,2,,,S\n1,2026-03-02..2026-03-06,Village 000,6",
			lines: "c,Cleveland,work,1000.00,25.00"},
		{name: "worksite_no_longer", law: "000 (B)(1)(c)1: it is not reported to any more, and no place has a day",
			in: none + "-- payroll\n1,c,2026-03-06,2026-03-02,2026-03-03,1000.00\n-- worksites\nworksite_id,employer_id,municipality,contract_days\nS,E1,City 003,40\n" +
				"-- worklog\n1,2026-03-02,Cleveland,2\n1,2026-03-02,City 003,2,,,S\n1,2026-03-03,Village 000,8,travel_to_first",
			lines: "c,,work,1000.00,0.00", problems: ",principal_unknown"},
	})
}
