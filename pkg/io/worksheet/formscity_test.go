package worksheet

import "testing"

var cityCases = []formCase{
	{
		form: "columbus-it-11", cite: "Columbus IT-11 of 2024, rows 01 and 88, lines 1 to 3, page 2",
		in: func(t *testing.T) Input {
			row := Row{Municipality: "columbus", Name: "Columbus", Figures: figs(t, `workplace_wages=12345.67 rate=2.5%
				residence_wages=4000.00 residence_rate=0.5% residence_tax=20.00 prior_payment=300.00 amount_due=328.66`),
				PayDates: []Part{
					{date("2026-02-13"), date("2026-02-13"), figs(t, "total_tax=200.00")},
					{date("2026-01-30"), date("2026-01-30"), figs(t, "total_tax=128.66")},
				}}
			return input(quarter1, row)
		},
		want: `
cities | 01 Columbus: Qualified wages | 12345.67
cities | 01 Columbus: Tax rate | 2.5%
cities | 01 Columbus: Tax due | 308.64
cities | 88 Alternate Columbus: residents working in cities with a lower rate: Qualified wages | 4000.00
cities | 88 Alternate Columbus: residents working in cities with a lower rate: Tax rate | 0.5%
cities | 88 Alternate Columbus: residents working in cities with a lower rate: Tax due | 20.00
1 | Total tax due | 328.64
2 | Less prior payment | 300.00
3 | Total net amount due | 28.64
payroll-schedule | 2026-01-30: Columbus tax withheld | 128.66
payroll-schedule | 2026-02-13: Columbus tax withheld | 200.00
payroll-schedule | Total: Columbus tax withheld | 328.66`,
		ties: "differs by -0.02; differs by 0.02", // checks: the rounding of single checks
	},
	{
		form: "columbus-it-15", cite: "Columbus IT-15, not seen; letters ours",
		in: func(t *testing.T) Input {
			return input(march, Row{Municipality: "columbus", Name: "Columbus", Figures: figs(t, `workplace_tax=300.10 residence_tax=20.00 prior_payment=100.00
				amount_due=320.10`)})
		},
		want: `
A | Tax on wages earned in Columbus | 300.10
B | Tax withheld for residents who work elsewhere | 20.00
C | Total tax of the period | 320.10
D | Already paid for this period | 100.00
E | Amount to deposit | 220.10`,
		ties: "yes",
	},
	{
		form: "columbus-it-13", cite: "Columbus IT-13, instructions of 2023; letters ours",
		in: func(t *testing.T) Input {
			row := Row{Municipality: "columbus", Name: "Columbus", Figures: figs(t, `workplace_wages=48000.00 workplace_tax=1200.00
				residence_tax=31.00 w2_count=|||||| tax_withheld=1231.00`),
				Parts: []Part{quarter(t, 1, "total_tax=700.00 tax_remitted=690.00"), quarter(t, 3, "workplace_tax=500.00 residence_tax=30.00 tax_remitted=530.00")}}
			return input(year, row)
		},
		want: `
quarters | Quarter 1: Tax of the IT-11 | 700.00
quarters | Quarter 1: Paid | 690.00
quarters | Quarter 3: Tax of the IT-11 | 530.00
quarters | Quarter 3: Paid | 530.00
quarters | Total: Tax of the IT-11 | 1230.00
quarters | Total: Paid | 1220.00
A | Number of W-2 forms | 6
B | Qualified wages earned in the city | 48000.00
C | Tax on them | 1200.00
D | Tax withheld for residents who work elsewhere | 31.00
E | Total tax of the forms W-2 | 1231.00
F | Total tax of the quarterly returns | 1230.00
G | Difference to explain, or to correct by amended returns | 1.00
H | Total paid | 1220.00
I | Balance due, or with a minus overpaid | 11.00`,
		ties: "differs by -1.00; yes",
	},
	{
		form: "dayton-dw-1", cite: "Dayton DW1, in the order of its lines",
		in: func(t *testing.T) Input {
			return input(march, dayton(t, `workplace_wages=10000.20 rate=2.5% workplace_tax=250.00 residence_tax=7.77 adjustment=-3.00
				employees=|||| amount_due=257.77`))
		},
		want: `
1 | Dayton payroll this period | 10000.20
2 | Dayton payroll tax (at 2.5%) | 250.00
3 | Dayton resident withholding (various rates) | 7.77
4 | Total Dayton tax withheld | 257.77
5 | Prior period adjustment | -3.00
6 | Amount remitted | 254.77
7 | Number of employees | 4`,
		ties: "yes; differs by -0.01",
	},
	{
		form: "dayton-dw-3", cite: "Dayton DW-3, lines 1 to 8 and the grid of amounts withheld",
		in: func(t *testing.T) Input {
			row := dayton(t, `w2_count=||||||| workplace_wages=40000.00 rate=2.5% workplace_tax=1000.00 residence_tax=12.34
				contractor_count=|| contractor_amount=8100.00 tax_remitted=1000.34`)
			row.Parts = []Part{
				month(t, monthBefore(march.To, 0), "total_tax=512.34"),
				quarter(t, 2, "total_tax=500.00"),
			}
			return input(year, row)
		},
		want: `
1 | Number of W-2 employees reported | 7
2 | Dayton gross payroll per employer records | 40000.00
3 | Dayton tax at 2.5% | 1000.00
4 | Additional courtesy/resident withholding | 12.34
5 | Total Dayton tax withheld | 1012.34
withheld | March: Amount withheld | 512.34
withheld | Quarter 2: Amount withheld | 500.00
withheld | Total: Amount withheld | 1012.34
6 | Number of Dayton 1099-MISC/NEC issued | 2
7 | 1099-MISC/NEC Dayton earnings reported | 8100.00
8 | Total W-2 withholding paid for year | 1000.34`,
		ties: "yes; differs by -12.00; yes",
	},
	{
		form: "cincinnati-w-3", cite: "Cincinnati W-3 of 2023, lines 1 to 21 and 23",
		in: func(t *testing.T) Input {
			row := Row{Municipality: "cincinnati", Name: "Cincinnati", Figures: figs(t, `workplace_wages=100000.00 rate=1.8%
				residence_wages=5000.00 residence_tax=40.00 w2_count=||| tax_remitted=1831.50 tax_withheld=1840.00`),
				Parts: []Part{
					month(t, monthBefore(march.To, 1), "tax_remitted=331.50"),
					quarter(t, 2, "tax_remitted=600.00"), quarter(t, 3, "tax_remitted=900.00"),
				}}
			return input(year, row)
		},
		want: `
2 | February: Remitted | 331.50
6 | June: Remitted | 600.00
9 | September: Remitted | 900.00
13 | Total | 1831.50
14 | Number of W-2s | 3
15 | Cincinnati qualifying wages | 105000.00
16 | Withholding tax obligation | 1890.00
17 | Credit for other city tax | 50.00
18 | Withholding tax after credits | 1840.00
19 | Actual withholdings remitted | 1831.50
20 | Balance of tax due | 8.50
21 | Overpayment amount | 0.00
23 | Refund |`,
		ties: "yes; yes",
	},
	{
		form: "akron-aw-3", cite: "Akron AW-3, lines 1 to 9",
		in: func(t *testing.T) Input {
			row := Row{Municipality: "akron", Name: "Akron", Figures: figs(t, `w2_count=|||||||| total_compensation=90000.00 not_subject=15000.00
				full_rate_wages=70000.00 rate=2.5% lower_rate_wages=5000.00 lower_rate_tax=25.00 tax_withheld=1776.01 tax_remitted=1780.00`),
				Parts: []Part{quarter(t, 1, "tax_remitted=800.00"), month(t, monthBefore(march.To, -7), "tax_remitted=980.00")}}
			return input(year, row)
		},
		want: `
N | Number of employees reported with this filing | 8
1 | Total payroll for year | 90000.00
2 | Payroll not subject to Akron (explain) | 15000.00
3 | Payroll subject to Akron at 2.5% | 70000.00
4 | Payroll subject to Akron at less than 2.5% | 5000.00
5 | Total tax due (2.5% of line 3 plus the lower rate of line 4) | 1775.00
6 | Total tax withheld per W-2's | 1776.01
deposits | Quarter 1: Deposits | 800.00
deposits | Quarter 4: Deposits | 980.00
7 | Total deposits for year | 1780.00
8 | Total Akron income tax (higher of line 5 or 6) | 1776.01
9 | Balance due, or with a minus credit applied to next year | -3.99`,
		ties: "yes; yes",
	},
	{
		form: "generic-return", cite: "000 (A)(2)(c)",
		in: func(t *testing.T) Input {
			return input(march, Row{Municipality: "village-000", Name: "Village 000", Figures: figs(t, `workplace_wages=6400.00 rate=1.25%
				workplace_tax=80.00 residence_wages=1000.00 residence_tax=2.50 adjustment=4.00 prior_payment=10.00 credit_carried=5.00
				employees=|| amount_due=82.50`)})
		},
		want: `
1 | Wages earned in Village 000 | 6400.00
2 | Tax on them, at 1.25% | 80.00
3 | Wages of residents earned elsewhere | 1000.00
4 | Tax withheld from them | 2.50
5 | Total tax | 82.50
6 | Adjustment of earlier periods | 4.00
7 | Already paid, and credit used | 15.00
8 | Amount to pay | 71.50
9 | Number of employees | 2`,
		ties: "yes; yes",
	},
	{
		form: "generic-reconciliation", cite: "000 (A)(2)(h); 003 (h)",
		in: func(t *testing.T) Input {
			row := Row{Municipality: "city-003", Name: "City 003", Figures: figs(t, `total_compensation=31000.00 not_subject=1000.00 workplace_wages=28000.00
				residence_wages=2000.00 tax_required=290.00 tax_withheld=291.10 amount_due=291.10 tax_remitted=250.00 credit_carried=1.10 w2_count=||| employees_at_year_end=||
				contractor_count=|||| contractor_amount=7000.00`),
				Parts: []Part{quarter(t, 4, "total_tax=151.10 tax_remitted=110.00"), month(t, monthBefore(march.To, 0), "total_tax=140.00 tax_remitted=140.00")}}
			return input(year, row)
		},
		want: `
1 | Total compensation paid | 31000.00
2 | Not subject to tax of City 003 | 1000.00
3 | Subject to tax | 30000.00
4 | Tax required to be withheld | 290.00
5 | Tax withheld | 291.10
6 | Tax due (the greater of the two in each period) | 291.10
periods | March: Tax | 140.00
periods | March: Paid | 140.00
periods | Quarter 4: Tax | 151.10
periods | Quarter 4: Paid | 110.00
periods | Total: Tax | 291.10
periods | Total: Paid | 250.00
7 | Paid for the year | 250.00
7a | Credits of other years used, less those left for them | 1.10
8 | Balance due, or with a minus overpaid | 40.00
9 | Number of W-2 forms | 3
10 | Number of employees at year end | 2
11 | Number of 1099 forms | 4
12 | What they report | 7000.00`,
		ties: "yes; yes",
	},
}

// TestEveryFormHasACase: no profile is shipped without its lines having been
// looked at, and each case says where the lines are from.
func TestEveryFormHasACase(t *testing.T) {
	cases := append(formCases[:len(formCases):len(formCases)], cityCases...)
	cited := map[string]string{}
	for _, c := range cases {
		cited[c.form] = c.cite
	}
	for _, f := range shipped(t).All() {
		if cited[f.ID] == "" {
			t.Errorf("%s has no case, or one that cites nothing", f.ID)
		}
	}
	if len(cited) != len(cases) || len(cited) != len(shipped(t).All()) {
		t.Errorf("%d cases of %d forms; there are %d", len(cases), len(cited), len(shipped(t).All()))
	}
}
