package worksheet

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/withhold/pkg/calc"
)

// caseOf is the input of a form's case.
func caseOf(t *testing.T, form string) Input {
	t.Helper()
	for _, c := range append(formCases[:len(formCases):len(formCases)], cityCases...) {
		if c.form == form {
			return c.in(t)
		}
	}
	t.Fatalf("no case of %s", form)
	return Input{}
}

// TestBrokenTies: one cent, in whichever figure the tie compares, is reported,
// by how much, and makes the sheet one that must not be sent.
func TestBrokenTies(t *testing.T) {
	for _, c := range []struct {
		form, cite string
		tie        int
		spoil      func(in *Input)
		outcome    string
	}{
		{"rita-17", "RITA Form 17, section 6 = section 4, wages", 0, func(in *Input) { in.Rows[0].Figures[WorkplaceWages]++ }, "no, by 0.01"},
		{"rita-17", "RITA Form 17, section 6 = section 4, workplace tax", 1, func(in *Input) { in.Rows[1].Parts[0].Figures[WorkplaceTax]++ }, "no, by -0.01"},
		{"rita-17", "RITA Form 17, section 6 = section 4, residence tax", 2, func(in *Input) { in.Rows[0].Figures[ResidenceTax] += 100 }, "no, by 1.00"},
		{"rita-11", "RITA Form 11, total and 000 (A)(2)(a)", 0, func(in *Input) { in.Rows[0].Figures[AmountDue]++ }, "no, by -0.01"},
		{"rita-11a", "RITA Form 11A, amended total", 1, func(in *Input) { in.Rows[1].Figures[ResidenceTax]++ }, "no, by 0.01"},
		{"cca-102", "CCA-102, employment allocation = line 2", 0, func(in *Input) { in.Totals = Figures{WorkplaceTax: 52000} }, "no, by 0.01"},
		{"cca-102", "CCA-102, residence allocation = line 3", 1, func(in *Input) { in.Totals = Figures{ResidenceTax: 3311} }, "no, by -0.01"},
		{"cca-102", "CCA-102, lines 2 and 3 = what is due", 2, func(in *Input) { in.Rows[0].Figures[AmountDue] = 0 }, "no, by 433.10"},
		{"cca-annual", "CCA annual, periods = municipalities", 0, func(in *Input) { in.Rows[0].Parts = in.Rows[0].Parts[:1] }, "no, by -650.00"},
		{"cca-annual", "CCA annual, periods = municipalities", 1, func(in *Input) { in.Rows[0].Figures[ResidenceTax]-- }, "no, by 0.01"},
		{"dayton-dw-1", "Dayton DW-1, total = what is due", 0, func(in *Input) { in.Rows[0].Figures[ResidenceTax] = 0 }, "no, by -7.77"},
		{"dayton-dw-3", "Dayton DW-3, grid = line 5", 0, func(in *Input) { in.Rows[0].Parts[0].Figures[TotalTax]-- }, "no, by -0.01"},
		{"cincinnati-w-3", "Cincinnati W-3, lines 1 to 12 = what was paid", 0, func(in *Input) { in.Rows[0].Figures[TaxRemitted]++ }, "no, by -0.01"},
		{"akron-aw-3", "Akron AW-3, lines 1 - 2 = 3 + 4", 0, func(in *Input) { in.Rows[0].Figures[NotSubject]-- }, "no, by 0.01"},
		{"akron-aw-3", "Akron AW-3, deposits", 1, func(in *Input) { in.Rows[0].Parts[1].Figures[TaxRemitted] = 0 }, "no, by -980.00"},
		{"columbus-it-15", "Columbus IT-15, total = what is due", 0, func(in *Input) { in.Rows[0].Figures[WorkplaceTax]++ }, "no, by 0.01"},
		{"generic-return", "000 (A)(2)(c)", 0, func(in *Input) { in.Rows[0].Figures[AmountDue]++ }, "no, by -0.01"},
		{"generic-reconciliation", "003 (h)", 0, func(in *Input) { in.Rows[0].Figures[WorkplaceWages]++ }, "no, by -0.01"},
		{"generic-reconciliation", "000 (A)(2)(h)", 1, func(in *Input) { in.Rows[0].Figures[TaxRemitted]++ }, "no, by -0.01"},
	} {
		in := caseOf(t, c.form)
		c.spoil(&in)
		s := fill(t, c.form, in)
		if got := s.Ties[c.tie].Outcome(); got != c.outcome || !s.Ties[c.tie].Fails() {
			t.Errorf("%s (%s): tie %d is %q, want %q", c.form, c.cite, c.tie, got, c.outcome)
		}
		err := s.Err()
		if by := strings.TrimPrefix(c.outcome, "no, by "); err == nil || !strings.Contains(err.Error(), by+", so the form must not be sent") ||
			!strings.Contains(err.Error(), s.Ties[c.tie].Label) || !strings.Contains(err.Error(), "employer E1") {
			t.Errorf("%s (%s): the error is %v", c.form, c.cite, err)
		}
	}
}

