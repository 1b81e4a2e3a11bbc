// Package efw2 writes and reads W-2 files in the layout of the Social Security
// Administration (EFW2, Publication 42-007): 512 characters a record, RA for who
// sends the file, RE for an employer, RW for an employee, RS for what the employee
// earned in a state or municipality, RT and RF for the totals.
//
// With it the return of a year lists what 000 (A)(2)(h) asks for: the employees
// from whose wages tax was withheld or should have been, the amounts, every other
// municipality, and what Form W-2 says.
//
// # Data
//
// Where a field stands is a table a tax year, in layouts/. Who gets a file and what
// that recipient wants in RS is a [Profile], in profiles/ or in a file of the
// user's. Each recipient gets a file of its own, because they use the same
// positions of RS for different things. Nothing here knows a municipality.
//
// # What is not known
//
// A box that nobody gave is zero in the file, since the layout has no other way to
// write it, and is listed as a [Note] with what to give. The same holds for a text
// that was cut or had letters that ASCII lacks. What would make the file wrong (a
// negative amount, more tax than wages allow, an employer without EIN) is a
// [Refusal], and no file comes of it.
//
// # Reading
//
// [Read] is strict and shares only the layout with the writer: order of records, every
// position, counts and sums. RT has no local totals, so [Totals] carries them: what
// was written ties to what is read again, and to the ledger.
//
// A social security number is in the file and nowhere else: no error, note or total
// holds one, nor any other content of a person's record.
package efw2
