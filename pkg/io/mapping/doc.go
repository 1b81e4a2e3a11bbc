// Package mapping says which column of an export is which of ours.
//
// Every payroll product names its columns its own way. Where the names differ
// from ours, a small YAML file maps them, once for each product:
//
//	table: payroll
//	dates: mdy
//	columns:
//	  employee_id: Employee ID
//	  gross_wages: Gross Pay
//	constants:
//	  employer_id: "0042"
//
// It is read strictly: an unknown key, a name given twice or a mapped column
// that the export lacks is an error with file and line, because a column that is
// silently not read is an amount that is silently zero. Nothing is matched by
// likeness; likeness only helps the messages.
//
// All values are text as written, so that 00417 keeps its zeros.
package mapping