// TestTiesHoldWhereTheSumsDo: whatever the figures are, section 6 equals section
// 4 of RITA Form 17 when each municipality's year is the sum of its periods, and
// not when a cent is moved.
func TestTiesHoldWhereTheSumsDo(t *testing.T) {
	form := formNamed(t, "rita-17")
	rapid.Check(t, func(t *rapid.T) {
		var rows []Row
		for i := range rapid.IntRange(1, 4).Draw(t, "municipalities") {
			row := Row{Municipality: string(rune('a' + i)), Name: string(rune('A' + i)), Figures: Figures{WorkplaceWages: 0, WorkplaceTax: 0, ResidenceTax: 0}}
			for m := range rapid.IntRange(1, 12).Draw(t, "months") {
				at := calc.NewMonth(2026, 1) + calc.Month(m)
				p := Part{at.Day(1), at.Day(calc.LastDay), Figures{}}
				for which := range row.Figures {
					p.Figures[which] = rapid.Int64Range(-1_000, 1_000_000_000).Draw(t, "cents")
					row.Figures[which] += p.Figures[which]
				}
				row.Parts = append(row.Parts, p)
			}
			rows = append(rows, row)
		}
		s, err := form.Fill(input(year, rows...))
		if err != nil || s.Err() != nil {
			t.Fatalf("%v, %v", err, s.Err())
		}
		rows[0].Parts[0].Figures[WorkplaceTax]--
		if s, err = form.Fill(input(year, rows...)); err != nil || s.Err() == nil || s.Ties[1].By.N != 1 {
			t.Fatalf("a cent is missing in section 2, and yet %+v", s.Ties[1])
		}
	})
}

// TestWhatIsNotKnownStaysBlank: a missing figure is never zero, and neither is
// what follows from it.
func TestWhatIsNotKnownStaysBlank(t *testing.T) {
	in := input(march, dayton(t, "workplace_wages=100.00 workplace_tax=2.50"))
	in.Employer = Employer{ID: "E2"}
	in.Due = 0
	s := fill(t, "dayton-dw-1", in)
	lines := map[string]Line{}
	for _, l := range s.Parts[0].Lines {
		lines[l.ID] = l
	}
	for id, want := range map[string]string{
		"1": "100.00", "2": "2.50",
		"3": "to fill in: residence tax is not known (tax on residence wages, as the return reports it)",
		"4": "to fill in: line 3 is not known",
		"6": "to fill in: line 4 is not known",
	} {
		if got := lines[id].Value.String() + lines[id].Remark(); got != want {
			t.Errorf("line %s is %q, want %q", id, got, want)
		}
	}
	if got := lines["2"].Label; got != "Dayton payroll tax (at the rate)" {
		t.Errorf("without a rate line 2 is called %q", got)
	}
	if got := s.Ties[0].Outcome(); got != "not checked: line 4 is not known" {
		t.Errorf("the tie is %q", got)
	}
	for _, h := range s.Header {
		known := map[string]string{"Is this an amended return?": "no", "For the tax period ending": "03/31/2026"}[h.Label]
		if h.Value != known || (h.FillIn == "") != (known != "") {
			t.Errorf("header %s is %q, to fill in %q", h.Label, h.Value, h.FillIn)
		}
	}
	if s.Err() != nil {
		t.Errorf("nothing differs, and yet: %v", s.Err())
	}
}

// TestUnknownPeriods: without the periods of a year its totals are not known;
// a year without any is zero.
func TestUnknownPeriods(t *testing.T) {
	row := Row{Municipality: "akron", Name: "Akron", Figures: figs(t, "tax_remitted=0.00")}
	for _, c := range []struct {
		parts []Part
		want  string
	}{
		{nil, "to fill in: total of deposits, paid is not known"},
		{[]Part{}, "0.00"},
	} {
		row.Parts = c.parts
		s := fill(t, "akron-aw-3", input(year, row))
		l := s.Parts[2].Lines[0]
		if got := l.Value.String() + l.Remark(); l.ID != "7" || got != c.want {
			t.Errorf("line %s is %q, want %q", l.ID, got, c.want)
		}
	}
}

