// Package table reads tables: CSV files and the sheets of XLSX workbooks, as
// rows that know their file, sheet, row and column.
//
// It decides what a file holds by its bytes, not its name, and which row is the
// header. It knows no column: what a cell means is for its callers, who turn
// cells into values with [Money] and [Date].
//
// # What it refuses
//
// Nothing is repaired by guessing. A file that is damaged, protected, of another
// format or ambiguous (two columns of one name, a quote that never closes) is an
// error that names the cause. A row that cannot be read for certain (a stray
// quote, a cell too many, a formula without a stored value) is delivered with
// its [Row.Err], so that the caller can set it aside and go on. A date is never
// guessed to be month first, and a number never cut to two decimals.
//
// # Numbers of rows
//
// Row numbers are physical: the line of a CSV file as an editor counts them, the
// row of a sheet as Excel shows it. Blank rows are skipped but counted.
//
// # Speed
//
// [Table.Next] cuts a file into blocks of about 64 kB at the ends of records,
// and [Block.Split] finds the cells. Blocks are independent, so several may be
// split at once, and reused, so that reading allocates nothing per row.
//
// # Workbooks
//
// A sheet is unzipped and scanned once, when its file is opened, since damage, the
// last row and merged cells stand at its end: readAhead unzips it, in a goroutine
// of its own, xmlScanner finds tags, sheetScan rows and cells. The survey that
// sees them go by keeps them packed, as keptRows, in memory up to a bound and in
// a file beyond it. [Table.Next] makes rows of what was kept; what could not be
// kept is unzipped again. A [Seen] keeps it from one opening of a file to the
// next.
package table
