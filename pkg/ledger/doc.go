// Package ledger keeps what runs leave for later runs: which checks were posted,
// from which rows, with which lines of tax, by which run, and what of it was
// remitted.
//
// # What it decides
//
// A check is known by employer, employee, check id and pay date. Posted again
// with the same content and the same lines it changes nothing. Posted with other
// content, or with other lines because what is known of the person changed, it
// takes the place of what was posted. Nothing is deleted: what was replaced stays
// with the run that posted it and the run that superseded it. A check is
// withdrawn by posting it with amounts of zero, and reversed by posting a check of
// its own with the amounts negated. Facts (who people and employers are, what was
// agreed, the work log of a person's day) are kept the same way, the latest by key
// in force. A day of the work log is one fact: given again it is replaced, so that
// a log posted twice counts once and a corrected day corrects.
//
// Sums of every employee, municipality and month are kept beside the lines, so
// that a period is whole without reading the year again. [SQL.Check] proves that
// they agree.
//
// # The order of a run, and what a crash leaves
//
//  1. The run holds the [Lock] and reads. A crash leaves nothing.
//  2. Everything is posted in one transaction that stays open, and the results
//     are written beside their folder and made durable. A crash leaves nothing
//     posted, and files that the next run removes.
//  3. The transaction commits, the run marked as not confirmed. A crash after it
//     leaves the ledger posted and the results absent: the same run again posts
//     nothing more, since nothing changed, and makes the results again, its
//     amendments from the ledger. [SQL.Check] tells of such a run.
//  4. The results are put in place in one step.
//  5. The run is marked as confirmed. A crash before it leaves a warning that the
//     same run again takes away.
//
// # The order of closing, and what a crash leaves
//
// Periods are closed in the same way by a command that reads only, with the lock
// held throughout:
//
//  1. Returns and payments are written beside their folder and made durable. A
//     crash leaves nothing closed, and files that the next command removes.
//  2. One transaction closes all periods and records the command as a run that is
//     not confirmed, known by the words that asked for it. A crash after it leaves
//     the periods closed and the results absent: the same words again close
//     nothing more, take the periods as they were before ([Store.ClosedBefore])
//     and make the same results. No other closing goes ahead of that.
//  3. The results are put in place in one step.
//  4. The run is marked as confirmed.
//
// What a period settled is what was remitted for it and what of its employer's
// credits with the municipality was used ([Closed.Settled]). Closed again, after
// an amendment, it keeps what it was: nothing is deleted here either.
//
// # What it promises
//
// Amounts are whole cents, days are numbers such as 20260331, and the file is
// readable by its owner alone: it holds whole social security numbers. No message
// names a person by more than the ids of the payroll. A file that is damaged, not
// a ledger, or written by a later program is refused, never repaired in passing.
//
// # Where it is kept
//
// In one SQLite file, written by a driver without C. A check is one row, with its
// rows of payroll and its lines in it, so that posting a check writes one row and
// what it changes in sums, and one pass reads all that is in force. All statements
// but those of sqlite.go are what PostgreSQL understands as well, given databases
// that compare text by its bytes; [Store] and [Tx] are all that a backend has to
// do, and the package conformance says whether it does.
package ledger
