package worksheet

import (
	"strings"
	"testing"
)

// A formCase is a form filled in for an invented employer: every line and cell
// that the form has, by its line and label.
type formCase struct {
	form string
	cite string // where the lines are from
	in   func(t *testing.T) Input
	want string // line | label | value, a line each; a blank value is to be filled in
	ties string // outcome by outcome
}

func dayton(t *testing.T, figures string) Row {
	return Row{Municipality: "dayton", Name: "Dayton", Figures: figs(t, figures)}
}

// twoRITA are two municipalities of one RITA return.
func twoRITA(t *testing.T) []Row {
	return []Row{
		{Municipality: "riverside", Name: "Upper Riverbend", Code: "901", Figures: figs(t, `workplace_wages=20000.00 workplace_tax=400.00
			residence_wages=9000.00 residence_tax=33.10 amount_due=433.10 prior_payment=100.00`)},
		{Municipality: "mill", Name: "Mill Hollow", Code: "117", Figures: figs(t, `workplace_wages=8000.50 workplace_tax=120.01
			residence_wages=0.00 residence_tax=0.00 amount_due=120.01 prior_payment=0.00`)},
	}
}

var formCases = []formCase{
	{
		form: "rita-11", cite: "RITA Form 11, instructions of 2024; columns of Form 11A",
		in: func(t *testing.T) Input { return input(quarter1, twoRITA(t)...) },
		want: `
municipalities | Mill Hollow: Code | 117
municipalities | Mill Hollow: Workplace wages | 8000.50
municipalities | Mill Hollow: Workplace tax withheld | 120.01
municipalities | Mill Hollow: Residence tax withheld | 0.00
municipalities | Mill Hollow: Total tax withheld | 120.01
municipalities | Upper Riverbend: Code | 901
municipalities | Upper Riverbend: Workplace wages | 20000.00
municipalities | Upper Riverbend: Workplace tax withheld | 400.00
municipalities | Upper Riverbend: Residence tax withheld | 33.10
municipalities | Upper Riverbend: Total tax withheld | 433.10
municipalities | Total: Workplace wages | 28000.50
municipalities | Total: Workplace tax withheld | 520.01
municipalities | Total: Residence tax withheld | 33.10
municipalities | Total: Total tax withheld | 553.11
A | Total tax withheld | 553.11
B | Already paid for this period | 100.00
C | Amount to pay | 453.11`,
		ties: "yes",
	},
	{
		form: "rita-11a", cite: "RITA Form 11A, sections 2 to 7",
		in: func(t *testing.T) Input {
			rows := twoRITA(t)
			rows[0].Before = figs(t, "workplace_wages=25000.00 workplace_tax=500.00 residence_tax=30.00")
			rows[1].Before = figs(t, "workplace_wages=7000.00 workplace_tax=105.00 residence_tax=0.00")
			return input(quarter1, rows...)
		},
		want: `
filed | Mill Hollow: Code | 117
filed | Mill Hollow: Workplace wages | 7000.00
filed | Mill Hollow: Workplace tax withheld | 105.00
filed | Mill Hollow: Residence tax withheld | 0.00
filed | Mill Hollow: Total tax withheld | 105.00
filed | Upper Riverbend: Code | 901
filed | Upper Riverbend: Workplace wages | 25000.00
filed | Upper Riverbend: Workplace tax withheld | 500.00
filed | Upper Riverbend: Residence tax withheld | 30.00
filed | Upper Riverbend: Total tax withheld | 530.00
filed | Total: Workplace wages | 32000.00
filed | Total: Workplace tax withheld | 605.00
filed | Total: Residence tax withheld | 30.00
filed | Total: Total tax withheld | 635.00
amended | Mill Hollow: Code | 117
amended | Mill Hollow: Workplace wages | 8000.50
amended | Mill Hollow: Workplace tax withheld | 120.01
amended | Mill Hollow: Residence tax withheld | 0.00
amended | Mill Hollow: Total tax withheld | 120.01
amended | Upper Riverbend: Code | 901
amended | Upper Riverbend: Workplace wages | 20000.00
amended | Upper Riverbend: Workplace tax withheld | 400.00
amended | Upper Riverbend: Residence tax withheld | 33.10
amended | Upper Riverbend: Total tax withheld | 433.10
amended | Total: Workplace wages | 28000.50
amended | Total: Workplace tax withheld | 520.01
amended | Total: Residence tax withheld | 33.10
amended | Total: Total tax withheld | 553.11
4 | Balance due: amended total over original total | 0.00
5 | Overpayment: original total over amended total | 81.89
5r | Overpayment to be refunded, or credited |
credit | Mill Hollow: Tax is less by | 0.00
credit | Mill Hollow: Tax is more by | 15.01
credit | Upper Riverbend: Tax is less by | 96.90
credit | Upper Riverbend: Tax is more by | 0.00
credit | Total: Tax is less by | 96.90
credit | Total: Tax is more by | 15.01`,
		ties: "yes; yes",
	},
	{
		form: "rita-17", cite: "RITA Form 17, instructions of 2023, sections 2 to 7",
		in: func(t *testing.T) Input {
			rows := []Row{
				{Municipality: "riverside", Name: "Upper Riverbend", Code: "901", Figures: figs(t, `workplace_wages=60000.00 workplace_tax=1200.00
					residence_tax=70.00 employees_at_year_end=||| tax_withheld=1270.00`),
					Parts: []Part{ // monthly: two months with wages
						month(t, monthBefore(quarter1.To, 2), "workplace_wages=25000.00 workplace_tax=500.00 residence_tax=30.00"),
						month(t, monthBefore(quarter1.To, 0), "workplace_wages=35000.00 workplace_tax=700.00 residence_tax=40.00"),
					}},
				{Municipality: "mill", Name: "Mill Hollow", Code: "117", Figures: figs(t, `workplace_wages=9000.00 workplace_tax=135.00
					residence_tax=0.00 employees_at_year_end=| tax_withheld=135.00`),
					Parts: []Part{ // quarterly
						quarter(t, 1, "workplace_wages=4000.00 workplace_tax=60.00 residence_tax=0.00"),
						quarter(t, 4, "workplace_wages=5000.00 workplace_tax=75.00 residence_tax=0.00"),
					}},
			}
			in := input(year, rows...)
			in.Totals = figs(t, "w2_count=||||| contractor_count=|| employees_at_year_end=||||")
			return in
		},
		want: `
1 | January: Workplace wages | 25000.00
1 | January: Workplace tax withheld | 500.00
1 | January: Residence tax withheld | 30.00
3 | March: Workplace wages | 39000.00
3 | March: Workplace tax withheld | 760.00
3 | March: Residence tax withheld | 40.00
12 | December: Workplace wages | 5000.00
12 | December: Workplace tax withheld | 75.00
12 | December: Residence tax withheld | 0.00
3a | Number of W-2 forms | 5
3b | Number of 1099-NEC forms | 2
3c | Number of employees at year end | 4
4a | Workplace wages | 69000.00
4b | Workplace tax withheld | 1335.00
4c | Residence tax withheld | 70.00
section-5 | Mill Hollow: Code | 117
section-5 | Mill Hollow: Employees at year end | 1
section-5 | Mill Hollow: Working from home |
section-5 | Mill Hollow: Workplace wages | 9000.00
section-5 | Mill Hollow: Workplace tax withheld | 135.00
section-5 | Mill Hollow: Residence tax withheld | 0.00
section-5 | Upper Riverbend: Code | 901
section-5 | Upper Riverbend: Employees at year end | 3
section-5 | Upper Riverbend: Working from home |
section-5 | Upper Riverbend: Workplace wages | 60000.00
section-5 | Upper Riverbend: Workplace tax withheld | 1200.00
section-5 | Upper Riverbend: Residence tax withheld | 70.00
6a | Workplace wages | 69000.00
6b | Workplace tax withheld | 1335.00
6c | Residence tax withheld | 70.00
7 | Total number of employees at year end | 4`,
		ties: "yes; yes; yes; yes; yes",
	},
	{
		form: "cca-102", cite: "C of C 120-102 12/2023, lines 1 to 5 and both allocations",
		in: func(t *testing.T) Input {
			rows := twoRITA(t)
			rows[0].Figures[Adjustment], rows[1].Figures[Adjustment] = -1250, 0
			return input(march, rows...)
		},
		want: `
1 | Total employment wages subject to withholding | 28000.50
2 | Total employment taxes | 520.01
3 | Total residence taxes | 33.10
4 | Adjustments | -12.50
5 | Total taxes allocated | 540.61
employment | Mill Hollow: Code | 117
employment | Mill Hollow: Tax withheld | 120.01
employment | Upper Riverbend: Code | 901
employment | Upper Riverbend: Tax withheld | 400.00
employment | Total: Tax withheld | 520.01
residence | Upper Riverbend: Code | 901
residence | Upper Riverbend: Tax withheld | 33.10
residence | Total: Tax withheld | 33.10`,
		ties: "yes; yes; yes",
	},
	{
		form: "cca-annual", cite: "CCA annual reconciliation 2023, instructions; letters ours",
		in: func(t *testing.T) Input {
			row := Row{Municipality: "lakeside", Name: "Lakeside", Code: "555", Figures: figs(t, `workplace_wages=50000.00 workplace_tax=1250.00
				residence_tax=45.50 w2_count=||| contractor_count=| tax_remitted=1200.00 tax_withheld=1295.50`),
				Parts: []Part{quarter(t, 1, "workplace_tax=600.00 residence_tax=20.50"), quarter(t, 2, "workplace_tax=650.00 residence_tax=25.00")}}
			return input(year, row)
		},
		want: `
periods | March: Employment tax | 600.00
periods | March: Residence tax | 20.50
periods | June: Employment tax | 650.00
periods | June: Residence tax | 25.00
periods | Total: Employment tax | 1250.00
periods | Total: Residence tax | 45.50
municipalities | Lakeside: Code | 555
municipalities | Lakeside: Employment wages | 50000.00
municipalities | Lakeside: Employment tax withheld | 1250.00
municipalities | Lakeside: Residence tax withheld | 45.50
municipalities | Lakeside: Total tax withheld | 1295.50
municipalities | Total: Employment wages | 50000.00
municipalities | Total: Employment tax withheld | 1250.00
municipalities | Total: Residence tax withheld | 45.50
municipalities | Total: Total tax withheld | 1295.50
A | Number of W-2 forms | 3
B | Number of 1099-NEC forms | 1
C | Employment wages | 50000.00
D | Employment tax | 1250.00
E | Residence tax | 45.50
F | Total tax | 1295.50
G | Paid for the year | 1200.00
H | Balance due, or with a minus overpaid | 95.50`,
		ties: "yes; yes; yes",
	},
}

