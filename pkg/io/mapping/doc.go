// Package mapping makes the export of a payroll product a table of ours.
//
// Every product names its columns its own way, and many put more than one thing
// in a row, or one thing in several. A small YAML file says what means what, once
// for each product:
//
//	table: payroll
//	dates: mdy
//	columns:
//	  employee_id: Employee ID
//	  gross_wages: {add: [Regular, Overtime]}
//	constants:
//	  employer_id: "0042"
//
// Mappings for some products are built in; see [Profiles]. A file can start from
// one of them with like. What can be written is in docs/mapping.md, and for
// editors in [Schema].
//
// It is read strictly: an unknown key, a name given twice or a mapped column
// that the export lacks is an error with file and line, because a column that is
// silently not read is an amount that is silently zero. For the same reason an
// item, a kind of row or a word that the mapping does not know sets its row
// aside. Nothing is matched by likeness; likeness only helps the messages.
//
// A mapping that only renames costs nothing: rows are read as they are. Any other
// makes rows anew, one after the other, and keeps for each the number of the row
// of the file it was made of. Several rows are added up only if they are
// neighbours, so that memory does not grow with the file.
//
// Rows of totals are never people. They are held to the sums of the rows above
// them, and a difference is a warning that names both.
//
// All values are text as written, so that 00417 keeps its zeros.
package mapping
