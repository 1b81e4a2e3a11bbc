package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/pkg/io/table"
)

// layoutOf finds the columns of a table that are named as they should be.
func layoutOf(t *table.Table, k *Kind) *Layout {
	keys := map[string]string{}
	for _, c := range k.Columns {
		keys[table.Key(c)] = c
	}
	t.FindHeader(func(key string) bool { return keys[key] != "" })
	l := &Layout{}
	for _, h := range t.Header {
		name := keys[table.Key(h)]
		if slices.Contains(l.Names, name) {
			name = ""
		}
		l.Names = append(l.Names, name)
	}
	return l
}

// wholeRow are the faults of a row that no one column need have.
var wholeRow = []string{"cells", "quote", "long_cell"}

// FuzzWorklog: every row of any file is taken or is a problem that names row and
// column; what is taken is within bounds.
func FuzzWorklog(f *testing.F) {
	const header = "employer_id,employee_id,date,municipality,hours,activity,affixed,worksite_id\n"
	for _, rows := range []string{
		"E1,1,2026-03-02,Toledo,8,,,\n", "E1,1,2026-03-02,none,7.25,delivery,yes,S1\nE1,1,2026-03-03,Toledo,24.0001,,,\n",
		"E1,,2026-02-29,,,Driving,maybe,\n", "E1,1,2026-03-02,Toledo,\"8\n\",,,\n", "E1,1,2026-03-02,Toledo,8\n", "E1,1,1,1,1,1,1,1,1,1\n",
		"\xff,\x00,2026-03-02,Toledo,1e3,home,no,\n", ",,,,,,,\n",
	} {
		f.Add([]byte(header + rows))
	}
	f.Add([]byte("hours;date;municipality;employee_id;employer_id\n8;2026-03-02;Toledo;1;E1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := table.OpenReader("worklog.csv", bytes.NewReader(text))
		if err != nil {
			return // not a table at all
		}
		tab := file.Tables[0]
		l := layoutOf(tab, WorklogKind)
		if tab.Err() != nil || len(l.Missing(WorklogKind)) > 0 {
			return
		}
		at := map[int]bool{} // rows taken
		rows, problems, err := Worklog(tab, l, func(x *LogRow) (string, error) {
			if len(x.EmployerID) == 0 || len(x.EmployeeID) == 0 || len(x.Municipality) == 0 || x.Day == 0 {
				t.Fatalf("row %d is taken without %+v", x.Row, x)
			}
			if x.Hours < 0 || x.Hours > 24_0000 || int(x.Activity) >= len(calc.ActivityNames()) {
				t.Fatalf("row %d is taken with %d hours, activity %d", x.Row, x.Hours, x.Activity)
			}
			if at[x.Row] {
				t.Fatalf("row %d is taken twice", x.Row)
			}
			if string(x.Municipality) == "Nowhere" {
				return "municipality", errors.New("no such place")
			}
			at[x.Row] = true
			return "", nil
		})
		if err != nil {
			var p *table.Problem
			if !errors.As(err, &p) {
				t.Fatalf("the file is refused with %v, which names no row", err)
			}
			return
		}
		bad := map[int]bool{}
		for _, p := range problems {
			if p.Row <= tab.HeaderRow || p.Message == "" || at[p.Row] {
				t.Fatalf("problem %+v; taken: %t", p, at[p.Row])
			}
			if p.Column == "" && !slices.Contains(wholeRow, p.Code) {
				t.Fatalf("problem %+v names no column", p)
			}
			bad[p.Row] = true
		}
		if len(at)+len(bad) != rows {
			t.Fatalf("%d rows, %d taken and %d with problems", rows, len(at), len(bad))
		}
	})
}

// TestWorklogTakesWhatItSays reads rows as they are meant.
func TestWorklogTakesWhatItSays(t *testing.T) {
	const text = "Employer ID,employee-id,DATE,municipality,Hours,activity,affixed,worksite_id\n" +
		"E1,7,2026-03-02,\"Dublin, OH\",7.25,DELIVERY,Yes,S1\nE1,7,2026-03-03,none,0,,,\n"
	file, err := table.OpenReader("worklog.csv", bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	rows, problems, err := Worklog(file.Tables[0], layoutOf(file.Tables[0], WorklogKind), func(x *LogRow) (string, error) {
		got = append(got, fmt.Sprintf("%d %s %s %s %s %d %s %t %s", x.Row, x.EmployerID, x.EmployeeID, x.Day, x.Municipality, x.Hours, x.Activity, x.Affixed, x.WorksiteID))
		return "", nil
	})
	want := []string{"2 E1 7 2026-03-02 Dublin, OH 72500 delivery true S1", "3 E1 7 2026-03-03 none 0 service false "}
	if err != nil || rows != 2 || len(problems) > 0 || !slices.Equal(got, want) {
		t.Errorf("%d rows: %q, problems %v, %v; want %q", rows, got, problems, err, want)
	}
}

// TestWorksites refuses days that are none, and keeps the row to be set aside.
func TestWorksites(t *testing.T) {
	const text = "worksite_id,employer_id,municipality,starts_on,nature_days,contract_days\n" +
		"S1,E1,Toledo,2026-01-05,21,\nS2,E1,Toledo,,-1,10001\nS3,E1,Toledo,2026-02-30,2.5,\n"
	file, err := table.OpenReader("worksites.csv", bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	sites, problems, err := Worksites(file.Tables[0], layoutOf(file.Tables[0], WorksitesKind))
	if err != nil && err != io.EOF || len(sites) != 3 {
		t.Fatalf("%d worksites, %v", len(sites), err)
	}
	if sites[0].NatureDays != 21 || sites[0].ContractDays != 0 || sites[0].Bad || !sites[1].Bad || !sites[2].Bad {
		t.Errorf("%+v", sites)
	}
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprint(p.Row, " ", p.Column))
	}
	if want := []string{"3 nature_days", "3 contract_days", "4 nature_days", "4 starts_on"}; !slices.Equal(got, want) {
		t.Errorf("problems %q, want %q", got, want)
	}
}
