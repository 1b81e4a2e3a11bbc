// Package workbook writes XLSX workbooks that people open: the report of a run,
// and the forms a small business fills in.
//
// It decides how a table looks and nothing about what is in it. Tables come as
// the CSV files that were written beside the workbook, so a sheet can never say
// something else than its file; headers stay the names the files use. Reading
// workbooks, choosing tables and every rule of law live elsewhere.
//
// # Money
//
// An amount is read as text into integer cents, totalled as integer cents, and
// becomes a number only in the cell. A spreadsheet keeps 15 digits, which is
// every cent below ten trillion dollars; a larger amount is written as text
// rather than rounded. Totals are SUM formulas that carry their exact value, for
// viewers that do not calculate.
//
// # Promises
//
// The same input gives the same bytes: no clock, no map order. Rows are streamed,
// so memory does not grow with the length of a table. Text is never a formula,
// whatever it begins with.
package workbook
