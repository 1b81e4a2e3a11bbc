// Package pipeline is the one place where reading, the law, and writing meet.
//
// A run goes one way: find the inputs, load the small tables that say who people
// and employers are, stream payroll through the law into lines, settle what the
// lines add up to into remittances, prove that the money ties, and put all
// results in place at once. See [Run], which is that list. [Days] and [Explain]
// answer questions about the same inputs by the same functions, and write nothing.
//
// No rule of law and no file format lives here. What is promised: the same
// inputs give the same bytes whatever the number of cores, and nothing that is
// computed depends on the order of rows. Rows are never all in memory: what is
// kept is one small entry for each employee, municipality and month.
package pipeline
