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
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"c01_utf8_bom.csv": {
		expect: "strip BOM; Employee ID filled; same totals as c00",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"c02_bom_quoted_header.csv": {
		expect: "strip BOM first; same totals as c00",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"c03_utf16le_bom.csv": {
		expect: "detect BOM, transcode; same totals as c00",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"c05_windows1252.csv": {
		expect: "detect invalid UTF-8, decode as cp1252 (warn) or reject with line; names Peña / O'Brien intact",
		want:   "2 rows, 0 aside; people 00420 00421; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 37.50; warned: row 2: not UTF-8; this and other such lines were read as Windows-1252",
	},
	"c06_semicolon_decimal_comma.csv": {
		expect: "detect ';'; refuse decimal-comma money unless the profile says so (1.500,00 must never become 1.5)",
		want:   `1 rows, 1 aside; problems: 2 amount Gross Pay "1.500,00", 2 amount Cash Tips "0,00", 2 amount Charged Tips "0,00", 2 amount Local Tax Withheld "37,50"`,
	},
	"c08_cr_only.csv": {
		expect: "normalise CR to LF; 3 records; never one giant header and 0 rows",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"c10_quoted_newline.csv": {
		expect: "1 header + 2 records; header whitespace folded to 'Local Tax Withheld'; error line numbers count physical lines",
		want:   "2 rows, 1 aside; people 00418; days 2026-01-09; gross 1280.40, charged 210.15, cash 35.00, tax 37.26; problems: 3 municipality \"Columbus\\nEaston store\"",
	},
	"c11_bare_quote.csv": {
		expect: "reject that row with line/column, or accept literally; do not turn LazyQuotes on for the file",
		want:   "2 rows, 1 aside; people 00418; days 2026-01-09; gross 1280.40, charged 210.15, cash 35.00, tax 37.26; problems: 2 quote First Name",
	},
	"c12_unclosed_quote.csv": {
		expect: "hard error for the file (with the line where the quote opened); never 0 or 1 records",
		want:   "error: FILE, row 2: a quote opens here and never closes",
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
		want: "2 rows, 0 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 49.50",
	},
	"c14_header_space_case_nbsp.csv": {
		expect: "normalise (trim, fold case, NBSP->space, collapse) and match all 10 columns",
		want:   "1 rows, 0 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 37.50",
	},
	"c16_unquoted_thousands.csv": {
		expect: "reject the row (field count) with line number; never gross 1.00",
		want:   "2 rows, 1 aside; people 00418; days 2026-01-09; gross 1280.40, charged 210.15, cash 35.00, tax 37.26; problems: 2 cells",
	},
	"c18_nul_bytes.csv": {
		expect: "reject the row/file naming the byte offset (or strip with warning)",
		want:   "error: FILE, row 2: a NUL byte (byte 10 of the line); the file is damaged or no text file",
	},
	"c19_scientific_ids.csv": {
		expect: "reject: id unreadable; never merge the two employees, never 'SSN 900123000'",
		want:   "2 rows, 2 aside; problems: 2 id Employee ID, 3 id Employee ID",
	},
	"c21_ssn_variants.csv": {
		expect: "accept 1,2,5,6,9 as 9 digits; 3,4 masked = cannot match by SSN; 7 missing; 8 error; never print the SSN in logs",
		mapping: `table: employees
dates: mdy
columns: {employee_id: Employee ID, last_name: Last Name, ssn: SSN}
constants: {employer_id: "0042"}
`,
		want: "0 rows, 0 aside; warned: c21_ssn_variants.csv, row 9, ssn: not a social security number; write nine digits, with or without dashes",
	},
	"c22_money_formats.csv": {
		expect: "accept 1-13 signs exactly (3,4,5,6,7,8,9,11 negative); 15-17 ok; 18,19,25-31 reject; 20 reject or round by stated rule; 21,22 = zero only under an accounting profile; blank = missing; 32 strip zero-width",
		mapping: `dates: mdy
dash_is_zero: yes
columns: {employee_id: Employee ID, gross_wages: Gross Pay}
constants: {employer_id: "0042", pay_date: 2026-01-09}
`,
		want: "32 rows, 13 aside; people 1 2 3 4 5 6 7 8 9 10 11 12 13 15 16 17 21 22 32; days 2026-01-09; gross -0.12, charged 0.00, cash 0.00, tax 0.00; problems: 15 amount Gross Pay \"1\\u00a0234.56\", 19 amount Gross Pay \"1.234,56\", 20 amount Gross Pay \"1,23,4.56\", 21 amount Gross Pay \"12.345\", 24 amount Gross Pay \"--\", 25 missing Gross Pay, 26 amount Gross Pay \"N/A\", 27 amount Gross Pay \"#####\", 28 amount Gross Pay \"1e3\", 29 amount Gross Pay \"0x10\", 30 amount Gross Pay \"1_000\", 31 amount Gross Pay \"NaN\", 32 amount Gross Pay \"Inf\"",
	},
	"c23_dates_mixed.csv": {
		expect: "1-6,10-12,22 -> 2026-01-09; 7-9 only if the profile allows serials (46031 = 2026-01-09; 44569 = 2022-01-08 is the same day in the 1904 system); 13,14,15,16,17,19,20 reject; blank = missing; never guess D/M (ours: 4 and 7-9 only where the mapping says ymd, or serials)",
		mapping: `dates: mdy
short_years: yes
columns: {employee_id: Employee ID, pay_date: Pay Date, gross_wages: Gross Pay}
constants: {employer_id: "0042"}
`,
		want: `22 rows, 13 aside; people 1 2 3 5 6 10 11 12 22; days 2026-01-09; gross 900.00, charged 0.00, cash 0.00, tax 0.00; problems: 5 date pay_date "20260109", 8 date pay_date "46031", 9 date pay_date "46031.0", 10 date pay_date "46031.5", 14 date pay_date "13/01/2026", 15 date pay_date "02/30/2026", 16 date pay_date "01/09/0026", 17 date pay_date "1/9/69", 18 date pay_date "00/00/0000", 19 missing pay_date, 20 date pay_date "#######", 21 date pay_date "01/09/2026 - 01/15/2026", 22 date pay_date "44569"`,
	},
	"c24_title_rows.csv": {
		expect: "find header by known column set, not line 1; take check date only from the rows; 3 records",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"c25_totals_rows.csv": {
		expect: "skip (and use as check sums): 3 records, gross 3770.40 - not 11311.20",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"c27_two_row_header.csv": {
		expect: "join header rows ('Earnings Amount','Local Taxes Amount') or refuse as ambiguous",
		mapping: `header_rows: 2
dates: mdy
columns: {employee_id: Employee ID, pay_date: Pay Date, gross_wages: Earnings Amount, work_municipality: Local Taxes City, tax_withheld: Local Taxes Amount}
constants: {employer_id: "0042"}
`,
		want: "1 rows, 0 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 37.50",
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
		want: `3 rows, 1 aside; people 000417; days 2026-01-09; gross 1500.00, charged 88.10, cash 0.00, tax 0.00; problems: 4 mapping Temp Worked Local "42"`,
	},
	"c31_csv_injection.csv": {
		expect: "read as text; on CSV/XLSX output neutralise TEXT cells (prefix ' or write as string), keep numeric -990.00 a number",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 1790.40, charged 210.15, cash 35.00, tax 50.01",
	},
	"c32_blank_rows.csv": {
		expect: "ignore; 3 records; reported line numbers still physical",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"c34_names_null_na.csv": {
		expect: "3 records; the person named Total is not dropped as a totals row (id and SSN present)",
		want:   "3 rows, 0 aside; people 00430 00431 00432; days 2026-01-09; gross 300.00, charged 0.00, cash 0.00, tax 7.50",
	},
	"c36_long_field.csv": {
		expect: "reject over a stated field limit (e.g. 64 kB); bounded error text (do not print the field)",
		mapping: `dates: mdy
columns: {employee_id: {join: [Employee ID, Last Name], with: " "}, pay_date: Pay Date, gross_wages: Gross Pay, work_municipality: Work Location}
constants: {employer_id: "0042"}
`,
		want: "1 rows, 1 aside; problems: 2 long_cell Last Name",
	},
	"c37_typographic_quotes.csv": {
		expect: "field-count error with line; never shift columns",
		want:   "1 rows, 1 aside; problems: 2 cells",
	},
	"c39_header_only.csv": {
		expect: "'no records' warning, exit code distinct from success-with-data; no empty filing written",
		want:   "0 rows, 0 aside; warned: : the file has a header but no rows",
	},
	"c40_empty.csv": {
		expect: "clear 'empty file' error, no panic",
		want:   "error: FILE: the file is empty",
	},
	"c42_fraction_of_cent.csv": {
		expect: "state the rule: reject >2 decimals, or round half-up once per amount; decimal.Round is half away from zero, RoundBank is not",
		want:   `2 rows, 2 aside; problems: 2 amount Gross Pay "1500.005", 2 amount Local Tax Withheld "37.500125", 3 amount Gross Pay "0.005"`,
	},
	"c43_city_names.csv": {
		expect: "resolve by alias table; ambiguous (Oakwood) and unknown rows refused, never nearest match; school district is not a city",
		want:   `16 rows, 9 aside; people 00500 00501 00502 00503 00507 00508 00509; days 2026-01-09; gross 700.00, charged 0.00, cash 0.00, tax 17.50; problems: 6 municipality "Columbus (W)", 7 municipality "OH-COLUMBUS-R", 8 municipality "Oakwood", 12 municipality "Cincinatti", 13 municipality "JEDD-Etna", 14 municipality "Remote", 15 municipality "Various", 16 municipality "44114", 17 municipality "Southwest LSD (2512)"`,
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
		want: `4 rows, 2 aside; hours 8.5 in Columbus 8.5 in Cleveland; problems: 4 hours hours "24.25", 5 hours hours "0.354166667"`,
	},
	"x00_good.xlsx": {
		expect: "3 records, totals as c00; dates 2026-01-09",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"x01_date1904.xlsx": {
		expect: "honour workbookPr date1904 -> 2026-01-09, not 2022-01-08",
		want:   "1 rows, 0 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 37.50",
	},
	"x03_numbers_as_text.xlsx": {
		expect: "parse text by the CSV money/date rules; (35.00) is negative",
		want:   "2 rows, 0 aside; people 00417 00418; days 2026-01-09; gross 2780.40, charged 210.15, cash -35.00, tax 74.76",
	},
	"x04_formula_no_cache.xlsx": {
		expect: "error 'formula has no stored value' per cell - never blank = 0.00",
		want:   "2 rows, 2 aside; problems: 2 cell Gross Pay, 3 cell Gross Pay",
	},
	"x05_error_cells.xlsx": {
		expect: "reject each with sheet+cell; TRUE is not 1.00",
		want:   "1 rows, 1 aside; problems: 2 cell Gross Pay",
	},
	"x06_inline_strings.xlsx": {
		expect: "same as x00 row 1; last name 'Marsh'",
		want:   "1 rows, 0 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 37.50",
	},
	"x08_no_r_attributes.xlsx": {
		expect: "implicit positions; same as x00",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"x10_merged.xlsx": {
		expect: "fill down only inside merge ranges: row 4 is Marsh/Cleveland 250.00; else refuse - never a nameless employee",
		want:   "3 rows, 0 aside; people 00417 00419; days 2026-01-09; gross 2740.00, charged 0.00, cash 0.00, tax 68.50",
	},
	"x11_hidden.xlsx": {
		expect: "use the one visible sheet; hidden row IS counted (money was paid) with a warning, by stated rule",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51; warned: sheet Lookups: a hidden sheet; it is not read / sheet Old: a hidden sheet; it is not read / sheet Payroll, row 3: hidden rows, 1 in all from this one; they are read like the others",
	},
	"x12_strict_ooxml.xlsx": {
		expect: "read as x00 row 1, or 'Strict Open XML not supported'; never an empty sheet",
		want:   "1 rows, 0 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 37.50",
	},
	"x13_encrypted.xlsx": {
		expect: "'password protected' error, no prompt, no hang",
		want:   "error: FILE: the workbook is password protected; save it without a password",
	},
	"x14_xls_renamed.xlsx": {
		expect: "'legacy .xls: save as .xlsx' - not 'damaged', not 'password'",
		want:   "error: FILE: a legacy .xls workbook (Excel 97-2003); save it as .xlsx",
	},
	"x16_csv_named.xlsx": {
		expect: "sniff: read as CSV or name the mismatch",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"x17_zip_bomb.xlsx": {
		expect: "refuse by total/ratio limit before parsing; bounded memory and temp files",
		want:   "error: FILE: unpacks to 1027 times its size, as no payroll does; not opened",
	},
	"x18_huge_dimension.xlsx": {
		expect: "ignore dimension; 1 record, no large allocation",
		want:   "1 rows, 0 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 37.50",
	},
	"x20_percent.xlsx": {
		expect: "raw 0.025 + % format and '2.5%' -> 0.025; bare 2.5 -> refuse or by stated rule (ours: cells are read as stored; no input is a percentage, and as amounts these are refused, 2.5 alone is 2.50)",
		mapping: `columns: {work_municipality: Work Location, gross_wages: Local Rate}
constants: {employer_id: "0042", employee_id: "1", pay_date: 2026-01-09}
`,
		want: `4 rows, 3 aside; people 1; days 2026-01-09; gross 2.50, charged 0.00, cash 0.00, tax 0.00; problems: 2 amount Local Rate "0.025", 3 amount Local Rate "2.5%", 5 amount Local Rate "0.025"`,
	},
	"x21_accounting_format.xlsx": {
		expect: "use raw values 1500, 0, -35.5, -37.5",
		want:   "1 rows, 0 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash -35.50, tax -37.50",
	},
	"x22_display_rounding.xlsx": {
		expect: "raw value: 1234.565 -> rule, 0.40, 999.50, 37.505 -> rule",
		want:   `1 rows, 1 aside; problems: 2 amount Gross Pay "1234.565", 2 amount Local Tax Withheld "37.505"`,
	},
	"x24_numeric_ids.xlsx": {
		expect: "row 2: 00417 and 012-00-3456 (from the format or padded, with a warning); row 3: id refused (precision lost), SSN 900123457",
		want:   "2 rows, 1 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 37.50; problems: 3 cell Employee ID",
	},
	"x25_sheet_per_employee.xlsx": {
		expect: "read all employee sheets once, Summary only as a check, or refuse listing the sheets; never import only sheet 1",
		want:   "error: FILE: none of its sheets (Summary, Marsh, Dana, Okafor, Lee) has the columns of the mapping; say which one is meant with --sheet, or sheet: in the mapping",
	},
	"x26_two_row_header.xlsx": {
		expect: "join 'Local Tax / Amount' etc. by merge ranges, or refuse",
		mapping: `header_rows: 2
dates: mdy
columns: {employee_id: Employee ID, pay_date: Employee Pay Date, gross_wages: Earnings Gross, work_municipality: Local Tax City, tax_withheld: Local Tax Amount}
constants: {employer_id: "0042"}
`,
		want: "1 rows, 0 aside; people 00417; days 2026-01-09; gross 1500.00, charged 0.00, cash 0.00, tax 37.50",
	},
	"x28_odd_serials.xlsx": {
		expect: "accept only a plausible payroll window (e.g. 2016..next year); 46031.99999 is still 2026-01-09; others error",
		mapping: `dates: mdy
columns: {employee_id: Case, pay_date: Pay Date}
constants: {employer_id: "0042", gross_wages: "1.00"}
`,
		want: `8 rows, 7 aside; people 46031.99999; days 2026-01-09; gross 1.00, charged 0.00, cash 0.00, tax 0.00; problems: 2 cell Pay Date, 3 cell Pay Date, 4 cell Pay Date, 5 cell Pay Date, 6 cell Pay Date, 8 date pay_date "20260109", 9 date pay_date "46031"`,
	},
	"x30_prefixed_namespace.xlsx": {
		expect: "same as x00",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"x33_entity_bomb.xlsx": {
		expect: "refuse any DTD; no expansion, no external fetch",
		want:   "error: FILE: xl/sharedStrings.xml: holds a document type definition, which no workbook needs",
	},
	"x34_absolute_targets.xlsx": {
		expect: "same as x00",
		want:   "3 rows, 0 aside; people 00417 00418 00419; days 2026-01-09; gross 3770.40, charged 210.15, cash 35.00, tax 99.51",
	},
	"x36_truncated.xlsx": {
		expect: "'damaged or incomplete file'",
		want:   "error: FILE: a damaged or incomplete workbook: zip: not a valid zip file",
	},
	"x38_long_cell.xlsx": {
		expect: "bounded error",
		mapping: `dates: mdy
columns: {employee_id: {join: [Employee ID, Last Name], with: " "}, pay_date: Pay Date, gross_wages: Gross Pay, work_municipality: Work Location}
constants: {employer_id: "0042"}
`,
		want: "1 rows, 1 aside; problems: 2 long_cell Last Name",
	},
	"x39_broken_xml_midway.xlsx": {
		expect: "file error; never 1 of 3 records with success",
		want:   "error: FILE, sheet Payroll: damaged: XML broken near byte 885, an & that is not written &amp;",
	},
}
