// Package payment writes and reads the ACH credit files by which municipal tax
// is paid through a bank: NACHA files of CCD+ entries, each with one addendum
// whose TXP segment tells the recipient whose tax it is and for which period.
//
// It knows positions, counts, check digits and how a segment is spelled. Which
// employer owes what, to whom and until when arrives as a [Payment] that is
// already decided; nothing here asks for the time or chooses a day.
//
// # The bank file
//
// Account numbers and tax type codes come from a file of the user's, bank.yaml,
// and from nowhere else: most recipients give them out only when an employer
// registers, so nothing in it has a default. What is wrong in it is an error at
// once; what it lacks is an error when a payment needs it. [Example] shows all
// of it, [Schema] is for editors.
//
//	destination: {routing: ..., name: ...}       the bank that takes the file
//	origin:      {id: ..., name: ...}            who sends it
//	company:     {name: ..., id: ..., odfi: ..., description: ..., discretionary: ...}
//	employers:                                   by employer_id, for those that differ
//	  "0042":
//	    company:  {name: ..., id: ...}           its own name towards its bank; odfi and description as above if left out
//	    accounts: {dayton: ...}                  its number with a recipient
//	recipients:                                  by id of a municipality, or by administrator (RITA, CCA)
//	  dayton:
//	    routing, account, kind, name             the account to be credited: checking or savings
//	    receiver_id                              fein_digits, fein_dashed, employer_id, account, none
//	    txp_id                                   fein_digits, fein_dashed, account
//	    tax_type, verification                   TXP02 and TXP10; only TXP10 may be left out
//	    amounts                                  tax_penalty_interest (T, P and I) or total (T alone)
//
// # The file
//
// Only credits are written (service class 220, transactions 22 and 32): an
// agency that pulls the money itself needs no file. Batches are one for each
// company and day, entries are in the order of employer, recipient, municipality
// and period, and trace numbers count through the file, so the same payments in
// any order give the same bytes. Lines end with CR LF, the last one too.
//
// [Read] takes exactly the files that [Write] makes. Whatever else it is given
// is refused with line, positions and reason; so a file that was read, written
// again, has the same bytes. That is what makes it a check of what was written.
//
// # Account numbers
//
// A whole account number stands in the payment file and in bank.yaml, which
// callers keep to their owner (0600). Messages show its last four characters.
package payment
