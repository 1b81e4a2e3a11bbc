package pipeline

// An awkwardFile is what is expected of one file of fixtures/awkward.
type awkwardFile struct {
	expect  string // of a correct program
	mapping string // diner, where it is blank
	want    string // what is got, in one line
}

var awkward = map[string]awkwardFile{
	"c00_good.csv": {
		expect: "3 records; gross 3770.40, charged tips 210.15, cash tips 35.00, local tax 99.51",
		want:   "",
	},
	"c01_utf8_bom.csv": {
		expect: "strip BOM; Employee ID filled; same totals as c00",
		want:   "",
	},
	"c02_bom_quoted_header.csv": {
		expect: "strip BOM first; same totals as c00",
		want:   "",
	},
	"c03_utf16le_bom.csv": {
		expect: "detect BOM, transcode; same totals as c00",
		want:   "",
	},
	"c05_windows1252.csv": {
		expect: "detect invalid UTF-8, decode as cp1252 (warn) or reject with line; names Peña / O'Brien intact",
		want:   "",
	},
	"c06_semicolon_decimal_comma.csv": {
		expect: "detect ';'; refuse decimal-comma money unless the profile says so (1.500,00 must never become 1.5)",
		want:   "",
	},
	"c08_cr_only.csv": {
		expect: "normalise CR to LF; 3 records; never one giant header and 0 rows",
		want:   "",
	},
	"c10_quoted_newline.csv": {
		expect: "1 header + 2 records; header whitespace folded to 'Local Tax Withheld'; error line numbers count physical lines",
		want:   "",
	},
	"c11_bare_quote.csv": {
		expect: "reject that row with line/column, or accept literally; do not turn LazyQuotes on for the file",
		want:   "",
	},
	"c12_unclosed_quote.csv": {
		expect: "hard error for the file (with the line where the quote opened); never 0 or 1 records",
		want:   "",
	},
	"c13_duplicate_headers.csv": {
		expect: "refuse (ambiguous) or map by position under a named profile; never keep only first or last",
		mapping: `dates: mdy
columns: {employee_id: Employee ID, pay_date: Pay Date, work_municipality: Work Location, gross_wages: Gross Pay}
constants: {employer_id: "0042"}
parts:
  - {tax_withheld: Local Tax Withheld}
  - {tax_municipality: "Work Location #2", tax_withheld: "Local Tax Withheld #2"}
`,
		want: "",
	},
	"c14_header_space_case_nbsp.csv": {
		expect: "normalise (trim, fold case, NBSP->space, collapse) and match all 10 columns",
		want:   "",
	},
	"c16_unquoted_thousands.csv": {
		expect: "reject the row (field count) with line number; never gross 1.00",
		want:   "",
	},
	"c18_nul_bytes.csv": {
		expect: "reject the row/file naming the byte offset (or strip with warning)",
		want:   "",
	},
	"c19_scientific_ids.csv": {
		expect: "reject: id unreadable; never merge the two employees, never 'SSN 900123000'",
		want:   "",
	},
	"c21_ssn_variants.csv": {
		expect: "accept 1,2,5,6,9 as 9 digits; 3,4 masked = cannot match by SSN; 7 missing; 8 error; never print the SSN in logs",
		mapping: `table: employees
dates: mdy
columns: {employee_id: Employee ID, last_name: Last Name, ssn: SSN}
constants: {employer_id: "0042"}
`,
		want: "",
	},
	"c22_money_formats.csv": {
		expect: "accept 1-13 signs exactly (3,4,5,6,7,8,9,11 negative); 15-17 ok; 18,19,25-31 reject; 20 reject or round by stated rule; 21,22 = zero only under an accounting profile; blank = missing; 32 strip zero-width",
		mapping: `dates: mdy
dash_is_zero: yes
columns: {employee_id: Employee ID, gross_wages: Gross Pay}
constants: {employer_id: "0042", pay_date: 2026-01-09}
`,
		want: "",
	},
	"c23_dates_mixed.csv": {
		expect: "1-6,10-12,22 -> 2026-01-09; 7-9 only if the profile allows serials (46031 = 2026-01-09; 44569 = 2022-01-08 is the same day in the 1904 system); 13,14,15,16,17,19,20 reject; blank = missing; never guess D/M",
		mapping: `dates: mdy
short_years: yes
columns: {employee_id: Employee ID, pay_date: Pay Date, gross_wages: Gross Pay}
constants: {employer_id: "0042"}
`,
		want: "",
	},
	"c24_title_rows.csv": {
		expect: "find header by known column set, not line 1; take check date only from the rows; 3 records",
		want:   "",
	},
	"c25_totals_rows.csv": {
		expect: "skip (and use as check sums): 3 records, gross 3770.40 - not 11311.20",
		want:   "",
	},
	"c27_two_row_header.csv": {
		expect: "join header rows ('Earnings Amount','Local Taxes Amount') or refuse as ambiguous",
		mapping: `header_rows: 2
dates: mdy
columns: {employee_id: Employee ID, pay_date: Pay Date, gross_wages: Earnings Amount, work_municipality: Local Taxes City, tax_withheld: Local Taxes Amount}
constants: {employer_id: "0042"}
`,
		want: "",
	},
	"c30_adp_rows_per_locality.csv": {
		expect: "2 employees; 000417 split over two localities; codes kept as text; 0042 and 42 -> same or flagged",
		mapping: `like: adp-epi
constants: {pay_date: 2026-01-09}
columns:
  work_municipality: {column: Temp Worked Local, words: {"0042": Columbus, "0066": Cleveland}}
items:
  columns: [{name: "Earnings {} Code", amount: "Earnings {} Amount"}]
  mean: {TIP: tips_charged}
`,
		want: "",
	},
	"c31_csv_injection.csv": {
		expect: "read as text; on CSV/XLSX output neutralise TEXT cells (prefix ' or write as string), keep numeric -990.00 a number",
		want:   "",
	},
	"c32_blank_rows.csv": {
		expect: "ignore; 3 records; reported line numbers still physical",
		want:   "",
	},
	"c34_names_null_na.csv": {
		expect: "3 records; the person named Total is not dropped as a totals row (id and SSN present)",
		want:   "",
	},
	"c36_long_field.csv": {
		expect: "reject over a stated field limit (e.g. 64 kB); bounded error text (do not print the field)",
		mapping: `dates: mdy
columns: {employee_id: {join: [Employee ID, Last Name], with: " "}, pay_date: Pay Date, gross_wages: Gross Pay, work_municipality: Work Location}
constants: {employer_id: "0042"}
`,
		want: "",
	},
	"c37_typographic_quotes.csv": {
		expect: "field-count error with line; never shift columns",
		want:   "",
	},
	"c39_header_only.csv": {
		expect: "'no records' warning, exit code distinct from success-with-data; no empty filing written",
		want:   "",
	},
	"c40_empty.csv": {
		expect: "clear 'empty file' error, no panic",
		want:   "",
	},
	"c42_fraction_of_cent.csv": {
		expect: "state the rule: reject >2 decimals, or round half-up once per amount; decimal.Round is half away from zero, RoundBank is not",
		want:   "",
	},
	"c43_city_names.csv": {
		expect: "resolve by alias table; ambiguous (Oakwood) and unknown rows refused, never nearest match; school district is not a city",
		want:   "",
	},
	"c44_hours_clock_format.csv": {
		expect: "8:30 = 8.50; 24:15 refused or 24.25 by rule; 0.354166667 refused (day fraction), city taken from the right path level",
		mapping: `table: worklog
dates: mdy
columns:
  employee_id: Person Number
  date: Apply Date
  hours: {column: Hours, clock: yes}
  municipality: {column: Location, split: /, part: 2}
constants: {employer_id: "0042"}
`,
		want: "",
	},
	"x00_good.xlsx": {
		expect: "3 records, totals as c00; dates 2026-01-09",
		want:   "",
	},
	"x01_date1904.xlsx": {
		expect: "honour workbookPr date1904 -> 2026-01-09, not 2022-01-08",
		want:   "",
	},
	"x03_numbers_as_text.xlsx": {
		expect: "parse text by the CSV money/date rules; (35.00) is negative",
		want:   "",
	},
	"x04_formula_no_cache.xlsx": {
		expect: "error 'formula has no stored value' per cell - never blank = 0.00",
		want:   "",
	},
	"x05_error_cells.xlsx": {
		expect: "reject each with sheet+cell; TRUE is not 1.00",
		want:   "",
	},
	"x06_inline_strings.xlsx": {
		expect: "same as x00 row 1; last name 'Marsh'",
		want:   "",
	},
	"x08_no_r_attributes.xlsx": {
		expect: "implicit positions; same as x00",
		want:   "",
	},
	"x10_merged.xlsx": {
		expect: "fill down only inside merge ranges: row 4 is Marsh/Cleveland 250.00; else refuse - never a nameless employee",
		want:   "",
	},
	"x11_hidden.xlsx": {
		expect: "use the one visible sheet; hidden row IS counted (money was paid) with a warning, by stated rule",
		want:   "",
	},
	"x12_strict_ooxml.xlsx": {
		expect: "read as x00 row 1, or 'Strict Open XML not supported'; never an empty sheet",
		want:   "",
	},
	"x13_encrypted.xlsx": {
		expect: "'password protected' error, no prompt, no hang",
		want:   "",
	},
	"x14_xls_renamed.xlsx": {
		expect: "'legacy .xls: save as .xlsx' - not 'damaged', not 'password'",
		want:   "",
	},
	"x16_csv_named.xlsx": {
		expect: "sniff: read as CSV or name the mismatch",
		want:   "",
	},
	"x17_zip_bomb.xlsx": {
		expect: "refuse by total/ratio limit before parsing; bounded memory and temp files",
		want:   "",
	},
	"x18_huge_dimension.xlsx": {
		expect: "ignore dimension; 1 record, no large allocation",
		want:   "",
	},
	"x20_percent.xlsx": {
		expect: "raw 0.025 + % format and '2.5%' -> 0.025; bare 2.5 -> refuse or by stated rule",
		mapping: `columns: {work_municipality: Work Location, gross_wages: Local Rate}
constants: {employer_id: "0042", employee_id: "1", pay_date: 2026-01-09}
`,
		want: "",
	},
	"x21_accounting_format.xlsx": {
		expect: "use raw values 1500, 0, -35.5, -37.5",
		want:   "",
	},
	"x22_display_rounding.xlsx": {
		expect: "raw value: 1234.565 -> rule, 0.40, 999.50, 37.505 -> rule",
		want:   "",
	},
	"x24_numeric_ids.xlsx": {
		expect: "row 2: 00417 and 012-00-3456 (from the format or padded, with a warning); row 3: id refused (precision lost), SSN 900123457",
		want:   "",
	},
	"x25_sheet_per_employee.xlsx": {
		expect: "read all employee sheets once, Summary only as a check, or refuse listing the sheets; never import only sheet 1",
		want:   "",
	},
	"x26_two_row_header.xlsx": {
		expect: "join 'Local Tax / Amount' etc. by merge ranges, or refuse",
		mapping: `header_rows: 2
dates: mdy
columns: {employee_id: Employee ID, pay_date: Employee Pay Date, gross_wages: Earnings Gross, work_municipality: Local Tax City, tax_withheld: Local Tax Amount}
constants: {employer_id: "0042"}
`,
		want: "",
	},
	"x28_odd_serials.xlsx": {
		expect: "accept only a plausible payroll window (e.g. 2016..next year); 46031.99999 is still 2026-01-09; others error",
		mapping: `dates: mdy
columns: {employee_id: Case, pay_date: Pay Date}
constants: {employer_id: "0042", gross_wages: "1.00"}
`,
		want: "",
	},
	"x30_prefixed_namespace.xlsx": {
		expect: "same as x00",
		want:   "",
	},
	"x33_entity_bomb.xlsx": {
		expect: "refuse any DTD; no expansion, no external fetch",
		want:   "",
	},
	"x34_absolute_targets.xlsx": {
		expect: "same as x00",
		want:   "",
	},
	"x36_truncated.xlsx": {
		expect: "'damaged or incomplete file'",
		want:   "",
	},
	"x38_long_cell.xlsx": {
		expect: "bounded error",
		mapping: `dates: mdy
columns: {employee_id: {join: [Employee ID, Last Name], with: " "}, pay_date: Pay Date, gross_wages: Gross Pay, work_municipality: Work Location}
constants: {employer_id: "0042"}
`,
		want: "",
	},
	"x39_broken_xml_midway.xlsx": {
		expect: "file error; never 1 of 3 records with success",
		want:   "",
	},
}