// TestSmallAmounts: Columbus IT-11 "$10.00 or less", Cincinnati W-3 "less than
// $10.00". The amount stays; what to do about it is said.
func TestSmallAmounts(t *testing.T) {
	for _, c := range []struct{ form, due, note string }{
		{"columbus-it-11", "9.99", "10.00 or less: do not pay it"},
		{"columbus-it-11", "10.00", "10.00 or less: do not pay it"},
		{"columbus-it-11", "10.01", ""},
		{"columbus-it-11", "0.00", ""},
		{"columbus-it-11", "-5.00", ""},
		{"cincinnati-w-3", "9.99", "less than 10.00: it is not due"},
		{"cincinnati-w-3", "10.00", ""},
	} {
		row := Row{Municipality: "m", Name: "M", Figures: figs(t, "workplace_wages=0.00 residence_wages=0.00 prior_payment=0.00 w2_count= residence_tax="+c.due),
			Parts: []Part{}}
		if c.form == "cincinnati-w-3" {
			row.Figures[OtherCityCredit] = 0
		}
		s := fill(t, c.form, input(year, row))
		for _, l := range s.Parts[1].Lines {
			if l.ID == "3" || l.ID == "20" {
				if got := l.Value.String(); got != c.due || l.Note != c.note {
					t.Errorf("%s, line %s: %s, %q; want %s, %q", c.form, l.ID, got, l.Note, c.due, c.note)
				}
			}
		}
	}
}

// TestWholeDollars: R.C. 718.25: from half a dollar up, what is below dropped,
// and every amount of the document.
func TestWholeDollars(t *testing.T) {
	text := strings.Replace(sound, "confidence: high", "confidence: high\nrounding: dollars", 1)
	forms, err := Load(oneFile("x.yaml", text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := forms.All()[0].Fill(input(march, dayton(t, "workplace_tax=100.50 prior_payment=3.49")))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"101.00", "3.00", "98.00"} {
		if got := s.Parts[0].Lines[i].Value.String(); got != want {
			t.Errorf("line %d is %s, want %s", i+1, got, want)
		}
	}
	if got := s.Ties[0].Outcome(); got != "yes" {
		t.Errorf("the tie is %q", got)
	}
}

func TestFillRefuses(t *testing.T) {
	one, two := dayton(t, ""), twoRITA(t)
	for _, c := range []struct {
		form, says string
		rows       []Row
	}{
		{"dayton-dw-1", "no municipality", nil},
		{"rita-11", "no municipality", nil},
		{"dayton-dw-1", "2 municipalities; the form takes one", two},
		{"rita-11", "municipality dayton is given twice", []Row{one, one}},
	} {
		if _, err := formNamed(t, c.form).Fill(input(march, c.rows...)); err == nil || !strings.Contains(err.Error(), c.form+" of employer E1, 2026-03: "+c.says) {
			t.Errorf("%s: %v, want %q", c.form, err, c.says)
		}
	}
}

func TestWorkings(t *testing.T) {
	s := fill(t, "cincinnati-w-3", caseOf(t, "cincinnati-w-3"))
	got := map[string]string{}
	for _, l := range s.Parts[1].Lines {
		got[l.ID] = l.Working
	}
	for id, want := range map[string]string{
		"13": "total of remitted, paid",
		"15": "workplace wages 100000.00 + residence wages 5000.00",
		"16": "tax at rate (workplace wages × 1.8%) 1800.00 + residence tax 40.00 + other city credit (residence wages × 1.8% - residence tax) 50.00",
		"18": "line 16 1890.00 - line 17 50.00",
		"20": "line 18 1840.00 - line 19 1831.50",
		"21": "line 19 1831.50 - line 18 1840.00, which is below zero",
	} {
		if got[id] != want {
			t.Errorf("line %s: %q, want %q", id, got[id], want)
		}
	}
	if w := fill(t, "cca-102", caseOf(t, "cca-102")).Parts[0].Lines[1].Working; w != "workplace tax (of 2 municipalities)" {
		t.Errorf("CCA line 2: %q", w)
	}
}
