package worksheet

import (
	"strings"
	"testing"
	"testing/fstest"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/schedules"
)

// shipped are the profiles that come with the program.
func shipped(t testing.TB) *Forms {
	t.Helper()
	forms, err := Load(schedules.FS)
	if err != nil {
		t.Fatal(err)
	}
	return forms
}

func formNamed(t testing.TB, id string) *Form {
	t.Helper()
	for _, f := range shipped(t).All() {
		if f.ID == id {
			return f
		}
	}
	t.Fatalf("there is no form %s", id)
	return nil
}

// oneFile is a layer with one profile.
func oneFile(name, text string) fstest.MapFS {
	return fstest.MapFS{"forms/" + name: {Data: []byte(text)}}
}

// figs reads figures as a test writes them: "rate=2.5% workplace_wages=100.00".
func figs(t testing.TB, text string) Figures {
	t.Helper()
	f := Figures{}
	for word := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(word, "=")
		which, ok := figureNamed(name)
		if !ok {
			t.Fatalf("no figure %q", name)
		}
		switch which.Unit() {
		case Rate:
			r, err := calc.ParseRate(value)
			if err != nil {
				t.Fatal(err)
			}
			f.Share(which, r)
		case Count:
			f.Number(which, len(value)) // strokes: employees=||||
		default:
			c, err := calc.ParseCents(value)
			if err != nil {
				t.Fatal(err)
			}
			f.Money(which, c)
		}
	}
	return f
}

func date(s string) calc.Date {
	d, err := calc.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// month is the part of a year that a month is; quarter likewise.
func month(t testing.TB, m calc.Month, figures string) Part {
	return Part{m.Day(1), m.Day(calc.LastDay), figs(t, figures)}
}

func quarter(t testing.TB, q int, figures string) Part {
	last := calc.NewMonth(2026, 3) + calc.Month(3*(q-1))
	return Part{(last - 2).Day(1), last.Day(calc.LastDay), figs(t, figures)}
}

var firm = Employer{ID: "E1", EIN: "98-7654321", Name: "Marsh & Daughters <Tools>", Address: "12 Mill St", City: "Somewhere", State: "OH", Zip: "45000",
	ResponsiblePerson: "Dana Marsh", Phone: "555-0100", Email: "pay@marsh.example"}

var (
	quarter1 = calc.Period{Name: "2026-Q1", From: date("2026-01-01"), To: date("2026-03-31")}
	march    = calc.Period{Name: "2026-03", From: date("2026-03-01"), To: date("2026-03-31")}
	year     = calc.Period{Name: "2026", From: date("2026-01-01"), To: date("2026-12-31")}
)

// input is a sheet's input for the given rows.
func input(p calc.Period, rows ...Row) Input {
	return Input{Employer: firm, Period: p, Due: p.To + 30, PayBy: p.To + 31, Rows: rows}
}

func fill(t testing.TB, form string, in Input) *Sheet {
	t.Helper()
	s, err := formNamed(t, form).Fill(in)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// monthBefore is the month so many before that of a day.
func monthBefore(d calc.Date, n int) calc.Month { return calc.MonthOf(d) - calc.Month(n) }