func TestForms(t *testing.T) {
	for _, c := range append(formCases[:len(formCases):len(formCases)], cityCases...) {
		t.Run(c.form, func(t *testing.T) {
			t.Log(c.cite)
			s := fill(t, c.form, c.in(t))
			var got, ties []string
			for r := range s.Rows() {
				switch r.Line {
				case "form", "header", "note":
				case "tie", "check":
					ties = append(ties, r.Value)
				default:
					got = append(got, strings.TrimSpace(r.Line+" | "+r.Label+" | "+r.Value))
					if (r.Value == "") != strings.HasPrefix(r.Note, "to fill in: ") {
						t.Errorf("%s %s: value %q with the note %q", r.Line, r.Label, r.Value, r.Note)
					}
				}
			}
			for _, p := range s.Parts {
				if strings.ContainsAny(p.Title+p.Note, "{}") {
					t.Errorf("a placeholder is left in %q", p.Title+p.Note)
				}
			}
			want := strings.Split(strings.TrimSpace(c.want), "\n")
			for i := range max(len(got), len(want)) {
				var g, w string
				if i < len(got) {
					g = got[i]
				}
				if i < len(want) {
					w = want[i]
				}
				if g != w {
					t.Errorf("line %d is\n  %s, want\n  %s", i+1, g, w)
				}
			}
			if got := strings.Join(ties, "; "); got != c.ties {
				t.Errorf("ties %q, want %q", got, c.ties)
			}
			if err := s.Err(); err != nil {
				t.Errorf("the form ties, but: %v", err)
			}
		})
	}
}
